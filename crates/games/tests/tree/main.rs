//! Explicit trees: what is read is what is searched, and what is wrong is named.

mod errors;

use std::fmt::Write;
use std::thread;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Game, Hashable, Node, Notation, Player, Rules};
use starmax_games::Shape::{self, Chance, Leaf, Max, Min};
use starmax_games::{NodeId, Tree};
use starmax_testkit::check;

/// E1 of the errata, with a leaf beside it.
const TEXT: &str = "[-10, 10] max[ch(0.5:min[-7 -10] 0.5:min[-10]) 3.25]";
const JSON: &str = r#"{"bounds":[-10,10],"root":{"max":[{"chance":[[0.5,{"min":[-7,-10]}],[0.5,{"min":[-10]}]]},3.25]}}"#;

fn tree(text: &str) -> Tree {
    text.parse().unwrap()
}

fn all_nodes(tree: &Tree) -> Vec<NodeId> {
    let mut nodes = vec![tree.root()];
    let mut next = 0;
    while next < nodes.len() {
        nodes.extend(tree.children(nodes[next]));
        next += 1;
    }
    nodes
}

/// Any shape, with leaves of every size and probabilities that have no short decimal form.
fn random_shape(random: &mut Xoshiro256PlusPlus, height: u32) -> Shape {
    let kind = if height == 0 {
        0
    } else {
        random.random_range(0..4)
    };
    let count = random.random_range(1..4);
    let children = |random: &mut _| -> Vec<Shape> {
        (0..count)
            .map(|_| random_shape(random, height - 1))
            .collect()
    };
    match kind {
        0 => Leaf(match random.random_range(0..4) {
            0 => f64::from(random.random_range(-9..=9)),
            1 => random.random_range(-1.0..1.0),
            2 => random.random_range(-1.0..1.0) * f64::MAX,
            _ => random.random_range(-1.0..1.0) * f64::MIN_POSITIVE,
        }),
        1 => Max(children(random)),
        2 => Min(children(random)),
        _ => {
            let children = children(random);
            let weights: Vec<f64> = children
                .iter()
                .map(|_| random.random_range(0.01..1.0))
                .collect();
            let sum: f64 = weights.iter().sum();
            Chance(weights.iter().map(|w| w / sum).zip(children).collect())
        }
    }
}

/// A chain of decisions, `height` levels below its root.
fn nested_json(height: usize) -> String {
    format!("{}7{}", r#"{"max":["#.repeat(height), "]}".repeat(height))
}

fn nested_chance_json(height: usize) -> String {
    format!(
        "{}7{}",
        r#"{"chance":[[1,"#.repeat(height),
        "]]}".repeat(height)
    )
}

/// Runs in a thread with the default stack of 2 MiB, whatever the test runner has.
fn on_a_default_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.unwrap().join().unwrap();
}

#[test]
fn the_three_forms_of_a_tree_are_equal() {
    let shape = Max(vec![
        Chance(vec![
            (0.5, Min(vec![Leaf(-7.0), Leaf(-10.0)])),
            (0.5, Min(vec![Leaf(-10.0)])),
        ]),
        Leaf(3.25),
    ]);
    let tree = tree(TEXT);
    assert_eq!(
        Tree::new(&shape, Some(Bounds::new(-10.0, 10.0))).unwrap(),
        tree
    );
    assert_eq!(Tree::from_json(JSON).unwrap(), tree);
    assert_eq!(tree.shape(), shape);
    assert_eq!(tree.to_string(), TEXT);
    assert_eq!(tree.to_json(), JSON);
}

#[test]
fn a_tree_is_described_by_its_nodes() {
    let tree = tree(TEXT);
    assert_eq!((tree.len(), tree.leaves(), tree.height()), (8, 4, 3));
    assert!(tree.has_chance());

    let root = tree.root();
    let &[gamble, sure] = tree.children(root) else {
        panic!("two moves")
    };
    assert_eq!(tree.node(&root), Node::Decision(Player::Max));
    assert_eq!(tree.node(&gamble), Node::Chance);
    assert_eq!(tree.node(&sure), Node::Terminal(3.25));
    assert_eq!(tree.parent(root), None);
    assert_eq!(tree.parent(sure), Some(root));
    assert_eq!(tree.probability(gamble), None);
    for &outcome in tree.children(gamble) {
        assert_eq!(tree.node(&outcome), Node::Decision(Player::Min));
        assert_eq!(tree.probability(outcome), Some(0.5));
        assert_eq!(tree.parent(outcome), Some(gamble));
    }
    assert!(tree.children(sure).is_empty());
}

#[test]
fn moves_and_outcomes_lead_to_the_children_in_order() {
    let tree = tree("max[1 2 ch(.25:3 .75:4)]");
    let root = tree.initial();
    let mut moves = Vec::new();
    tree.moves(&root, &mut moves);
    assert_eq!(moves, [0, 1, 2]);
    let reached: Vec<NodeId> = moves.iter().map(|&mv| tree.play(&root, mv)).collect();
    assert_eq!(reached, tree.children(root));

    let chance = reached[2];
    let mut outcomes = Vec::new();
    tree.outcomes(&chance, &mut outcomes);
    assert_eq!(outcomes, [(0, 0.25), (1, 0.75)]);
    let last = tree.resolve(&chance, 1);
    assert_eq!(tree.node(&last), Node::Terminal(4.0));
}

#[test]
fn a_leaf_alone_is_a_tree() {
    for tree in [tree("-2.5"), Tree::from_json("-2.5").unwrap()] {
        assert_eq!((tree.len(), tree.leaves(), tree.height()), (1, 1, 0));
        assert!(!tree.has_chance());
        assert_eq!(tree.utility(), Bounds::exact(-2.5));
        assert_eq!(tree.to_string(), "-2.5");
    }
}

#[test]
fn unless_stated_the_bounds_are_the_extremes_of_the_leaves() {
    let text = "min[4 ch(0.5:-3 0.5:9)]";
    let tree = tree(text);
    assert_eq!(tree.utility(), Bounds::new(-3.0, 9.0));
    assert_eq!(tree.to_string(), text);
    assert!(
        tree.to_json()
            .starts_with(r#"{"bounds":[-3,9],"root":{"min":"#)
    );
}

#[test]
fn nodes_are_numbered_as_they_are_written() {
    let tree = tree("max[min[1 2] min[3]]");
    let mut numbers: Vec<usize> = all_nodes(&tree).iter().map(|n| n.index()).collect();
    assert_eq!(numbers, [0, 1, 4, 2, 3, 5], "level by level");
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn the_compact_notation_is_read_generously() {
    let expected = tree("[-10, 10] max[ch(0.5:1 0.5:min[2 3])]");
    for text in [
        "[-10 10]max[ch(.5:1 .5:min[2 3])]",
        "  [ -10.0 , 1e1 ]\n max [ ch ( .5 : +1, 0.5 : min[ 2., 3 ], ) ] ",
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn json_is_read_with_or_without_its_wrapper_and_in_any_order() {
    let expected = tree("max[1 2]");
    for json in [
        r#"{"max":[1,2]}"#,
        r#"{"root":{"max":[1,2]}}"#,
        r#"{"bounds":[1,2],"root":{"max":[1,2]}}"#,
        r#" { "root" : {"m\u0061x": [1.0, 2e0]}, "bounds": [1, 2] } "#,
    ] {
        assert_eq!(Tree::from_json(json).unwrap(), expected, "{json}");
    }
}

#[test]
fn minus_zero_is_read_as_zero() {
    let shape = Max(vec![Leaf(-0.0)]);
    for tree in [
        Tree::new(&shape, Some(Bounds::new(-0.0, -0.0))).unwrap(),
        tree("max[-0]"),
        Tree::from_json(
            "[-0.0]"
                .replace('[', r#"{"max":["#)
                .replace(']', "]}")
                .as_str(),
        )
        .unwrap(),
    ] {
        let Node::Terminal(value) = tree.node(&tree.play(&tree.root(), 0)) else {
            panic!("a leaf")
        };
        assert!(value.is_sign_positive());
        assert!(tree.utility().lower.is_sign_positive());
    }
}

#[test]
fn whatever_is_written_is_read_again_bit_by_bit() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..2000 {
        let shape = random_shape(&mut random, 5);
        let tree = Tree::new(&shape, None).unwrap();
        assert_eq!(tree.shape(), shape);
        assert_eq!(tree.to_string().parse::<Tree>().unwrap(), tree);
        let read = Tree::from_json(&tree.to_json()).unwrap();
        assert_eq!(
            read, tree,
            "exact only with the feature `float_roundtrip` of serde_json"
        );

        let wide = Bounds::new(-f64::MAX, f64::MAX);
        let tree = Tree::new(&shape, Some(wide)).unwrap();
        assert_eq!(tree.utility(), wide);
        assert_eq!(tree.to_string().parse::<Tree>().unwrap(), tree);
        assert_eq!(Tree::from_json(&tree.to_json()).unwrap(), tree);
    }
}

#[test]
fn positions_moves_and_outcomes_are_read_again() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..200 {
        let tree = Tree::new(&random_shape(&mut random, 5), None).unwrap();
        for node in all_nodes(&tree) {
            assert_eq!(tree.parse_state(&tree.write_state(&node)), Ok(node));
            for number in (0..).take(tree.children(node).len()) {
                let text = number.to_string();
                if tree.node(&node) == Node::Chance {
                    assert_eq!(tree.write_outcome(&node, number), text);
                    assert_eq!(tree.parse_outcome(&node, &text), Ok(number));
                } else {
                    assert_eq!(tree.write_move(&node, number), text);
                    assert_eq!(tree.parse_move(&node, &text), Ok(number));
                }
            }
        }
    }
}

#[test]
fn a_position_is_the_path_from_the_root() {
    let tree = tree(TEXT);
    let leaf = tree.parse_state("0.0.1").unwrap();
    assert_eq!(tree.node(&leaf), Node::Terminal(-10.0));
    assert_eq!(tree.write_state(&leaf), "0.0.1");
    assert_eq!(tree.write_state(&tree.root()), "root");
    assert_eq!(tree.parse_state(" root "), Ok(tree.root()));
    assert_eq!(
        tree.parse_state("root.0.0.1"),
        Ok(leaf),
        "as errors name it"
    );

    let error = |position| tree.parse_state(position).unwrap_err().to_string();
    let expected = "expected root or child numbers such as 0.2.1, here one from 0 to 1";
    assert_eq!(error("2"), format!("found \"2\", {expected}"));
    assert_eq!(error("0.-1"), format!("found \"-1\", {expected}"));
    assert_eq!(error(""), format!("found \"\", {expected}"));
    assert_eq!(
        error("1.0"),
        "found \"0\", expected the path to end before, at a leaf"
    );
}

#[test]
fn trees_keep_the_contract_of_a_game() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..50 {
        check(&Tree::new(&random_shape(&mut random, 6), None).unwrap());
    }
}

#[test]
fn nodes_have_different_hashes() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let tree = Tree::new(&random_shape(&mut random, 9), None).unwrap();
    let mut hashes: Vec<u64> = all_nodes(&tree).iter().map(|n| tree.hash(n)).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), tree.len());
}

#[test]
fn a_tree_of_the_greatest_height_fits_the_default_stack() {
    on_a_default_stack(|| {
        for json in [
            nested_json(Tree::MAX_HEIGHT),
            nested_chance_json(Tree::MAX_HEIGHT),
        ] {
            let tree = Tree::from_json(&json).unwrap();
            assert_eq!(tree.height(), 1000);
            let text = tree.to_string();
            assert_eq!(text.parse::<Tree>().unwrap(), tree);
            assert_eq!(Tree::new(&tree.shape(), None).unwrap(), tree);
            assert_eq!(Tree::from_json(&tree.to_json()).unwrap(), tree);
            let deepest = all_nodes(&tree)[1000];
            assert_eq!(tree.parse_state(&tree.write_state(&deepest)), Ok(deepest));
        }
    });
}

#[test]
fn large_trees_are_read() {
    let mut json = r#"{"max":[0"#.to_owned();
    for leaf in 1..100_000 {
        write!(json, ",{leaf}").unwrap();
    }
    json.push_str("]}");
    let tree = Tree::from_json(&json).unwrap();
    assert_eq!((tree.leaves(), tree.height()), (100_000, 1));
    assert_eq!(tree.utility(), Bounds::new(0.0, 99_999.0));
}

#[test]
fn nodes_may_have_names_before_or_after_their_children() {
    let json = r#"{"bounds":[0,9],"root":{"name":"A","max":[1,{"name":"B \"b\"","chance":[[0.5,2],[0.5,3]]}]}}"#;
    let tree = Tree::from_json(json).unwrap();
    let children = tree.children(tree.root());
    assert_eq!(tree.name(tree.root()), Some("A"));
    assert_eq!(
        children
            .iter()
            .map(|&child| tree.name(child))
            .collect::<Vec<_>>(),
        [None, Some("B \"b\"")]
    );
    assert_eq!(tree.to_json(), json);
    let after = Tree::from_json(r#"{"max":[1,{"min":[2],"name":"C"}]}"#).unwrap();
    assert_eq!(after.name(after.children(after.root())[1]), Some("C"));
    for name in [
        "\"\"",
        "\" \"",
        "\"a\\nb\"",
        "7",
        &format!("\"{}\"", "x".repeat(41)),
    ] {
        let error = Tree::from_json(&format!("{{\"name\":{name},\"max\":[1]}}")).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("expected a name of 1 to 40 characters"),
            "{error}"
        );
    }
    assert!(Tree::from_json(r#"{"name":"A"}"#).is_err());
}

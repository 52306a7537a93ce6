//! Ballard's trees: what the tables assume of them.

use starmax_core::{Bounds, Game, Hashable, Node, Notation, Player, Rules};
use starmax_games::{ArcOrder, BallardState, BallardTree};
use starmax_testkit::check;

fn value(tree: &BallardTree, i: u8, j: u8, k: u8) -> f64 {
    match tree.node(&BallardState::Leaf(i, j, k)) {
        Node::Terminal(value) => value,
        node => panic!("{node:?} is no leaf"),
    }
}

fn all_states(n: u8) -> Vec<BallardState> {
    let mut states = vec![BallardState::Root];
    for i in 0..n {
        states.push(BallardState::Chance(i));
        for j in 0..n {
            states.push(BallardState::Min(i, j));
            states.extend((0..n).map(|k| BallardState::Leaf(i, j, k)));
        }
    }
    states
}

/// The leaves below one decision of `Min`, without what they have in common.
fn arcs_of_min(tree: &BallardTree, n: u8, i: u8, j: u8) -> Vec<f64> {
    let values: Vec<f64> = (0..n).map(|k| value(tree, i, j, k)).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    values.iter().map(|value| value - least).collect()
}

/// The smallest leaf below each decision of one chance node, without what they have in common.
fn arcs_of_chance(tree: &BallardTree, n: u8, i: u8) -> Vec<f64> {
    let least = |j| {
        (0..n)
            .map(|k| value(tree, i, j, k))
            .fold(f64::INFINITY, f64::min)
    };
    let values: Vec<f64> = (0..n).map(least).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    values.iter().map(|value| value - least).collect()
}

/// The smallest leaf below each move of the root.
fn arcs_of_max(tree: &BallardTree, n: u8) -> Vec<f64> {
    let leaves = |i| (0..n).flat_map(move |j| (0..n).map(move |k| (i, j, k)));
    let least = |i| {
        leaves(i)
            .map(|(i, j, k)| value(tree, i, j, k))
            .fold(f64::INFINITY, f64::min)
    };
    (0..n).map(least).collect()
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

fn ascending(n: u8) -> Vec<f64> {
    (0..n).map(f64::from).collect()
}

/// Plain Expectimax, for a tree whose kinds of node are known.
fn expectimax(tree: &BallardTree, n: u8) -> f64 {
    let min = |i, j| {
        (0..n)
            .map(|k| value(tree, i, j, k))
            .fold(f64::INFINITY, f64::min)
    };
    let chance = |i| (0..n).map(|j| min(i, j)).sum::<f64>() / f64::from(n);
    (0..n).map(chance).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn ballard_trees_keep_the_contract_of_a_game() {
    check(&BallardTree::new(1, ArcOrder::Best));
    check(&BallardTree::new(5, ArcOrder::Best));
    check(&BallardTree::new(40, ArcOrder::Random(1)));
}

#[test]
fn max_then_chance_then_min_then_leaves() {
    let tree = BallardTree::new(5, ArcOrder::Best);
    let root = tree.initial();
    assert_eq!(tree.node(&root), Node::Decision(Player::Max));
    let chance = tree.play(&root, 3);
    assert_eq!(tree.node(&chance), Node::Chance);
    let min = tree.resolve(&chance, 1);
    assert_eq!(tree.node(&min), Node::Decision(Player::Min));
    let leaf = tree.play(&min, 4);
    assert_eq!(leaf, BallardState::Leaf(3, 1, 4));
    assert_eq!(tree.node(&leaf), Node::Terminal(1.0 + 1.0 + 4.0));
}

#[test]
fn every_outcome_is_equally_likely() {
    let tree = BallardTree::new(40, ArcOrder::Random(1));
    let mut outcomes = Vec::new();
    tree.outcomes(&BallardState::Chance(7), &mut outcomes);
    let expected: Vec<(u8, f64)> = (0..40).map(|number| (number, 1.0 / 40.0)).collect();
    assert_eq!(outcomes, expected);
    let mut moves = Vec::new();
    tree.moves(&BallardState::Min(7, 7), &mut moves);
    assert_eq!(moves, (0..40).collect::<Vec<u8>>());
}

#[test]
fn in_the_best_order_max_descends_and_the_others_ascend() {
    for n in [1, 2, 7] {
        let tree = BallardTree::new(n, ArcOrder::Best);
        for i in 0..n {
            for j in 0..n {
                for k in 0..n {
                    let sum = f64::from(n - 1 - i) + f64::from(j) + f64::from(k);
                    assert_eq!(value(&tree, i, j, k), sum);
                }
            }
        }
    }
}

#[test]
fn in_random_order_the_arcs_below_every_node_are_a_permutation() {
    let n = 8;
    for seed in 0..20 {
        let tree = BallardTree::new(n, ArcOrder::Random(seed));
        assert_eq!(sorted(arcs_of_max(&tree, n)), ascending(n));
        for i in 0..n {
            assert_eq!(sorted(arcs_of_chance(&tree, n, i)), ascending(n));
            for j in 0..n {
                assert_eq!(sorted(arcs_of_min(&tree, n, i, j)), ascending(n));
            }
        }
    }
}

#[test]
fn in_random_order_every_node_has_a_permutation_of_its_own() {
    let n = 20;
    let tree = BallardTree::new(n, ArcOrder::Random(1));
    let mut orders = vec![arcs_of_max(&tree, n)];
    for i in 0..n {
        orders.push(arcs_of_chance(&tree, n, i));
        orders.extend((0..n).map(|j| arcs_of_min(&tree, n, i, j)));
    }
    let count = orders.len();
    orders.sort_by(|a, b| a.partial_cmp(b).unwrap());
    orders.dedup();
    assert_eq!(orders.len(), count, "20! is far larger than 421 squared");
}

#[test]
fn permutations_are_evenly_spread() {
    let mut counts = [0; 6];
    for seed in 0..6000 {
        let arcs = arcs_of_max(&BallardTree::new(3, ArcOrder::Random(seed)), 3);
        let inversions = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| usize::from(arcs[a] > arcs[b]));
        let order = inversions[0] * 4 + inversions[1] * 2 + inversions[2];
        // Of the eight sign patterns two contradict themselves.
        counts[[0, 1, 9, 2, 3, 9, 4, 5][order]] += 1;
    }
    for count in counts {
        assert!(
            (880..1120).contains(&count),
            "{counts:?}: four standard deviations"
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_tree() {
    let tree = |seed| BallardTree::new(10, ArcOrder::Random(seed));
    assert_eq!(tree(5), tree(5));
    assert_ne!(tree(5), tree(6));
}

#[test]
fn every_order_has_the_same_value() {
    for n in [1, 2, 4, 8] {
        let orders = (0..20).map(ArcOrder::Random).chain([ArcOrder::Best]);
        for order in orders {
            let tree = BallardTree::new(n, order);
            assert_eq!(expectimax(&tree, n), 1.5 * f64::from(n - 1));
        }
    }
}

#[test]
fn the_bounds_are_reached_in_the_best_order() {
    let tree = BallardTree::new(4, ArcOrder::Best);
    assert_eq!(tree.leaves(), 64);
    assert_eq!(tree.utility(), Bounds::new(0.0, 9.0));
    assert_eq!(value(&tree, 3, 0, 0), 0.0);
    assert_eq!(value(&tree, 0, 3, 3), 9.0);
}

#[test]
fn size_and_order_are_parameters() {
    let tree = BallardTree::parse_parameters;
    assert_eq!(tree(""), Ok(BallardTree::new(8, ArcOrder::Random(1))));
    assert_eq!(
        tree("order=best,n=3"),
        Ok(BallardTree::new(3, ArcOrder::Best))
    );
    assert_eq!(
        tree("n=40,seed=7"),
        Ok(BallardTree::new(40, ArcOrder::Random(7)))
    );
    for (text, expected) in [
        ("n=0", "found \"n=0\", expected n=N with N from 1 to 255"),
        (
            "order=worst",
            "found \"worst\", expected order, one of best, random",
        ),
        (
            "m=3",
            "found \"m=3\", expected parameters written key=value, with the key one of n, order, seed",
        ),
    ] {
        assert_eq!(tree(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn positions_are_read_again() {
    let tree = BallardTree::new(4, ArcOrder::Best);
    for state in all_states(4) {
        assert_eq!(tree.parse_state(&tree.write_state(&state)), Ok(state));
    }
    assert_eq!(tree.write_state(&BallardState::Root), "root");
    assert_eq!(tree.write_state(&BallardState::Min(3, 1)), "3.1");
    assert_eq!(tree.write_move(&BallardState::Root, 3), "3");
    assert_eq!(tree.write_outcome(&BallardState::Chance(3), 1), "1");
    for position in ["4", "0.0.0.0", "x", "", "256"] {
        assert!(tree.parse_state(position).is_err(), "{position}");
    }
}

#[test]
fn states_have_different_hashes() {
    let tree = BallardTree::new(12, ArcOrder::Best);
    let states = all_states(12);
    let mut hashes: Vec<u64> = states.iter().map(|state| tree.hash(state)).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), states.len());
}

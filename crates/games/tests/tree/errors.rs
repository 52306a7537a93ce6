//! Every mistake says where it is, what was found and what was expected.

use starmax_core::Bounds;
use starmax_games::Shape::{Chance, Leaf, Max, Min};
use starmax_games::{Tree, TreeError};

use crate::{nested_chance_json, nested_json, on_a_default_stack, tree};

fn text_error(text: &str) -> String {
    text.parse::<Tree>().unwrap_err().to_string()
}

fn json_error(json: &str) -> String {
    Tree::from_json(json).unwrap_err().to_string()
}

fn nested_text(height: usize) -> String {
    format!("{}7{}", "max[".repeat(height), "]".repeat(height))
}

#[test]
fn probabilities_sum_to_one() {
    assert_eq!(
        text_error("max[0 ch(.5:1 .25:2)]"),
        "at root.1: the probabilities sum to 0.75, expected 1"
    );
    assert_eq!(
        json_error(r#"{"chance":[[0.5,1],[0.75,2]]}"#),
        "at root: the probabilities sum to 1.25, expected 1"
    );
    tree("ch(0.3333333333:1 0.3333333333:2 0.3333333333:3)");
    assert_eq!(
        text_error("ch(0.33333333:1 0.33333333:2 0.33333333:3)"),
        "at root: the probabilities sum to 0.99999999, expected 1"
    );
}

#[test]
fn a_probability_is_positive_and_at_most_one() {
    for p in ["-0.5", "0", "-0", "1.5"] {
        let number: f64 = p.parse().unwrap();
        let expected =
            format!("at root.1: found probability {number}, expected more than 0 and at most 1");
        assert_eq!(text_error(&format!("ch(.5:1 {p}:2)")), expected);
        assert_eq!(
            json_error(&format!(r#"{{"chance":[[0.5,1],[{p},2]]}}"#)),
            expected
        );
    }
    let error = Tree::new(&Chance(vec![(f64::NAN, Leaf(1.0))]), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at root.0: found probability NaN, expected more than 0 and at most 1"
    );
    assert_eq!(
        text_error("ch(NaN:1)"),
        "at root.0: found \"NaN\", expected a probability, a finite number"
    );
}

#[test]
fn a_node_without_children_is_an_error() {
    let expected = "at root.1: found no children, expected at least one";
    for node in [Max(vec![]), Min(vec![]), Chance(vec![])] {
        let shape = Max(vec![Leaf(1.0), node]);
        assert_eq!(Tree::new(&shape, None).unwrap_err().to_string(), expected);
        assert_eq!(text_error(&shape.to_string()), expected);
    }
    for kind in ["max", "min", "chance"] {
        assert_eq!(
            json_error(&format!(r#"{{"min":[1,{{"{kind}":[]}}]}}"#)),
            expected
        );
    }
}

#[test]
fn a_leaf_is_finite() {
    let error = Tree::new(&Max(vec![Leaf(1.0), Leaf(f64::NAN)]), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at root.1: found leaf NaN, expected a finite number"
    );
    for word in ["NaN", "inf", "-infinity", "1e999"] {
        assert_eq!(
            text_error(&format!("max[1 {word}]")),
            format!(
                "at root.1: found \"{word}\", expected a finite number, max[...], min[...] or ch(...)"
            )
        );
    }
    assert_eq!(
        json_error(r#"{"max":[1,1e999]}"#),
        "at root.1: number out of range at line 1 column 15"
    );
}

#[test]
fn a_leaf_lies_inside_the_stated_bounds() {
    let expected = "at root.1.0: found leaf 12, expected a value inside the bounds [-10, 10]";
    assert_eq!(text_error("[-10, 10] max[1 min[12 -11]]"), expected);
    assert_eq!(
        json_error(r#"{"root":{"max":[1,{"min":[12,-11]}]},"bounds":[-10,10]}"#),
        expected
    );
    tree("[-10, 10] max[-10 10]");
}

#[test]
fn bounds_are_finite_and_in_order() {
    assert_eq!(
        text_error("[10, -10] 3"),
        "found bounds [10, -10], expected two finite numbers, the lower one first"
    );
    let endless = Some(Bounds::new(0.0, f64::INFINITY));
    assert!(matches!(
        Tree::new(&Leaf(1.0), endless),
        Err(TreeError::Bounds { .. })
    ));
    assert_eq!(
        text_error("[1 x] 3"),
        "at bounds: found \"x\", expected the upper bound, a finite number"
    );
    for (bounds, expected) in [
        (
            "[1]",
            "invalid length 1, expected bounds [lower, upper] at line 1 column 13",
        ),
        (
            "[1,2,3]",
            "invalid length 3, expected bounds [lower, upper] at line 1 column 17",
        ),
        (
            r#"[1,"2"]"#,
            r#"invalid type: string "2", expected an upper bound, a number at line 1 column 16"#,
        ),
        (
            "null",
            "invalid type: null, expected bounds [lower, upper] at line 1 column 14",
        ),
    ] {
        assert_eq!(
            json_error(&format!(r#"{{"bounds":{bounds},"root":1}}"#)),
            format!("at root: {expected}")
        );
    }
}

#[test]
fn unknown_keys_list_the_known_ones() {
    for (json, expected) in [
        (
            r#"{"mix":[1]}"#,
            r#"at root: found key "mix", expected "max", "min", "chance", "bounds" or "root""#,
        ),
        (
            r#"{"max":[1,{"title":"x","max":[1]}]}"#,
            r#"at root.1: found key "title", expected "max", "min", "chance" or "name""#,
        ),
        (
            r#"{"max":[1,{"max":[1],"title":"x"}]}"#,
            r#"at root.1: found key "title", expected "max", "min", "chance" or "name""#,
        ),
        (
            r#"{"max":[1,{"name":"x","mix":[1]}]}"#,
            r#"at root.1: found key "mix", expected "max", "min" or "chance""#,
        ),
        (
            r#"{"root":{"name":"x","max":[1],"name":"y"}}"#,
            r#"at root: found keys "name" and "name", expected only one of them"#,
        ),
        (
            r#"{"root":{"bounds":[1,2],"root":1}}"#,
            r#"at root: found key "bounds", expected "max", "min", "chance" or "name""#,
        ),
        (
            r#"{"root":1,"name":"x"}"#,
            r#"at the top: found key "name", expected "bounds" or "root""#,
        ),
        (
            r#"{"bounds":[1,2],"max":[1]}"#,
            r#"at the top: found key "max", expected "bounds" or "root""#,
        ),
    ] {
        assert_eq!(json_error(json), expected, "{json}");
    }
    let long = format!(r#"{{"{}":1}}"#, "ä".repeat(100));
    assert!(json_error(&long).contains(&format!("found key \"{}...\"", "ä".repeat(40))));
}

#[test]
fn a_node_is_of_one_kind() {
    for (json, expected) in [
        (
            r#"{"max":[{"max":[1],"min":[1]}]}"#,
            r#"at root.0: found keys "max" and "min", expected only one of them"#,
        ),
        (
            r#"{"max":[1],"max":[1]}"#,
            r#"at root: found keys "max" and "max", expected only one of them"#,
        ),
        (
            r#"{"max":[1],"bounds":[1,2]}"#,
            r#"at root: found keys "max" and "bounds", expected only one of them"#,
        ),
        (
            r#"{"root":1,"root":1}"#,
            r#"at the top: found keys "root" and "root", expected only one of them"#,
        ),
        (
            "{}",
            r#"at root: invalid length 0, expected a number or an object with the key "max", "min" or "chance" at line 1 column 2"#,
        ),
        (
            r#"{"bounds":[1,2]}"#,
            "at root: missing field `root` at line 1 column 16",
        ),
    ] {
        assert_eq!(json_error(json), expected, "{json}");
    }
}

#[test]
fn json_that_is_no_node_says_where_and_what() {
    let node = r#"expected a number or an object with the key "max", "min" or "chance""#;
    let pair = "expected a pair [probability, child]";
    for (json, expected) in [
        (
            r#"{"max":[1,"NaN"]}"#,
            format!(r#"at root.1: invalid type: string "NaN", {node} at line 1 column 15"#),
        ),
        (
            r#"{"max":[1,null]}"#,
            format!("at root.1: invalid type: null, {node} at line 1 column 14"),
        ),
        (
            r#"{"max":[[1]]}"#,
            format!("at root.0: invalid type: sequence, {node} at line 1 column 9"),
        ),
        (
            r#"{"max":3}"#,
            "at root: invalid type: integer `3`, expected an array of children at line 1 column 8"
                .to_owned(),
        ),
        (
            r#"{"chance":[1]}"#,
            format!("at root.0: invalid type: integer `1`, {pair} at line 1 column 12"),
        ),
        (
            r#"{"chance":[[1]]}"#,
            format!("at root.0: invalid length 1, {pair} at line 1 column 14"),
        ),
        (
            r#"{"chance":[["NaN",1]]}"#,
            r#"at root.0: invalid type: string "NaN", expected a probability, a number at line 1 column 17"#
                .to_owned(),
        ),
    ] {
        assert_eq!(json_error(json), expected, "{json}");
    }
    assert!(json_error(r#"{"chance":[[1,2,3]]}"#).contains(&format!("invalid length 3, {pair}")));
}

#[test]
fn broken_json_says_line_and_column() {
    for (json, expected) in [
        ("", "at root: EOF while parsing a value at line 1 column 0"),
        ("max[1]", "at root: expected value at line 1 column 1"),
        (
            "{\"max\":[1,\n2",
            "at root.2: EOF while parsing a list at line 2 column 1",
        ),
        ("1 2", "at root: trailing characters at line 1 column 3"),
        ("NaN", "at root: expected value at line 1 column 1"),
    ] {
        assert_eq!(json_error(json), expected, "{json}");
    }
}

#[test]
fn broken_compact_notation_says_where_and_what() {
    let node = "expected a finite number, max[...], min[...] or ch(...)";
    for (text, expected) in [
        ("", format!("at root: found the end of the text, {node}")),
        ("max[1 mox[2]]", format!("at root.1: found \"mox\", {node}")),
        (
            "max[1 min[2",
            "at root.1: found the end of the text, expected ]".to_owned(),
        ),
        (
            "ch(1:2]",
            "at root.1: found \"]\", expected a probability, a finite number".to_owned(),
        ),
        ("ch(1 2)", "at root.0: found \"2\", expected :".to_owned()),
        ("max(1)", "at root: found \"(\", expected [".to_owned()),
        (
            "max[1] 2",
            "at root: found \"2\", expected the end of the tree".to_owned(),
        ),
        (
            "[1 2",
            "at bounds: found the end of the text, expected ]".to_owned(),
        ),
    ] {
        assert_eq!(text_error(text), expected, "{text}");
    }
}

#[test]
fn a_tree_nested_too_deep_is_an_error_and_no_stack_overflow() {
    on_a_default_stack(|| {
        let expected = "below root.0.0.0.0.0.0.0: nested too deep, expected at most 1000 levels below the root";
        for height in [1001, 100_000, 1_000_000] {
            assert_eq!(json_error(&nested_json(height)), expected);
            assert_eq!(json_error(&nested_chance_json(height)), expected);
            assert_eq!(text_error(&nested_text(height)), expected);
        }
        for foreign in [
            "[",
            r#"{"a":"#,
            r#"{"root":"#,
            r#"{"chance":[["#,
            r#"{"chance":[[1,2,"#,
        ] {
            assert!(Tree::from_json(&foreign.repeat(1_000_000)).is_err());
        }
    });
}

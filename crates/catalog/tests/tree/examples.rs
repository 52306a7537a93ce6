use starmax_catalog::{TreeOptions, solve_tree, trace_tree};
use starmax_search::Algorithm;

use super::{algorithms, example, file, timeless, with, with_window};

/// Each example with its value, its best move, and the options that it is best looked at with.
fn examples() -> [(&'static str, f64, Option<usize>, TreeOptions<'static>); 6] {
    let figure_5 = with_window(Algorithm::Star2, -2.0, 2.0);
    [
        (
            "hauk-figure-3",
            -2.0,
            None,
            with_window(Algorithm::Star1, 3.0, 4.0),
        ),
        ("hauk-figure-5", -3.5, None, figure_5.clone()),
        ("hauk-figure-11", -3.5, None, figure_5),
        (
            "sebastiani-alphabeta",
            3.0,
            Some(0),
            with(Algorithm::AlphaBeta),
        ),
        ("coin-flip", 3.0, Some(0), with(Algorithm::Star2)),
        ("non-uniform", 2.1, Some(0), with(Algorithm::Expectimax)),
    ]
}

#[test]
fn every_example_has_its_value_under_every_algorithm() {
    for (name, value, best, _) in examples() {
        let tree = example(name);
        for algorithm in algorithms(&tree) {
            let report = solve_tree(&tree, &with(algorithm)).unwrap();
            let found = report.value.expect("without a window the value is proven");
            assert!(
                (found - value).abs() < 1e-12,
                "{name}, {algorithm}: {found}"
            );
            assert_eq!(report.best, best, "{name}, {algorithm}");
        }
    }
}

#[test]
fn every_example_is_tested_and_explained() {
    let readme = std::fs::read_to_string(file("examples/trees/README.md")).unwrap();
    let mut trees = 0;
    for entry in std::fs::read_dir(file("examples/trees")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(stem) = name.strip_suffix(".json") {
            assert!(examples().iter().any(|example| example.0 == stem), "{name}");
            assert!(readme.contains(&format!("`{name}`")), "{name}");
            trees += 1;
        }
    }
    assert_eq!(trees, examples().len());
}

#[test]
fn examples_as_text() {
    for (name, _, _, options) in examples() {
        let tree = example(name);
        insta::assert_snapshot!(
            format!("{name}-text"),
            trace_tree(&tree, &options).unwrap().text()
        );
    }
}

#[test]
fn examples_as_dot() {
    for (name, _, _, options) in examples() {
        let tree = example(name);
        insta::assert_snapshot!(
            format!("{name}-dot"),
            trace_tree(&tree, &options).unwrap().dot()
        );
    }
}

#[test]
fn examples_as_json() {
    let lines = examples().map(|(name, _, _, options)| {
        timeless(&solve_tree(&example(name), &options).unwrap()).to_json()
    });
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_two_probe_orders_of_the_paper_cost_five_and_nine_leaves() {
    let options = with_window(Algorithm::Star2, -2.0, 2.0);
    let extent = |name| {
        let text = trace_tree(&example(name), &options).unwrap().text();
        text.lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(
        extent("hauk-figure-5"),
        "visited 11 of 19 nodes, 5 of 12 leaves"
    );
    assert_eq!(
        extent("hauk-figure-11"),
        "visited 16 of 19 nodes, 9 of 12 leaves"
    );
}

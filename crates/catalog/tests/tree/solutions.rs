use starmax_catalog::{solve_tree, trace_tree};
use starmax_core::{Bounds, Constant, Game, Node, Rules};
use starmax_games::Tree;
use starmax_search::Algorithm;
use starmax_testkit::{best_move, expectimax};

use super::{algorithms, deep_tree, on_a_small_stack, random_trees, timeless, with, with_window};

fn value(tree: &Tree) -> f64 {
    let height = i32::try_from(tree.height()).unwrap();
    expectimax(tree, &Constant(tree.utility().lower), &tree.root(), height)
}

#[test]
fn every_algorithm_finds_the_value_of_the_reference() {
    for tree in random_trees(500) {
        let height = i32::try_from(tree.height()).unwrap();
        let judge = Constant(tree.utility().lower);
        let best = best_move(&tree, &judge, &tree.root(), height).map(|(number, ..)| number);
        for algorithm in algorithms(&tree) {
            let report = solve_tree(&tree, &with(algorithm)).unwrap();
            assert_eq!(report.value, Some(value(&tree)), "{tree}, {algorithm}");
            assert_eq!(
                report.bounds,
                Bounds::exact(value(&tree)),
                "{tree}, {algorithm}"
            );
            assert_eq!(report.best, best, "{tree}, {algorithm}");
        }
    }
}

#[test]
fn a_window_is_decided_by_true_bounds() {
    for tree in random_trees(300) {
        let Bounds { lower, upper } = tree.utility();
        let third = (upper - lower) / 3.0;
        for (lower, upper) in [
            (lower + third, upper - third),
            (value(&tree), upper),
            (lower, lower),
        ] {
            for algorithm in algorithms(&tree) {
                let options = with_window(algorithm, lower, upper);
                let report = solve_tree(&tree, &options).unwrap();
                assert!(report.bounds.contains(value(&tree)), "{tree}, {options:?}");
                assert!(
                    report.bounds.decides(Bounds::new(lower, upper)),
                    "{tree}, {options:?}"
                );
                assert_eq!(report.value, report.bounds.is_exact().then(|| value(&tree)));
            }
        }
    }
}

#[test]
fn the_widest_window_costs_what_no_window_costs() {
    let has_chance_root = |tree: &Tree| tree.node(&tree.root()) == Node::Chance;
    for tree in random_trees(1000).filter(has_chance_root) {
        let Bounds { lower, upper } = tree.utility();
        for algorithm in algorithms(&tree) {
            let without = solve_tree(&tree, &with(algorithm)).unwrap();
            let widest = solve_tree(&tree, &with_window(algorithm, lower, upper)).unwrap();
            assert_eq!(timeless(&widest), timeless(&without), "{tree}, {algorithm}");
        }
    }
}

#[test]
fn a_decision_has_a_best_move_when_its_value_is_inside_the_window() {
    let tree: Tree = "[0, 20] max[min[3 12 8] min[9 4 6] min[14 5 2]]"
        .parse()
        .unwrap();
    let best = |lower, upper| {
        let report = solve_tree(&tree, &with_window(Algorithm::AlphaBeta, lower, upper)).unwrap();
        (report.value, report.best)
    };
    assert_eq!(best(0.0, 20.0), (Some(4.0), Some(1)));
    assert_eq!(best(3.5, 4.5), (Some(4.0), Some(1)));
    assert_eq!(best(6.0, 7.0), (None, None));
}

#[test]
fn tracing_changes_nothing() {
    for tree in random_trees(100) {
        for algorithm in algorithms(&tree) {
            for options in [with(algorithm), with_window(algorithm, -0.5, 0.5)] {
                let solved = solve_tree(&tree, &options).unwrap();
                let traced = trace_tree(&tree, &options).unwrap();
                assert_eq!(timeless(traced.report()), timeless(&solved));
            }
        }
    }
}

#[test]
fn more_probes_are_made_when_asked_for() {
    let tree: Tree = "[0, 9] max[5 ch(.5:min[7 6 1] .5:min[6 5 2])]"
        .parse()
        .unwrap();
    let leaves = |probes| {
        let mut options = with(Algorithm::Star2);
        options.options.probes = probes;
        solve_tree(&tree, &options).unwrap().cost.leaves
    };
    assert_eq!(leaves(None), leaves(Some(1)));
    assert_ne!(leaves(Some(3)), leaves(Some(1)));
}

#[test]
fn chance_is_too_much_for_minimax() {
    let tree: Tree = "max[1 ch(.5:0 .5:3)]".parse().unwrap();
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let error = solve_tree(&tree, &with(algorithm)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{algorithm} cannot handle the chance nodes of this tree, \
                 expected one of expectimax, star1, star2, star2.5, star2-tt, starmax"
            )
        );
    }
}

#[test]
fn a_window_has_its_lower_end_first() {
    let tree: Tree = "max[1 2]".parse().unwrap();
    let message = |lower, upper| {
        let options = with_window(Algorithm::Star1, lower, upper);
        solve_tree(&tree, &options).unwrap_err().to_string()
    };
    assert_eq!(
        message(2.0, -2.0),
        "found window [2, -2], expected two numbers, the lower one first"
    );
    assert_eq!(
        message(f64::NAN, 0.0),
        "found window [NaN, 0], expected two numbers, the lower one first"
    );
}

#[test]
fn deep_trees_are_solved_on_a_small_stack() {
    on_a_small_stack(|| {
        let tree = deep_tree();
        assert_eq!(tree.height(), Tree::MAX_HEIGHT);
        // Min stops at 1, and there is nothing below 1.
        for algorithm in algorithms(&tree) {
            for options in [with(algorithm), with_window(algorithm, 1.2, 1.4)] {
                let report = solve_tree(&tree, &options).unwrap();
                assert!(report.bounds.contains(1.0), "{options:?}");
            }
        }
    });
}

//! The worked examples of the papers and slides.

mod watched;

use starmax_core::{Bounds, Constant};
use starmax_textbook::{alphabeta, expectimax, minimax, star1, star2};
use watched::Watched;

const EVALUATOR: Constant = Constant(0.0);
const SEBASTIANI: &str = "max[min[3 12 8] min[2 4 6] min[14 5 2]]";
const GOOD_PROBES: [[i32; 2]; 6] = [[-5, -3], [-10, -8], [0, 4], [1, 2], [-10, -6], [3, 4]];

/// Sebastiani 2023, "Pruning Min-Max Search: Example".
#[test]
fn alphabeta_sees_seven_of_the_nine_leaves_of_the_slides() {
    let tree = Watched::new(SEBASTIANI);
    let all = tree.watch(|tree, root| minimax(tree, &EVALUATOR, root, 2));
    let pruned = tree.watch(|tree, root| alphabeta(tree, &EVALUATOR, root, Bounds::EVERYTHING, 2));
    assert_eq!(all, (3.0, 9));
    assert_eq!(pruned, (3.0, 7));
}

/// Hauk, Buro & Schaeffer 2004, Figure 2.
#[test]
fn expectimax_sees_all_twelve_leaves_of_figure_2() {
    let tree = Watched::figure_5(GOOD_PROBES);
    let (value, leaves) = tree.watch(|tree, root| expectimax(tree, &EVALUATOR, root, 2));
    assert!((value - -3.5).abs() < 1e-12, "{value}");
    assert_eq!(leaves, 12);
}

/// Figures 5 (counted with the clip, erratum E10) and 10.
#[test]
fn star1_sees_eight_leaves_of_figure_5_and_star2_five() {
    let tree = Watched::figure_5(GOOD_PROBES);
    let window = Bounds::new(-2.0, 2.0);
    let (bound, leaves) = tree.watch(|tree, root| star1(tree, &EVALUATOR, root, window, 2));
    assert!(bound <= -2.0);
    assert_eq!(leaves, 8);
    let (bound, leaves) = tree.watch(|tree, root| star2(tree, &EVALUATOR, root, window, 2, 1));
    assert!(bound <= -2.0);
    assert_eq!(leaves, 5);
}

/// Figure 11: six leaves while probing and three more while searching.
#[test]
fn star2_with_bad_probes_sees_nine_leaves() {
    let bad_probes = GOOD_PROBES.map(|[smaller, larger]| [larger, smaller]);
    let tree = Watched::figure_5(bad_probes);
    let window = Bounds::new(-2.0, 2.0);
    let (bound, leaves) = tree.watch(|tree, root| star2(tree, &EVALUATOR, root, window, 2, 1));
    assert!(bound <= -2.0);
    assert_eq!(leaves, 9);
}

#[test]
#[should_panic(expected = "minimax meets a chance node; use expectimax")]
fn minimax_refuses_chance() {
    let tree = Watched::figure_5(GOOD_PROBES);
    tree.watch(|tree, root| minimax(tree, &EVALUATOR, root, 2));
}

#[test]
#[should_panic(expected = "alphabeta meets a chance node; use star1")]
fn alphabeta_refuses_chance() {
    let tree = Watched::figure_5(GOOD_PROBES);
    tree.watch(|tree, root| alphabeta(tree, &EVALUATOR, root, Bounds::EVERYTHING, 2));
}

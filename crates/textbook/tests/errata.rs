//! The errors of the papers, each with a counterexample. E1, E2, E3, E5 and E6 are also revealed by the
//! comparison with plain Expectimax on random trees.

mod published;
mod regular;
mod watched;

use published::star2_tt::{Fault, Star2Tt, Table};
use published::{star1 as published_star1, star2 as published_star2};
use regular::Regular;
use starmax_core::{Bounds, Constant, Game, Hashable, Rules};
use starmax_games::Tree;
use starmax_testkit::differential::{Answers, Tally, Trial, compare, fail_soft};
use starmax_textbook::{TextbookTable, expectimax, star1, star2, star2_tt};
use watched::Watched;

const RANGE: Bounds = Bounds::new(-10.0, 10.0);
const EVALUATOR: Constant = Constant(0.0);
const TO_THE_END: i32 = 100;

/// More than rounding, and far less than an error.
const SMALL: f64 = 1e-9;

/// A tree with leaves from -10 to 10.
fn tree(text: &str) -> Tree {
    format!("{RANGE} {text}").parse().expect("a tree")
}

/// The value of the root, on which all searches of the textbook agree.
fn right_value(tree: &Tree) -> f64 {
    let root = &tree.root();
    let mut table = TextbookTable::new();
    let value = expectimax(tree, &EVALUATOR, root, TO_THE_END);
    for found in [
        star1(tree, &EVALUATOR, root, RANGE, TO_THE_END),
        star2(tree, &EVALUATOR, root, RANGE, TO_THE_END, 1),
        star2(tree, &EVALUATOR, root, RANGE, TO_THE_END, 2),
        star2_tt(tree, &EVALUATOR, &mut table, root, RANGE, TO_THE_END, 1),
    ] {
        assert_eq!(found, value, "{tree}");
    }
    value
}

/// The results of the textbook's Star2-TT for several windows, one after the other with one table.
fn right_results<const N: usize>(tree: &Tree, windows: [Bounds; N]) -> [f64; N] {
    let mut table = TextbookTable::new();
    windows.map(|window| {
        let root = &tree.root();
        star2_tt(tree, &EVALUATOR, &mut table, root, window, TO_THE_END, 1)
    })
}

/// The same from the published Star2-TT with these faults only.
fn published_results<const N: usize>(
    tree: &Tree,
    faults: &[Fault],
    windows: [Bounds; N],
) -> [f64; N] {
    let mut table = Table::default();
    windows.map(|window| published_star2_tt(tree, &mut table, faults, window, TO_THE_END))
}

fn published_star2_tt<G: Hashable>(
    game: &G,
    table: &mut Table,
    faults: &[Fault],
    window: Bounds,
    depth: i32,
) -> f64 {
    let mut search = Star2Tt {
        game,
        table,
        faults,
    };
    search.search(&game.initial(), window, depth)
}

#[test]
fn e1_a_high_cut_counts_the_rest_with_its_probed_values() {
    let tree = tree("max[ch(.5:min[-7 -10] .5:min[-10])]");
    let figure_7 = published_star2::figure_7;
    let printed = published_star2::search(&tree, &tree.root(), RANGE, figure_7);
    assert_eq!(printed, 0.0);
    assert_eq!(right_value(&tree), -10.0);
}

#[test]
fn e2_the_side_that_a_probe_does_not_prove_needs_the_range() {
    let tree = tree("max[ch(.5:min[10] .5:min[10 4])]");
    let equations = published_star2::equations_2_and_3;
    let printed = published_star2::search(&tree, &tree.root(), RANGE, equations);
    assert_eq!(printed, 10.0);
    assert_eq!(right_value(&tree), 7.0);
}

#[test]
fn e3_probed_values_are_weighted() {
    let tree = tree("max[ch(.5:min[-10] .5:min[-5 -7])]");
    let section_2_5 = published_star2::section_2_5;
    let printed = published_star2::search(&tree, &tree.root(), RANGE, section_2_5);
    assert_eq!(printed, -7.5);
    assert_eq!(right_value(&tree), -8.5);
}

#[test]
fn e4_the_first_move_of_min_proves_no_lower_bound_and_that_of_max_no_upper_bound() {
    let after_min = tree("ch(.5:min[9 -9] .5:min[9 -9])");
    let window = Bounds::new(0.0, 5.0);
    let result = star2(
        &after_min,
        &EVALUATOR,
        &after_min.root(),
        window,
        TO_THE_END,
        1,
    );
    assert!(result <= 0.0, "{result}");

    let after_max = tree("ch(.5:max[-9 9] .5:max[-9 9])");
    let window = Bounds::new(-5.0, 0.0);
    let result = star2(
        &after_max,
        &EVALUATOR,
        &after_max.root(),
        window,
        TO_THE_END,
        1,
    );
    assert!(result >= 0.0, "{result}");
}

#[test]
fn e5_a_probe_that_failed_low_is_no_lower_bound() {
    let tree = tree("max[ch(1:min[ch(1:max[2 6])])]");
    let windows = [Bounds::new(-5.5, -0.5), RANGE];
    let faults = [Fault::TakesFailedProbesForBounds];
    assert_eq!(published_results(&tree, &faults, windows), [2.0, 2.0]);
    assert_eq!(right_results(&tree, windows)[1], 6.0);
    assert_eq!(right_value(&tree), 6.0);
}

#[test]
fn e6_an_outcome_that_failed_has_one_proven_side() {
    let tree = tree("max[ch(1:min[8 3 -7])]");
    let windows = [Bounds::new(6.5, 7.5), RANGE];
    let faults = [Fault::SetsBothBounds];
    assert_eq!(published_results(&tree, &faults, windows), [3.0, 3.0]);
    assert_eq!(right_results(&tree, windows), [3.0, -7.0]);
    assert_eq!(right_value(&tree), -7.0);
}

/// The wrong key does harm where deeper entries are accepted, as they are in the figure.
#[test]
fn e7_successor_probing_stores_under_the_key_of_the_chance_node() {
    let tree = tree("max[ch(.5:min[6 ch(1:-7)] .5:min[9])]");
    let windows = [Bounds::new(7.0, 10.0), Bounds::new(-8.0, -6.0), RANGE];
    let faults = [Fault::StoresUnderSuccessor, Fault::AcceptsDeeperEntries];
    assert_eq!(
        published_results(&tree, &faults, windows),
        [1.0, -0.5, -3.0]
    );
    assert_eq!(right_results(&tree, windows)[2], 1.0);
    assert_eq!(right_value(&tree), 1.0);
}

#[test]
fn e8_an_entry_of_greater_depth_has_another_value() {
    let tree = tree("max[ch(.5:min[4 -6] .5:2)]");
    let root = &tree.root();
    let faults = [Fault::AcceptsDeeperEntries];
    let mut printed_table = Table::default();
    let mut printed = |depth| published_star2_tt(&tree, &mut printed_table, &faults, RANGE, depth);
    assert_eq!([printed(3), printed(1)], [-2.0, -2.0]);

    let mut table = TextbookTable::new();
    let mut right = |depth| star2_tt(&tree, &EVALUATOR, &mut table, root, RANGE, depth, 1);
    assert_eq!([right(3), right(1), right(3)], [-2.0, 0.0, -2.0]);
}

#[test]
fn e9_rounding_makes_a_bound_that_is_none() {
    let tree = tree("max[ch(.8:1 .2:6)]");
    let (alpha, beta) = (-1.5, 1.5);
    let equation_4 = published_star1::equation_4;
    let printed = published_star1::alphabeta(&tree, &tree.root(), alpha, beta, equation_4);
    assert_eq!(printed, 2.000_000_000_000_000_4, "at least that, it says");
    assert_eq!(right_value(&tree), 2.0);
}

/// A rounding error in the last place becomes an error of 1: the first search fails low, a hair's breadth
/// inside of its window, and the result goes into the table as exact.
#[test]
fn e9_a_bound_rounded_into_the_window_is_stored_as_a_value() {
    let tree = tree("max[-2 ch(.3:-6 .4:5 .3:min[-4 -8])]");
    let windows = [Bounds::new(-1.0, 6.0), RANGE];
    let faults = [Fault::RoundsIntoTheWindow];
    let rounded = -0.999_999_999_999_999_8;
    assert_eq!(
        published_results(&tree, &faults, windows),
        [rounded, rounded]
    );
    assert_eq!(right_results(&tree, windows)[1], -2.0);
    assert_eq!(right_value(&tree), -2.0);
}

#[test]
fn e10_figure_5_was_counted_without_the_clip() {
    let leaves = [[-5, -3], [-10, -8], [0, 4], [1, 2], [-10, -6], [3, 4]];
    let tree = Watched::figure_5(leaves);
    let window = Bounds::new(-2.0, 2.0);
    let (_, right) = tree.watch(|tree, root| star1(tree, &EVALUATOR, root, window, TO_THE_END));
    let (_, clipped) = tree.watch(|tree, root| published_star1::figure_4(tree, root, -2.0, 2.0));
    let (_, printed) =
        tree.watch(|tree, root| published_star1::without_clip(tree, root, -2.0, 2.0));
    assert_eq!([right, clipped, printed], [8, 8, 9]);
}

#[test]
fn e11_a_window_outside_of_the_range_is_no_excuse() {
    let tree = tree("ch(.5:max[5 10] .5:10)");
    let root = &tree.root();
    assert_eq!(right_value(&tree), 10.0);
    let printed = published_star1::figure_4(&tree, root, 12.0, 14.0);
    assert_eq!(printed, 7.5, "at most that, it says");

    let (above, below) = (Bounds::new(12.0, 14.0), Bounds::new(-14.0, -12.0));
    assert_eq!(star1(&tree, &EVALUATOR, root, above, TO_THE_END), 10.0);
    assert_eq!(star2(&tree, &EVALUATOR, root, above, TO_THE_END, 1), 10.0);
    assert_eq!(star1(&tree, &EVALUATOR, root, below, TO_THE_END), -10.0);
    assert_eq!(star2(&tree, &EVALUATOR, root, below, TO_THE_END, 1), -10.0);
}

/// A probe that took the chance node for a decision of Max, or of Min, would prove 8 or -8.
#[test]
fn e13_a_probe_searches_a_chance_node_as_one() {
    let tree = tree("max[ch(.5:min[ch(.5:-8 .5:8) 9] .5:min[ch(.5:8 .5:-8) 9])]");
    assert_eq!(right_value(&tree), 0.0);
}

/// Lets a published search answer a random trial. Where the paper presupposes something else, or only
/// rounding is wrong, the right answer is given, so that whatever is counted is an error of the paper.
fn answers(trial: &Trial, odds: Odds, mut search: impl FnMut(&Regular, Bounds) -> f64) -> Answers {
    let game = Regular::new(trial);
    let is_presupposed = odds == Odds::Any || game.has_equal_odds();
    let bounds = trial.windows.iter().map(|&window| {
        let right = Bounds::exact(trial.value);
        if !is_presupposed || !is_ordinary(window, game.utility(), trial.value) {
            return right;
        }
        let result = search(&game, window);
        if is_nearly_right(trial.value, window, result) {
            right
        } else {
            fail_soft(window, result)
        }
    });
    Answers {
        bounds: bounds.collect(),
        root: (trial.value, trial.best),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Odds {
    Equal,
    Any,
}

/// Not empty, not outside of the range, and not so near to the value that rounding decides.
fn is_ordinary(window: Bounds, range: Bounds, value: f64) -> bool {
    window.lower + SMALL < window.upper
        && window.lower + SMALL < range.upper
        && window.upper - SMALL > range.lower
        && (window.lower - value).abs() > SMALL
        && (window.upper - value).abs() > SMALL
}

fn is_nearly_right(value: f64, window: Bounds, result: f64) -> bool {
    (value - result).abs() <= SMALL
        || result <= window.lower && value <= result + SMALL
        || result >= window.upper && value >= result - SMALL
}

const TREES: usize = 3000;
const SEED: u64 = 2004;

fn tally_of_star1(odds: Odds, chance: published_star1::Chance<Regular>) -> Tally {
    compare(SEED, TREES, |trial| {
        answers(trial, odds, |game, Bounds { lower, upper }| {
            published_star1::alphabeta(game, &game.initial(), lower, upper, chance)
        })
    })
}

fn tally_of_star2(odds: Odds, chance: published_star2::Chance<Regular>) -> Tally {
    compare(SEED, TREES, |trial| {
        answers(trial, odds, |game, window| {
            published_star2::search(game, &game.initial(), window, chance)
        })
    })
}

fn tally_of_star2_tt(faults: &[Fault]) -> Tally {
    compare(SEED, TREES, |trial| {
        let mut table = Table::default();
        answers(trial, Odds::Any, |game, window| {
            published_star2_tt(game, &mut table, faults, window, TO_THE_END)
        })
    })
}

#[test]
fn random_trees_reveal_e1_to_e3() {
    assert!(tally_of_star2(Odds::Equal, published_star2::figure_7).wrong_values > 0);
    assert!(tally_of_star2(Odds::Equal, published_star2::equations_2_and_3).wrong_values > 0);
    assert!(tally_of_star2(Odds::Any, published_star2::section_2_5).wrong_values > 0);
}

#[test]
fn random_trees_reveal_e5_and_e6() {
    assert!(tally_of_star2_tt(&[Fault::TakesFailedProbesForBounds]).wrong_values > 0);
    assert!(tally_of_star2_tt(&[Fault::SetsBothBounds]).wrong_values > 0);
}

/// So it is the errors that are revealed, and not what surrounds them.
#[test]
fn random_trees_find_nothing_wrong_with_the_rest() {
    for tally in [
        tally_of_star1(Odds::Equal, published_star1::figure_4),
        tally_of_star1(Odds::Any, published_star1::equation_4),
        tally_of_star2_tt(&[]),
    ] {
        assert!(tally.is_clean(), "{tally}");
    }
}

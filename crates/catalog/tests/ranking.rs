//! Moves in the order of what they are worth, with chances beside values.

use starmax_catalog::{Request, RootText, open_game};
use starmax_report::{Chance, Report};
use starmax_search::{Algorithm, Options};

fn search(position: &str, request: &Request<'_>) -> Report {
    let root = RootText {
        position: Some(position),
        roll: None,
    };
    open_game("backgammon")
        .unwrap()
        .search(root, request)
        .unwrap()
}

fn to_depth(depth: u32) -> Request<'static> {
    let options = Options {
        depth: Some(depth),
        ..Options::default()
    };
    Request {
        chances: true,
        ..options.into()
    }
}

/// The opening, a hit from the bar, a backgame, a race and two bearoffs.
const POSITIONS: [&str; 6] = [
    "4HPwATDgc/ABMA-31",
    "4HPMEwCwu8GAIg-min-51",
    "sHPwATDgc+QBUA-64",
    "2+4OAADs3hcAAA-52",
    "2x0AAGC7AQAAAA-61",
    "gwAAMAQAAAAAAA-21",
];

#[test]
fn the_first_moves_are_the_best_ones_with_exact_values() {
    for position in POSITIONS {
        for depth in [1, 2, 3] {
            let whole = search(
                position,
                &to_depth(depth).with(|options| options.top = Some(usize::MAX)),
            );
            let ranked = search(position, &to_depth(depth));
            let values = |report: &Report| -> Vec<_> {
                let moves = report.moves.iter().take(5);
                moves
                    .map(|mv| (mv.text.clone(), mv.value, mv.exact))
                    .collect()
            };
            assert_eq!(values(&ranked), values(&whole), "{position}");
            assert!(whole.moves.iter().all(|mv| mv.exact));
            assert!(ranked.moves.is_sorted_by_key(|mv| -mv.value));
            for mv in &ranked.moves {
                let exact = whole.moves.iter().find(|other| other.text == mv.text);
                let [lower, upper] = mv.bounds.unwrap();
                assert!(
                    (lower..=upper).contains(&exact.unwrap().value),
                    "{}",
                    mv.text
                );
                assert!((lower..=upper).contains(&mv.value), "{}", mv.text);
            }
        }
    }
}

#[test]
fn an_estimate_reads_as_one() {
    let report = search(POSITIONS[0], &to_depth(3));
    let text = report.text();
    let estimates = report.moves.iter().filter(|mv| !mv.exact);
    assert_eq!(text.matches("about ").count(), estimates.clone().count());
    assert_eq!(text.matches("at most ").count(), estimates.clone().count());
    assert!(estimates.count() > 0, "{text}");
    assert!(text.contains("exact to depth 3\n"), "{text}");
    assert!(!text.contains("proven"), "{text}");
}

fn equity(chances: &[Chance]) -> f64 {
    let rate = |ending| {
        chances
            .iter()
            .find(|chance| chance.ending == ending)
            .unwrap()
            .rate
    };
    2.0 * rate("win") - 1.0 + rate("win_gammon") + rate("win_backgammon")
        - rate("lose_gammon")
        - rate("lose_backgammon")
}

#[test]
fn chances_add_up_to_the_value() {
    let inexact = to_depth(5).with(|options| options.algorithm = Some(Algorithm::StaticReply));
    for position in POSITIONS {
        for request in [to_depth(1), to_depth(2), to_depth(3), inexact.clone()] {
            let report = search(position, &request);
            let value = report.value.unwrap();
            let found = equity(report.chances.as_deref().expect("a net tells"));
            assert!((found - value).abs() < 1e-5, "{position}: {found}, {value}");
            assert_eq!(report.chances, report.moves[0].chances);
            for mv in report.moves.iter().filter(|mv| mv.exact) {
                let found = equity(mv.chances.as_deref().expect("a net tells"));
                assert!((found - mv.value).abs() < 1e-5, "{position} {}", mv.text);
            }
        }
    }
}

#[test]
fn chances_are_those_of_the_player_who_sees_the_value() {
    let report = search("4HPwATDgc/ABMA", &to_depth(3));
    let chances = report.chances.clone().expect("a net tells");
    assert!((equity(&chances) - report.value.unwrap()).abs() < 1e-5);
    assert!(report.text().contains("\nchances  "), "{}", report.text());
}

#[test]
fn a_judge_that_knows_no_chances_shows_none() {
    for request in [
        to_depth(3).with(|options| options.evaluator = Some("pips".to_owned())),
        Request {
            chances: false,
            ..to_depth(3)
        },
    ] {
        let report = search(POSITIONS[0], &request);
        assert_eq!(report.chances, None);
        assert!(report.moves.iter().all(|mv| mv.chances.is_none()));
    }
}

#[test]
fn a_search_that_reuses_deeper_entries_claims_nothing() {
    let request = to_depth(3).with(|options| options.reuse_deeper = true);
    let report = search(POSITIONS[0], &request);
    assert!(!report.exact && report.bounds.is_none());
    assert!(
        report
            .moves
            .iter()
            .all(|mv| !mv.exact && mv.bounds.is_none())
    );
    assert!(report.text().contains("not exact\n"), "{}", report.text());
}

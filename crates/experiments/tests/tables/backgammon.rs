//! The tables of the thesis about backgammon, on a small scale.

use starmax_experiments::{Effort, Extent, find};
use starmax_report::Source;

use crate::{column, extent, measured, run};

#[test]
fn shares_of_expectimax_are_near_those_of_the_thesis() {
    let measured = measured("hauk-c1", &extent(60, 3));
    assert!(
        measured.remarks[0].contains("bit for bit, in 120 of 120"),
        "{:?}",
        measured.remarks
    );
    for (name, allowed) in [("star1_percent", 4.0), ("star2_percent", 10.0)] {
        let shares = column(&measured.cells, name);
        assert_eq!(shares.len(), 2);
        for cell in shares {
            let distance = cell.measured.mean - cell.published.unwrap().value();
            assert!(distance.abs() < allowed, "{cell:?}");
        }
    }
}

#[test]
fn most_probes_succeed() {
    let cells = run("hauk-5.2", &extent(40, 3));
    let means = column(&cells, "mean_percent");
    assert_eq!(means.len(), 1);
    assert!((50.0..90.0).contains(&means[0].measured.mean), "{means:?}");
}

#[test]
fn the_two_trials_have_positions_of_their_own() {
    let [one, two] = ["hauk-5.3", "hauk-5.4"].map(|table| run(table, &extent(20, 3)));
    let names: Vec<_> = one.iter().map(|cell| cell.column).collect();
    assert_eq!(names, ["average", "abs_average", "abs_sd"]);
    for (one, two) in one.iter().zip(&two) {
        assert_ne!(one.measured.mean, two.measured.mean);
        assert!(one.published.is_some() && two.published.is_some());
        assert_eq!(
            one.agreement(),
            None,
            "published figures are for the record"
        );
    }
}

#[test]
fn noise_makes_depth_worth_more() {
    let percent = |table| {
        let measured = measured(table, &extent(60, 3));
        assert!(
            measured.remarks[0].contains("depth 3 against 1")
                && measured.remarks[0].contains("(120 games)"),
            "{:?}",
            measured.remarks
        );
        column(&measured.cells, "percent_won_by_deep")[0].measured
    };
    let [quiet, noisy] = ["hauk-c3", "hauk-c5"].map(percent);
    assert!((40.0..60.0).contains(&quiet.mean), "{quiet:?}");
    assert!(noisy.mean > 50.0, "{noisy:?}");
}

/// The best reply is then the one with the best static value, and no filter drops the best move of these games.
#[test]
fn static_reply_plays_as_a_full_search_to_depth_3() {
    let [pruned, full] = ["hauk-c2", "hauk-c3"].map(|table| run(table, &extent(8, 3)));
    for (pruned, full) in pruned.iter().zip(&full) {
        assert_eq!(pruned.measured, full.measured);
    }
}

#[test]
fn every_pairing_has_a_thousand_games_unless_the_run_is_quick() {
    for table in ["hauk-c2", "hauk-c3", "hauk-c4", "hauk-c5"] {
        let pairs = |effort| {
            let mut extent = Extent::default();
            extent.effort = effort;
            let plans = find(table).unwrap().plans(&extent);
            let pairs: Vec<_> = plans.iter().map(|plan| plan.samples).collect();
            pairs
        };
        assert!(pairs(Effort::Usual).iter().all(|&pairs| pairs >= 500));
        assert!(pairs(Effort::Full).iter().all(|&pairs| pairs >= 500));
        assert!(pairs(Effort::Quick).iter().any(|&pairs| pairs < 500));
    }
    let plans = find("hauk-c1").unwrap().plans(&Extent::default());
    assert!(plans.iter().all(|plan| plan.samples == 500));
}

#[test]
fn tables_have_charts_of_their_own_figures() {
    for (table, charts) in [
        ("hauk-c1", 1),
        ("hauk-5.1", 1),
        ("hauk-5.2", 1),
        ("hauk-c2", 1),
        ("hauk-c5", 1),
    ] {
        let measured = measured(table, &extent(3, 3));
        assert_eq!(measured.charts.len(), charts, "{table}");
        for chart in &measured.charts {
            for source in [Source::Measured, Source::Published] {
                let mut series = chart.series.iter();
                assert!(series.any(|series| series.source == source), "{table}");
            }
        }
    }
}

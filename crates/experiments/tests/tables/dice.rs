//! The tables of the thesis and of Veness and Blair come out, on a small scale.

use starmax_experiments::{MeasuredTable, Run, find};
use starmax_report::Source;

use crate::{CREW, column, extent, measured, run};

#[test]
fn nodes_of_expectimax_are_those_of_the_thesis() {
    let cells = run("hauk-b4", &extent(500, 5));
    let nodes = column(&cells, "expectimax_mean");
    assert_eq!(nodes.len(), 3);
    for cell in nodes {
        let published = cell.published.unwrap();
        let distance = published.distance(cell.measured.mean);
        assert!(distance < 0.05 * published.value(), "{cell:?}");
    }
}

#[test]
fn shares_of_expectimax_are_those_of_the_thesis() {
    for table in ["hauk-b4", "hauk-b6"] {
        let cells = run(table, &extent(150, 5));
        for name in ["star1_percent", "star2_percent"] {
            let shares = column(&cells, name);
            assert_eq!(shares.len(), 3);
            for cell in shares {
                let distance = cell.measured.mean - cell.published.unwrap().value();
                assert!(distance.abs() < 6.0, "{cell:?}");
            }
        }
    }
}

#[test]
fn probe_efficiency_dips_at_depth_5() {
    let cells = run("hauk-b2", &extent(30, 5));
    let means = column(&cells, "mean_percent");
    assert_eq!(means.len(), 7 * 2);
    for pair in means.chunks(2) {
        assert!(
            pair[0].measured.mean > pair[1].measured.mean + 10.0,
            "{pair:?}"
        );
    }
}

#[test]
fn tables_of_one_board_share_their_measurements() {
    let nodes = measured("hauk-b4", &extent(10, 3));
    assert!(
        nodes.remarks[0].contains("bit for bit, in 20 of 20"),
        "{:?}",
        nodes.remarks
    );
    let efficiency = run("hauk-b2", &extent(10, 3));
    assert_eq!(efficiency.len(), 7 * 2);
}

#[test]
fn a_good_order_of_moves_saves_nodes() {
    let cells = run("hauk-b17", &extent(40, 3));
    let means = column(&cells, "nodes_mean");
    let [none, random, by_value, quick] = [0, 1, 2, 3].map(|place| means[place].measured.mean);
    assert!(by_value < none && by_value < random && quick < none && quick < random);
    assert!((by_value / quick - 1.0).abs() < 0.1);
}

#[test]
fn the_deeper_player_wins_more_often_than_not() {
    let cells = run("hauk-b1", &extent(300, 5));
    assert_eq!(cells.len(), 6);
    for cell in cells {
        let published = cell.published.unwrap().value();
        assert!(
            (cell.measured.mean - published).abs() < 4.0 * cell.measured.se,
            "{cell:?}"
        );
    }
}

#[test]
fn more_cutting_means_fewer_nodes_and_the_same_values() {
    let measured = measured("veness-1", &extent(8, 9));
    assert!(
        measured.remarks[0].contains("in 32 of 32"),
        "{:?}",
        measured.remarks
    );
    let deepest: Vec<f64> = (measured.cells.iter().rev().take(4).rev())
        .map(|cell| cell.measured.mean)
        .collect();
    assert!(
        deepest.is_sorted_by(|more, less| more > less),
        "{deepest:?}"
    );
}

#[test]
fn what_was_scaled_down_is_said() {
    let remarks = measured("hauk-b4", &extent(10, 1)).remarks;
    let last = remarks.last().unwrap();
    assert_eq!(
        *last,
        "Less than was published: 10 of 500 at board 5, depth 1; nothing at board 5, depth 3; board 5, depth 5; \
         board 5, depth 7; board 5, depth 9; board 5, depth 11; board 5, depth 13; board 5, depth 15."
    );
}

#[test]
fn every_table_has_charts_of_its_own_figures() {
    for (table, charts) in [
        ("hauk-b1", 1),
        ("hauk-b2", 1),
        ("hauk-b3", 0),
        ("hauk-b4", 1),
        ("hauk-b17", 1),
        ("veness-1", 1),
    ] {
        let measured = measured(table, &extent(4, 3));
        assert_eq!(measured.charts.len(), charts, "{table}");
        for chart in &measured.charts {
            let has = |source| {
                let series = chart.series.iter().filter(|series| series.source == source);
                series.map(|series| series.points.len()).sum::<usize>()
            };
            assert!(has(Source::Measured) > 0, "{table}");
            assert!(has(Source::Published) > 0 || table == "veness-1", "{table}");
            assert!(chart.to_svg().contains("</svg>"));
        }
    }
}

#[test]
fn everything_measured_is_shown_however_much_was_asked_for() {
    let mut run = Run::in_memory();
    let experiment = find("hauk-b4").unwrap();
    for (positions, depth) in [(10, 3), (4, 5)] {
        run.measure(experiment, &extent(positions, depth), &CREW, &mut |_| {})
            .unwrap();
    }
    let cells = MeasuredTable::of_all(experiment, run.results()).cells;
    let samples: Vec<u64> = (column(&cells, "expectimax_mean").iter())
        .map(|cell| cell.measured.samples)
        .collect();
    assert_eq!(samples, [10, 10, 4]);
}

//! Ballard's tables come out.

use std::num::NonZeroUsize;

use starmax_arena::Crew;
use starmax_experiments::{Agreement, Cell, Extent};

use crate::{CREW, measured_by, run};

/// 300 trees with up to 10 children per node.
fn small() -> Extent {
    let mut extent = Extent::default();
    extent.positions = NonZeroUsize::new(300);
    extent.max_n = Some(10);
    extent
}

fn assert_near(cell: &Cell, expected: f64, rounding: f64) {
    let distance = (cell.measured.mean - expected).abs();
    assert!(
        distance <= 4.0 * cell.measured.se + rounding,
        "expected {expected}: {cell:?}"
    );
}

#[test]
fn all_figures_of_table_1_are_equal() {
    let cells = run("ballard-1", &Extent::default());
    assert_eq!(cells.len(), 8 * 4);
    for cell in &cells {
        assert_eq!(cell.agreement(), Some(Agreement::Equal), "{cell:?}");
        if cell.column.ends_with("leaves") {
            assert_eq!(cell.ratio(), Some(1.0), "{cell:?}");
        }
    }
}

#[test]
fn table_2_without_the_clip_is_what_another_program_counted() {
    let cells = run("ballard-2", &small());
    let column = |name| cells.iter().filter(move |cell| cell.column == name);
    // From an independent implementation; the published ones are rounded.
    let expected = [7.13, 53.87, 177.5, 416.6, 808.7];
    assert_eq!(column("unclipped_leaves").count(), expected.len());
    for (cell, expected) in column("unclipped_leaves").zip(expected) {
        assert_near(cell, expected, 0.0);
    }
    for (clipped, unclipped) in column("leaves").zip(column("unclipped_leaves")) {
        assert!(clipped.measured.mean < unclipped.measured.mean);
        assert_eq!(clipped.published, unclipped.published);
    }
}

#[test]
fn table_3_comes_out() {
    let cells = run("ballard-3", &small());
    assert_eq!(cells.len(), 4 * 4);
    for cell in &cells {
        let published = cell.published.expect("every column was published");
        let rounding = if published.decimals() == 0 { 0.5 } else { 0.05 };
        assert_near(cell, published.value(), rounding);
    }
}

#[test]
fn a_cell_is_one_line_of_json() {
    let mut extent = Extent::default();
    extent.max_n = Some(4);
    let lines: Vec<String> = (run("ballard-1", &extent).iter())
        .map(|cell| serde_json::to_string(cell).unwrap())
        .collect();
    assert_eq!(lines.len(), 8);
    assert_eq!(
        lines[4],
        r#"{"table":"ballard-1","row":{"n":4},"column":"star1_leaves","published":40,"measured":40,"se":0,"samples":1}"#
    );
    assert_eq!(
        lines[7],
        r#"{"table":"ballard-1","row":{"n":4},"column":"star2_percent","published":39.1,"measured":39.0625,"se":0,"samples":1}"#
    );
}

#[test]
fn the_seed_alone_decides_whatever_the_number_of_threads() {
    let with_threads = |threads| {
        let crew = Crew {
            threads: NonZeroUsize::new(threads).unwrap(),
            ..CREW
        };
        measured_by(&crew, "ballard-3", &small()).cells
    };
    assert_eq!(with_threads(1), with_threads(3));

    let mut other = small();
    other.seed += 1;
    assert_ne!(run("ballard-3", &other), with_threads(1));
}

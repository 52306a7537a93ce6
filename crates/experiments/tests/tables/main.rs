//! The published tables, measured again.

mod backgammon;
mod ballard;
mod dice;
mod running;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use starmax_arena::Crew;
use starmax_experiments::{Cell, Extent, MeasuredTable, Run, find};

static NEVER: AtomicBool = AtomicBool::new(false);

static CREW: Crew<'_> = Crew {
    threads: NonZeroUsize::new(2).expect("two"),
    stop: &NEVER,
};

fn extent(positions: usize, max_depth: u32) -> Extent {
    let mut extent = Extent::default();
    extent.positions = NonZeroUsize::new(positions);
    extent.max_depth = Some(max_depth);
    extent
}

fn column(cells: &[Cell], name: &str) -> Vec<Cell> {
    let column = cells.iter().filter(|cell| cell.column == name);
    column.cloned().collect()
}

fn run(table: &str, extent: &Extent) -> Vec<Cell> {
    measured(table, extent).cells
}

fn measured(table: &str, extent: &Extent) -> MeasuredTable {
    measured_by(&CREW, table, extent)
}

fn measured_by(crew: &Crew<'_>, table: &str, extent: &Extent) -> MeasuredTable {
    let mut run = Run::in_memory();
    let experiment = find(table).unwrap();
    run.measure(experiment, extent, crew, &mut |_| {}).unwrap();
    MeasuredTable::new(experiment, extent, run.results())
}

//! The published tables, measured again.

mod backgammon;
mod ballard;
mod dice;
mod running;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use starmax_arena::Crew;
use starmax_experiments::{Cell, Extent, Outcome, Run, find};

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
    outcome(table, extent).cells
}

fn outcome(table: &str, extent: &Extent) -> Outcome {
    outcome_by(&CREW, table, extent)
}

fn outcome_by(crew: &Crew<'_>, table: &str, extent: &Extent) -> Outcome {
    let mut run = Run::in_memory();
    let experiment = find(table).unwrap();
    run.measure(experiment, extent, crew, &mut |_| {}).unwrap();
    Outcome::new(experiment, extent, run.results())
}

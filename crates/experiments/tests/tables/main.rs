//! The published tables, measured again.

mod ballard;
mod dice;
mod running;

use std::sync::atomic::AtomicBool;

use starmax_experiments::{Cell, Extent, Outcome, Run, find};

static NEVER: AtomicBool = AtomicBool::new(false);

fn run(table: &str, extent: &Extent) -> Vec<Cell> {
    outcome(table, extent).cells
}

fn outcome(table: &str, extent: &Extent) -> Outcome {
    let mut run = Run::in_memory();
    let experiment = find(table).unwrap();
    run.measure(experiment, extent, &NEVER, &|_| {}).unwrap();
    Outcome::new(experiment, extent, run.results())
}

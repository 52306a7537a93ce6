//! Progress, stopping, and going on.

use std::fs;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use starmax_arena::Crew;
use starmax_experiments::{Extent, MeasuredTable, Run, RunError, csv_table, find};

use crate::CREW;

/// Three small rows.
fn small() -> Extent {
    let mut extent = Extent::default();
    extent.positions = NonZeroUsize::new(20);
    extent.max_depth = Some(5);
    extent
}

const TABLE: &str = "hauk-b4";

fn table(run: &Run) -> String {
    csv_table(&MeasuredTable::new(find(TABLE).unwrap(), &small(), run.results()).cells)
}

/// Measures until so many results are there.
fn measure_some(run: &mut Run, results: usize) -> Result<(), RunError> {
    let stop = AtomicBool::new(false);
    let crew = Crew {
        stop: &stop,
        ..CREW
    };
    let mut count = 0;
    run.measure(find(TABLE).unwrap(), &small(), &crew, &mut |_| {
        count += 1;
        stop.store(count >= results, Ordering::Relaxed);
    })
}

fn uninterrupted() -> String {
    let mut run = Run::in_memory();
    measure_some(&mut run, usize::MAX).unwrap();
    table(&run)
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("measurements.jsonl");
    let mut lines = 0;
    for results in [1, 70, 140] {
        let mut run = Run::in_file(&file, small().seed).unwrap();
        assert!(matches!(
            measure_some(&mut run, results - lines),
            Err(RunError::Stopped(_))
        ));
        lines = fs::read_to_string(&file).unwrap().lines().count() - 1;
        assert!(lines >= results, "{lines} of {results}");
    }
    // As if it was killed while it wrote.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.len() - 10]).unwrap();

    let mut run = Run::in_file(&file, small().seed).unwrap();
    measure_some(&mut run, usize::MAX).unwrap();
    assert_eq!(table(&run), uninterrupted());
    let lines = fs::read_to_string(&file).unwrap().lines().count();
    assert_eq!(lines, 1 + 3 * 3 * 20, "nothing was measured twice");
}

#[test]
fn only_complete_rows_are_shown() {
    let mut run = Run::in_memory();
    let stopped = measure_some(&mut run, 80);
    assert!(stopped.is_err());
    let whole = uninterrupted();
    let first_row: Vec<&str> = whole
        .lines()
        .filter(|line| line.contains(",5,1,"))
        .collect();
    assert!(!first_row.is_empty());
    let partial = table(&run);
    assert!(first_row.iter().all(|line| partial.contains(line)));
    assert!(!partial.contains(",5,3,"), "{partial}");
}

#[test]
fn progress_ends_where_everything_is_done() {
    let mut run = Run::in_memory();
    let experiments = [find(TABLE).unwrap(), find("hauk-b2").unwrap()];
    let before = run.work(&experiments[..1], &small());
    assert_eq!(before.done, 0);
    let mut done = 0;
    run.measure(experiments[0], &small(), &CREW, &mut |task| {
        done += task.cost;
    })
    .unwrap();
    let after = run.work(&experiments[..1], &small());
    assert_eq!((after.done, after.total), (before.total, before.total));
    assert_eq!(done, after.total);
    let both = run.work(&experiments, &small());
    assert_eq!(both.done, after.done, "what tables share counts once");
    assert!(both.total > both.done);
}

#[test]
fn what_rows_of_a_table_share_is_measured_once() {
    let mut run = Run::in_memory();
    let mut extent = small();
    extent.positions = NonZeroUsize::new(1);
    let mut measured = Vec::new();
    run.measure(find("hauk-5.3").unwrap(), &extent, &CREW, &mut |task| {
        measured.push(task.id.clone());
    })
    .unwrap();
    measured.sort();
    let tasks = [1, 3, 5].map(|depth| format!("backgammon trial A depth {depth}"));
    assert_eq!(measured, tasks);
}

#[test]
fn a_file_of_another_seed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("measurements.jsonl");
    drop(Run::in_file(&file, 1).unwrap());
    let error = Run::in_file(&file, 2).unwrap_err().to_string();
    assert!(error.contains("another run"), "{error}");
}

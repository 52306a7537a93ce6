use std::fs;
use std::num::NonZeroUsize;

use starmax_testkit::{Flip, Flips, flip_bits, quick_folder};

use super::*;
use crate::{MeasuredTable, csv_table, find};

const TABLE: &str = "ballard-3";

fn extent() -> Extent {
    Extent {
        positions: NonZeroUsize::new(6),
        max_n: Some(4),
        ..Extent::default()
    }
}

fn crew(stop: &AtomicBool) -> Crew<'_> {
    Crew {
        threads: NonZeroUsize::MIN,
        stop,
    }
}

/// Measures what is missing, and returns the table.
fn table(run: &mut Run) -> String {
    let (experiment, extent) = (find(TABLE).unwrap(), extent());
    run.measure(
        experiment,
        &extent,
        &crew(&AtomicBool::new(false)),
        &mut |_| {},
    )
    .unwrap();
    csv_table(&MeasuredTable::new(experiment, &extent, run.results()).cells)
}

fn heading() -> Heading {
    Heading {
        seed: 1,
        fingerprint: "0123456789abcdef".to_owned(),
    }
}

#[test]
fn no_flipped_bit_makes_another_table() {
    let folder = quick_folder();
    let file = folder.path().join("measurements.jsonl");
    let tasks = all_tasks();
    let expected = table(&mut Run::under_heading(&file, &heading(), &tasks).unwrap());
    let whole = fs::read(&file).unwrap();
    let flips = flip_bits(&whole, |bytes| {
        fs::write(&file, bytes).unwrap();
        let Ok(mut run) = Run::under_heading(&file, &heading(), &tasks) else {
            assert!(fs::read(&file).unwrap() == bytes, "nothing was changed");
            return Flip::Detected;
        };
        assert_eq!(table(&mut run), expected);
        match run.damaged() {
            [] => Flip::NoEffect,
            _ => Flip::Detected,
        }
    });
    let expected = Flips {
        detected: 998,
        without_effect: 2,
    };
    assert_eq!(flips, expected);
}

#[test]
fn figures_that_no_task_can_find_are_an_error_that_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let search = "dice 5x5 depth 3 star2";
    let tasks = all_tasks();
    let figures = |nodes: f64, leaves: f64, value: f64| {
        let figures = [
            ("nodes", nodes),
            ("leaves", leaves),
            ("value", value),
            ("seconds", 0.5),
        ];
        crate::plan::sample(figures)
    };
    let won = |won| crate::plan::sample([("won", won)]);
    for (number, (task, figures, expected)) in [
        (
            search,
            figures(10.0, 11.0, 0.0),
            "no more leaves than nodes",
        ),
        (
            search,
            figures(10.5, 9.0, 0.0),
            "another figure of \"nodes\"",
        ),
        (
            search,
            figures(10.0, 9.0, 1e300),
            "another figure of \"value\"",
        ),
        (
            search,
            won(0.5),
            "the figures nodes, leaves, seconds, value",
        ),
        (
            "dice 7x7 tournament depth 1 against 3",
            won(1.5),
            "another figure of \"won\"",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(tasks.contains_key(task), "{task}");
        let file = folder.path().join(number.to_string());
        let (mut journal, _) = Journal::<Record>::open(&file, &heading()).unwrap();
        let record = Record {
            task: task.to_owned(),
            number: 0,
            figures,
        };
        journal.append(&record).unwrap();
        drop(journal);
        let error = Run::under_heading(&file, &heading(), &tasks)
            .unwrap_err()
            .to_string();
        assert!(error.contains(task) && error.contains(expected), "{error}");
    }
}

/// What a run writes it can read.
#[test]
fn what_is_measured_can_be_found() {
    let draw = Draw {
        seed: 3,
        number: 0,
        stop: &AtomicBool::new(false),
    };
    for task in all_tasks().values().filter(|task| task.cost < 100_000) {
        let figures = task.measure(draw).unwrap();
        assert_eq!(task.can_find(&figures), Ok(()), "{}: {figures:?}", task.id);
    }
}

//! Measuring: in parallel, each result written down at once.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use serde::Serialize;
use starmax_games::mix;
use starmax_journal::{Journal, JournalError};
use thiserror::Error;

use crate::plan::{Draw, Record, Task};
use crate::{EXPERIMENTS, Experiment, Extent, Results, Stopped};

/// Measurements, kept in memory and, if wanted, in a file from which a later run goes on.
#[derive(Debug, Default)]
pub struct Run {
    results: Results,
    journal: Option<Journal<Record>>,
}

/// The first line of the file: which measurements can be shared.
#[derive(Serialize)]
struct Heading {
    seed: u64,
    /// What the searches of this program find at a few positions: others if they were changed since.
    fingerprint: String,
}

impl Heading {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            fingerprint: format!("{:016x}", fingerprint(seed)),
        }
    }
}

/// A small measurement of every experiment, without its seconds, in one number.
fn fingerprint(seed: u64) -> u64 {
    const SMALL: RangeInclusive<u64> = 1_000..=100_000;
    let draw = Draw {
        seed,
        number: 0,
        stop: &AtomicBool::new(false),
    };
    let small = |experiment: &&dyn Experiment| {
        let plans = experiment.plans(&Extent::default()).into_iter();
        let mut tasks = plans.flat_map(|plan| plan.tasks);
        tasks.find(|task| SMALL.contains(&task.cost))
    };
    let samples = (EXPERIMENTS.iter().filter_map(small)).filter_map(|task| task.measure(draw).ok());
    let figures = samples.flatten().filter(|(name, _)| name != "seconds");
    figures.fold(0, |all, (_, figure)| mix(all ^ figure.to_bits()))
}

/// Why measuring ended early.
#[derive(Debug, Error)]
pub enum RunError {
    /// It was asked to.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A result could not be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress<'a> {
    /// Work done, in nodes.
    pub done: u64,
    /// All the work, in nodes.
    pub total: u64,
    /// What was measured last.
    pub task: &'a str,
}

impl Run {
    /// Measurements that are gone when the program ends.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Measurements that are written to `file`, together with those that it has already.
    ///
    /// # Errors
    /// When the file cannot be used, or was written under another seed, or before the searches were changed.
    pub fn in_file(file: &Path, seed: u64) -> Result<Self, JournalError> {
        let (journal, records) = Journal::open(file, &Heading::new(seed))?;
        let mut results = Results::default();
        for record in records {
            results.insert(record);
        }
        Ok(Self {
            results,
            journal: Some(journal),
        })
    }

    /// Everything measured so far.
    #[must_use]
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Measures what an experiment needs and what is not there yet, on all threads of the current rayon pool.
    ///
    /// What is measured depends on the extent and not on the threads; only seconds do.
    ///
    /// # Errors
    /// When `stop` was set, or a result could not be written down. What was measured before is kept.
    pub fn measure(
        &mut self,
        experiment: &dyn Experiment,
        extent: &Extent,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<(), RunError> {
        let plans = experiment.plans(extent);
        let all = plans.iter().flat_map(|plan| {
            (plan.tasks.iter())
                .flat_map(|task| (0..plan.samples as u64).map(move |number| (task, number)))
        });
        let mut wanted: Vec<(&Task, u64)> = Vec::new();
        let (mut done, mut total) = (0, 0);
        for (task, number) in all {
            total += task.cost;
            if self.results.has(&task.id, number) {
                done += task.cost;
            } else {
                wanted.push((task, number));
            }
        }
        let shared = Mutex::new((self, done, None));
        let measured = (wanted.into_par_iter().with_max_len(1)).try_for_each(|(task, number)| {
            let draw = Draw {
                seed: extent.seed,
                number,
                stop,
            };
            draw.go_on()?;
            let figures = task.measure(draw)?;
            let mut guard = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (run, done, failure) = &mut *guard;
            let record = Record {
                task: task.id.clone(),
                number,
                figures,
            };
            if failure.is_none() {
                *failure = run.keep(record).err();
            }
            if failure.is_some() {
                return Err(Stopped);
            }
            *done += task.cost;
            progress(Progress {
                done: *done,
                total,
                task: &task.id,
            });
            Ok(())
        });
        let (_, _, failure) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failure {
            Some(failure) => Err(failure.into()),
            None => Ok(measured?),
        }
    }

    fn keep(&mut self, record: Record) -> Result<(), JournalError> {
        if let Some(journal) = &mut self.journal {
            journal.append(&record)?;
        }
        self.results.insert(record);
        Ok(())
    }
}

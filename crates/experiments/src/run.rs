//! Measuring: in parallel, each result written down at once.

use std::collections::{BTreeMap, BTreeSet};
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

/// All measurements of a size between these two, once each and without their seconds, in one number. Every algorithm and every
/// order of moves is among them.
fn fingerprint(seed: u64) -> u64 {
    const SIZES: RangeInclusive<u64> = 1_000..=30_000;
    let draw = Draw {
        seed,
        number: 0,
        stop: &AtomicBool::new(false),
    };
    let plans = (EXPERIMENTS.iter()).flat_map(|experiment| experiment.plans(&Extent::default()));
    let tasks = plans.flat_map(|plan| plan.tasks);
    let small: BTreeMap<String, Task> = tasks
        .filter(|task| SIZES.contains(&task.cost))
        .map(|task| (task.id.clone(), task))
        .collect();
    let samples = small.values().filter_map(|task| task.measure(draw).ok());
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Work done, in nodes.
    pub done: u64,
    /// All the work, in nodes.
    pub total: u64,
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

    /// How much some experiments need together, and how much of it is there.
    #[must_use]
    pub fn work(&self, experiments: &[&dyn Experiment], extent: &Extent) -> Progress {
        let plans = experiments
            .iter()
            .flat_map(|experiment| experiment.plans(extent));
        let mut seen = BTreeSet::new();
        let mut work = Progress { done: 0, total: 0 };
        for plan in plans {
            for task in plan.tasks {
                for number in 0..plan.samples as u64 {
                    if seen.insert((task.id.clone(), number)) {
                        work.total += task.cost;
                        work.done += task.cost * u64::from(self.results.has(&task.id, number));
                    }
                }
            }
        }
        work
    }

    /// Measures what an experiment needs and what is not there yet, on all threads of the current rayon pool.
    ///
    /// What is measured depends on the extent and not on the threads; only seconds do. `progress` hears of every measurement.
    ///
    /// # Errors
    /// When `stop` was set, or a result could not be written down. What was measured before is kept.
    pub fn measure(
        &mut self,
        experiment: &dyn Experiment,
        extent: &Extent,
        stop: &AtomicBool,
        progress: &(dyn Fn(&Task) + Sync),
    ) -> Result<(), RunError> {
        let plans = experiment.plans(extent);
        let all = plans.iter().flat_map(|plan| {
            (plan.tasks.iter())
                .flat_map(|task| (0..plan.samples as u64).map(move |number| (task, number)))
        });
        let mut seen = BTreeSet::new();
        let wanted: Vec<(&Task, u64)> = all
            .filter(|(task, number)| !self.results.has(&task.id, *number))
            .filter(|(task, number)| seen.insert((task.id.as_str(), *number)))
            .collect();
        let shared = Mutex::new((self, None));
        let measured = (wanted.into_par_iter().with_max_len(1)).try_for_each(|(task, number)| {
            let draw = Draw {
                seed: extent.seed,
                number,
                stop,
            };
            draw.go_on()?;
            let figures = task.measure(draw)?;
            let mut guard = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (run, failure) = &mut *guard;
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
            progress(task);
            Ok(())
        });
        let (_, failure) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
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

//! Measuring: in parallel, each result written down at once.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use starmax_arena::Crew;
use starmax_files::Shard;
use starmax_files::journal::{Damage, Earlier, Journal, JournalError};
use starmax_games::mix;
use thiserror::Error;

use crate::plan::{Draw, Record, Sample, Task};
use crate::{EXPERIMENTS, Experiment, Extent, Results, Stopped, Work};

/// Measurements, kept in memory and, if wanted, in a file from which a later run goes on.
#[derive(Debug, Default)]
pub struct Run {
    results: Results,
    journal: Option<Journal<Record>>,
    damaged: Vec<Damage>,
}

/// The first line of the file: which measurements can be shared.
#[derive(Serialize)]
struct Heading {
    seed: u64,
    /// What the searches of this program find at a few positions: others if they were changed since.
    fingerprint: String,
}

impl Heading {
    fn new(seed: u64, tasks: &Tasks) -> Self {
        Self {
            seed,
            fingerprint: format!("{:016x}", fingerprint(seed, tasks)),
        }
    }
}

/// All measurements of a size between these two, once each and without their seconds, in one number. Every algorithm and every
/// order of moves is among them.
fn fingerprint(seed: u64, tasks: &Tasks) -> u64 {
    const SIZES: RangeInclusive<u64> = 1_000..=30_000;
    let draw = Draw {
        seed,
        number: 0,
        stop: &AtomicBool::new(false),
    };
    let small = (tasks.values()).filter(|task| SIZES.contains(&task.cost));
    let samples = small.filter_map(|task| task.measure(draw).ok());
    let figures = samples.flatten().filter(|(name, _)| name != "seconds");
    figures.fold(0, |all, (_, figure)| mix(all ^ figure.to_bits()))
}

/// Tasks by their names.
type Tasks = BTreeMap<String, Task>;

/// The tasks of all experiments.
fn all_tasks() -> Tasks {
    let plans = (EXPERIMENTS.iter()).flat_map(|experiment| experiment.plans(&Extent::default()));
    let tasks = plans.flat_map(|plan| plan.tasks);
    tasks.map(|task| (task.id.clone(), task)).collect()
}

/// Why measuring ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// It was asked to.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No thread could be started.
    #[error("no thread could be started: {0}")]
    NoThread(io::Error),
    /// A result could not be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A result in a file that no measurement can have.
    #[error("{path}: found {found:?} of \"{task}\", expected {expected}; remove that line, or choose another file", path = path.display())]
    NoSuchResult {
        /// The file.
        path: PathBuf,
        /// What was measured.
        task: String,
        /// The figures.
        found: Sample,
        /// What it could have.
        expected: String,
    },
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunProgress {
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
    /// When the file cannot be used, or was written under another seed, or before the searches were changed, or has a result that none of
    /// them can find.
    pub fn in_file(file: &Path, seed: u64) -> Result<Self, RunError> {
        let tasks = all_tasks();
        Self::under_heading(file, &Heading::new(seed, &tasks), &tasks)
    }

    /// Measurements of a shard of some work, in a file of its own.
    ///
    /// # Errors
    /// As [`Run::in_file`], and when the file is that of another shard or of other work.
    pub fn of_shard(file: &Path, work: &Work, shard: Shard) -> Result<Self, RunError> {
        let tasks = all_tasks();
        let heading = Heading::new(work.seed(), &tasks);
        let opened = Journal::open_part(file, &heading, work.part(shard))?;
        Self::with_journal(file, opened, &tasks)
    }

    fn under_heading(file: &Path, heading: &Heading, tasks: &Tasks) -> Result<Self, RunError> {
        Self::with_journal(file, Journal::open(file, heading)?, tasks)
    }

    fn with_journal(
        file: &Path,
        (journal, earlier): (Journal<Record>, Earlier<Record>),
        tasks: &Tasks,
    ) -> Result<Self, RunError> {
        let mut results = Results::default();
        for record in earlier.results {
            let task = tasks.get(&record.task);
            if let Some(Err(expected)) = task.map(|task| task.can_find(&record.figures)) {
                return Err(RunError::NoSuchResult {
                    path: file.to_owned(),
                    task: record.task,
                    found: record.figures,
                    expected,
                });
            }
            results.insert(record);
        }
        Ok(Self {
            results,
            journal: Some(journal),
            damaged: earlier.damaged,
        })
    }

    /// Lines of the file that were damaged. They are gone, and what they said is measured again where it is needed.
    #[must_use]
    pub fn damaged(&self) -> &[Damage] {
        &self.damaged
    }

    /// Everything measured so far.
    #[must_use]
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// How much some experiments need together, and how much of it is there.
    #[must_use]
    pub fn work(&self, experiments: &[&dyn Experiment], extent: &Extent) -> RunProgress {
        let plans = experiments
            .iter()
            .flat_map(|experiment| experiment.plans(extent));
        let mut seen = BTreeSet::new();
        let mut work = RunProgress { done: 0, total: 0 };
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

    /// Measures what an experiment needs and what is not there yet.
    ///
    /// What is measured depends on the extent and not on the threads; only seconds do. `progress` hears of every measurement.
    ///
    /// # Errors
    /// When the crew was told to stop or has no thread, or a result could not be written down. What was measured before is kept.
    pub fn measure(
        &mut self,
        experiment: &dyn Experiment,
        extent: &Extent,
        crew: &Crew<'_>,
        progress: &mut dyn FnMut(&Task),
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
        self.measure_all(wanted, extent.seed, crew, progress)
    }

    /// Measures the pieces of a shard of some work that are not there yet.
    ///
    /// # Errors
    /// As [`Run::measure`].
    pub fn measure_shard(
        &mut self,
        work: &Work,
        shard: Shard,
        crew: &Crew<'_>,
        progress: &mut dyn FnMut(&Task),
    ) -> Result<(), RunError> {
        let wanted = work.missing(shard, &self.results).collect();
        self.measure_all(wanted, work.seed(), crew, progress)
    }

    /// Puts the file in an order that does not depend on when something was measured.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn arrange(&mut self) -> Result<(), RunError> {
        match &mut self.journal {
            Some(journal) => Ok(journal.arrange(|one, two| one.place().cmp(&two.place()))?),
            None => Ok(()),
        }
    }

    fn measure_all(
        &mut self,
        wanted: Vec<(&Task, u64)>,
        seed: u64,
        crew: &Crew<'_>,
        progress: &mut dyn FnMut(&Task),
    ) -> Result<(), RunError> {
        let draw = |number| Draw {
            seed,
            number,
            stop: crew.stop,
        };
        let (mut missing, mut failure) = (wanted.len(), None);
        crew.share(
            wanted,
            || (),
            |(), (task, number)| (task, number, task.measure(draw(number))),
            |(task, number, figures)| {
                let Ok(figures) = figures else {
                    return ControlFlow::Break(());
                };
                let task_id = task.id.clone();
                failure = self
                    .keep(Record {
                        task: task_id,
                        number,
                        figures,
                    })
                    .err();
                if failure.is_some() {
                    return ControlFlow::Break(());
                }
                missing -= 1;
                progress(task);
                ControlFlow::Continue(())
            },
        )
        .map_err(RunError::NoThread)?;
        match failure {
            Some(failure) => Err(failure.into()),
            None if missing > 0 => Err(Stopped.into()),
            None => Ok(()),
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

#[cfg(test)]
mod tests;

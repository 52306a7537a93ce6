//! What has to be measured, piece by piece.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Row;
use crate::search::{self, PROBE_PERCENT};

/// Some rows of a table and the measurements they need.
pub struct Plan {
    /// What the rows are about.
    pub row: Row,
    /// How many positions (trees, pairs of games) the paper took.
    pub published: usize,
    /// How many are measured here; 0 if the rows are left out.
    pub samples: usize,
    /// The measurements, each of them made `samples` times.
    pub tasks: Vec<Task>,
}

impl Plan {
    /// What is less than in the paper, if anything is: how much there is, and of how much.
    fn scaled(&self) -> Option<String> {
        let Self {
            published, samples, ..
        } = self;
        match samples {
            0 => Some("nothing".to_owned()),
            _ if samples < published => Some(format!("{samples} of {published}")),
            _ => None,
        }
    }

    /// A sentence about all that is less than in the paper, if anything is.
    pub(crate) fn scaled_of(plans: &[Self]) -> Option<String> {
        let scaled: Vec<(String, Vec<String>)> = plans
            .iter()
            .filter_map(|plan| Some((plan.scaled()?, plan.row.to_string())))
            .fold(
                Vec::new(),
                |mut groups: Vec<(String, Vec<String>)>, (scaled, row)| {
                    match groups.iter_mut().find(|(other, _)| *other == scaled) {
                        Some((_, rows)) => rows.push(row),
                        None => groups.push((scaled, vec![row])),
                    }
                    groups
                },
            );
        let parts: Vec<String> = (scaled.iter())
            .map(|(scaled, rows)| {
                if rows.len() == plans.len() {
                    format!("{scaled} in every row")
                } else {
                    format!("{scaled} at {}", rows.join("; "))
                }
            })
            .collect();
        (!parts.is_empty()).then(|| format!("Less than was published: {}.", parts.join("; ")))
    }
}

/// A measurement that is made at many positions.
pub struct Task {
    /// Says what is measured and tells it from everything else: tables that need the same share it.
    pub id: String,
    /// About how many nodes one measurement visits.
    pub cost: u64,
    /// The names of the figures that every measurement gives.
    figures: Vec<&'static str>,
    measure: Box<Measure>,
}

type Measure = dyn Fn(Draw<'_>) -> Result<Sample, Stopped> + Send + Sync;

impl Task {
    /// A measurement that gives the figures of a search.
    pub(crate) fn new(
        id: String,
        nodes: f64,
        measure: impl Fn(Draw<'_>) -> Result<Sample, Stopped> + Send + Sync + 'static,
    ) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of nodes"
        )]
        let cost = nodes.round() as u64;
        Self {
            id,
            cost,
            figures: search::FIGURES.to_vec(),
            measure: Box::new(measure),
        }
    }

    /// The same task, which gives other figures.
    pub(crate) fn giving(self, figures: impl Into<Vec<&'static str>>) -> Self {
        Self {
            figures: figures.into(),
            ..self
        }
    }

    /// Whether a measurement of this task can have found these figures; else what was expected.
    pub(crate) fn can_find(&self, found: &Sample) -> Result<(), String> {
        let names = || found.keys().map(String::as_str);
        let has_all = self.figures.iter().all(|name| found.contains_key(*name));
        let is_expected = |name: &str| self.figures.contains(&name) || name == PROBE_PERCENT;
        if !has_all || !names().all(is_expected) {
            return Err(format!("the figures {}", self.figures.join(", ")));
        }
        for (name, &figure) in found {
            if !can_be(name, figure) {
                return Err(format!("another figure of \"{name}\""));
            }
        }
        match (found.get("leaves"), found.get("nodes")) {
            (Some(leaves), Some(nodes)) if leaves > nodes => {
                Err("no more leaves than nodes".to_owned())
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn measure(&self, draw: Draw<'_>) -> Result<Sample, Stopped> {
        (self.measure)(draw)
    }
}

/// Whether a figure of this name can be so much.
fn can_be(name: &str, figure: f64) -> bool {
    /// In points, of which backgammon brings the most.
    const LARGEST_VALUE: f64 = 3.0;
    // Some searches of Ballard's trees look at leaves twice.
    const MOST_PERCENT: f64 = 200.0;
    match name {
        "won" => (0.0..=1.0).contains(&figure),
        "value" | "points" => figure.abs() <= LARGEST_VALUE,
        "seconds" => figure >= 0.0 && figure.is_finite(),
        PROBE_PERCENT => (0.0..=100.0).contains(&figure),
        name if name.ends_with("percent") => (0.0..=MOST_PERCENT).contains(&figure),
        _ => figure >= 0.0 && figure.fract() == 0.0,
    }
}

/// Which position to measure at.
#[derive(Clone, Copy)]
pub(crate) struct Draw<'a> {
    pub(crate) seed: u64,
    /// Counted from 0.
    pub(crate) number: u64,
    /// Once it is set, the measurement ends soon.
    pub(crate) stop: &'a AtomicBool,
}

impl Draw<'_> {
    pub(crate) fn go_on(&self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}

/// What was measured at one position: figures by their names.
pub type Sample = BTreeMap<String, f64>;

pub(crate) fn sample<const N: usize>(figures: [(&str, f64); N]) -> Sample {
    figures
        .map(|(name, figure)| (name.to_owned(), figure))
        .into()
}

/// One measurement as it is written down.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// The [`Task::id`].
    pub task: String,
    /// Which position, counted from 0.
    pub number: u64,
    /// What was found.
    pub figures: Sample,
}

impl Record {
    /// Where it stands among all measurements.
    #[must_use]
    pub fn place(&self) -> impl Ord + use<'_> {
        (self.task.as_str(), self.number)
    }
}

/// Everything that was measured so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results(BTreeMap<String, BTreeMap<u64, Sample>>);

impl Results {
    pub(crate) fn insert(&mut self, record: Record) {
        let samples = self.0.entry(record.task).or_default();
        samples.insert(record.number, record.figures);
    }

    pub(crate) fn has(&self, task: &str, number: u64) -> bool {
        (self.0.get(task)).is_some_and(|samples| samples.contains_key(&number))
    }

    /// How many samples all tasks of a plan have, without a gap from the first one.
    pub(crate) fn common(&self, plan: &Plan) -> usize {
        let without_gap = |task: &Task| {
            let numbers = self.0.get(&task.id).into_iter().flat_map(BTreeMap::keys);
            numbers
                .zip(0..)
                .take_while(|&(&number, place)| number == place)
                .count()
        };
        plan.tasks.iter().map(without_gap).min().unwrap_or(0)
    }

    /// Whether all that a plan needs was measured.
    #[must_use]
    pub fn are_complete(&self, plan: &Plan) -> bool {
        let numbers = || 0..plan.samples as u64;
        plan.samples > 0
            && (plan.tasks.iter()).all(|task| numbers().all(|number| self.has(&task.id, number)))
    }

    /// One figure of the first `count` samples of a task, where it was found.
    pub(crate) fn figures(&self, task: &str, name: &str, count: usize) -> Vec<f64> {
        let samples = self.0.get(task).into_iter().flatten();
        samples
            .take_while(|&(&number, _)| number < count as u64)
            .filter_map(|(_, figures)| figures.get(name).copied())
            .collect()
    }
}

/// The run was stopped before its end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("stopped before everything was measured")]
pub struct Stopped;

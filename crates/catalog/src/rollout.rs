//! Rollouts: values from many games that are played on from a position.

mod behind;
mod options;
mod part;

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;
use starmax_arena::rollout::{
    Candidate, Job, LONGEST_TRIAL, RolloutStanding, Status, StopRules, Trial,
};
use starmax_arena::{Crew, Moments};
use starmax_core::{Bounds, Player};
use starmax_files::Shard;
use starmax_report::{
    Chance, Margin, Other, PlayedTrial, Reading, RolledOut, RolloutCost, RolloutReport, plain_zero,
};

use crate::{OpenGame, ReportError, RootText};

pub use behind::RollsOut;
pub use options::RolloutOptions;

/// A rollout: what is to be played, and what has been.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
///
/// use starmax_arena::{Crew, Moments};
/// use starmax_catalog::{Rollout, RolloutOptions, RootText, open_game};
///
/// let game = open_game("backgammon")?;
/// let last_rolls = RootText { position: Some("gwAAMAQAAAAAAA"), roll: None };
/// let options = RolloutOptions { trials: 36, ..RolloutOptions::default() };
/// let crew = Crew { threads: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
/// let mut rollout = Rollout::new(&*game, last_rolls, options, crew.stop)?;
/// rollout.play(&crew, &mut |_| ControlFlow::Continue(()), &mut |_, _| {})?;
/// // The usual evaluator knows the end of the game from tables. So it knows what is luck, and nothing else is left.
/// assert!((rollout.report().value.unwrap() - 0.79736).abs() < 1e-5);
/// # Ok::<(), starmax_catalog::ReportError>(())
/// ```
pub struct Rollout<'a> {
    game: &'a dyn OpenGame,
    options: RolloutOptions,
    plan: RolloutPlan,
    standing: RolloutStanding,
    /// Which trials are played here, if not all of them.
    shard: Option<Shard>,
    elapsed: Duration,
}

/// What a rollout has to do, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutPlan {
    game: String,
    /// As it was asked for.
    position: String,
    roll: Option<String>,
    /// The root, with the roll.
    root: String,
    viewer: Player,
    /// The viewer's name.
    player: &'static str,
    /// What games can be worth to the viewer.
    utility: Bounds,
    evaluator: String,
    /// What the players do in a few small searches: something else if the program or a net was changed since.
    fingerprint: u64,
    strata: usize,
    endings: &'static [&'static str],
    /// How values are shown, if not as they are.
    reading: Option<Reading>,
    /// What is rolled out; one without a move where chance moves.
    candidates: Vec<PlannedMove>,
    others: Vec<PlannedMove>,
}

/// A move before the rollout.
#[derive(Clone, Debug, PartialEq)]
struct PlannedMove {
    text: Option<String>,
    /// The moves that it is made of.
    line: Vec<String>,
    position: String,
    /// What a search thinks of it.
    searched: Option<f64>,
}

/// Which trials can be used again.
#[derive(Serialize)]
struct RolloutIdentity<'a> {
    rollout: &'a str,
    position: &'a str,
    player: &'a str,
    evaluator: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    met: Option<&'a str>,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<&'static str>,
    truncate: Option<u64>,
    without_luck: bool,
    seed: u64,
    fingerprint: String,
}

/// Trials of a round, or a few more, so that rounds have whole blocks of stratified dice.
const ROUND: u64 = 144;

/// So much values may lie outside of their range, because sums are rounded.
const ROUNDING: f64 = 1e-6;

impl<'a> Rollout<'a> {
    /// A rollout of a position. The moves are searched first, to find the ones that are worth it.
    ///
    /// # Errors
    /// When the position or the options make no sense, or `stop` is set meanwhile.
    pub fn new(
        game: &'a dyn OpenGame,
        root: RootText<'_>,
        options: RolloutOptions,
        stop: &AtomicBool,
    ) -> Result<Self, ReportError> {
        let plan = game.plan_rollout(root, &options, stop)?;
        let rules = StopRules {
            trials: options.trials,
            precise: options.stop_at,
            worse: options.stop_below,
            round: ROUND.next_multiple_of(plan.strata as u64),
        };
        Ok(Self {
            game,
            options,
            standing: RolloutStanding::new(plan.candidates.len(), rules),
            plan,
            shard: None,
            elapsed: Duration::ZERO,
        })
    }

    /// What trials must have in common to belong to this rollout: the position, how it is played, and the seed.
    #[must_use]
    pub fn run(&self) -> impl Serialize {
        RolloutIdentity {
            rollout: &self.plan.game,
            position: &self.plan.root,
            player: self.plan.player,
            evaluator: &self.plan.evaluator,
            met: self.options.met.as_deref(),
            depth: self.options.depth,
            algorithm: self.options.inexact(),
            truncate: self.options.truncate,
            without_luck: !self.options.with_luck,
            seed: self.options.seed,
            fingerprint: format!("{:016x}", self.plan.fingerprint),
        }
    }

    /// Takes note of a trial that was played earlier. One of a move that is not rolled out, or beyond the end, changes nothing.
    ///
    /// # Errors
    /// When there is no such move, or no such way to end, or no game can be worth that.
    ///
    /// # Panics
    /// Never: a trial can always be written.
    pub fn remember(&mut self, played: PlayedTrial) -> Result<(), ReportError> {
        let plan = &self.plan;
        let wrong = |expected| ReportError::NoSuchResult {
            found: serde_json::to_string(&played).expect("a trial is plain data"),
            expected,
        };
        let chances = played.chances.as_ref().map_or(plan.endings.len(), Vec::len);
        if chances != plan.endings.len() {
            let names = plan.endings.join(", ");
            return Err(wrong(format!("as many chances as endings ({names})")));
        }
        let result = played.value + played.luck;
        if !(plan.utility.lower - ROUNDING..=plan.utility.upper + ROUNDING).contains(&result) {
            let Bounds { lower, upper } = plan.utility;
            return Err(wrong(format!(
                "a value that is between {lower} and {upper} together with the luck"
            )));
        }
        // Each chance event brings the whole range at most.
        let most_luck = LONGEST_TRIAL as f64 * (plan.utility.upper - plan.utility.lower);
        let most_luck = if self.options.with_luck {
            0.0
        } else {
            most_luck
        };
        if played.luck.abs() > most_luck {
            return Err(wrong(format!("luck of {most_luck} at most")));
        }
        let mut chances = played.chances.iter().flatten();
        if !chances.all(|chance| chance.abs() <= 1.0 + LONGEST_TRIAL as f64) {
            return Err(wrong("chances without luck of a trial".to_owned()));
        }
        let is_meant = |planned: &PlannedMove| planned.text == played.text;
        if let Some(candidate) = plan.candidates.iter().position(is_meant) {
            let job = Job {
                candidate,
                trial: played.trial,
            };
            let trial = Trial {
                value: played.value,
                luck: played.luck,
                chances: played.chances,
                cut: played.cut,
            };
            self.standing.record(job, trial);
            return Ok(());
        }
        if plan.others.iter().any(is_meant) {
            return Ok(());
        }
        Err(wrong(format!("a move that is possible at {}", plan.root)))
    }

    /// Plays what is left to play. Every trial is handed to `keep` as soon as it is played, and counts unless `keep` breaks off.
    /// Then `show` gets how far it is, and what looks best so far in a few words.
    ///
    /// # Errors
    /// When no thread can be started, or the crew was told to stop.
    pub fn play(
        &mut self,
        crew: &Crew<'_>,
        keep: &mut dyn FnMut(&PlayedTrial) -> ControlFlow<()>,
        show: &mut dyn FnMut(&RolloutProgress, &str),
    ) -> Result<(), ReportError> {
        let started = Instant::now();
        let Self {
            game,
            options,
            plan,
            standing,
            ..
        } = self;
        let mut flow = ControlFlow::Continue(());
        let mut keep = |job: Job, trial: &Trial| {
            flow = keep(&PlayedTrial {
                text: plan.candidates[job.candidate].text.clone(),
                trial: job.trial,
                value: trial.value,
                luck: trial.luck,
                chances: trial.chances.clone(),
                cut: trial.cut,
            });
            flow
        };
        let mut show = |standing: &RolloutStanding| {
            show(&RolloutProgress::of(standing), &plan.leader(standing));
        };
        let played = game.play_trials(plan, options, standing, crew, &mut keep, &mut show);
        self.elapsed = started.elapsed();
        played?;
        if flow.is_continue() && !self.standing.is_over() {
            return Err(ReportError::Interrupted);
        }
        Ok(())
    }

    /// What is known of a line of play, or of the position itself where chance moves.
    pub(crate) fn candidate(&self, text: Option<&str>) -> Option<&Candidate> {
        Some(&self.standing.candidates()[self.place_of(text)?])
    }

    /// By how much one line of play is better than another one.
    pub(crate) fn difference(&self, one: &str, other: &str) -> Option<Moments> {
        let [one, other] = [one, other].map(|text| self.place_of(Some(text)));
        Some(self.standing.difference(one?, other?))
    }

    fn place_of(&self, text: Option<&str>) -> Option<usize> {
        let is_meant = |planned: &PlannedMove| planned.text.as_deref() == text;
        self.plan.candidates.iter().position(is_meant)
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> RolloutProgress {
        RolloutProgress::of(&self.standing)
    }

    /// What is known so far.
    #[must_use]
    pub fn report(&self) -> RolloutReport {
        let (plan, standing) = (&self.plan, &self.standing);
        let ranking = standing.ranking();
        let moves: Vec<_> = (ranking.iter())
            .map(|&number| plan.rolled_out(number, &standing.candidates()[number]))
            .collect();
        let next = ranking.get(1).and_then(|&next| {
            let name = plan.candidates[next].text.clone()?;
            Some((name, standing.difference(ranking[0], next)))
        });
        let margin = next.filter(|(_, difference)| difference.count() > 0);
        let best = &moves[0];
        RolloutReport {
            game: plan.game.clone(),
            position: plan.position.clone(),
            roll: plan.roll.clone(),
            player: plan.player,
            evaluator: plan.evaluator.clone(),
            met: self.options.met.clone(),
            depth: self.options.depth,
            algorithm: self.options.inexact(),
            truncate: self.options.truncate,
            without_luck: !self.options.with_luck,
            longest: LONGEST_TRIAL,
            unit: plan.reading.map(|reading| reading.unit),
            equity: best.equity,
            seed: self.options.seed,
            value: best.value,
            standard_error: best.standard_error,
            interval: best.interval,
            best: best.text.clone().filter(|_| best.trials > 0),
            margin: margin.map(|(next, difference)| Margin {
                next,
                value: plain_zero(plan.slope() * difference.mean()),
                standard_error: (difference.standard_error()).map(|error| plan.slope() * error),
            }),
            finished: standing.is_over(),
            stats: RolloutCost {
                trials: moves.iter().map(|mv| mv.trials).sum(),
                seconds: self.elapsed.as_secs_f64(),
            },
            moves,
            others: (plan.others.iter().cloned())
                .filter_map(|other| {
                    let (text, searched) = other.text.zip(other.searched)?;
                    let searched = plan.shown(searched);
                    Some(Other { text, searched })
                })
                .collect(),
        }
    }
}

/// How far a rollout is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RolloutProgress {
    /// Trials that count, of all moves.
    pub trials: u64,
    /// Trials that there will be, unless moves are stopped earlier.
    pub all: u64,
}

impl RolloutProgress {
    fn of(standing: &RolloutStanding) -> Self {
        let trials = |candidate: &Candidate| candidate.values.count();
        let most = standing.rules().trials;
        let all = |candidate: &Candidate| match candidate.status {
            Status::Running => most,
            Status::Finished | Status::Precise | Status::Worse => candidate.values.count(),
        };
        Self {
            trials: standing.candidates().iter().map(trials).sum(),
            all: standing.candidates().iter().map(all).sum(),
        }
    }
}

impl RolloutPlan {
    /// What looks best so far, in a few words.
    fn leader(&self, standing: &RolloutStanding) -> String {
        let best = standing.ranking()[0];
        let values = &standing.candidates()[best].values;
        let name = self.candidates[best].text.as_deref().unwrap_or("value");
        match values.standard_error() {
            Some(error) => format!("{name} {:+.4} ± {error:.4}", values.mean()),
            None => name.to_owned(),
        }
    }

    /// A value in the unit of the report.
    fn shown(&self, value: f64) -> f64 {
        plain_zero(self.reading.map_or(value, |reading| reading.value(value)))
    }

    /// What a difference of 1 is in the unit of the report.
    fn slope(&self) -> f64 {
        self.reading.map_or(1.0, |reading| reading.value[1])
    }

    fn rolled_out(&self, number: usize, candidate: &Candidate) -> RolledOut {
        let planned = &self.candidates[number];
        let Candidate { values, .. } = candidate;
        let has_begun = values.count() > 0;
        let ends = |bounds: Bounds| [bounds.lower, bounds.upper].map(|end| self.shown(end));
        let error = |error: f64| self.slope() * error;
        let chance = |(&ending, moments): (&&'static str, &Moments)| Chance {
            ending,
            rate: moments.mean().clamp(0.0, 1.0),
            standard_error: moments.standard_error(),
        };
        let chances = (candidate.chances.as_ref())
            .filter(|_| has_begun && !self.endings.is_empty())
            .map(|all| self.endings.iter().zip(all).map(chance).collect());
        RolledOut {
            text: planned.text.clone(),
            position: planned.position.clone(),
            value: has_begun.then(|| self.shown(values.mean())),
            equity: (self.reading)
                .filter(|_| has_begun)
                .map(|reading| plain_zero(reading.equity(values.mean()))),
            standard_error: values.standard_error().map(error),
            interval: values.interval().map(ends),
            standard_error_with_luck: candidate.lucky_values.standard_error().map(error),
            trials: values.count(),
            stopped: match candidate.status {
                Status::Running => None,
                Status::Finished => Some("all"),
                Status::Precise => Some("precise"),
                Status::Worse => Some("worse"),
            },
            chances,
            cut: NonZeroU64::new(candidate.cut),
            searched: planned.searched.map(|value| self.shown(value)),
        }
    }
}

//! Answers to questions by rollout.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use starmax_arena::Crew;
use starmax_catalog::{
    CubeJudge, CubeQuestion, Opened, Registration, ReportError, Rollout, RolloutOptions, RootText,
    State,
};
use starmax_core::Notation;
use starmax_report::{CubeReport, Reading};

use super::answer::Facts;
use super::command::Role;
use super::settings::{Plan, plies_of};
use crate::args::processors;

/// The best move, as far as it is known when the flag is set; nothing if nothing is known then.
pub(super) fn chequer<R: Registration>(
    opened: &Opened<R>,
    state: &State<R>,
    plan: &Plan,
    trials: u64,
    stop: &AtomicBool,
) -> Result<Option<(String, Facts)>, ReportError> {
    let position = opened.game().write_state(state);
    let root = RootText {
        position: Some(&position),
        roll: None,
    };
    let rollout = Rollout::new(opened, root, options(plan, trials), stop);
    let Some(mut rollout) = unless_interrupted(rollout)? else {
        return Ok(None);
    };
    play(&mut rollout, plan, stop)?;
    let report = rollout.report();
    let is_match = report.unit == Some(Reading::MATCH_WINNING_CHANCE);
    let chances = report.moves[0].chances.as_deref();
    let facts = Facts {
        role: Role::Chequer,
        plies: plies_of(report.depth),
        time: Duration::from_secs_f64(report.stats.seconds),
        nodes: None,
        trials: Some(report.stats.trials),
        equity: report.equity.or(report.value),
        match_chance: report.value.filter(|_| is_match),
        chances: chances.and_then(|all| {
            let [win, gammon, backgammon, ..] = all else {
                return None;
            };
            Some([win, gammon, backgammon].map(|chance| chance.rate))
        }),
        cube: None,
        line: Vec::new(),
    };
    Ok(report.best.map(|best| (best, facts)))
}

/// The equities of the cube, as far as they are known when the flag is set; nothing if nothing is known then.
pub(super) fn cube(
    judge: &CubeJudge,
    question: &CubeQuestion,
    plan: &Plan,
    trials: u64,
    stop: &AtomicBool,
) -> Result<Option<CubeReport>, ReportError> {
    let mut options = options(plan, trials);
    options.met = options.met.filter(|_| question.is_match());
    // All equities are asked for, not only the best.
    options.stop_below = f64::INFINITY;
    let game = question.open()?;
    let Some(mut rollout) = unless_interrupted(judge.rollout(question, &*game, options, stop))?
    else {
        return Ok(None);
    };
    play(&mut rollout, plan, stop)?;
    unless_interrupted(judge.estimate(question, &rollout))
}

fn options(plan: &Plan, trials: u64) -> RolloutOptions {
    RolloutOptions {
        trials,
        depth: plan.trial_depth,
        evaluator: plan.options.evaluator.clone(),
        met: plan.options.met.clone(),
        ..RolloutOptions::default()
    }
}

/// Plays until all is played or the flag is set.
fn play(rollout: &mut Rollout<'_>, plan: &Plan, stop: &AtomicBool) -> Result<(), ReportError> {
    let threads = plan.options.threads.unwrap_or_else(processors);
    let keep = &mut |_: &_| ControlFlow::Continue(());
    let played = rollout.play(&Crew { threads, stop }, keep, &mut |_, _| {});
    unless_interrupted(played).map(|_| ())
}

fn unless_interrupted<T>(result: Result<T, ReportError>) -> Result<Option<T>, ReportError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(ReportError::Interrupted) => Ok(None),
        Err(error) => Err(error),
    }
}

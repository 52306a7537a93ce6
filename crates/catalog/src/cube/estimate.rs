//! Cube decisions by rollout.

use std::sync::atomic::AtomicBool;

use starmax_arena::Moments;
use starmax_core::Notation;
use starmax_judges::backgammon::{Chances, CubeValues, CubefulNet};
use starmax_report::{CubeErrors, CubeEstimate, CubeReport, EquityMargin, RolloutReport};

use super::{CubeJudge, CubeQuestion, Found, judged};
use crate::games::name_of;
use crate::{OpenGame, ReportError, Rollout, RolloutOptions, RootText, open_game};

/// Moves at the root of a rollout.
const ROLL: &str = "roll";
const TAKE: &str = "double, take";
const BEAVER: &str = "double, beaver";

impl CubeQuestion {
    /// The game to roll it out in.
    ///
    /// # Errors
    /// Never: the game has a name.
    pub fn open(&self) -> Result<Box<dyn OpenGame>, ReportError> {
        open_game(&name_of(self.game.format()))
    }
}

impl CubeJudge {
    /// A rollout that answers a question, in the [game](CubeQuestion::open) of the question: of not doubling, and of doubles that are
    /// answered in each way but by a pass.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use starmax_arena::Crew;
    /// use starmax_catalog::{CubeJudge, CubeSetup, RolloutOptions};
    ///
    /// let judge = CubeJudge::default();
    /// let question = judge.question("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", &CubeSetup::default())?;
    /// let game = question.open()?;
    /// let options = RolloutOptions { trials: 36, truncate: Some(2), ..RolloutOptions::default() };
    /// let crew = Crew { threads: 1.try_into()?, stop: &AtomicBool::new(false) };
    /// let mut rollout = judge.rollout(&question, &*game, options, crew.stop)?;
    /// rollout.play(&crew, &mut |_| ControlFlow::Continue(()), &mut |_, _| {})?;
    /// let report = judge.estimate(&question, &rollout)?;
    /// assert_eq!(report.decision, "no double, take");
    /// assert_eq!(report.estimate.unwrap().trials, 72);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the options make no sense, or `stop` is set meanwhile.
    pub fn rollout<'a>(
        &self,
        question: &CubeQuestion,
        game: &'a dyn OpenGame,
        options: RolloutOptions,
        stop: &AtomicBool,
    ) -> Result<Rollout<'a>, ReportError> {
        let CubeQuestion { game: rules, state } = question;
        let position = rules.write_state(state);
        let root = RootText {
            position: Some(&position),
            roll: None,
        };
        let values = self.judged(question)?;
        let actions = match values.why_no_double {
            Some(_) => vec![],
            None if values.double_beaver.is_some() => vec![ROLL, TAKE, BEAVER],
            None => vec![ROLL, TAKE],
        };
        let moves = |action: &str| action.split(", ").map(str::to_owned).collect();
        let options = RolloutOptions {
            lines: actions.into_iter().map(moves).collect(),
            ..options
        };
        Rollout::new(game, root, options, stop)
    }

    /// What the net thinks of a question without a search.
    fn judged(&self, question: &CubeQuestion) -> Result<CubeValues, ReportError> {
        let chances = self.net.chances(question.state.board());
        Ok(judged(question, &self.cubeful(question)?, &chances))
    }

    /// The answer to a question, as far as its [rollout](CubeJudge::rollout) has come.
    ///
    /// # Errors
    /// When it has not begun.
    pub fn estimate(
        &self,
        question: &CubeQuestion,
        rollout: &Rollout<'_>,
    ) -> Result<CubeReport, ReportError> {
        let judge = self.cubeful(question)?;
        let looked_at = self.judged(question)?;
        let may_double = looked_at.why_no_double.is_none();
        let found = |action| {
            let candidate = rollout.candidate(action);
            candidate.filter(|candidate| candidate.values.count() > 0)
        };
        let first = found(may_double.then_some(ROLL)).ok_or(ReportError::Interrupted)?;
        let taken = found(Some(TAKE)).map(|candidate| candidate.values);
        if may_double && taken.is_none() {
            return Err(ReportError::Interrupted);
        }
        let beavered = found(Some(BEAVER)).map(|candidate| candidate.values);
        let values = CubeValues {
            no_double: first.values.mean(),
            double_take: taken.map_or(looked_at.double_take, |values| values.mean()),
            double_beaver: beavered.map(|values| values.mean()),
            ..looked_at
        };
        let chances = first
            .chances
            .as_ref()
            .filter(|all| all.len() == Chances::COUNT);
        let chances = match chances {
            Some(all) => Chances::from_array(std::array::from_fn(|place| rate(&all[place]))),
            None => self.net.chances(question.state.board()),
        };
        let actions = Actions {
            rollout,
            values: &values,
            not_doubled: first.values,
            taken,
            beavered,
            scale: scale(question, &judge),
        };
        let report = rollout.report();
        let estimate = actions.estimate(&report);
        let depth = report.depth;
        let found = Found {
            values,
            chances,
            are_given: false,
            depth,
            estimate: Some(estimate),
        };
        Ok(self.report(question, &judge, found))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "chances are not that exact"
)]
fn rate(moments: &Moments) -> f32 {
    moments.mean().clamp(0.0, 1.0) as f32
}

/// What a difference of 1 in values is in equity.
fn scale(question: &CubeQuestion, judge: &CubefulNet) -> f64 {
    let state = &question.state;
    let (cube, stakes) = (state.cube(), judge.stakes(state));
    stakes.to_equity(1.0, cube) - stakes.to_equity(0.0, cube)
}

/// What came of each action.
struct Actions<'a> {
    rollout: &'a Rollout<'a>,
    values: &'a CubeValues,
    not_doubled: Moments,
    taken: Option<Moments>,
    beavered: Option<Moments>,
    scale: f64,
}

impl Actions<'_> {
    fn estimate(&self, report: &RolloutReport) -> CubeEstimate {
        let error = |values: Moments| self.in_equity(values.standard_error());
        CubeEstimate {
            algorithm: report.algorithm,
            truncate: report.truncate,
            without_luck: report.without_luck,
            seed: report.seed,
            trials: report.stats.trials,
            finished: report.finished,
            errors: CubeErrors {
                no_double: error(self.not_doubled),
                double_take: self.taken.and_then(error),
                double_beaver: self.beavered.and_then(error),
                double_pass: 0.0,
            },
            double_by: self.double_by(),
            take_by: self.take_by(),
        }
    }

    fn in_equity(&self, difference: Option<f64>) -> Option<f64> {
        difference.map(|difference| self.scale * difference)
    }

    /// The answer that costs the player who doubles most, but for a pass.
    fn played_on(&self) -> Option<(&'static str, Moments)> {
        let taken = (TAKE, self.taken?);
        Some(match self.beavered {
            Some(beavered) if beavered.mean() < taken.1.mean() => (BEAVER, beavered),
            Some(_) | None => taken,
        })
    }

    fn double_by(&self) -> Option<EquityMargin> {
        let (answer, values) = self.played_on()?;
        let is_passed = values.mean() > self.values.double_pass;
        let standard_error = if is_passed {
            self.not_doubled.standard_error()
        } else {
            self.rollout.difference(ROLL, answer)?.standard_error()
        };
        Some(EquityMargin {
            equity: self.scale * (self.values.double() - self.values.no_double),
            standard_error: self.in_equity(standard_error),
        })
    }

    fn take_by(&self) -> Option<EquityMargin> {
        let (_, values) = self.played_on()?;
        Some(EquityMargin {
            equity: self.scale * (self.values.double_pass - values.mean()),
            standard_error: self.in_equity(values.standard_error()),
        })
    }
}

//! Rollouts behind the border of types.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use starmax_arena::Crew;
use starmax_arena::rollout::{
    Endings, Job, Play, RolloutStanding, StratifiedDice, Trial, Trials, equal_shares, play_rounds,
};
use starmax_core::{Evaluator, Game, Hashable, Node, Notation, ParseError, Player, Rules};
use starmax_report::plain_zero;
use starmax_search::{Algorithm, Search, Settings};

use super::{PlannedMove, RolloutOptions, RolloutPlan};
use crate::arena::Fingerprint;
use crate::judge::{EvaluatorTask, Judge, NamedJudge};
use crate::opened::{Move, Opened, State};
use crate::registry::Registration;
use crate::{ReportError, RootText};

/// What a game, whose types are erased, can do for rollouts.
pub trait RollsOut {
    /// What there is to do: which moves are worth a rollout.
    ///
    /// # Errors
    /// When the position or the options make no sense, or `stop` is set meanwhile.
    fn plan_rollout(
        &self,
        root: RootText<'_>,
        options: &RolloutOptions,
        stop: &AtomicBool,
    ) -> Result<RolloutPlan, ReportError>;

    /// Plays trials until no move needs more, as [`starmax_arena::rollout::play_rounds`] does.
    ///
    /// # Errors
    /// When no thread can be started.
    fn play_trials(
        &self,
        plan: &RolloutPlan,
        options: &RolloutOptions,
        standing: &mut RolloutStanding,
        crew: &Crew<'_>,
        keep: &mut dyn FnMut(Job, &Trial) -> ControlFlow<()>,
        show: &mut dyn FnMut(&RolloutStanding),
    ) -> Result<(), ReportError>;
}

/// Levels that are searched to find the moves that are worth a rollout.
const SEARCHED_DEPTH: u32 = 3;
/// Strata of dice that fit no number of them.
const USUAL_STRATA: usize = 36;

impl<R: Registration> RollsOut for Opened<R> {
    fn plan_rollout(
        &self,
        root: RootText<'_>,
        options: &RolloutOptions,
        stop: &AtomicBool,
    ) -> Result<RolloutPlan, ReportError> {
        if !R::HAS_CHANCE {
            return Err(ReportError::NothingByChance(R::ABOUT.name));
        }
        let game = &self.game;
        let state = self.root(root)?;
        if let Node::Terminal(_) = game.node(&state) {
            return Err(ReportError::NothingToRollOut(game.write_state(&state)));
        }
        let viewer = game.player(&state);
        let NamedJudge { name, judge, .. } = &*self.judge(options.wanted_judge())?;
        let (candidates, others) = match game.node(&state) {
            Node::Decision(_) if !options.lines.is_empty() => {
                (self.planned_lines(&state, &options.lines)?, vec![])
            }
            Node::Decision(_) => self.choose_moves(&state, judge, options, stop)?,
            Node::Chance | Node::Terminal(_) => {
                (vec![self.position_itself(&state, options)?], vec![])
            }
        };
        let starts = self.starts(&state, &candidates)?;
        Ok(RolloutPlan {
            game: self.spec.clone(),
            position: root.written(
                || game.write_position(&game.initial()),
                || game.write_state(&state),
            ),
            roll: root.roll.map(str::to_owned),
            root: game.write_state(&state),
            viewer,
            player: R::ABOUT.name_of(viewer),
            utility: game.utility().seen_by(viewer),
            evaluator: name.clone(),
            fingerprint: self.fingerprint_of(judge, options),
            strata: (starts.iter())
                .find_map(|start| strata(game, start))
                .unwrap_or(USUAL_STRATA),
            endings: R::endings(game, judge, viewer).names(),
            reading: R::reading(game, judge, &state),
            candidates,
            others,
        })
    }

    fn play_trials(
        &self,
        plan: &RolloutPlan,
        options: &RolloutOptions,
        standing: &mut RolloutStanding,
        crew: &Crew<'_>,
        keep: &mut dyn FnMut(Job, &Trial) -> ControlFlow<()>,
        show: &mut dyn FnMut(&RolloutStanding),
    ) -> Result<(), ReportError> {
        let starts = self.starts(&self.game.parse_state(&plan.root)?, &plan.candidates)?;
        let judge = &self.judge(options.wanted_judge())?.judge;
        let endings = R::endings(&self.game, judge, plan.viewer);
        let task = TrialsTask {
            game: &self.game,
            endings: &*endings,
            plan,
            options,
            starts: &starts,
            standing,
            crew,
            keep,
            show,
        };
        judge.run(task).map_err(ReportError::NoThread)
    }
}

impl<R: Registration> Opened<R> {
    /// The states from which trials are played.
    fn starts(
        &self,
        root: &State<R>,
        candidates: &[PlannedMove],
    ) -> Result<Vec<State<R>>, ParseError> {
        let start = |candidate: &PlannedMove| self.after(root, &candidate.line);
        candidates.iter().map(start).collect()
    }

    /// The state after a line of play.
    fn after(&self, root: &State<R>, line: &[String]) -> Result<State<R>, ParseError> {
        line.iter().try_fold(root.clone(), |state, text| {
            let mv = self.game.parse_move(&state, text)?;
            Ok(Rules::play(&self.game, &state, mv))
        })
    }

    /// The lines of play that are asked for.
    fn planned_lines(
        &self,
        state: &State<R>,
        lines: &[Vec<String>],
    ) -> Result<Vec<PlannedMove>, ParseError> {
        let plan = |line: &Vec<String>| {
            Ok(PlannedMove {
                text: Some(line.join(", ")),
                position: self.game.write_position(&self.after(state, line)?),
                searched: None,
                line: line.clone(),
            })
        };
        lines.iter().map(plan).collect()
    }

    /// A position before the roll.
    fn position_itself(
        &self,
        state: &State<R>,
        options: &RolloutOptions,
    ) -> Result<PlannedMove, ReportError> {
        if let Some(text) = options.also.first() {
            let position = self.game.write_state(state);
            let expected =
                format!("no move: chance moves at {position}, choose an outcome with --roll");
            return Err(ParseError::new(text, expected).into());
        }
        Ok(PlannedMove {
            text: None,
            line: Vec::new(),
            position: self.game.write_position(state),
            searched: None,
        })
    }

    /// The moves that are worth a rollout, those that look best first, and the others.
    fn choose_moves(
        &self,
        state: &State<R>,
        judge: &R::Judge,
        options: &RolloutOptions,
        stop: &AtomicBool,
    ) -> Result<(Vec<PlannedMove>, Vec<PlannedMove>), ReportError> {
        let also: Vec<Move<R>> = (options.also.iter())
            .map(|text| self.game.parse_move(state, text))
            .collect::<Result<_, _>>()?;
        let task = RankTask {
            game: &self.game,
            state,
            viewer: self.game.player(state),
            stop,
        };
        let ranked = judge.run(task);
        if stop.load(Ordering::Relaxed) {
            return Err(ReportError::Interrupted);
        }
        let best = ranked[0].1;
        let (mut chosen, mut others) = (Vec::new(), Vec::new());
        for (place, &(mv, value)) in ranked.iter().enumerate() {
            let is_near = options.filter.is_none_or(|filter| value >= best - filter);
            let text = self.game.write_move(state, mv);
            let planned = PlannedMove {
                line: vec![text.clone()],
                text: Some(text),
                position: self
                    .game
                    .write_position(&Rules::play(&self.game, state, mv)),
                searched: Some(plain_zero(value)),
            };
            if place < options.moves && is_near || also.contains(&mv) {
                chosen.push(planned);
            } else {
                others.push(planned);
            }
        }
        Ok((chosen, others))
    }

    fn fingerprint_of(&self, judge: &R::Judge, options: &RolloutOptions) -> u64 {
        let mut settings = Settings::new(options.algorithm);
        settings.limits.depth = options.depth;
        judge.run(Fingerprint::new(&self.game, settings, false))
    }
}

/// Into how many equal parts the outcomes of a chance node can be divided.
fn strata<G: Game>(game: &G, state: &G::State) -> Option<usize> {
    if game.node(state) != Node::Chance {
        return None;
    }
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut outcomes);
    equal_shares(outcomes.into_iter().map(|(_, probability)| probability))
}

/// Finds the moves of a decision with their values, the best first.
struct RankTask<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    viewer: Player,
    stop: &'a AtomicBool,
}

impl<G: Hashable> EvaluatorTask<G> for RankTask<'_, G> {
    type Output = Vec<(G::Move, f64)>;

    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> Self::Output {
        let mut settings = Settings::new(Algorithm::Star2);
        settings.limits.depth = SEARCHED_DEPTH;
        settings.ranked = usize::MAX;
        let search = Search::new(self.game, evaluator).settings(settings);
        let result = search.stop_when(self.stop).run(self.state);
        let mut ranked: Vec<_> = (result.moves.iter())
            .map(|found| (found.mv, self.viewer.sees(found.bounds.middle())))
            .collect();
        ranked.sort_by(|one, two| two.1.total_cmp(&one.1));
        ranked
    }
}

struct TrialsTask<'a, G: Game> {
    game: &'a G,
    endings: &'a (dyn Endings<G> + Sync),
    plan: &'a RolloutPlan,
    options: &'a RolloutOptions,
    starts: &'a [G::State],
    standing: &'a mut RolloutStanding,
    crew: &'a Crew<'a>,
    keep: &'a mut dyn FnMut(Job, &Trial) -> ControlFlow<()>,
    show: &'a mut dyn FnMut(&RolloutStanding),
}

impl<G: Game<State: Sync> + Sync> EvaluatorTask<G> for TrialsTask<'_, G> {
    type Output = io::Result<()>;

    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> io::Result<()> {
        let trials = Trials {
            game: self.game,
            evaluator,
            viewer: self.plan.viewer,
            endings: self.endings,
            play: Play {
                depth: self.options.depth,
                algorithm: self.options.algorithm,
                truncate: self.options.truncate,
                without_luck: !self.options.with_luck,
            },
            dice: StratifiedDice::new(self.options.seed, self.plan.strata),
        };
        play_rounds(
            &trials,
            self.starts,
            self.standing,
            self.crew,
            self.keep,
            self.show,
        )
    }
}

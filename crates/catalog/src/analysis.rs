//! Matches of backgammon, judged decision by decision.

mod part;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use starmax_arena::Crew;
use starmax_core::{Node, Notation, Player, Rules};
use starmax_files::Shard;
use starmax_games::{
    Backgammon, BackgammonState, CubefulBackgammon, CubefulMove, CubefulRoll, CubefulState, Format,
    MatchState, Phase, Roll,
};
use starmax_judges::backgammon::{BackgammonNet, CubefulNet, MatchEquities};
use starmax_records::{Action, Decision, MatchRecord, Problem};
use starmax_report::{
    AnalysedDecision, AnalysedGame, AnalysisReport, Choice, PlayerAnalysis, plain_zero,
};
use starmax_search::{Level, Options, Search, SearchResult, Searcher, Table};

use crate::cube::{CubeQuestion, cube_values};
use crate::games::cubeful_net;
use crate::registry::Registration;
use crate::{CubefulRegistration, ReportError, Request};

/// A chance to double counts as a decision where doubling and not doubling are this close.
const CLOSE: f64 = 0.16;
/// How many of the best moves are named.
const RANKED: usize = 5;

/// Judges matches.
#[derive(Clone, Debug)]
pub struct Analyst {
    /// Who judges positions without the cube.
    pub net: BackgammonNet,
    /// What scores of matches are worth.
    pub equities: Arc<MatchEquities>,
    /// How far decisions are searched.
    pub level: Level,
    /// From how much equity lost a decision is a blunder.
    pub blunder: f64,
}

/// What was found about one action of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedAction {
    /// The game, from 0.
    pub game: usize,
    /// The action in it, from 0.
    pub number: usize,
    /// The decisions in it; none where there was nothing to decide.
    pub decisions: Vec<AnalysedDecision>,
}

impl JudgedAction {
    /// Where it stands among all actions of its match.
    #[must_use]
    pub fn place(&self) -> impl Ord + use<> {
        (self.game, self.number)
    }
}

/// A match that is being judged.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::{Arc, atomic::AtomicBool};
///
/// use starmax_arena::Crew;
/// use starmax_catalog::{Analysis, Analyst};
/// use starmax_judges::backgammon::{BackgammonNet, MatchEquities};
///
/// let file = b" 3 point match\n\n Game 1\n Ann : 0            Bob : 0\n  1) 31: 24/20           52: 13/8 24/22\n";
/// let reading = starmax_records::read(file, None)?;
/// let analyst = Analyst {
///     net: BackgammonNet::shipped().clone(),
///     equities: Arc::new(MatchEquities::usual().clone()),
///     level: "0ply".parse()?,
///     blunder: 0.08,
/// };
/// let mut analysis = Analysis::new(analyst, reading.record, &reading.problems)?;
/// let crew = Crew { threads: 1.try_into()?, stop: &AtomicBool::new(false) };
/// analysis.judge(&crew, &mut |_| ControlFlow::Continue(()))?;
/// let report = analysis.report();
/// assert!(report.finished);
/// assert_eq!(report.blunders()[0].best, "8/5 6/5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analysis {
    analyst: Analyst,
    record: MatchRecord,
    judge: CubefulNet,
    game: CubefulBackgammon,
    problems: Vec<String>,
    /// The actions of the match, and what was found about them.
    actions: Vec<(Decision, Option<Vec<AnalysedDecision>>)>,
    /// Which actions are judged here, if not all of them.
    shard: Option<Shard>,
}

/// Which match a journal is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisRun {
    length: u16,
    players: [String; 2],
    actions: usize,
    level: String,
    /// Over all actions, the net and the match equities.
    fingerprint: String,
}

impl Analysis {
    /// A match, with what was wrong in its file.
    ///
    /// # Errors
    /// When the table of match equities is too short.
    pub fn new(
        analyst: Analyst,
        record: MatchRecord,
        problems: &[Problem],
    ) -> Result<Self, ReportError> {
        let format = match record.length {
            0 => Format::Money {
                jacoby: record.rules.jacoby,
                beavers: record.rules.beavers,
            },
            length => Format::Match { length },
        };
        let game = CubefulBackgammon::new(format);
        let judge = cubeful_net(analyst.net.clone(), format, Arc::clone(&analyst.equities))?;
        let mut problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let mut actions = Vec::new();
        for decision in record.replay() {
            match decision {
                Ok(decision) => actions.push((decision, None)),
                Err(problem) => problems.push(problem.to_string()),
            }
        }
        Ok(Self {
            analyst,
            record,
            judge,
            game,
            problems,
            actions,
            shard: None,
        })
    }

    /// How many actions are judged, and how many there are.
    #[must_use]
    pub fn progress(&self) -> [usize; 2] {
        let judged = self.actions.iter().filter(|(_, found)| found.is_some());
        [judged.count(), self.actions.len()]
    }

    /// What a file of results must have been written for to be of use.
    #[must_use]
    pub fn run(&self) -> AnalysisRun {
        let mut text = String::new();
        for (decision, _) in &self.actions {
            text += &format!("{decision:?}");
        }
        let start = Backgammon::default().initial();
        let opinion = self.analyst.net.chances(&start).to_array();
        text += &format!("{opinion:?} {:?}", self.analyst.equities);
        AnalysisRun {
            length: self.record.length,
            players: self.record.players.clone(),
            actions: self.actions.len(),
            level: self.analyst.level.to_string(),
            fingerprint: starmax_files::checksum(&[text.as_bytes()]),
        }
    }

    /// Takes over what an earlier run has found.
    pub fn remember(&mut self, judged: JudgedAction) {
        let place = self
            .actions
            .iter_mut()
            .find(|(decision, _)| (decision.game, decision.number) == (judged.game, judged.number));
        if let Some((_, found)) = place {
            *found = Some(judged.decisions);
        }
    }

    /// Judges what is left, of the whole match or of a shard, and hands each action to `keep` as soon as it is judged.
    ///
    /// # Errors
    /// When it was stopped, or no thread could be started.
    pub fn judge(
        &mut self,
        crew: &Crew<'_>,
        keep: &mut dyn FnMut(&JudgedAction) -> std::ops::ControlFlow<()>,
    ) -> Result<(), ReportError> {
        let left: Vec<(usize, Decision)> = (self.left())
            .map(|place| (place, self.actions[place].0))
            .collect();
        let mut found = Vec::new();
        let worker = || Worker {
            analysis: self,
            searcher: Searcher::new(self.table()),
            stop: crew.stop,
        };
        let shared = crew.share(
            left,
            worker,
            |worker, (place, decision)| Some((place, worker.decisions(&decision)?)),
            |judged| {
                // One that was stopped is not finished.
                let Some((place, decisions)) = judged else {
                    return std::ops::ControlFlow::Continue(());
                };
                let (decision, _) = &self.actions[place];
                let judged = JudgedAction {
                    game: decision.game,
                    number: decision.number,
                    decisions,
                };
                let kept = keep(&judged);
                found.push((place, judged.decisions));
                kept
            },
        );
        for (place, decisions) in found {
            self.actions[place].1 = Some(decisions);
        }
        shared.map_err(|_| ReportError::Interrupted)?;
        if self.left().next().is_some() {
            Err(ReportError::Interrupted)
        } else {
            Ok(())
        }
    }

    fn table(&self) -> Option<Table> {
        const MEBIBYTES: usize = 4;
        let uses_table = self.analyst.level.algorithm() == starmax_search::Algorithm::Starmax;
        uses_table
            .then(|| Table::try_with_mebibytes(MEBIBYTES).ok())
            .flatten()
    }

    /// What was found so far.
    #[must_use]
    pub fn report(&self) -> AnalysisReport {
        let [judged, all] = self.progress();
        let players = self.record.players.clone().map(|name| PlayerAnalysis {
            name,
            ..PlayerAnalysis::default()
        });
        let games = (self.record.games.iter())
            .map(|game| AnalysedGame {
                score: game.score_before,
                crawford: game.crawford,
                winner: game.result.map(|result| side(result.winner)),
                points: game.result.map_or(0, |result| result.points),
            })
            .collect();
        let mut report = AnalysisReport {
            length: self.record.length,
            level: self.analyst.level.to_string(),
            unit: if self.record.length == 0 {
                "points"
            } else {
                "mwc"
            },
            blunder: self.analyst.blunder,
            finished: judged == all,
            problems: self.problems.clone(),
            players,
            games,
            decisions: (self.actions.iter())
                .flat_map(|(_, found)| found.iter().flatten().cloned())
                .collect(),
        };
        report.count(self.result().filter(|_| judged == all));
        report
    }

    /// What the players got: points, or the match. `None` if it is not finished, or a part of it was left out.
    fn result(&self) -> Option<[f64; 2]> {
        if !self.problems.is_empty() {
            return None;
        }
        let mut points = [0_i64; 2];
        for game in &self.record.games {
            let result = game.result?;
            points[side(result.winner)] += i64::from(result.points);
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "no session has that many points"
        )]
        let lead = (points[0] - points[1]) as f64;
        if self.record.length == 0 {
            return Some([lead, -lead]);
        }
        let first = self.record.games.first()?;
        let score = [0, 1].map(|player| points[player] + i64::from(first.score_before[player]));
        let length = i64::from(self.record.length);
        match score.map(|points| points >= length) {
            [true, false] => Some([1.0, 0.0]),
            [false, true] => Some([0.0, 1.0]),
            _ => None,
        }
    }
}

const fn side(player: Player) -> usize {
    match player {
        Player::Max => 0,
        Player::Min => 1,
    }
}

/// One thread that judges.
struct Worker<'a> {
    analysis: &'a Analysis,
    searcher: Searcher<CubefulBackgammon>,
    stop: &'a AtomicBool,
}

/// What a decision could have been: a name, and its value seen by the player.
type Choices = Vec<(String, f64)>;

impl<'a> Worker<'a> {
    /// The decisions in an action. `None` when the search was stopped.
    fn decisions(&mut self, decision: &Decision) -> Option<Vec<AnalysedDecision>> {
        let game = self.analysis.game;
        let around = MatchState {
            offer: None,
            ..decision.around
        };
        let position = |board: BackgammonState| game.position(board, &around).ok();
        let mut found = Vec::new();
        let Some(before) = position(decision.before_roll) else {
            return Some(found);
        };
        match decision.action {
            Action::Move { .. } | Action::Roll { .. } => {
                if decision.could_double && before.phase() == Phase::MayDouble {
                    found.push(self.double(decision, before, "no double")?);
                }
                let Action::Move { mv, .. } = decision.action else {
                    return Some(found);
                };
                if let Some(rolled) = position(decision.state) {
                    found.push(self.checkers(
                        decision,
                        before,
                        rolled,
                        CubefulMove::Checkers(mv),
                    )?);
                }
            }
            Action::Double if before.phase() == Phase::MayDouble => {
                found.push(self.double(decision, before, "double")?);
            }
            // Who has doubled has nothing to decide after a beaver.
            Action::Take | Action::Pass | Action::Beaver
                if before.phase() == Phase::MayDouble
                    && decision.player != decision.before_roll.player() =>
            {
                found.push(self.take(decision, before)?);
            }
            Action::Resign { points } => {
                if let Some(state) = position(decision.state) {
                    found.push(self.resignation(decision, state, points)?);
                }
            }
            _ => {}
        }
        Some(found)
    }

    fn request(&self, depth: u32) -> Request<'a> {
        let level = self.analysis.analyst.level;
        let options = Options {
            algorithm: Some(level.algorithm()),
            depth: Some(depth),
            ..Options::default()
        };
        Request {
            stop: Some(self.stop),
            ..Request::from(options)
        }
    }

    fn search(
        &mut self,
        state: &CubefulState,
        depth: u32,
    ) -> Option<SearchResult<CubefulBackgammon>> {
        let request = self.request(depth);
        let mut settings = request.settings(&CubefulRegistration::ABOUT);
        settings.line = false;
        let (game, judge) = (&self.analysis.game, &self.analysis.judge);
        let search = Search::new(game, judge)
            .settings(settings)
            .stop_when(self.stop);
        let result = search.run_by(&mut self.searcher, std::num::NonZeroUsize::MIN, state);
        self.searcher.forget();
        result.interrupted.is_none().then_some(result)
    }

    /// The value of a state, seen by Max.
    fn value(&mut self, state: &CubefulState, depth: u32) -> Option<f64> {
        match self.analysis.game.node(state) {
            Node::Terminal(value) => Some(value),
            _ => Some(self.search(state, depth)?.value),
        }
    }

    fn checkers(
        &mut self,
        decision: &Decision,
        before: CubefulState,
        rolled: CubefulState,
        played: CubefulMove,
    ) -> Option<AnalysedDecision> {
        let game = self.analysis.game;
        let depth = self.analysis.analyst.level.depth();
        let mut moves = Vec::new();
        game.moves(&rolled, &mut moves);
        let luck = self.luck(decision, before, rolled)?;
        let who = decision.player;
        let after = game.play(&rolled, played);
        let same = |mv: CubefulMove| game.play(&rolled, mv) == after;
        let text = |mv: CubefulMove| game.write_move(&rolled, mv);
        let mut choices: Choices = Vec::new();
        let value = if moves.len() > 1 {
            let result = self.search(&rolled, depth)?;
            let searched = (result.moves.iter())
                .filter(|root| root.estimate.is_none() && root.bounds.is_exact());
            let searched: Vec<_> = searched
                .map(|root| (root.mv, root.bounds.middle()))
                .collect();
            choices.extend(
                searched
                    .iter()
                    .map(|&(mv, value)| (text(mv), who.sees(value))),
            );
            choices.sort_by(|(_, one), (_, two)| two.total_cmp(one));
            match searched.iter().find(|&&(mv, _)| same(mv)) {
                Some(&(_, value)) => value,
                None => self.value(&after, depth - 1)?,
            }
        } else {
            self.value(&rolled, depth)?
        };
        let own = text(played);
        let best = choices
            .first()
            .map_or_else(|| (own.clone(), who.sees(value)), Clone::clone);
        choices.truncate(RANKED);
        let counts = moves.len() > 1;
        let mut judged = self.judged(
            decision,
            &rolled,
            Choice::Move,
            (own, who.sees(value)),
            best,
            &choices,
        );
        judged.counts = counts;
        judged.roll = rolled.board().roll().map(|roll| roll.to_string());
        let reading = self.slope(&rolled);
        judged.luck = Some(plain_zero(who.sees(luck) * reading));
        judged.luck_in_unit = Some(plain_zero(who.sees(luck) * self.unit()));
        Some(judged)
    }

    fn double(
        &mut self,
        decision: &Decision,
        state: CubefulState,
        played: &str,
    ) -> Option<AnalysedDecision> {
        let values = self.cube(state)?;
        let doubled = values.double();
        let options = [("no double", values.no_double), ("double", doubled)];
        let mut judged = self.chosen(decision, &state, Choice::Double, played, &options);
        let distance = (values.no_double - doubled).abs() * self.slope(&state);
        judged.counts = played == "double" || judged.lost > 0.0 || distance < CLOSE;
        judged.best = values.verdict().to_string();
        Some(judged)
    }

    fn take(&mut self, decision: &Decision, state: CubefulState) -> Option<AnalysedDecision> {
        let values = self.cube(state)?;
        let mut options = vec![("take", -values.double_take), ("pass", -values.double_pass)];
        options.extend(values.double_beaver.map(|value| ("beaver", -value)));
        let played = match decision.action {
            Action::Pass => "pass",
            Action::Beaver => "beaver",
            _ => "take",
        };
        Some(self.chosen(decision, &state, Choice::Take, played, &options))
    }

    fn resignation(
        &mut self,
        decision: &Decision,
        state: CubefulState,
        points: u8,
    ) -> Option<AnalysedDecision> {
        let game = self.analysis.game;
        let level = self.analysis.analyst.level;
        let depth = if state.phase() == Phase::Moving {
            level.depth()
        } else {
            level.depth_before_roll().max(1)
        };
        let player = decision.player;
        let on = player.sees(self.value(&state, depth)?);
        let up = player.sees(self.value(&game.resigned(&state, player, points), 1)?);
        let name = ["resign", "resign a gammon", "resign a backgammon"]
            [usize::from(points.clamp(1, 3)) - 1];
        let options = [("play on", on), (name, up)];
        let mut judged = self.chosen(decision, &state, Choice::Resign, name, &options);
        judged.roll = state.board().roll().map(|roll| roll.to_string());
        Some(judged)
    }

    fn cube(&mut self, state: CubefulState) -> Option<starmax_judges::backgammon::CubeValues> {
        let question = CubeQuestion::new(self.analysis.game, state);
        let depth = self.analysis.analyst.level.depth_before_roll();
        let request = (depth > 0).then(|| self.request(depth));
        cube_values(
            &question,
            &self.analysis.judge,
            request.as_ref(),
            &mut self.searcher,
        )
        .ok()
    }

    /// A decision between a few named actions, whose values are seen by the player.
    fn chosen(
        &self,
        decision: &Decision,
        state: &CubefulState,
        choice: Choice,
        played: &str,
        options: &[(&str, f64)],
    ) -> AnalysedDecision {
        let mut choices: Choices = (options.iter())
            .map(|&(name, value)| (name.to_owned(), value))
            .collect();
        choices.sort_by(|(_, one), (_, two)| two.total_cmp(one));
        let own = choices.iter().find(|(name, _)| name == played);
        let own = own.expect("what was played is one of them").clone();
        let best = choices[0].clone();
        self.judged(decision, state, choice, own, best, &choices)
    }

    fn judged(
        &self,
        decision: &Decision,
        state: &CubefulState,
        choice: Choice,
        (played, value): (String, f64),
        (best, best_value): (String, f64),
        choices: &[(String, f64)],
    ) -> AnalysedDecision {
        let who = decision.player;
        let stakes = self.analysis.judge.stakes(state);
        let equity =
            |value: f64| plain_zero(who.sees(stakes.to_equity(who.sees(value), state.cube())));
        // A move that was searched apart may seem better than the best one.
        let lost = (best_value - value).max(0.0);
        let best_value = best_value.max(value);
        AnalysedDecision {
            game: decision.game + 1,
            action: decision.number + 1,
            line: decision.line,
            player: side(who),
            choice,
            position: Backgammon::default().write_xgid(state.board(), &decision.around),
            roll: None,
            played,
            best,
            equity: equity(value),
            best_equity: equity(best_value),
            lost: plain_zero(lost * self.slope(state)),
            lost_in_unit: plain_zero(lost * self.unit()),
            counts: true,
            luck: None,
            luck_in_unit: None,
            win_chance: self.win_chance(state, who.sees(best_value)),
            ranked: (choices.iter())
                .map(|(name, value)| (name.clone(), equity(*value)))
                .collect(),
        }
    }

    /// What a difference of values is in the unit of the match.
    fn unit(&self) -> f64 {
        if self.analysis.record.length == 0 {
            1.0
        } else {
            0.5
        }
    }

    /// What a difference of values is as equity.
    fn slope(&self, state: &CubefulState) -> f64 {
        let stakes = self.analysis.judge.stakes(state);
        stakes.to_equity(1.0, state.cube()) - stakes.to_equity(0.0, state.cube())
    }

    /// Max's chance to win the match, or the game for money.
    fn win_chance(&self, state: &CubefulState, value: f64) -> f64 {
        if self.analysis.record.length > 0 {
            return f64::midpoint(1.0, value);
        }
        let board = state.board();
        let wins = f64::from(self.analysis.judge.net().chances(board).to_array()[0]);
        if board.player() == Player::Max {
            wins
        } else {
            1.0 - wins
        }
    }

    /// What the roll gave Max, compared with the mean over all rolls; each is judged by the best move without look-ahead.
    fn luck(
        &mut self,
        decision: &Decision,
        before: CubefulState,
        rolled: CubefulState,
    ) -> Option<f64> {
        let game = self.analysis.game;
        let mut mean = 0.0;
        if decision.number == 0 {
            for player in [Player::Max, Player::Min] {
                for roll in Roll::all().filter(|roll| !roll.is_double()) {
                    let begins = Some(player);
                    let opened = game.resolve(&game.initial(), CubefulRoll { roll, begins });
                    let state = game.position(*opened.board(), &decision.around).ok()?;
                    mean += self.value(&state, 1)? / 30.0;
                }
            }
        } else {
            let rolling = match before.phase() {
                Phase::MayDouble => game.play(&before, CubefulMove::Roll),
                _ => before,
            };
            for roll in Roll::all() {
                let outcome = CubefulRoll { roll, begins: None };
                let state = game.resolve(&rolling, outcome);
                mean += roll.probability() * self.value(&state, 1)?;
            }
        }
        Some(self.value(&rolled, 1)? - mean)
    }
}

//! Games of several players, searched by max^n, behind the same border as the others.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::rollout::{Job, RolloutStanding, Trial};
use starmax_arena::{Crew, PairResult, Schedule};
use starmax_core::{
    Bounds, Game, Node, ParseError, Player, VectorGame, VectorNode, VectorNotation, choose_by_text,
};
use starmax_search::{Algorithm, Perft, Stats, perft};
use starmax_textbook::maxn;

use crate::play::{Assessment, Match, Progress, Rules, Turn};
use crate::registry::{About, Entry, OpenGame, evaluator_name, random_decision, spec};
use crate::report::plain_zero;
use crate::{
    Arena, Cost, LegalMove, MoveReport, PlayerSpec, Report, ReportError, Request, RolloutOptions,
    RolloutPlan, RollsOut, Root, SelfPlay, Unfinished,
};

/// A game of several players in the list of games.
pub(crate) struct VectorEntry<G> {
    pub(crate) about: About,
    pub(crate) open: fn(&str) -> Result<G, ParseError>,
}

impl<G: VectorNotation + Sync + 'static> Entry for VectorEntry<G> {
    fn about(&self) -> About {
        self.about
    }

    fn open(&self, parameters: &str) -> Result<Box<dyn OpenGame>, ReportError> {
        Ok(Box::new(OpenVector {
            game: (self.open)(parameters)?,
            about: self.about,
            spec: spec(self.about.name, parameters),
        }))
    }
}

struct OpenVector<G> {
    game: G,
    about: About,
    spec: String,
}

impl<G: VectorNotation> OpenVector<G> {
    fn root(&self, root: Root<'_>) -> Result<G::State, ReportError> {
        let state = match root.position {
            None | Some("start") => self.game.initial(),
            Some(text) => self.game.parse_state(text)?,
        };
        let Some(roll) = root.roll else {
            return Ok(state);
        };
        if self.game.node(&state) != VectorNode::Chance {
            return Err(ReportError::NoRollHere {
                roll: roll.to_owned(),
                position: self.game.write_state(&state),
            });
        }
        let outcome = self.read_outcome(&state, roll)?;
        Ok(self.game.resolve(&state, outcome))
    }

    fn search_state(
        &self,
        state: &G::State,
        asked: Root<'_>,
        request: &Request<'_>,
    ) -> Result<Report, ReportError> {
        let about = &self.about;
        if self.game.node(state) == VectorNode::Terminal {
            return Err(ReportError::Over(self.game.write_state(state)));
        }
        if request.algorithm != Algorithm::default() {
            return Err(ReportError::WrongAlgorithm {
                algorithm: request.algorithm,
                game: about.name,
                reason: "each of several players has a payoff of their own; it is searched by max^n, without --algorithm",
            });
        }
        let meaningless = [
            ("the number of probes", request.probes.is_some()),
            ("the order of moves", request.order.is_some()),
            ("noise", !request.noise.is_none()),
            ("a filter", request.filter.is_some()),
            ("a switch", request.without.is_some()),
            ("the size of the table", request.table_mebibytes.is_some()),
        ];
        if let Some(&(setting, _)) = meaningless.iter().find(|(_, is_set)| *is_set) {
            let game = about.name;
            return Err(ReportError::Meaningless { setting, game });
        }
        let evaluator = evaluator_name(about, request.evaluator)?;
        let wanted = request.depth.unwrap_or(about.depth);
        request.begin();
        let watched = Watched::new(&self.game, request);
        let mut finished = self.iteration(&watched, state, 1);
        let mut depth = 1;
        watched.is_armed.set(true);
        while depth < wanted {
            let deeper = self.iteration(&watched, state, depth + 1);
            if watched.has_stopped.get() {
                break;
            }
            (finished, depth) = (deeper, depth + 1);
        }
        let was_told = watched.has_stopped.get() && request.check_stop().is_err();
        let (payoffs, mut moves) = finished;
        let viewer = self.game.player(state);
        let value = plain_zero(payoffs[viewer]);
        let best = (moves.iter()).find(|mv| mv.value == value);
        let best = best.map(|mv| mv.text.clone());
        moves.sort_by(|one, two| two.value.total_cmp(&one.value));
        let visited = Stats {
            nodes: watched.nodes.get(),
            leaves: watched.leaves.get(),
            ..Stats::default()
        };
        Ok(Report {
            game: self.spec.clone(),
            position: asked.written(
                || self.game.write_state(&self.game.initial()),
                || self.game.write_state(state),
            ),
            roll: asked.roll.map(str::to_owned),
            player: about.players[viewer],
            algorithm: "max^n".to_owned(),
            without: None,
            evaluator: evaluator.to_owned(),
            noise: None,
            noise_seed: None,
            filter: None,
            reuse_deeper: false,
            depth,
            value: Some(value),
            exact: true,
            bounds: Some([value, value]),
            chances: None,
            best,
            moves,
            line: Vec::new(),
            payoffs: Some(payoffs.into_iter().map(plain_zero).collect()),
            interrupted: was_told.then_some(Unfinished {
                depth: depth + 1,
                bounds: None,
            }),
            stats: Cost::new(&visited, watched.started.elapsed(), 1),
        })
    }

    /// The payoffs of a state searched to this depth, and its moves in the game's own order.
    fn iteration(
        &self,
        watched: &Watched<'_, G>,
        state: &G::State,
        depth: u32,
    ) -> (Vec<f64>, Vec<MoveReport>) {
        let levels = i32::try_from(depth).unwrap_or(i32::MAX);
        let viewer = self.game.player(state);
        let mut best: Option<Vec<f64>> = None;
        let mut moves = Vec::new();
        for mv in self.moves_at(state) {
            let next = self.game.play(state, mv);
            let payoffs = maxn(watched, &next, levels - 1).payoffs;
            let value = plain_zero(payoffs[viewer]);
            moves.push(MoveReport {
                text: self.game.write_move(state, mv),
                value,
                exact: true,
                depth,
                bounds: Some([value, value]),
                chances: None,
                position: self.game.write_state(&next),
            });
            if best.as_ref().is_none_or(|best| value > best[viewer]) {
                best = Some(payoffs);
            }
        }
        let payoffs = best.unwrap_or_else(|| maxn(watched, state, levels).payoffs);
        (payoffs, moves)
    }
}

impl<G: VectorNotation + Sync> OpenGame for OpenVector<G> {
    fn search(&self, root: Root<'_>, request: &Request<'_>) -> Result<Report, ReportError> {
        self.search_state(&self.root(root)?, root, request)
    }

    fn unused(&self, _root: Root<'_>) -> Option<String> {
        None
    }

    fn draw(&self, root: Root<'_>) -> Result<String, ReportError> {
        Ok(self.game.write_state(&self.root(root)?))
    }

    fn moves(&self, root: Root<'_>) -> Result<Vec<LegalMove>, ReportError> {
        let state = self.root(root)?;
        match self.game.node(&state) {
            VectorNode::Decision(_) => {}
            VectorNode::Chance => {
                return Err(ReportError::ChanceMoves(self.game.write_state(&state)));
            }
            VectorNode::Terminal => {
                return Err(ReportError::NoMoves(self.game.write_state(&state)));
            }
        }
        let legal = |mv| LegalMove {
            text: self.game.write_move(&state, mv),
            position: self.game.write_state(&self.game.play(&state, mv)),
        };
        Ok(self.moves_at(&state).into_iter().map(legal).collect())
    }

    fn perft(
        &self,
        root: Root<'_>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Vec<Perft>, ReportError> {
        let stop = || stop.load(Ordering::Relaxed);
        perft(&Skeleton(&self.game), &self.root(root)?, depth, stop).ok_or(ReportError::Interrupted)
    }

    fn positions(&self, seed: u64) -> Box<dyn Iterator<Item = String> + '_> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let skeleton = Skeleton(&self.game);
        Box::new(std::iter::repeat_with(move || {
            self.game.write_state(&random_decision(&skeleton, &mut rng))
        }))
    }

    fn play(&self, root: Root<'_>) -> Result<Box<dyn Match + '_>, ReportError> {
        Ok(Box::new(Progress::new(self, self.root(root)?)?))
    }
}

impl<G: VectorNotation> Rules for OpenVector<G> {
    type State = G::State;
    type Move = G::Move;
    type Outcome = G::Outcome;

    fn about(&self) -> About {
        self.about
    }

    fn turn(&self, state: &G::State) -> Turn {
        match self.game.node(state) {
            VectorNode::Decision(player) => Turn::Player(player),
            VectorNode::Chance => Turn::Chance,
            VectorNode::Terminal => Turn::Over(self.game.payoffs(state)),
        }
    }

    fn moves_at(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if let VectorNode::Decision(_) = self.game.node(state) {
            self.game.moves(state, &mut moves);
        }
        moves
    }

    fn outcomes_at(&self, state: &G::State) -> Vec<(G::Outcome, f64)> {
        let mut outcomes = Vec::new();
        self.game.outcomes(state, &mut outcomes);
        outcomes
    }

    fn after_move(&self, state: &G::State, mv: G::Move) -> G::State {
        self.game.play(state, mv)
    }

    fn after_outcome(&self, state: &G::State, outcome: G::Outcome) -> G::State {
        self.game.resolve(state, outcome)
    }

    fn write_state(&self, state: &G::State) -> String {
        self.game.write_state(state)
    }

    fn write_move(&self, state: &G::State, mv: G::Move) -> String {
        self.game.write_move(state, mv)
    }

    fn write_outcome(&self, state: &G::State, outcome: G::Outcome) -> String {
        self.game.write_outcome(state, outcome)
    }

    fn read_move(&self, state: &G::State, text: &str) -> Result<G::Move, ParseError> {
        let write = |mv: &G::Move| self.game.write_move(state, *mv);
        choose_by_text(text, "a move", self.moves_at(state), write)
    }

    fn read_outcome(&self, state: &G::State, text: &str) -> Result<G::Outcome, ParseError> {
        let outcomes = self.outcomes_at(state).into_iter();
        let write = |outcome: &G::Outcome| self.game.write_outcome(state, *outcome);
        choose_by_text(
            text,
            "an outcome",
            outcomes.map(|(outcome, _)| outcome),
            write,
        )
    }

    fn board(&self, state: &G::State, _last: Option<G::Move>, _viewer: Option<usize>) -> String {
        self.game.write_state(state)
    }

    fn tell_outcome(&self, state: &G::State, outcome: G::Outcome) -> String {
        let text = self.game.write_outcome(state, outcome);
        let player = self.about.players[self.game.player(state)];
        format!("{player} rolls {text}")
    }

    fn utility(&self) -> Option<Bounds> {
        None
    }

    fn search_now(&self, state: &G::State, request: &Request<'_>) -> Result<Report, ReportError> {
        self.search_state(state, Root::default(), request)
    }

    fn assess(
        &self,
        state: &G::State,
        mv: G::Move,
        request: &Request<'_>,
    ) -> Result<Assessment, ReportError> {
        let report = self.search_now(state, request)?;
        let known = Assessment::from_report(&report, &self.game.write_move(state, mv), request)?;
        known.ok_or(ReportError::Interrupted)
    }
}

impl<G> Arena for OpenVector<G> {
    fn check_player(&self, _player: &PlayerSpec) -> Result<(), ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }

    fn fingerprint(&self, _player: &PlayerSpec) -> Result<u64, ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }

    fn can_bring(&self, _points: f64) -> bool {
        false
    }

    fn counts_points(&self) -> bool {
        false
    }

    fn play_pairs(
        &self,
        _players: [&PlayerSpec; 2],
        _pairs: &mut (dyn Iterator<Item = u64> + Send),
        _schedule: Schedule,
        _crew: &Crew<'_>,
        _receive: &mut dyn FnMut(u64, PairResult) -> ControlFlow<()>,
    ) -> Result<(), ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }

    fn self_play_position(&self, _play: &SelfPlay<'_>) -> Result<String, ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }
}

impl<G> RollsOut for OpenVector<G> {
    fn plan_rollout(
        &self,
        _root: Root<'_>,
        _options: &RolloutOptions,
        _stop: &AtomicBool,
    ) -> Result<RolloutPlan, ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }

    fn play_trials(
        &self,
        _plan: &RolloutPlan,
        _options: &RolloutOptions,
        _standing: &mut RolloutStanding,
        _crew: &Crew<'_>,
        _keep: &mut dyn FnMut(Job, &Trial) -> ControlFlow<()>,
        _show: &mut dyn FnMut(&RolloutStanding),
    ) -> Result<(), ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }
}

/// A game that counts what is visited and, once a limit is reached, ends everywhere: what is found then is of no use, but it
/// is found soon.
struct Watched<'a, G> {
    game: &'a G,
    request: &'a Request<'a>,
    started: Instant,
    nodes: Cell<u64>,
    leaves: Cell<u64>,
    /// Whether the limits hold already.
    is_armed: Cell<bool>,
    has_stopped: Cell<bool>,
}

/// How many nodes pass between two looks at the limits; a power of two.
const NODES_BETWEEN_LOOKS: u64 = 1024;

impl<'a, G> Watched<'a, G> {
    fn new(game: &'a G, request: &'a Request<'a>) -> Self {
        Self {
            game,
            request,
            started: Instant::now(),
            nodes: Cell::new(0),
            leaves: Cell::new(0),
            is_armed: Cell::new(false),
            has_stopped: Cell::new(false),
        }
    }

    fn look(&self) {
        let Request {
            nodes, time, stop, ..
        } = *self.request;
        let is_over = nodes.is_some_and(|nodes| self.nodes.get() >= nodes)
            || time.is_some_and(|time| self.started.elapsed() >= time)
            || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.has_stopped
            .set(self.has_stopped.get() || (is_over && self.is_armed.get()));
    }
}

impl<G: VectorGame> VectorGame for Watched<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Outcome = G::Outcome;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn initial(&self) -> G::State {
        self.game.initial()
    }

    fn player(&self, state: &G::State) -> usize {
        self.game.player(state)
    }

    fn node(&self, state: &G::State) -> VectorNode {
        self.nodes.set(self.nodes.get() + 1);
        if self.nodes.get().is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look();
        }
        if self.has_stopped.get() {
            return VectorNode::Terminal;
        }
        self.game.node(state)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        self.game.moves(state, out);
    }

    fn outcomes(&self, state: &G::State, out: &mut Vec<(G::Outcome, f64)>) {
        self.game.outcomes(state, out);
    }

    fn play(&self, state: &G::State, mv: G::Move) -> G::State {
        self.game.play(state, mv)
    }

    fn resolve(&self, state: &G::State, outcome: G::Outcome) -> G::State {
        self.game.resolve(state, outcome)
    }

    fn payoffs(&self, state: &G::State) -> Vec<f64> {
        self.leaves.set(self.leaves.get() + 1);
        self.game.payoffs(state)
    }
}

/// The moves and outcomes of a game of several players, without its payoffs: enough to count nodes.
struct Skeleton<'a, G>(&'a G);

impl<G: VectorGame> Game for Skeleton<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Outcome = G::Outcome;

    fn initial(&self) -> G::State {
        self.0.initial()
    }

    fn node(&self, state: &G::State) -> Node {
        match self.0.node(state) {
            VectorNode::Decision(_) => Node::Decision(Player::Max),
            VectorNode::Chance => Node::Chance,
            VectorNode::Terminal => Node::Terminal(0.0),
        }
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        self.0.moves(state, out);
    }

    fn outcomes(&self, state: &G::State, out: &mut Vec<(G::Outcome, f64)>) {
        self.0.outcomes(state, out);
    }

    fn play(&self, state: &G::State, mv: G::Move) -> G::State {
        self.0.play(state, mv)
    }

    fn resolve(&self, state: &G::State, outcome: G::Outcome) -> G::State {
        self.0.resolve(state, outcome)
    }

    fn utility(&self) -> Bounds {
        Bounds::exact(0.0)
    }
}

//! Games of several players, searched by max^n, behind the same border as the others.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::rollout::{Job, RolloutStanding, Trial};
use starmax_arena::{Crew, PairResult, Schedule};
use starmax_core::{ManyPlayers, Node, Notation, ParseError};
use starmax_report::{
    Assessment, Cost, LegalMove, MoveReport, Named, Report, Theme, Unfinished, plain_zero,
};
use starmax_search::{GameKind, Limits, MaxN, MaxNMove, MaxNResult, Options, Perft};

use crate::error::PAYOFFS;
use crate::judge::evaluator_name;
use crate::play::{GameInProgress, Match, Stage, known_assessment};
use crate::position::{count_nodes, legal_moves, read_root};
use crate::registry::{About, GameEntry, OpenGame, random_decision, spec};
use crate::{
    Arena, Measured, Measurement, PlayerSpec, Positions, ReportError, Request, RolloutOptions,
    RolloutPlan, RollsOut, RootText, SelfPlay, WatchedSearch,
};

/// A game of several players in the list of games.
pub(crate) struct ManyPlayersEntry<G> {
    pub(crate) about: About,
    pub(crate) open: fn(&str) -> Result<G, ParseError>,
}

impl<G: ManyPlayers + Notation + Send + Sync + 'static> GameEntry for ManyPlayersEntry<G> {
    fn about(&self) -> About {
        self.about
    }

    fn open(&self, parameters: &str) -> Result<Box<dyn OpenGame>, ReportError> {
        Ok(Box::new(OpenManyPlayers {
            game: (self.open)(parameters)?,
            about: self.about,
            spec: spec(self.about.name, parameters),
        }))
    }
}

/// A game of several players with its parameters set.
struct OpenManyPlayers<G> {
    game: G,
    about: About,
    spec: String,
}

impl<G: ManyPlayers + Notation> OpenManyPlayers<G> {
    fn search_state(
        &self,
        state: &G::State,
        asked: RootText<'_>,
        request: &Request<'_>,
    ) -> Result<Report, ReportError> {
        let (game, about) = (&self.game, &self.about);
        if let Node::Terminal(()) = game.node(state) {
            return Err(ReportError::Over(game.write_state(state)));
        }
        self.check_request(request)?;
        let options = &request.options;
        let evaluator = evaluator_name(about, options.evaluator.as_deref())?;
        let mut search = MaxN::new(game).limits(Limits {
            depth: options.depth().unwrap_or(about.depth),
            nodes: options.nodes,
            time: options.time,
        });
        if let Some(stop) = request.stop {
            search = search.stop_when(stop);
        }
        request.begin();
        let result = search.run(state);
        let found = Found {
            game: self.spec.clone(),
            position: asked.written(
                || game.write_position(&game.initial()),
                || game.write_state(state),
            ),
            roll: asked.roll.map(str::to_owned),
            player: about.name_of(game.player(state)),
            evaluator: evaluator.to_owned(),
            options,
            result,
        };
        Ok(report(game, state, found))
    }

    /// Whether max^n has a use for what is set.
    fn check_request(&self, request: &Request<'_>) -> Result<(), ReportError> {
        let game = self.about.name;
        if let Some(algorithm) = request.options.algorithm {
            return Err(ReportError::WrongAlgorithm {
                algorithm,
                game,
                reason: PAYOFFS,
            });
        }
        Ok(request.options.check(game, GameKind::SeveralPlayers)?)
    }
}

/// What max^n has found, and what was asked.
pub(crate) struct Found<'a, M> {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) roll: Option<String>,
    pub(crate) player: &'static str,
    pub(crate) evaluator: String,
    pub(crate) options: &'a Options,
    pub(crate) result: MaxNResult<M>,
}

/// The report about it.
pub(crate) fn report<G: ManyPlayers + Notation>(
    game: &G,
    state: &G::State,
    found: Found<'_, G::Move>,
) -> Report {
    let result = found.result;
    let viewer = game.player(state);
    let value = plain_zero(result.payoffs[viewer]);
    let mut moves: Vec<_> = (result.moves.iter())
        .map(|mv| move_report(game, state, mv, viewer, result.depth))
        .collect();
    moves.sort_by(|one, two| two.value.total_cmp(&one.value));
    Report {
        game: found.game,
        position: found.position,
        roll: found.roll,
        player: found.player,
        algorithm: "max^n".to_owned(),
        evaluator: found.evaluator,
        options: Named::new(found.options),
        depth: result.depth,
        unit: None,
        equity: None,
        value: Some(value),
        exact: true,
        bounds: Some([value, value]),
        chances: None,
        best: result.best.map(|mv| game.write_move(state, mv)),
        moves,
        line: Vec::new(),
        payoffs: Some(result.payoffs.into_iter().map(plain_zero).collect()),
        interrupted: result.interrupted.map(|depth| Unfinished {
            depth,
            bounds: None,
        }),
        stats: Cost::new(&result.stats, result.elapsed, 1),
    }
}

fn move_report<G: ManyPlayers + Notation>(
    game: &G,
    state: &G::State,
    found: &MaxNMove<G::Move>,
    viewer: usize,
    depth: u32,
) -> MoveReport {
    let value = plain_zero(found.payoffs[viewer]);
    MoveReport {
        text: game.write_move(state, found.mv),
        value,
        equity: None,
        exact: true,
        depth,
        bounds: Some([value, value]),
        chances: None,
        position: game.write_position(&game.play(state, found.mv)),
    }
}

impl<G: ManyPlayers + Notation + Send + Sync> OpenGame for OpenManyPlayers<G> {
    fn search(&self, root: RootText<'_>, request: &Request<'_>) -> Result<Report, ReportError> {
        self.search_state(&read_root(&self.game, root)?, root, request)
    }

    fn watch<'g>(
        &'g self,
        _root: RootText<'_>,
        _request: &Request<'_>,
    ) -> Result<Box<dyn WatchedSearch + 'g>, ReportError> {
        Err(ReportError::NotWatched(self.about.name))
    }

    fn measure(
        &self,
        _position: &str,
        _measurement: &Measurement<'_>,
    ) -> Result<Measured, ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }

    fn unused(&self, root: RootText<'_>) -> Option<String> {
        self.game.unused(root.position?)
    }

    fn draw(&self, root: RootText<'_>) -> Result<String, ReportError> {
        Ok(self.game.draw(&read_root(&self.game, root)?))
    }

    fn picture(
        &self,
        _root: RootText<'_>,
        _mv: Option<&str>,
        _theme: Theme,
    ) -> Result<String, ReportError> {
        Err(ReportError::NoPicture(self.about.name))
    }

    fn moves(&self, root: RootText<'_>) -> Result<Vec<LegalMove>, ReportError> {
        legal_moves(&self.game, root)
    }

    fn perft(
        &self,
        root: RootText<'_>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Vec<Perft>, ReportError> {
        count_nodes(&self.game, root, depth, stop)
    }

    fn evaluate(
        &self,
        _positions: Positions<'_>,
        _options: &Options,
        _crew: &Crew<'_>,
    ) -> Result<Vec<f64>, ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }

    fn rows(&self, _positions: &[String]) -> Result<Vec<i8>, ReportError> {
        Err(ReportError::NoRows(self.about.name))
    }

    fn row_length(&self) -> usize {
        0
    }

    fn positions(&self, seed: u64) -> Box<dyn Iterator<Item = String> + '_> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Box::new(std::iter::repeat_with(move || {
            self.game
                .write_state(&random_decision(&self.game, &mut rng))
        }))
    }

    fn play(&self, root: RootText<'_>) -> Result<Box<dyn Match + '_>, ReportError> {
        Ok(Box::new(GameInProgress::new(
            self,
            read_root(&self.game, root)?,
        )?))
    }
}

impl<G: ManyPlayers + Notation> Stage for OpenManyPlayers<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn about(&self) -> About {
        self.about
    }

    fn payoffs(&self, state: &G::State, (): ()) -> Vec<f64> {
        self.game.payoffs(state)
    }

    fn tell_outcome(&self, state: &G::State, outcome: &str) -> String {
        let player = self.about.name_of(self.game.player(state));
        format!("{player} rolls {outcome}")
    }

    fn search_now(&self, state: &G::State, request: &Request<'_>) -> Result<Report, ReportError> {
        self.search_state(state, RootText::default(), request)
    }

    fn assess(
        &self,
        state: &G::State,
        mv: G::Move,
        request: &Request<'_>,
    ) -> Result<Assessment, ReportError> {
        let report = self.search_now(state, request)?;
        let known = known_assessment(&report, &self.game.write_move(state, mv), request)?;
        known.ok_or(ReportError::Interrupted)
    }
}

impl<G> Arena for OpenManyPlayers<G> {
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

    fn play_pair(
        &self,
        _players: [&PlayerSpec; 2],
        _pair: u64,
        _schedule: Schedule,
        _stop: &AtomicBool,
    ) -> Result<PairResult, ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }

    fn draw_position(
        &self,
        _play: &SelfPlay<'_>,
        _rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Option<String>, ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }

    fn self_play_position(
        &self,
        _play: &SelfPlay<'_>,
        _seed: u64,
        _number: u64,
    ) -> Result<String, ReportError> {
        Err(ReportError::NotForTwo(self.about.name))
    }
}

impl<G> RollsOut for OpenManyPlayers<G> {
    fn plan_rollout(
        &self,
        _root: RootText<'_>,
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

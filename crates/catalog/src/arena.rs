//! Tournament games and self-play behind the border of types.

mod fingerprint;

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::{
    Contestant, Crew, Engine, PairResult, RandomMover, Schedule, play_pair, play_pairs,
    self_play_position_where,
};
use starmax_core::{Evaluator, Game, Hashable, Notation};
use starmax_search::{Options, Settings, Table, Ties};

pub(crate) use self::fingerprint::Fingerprint;
use crate::check::check_options;
use crate::judge::{EvaluatorTask, Judge, WantedJudge};
use crate::noise::WithNoise;
use crate::opened::{Opened, State};
use crate::player::{Kind, player_table};
use crate::registry::Registration;
use crate::{Noise, PlayerSpec, ReportError, Request};

/// What a game between two players, whose types are erased, can do for tournaments and experiments.
pub trait Arena {
    /// Whether this player can play this game.
    ///
    /// # Errors
    /// Says why not.
    fn check_player(&self, player: &PlayerSpec) -> Result<(), ReportError>;

    /// A number that changes with what the player does: with its searches, its evaluator, or the rules of the game.
    ///
    /// # Errors
    /// When the player cannot play this game.
    fn fingerprint(&self, player: &PlayerSpec) -> Result<u64, ReportError>;

    /// Whether a game can bring one of two players this many points.
    fn can_bring(&self, points: f64) -> bool;

    /// Whether some wins bring more points than others.
    fn counts_points(&self) -> bool;

    /// Plays pairs of games, as [`starmax_arena::play_pairs`] does.
    ///
    /// # Errors
    /// When a player cannot play this game, or there is no memory for its tables, or no thread.
    fn play_pairs(
        &self,
        players: [&PlayerSpec; 2],
        pairs: &mut (dyn Iterator<Item = u64> + Send),
        schedule: Schedule,
        crew: &Crew<'_>,
        receive: &mut dyn FnMut(u64, PairResult) -> ControlFlow<()>,
    ) -> Result<(), ReportError>;

    /// Plays one pair of games, as [`starmax_arena::play_pair`] does. Once `stop` is set, its result means nothing.
    ///
    /// # Errors
    /// When a player cannot play this game, or there is no memory for its table.
    fn play_pair(
        &self,
        players: [&PlayerSpec; 2],
        pair: u64,
        schedule: Schedule,
        stop: &AtomicBool,
    ) -> Result<PairResult, ReportError>;

    /// A position from a game that an engine plays against itself: a decision with at least two moves, any one of the game. `None` if
    /// there was no such decision.
    ///
    /// # Errors
    /// When there is no such evaluator.
    fn draw_position(
        &self,
        play: &SelfPlay<'_>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Option<String>, ReportError>;

    /// The same with dice, and a choice of the position, that follow from the seed and the number of the game.
    ///
    /// # Errors
    /// When there is no such evaluator, or no such decision.
    fn self_play_position(
        &self,
        play: &SelfPlay<'_>,
        seed: u64,
        number: u64,
    ) -> Result<String, ReportError>;
}

/// A game of an engine against itself.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// The evaluator, by name.
    pub evaluator: Option<&'a str>,
    /// Added to evaluations.
    pub noise: Noise,
    /// Levels to search.
    pub depth: u32,
    /// Only positions of this kind, by name: `contact` for those in which players of backgammon can still hit or block each other.
    pub filter: Option<&'a str>,
}

impl<R: Registration> Arena for Opened<R> {
    fn check_player(&self, player: &PlayerSpec) -> Result<(), ReportError> {
        if let Kind::Engine(engine) = &player.kind {
            check_options::<R>(engine)?;
            self.judge(WantedJudge::of(engine))?;
        }
        Ok(())
    }

    fn fingerprint(&self, player: &PlayerSpec) -> Result<u64, ReportError> {
        let Kind::Engine(engine) = &player.kind else {
            return Ok(0);
        };
        let settings = settings::<R>(engine);
        let has_table = player_table(engine) > 0;
        let task = Fingerprint::new(&self.game, settings, has_table);
        self.with_engine(engine, task)
    }

    fn can_bring(&self, points: f64) -> bool {
        let utility = self.game.utility();
        points.abs() <= utility.upper - utility.middle()
    }

    fn counts_points(&self) -> bool {
        R::ORDINARY_WIN.is_some_and(|ordinary| self.game.utility().upper > ordinary)
    }

    fn play_pairs(
        &self,
        players: [&PlayerSpec; 2],
        pairs: &mut (dyn Iterator<Item = u64> + Send),
        schedule: Schedule,
        crew: &Crew<'_>,
        receive: &mut dyn FnMut(u64, PairResult) -> ControlFlow<()>,
    ) -> Result<(), ReportError> {
        let mut played = Ok(());
        self.with_player(players[0], crew, &mut |first| {
            played = self.with_player(players[1], crew, &mut |second| {
                let (pairs, receive) = (&mut *pairs, &mut *receive);
                play_pairs(&self.game, schedule, pairs, (first, second), crew, receive)
            });
            Ok(())
        })?;
        played
    }

    fn play_pair(
        &self,
        players: [&PlayerSpec; 2],
        pair: u64,
        schedule: Schedule,
        stop: &AtomicBool,
    ) -> Result<PairResult, ReportError> {
        let crew = &Crew {
            threads: NonZeroUsize::MIN,
            stop,
        };
        let mut played = Err(ReportError::Interrupted);
        self.with_player(players[0], crew, &mut |first| {
            let mut result = None;
            let second = self.with_player(players[1], crew, &mut |second| {
                let (mut first, mut second) = (first(), second());
                let contestants: [&mut dyn Contestant<R::Game>; 2] = [&mut first, &mut second];
                result = Some(play_pair(&self.game, schedule, pair, contestants));
                Ok(())
            });
            played = second.and_then(|()| result.ok_or(ReportError::Interrupted));
            Ok(())
        })?;
        played
    }

    fn draw_position(
        &self,
        play: &SelfPlay<'_>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Option<String>, ReportError> {
        let is_wanted = match play.filter {
            None => |_: &_| true,
            Some(filter) => filter_named::<R>(filter)?,
        };
        let task = SelfPlayTask {
            game: &self.game,
            depth: play.depth,
            rng,
            is_wanted,
        };
        let noise = play.noise;
        let wanted = WantedJudge {
            evaluator: play.evaluator,
            met: None,
        };
        let judge = &self.judge(wanted)?.judge;
        let state = judge.run(WithNoise { noise, task });
        Ok(state.map(|state| self.game.write_state(&state)))
    }

    fn self_play_position(
        &self,
        play: &SelfPlay<'_>,
        seed: u64,
        number: u64,
    ) -> Result<String, ReportError> {
        let base: u64 = Xoshiro256PlusPlus::seed_from_u64(seed).random();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(base.wrapping_add(number));
        let position = self.draw_position(play, &mut rng)?;
        position.ok_or(ReportError::NoChoice(R::ABOUT.name))
    }
}

/// Makes a player for each thread.
type Make<'a, G> = dyn Fn() -> Box<dyn Contestant<G> + 'a> + Sync + 'a;
/// What is done with a player.
type Then<'a, G> = dyn for<'b> FnMut(&'b Make<'b, G>) -> io::Result<()> + 'a;

impl<R: Registration> Opened<R> {
    fn with_player(
        &self,
        player: &PlayerSpec,
        crew: &Crew<'_>,
        then: &mut Then<'_, R::Game>,
    ) -> Result<(), ReportError> {
        self.check_player(player)?;
        let Kind::Engine(engine) = &player.kind else {
            return then(&|| Box::new(RandomMover::default())).map_err(ReportError::NoThread);
        };
        let task = PlayerTask {
            settings: settings::<R>(engine),
            random_ties: engine.ties == Some(Ties::Random),
            tables: tables(player_table(engine), crew)?,
            stop: crew.stop,
            then,
        };
        self.with_engine(engine, task)?
            .map_err(ReportError::NoThread)
    }

    /// Runs a task with the evaluator of a player, and its noise.
    fn with_engine<T: EvaluatorTask<R::Game>>(
        &self,
        engine: &Options,
        task: T,
    ) -> Result<T::Output, ReportError> {
        let noise = Noise::of(engine);
        let judge = &self.judge(WantedJudge::of(engine))?.judge;
        Ok(judge.run(WithNoise { noise, task }))
    }
}

/// The filter of this name.
fn filter_named<R: Registration>(name: &str) -> Result<fn(&State<R>) -> bool, ReportError> {
    let filter = R::FILTERS.iter().find(|(known, _)| *known == name);
    let filter = filter.map(|&(_, filter)| filter);
    filter.ok_or_else(|| ReportError::NoFilter {
        game: R::ABOUT.name,
        filter: name.to_owned(),
    })
}

/// How a player searches.
fn settings<R: Registration>(engine: &Options) -> Settings {
    Request::from(engine.clone()).settings(&R::ABOUT)
}

/// A table for each thread, or none at all.
pub(crate) fn tables(mebibytes: usize, crew: &Crew<'_>) -> Result<Vec<Table>, ReportError> {
    let count = if mebibytes == 0 {
        0
    } else {
        crew.threads.get()
    };
    (0..count)
        .map(|_| Table::try_with_mebibytes(mebibytes))
        .collect::<Result<_, _>>()
        .map_err(|_| ReportError::NoMemory(mebibytes))
}

struct PlayerTask<'a, 'b, G: Game> {
    settings: Settings,
    random_ties: bool,
    tables: Vec<Table>,
    stop: &'a AtomicBool,
    then: &'a mut Then<'b, G>,
}

impl<G: Hashable> EvaluatorTask<G> for PlayerTask<'_, '_, G> {
    type Output = io::Result<()>;

    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> io::Result<()> {
        let tables = Mutex::new(self.tables);
        let take_table = || tables.lock().unwrap_or_else(PoisonError::into_inner).pop();
        (self.then)(&|| {
            let mut engine = Engine::sharing(self.settings.clone(), evaluator).stop_when(self.stop);
            if let Some(table) = take_table() {
                engine = engine.with_table(table);
            }
            if self.random_ties {
                engine = engine.breaking_ties_at_random();
            }
            Box::new(engine)
        })
    }
}

struct SelfPlayTask<'a, G: Game> {
    game: &'a G,
    depth: u32,
    rng: &'a mut Xoshiro256PlusPlus,
    is_wanted: fn(&G::State) -> bool,
}

impl<G: Hashable> EvaluatorTask<G> for SelfPlayTask<'_, G> {
    type Output = Option<G::State>;

    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> Option<G::State> {
        self_play_position_where(self.game, evaluator, self.depth, self.rng, self.is_wanted)
    }
}

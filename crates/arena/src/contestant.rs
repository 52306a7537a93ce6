use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, Game, Hashable, Node};
use starmax_search::{RootMove, Search, Settings, Table, TableUse};

/// Somebody who plays games, on either side.
pub trait Contestant<G: Game> {
    /// Another game begins. Whatever was learned from earlier ones is forgotten, and whatever is done at random follows from
    /// `seed`: a game is the same wherever and whenever it is played.
    fn begin(&mut self, seed: u64);

    /// Chooses one of `moves`, which are the legal moves of `state`, two at least.
    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> G::Move;
}

impl<G: Game, C: Contestant<G> + ?Sized> Contestant<G> for Box<C> {
    fn begin(&mut self, seed: u64) {
        (**self).begin(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> G::Move {
        (**self).choose(game, state, moves)
    }
}

/// Searches every move with the same settings and evaluator.
///
/// Every exact algorithm finds the same best move at the same depth, so games of engines with a limit of depth or nodes can be
/// repeated. With a limit of time they depend on the machine.
pub struct Engine<'a, E> {
    settings: Settings,
    evaluator: Held<'a, E>,
    table: Option<Table>,
    stop: Option<&'a AtomicBool>,
    /// Chooses among equally good moves; without it the first one is played.
    ties: Option<Xoshiro256PlusPlus>,
}

/// An evaluator of one's own, or one that others use too.
enum Held<'a, E> {
    Owned(E),
    Shared(&'a E),
}

impl<E> Held<'_, E> {
    fn get(&self) -> &E {
        match self {
            Self::Owned(evaluator) => evaluator,
            Self::Shared(evaluator) => evaluator,
        }
    }
}

/// Values that differ by less are equal; rounding depends on the order in which outcomes are added up.
const TIE: f64 = 1e-12;

impl<'a, E> Engine<'a, E> {
    /// An engine without a table.
    ///
    /// # Panics
    /// When the depth is 0: that finds no move.
    pub fn new(settings: Settings, evaluator: E) -> Self {
        Self::holding(settings, Held::Owned(evaluator))
    }

    /// An engine without a table, that shares its evaluator with others.
    ///
    /// # Panics
    /// When the depth is 0: that finds no move.
    pub fn sharing(settings: Settings, evaluator: &'a E) -> Self {
        Self::holding(settings, Held::Shared(evaluator))
    }

    fn holding(mut settings: Settings, evaluator: Held<'a, E>) -> Self {
        assert!(settings.limits.depth > 0, "a move takes a depth of 1");
        settings.line = false;
        settings.window = Bounds::EVERYTHING;
        Self {
            settings,
            evaluator,
            table: None,
            stop: None,
            ties: None,
        }
    }

    /// Gives the engine a table of its own. It is forgotten before every game.
    #[must_use]
    pub fn with_table(mut self, table: Table) -> Self {
        self.table = Some(table);
        self
    }

    /// Lets chance choose among equally good moves, of which otherwise the first one in the game's order is played. That needs
    /// the values of all moves, and so a longer search.
    #[must_use]
    pub fn breaking_ties_at_random(mut self) -> Self {
        self.settings.ranked = usize::MAX;
        self.ties = Some(Xoshiro256PlusPlus::seed_from_u64(0));
        self
    }

    /// Once `flag` is set, searches stop and any move may be chosen: the game is no longer of use.
    #[must_use]
    pub fn stop_when(mut self, flag: &'a AtomicBool) -> Self {
        self.stop = Some(flag);
        self
    }
}

impl<G: Hashable, E: Evaluator<G>> Contestant<G> for Engine<'_, E> {
    fn begin(&mut self, seed: u64) {
        if let Some(rng) = &mut self.ties {
            *rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        }
        if let Some(table) = &mut self.table {
            table.forget();
        }
    }

    fn choose(&mut self, game: &G, state: &G::State, _moves: &[G::Move]) -> G::Move {
        let mut search = Search::new(game, self.evaluator.get()).settings(self.settings.clone());
        if let Some(stop) = self.stop {
            search = search.stop_when(stop);
        }
        let memory = (self.table.as_ref()).map(|table| TableUse::new(table, &self.settings));
        let result = search.memory(memory).run(state);
        match &mut self.ties {
            None => result.best.expect("a search of a decision finds a move"),
            Some(rng) => one_of_the_best(game, state, &result.moves, rng),
        }
    }
}

/// Any one of the moves that are as good as the best one.
fn one_of_the_best<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[RootMove<G::Move>],
    rng: &mut Xoshiro256PlusPlus,
) -> G::Move {
    let Node::Decision(player) = game.node(state) else {
        unreachable!("only decisions are asked about");
    };
    let worth = |mv: &RootMove<G::Move>| mv.bounds.seen_by(player).lower;
    let most = moves.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
    let best: Vec<_> = (moves.iter())
        .filter(|mv| worth(mv) >= most - TIE)
        .collect();
    best[rng.random_range(0..best.len())].mv
}

/// Moves at random.
#[derive(Clone, Debug)]
pub struct RandomMover(Xoshiro256PlusPlus);

impl Default for RandomMover {
    fn default() -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(0))
    }
}

impl<G: Game> Contestant<G> for RandomMover {
    fn begin(&mut self, seed: u64) {
        self.0 = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn choose(&mut self, _game: &G, _state: &G::State, moves: &[G::Move]) -> G::Move {
        moves[self.0.random_range(0..moves.len())]
    }
}

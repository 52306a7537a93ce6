use crate::{Bounds, Player, Rules};

/// A game for one or two players with one value, which `Max` wants large and `Min` small. What is searched, judged and tabulated.
pub trait Game: Rules<Player = Player, Payoff = f64> {
    /// Whether states differ so much in their number of moves that a search gains from counting them before it chooses where to begin. It never
    /// changes a result.
    const WORK_VARIES: bool = false;

    /// The tightest interval that holds every terminal value, seen by `Max`.
    fn utility(&self) -> Bounds;

    /// How good a move looks at a glance: the larger, the earlier it is tried. Costs a few instructions or is
    /// left alone; it never changes a result, only how soon it is found.
    ///
    /// 0 is nothing special, more is good, and [`WINNING`] is a move that wins at once.
    #[inline]
    fn promise(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }
}

/// What [`Game::promise`] says of a move that wins at once: more than of any other.
pub const WINNING: i32 = i32::MAX;

/// Games whose states can be told apart by 64 bits; only searches with a table ask for it.
///
/// Equal hashes must mean equal states, for practical purposes: whose turn it is, and a roll that is waiting to be
/// played, belong into the hash. A search with a table of a game that has no hash does not compile.
pub trait Hashable: Game {
    /// A well-mixed hash of everything that the future of `state` depends on.
    fn hash(&self, state: &Self::State) -> u64;
}

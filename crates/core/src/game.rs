use std::error::Error;
use std::sync::Arc;

use crate::{Bounds, Pay, Player, Rules};

/// Why rules whose answers come from elsewhere have failed.
pub type Failure = Arc<dyn Error + Send + Sync>;

/// A game for one or two players with one value, which `Max` wants large and `Min` small. What is searched, judged and tabulated.
pub trait Game: Rules<Player = Player, Payoff = f64> {
    /// Whether numbers of moves differ enough between states that a search gains from counting them before it chooses where to begin.
    /// It never changes a result.
    const WORK_VARIES: bool = false;

    /// Whether steps pay on the way ([`Game::pay_of_move`], [`Game::pay_of_outcome`]). If `false`, none of it is compiled.
    const PAYS: bool = false;

    /// Whether some steps cost no depth ([`Game::is_free`]). If `false`, none of it is compiled.
    const HAS_FREE_STEPS: bool = false;

    /// Whether the rules can fail, because the answers come from elsewhere, such as another language ([`Game::failure`]). If
    /// `false`, none of it is compiled.
    const CAN_FAIL: bool = false;

    /// The tightest interval that holds every value that a state can have, seen by `Max`: every terminal value and, where steps pay, all
    /// that may still be paid on the way there.
    fn utility(&self) -> Bounds;

    /// What a legal move pays at once.
    #[inline]
    fn pay_of_move(&self, _state: &Self::State, _mv: Self::Move) -> Pay {
        Pay::NOTHING
    }

    /// What an outcome pays at once.
    #[inline]
    fn pay_of_outcome(&self, _state: &Self::State, _outcome: Self::Outcome) -> Pay {
        Pay::NOTHING
    }

    /// Whether the step from `state`, a move or an outcome, costs no depth: a search goes as deep below it as it would have gone without it.
    /// Where no depth is left, the state is judged as it is, before the step. Such steps must come to an end, whatever is chosen.
    #[inline]
    fn is_free(&self, _state: &Self::State) -> bool {
        false
    }

    /// Why the rules have given an answer that cannot be used, if they have. From then on they may answer anything of the right type, even
    /// no moves or no outcomes, and every search stops.
    #[inline]
    fn failure(&self) -> Option<Failure> {
        None
    }

    /// How good a move looks at a glance: the larger, the earlier it is tried. Costs a few instructions or is
    /// left alone; it never changes a result, only how soon it is found.
    ///
    /// 0 is nothing special, more is good, and [`WINNING`] is a move that wins at once.
    #[inline]
    fn promise(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    /// Whether a move that was good elsewhere can be played in this decision: it leads where one of its own moves leads. May say no to a move
    /// that could be played, if that is quicker; it never changes a result.
    fn can_play(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.contains(&mv)
    }
}

/// What [`Game::promise`] says of a move that wins at once: more than of any other.
pub const WINNING: i32 = i32::MAX;

/// Games whose states can be told apart by 64 bits; only searches with a table ask for it.
///
/// Equal hashes must mean equal states, for practical purposes: whose turn it is, and a roll that is waiting to be
/// played, belong in the hash. A search with a table of a game that has no hash does not compile.
pub trait Hashable: Game {
    /// A well-mixed hash of everything that the future of `state` depends on.
    fn hash(&self, state: &Self::State) -> u64;
}

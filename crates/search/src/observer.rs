use starmax_core::{Bounds, Game};

use crate::{Act, Step};

/// Watches a search: one `enter` and one `leave` for every node visited, properly nested.
///
/// `()` watches nothing and costs nothing: the calls are not compiled.
///
/// ```
/// use starmax_core::{Constant, Game, Rules};
/// use starmax_games::TicTacToe;
/// use starmax_search::{Observer, Search, Visit};
///
/// /// The deepest ply that was visited.
/// struct Deepest(usize);
/// impl<G: Game> Observer<G> for Deepest {
///     fn enter(&mut self, visit: &Visit<'_, G>) {
///         self.0 = self.0.max(visit.ply);
///     }
/// }
///
/// let mut deepest = Deepest(0);
/// let game = TicTacToe;
/// let _ = Search::new(&game, &Constant(0.0)).depth(3).observe(&mut deepest).run(&game.initial());
/// assert_eq!(deepest.0, 3);
/// ```
pub trait Observer<G: Game> {
    /// `false` removes every call at compile time.
    const ENABLED: bool = true;

    /// Whether to tell what each part of the search did. `false` removes every call of [`Observer::acted`], and all that it takes to
    /// find out.
    const ACTS: bool = false;

    /// A node is about to be visited.
    fn enter(&mut self, _visit: &Visit<'_, G>) {}

    /// The node entered last is left: these bounds were proven, for this reason.
    fn leave(&mut self, _bounds: Bounds, _exit: Exit) {}

    /// The search did something that plain Expectimax does not.
    fn acted(&mut self, _act: Act) {}
}

impl<G: Game> Observer<G> for () {
    const ENABLED: bool = false;
}

#[warn(clippy::missing_trait_methods)]
impl<G: Game, O: Observer<G>> Observer<G> for &mut O {
    const ENABLED: bool = O::ENABLED;
    const ACTS: bool = O::ACTS;

    fn enter(&mut self, visit: &Visit<'_, G>) {
        (**self).enter(visit);
    }

    fn leave(&mut self, bounds: Bounds, exit: Exit) {
        (**self).leave(bounds, exit);
    }

    fn acted(&mut self, act: Act) {
        (**self).acted(act);
    }
}

/// A node about to be visited.
#[non_exhaustive]
pub struct Visit<'a, G: Game> {
    /// The state of the node.
    pub state: &'a G::State,
    /// How the search came here from the node above; `None` at the root.
    pub step: Option<Step<G>>,
    /// What matters of the value, before it is clipped to what the value can be.
    pub window: Bounds,
    /// Levels left to search below the node; less than 0 where a state was not quiet at depth 0.
    pub depth: i32,
    /// Levels between the root and the node.
    pub ply: usize,
    /// Why the node is visited.
    pub purpose: Purpose,
}

/// Why a node is visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// All its moves matter.
    Search,
    /// Only its most promising moves are tried, for a quick bound.
    Probe,
}

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// The game is over here.
    Terminal,
    /// The evaluator judged the state.
    Evaluated,
    /// What is known of the state without search was enough.
    Known,
    /// The table knew enough, of the node or of its outcomes.
    Table,
    /// Everything below was looked at.
    Complete,
    /// A probe tried the moves it was allowed.
    Probed,
    /// A decision was left early: a move is too good for the opponent to allow.
    MoveCut,
    /// A chance node was left early, while its outcomes were probed.
    ProbeCut,
    /// A chance node was left early, while its outcomes were searched.
    SearchCut,
    /// A limit was reached.
    Stopped,
}

impl Exit {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terminal => "leaf",
            Self::Evaluated => "evaluated",
            Self::Known => "known",
            Self::Table => "table",
            Self::Complete => "complete",
            Self::Probed => "probed",
            Self::MoveCut => "move-cut",
            Self::ProbeCut => "probe-cut",
            Self::SearchCut => "search-cut",
            Self::Stopped => "stopped",
        }
    }

    /// Whether the node is a leaf: terminal or judged by the evaluator.
    #[must_use]
    pub const fn is_leaf(self) -> bool {
        matches!(self, Self::Terminal | Self::Evaluated)
    }

    /// Whether something below the node was left out because the window allowed it.
    #[must_use]
    pub const fn is_cut(self) -> bool {
        matches!(self, Self::MoveCut | Self::ProbeCut | Self::SearchCut)
    }
}

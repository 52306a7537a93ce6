use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

use starmax_core::Game;

use crate::{Enhancement, Observer};

/// Something that plain Expectimax does not do, counted only where it changes what is searched, or in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Act {
    /// An enhancement made a difference.
    Enhanced(Enhancement),
    /// The table narrowed what is known of a decision.
    DecisionHit,
    /// The table made the search of a decision needless.
    DecisionTableCut,
    /// The table narrowed what is known of a chance node.
    ChanceHit,
    /// The table made the search of a chance node needless.
    ChanceTableCut,
    /// What the table knows of the outcomes of a chance node made their search needless.
    OutcomesTableCut,
    /// What is known without search and without the table was enough.
    KnownCut,
    /// A window was narrowed to what the value can be at all.
    Clip,
    /// An outcome was probed.
    Probe,
    /// A chance node was left while its outcomes were probed.
    ProbeCut,
    /// A chance node was left while its outcomes were searched.
    SearchCut,
    /// A decision was left before all its moves were tried.
    MoveCut,
    /// A move at the root was left out because another one is the best possible.
    RootCut,
    /// An outcome was searched in full, because rounding denied the cut that its window promised.
    FullPass,
    /// The scheme of the order put moves into another order than the game's own.
    Scheme,
    /// A probe put moves of good quality first.
    Quality,
    /// A state that is not quiet was searched on although the depth was used up.
    Quiescence,
    /// The search ended at a solved state.
    Solved,
    /// A step below a node pays.
    Pay,
    /// A step below a node costs no depth.
    FreeStep,
    /// Another move at the root was searched first, because another thread is at work on this one.
    RootMovePutOff,
    /// Another move was searched first, because another thread is at work on this one.
    MovePutOff,
    /// Another outcome was looked at first, because another thread is at work on this one.
    OutcomePutOff,
}

impl Act {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [
            Self::DecisionHit,
            Self::DecisionTableCut,
            Self::ChanceHit,
            Self::ChanceTableCut,
            Self::OutcomesTableCut,
            Self::KnownCut,
            Self::Clip,
            Self::Probe,
            Self::ProbeCut,
            Self::SearchCut,
            Self::MoveCut,
            Self::RootCut,
            Self::FullPass,
            Self::Scheme,
            Self::Quality,
            Self::Quiescence,
            Self::Solved,
            Self::Pay,
            Self::FreeStep,
            Self::RootMovePutOff,
            Self::MovePutOff,
            Self::OutcomePutOff,
        ];
        (Enhancement::ALL.into_iter().map(Self::Enhanced)).chain(others)
    }

    /// A short name; that of an enhancement is the one on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enhanced(enhancement) => enhancement.name(),
            Self::DecisionHit => "decision-hit",
            Self::DecisionTableCut => "decision-table-cut",
            Self::ChanceHit => "chance-hit",
            Self::ChanceTableCut => "chance-table-cut",
            Self::OutcomesTableCut => "outcomes-table-cut",
            Self::KnownCut => "known-cut",
            Self::Clip => "clip",
            Self::Probe => "probe",
            Self::ProbeCut => "probe-cut",
            Self::SearchCut => "search-cut",
            Self::MoveCut => "move-cut",
            Self::RootCut => "root-cut",
            Self::FullPass => "full-pass",
            Self::Scheme => "scheme",
            Self::Quality => "quality",
            Self::Quiescence => "quiescence",
            Self::Solved => "solved",
            Self::Pay => "pay",
            Self::FreeStep => "free-step",
            Self::RootMovePutOff => "root-move-put-off",
            Self::MovePutOff => "move-put-off",
            Self::OutcomePutOff => "outcome-put-off",
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl From<Enhancement> for Act {
    fn from(enhancement: Enhancement) -> Self {
        Self::Enhanced(enhancement)
    }
}

/// An observer that counts what a search did. Written as names with their counts, without those that never happened.
///
/// ```
/// use starmax_core::Constant;
/// use starmax_games::Tree;
/// use starmax_search::{Act, Acts, Algorithm, Search};
///
/// let tree: Tree = "max[min[3 12 8] min[2 4 6] min[14 5 2]]".parse()?;
/// let mut acts = Acts::default();
/// let search = Search::new(&tree, &Constant(3.0)).algorithm(Algorithm::AlphaBeta).depth(2);
/// let _ = search.observe(&mut acts).run(&tree.root());
/// assert_eq!(acts.count(Act::MoveCut), 1, "4 and 6 are cut");
/// assert_eq!(acts.count(Act::Probe), 0);
/// # Ok::<(), starmax_games::TreeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Acts(BTreeMap<Act, u64>);

impl Acts {
    /// How often something happened.
    #[must_use]
    pub fn count(&self, act: impl Into<Act>) -> u64 {
        self.0.get(&act.into()).copied().unwrap_or(0)
    }

    /// What happened at all.
    pub fn iter(&self) -> impl Iterator<Item = Act> {
        self.0.keys().copied()
    }
}

impl<G: Game> Observer<G> for Acts {
    const ACTS: bool = true;

    fn acted(&mut self, act: Act) {
        *self.0.entry(act).or_default() += 1;
    }
}

impl AddAssign<&Self> for Acts {
    fn add_assign(&mut self, other: &Self) {
        for (&act, count) in &other.0 {
            *self.0.entry(act).or_default() += count;
        }
    }
}

impl fmt::Display for Acts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.0.iter().map(|(act, count)| format!("{act} {count}"));
        f.pad(&counts.collect::<Vec<_>>().join(", "))
    }
}

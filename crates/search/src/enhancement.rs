use std::fmt;
use std::str::FromStr;

use crate::{Algorithm, SettingsError};

/// A switch of the search: something that an algorithm does beyond windows and probes. None of them changes a value or a best move.
///
/// Each algorithm comes with some of them ([`Enhancements::of`]), [`Algorithm::Starmax`] with all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Enhancement {
    /// Iterative deepening: each iteration leaves its best moves to the next one.
    Deepening,
    /// A chance node first asks the table what is known of its outcomes.
    SuccessorProbing,
    /// No probes where no probe can bring the chance node out of its window.
    ThriftyProbes,
    /// Bounds of the state at hand instead of the evaluator's range.
    StateBounds,
    /// Outcomes that can move a chance node further are looked at first.
    OutcomeOrder,
    /// Outcomes that take less work are looked at first, in games that need it ([`Game::WORK_VARIES`](starmax_core::Game::WORK_VARIES)).
    WorkOrder,
    /// A probe asks of an outcome little more than its share of what the chance node needs.
    FairShares,
    /// A chance node guesses what its outcomes come to, and asks of each only what takes the node out of its window if the others come out so.
    Targets,
    /// A chance node right above the last decisions first tries one answer to every outcome, those that were best after its siblings, all judged at once.
    Answers,
    /// Of those answers only as many are judged as it takes: what the others are worth at least is told by the bounds of what they lead to.
    Glances,
    /// The move that the table remembers is tried first.
    TableMove,
    /// Moves that cut at the same ply before are tried early.
    Killers,
    /// Moves that cut anywhere before are tried early.
    History,
    /// The successors of a decision right above the leaves are evaluated all at once, where the evaluator gains from that.
    Batches,
}

impl Enhancement {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Deepening,
        Self::SuccessorProbing,
        Self::ThriftyProbes,
        Self::StateBounds,
        Self::OutcomeOrder,
        Self::WorkOrder,
        Self::FairShares,
        Self::Targets,
        Self::Answers,
        Self::Glances,
        Self::TableMove,
        Self::Killers,
        Self::History,
        Self::Batches,
    ];

    /// The name on the command line and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deepening => "deepening",
            Self::SuccessorProbing => "successor-probing",
            Self::ThriftyProbes => "thrifty-probes",
            Self::StateBounds => "state-bounds",
            Self::OutcomeOrder => "outcome-order",
            Self::WorkOrder => "work-order",
            Self::FairShares => "fair-shares",
            Self::Targets => "targets",
            Self::Answers => "answers",
            Self::Glances => "glances",
            Self::TableMove => "table-move",
            Self::Killers => "killers",
            Self::History => "history",
            Self::Batches => "batches",
        }
    }
}

impl fmt::Display for Enhancement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Enhancement {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        Self::ALL
            .into_iter()
            .find(|enhancement| enhancement.name() == text)
            .ok_or_else(|| SettingsError::UnknownEnhancement(text.to_owned()))
    }
}

/// Some enhancements, written as their names with commas in between.
///
/// ```
/// use starmax_search::{Enhancement, Enhancements};
///
/// let few: Enhancements = "killers,history".parse()?;
/// assert!(few.contains(Enhancement::History) && !few.contains(Enhancement::Batches));
/// assert_eq!(Enhancements::ALL.without(few).with(few), Enhancements::ALL);
/// assert_eq!(few.to_string(), "killers,history");
/// # Ok::<(), starmax_search::SettingsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Enhancements(u16);

impl Enhancements {
    /// Every one of them.
    pub const ALL: Self = Self((1 << Enhancement::ALL.len()) - 1);
    /// None.
    pub const NONE: Self = Self(0);

    /// Iterations, and an order of moves that is learned from them.
    pub const LEARNING: Self = Self::NONE
        .and(Enhancement::Deepening)
        .and(Enhancement::TableMove)
        .and(Enhancement::Killers)
        .and(Enhancement::History);

    /// Those that an algorithm comes with.
    #[must_use]
    pub const fn of(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Starmax => Self::ALL,
            Algorithm::Star2Tt => Self::LEARNING.and(Enhancement::SuccessorProbing),
            Algorithm::StaticReply => Self::NONE.and(Enhancement::Deepening),
            _ => Self::NONE,
        }
    }

    /// These and one more.
    #[must_use]
    pub const fn and(self, enhancement: Enhancement) -> Self {
        Self(self.0 | 1 << enhancement as u16)
    }

    /// Whether one of them is there.
    #[inline]
    #[must_use]
    pub const fn contains(self, enhancement: Enhancement) -> bool {
        self.0 & 1 << enhancement as u16 != 0
    }

    /// Those of both.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Those that are not among the others.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Those that are there, in the order of [`Enhancement::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Enhancement> {
        (Enhancement::ALL.into_iter()).filter(move |&enhancement| self.contains(enhancement))
    }
}

impl From<Enhancement> for Enhancements {
    fn from(enhancement: Enhancement) -> Self {
        Self::NONE.and(enhancement)
    }
}

impl FromIterator<Enhancement> for Enhancements {
    fn from_iter<I: IntoIterator<Item = Enhancement>>(all: I) -> Self {
        (all.into_iter()).fold(Self::NONE, |some, one| some.with(one.into()))
    }
}

impl fmt::Display for Enhancements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Enhancement::name).collect();
        f.pad(&names.join(","))
    }
}

impl FromStr for Enhancements {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        text.split(',').map(str::parse::<Enhancement>).collect()
    }
}

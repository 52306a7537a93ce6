//! The two dialects that are spoken.

use clap::ValueEnum;

/// A version of the protocol. Both begin with the same words, so the other side is only known by what it says later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Dialect {
    /// With `setoption` and `go role chequer`.
    #[value(name = "0.1")]
    V01,
    /// With `set`, `get`, `keys` and `go chequer`.
    #[value(name = "0.2")]
    V02,
}

/// Which dialect is spoken, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spoken {
    /// Only this one.
    Only(Dialect),
    /// The one that was heard last, if one was.
    Heard(Option<Dialect>),
}

impl Spoken {
    /// Takes note of a command that only one dialect has; whether it may be used.
    pub(super) fn hear(&mut self, dialect: Dialect) -> bool {
        match self {
            Self::Only(only) => *only == dialect,
            Self::Heard(heard) => {
                *heard = Some(dialect);
                true
            }
        }
    }

    /// The dialect to answer in; the newer one until the other side has shown what it speaks.
    pub(super) fn answers_in(self) -> Dialect {
        match self {
            Self::Only(dialect) | Self::Heard(Some(dialect)) => dialect,
            Self::Heard(None) => Dialect::V02,
        }
    }

    /// Whether the other side may speak it.
    pub(super) fn may_be(self, dialect: Dialect) -> bool {
        match self {
            Self::Only(known) | Self::Heard(Some(known)) => known == dialect,
            Self::Heard(None) => true,
        }
    }
}

//! Strength as backgammon players name it.

use std::fmt;
use std::str::FromStr;

use starmax_core::ParseError;

use crate::Algorithm;

/// How many rolls a player looks ahead, in the words of backgammon programs: `2ply` looks at the next two rolls. With `-full` every
/// reply is searched, by [`Algorithm::Starmax`]; else only the one that looks best, by [`Algorithm::StaticReply`].
///
/// ```
/// use starmax_search::{Algorithm, Level};
///
/// let level: Level = "2ply".parse()?;
/// assert_eq!((level.algorithm(), level.depth()), (Algorithm::StaticReply, 5));
/// let level: Level = "2ply-full".parse()?;
/// assert_eq!((level.algorithm(), level.depth()), (Algorithm::Starmax, 5));
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    rolls: u32,
    is_full: bool,
}

/// A name, the rolls ahead, and whether every reply is searched.
const LEVELS: [(&str, u32, bool); 7] = [
    ("0ply", 0, false),
    ("1ply", 1, false),
    ("1ply-full", 1, true),
    ("2ply", 2, false),
    ("2ply-full", 2, true),
    ("3ply", 3, false),
    ("3ply-full", 3, true),
];

impl Level {
    /// The level at which backgammon is played and analysed unless told otherwise: `2ply`, two rolls ahead and fast.
    ///
    /// ```
    /// assert_eq!(starmax_search::Level::USUAL.to_string(), "2ply");
    /// ```
    pub const USUAL: Self = Self {
        rolls: 2,
        is_full: false,
    };

    /// The names of all levels.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        LEVELS.map(|(name, ..)| name).to_vec()
    }

    /// How it searches.
    #[must_use]
    pub fn algorithm(self) -> Algorithm {
        if self.is_full {
            Algorithm::Starmax
        } else {
            Algorithm::StaticReply
        }
    }

    /// The depth of its search for a move: the move itself, then a roll and a reply for each roll ahead.
    #[must_use]
    pub fn depth(self) -> u32 {
        2 * self.rolls + 1
    }

    /// The depth before a roll, as for a cube decision: a roll and a move for each roll ahead. At 0 there is nothing to search.
    #[must_use]
    pub fn depth_before_roll(self) -> u32 {
        2 * self.rolls
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = LEVELS.into_iter().find(|&(_, rolls, is_full)| {
            let level = Self { rolls, is_full };
            level == *self
        });
        let (name, ..) = named.expect("every level has a name");
        f.pad(name)
    }
}

impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = LEVELS.into_iter().find(|&(name, ..)| name == text);
        found
            .map(|(_, rolls, is_full)| Self { rolls, is_full })
            .ok_or_else(|| {
                let names = Self::names().join(", ");
                ParseError::new(text, format!("a level: one of {names}"))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written() {
        for name in Level::names() {
            assert_eq!(name.parse::<Level>().unwrap().to_string(), name);
        }
        for text in ["", "2", "2 ply", "0ply-full", "9ply"] {
            let error = text.parse::<Level>().unwrap_err().to_string();
            assert!(error.contains("one of 0ply, 1ply"), "{error}");
        }
    }
}

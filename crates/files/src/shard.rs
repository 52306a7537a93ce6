use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A part of a job that is made of numbered pieces: one machine of several does it. Written `3/7`, the third one of seven.
///
/// ```
/// use starmax_files::Shard;
///
/// let shard: Shard = "3/7".parse()?;
/// assert_eq!(shard.pieces(20).collect::<Vec<_>>(), [2, 9, 16]);
/// assert_eq!(shard.size(20), 3);
/// assert!(shard.has(16) && !shard.has(17));
/// assert!("0/7".parse::<Shard>().is_err());
/// # Ok::<(), starmax_files::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u64,
    count: u64,
}

/// What no shard is called.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found \"{0}\", {EXPECTED}")]
pub struct ShardError(String);

impl ShardError {
    /// What was expected.
    pub const EXPECTED: &str = EXPECTED;
}

const EXPECTED: &str = "expected a shard I/N with I from 1 to N and N up to 1000000, such as 3/7";
const MOST: u64 = 1_000_000;

impl Shard {
    /// The shard with this number, from 1, out of `count`; `None` if there is none.
    #[must_use]
    pub fn new(number: u64, count: u64) -> Option<Self> {
        let is_one = (1..=count).contains(&number) && count <= MOST;
        is_one.then_some(Self { number, count })
    }

    /// The one of as many shards that has a piece.
    #[must_use]
    pub fn with_piece(self, piece: u64) -> Self {
        Self {
            number: piece % self.count + 1,
            ..self
        }
    }

    /// How many shards there are.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// Whether it has the piece with this number, from 0.
    #[must_use]
    pub fn has(self, piece: u64) -> bool {
        piece % self.count == self.number - 1
    }

    /// Its share of the pieces.
    pub fn pieces(self, pieces: u64) -> impl Iterator<Item = u64> + use<> {
        (0..self.size(pieces)).map(move |place| place * self.count + self.number - 1)
    }

    /// How many of the pieces are its own.
    #[must_use]
    pub fn size(self, pieces: u64) -> u64 {
        let others_first = self.number - 1;
        pieces.saturating_sub(others_first).div_ceil(self.count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let shard = text.split_once('/').and_then(|(number, count)| {
            let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            (is_number(number) && is_number(count)).then_some(())?;
            Self::new(number.parse().ok()?, count.parse().ok()?)
        });
        shard.ok_or_else(|| ShardError(text.to_owned()))
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_in_one_shard() {
        for count in 1..12 {
            for pieces in 0..40 {
                let shards: Vec<_> = (1..=count)
                    .map(|number| Shard::new(number, count).unwrap())
                    .collect();
                for piece in 0..pieces {
                    let with_it: Vec<_> = shards.iter().filter(|shard| shard.has(piece)).collect();
                    assert_eq!(with_it, [&shards[0].with_piece(piece)]);
                }
                for shard in &shards {
                    let there: Vec<_> = (0..pieces).filter(|&piece| shard.has(piece)).collect();
                    assert_eq!(
                        shard.size(pieces),
                        there.len() as u64,
                        "{shard} of {pieces}"
                    );
                    assert_eq!(shard.pieces(pieces).collect::<Vec<_>>(), there);
                }
            }
        }
    }

    #[test]
    fn a_shard_is_written_and_read_again() {
        let shard: Shard = "12/1000000".parse().unwrap();
        assert_eq!(shard.to_string(), "12/1000000");
        let json = serde_json::to_string(&shard).unwrap();
        assert_eq!(json, "\"12/1000000\"");
        assert_eq!(serde_json::from_str::<Shard>(&json).unwrap(), shard);
        assert!(serde_json::from_str::<Shard>("\"8/7\"").is_err());
    }

    #[test]
    fn what_is_no_shard_is_named() {
        for text in [
            "0/7",
            "8/7",
            "x/7",
            "3/x",
            "3",
            "",
            "/",
            "3/",
            "/7",
            "1/0",
            "-1/7",
            "+1/7",
            "1/ 7",
            "1/7/9",
            "1/1000001",
            "99999999999999999999/7",
        ] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            let expected = format!("found \"{text}\", expected a shard I/N with I from 1 to N");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}

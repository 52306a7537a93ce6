//! Whether options can be used.

use thiserror::Error;

use super::{Options, joined};
use crate::Algorithm;

/// What matters of a game to its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Two players, and nothing is left to chance.
    WithoutChance,
    /// Two players and chance.
    WithChance,
    /// Several players, searched by max^n.
    SeveralPlayers,
}

/// What is wrong with an option.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// A value that cannot be read.
    #[error("found \"{found}\", expected {expected}")]
    Value {
        /// The part of the text that is wrong.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// The algorithm has no use for an option.
    #[error(
        "the option \"{option}\" cannot be used with {algorithm}, which {reason}; it is for {others}"
    )]
    Algorithm {
        /// The option.
        option: &'static str,
        /// The algorithm.
        algorithm: Algorithm,
        /// What the algorithm does instead.
        reason: String,
        /// Those that can use it.
        others: String,
    },
    /// The game has no use for an option.
    #[error("the option \"{option}\" cannot be used with {game}, which {reason}")]
    Game {
        /// The option.
        option: &'static str,
        /// The game.
        game: String,
        /// Why not.
        reason: &'static str,
    },
}

impl Options {
    /// Whether the algorithm and a game of this kind can use everything that is set.
    ///
    /// # Errors
    /// Names the first option that would be ignored, and why.
    pub fn check(&self, game: &str, kind: GameKind) -> Result<(), OptionError> {
        let algorithm = self.algorithm();
        for (option, _) in self.set() {
            let refused_by_game = |reason| OptionError::Game {
                option: option.name,
                game: game.to_owned(),
                reason,
            };
            if kind == GameKind::SeveralPlayers {
                if !option.serves_max_n {
                    return Err(refused_by_game("is searched by max^n"));
                }
                continue;
            }
            if let Some(reason) = (option.refusal)(algorithm, self) {
                let others = (Algorithm::ALL.into_iter().chain(Algorithm::INEXACT))
                    .filter(|&other| (option.refusal)(other, self).is_none())
                    .map(Algorithm::name)
                    .collect::<Vec<_>>();
                return Err(OptionError::Algorithm {
                    option: option.name,
                    algorithm,
                    reason,
                    others: joined(&others, "and"),
                });
            }
            if option.needs_chance && kind == GameKind::WithoutChance {
                return Err(refused_by_game("has no chance"));
            }
        }
        Ok(())
    }
}

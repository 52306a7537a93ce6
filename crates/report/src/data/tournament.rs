//! What tournaments found.

use serde::{Deserialize, Serialize};

/// A pair of games that has been played, to be written down and remembered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedPair {
    /// The numbers of the players, from 0.
    pub players: [usize; 2],
    /// The number of the pair of games, from 0.
    pub pair: u64,
    /// What the first of the two players won, first as Max, then as Min.
    pub points: [f64; 2],
}

impl PlayedPair {
    /// Where it stands among all pairs of games of its tournament.
    #[must_use]
    pub fn place(&self) -> impl Ord + use<> {
        (self.players, self.pair)
    }
}

/// How two players stand. Everything is seen by the first of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairingReport {
    /// The game.
    pub game: String,
    /// The seed of the dice.
    pub seed: u64,
    /// The players.
    pub players: [String; 2],
    /// The numbers of the players, from 1.
    pub numbers: [usize; 2],
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of games won, a draw being half a win; `None` before the first game.
    pub rate: Option<f64>,
    /// Wilson's 95% interval for the rate.
    pub wilson: [f64; 2],
    /// The 95% interval made from whole pairs of games; `None` before the first of them.
    pub by_pairs: Option<[f64; 2]>,
    /// Points per game, where some wins bring more than others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// The 95% interval for the points per game, made from whole pairs of games; `None` before the second of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_interval: Option<[f64; 2]>,
    /// Whether all games are played.
    pub finished: bool,
    /// Whether the games were stopped because one player is certainly better.
    pub sure: bool,
}

/// How all players of a tournament stand.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentReport {
    /// The game.
    pub game: String,
    /// The seed of the dice.
    pub seed: u64,
    /// The players, as they were written.
    pub players: Vec<String>,
    /// The chance to call one of two equal players the better one, where games are stopped early.
    pub error: Option<f64>,
    /// Every two players, in the order in which they meet.
    pub pairings: Vec<PairingReport>,
}

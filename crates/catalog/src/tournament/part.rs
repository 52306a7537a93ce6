//! A part of a tournament, on one machine of several.

use serde_json::json;
use starmax_files::Shard;
use starmax_files::journal::Part;
use starmax_report::{PlayedPair, ShardReport};

use super::Tournament;
use crate::ReportError;

impl Tournament {
    /// Lets only the pieces of a shard be played from now on. A piece is a pair of games; they are numbered from the first pairing to the last.
    /// Returns what the journal of the shard must know.
    ///
    /// # Errors
    /// When pairings stop as soon as one player is better.
    pub fn restrict_to(&mut self, shard: Shard) -> Result<Part<PlayedPair>, ReportError> {
        if self.options.error.is_some() {
            return Err(ReportError::StopsEarly("no --stop-when-sure"));
        }
        self.shard = Some(shard);
        let pairs = self.pairs();
        let meetings: Vec<_> = self
            .pairings
            .iter()
            .map(|pairing| pairing.players)
            .collect();
        Ok(Part {
            shard,
            pieces: self.pieces(),
            job: json!({ "games": 2 * pairs }),
            number: Box::new(move |played| {
                let meeting = meetings.binary_search(&played.players).ok()? as u64;
                (played.pair < pairs).then_some(meeting * pairs + played.pair)
            }),
        })
    }

    /// How far the shard is, if it is one.
    #[must_use]
    pub fn shard(&self) -> Option<ShardReport> {
        let shard = self.shard?;
        let size = shard.size(self.pieces());
        let left = (0..self.pairings.len()).map(|pairing| self.missing(pairing).count() as u64);
        let left = left.sum::<u64>();
        let players: Vec<_> = self.players.iter().map(ToString::to_string).collect();
        Some(ShardReport {
            shard: shard.to_string(),
            job: format!(
                "tournament of {}, seed {}, {} games of every two: {}",
                self.spec,
                self.options.seed,
                2 * self.pairs(),
                players.join(", ")
            ),
            unit: "pairs of games",
            done: size - left,
            pieces: size,
            all: self.pieces(),
            finished: left == 0,
        })
    }

    /// The pairs of games of a pairing that are to be played here.
    pub(super) fn missing(&self, pairing: usize) -> impl Iterator<Item = u64> + Send + use<> {
        let before = pairing as u64 * self.pairs();
        let shard = self.shard;
        let is_ours = move |pair: &u64| shard.is_none_or(|shard| shard.has(before + pair));
        self.pairings[pairing].standing.missing().filter(is_ours)
    }

    /// Pairs of games of every pairing.
    fn pairs(&self) -> u64 {
        self.options.games.div_ceil(2)
    }

    fn pieces(&self) -> u64 {
        self.pairings.len() as u64 * self.pairs()
    }
}

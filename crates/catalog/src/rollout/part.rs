//! A part of a rollout, on one machine of several.

use serde_json::json;
use starmax_arena::rollout::{Job, RolloutStanding};
use starmax_files::Shard;
use starmax_files::journal::Part;
use starmax_report::{PlayedTrial, ShardReport};

use super::Rollout;
use crate::ReportError;

impl Rollout<'_> {
    /// Lets only the pieces of a shard be played, and forgets what was remembered. A piece is a trial of a move; they are numbered from the
    /// first trial to the last, and within a trial by the texts of the moves. Returns what the journal of the shard must know.
    ///
    /// # Errors
    /// When moves may be stopped early.
    ///
    /// # Panics
    /// Never: trials have at most as many moves as there are.
    pub fn restrict_to(&mut self, shard: Shard) -> Result<Part<PlayedTrial>, ReportError> {
        if self.options.stop_at.is_some() {
            return Err(ReportError::StopsEarly("no --stop-at"));
        }
        if self.options.stop_below < f64::INFINITY {
            return Err(ReportError::StopsEarly("--stop-below inf"));
        }
        let moves = self.moves_by_text();
        let (trials, count) = (self.options.trials, moves.len() as u64);
        let job = |piece: u64| Job {
            candidate: moves[usize::try_from(piece % count).expect("a number of a move")].1,
            trial: piece / count,
        };
        let jobs = shard.pieces(self.pieces()).map(job).collect();
        self.standing = RolloutStanding::new(moves.len(), self.standing.rules()).only(jobs);
        self.shard = Some(shard);
        let texts: Vec<_> = moves.into_iter().map(|(text, _)| text).collect();
        Ok(Part {
            shard,
            pieces: self.pieces(),
            job: json!({ "trials": trials, "moves": texts }),
            number: Box::new(move |played| {
                let place = texts.binary_search(&played.text).ok()? as u64;
                (played.trial < trials).then_some(played.trial * count + place)
            }),
        })
    }

    /// How far the shard is, if it is one.
    #[must_use]
    pub fn shard(&self) -> Option<ShardReport> {
        let shard = self.shard?;
        let size = shard.size(self.pieces());
        let left = self.standing.missing().len() as u64;
        let moves: Vec<_> = (self.moves_by_text().into_iter())
            .filter_map(|(text, _)| text)
            .collect();
        let of = if moves.is_empty() { "" } else { " of " };
        Some(ShardReport {
            shard: shard.to_string(),
            job: format!(
                "rollout of {} {}, seed {}, {} trials{of}{}",
                self.plan.game,
                self.plan.root,
                self.options.seed,
                self.options.trials,
                moves.join(", ")
            ),
            unit: "trials",
            done: size - left,
            pieces: size,
            all: self.pieces(),
            finished: left == 0,
        })
    }

    /// The moves that are rolled out, in the order of their texts, with their places in the plan.
    fn moves_by_text(&self) -> Vec<(Option<String>, usize)> {
        let texts = self
            .plan
            .candidates
            .iter()
            .map(|planned| planned.text.clone());
        let mut moves: Vec<_> = texts.zip(0..).collect();
        moves.sort_unstable();
        moves
    }

    fn pieces(&self) -> u64 {
        self.options.trials * self.plan.candidates.len() as u64
    }
}

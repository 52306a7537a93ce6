//! A part of an analysis, on one machine of several.

use serde_json::json;
use starmax_files::Shard;
use starmax_files::journal::Part;
use starmax_report::ShardReport;

use super::{Analysis, JudgedAction};

impl Analysis {
    /// Lets only the pieces of a shard be judged from now on. A piece is an action; they are numbered from the first one of the match to the
    /// last. Returns what the journal of the shard must know.
    pub fn restrict_to(&mut self, shard: Shard) -> Part<JudgedAction> {
        self.shard = Some(shard);
        let place = |judged: &JudgedAction| (judged.game, judged.number);
        let places: Vec<_> = (self.actions.iter())
            .map(|(decision, _)| (decision.game, decision.number))
            .collect();
        Part {
            shard,
            pieces: self.actions.len() as u64,
            job: json!({ "actions": places.len() }),
            number: Box::new(move |judged| Some(places.binary_search(&place(judged)).ok()? as u64)),
        }
    }

    /// How far the shard is, if it is one.
    #[must_use]
    pub fn shard(&self) -> Option<ShardReport> {
        let shard = self.shard?;
        let all = self.actions.len() as u64;
        let (size, left) = (shard.size(all), self.left().count() as u64);
        let [first, second] = &self.record.players;
        Some(ShardReport {
            shard: shard.to_string(),
            job: format!(
                "analysis of {first} against {second}, level {}",
                self.analyst.level
            ),
            unit: "actions",
            done: size - left,
            pieces: size,
            all,
            finished: left == 0,
        })
    }

    /// The places of the actions that are to be judged here.
    pub(super) fn left(&self) -> impl Iterator<Item = usize> {
        let is_ours = |place: usize| self.shard.is_none_or(|shard| shard.has(place as u64));
        let numbered = self.actions.iter().enumerate();
        let left = numbered.filter(move |(place, (_, found))| found.is_none() && is_ours(*place));
        left.map(|(place, _)| place)
    }
}

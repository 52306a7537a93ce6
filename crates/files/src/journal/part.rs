//! What makes the journal of a shard another one than that of the whole run.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Serialize};

use crate::Shard;

/// Which pieces of a job a journal has, if not all.
pub struct Part<R> {
    /// The shard.
    pub shard: Shard,
    /// How many pieces the whole job has.
    pub pieces: u64,
    /// What the job is, beside its run: how much of that is wanted.
    pub job: serde_json::Value,
    /// The number of a result's piece, from 0; `None` if the job has no such piece.
    pub number: Box<NumberOf<R>>,
}

/// Numbers results.
pub type NumberOf<R> = dyn Fn(&R) -> Option<u64> + Send + Sync;

impl<R> fmt::Debug for Part<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {} pieces of {}",
            self.shard, self.pieces, self.job
        )
    }
}

/// The first line of the journal of a shard.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartHeading<Job, Run> {
    pub(super) shard: Shard,
    pub(super) pieces: u64,
    pub(super) job: Job,
    /// The first line of the journal of the whole run.
    pub(super) run: Run,
}

/// Any further line of the journal of a shard.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Piece<R> {
    pub(super) piece: u64,
    /// A line of the journal of the whole run.
    pub(super) result: R,
}

impl<R> Part<R> {
    pub(super) fn heading<'a, Run>(&'a self, run: &'a Run) -> impl Serialize + use<'a, R, Run>
    where
        Run: Serialize,
    {
        PartHeading {
            shard: self.shard,
            pieces: self.pieces,
            job: &self.job,
            run,
        }
    }

    /// The result as it is written down; `None` if it is not of this shard.
    pub(super) fn piece<'a>(&self, result: &'a R) -> Option<Piece<&'a R>> {
        let piece = (self.number)(result)?;
        (self.shard.has(piece)).then_some(Piece { piece, result })
    }

    /// The result that was written down.
    pub(super) fn result(&self, piece: Piece<R>) -> Result<R, serde_json::Error> {
        match self.piece(&piece.result) {
            Some(expected) if expected.piece == piece.piece => Ok(piece.result),
            Some(expected) => Err(serde_json::Error::custom(format!(
                "found piece {}, expected {}",
                piece.piece, expected.piece
            ))),
            None => Err(serde_json::Error::custom(format!(
                "found piece {}, expected one of shard {}",
                piece.piece, self.shard
            ))),
        }
    }
}

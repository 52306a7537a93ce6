//! What long jobs have in common: they write every result down, go on where they ended, and can be shared by several machines.

use std::cmp::Ordering;
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use starmax_catalog::ReportError;
use starmax_files::journal::{Damage, Journal, JournalError, Part};
use starmax_files::{Shard, ShardError};
use starmax_report::ShardReport;

/// The file of results, if one is wanted.
pub(crate) struct Book<R> {
    journal: Option<Journal<R>>,
    written: Result<(), JournalError>,
}

impl<R: Serialize + DeserializeOwned> Book<R> {
    /// No file.
    pub(crate) fn none() -> Self {
        Self {
            journal: None,
            written: Ok(()),
        }
    }

    /// The file of a run, or of a shard of it, and what it has already. Damage is named.
    pub(crate) fn open(
        file: &Path,
        run: &impl Serialize,
        part: Option<Part<R>>,
    ) -> Result<(Self, Vec<R>), JournalError> {
        let (journal, earlier) = match part {
            None => Journal::open(file, run)?,
            Some(part) => Journal::open_part(file, run, part)?,
        };
        warn_of(&earlier.damaged);
        let journal = Some(journal);
        let book = Self {
            journal,
            ..Self::none()
        };
        Ok((book, earlier.results))
    }

    /// Writes a result down, and says whether that worked.
    pub(crate) fn keep(&mut self, result: &R) -> ControlFlow<()> {
        if let Some(journal) = &mut self.journal {
            self.written = journal.append(result);
        }
        match self.written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Arranges the results of a job that has ended, unless it ended too early or a result could not be written.
    pub(crate) fn close(
        &mut self,
        ended: Result<(), ReportError>,
        order: impl Fn(&R, &R) -> Ordering,
    ) -> anyhow::Result<()> {
        mem::replace(&mut self.written, Ok(()))?;
        ended?;
        if let Some(journal) = &mut self.journal {
            journal.arrange(order)?;
        }
        Ok(())
    }
}

/// Names lines of a file that are lost.
pub(crate) fn warn_of(damaged: &[Damage]) {
    for damage in damaged {
        eprintln!("warning: {damage}");
    }
}

/// Whether the same command would do better another time.
pub(crate) fn can_go_on(error: &anyhow::Error) -> bool {
    let is_interrupted = matches!(error.downcast_ref(), Some(ReportError::Interrupted));
    is_interrupted || error.is::<JournalError>()
}

/// What to do about a job that is not finished.
pub(crate) fn unfinished(job: &str, what_was_done: &str, file: Option<&Path>) -> String {
    match file {
        Some(file) => format!(
            "the {job} is not finished; {what_was_done} is in {}, and the same command goes on from there",
            file.display()
        ),
        None => format!("the {job} is not finished; with --out FILE it could go on later"),
    }
}

/// How far a shard is, for people or as JSON.
pub(crate) fn written(report: &ShardReport, json: bool) -> anyhow::Result<String> {
    Ok(if json {
        serde_json::to_string(report)?
    } else {
        report.text()
    })
}

pub(crate) fn parse_shard(text: &str) -> Result<Shard, &'static str> {
    text.parse().map_err(|_| ShardError::EXPECTED)
}

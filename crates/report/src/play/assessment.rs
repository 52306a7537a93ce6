use serde::Serialize;

use crate::{Report, ReportError, Request};

/// A move that was made, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who moved.
    pub player: usize,
    /// The position before the move.
    pub position: String,
    /// What chance had brought just before.
    pub roll: Option<String>,
    /// The move.
    pub played: String,
    /// Whether it was the only one.
    pub is_forced: bool,
}

/// What a move is worth beside the best one. Values are seen by the player who moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assessment {
    /// The best move.
    pub best: String,
    /// What the best move is worth.
    pub best_value: f64,
    /// What the move is worth.
    pub value: f64,
    /// The depth to which both were searched.
    pub depth: u32,
}

impl Assessment {
    /// The move of this value beside the best one of a report.
    pub(crate) fn new(report: &Report, value: f64) -> Result<Self, ReportError> {
        let (Some(best), Some(best_value)) = (&report.best, report.value) else {
            return Err(ReportError::Interrupted);
        };
        Ok(Self {
            best: best.clone(),
            best_value,
            value,
            depth: report.depth,
        })
    }

    /// A move whose value the report knows; `None` if it does not.
    pub(crate) fn from_report(
        report: &Report,
        played: &str,
        request: &Request<'_>,
    ) -> Result<Option<Self>, ReportError> {
        request.check_stop()?;
        let value = if report.best.as_deref() == Some(played) {
            report.value
        } else {
            let mv = report.moves.iter().find(|mv| mv.text == played);
            mv.filter(|mv| mv.is_searched_as_deep_as(report))
                .map(|mv| mv.value)
        };
        value.map(|value| Self::new(report, value)).transpose()
    }

    /// How much worse the move is than the best one; never negative.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.best_value - self.value).max(0.0)
    }
}

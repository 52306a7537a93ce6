use starmax_report::{Assessment, Report};

use crate::{ReportError, Request};

/// The move of this value beside the best one of a report.
pub(crate) fn assessed(report: &Report, value: f64) -> Result<Assessment, ReportError> {
    let (Some(best), Some(best_value)) = (&report.best, report.value) else {
        return Err(ReportError::Interrupted);
    };
    Ok(Assessment {
        best: best.clone(),
        best_value,
        value,
        depth: report.depth,
    })
}

/// A move whose value the report knows; `None` if it does not.
pub(crate) fn known_assessment(
    report: &Report,
    played: &str,
    request: &Request<'_>,
) -> Result<Option<Assessment>, ReportError> {
    request.check_stop()?;
    let value = if report.best.as_deref() == Some(played) {
        report.value
    } else {
        let mv = report.moves.iter().find(|mv| mv.text == played);
        mv.filter(|mv| mv.is_searched_as_deep_as(report))
            .map(|mv| mv.value)
    };
    value.map(|value| assessed(report, value)).transpose()
}

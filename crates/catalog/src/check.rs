//! Whether a request makes sense.

use starmax_search::{Algorithm, ProbeChoice};

use crate::registry::Registration;
use crate::{ReportError, Request};

/// Whether the algorithm can search the game, and with these settings.
pub(crate) fn check_request<R: Registration>(request: &Request<'_>) -> Result<(), ReportError> {
    let algorithm = request.algorithm;
    if R::HAS_CHANCE && !algorithm.handles_chance() {
        return Err(ReportError::WrongAlgorithm {
            algorithm,
            game: R::ABOUT.name,
            reason: "the game has chance; expectimax, star1, star2, star2.5, star2-tt, starmax and static-reply handle it",
        });
    }
    let without_use = [
        ("a filter", request.filter.is_some()),
        ("the number of probes", request.probes.is_some()),
        ("the order of moves", request.order.is_some()),
        (
            "the choice of probes",
            request.probe != ProbeChoice::AsOrdered,
        ),
        (
            "a table",
            request.table_mebibytes.is_some_and(|size| size > 0),
        ),
    ];
    let (without_use, reason) = if algorithm.is_exact() {
        (&without_use[..1], "leaves no move out")
    } else {
        (&without_use[1..], "judges all replies and has no table")
    };
    if algorithm != Algorithm::default() && request.without.is_some() {
        return Err(ReportError::NoUse {
            setting: "a switch",
            algorithm,
            reason: "has none of the enhancements of starmax to be switched off",
        });
    }
    if !algorithm.is_exact() && request.top.is_some_and(|top| top < usize::MAX) {
        return Err(ReportError::NoUse {
            setting: "the number of exact values",
            algorithm,
            reason: "has none; --filter or --all say which moves it searches to the end",
        });
    }
    match without_use.iter().find(|(_, is_set)| *is_set) {
        None => Ok(()),
        Some(&(setting, _)) => Err(ReportError::NoUse {
            setting,
            algorithm,
            reason,
        }),
    }
}

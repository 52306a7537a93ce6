//! A search and what it cost.

use starmax_core::{Evaluator, Hashable};
use starmax_search::{Algorithm, Search, SearchResult, Settings, Table, TableUse};

use crate::plan::{Draw, Sample, Stopped};

/// The three algorithms of the thesis.
pub(crate) const ALGORITHMS: [Algorithm; 3] =
    [Algorithm::Expectimax, Algorithm::Star1, Algorithm::Star2];

/// A table that a search of so many nodes does not crowd, up to the largest one, which has the size of that of Veness and Blair.
pub(crate) fn mebibytes_for(nodes: f64) -> usize {
    const BYTES_PER_NODE: f64 = 16.0;
    const LARGEST: f64 = 256.0;
    let mebibytes = (nodes * BYTES_PER_NODE / f64::from(1 << 20)).clamp(1.0, LARGEST);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 256"
    )]
    let mebibytes = mebibytes as usize;
    mebibytes.next_power_of_two()
}

/// What is found at every position.
pub(crate) const FIGURES: [&str; 4] = ["nodes", "leaves", "seconds", "value"];
/// What is found besides where there were probes.
pub(crate) const PROBE_PERCENT: &str = "probe_percent";

/// Searches a position with a table of so many MiB and says what it cost.
pub(crate) fn search<G: Hashable>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    settings: Settings,
    mebibytes: usize,
    state: &G::State,
    draw: Draw<'_>,
) -> Result<Sample, Stopped> {
    let table = Table::with_mebibytes(mebibytes);
    let SearchResult {
        stats,
        elapsed,
        value,
        interrupted,
        ..
    } = Search::new(game, evaluator)
        .settings(settings.clone())
        .memory(TableUse::new(&table, &settings))
        .stop_when(draw.stop)
        .run(state);
    if interrupted.is_some() {
        return Err(Stopped);
    }
    let figures = [
        stats.nodes as f64,
        stats.leaves as f64,
        elapsed.as_secs_f64(),
        value,
    ];
    let mut found: Sample = FIGURES
        .map(str::to_owned)
        .into_iter()
        .zip(figures)
        .collect();
    if let Some(share) = stats.probe_efficiency() {
        found.insert(PROBE_PERCENT.to_owned(), 100.0 * share);
    }
    Ok(found)
}

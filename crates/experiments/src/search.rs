//! Searches of games from the catalog, and what they cost.

use std::str::FromStr;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::Schedule;
use starmax_catalog::{
    Measured, Measurement, OpenGame, PlayerSpec, ReportError, SelfPlay, open_game,
};
use starmax_search::{Algorithm, Settings};

use crate::plan::{Draw, Sample, Stopped};

/// The three algorithms of the thesis.
pub(crate) const ALGORITHMS: [Algorithm; 3] =
    [Algorithm::Expectimax, Algorithm::Star1, Algorithm::Star2];

/// A table that a search of this many nodes does not crowd, up to the largest one, which has the size of that of Veness and Blair.
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

/// Searches a position with a table of this many MiB.
///
/// # Panics
/// When there is no memory for the table.
pub(crate) fn search(
    game: &dyn OpenGame,
    evaluator: &str,
    settings: Settings,
    table_mebibytes: usize,
    position: &str,
    draw: Draw<'_>,
) -> Result<Measured, Stopped> {
    let measurement = Measurement {
        settings,
        evaluator: Some(evaluator),
        table_mebibytes,
        stop: draw.stop,
    };
    unless_stopped(game.measure(position, &measurement))
}

/// What the catalog found, unless it was stopped.
///
/// # Panics
/// When anything else went wrong: experiments ask only for what there is.
pub(crate) fn unless_stopped<T>(found: Result<T, ReportError>) -> Result<T, Stopped> {
    found.map_err(|error| match error {
        ReportError::Interrupted => Stopped,
        other => panic!("{other}"),
    })
}

/// A game of the catalog.
///
/// # Panics
/// When there is no such game.
pub(crate) fn game(spec: &str) -> Box<dyn OpenGame> {
    open_game(spec).unwrap_or_else(|error| panic!("{error}"))
}

/// A position of a game of an engine against itself: of the first game with a choice, the games following from the seed.
pub(crate) fn self_play_position(
    game: &dyn OpenGame,
    play: &SelfPlay<'_>,
    seed: u64,
) -> Result<String, Stopped> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        if let Some(position) = unless_stopped(game.draw_position(play, &mut rng))? {
            return Ok(position);
        }
    }
}

/// The figures of a search.
pub(crate) fn figures(found: &Measured) -> Sample {
    let stats = &found.stats;
    let figures = [
        stats.nodes as f64,
        stats.leaves as f64,
        found.elapsed.as_secs_f64(),
        found.value,
    ];
    let mut sample: Sample = FIGURES
        .map(str::to_owned)
        .into_iter()
        .zip(figures)
        .collect();
    if let Some(share) = stats.probe_efficiency() {
        sample.insert(PROBE_PERCENT.to_owned(), 100.0 * share);
    }
    sample
}

/// What the first of two players wins in a pair of games, first as Max, then as Min.
///
/// # Panics
/// When a player cannot play the game.
pub(crate) fn play_pair(
    spec: &str,
    players: &[String; 2],
    schedule: Schedule,
    draw: Draw<'_>,
) -> Result<[f64; 2], Stopped> {
    let [first, second] = players
        .each_ref()
        .map(|player| PlayerSpec::from_str(player).unwrap_or_else(|error| panic!("{error}")));
    let pair = game(spec).play_pair([&first, &second], draw.number, schedule, draw.stop);
    let points = unless_stopped(pair)?.points;
    draw.go_on()?;
    Ok(points)
}

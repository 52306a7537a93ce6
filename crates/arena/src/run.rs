use std::io;
use std::ops::ControlFlow;

use starmax_core::Game;

use crate::{Contestant, Crew, PairResult, Schedule, play_pair};

/// Plays the `pairs` of a schedule, in parallel, and hands each result to `receive` as soon as it is there. Every thread
/// makes its own contestants.
///
/// Results come in no particular order, but each is the same whatever the number of threads (unless a contestant looks at
/// the clock). When `receive` breaks off, pairs that are being played are finished and dropped. Where the system has no more
/// threads to give, those that have started play all the games.
///
/// # Errors
/// When not a single thread could be started.
pub fn play_pairs<G, First, Second>(
    game: &G,
    schedule: Schedule,
    pairs: impl Iterator<Item = u64> + Send,
    (first, second): (impl Fn() -> First + Sync, impl Fn() -> Second + Sync),
    crew: &Crew<'_>,
    mut receive: impl FnMut(u64, PairResult) -> ControlFlow<()>,
) -> io::Result<()>
where
    G: Game + Sync,
    First: Contestant<G>,
    Second: Contestant<G>,
{
    crew.share(
        pairs,
        || (first(), second()),
        |(first, second), pair| {
            let result = play_pair(game, schedule, pair, [first, second]);
            (!crew.is_stopped()).then_some((pair, result))
        },
        |played| match played {
            Some((pair, result)) => receive(pair, result),
            None => ControlFlow::Break(()),
        },
    )
}

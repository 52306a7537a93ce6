use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use starmax_core::Game;

use crate::{Contestant, PairResult, Schedule, play_pair};

/// Who plays the games of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// How many games are played at the same time.
    pub threads: NonZeroUsize,
    /// Nobody starts another pair once this is set, and pairs that are being played are not handed out.
    pub stop: &'a AtomicBool,
}

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
    let pairs = Mutex::new(pairs);
    let is_stopped = || crew.stop.load(Ordering::Relaxed);
    let next = || {
        let mut pairs = pairs.lock().unwrap_or_else(PoisonError::into_inner);
        pairs.next().filter(|_| !is_stopped())
    };
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<_>| {
        let (mut first, mut second) = (first(), second());
        while let Some(pair) = next() {
            let result = play_pair(game, schedule, pair, [&mut first, &mut second]);
            if is_stopped() || sender.send((pair, result)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        as_many_as_possible(crew.threads, || {
            let sender = sender.clone();
            thread::Builder::new().spawn_scoped(scope, || work(sender))
        })?;
        drop(sender);
        for (pair, result) in receiver {
            if receive(pair, result).is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// Does something so often, or until it fails.
///
/// # Errors
/// When it failed at once.
fn as_many_as_possible<T>(
    count: NonZeroUsize,
    mut start: impl FnMut() -> io::Result<T>,
) -> io::Result<()> {
    start()?;
    let others = std::iter::repeat_with(start).take(count.get() - 1);
    others.take_while(Result::is_ok).for_each(drop);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of ten threads start, where there are so many.
    fn started(there_are: usize) -> Option<usize> {
        let mut count = 0;
        let result = as_many_as_possible(NonZeroUsize::new(10).unwrap(), || {
            if count == there_are {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            count += 1;
            Ok(())
        });
        result.ok().map(|()| count)
    }

    #[test]
    fn threads_that_cannot_start_are_missed_only_if_there_is_none() {
        let numbers = [0, 1, 7, 10, 20].map(started);
        assert_eq!(numbers, [None, Some(1), Some(7), Some(10), Some(10)]);
    }
}

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
        for number in 0..crew.threads.get() {
            let sender = sender.clone();
            match thread::Builder::new().spawn_scoped(scope, || work(sender)) {
                Ok(_) => {}
                Err(error) if number == 0 => return Err(error),
                Err(_) => break,
            }
        }
        drop(sender);
        for (pair, result) in receiver {
            if receive(pair, result).is_break() {
                break;
            }
        }
        Ok(())
    })
}

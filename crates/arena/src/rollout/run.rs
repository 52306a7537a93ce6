use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use rayon::ThreadPool;
use rayon::prelude::*;
use starmax_core::{Evaluator, Game};

use super::{Job, RolloutStanding, Trial, Trials};
use crate::Crew;

/// Plays the trials that are missing, in parallel, until no candidate needs more. `starts` are their states.
///
/// Every trial is handed to `keep` as soon as it is there, in no particular order, and counts unless `keep` breaks off, which ends
/// everything. How the candidates stand then is handed to `show`. What comes of it does not depend on the number of threads. Once
/// the crew is told to stop, trials that are being played are dropped.
///
/// # Errors
/// When no thread can be started.
pub fn play_rounds<G, E>(
    trials: &Trials<'_, G, E>,
    starts: &[G::State],
    standing: &mut RolloutStanding,
    crew: &Crew<'_>,
    keep: &mut dyn FnMut(Job, &Trial) -> ControlFlow<()>,
    show: &mut dyn FnMut(&RolloutStanding),
) -> io::Result<()>
where
    G: Game<State: Sync> + Sync,
    E: Evaluator<G> + Sync,
{
    let threads = rayon::ThreadPoolBuilder::new().num_threads(crew.threads.get());
    let pool = threads.build().map_err(io::Error::other)?;
    let is_broken_off = AtomicBool::new(false);
    let is_stopped = || crew.stop.load(Ordering::Relaxed) || is_broken_off.load(Ordering::Relaxed);
    let play = |job: Job| {
        if is_stopped() {
            return None;
        }
        let trial = trials.play(&starts[job.candidate], job.trial, crew.stop);
        (!is_stopped()).then_some((job, trial))
    };
    while !(standing.is_over() || is_stopped()) {
        in_order(&pool, standing.missing(), play, |(job, trial)| {
            if is_broken_off.load(Ordering::Relaxed) {
                return;
            }
            if keep(job, &trial).is_break() {
                is_broken_off.store(true, Ordering::Relaxed);
                return;
            }
            standing.record(job, trial);
            show(standing);
        });
    }
    Ok(())
}

/// Does jobs on all threads of the pool, begun in their order, and hands over what comes of them on this thread.
fn in_order<T: Send>(
    pool: &ThreadPool,
    jobs: Vec<Job>,
    work: impl Fn(Job) -> Option<T> + Send + Sync,
    receive: impl FnMut(T),
) {
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        scope.spawn(|_| {
            let results = jobs.into_iter().par_bridge().filter_map(work);
            // Whoever receives is there until the last result has come.
            results.for_each_with(sender, |sender, result| drop(sender.send(result)));
        });
        receiver.into_iter().for_each(receive);
    });
}

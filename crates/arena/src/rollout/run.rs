use std::io;
use std::ops::ControlFlow;

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
    let mut is_broken_off = false;
    while !(standing.is_over() || crew.is_stopped() || is_broken_off) {
        let jobs = standing.missing();
        let play = |(): &mut (), job: Job| {
            let trial = trials.play(&starts[job.candidate], job.trial, crew.stop);
            (!crew.is_stopped()).then_some((job, trial))
        };
        crew.share(
            jobs,
            || (),
            play,
            |played| {
                let Some((job, trial)) = played else {
                    return ControlFlow::Break(());
                };
                if keep(job, &trial).is_break() {
                    is_broken_off = true;
                    return ControlFlow::Break(());
                }
                standing.record(job, trial);
                show(standing);
                ControlFlow::Continue(())
            },
        )?;
    }
    Ok(())
}

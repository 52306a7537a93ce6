use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Threads that share work.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// How many there are.
    pub threads: NonZeroUsize,
    /// Nobody begins another job once this is set.
    pub stop: &'a AtomicBool,
}

impl Crew<'_> {
    /// Whether the crew was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Does `jobs`, begun in their order, and hands what comes of each to `receive` on this thread, as soon as it is there. Every thread
    /// makes a worker of its own first.
    ///
    /// When `receive` breaks off, jobs that are being done are finished and dropped. Where the system has no more threads to give, those that have started
    /// do all the work.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use starmax_arena::Crew;
    ///
    /// let crew = Crew { threads: 2.try_into().unwrap(), stop: &AtomicBool::new(false) };
    /// let mut sum = 0;
    /// crew.share(1..=100, || (), |(), number| number * number, |square| {
    ///     sum += square;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(sum, 338_350);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// When not a single thread could be started.
    pub fn share<J, W, R: Send>(
        &self,
        jobs: impl IntoIterator<Item = J, IntoIter: Send>,
        make_worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, J) -> R + Sync,
        mut receive: impl FnMut(R) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let jobs = Mutex::new(jobs.into_iter());
        let next = || {
            let mut jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
            (!self.is_stopped()).then(|| jobs.next()).flatten()
        };
        // Nobody runs far ahead of who receives.
        let (sender, receiver) = mpsc::sync_channel(self.threads.get());
        let run = |sender: mpsc::SyncSender<R>| {
            let mut worker = make_worker();
            while let Some(job) = next() {
                if sender.send(work(&mut worker, job)).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            as_many_as_possible(self.threads, || {
                let sender = sender.clone();
                thread::Builder::new().spawn_scoped(scope, || run(sender))
            })?;
            drop(sender);
            for result in receiver {
                if receive(result).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }
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

    /// How many of ten threads start, where the system has this many.
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

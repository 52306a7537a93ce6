//! Work that Python waits for: other threads of Python go on meanwhile, and Ctrl-C is heard.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use starmax_core::ParseError;
use starmax_search::{Options, Place};

use crate::errors::value_error;

/// An option by name; a flag has no value.
pub(crate) type Setting = (String, Option<String>);

/// How often Python is asked whether a signal came.
const PERIOD: Duration = Duration::from_millis(20);

/// Searches to depth 1000 fit.
const STACK: usize = 64 << 20;

/// Sets a flag and wakes a thread when it is dropped, even by a panic.
struct Done<'a>(&'a AtomicBool, thread::Thread);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
        self.1.unpark();
    }
}

/// Does some work on a thread of its own. After a signal `stop` is called, the work is waited for, and what the signal raised is the error.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (is_done, waiting) = (AtomicBool::new(false), thread::current());
    thread::scope(|scope| {
        let done = Done(&is_done, waiting);
        let worker = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || {
                let _done = done;
                work()
            })
            .map_err(|error| PyOSError::new_err(error.to_string()))?;
        let mut raised = Ok(());
        while !is_done.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(PERIOD));
            if raised.is_ok() {
                raised = py.check_signals();
                if raised.is_err() {
                    stop();
                }
            }
        }
        let result = py
            .detach(|| worker.join())
            .unwrap_or_else(|panic| resume_unwind(panic));
        raised.map(|()| result)
    })
}

/// The same with a flag that the work looks at.
pub(crate) fn stoppable<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let flag = AtomicBool::new(false);
    interruptible(py, || flag.store(true, Ordering::Relaxed), || work(&flag))
}

/// Options by name, with as many threads as there are processors unless they say how many.
pub(crate) fn read_options(place: Place, settings: &[Setting]) -> PyResult<Options> {
    let named: Result<_, ParseError> = Options::named(
        place,
        settings
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_deref())),
    );
    named.map_err(value_error)
}

/// The threads to work with.
pub(crate) fn threads(options: &Options) -> NonZeroUsize {
    let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    options.threads.unwrap_or_else(all)
}

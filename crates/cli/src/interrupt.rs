//! Ctrl-C and its like (SIGTERM, SIGHUP): the first one asks the work at hand to stop and to show what it has, the second one ends the
//! program. Where no work looks at the first one, because it waits for input, a file or a table, there is nothing to show, and the first one
//! ends the program.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by the first signal.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the work at hand looks at [`STOP`].
pub(crate) static HEEDED: AtomicBool = AtomicBool::new(false);

/// Whether another program hears the signals and sets [`STOP`].
pub(crate) static HOSTED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that a signal ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Two signals that come closer together than this are one: a shell may deliver one key twice.
const SAME_KEY: Duration = Duration::from_millis(300);

/// From now on signals are handled; the first one ends the program until [`heed`] is called.
///
/// # Errors
/// When the system does not allow it.
pub(crate) fn listen() -> anyhow::Result<()> {
    if HOSTED.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut last: Option<Instant> = None;
    ctrlc::set_handler(move || {
        let is_same_key = last.is_some_and(|last| last.elapsed() < SAME_KEY);
        let is_second = STOP.swap(true, Ordering::Relaxed) && !is_same_key;
        if is_second || !HEEDED.load(Ordering::Relaxed) {
            exit(ENDED_BY_INTERRUPT);
        }
        last = Some(Instant::now());
    })?;
    Ok(())
}

/// From now on the work at hand looks at [`STOP`].
pub(crate) fn heed() {
    HEEDED.store(true, Ordering::Relaxed);
}

/// From now on the program waits, and a signal ends it.
pub(crate) fn wait() {
    HEEDED.store(false, Ordering::Relaxed);
}

/// Whether the program was asked to stop.
pub(crate) fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

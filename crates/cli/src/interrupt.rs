//! Ctrl-C: the first one asks the work at hand to stop and to show what it has, the second one ends the program.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by the first Ctrl-C.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the program only waits for the user; then one Ctrl-C is enough.
pub(crate) static IDLE: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Two signals that come closer together than this are one: a shell may deliver one key twice.
const SAME_KEY: Duration = Duration::from_millis(300);

/// From now on Ctrl-C is handled.
///
/// # Errors
/// When the system does not allow it.
pub(crate) fn listen() -> anyhow::Result<()> {
    let mut last: Option<Instant> = None;
    ctrlc::set_handler(move || {
        let is_same_key = last.is_some_and(|last| last.elapsed() < SAME_KEY);
        let is_second = STOP.swap(true, Ordering::Relaxed) && !is_same_key;
        if is_second || IDLE.load(Ordering::Relaxed) {
            exit(ENDED_BY_INTERRUPT);
        }
        last = Some(Instant::now());
    })?;
    Ok(())
}

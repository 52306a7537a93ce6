//! Ctrl-C: the first one asks the work at hand to stop and to show what it has, the second one ends the program.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first Ctrl-C.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the program only waits for the user; then one Ctrl-C is enough.
pub(crate) static IDLE: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// From now on Ctrl-C is handled.
///
/// # Errors
/// When the system does not allow it.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) || IDLE.load(Ordering::Relaxed) {
            exit(ENDED_BY_INTERRUPT);
        }
    })?;
    Ok(())
}

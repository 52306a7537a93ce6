//! The limit on the size of files (`ulimit -f`).

use std::io;

/// From now on a file that would grow too large is an error of the write, as a full disk is. Else the system would end the program.
///
/// # Errors
/// When the system does not allow it.
#[cfg(unix)]
pub(crate) fn make_it_an_error() -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::SIGXFSZ;

    // Nobody looks at the flag: it is enough that the signal is handled.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop)
}

/// Other systems have no such limit.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
pub(crate) fn make_it_an_error() -> io::Result<()> {
    Ok(())
}

use std::io::{self, BufRead, IsTerminal, Write};

use super::words::shortened;
use crate::interrupt;

/// Reads one line from the keyboard; `None` is the end of the input. Bytes that are no text are no error: a slip of the
/// fingers must not end a game.
pub(super) fn read_line(prompt: &str) -> io::Result<Option<String>> {
    write!(io::stdout().lock(), "{prompt}> ")?;
    io::stdout().flush()?;
    let mut line = Vec::new();
    interrupt::wait();
    let read = io::stdin().lock().read_until(b'\n', &mut line);
    interrupt::heed();
    if read? == 0 {
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&line).trim().to_owned();
    // What is typed at a terminal is seen already.
    if !io::stdin().is_terminal() {
        writeln!(io::stdout().lock(), "{}", shortened(&line))?;
    }
    Ok(Some(line))
}

//! Files that results go to, and standard output, of which there is only one.

use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

thread_local! {
    /// What was printed, where a program that calls this one wants to have it.
    static KEPT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Prints a line.
///
/// # Errors
/// When nobody reads it.
pub(crate) fn print(line: fmt::Arguments<'_>) -> io::Result<()> {
    let is_kept = KEPT.with_borrow_mut(|kept| {
        let Some(kept) = kept else { return false };
        *kept += &format!("{line}\n");
        true
    });
    if is_kept {
        return Ok(());
    }
    writeln!(io::stdout().lock(), "{line}")
}

/// What this thread prints meanwhile, beside what comes of it.
pub(crate) fn keeping<T>(work: impl FnOnce() -> T) -> (T, String) {
    KEPT.set(Some(String::new()));
    let done = work();
    (done, KEPT.take().unwrap_or_default())
}

/// Whether standard input or output is meant.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether this output was asked for on standard output.
pub(crate) fn is_shown(file: Option<&PathBuf>) -> bool {
    file.is_some_and(|file| is_standard(file))
}

/// The one of these that was asked for, by the option that asks for it; nothing if there is none.
pub(crate) fn only_one<T: Copy>(choices: &[(bool, &str, T)]) -> anyhow::Result<Option<T>> {
    let asked: Vec<_> = choices.iter().filter(|(is_asked, ..)| *is_asked).collect();
    match asked[..] {
        [] => Ok(None),
        [(_, _, one)] => Ok(Some(*one)),
        [(_, first, _), (_, second, _), ..] => anyhow::bail!(
            "found {first} and {second}, expected only one of them for standard output; the others can go into files"
        ),
    }
}

/// Writes a file.
pub(crate) fn write_file(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let write = || {
        let mut out = BufWriter::new(File::create(file)?);
        write(&mut out)?;
        out.flush()
    };
    write().with_context(|| format!("writing {}", file.display()))
}

//! Files that results go to, and standard output, of which there is only one.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

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

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::Conclusion;
use crate::args::Arguments;

pub(crate) fn run(shell: Shell) -> anyhow::Result<Conclusion> {
    let mut script = Vec::new();
    generate(shell, &mut Arguments::command(), "starmax", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Conclusion::Done)
}

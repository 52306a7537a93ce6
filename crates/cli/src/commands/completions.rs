use std::io;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::Outcome;
use crate::args::Arguments;

#[expect(clippy::unnecessary_wraps, reason = "all commands have one signature")]
pub(crate) fn run(shell: Shell) -> anyhow::Result<Outcome> {
    generate(
        shell,
        &mut Arguments::command(),
        "starmax",
        &mut io::stdout(),
    );
    Ok(Outcome::Done)
}

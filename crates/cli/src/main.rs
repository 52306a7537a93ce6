//! The `starmax` command, with the games that come with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    starmax_cli::main_with(&[])
}

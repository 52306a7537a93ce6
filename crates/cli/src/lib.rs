//! The `starmax` command: parse, call, print, choose the exit code. Everything else is in the libraries.
//!
//! [`main_with`] is the whole command with games of your own besides the usual ones:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use starmax_cli::starmax_catalog::GameEntry;
//!
//! fn main() -> ExitCode {
//!     // Such as &Registered::<YourRegistration>::new().
//!     let own: [&dyn GameEntry; 0] = [];
//!     starmax_cli::main_with(&own)
//! }
//! ```
//!
//! `examples/own_game.rs` has a game and its registration.
#![expect(clippy::print_stderr, reason = "errors go there")]

/// Prints a line to standard output, or for the program that this one is called from. A reader that has gone away is an error to return, not
/// a panic.
macro_rules! say {
    () => {
        say!("")
    };
    ($($what:tt)+) => {{
        crate::outputs::print(format_args!($($what)+))?;
    }};
}

mod args;
mod batch;
mod commands;
mod file_limit;
pub mod host;
mod interrupt;
mod lines;
mod long_job;
mod options;
mod outputs;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Parser;
use starmax_catalog::{GameEntry, Games, OpenGame, RootText};
use starmax_judges::backgammon::{Bearoff, Kernel};

use crate::args::{Arguments, Command};

/// What a game of your own is made of.
pub use {starmax_catalog, starmax_core};

/// The code in the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// How the program ends.
pub(crate) enum Conclusion {
    /// Done.
    Done,
    /// Some jobs failed; each said so in its place.
    SomeFailed,
}

/// Says what of a position's text is not used, if anything is not.
pub(crate) fn note_unused(game: &dyn OpenGame, root: RootText<'_>) {
    if let Some(unused) = game.unused(root) {
        eprintln!("note: {unused}");
    }
}

/// An XGID without its prefix mostly begins with a dash, but it is no option.
fn with_prefix(argument: OsString) -> OsString {
    const PLACES: usize = 26;
    const FIELDS: usize = 10;
    let is_xgid = |text: &str| {
        text.starts_with('-') && text.find(':') == Some(PLACES) && text.split(':').count() == FIELDS
    };
    match argument.to_str() {
        Some(text) if is_xgid(text) => format!("XGID={text}").into(),
        _ => argument,
    }
}

/// Does what the arguments of the program say, with some games besides the usual ones.
#[must_use]
pub fn main_with(own: &[&dyn GameEntry]) -> ExitCode {
    ExitCode::from(main_of(std::env::args_os(), own))
}

/// Does what these words say, the name of the program first, and gives its exit code. Words that make no sense end the program.
#[must_use]
pub fn main_of(words: impl IntoIterator<Item = OsString>, own: &[&dyn GameEntry]) -> u8 {
    const DONE: u8 = 0;
    const ERROR: u8 = 2;
    let games = Games::with(own);
    let arguments = Arguments::parse_from(words.into_iter().map(with_prefix));
    let outcome = file_limit::make_it_an_error()
        .map_err(anyhow::Error::from)
        .and_then(|()| run(&arguments.command, &games));
    if let Some(problem) = Bearoff::shared_problem() {
        eprintln!("warning: {problem}");
    }
    match outcome {
        Ok(Conclusion::Done) => DONE,
        Ok(Conclusion::SomeFailed) => ERROR,
        Err(error) if is_broken_pipe(&error) => DONE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ERROR
        }
    }
}

/// A reader such as `head` that has seen enough is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

fn run(command: &Command, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    Kernel::chosen()?;
    match command {
        Command::Games { json } => commands::games::run(*json, games),
        Command::Search(args) => commands::search::run(args, games),
        Command::Analyse(args) => commands::analyse::run(args),
        Command::Convert(args) => commands::convert::run(args),
        Command::Cube(args) => commands::cube::run(args),
        Command::Show(args) => commands::show::run(args, games),
        Command::Moves(args) => commands::moves::run(args, games),
        Command::Tree(args) => commands::tree::run(args),
        Command::Perft(args) => commands::perft::run(args, games),
        Command::Positions(args) => commands::positions::run(args, games),
        Command::Play(args) => commands::play::run(args, games),
        Command::Tournament(args) => commands::tournament::run(args, games),
        Command::Rollout(args) => commands::rollout::run(args, games),
        Command::Reproduce(args) => commands::reproduce::run(args),
        Command::Merge(args) => commands::merge::run(args),
        Command::External(args) => commands::external::run(args),
        Command::Ubgi(args) => commands::ubgi::run(args),
        Command::Train(args) => commands::train::run(args),
        Command::Bench(args) => commands::bench::run(args),
        Command::Completions { shell } => commands::completions::run(*shell),
    }
}

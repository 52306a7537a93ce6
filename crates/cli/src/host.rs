//! Commands that another program calls as functions, such as Python: the same words, the same options, the same errors, and JSON comes back.
//!
//! ```
//! use starmax_cli::host::call;
//!
//! let options = [("games", Some("20")), ("player", Some("random")), ("player", Some("star1:depth=1"))];
//! let json = call("tournament", &["pig"], &options)?;
//! assert!(json.starts_with(r#"{"game":"pig","seed":1,"#));
//! let error = call("tournament", &["pig"], &[("gmaes", Some("20"))]).unwrap_err();
//! assert!(error.to_string().starts_with(r#"found "gmaes", expected one of player, games, "#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::error::Error;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use clap::{CommandFactory, Parser};
use starmax_catalog::Games;

use crate::args::Arguments;
use crate::interrupt::{HOSTED, STOP};
use crate::outputs::keeping;
use crate::with_prefix;

/// What can be called.
pub const COMMANDS: [&str; 5] = ["analyse", "cube", "reproduce", "rollout", "tournament"];

/// What is wrong with a call, in the words of the command line.
#[derive(Debug)]
pub struct CallError(String);

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for CallError {}

/// Runs a command with its operands and its options by name, a flag without a value. Gives the lines of JSON that it prints.
///
/// Calls wait for each other. Progress and warnings go to standard error as always.
///
/// # Errors
/// When there is no such command or option, or the command ends with an error; [`stop`] is one.
pub fn call(
    command: &str,
    operands: &[&str],
    options: &[(&str, Option<&str>)],
) -> Result<String, CallError> {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    HOSTED.store(true, Ordering::Relaxed);
    STOP.store(false, Ordering::Relaxed);
    let arguments = read(command, operands, options)?;
    let games = Games::default();
    let (outcome, printed) = keeping(|| crate::run(&arguments.command, &games));
    match outcome {
        Ok(_) => Ok(printed),
        Err(error) => Err(CallError(format!("{error:#}"))),
    }
}

/// Tells the call that is under way, if there is one, to stop soon.
pub fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

fn read(
    name: &str,
    operands: &[&str],
    options: &[(&str, Option<&str>)],
) -> Result<Arguments, CallError> {
    let unknown = |found: &str, known: &[&str]| {
        CallError(format!(
            "found \"{found}\", expected one of {}",
            known.join(", ")
        ))
    };
    if !COMMANDS.contains(&name) {
        return Err(unknown(name, &COMMANDS));
    }
    if operands.contains(&"-") {
        let error = "found \"-\", expected no standard input where a function is called";
        return Err(CallError(error.to_owned()));
    }
    let all = Arguments::command();
    let command = all.find_subcommand(name);
    let known: Vec<_> = (command.iter().flat_map(|command| command.get_arguments()))
        .filter(|argument| !argument.is_hide_set())
        .filter_map(clap::Arg::get_long)
        .filter(|long| !["json", "help"].contains(long))
        .collect();
    let mut words = vec!["starmax".to_owned(), name.to_owned(), "--json".to_owned()];
    for &(option, value) in options {
        if !known.contains(&option) {
            return Err(unknown(option, &known));
        }
        words.push(match value {
            Some(value) => format!("--{option}={value}"),
            None => format!("--{option}"),
        });
    }
    words.push("--".to_owned());
    words.extend(operands.iter().map(|&operand| operand.to_owned()));
    let words = words.into_iter().map(|word| with_prefix(word.into()));
    Arguments::try_parse_from(words).map_err(|error| CallError(in_short(&error.to_string())))
}

/// What is wrong, without what only helps at a command line.
fn in_short(error: &str) -> String {
    let text = error.strip_prefix("error: ").unwrap_or(error);
    let end = text.find("\n\n").unwrap_or(text.len());
    text[..end].trim_end().to_owned()
}

//! Many jobs on standard input, one per line: one answer per line, in order, and a bad line spoils only itself.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::sync::atomic::Ordering;

use anyhow::Context;
use serde_json::json;
use starmax_report::Root;

use crate::Outcome;
use crate::interrupt::{IDLE, STOP};

/// Runs `job` on every line of standard input that is not blank and prints what it returns. With `json` an error is printed
/// in the place of the answer, else to standard error.
pub(crate) fn run<E: Display>(
    json: bool,
    mut job: impl FnMut(&str) -> Result<String, E>,
) -> anyhow::Result<Outcome> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut input = BufReader::new(io::stdin().lock());
    let mut outcome = Outcome::Done;
    let mut line = Vec::new();
    for number in 1.. {
        if STOP.load(Ordering::Relaxed) {
            out.flush()?;
            anyhow::bail!("interrupted before line {number}");
        }
        // Whoever waits for an answer before asking again gets it.
        if input.buffer().is_empty() {
            out.flush()?;
            IDLE.store(true, Ordering::Relaxed);
        }
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        IDLE.store(false, Ordering::Relaxed);
        if read.context("reading standard input")? == 0 {
            break;
        }
        let answer = match std::str::from_utf8(&line) {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => job(line.trim()).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match answer {
            Ok(answer) => writeln!(out, "{}", answer.trim_end())?,
            Err(error) => {
                outcome = Outcome::SomeFailed;
                let error = format!("line {number}: {error}");
                if json {
                    writeln!(out, "{}", json!({ "error": error }))?;
                } else {
                    out.flush()?;
                    eprintln!("error: {error}");
                }
            }
        }
    }
    out.flush()?;
    Ok(outcome)
}

/// A job written `POSITION [ROLL]`.
pub(crate) fn root(line: &str) -> Root<'_> {
    match line.split_once(char::is_whitespace) {
        Some((position, roll)) => Root {
            position: Some(position),
            roll: Some(roll.trim()),
        },
        None => Root {
            position: Some(line),
            roll: None,
        },
    }
}

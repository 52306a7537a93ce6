//! Many jobs on standard input, one per line: one answer per line, in order, and a bad line spoils only itself.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, BufWriter, StdinLock, Write};
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;
use serde_json::json;

use crate::Outcome;
use crate::interrupt::{IDLE, STOP};

/// So many jobs per thread are taken at a time, if they are there.
const JOBS_PER_THREAD: usize = 8;

/// Runs `job` on every line of standard input that is not blank and prints what it returns. With `json` an error is printed
/// in the place of the answer, else to standard error. What `note` says about a line goes to standard error.
pub(crate) fn run<E: Display>(
    json: bool,
    note: impl Fn(&str) -> Option<String>,
    job: impl Fn(&str) -> Result<String, E> + Sync,
) -> anyhow::Result<Outcome> {
    run_side_by_side(json, NonZeroUsize::MIN, note, |line, _| job(line))
}

/// The same with some threads. Jobs that wait already run side by side; each is told how many threads are left for it.
pub(crate) fn run_side_by_side<E: Display>(
    json: bool,
    threads: NonZeroUsize,
    note: impl Fn(&str) -> Option<String>,
    job: impl Fn(&str, NonZeroUsize) -> Result<String, E> + Sync,
) -> anyhow::Result<Outcome> {
    let mut printer = Printer {
        json,
        out: BufWriter::new(io::stdout().lock()),
        outcome: Outcome::Done,
    };
    let mut input = BufReader::new(io::stdin().lock());
    let mut number = 0;
    loop {
        let most = match threads.get() {
            1 => 1,
            threads => threads.saturating_mul(JOBS_PER_THREAD),
        };
        let lines = waiting_lines(&mut input, most, &mut printer.out)?;
        if lines.is_empty() {
            printer.out.flush()?;
            return Ok(printer.outcome);
        }
        let numbered = lines.iter().map(|line| {
            number += 1;
            (number, line)
        });
        let jobs: Vec<(usize, &Vec<u8>)> = numbered
            .filter(|(_, line)| !line.trim_ascii().is_empty())
            .collect();
        let answers = side_by_side(threads, &jobs, |&(_, line), left| {
            let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
            job(line.trim(), left).map_err(|error| error.to_string())
        });
        for (&(number, line), answer) in jobs.iter().zip(answers) {
            let Some(answer) = answer else {
                printer.out.flush()?;
                anyhow::bail!("interrupted before line {number}");
            };
            let line = std::str::from_utf8(line).unwrap_or_default();
            if let Some(note) = note(line.trim()) {
                eprintln!("note: line {number}: {note}");
            }
            printer.print(number, answer)?;
        }
    }
}

/// The next line, and those that are there already; none at the end.
fn waiting_lines(
    input: &mut BufReader<StdinLock<'_>>,
    most: usize,
    out: &mut impl Write,
) -> anyhow::Result<Vec<Vec<u8>>> {
    let mut lines = Vec::new();
    while lines.len() < most && (lines.is_empty() || input.buffer().contains(&b'\n')) {
        // Whoever waits for an answer before asking again gets it.
        if input.buffer().is_empty() {
            out.flush()?;
            IDLE.store(true, Ordering::Relaxed);
        }
        let mut line = Vec::new();
        let read = input.read_until(b'\n', &mut line);
        IDLE.store(false, Ordering::Relaxed);
        if read.context("reading standard input")? == 0 {
            break;
        }
        lines.push(line);
    }
    Ok(lines)
}

/// What comes of each job, in order; nothing of those that an interrupt came before.
fn side_by_side<J: Sync, A: Send + Sync>(
    threads: NonZeroUsize,
    jobs: &[J],
    work: impl Fn(&J, NonZeroUsize) -> A + Sync,
) -> Vec<Option<A>> {
    let workers = threads.get().min(jobs.len());
    let left = NonZeroUsize::new(threads.get() / workers.max(1)).unwrap_or(NonZeroUsize::MIN);
    let answers: Vec<OnceLock<A>> = jobs.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        while !STOP.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(number) else {
                break;
            };
            answers[number].get_or_init(|| work(job, left));
        }
    };
    thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(worker);
        }
        worker();
    });
    answers.into_iter().map(OnceLock::into_inner).collect()
}

struct Printer<W: Write> {
    json: bool,
    out: W,
    outcome: Outcome,
}

impl<W: Write> Printer<W> {
    fn print(&mut self, number: usize, answer: Result<String, String>) -> io::Result<()> {
        match answer {
            Ok(answer) => writeln!(self.out, "{}", answer.trim_end()),
            Err(error) => {
                self.outcome = Outcome::SomeFailed;
                let error = format!("line {number}: {error}");
                if self.json {
                    writeln!(self.out, "{}", json!({ "error": error }))
                } else {
                    self.out.flush()?;
                    eprintln!("error: {error}");
                    Ok(())
                }
            }
        }
    }
}

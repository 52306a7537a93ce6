//! Many jobs on standard input, one per line: one answer per line, in order, and a bad line spoils only itself.

use std::fmt::Display;
use std::io::{self, BufReader, BufWriter, StdinLock, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use anyhow::Context;
use serde_json::json;
use starmax_arena::Crew;

use crate::lines::{Line, next_line};
use crate::{Conclusion, interrupt};

/// So many jobs per thread are taken at a time, if they are there.
const JOBS_PER_THREAD: usize = 8;

/// A line with a position is not longer than this; positions have some hundred bytes.
const LONGEST_POSITION: usize = 64 * 1024;

/// Runs `job` on every line of standard input that is not blank and prints what it returns. With `json` an error is printed
/// in the place of the answer, else to standard error. What `note` says about a line goes to standard error.
pub(crate) fn run<E: Display>(
    json: bool,
    note: impl Fn(&str) -> Option<String>,
    job: impl Fn(&str) -> Result<String, E> + Sync,
) -> anyhow::Result<Conclusion> {
    run_side_by_side(json, NonZeroUsize::MIN, note, |line, _| job(line))
}

/// The same for lines of at most `longest` bytes.
pub(crate) fn run_up_to<E: Display>(
    longest: usize,
    json: bool,
    job: impl Fn(&str) -> Result<String, E> + Sync,
) -> anyhow::Result<Conclusion> {
    run_all(
        longest,
        json,
        NonZeroUsize::MIN,
        |_| None,
        |line, _| job(line),
    )
}

/// The same with some threads. Jobs that wait already run side by side; each is told how many threads are left for it.
pub(crate) fn run_side_by_side<E: Display>(
    json: bool,
    threads: NonZeroUsize,
    note: impl Fn(&str) -> Option<String>,
    job: impl Fn(&str, NonZeroUsize) -> Result<String, E> + Sync,
) -> anyhow::Result<Conclusion> {
    run_all(LONGEST_POSITION, json, threads, note, job)
}

fn run_all<E: Display>(
    longest: usize,
    json: bool,
    threads: NonZeroUsize,
    note: impl Fn(&str) -> Option<String>,
    job: impl Fn(&str, NonZeroUsize) -> Result<String, E> + Sync,
) -> anyhow::Result<Conclusion> {
    let mut printer = Printer {
        json,
        out: BufWriter::new(io::stdout().lock()),
        conclusion: Conclusion::Done,
    };
    let mut input = BufReader::new(io::stdin().lock());
    let mut number = 0;
    loop {
        let most = match threads.get() {
            1 => 1,
            threads => threads.saturating_mul(JOBS_PER_THREAD),
        };
        let lines = waiting_lines(&mut input, most, longest)?;
        if lines.is_empty() {
            return Ok(printer.conclusion);
        }
        let numbered = lines.iter().map(|line| {
            number += 1;
            (number, line)
        });
        let jobs: Vec<(usize, &Line)> = numbered.filter(|(_, line)| !is_blank(line)).collect();
        let answers = side_by_side(threads, &jobs, |&(_, line), left| match line {
            Line::TooLong => Err(format!("longer than {longest} bytes")),
            Line::Whole(line) => {
                let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
                job(line.trim(), left).map_err(|error| error.to_string())
            }
        })?;
        for (&(number, line), answer) in jobs.iter().zip(answers) {
            let Some(answer) = answer else {
                printer.out.flush()?;
                anyhow::bail!("interrupted before line {number}");
            };
            if let Line::Whole(line) = line
                && let Some(note) = note(std::str::from_utf8(line).unwrap_or_default().trim())
            {
                eprintln!("note: line {number}: {note}");
            }
            printer.print(number, answer)?;
        }
        // Who waits for an answer before asking again gets it, and no signal can take it back.
        printer.out.flush()?;
        if interrupt::is_stopped() {
            anyhow::bail!("interrupted after line {number}");
        }
    }
}

fn is_blank(line: &Line) -> bool {
    match line {
        Line::Whole(line) => line.trim_ascii().is_empty(),
        Line::TooLong => false,
    }
}

/// The next line, and those that are there already; none at the end.
fn waiting_lines(
    input: &mut BufReader<StdinLock<'_>>,
    most: usize,
    longest: usize,
) -> anyhow::Result<Vec<Line>> {
    let mut lines = Vec::new();
    interrupt::wait();
    while lines.len() < most && (lines.is_empty() || input.buffer().contains(&b'\n')) {
        match next_line(input, longest).context("reading standard input")? {
            Some(line) => lines.push(line),
            None => break,
        }
    }
    Ok(lines)
}

/// What comes of each job, in order; nothing of those that an interrupt came before.
fn side_by_side<J: Sync, A: Send>(
    threads: NonZeroUsize,
    jobs: &[J],
    work: impl Fn(&J, NonZeroUsize) -> A + Sync,
) -> io::Result<Vec<Option<A>>> {
    let workers = threads.get().min(jobs.len());
    let left = NonZeroUsize::new(threads.get() / workers.max(1)).unwrap_or(NonZeroUsize::MIN);
    let crew = Crew {
        threads: NonZeroUsize::new(workers).unwrap_or(NonZeroUsize::MIN),
        stop: &interrupt::STOP,
    };
    let mut answers: Vec<Option<A>> = jobs.iter().map(|_| None).collect();
    let numbered = jobs.iter().enumerate();
    let work = |(): &mut (), (number, job)| (number, work(job, left));
    crew.share(
        numbered,
        || (),
        work,
        |(number, answer)| {
            answers[number] = Some(answer);
            ControlFlow::Continue(())
        },
    )?;
    Ok(answers)
}

struct Printer<W: Write> {
    json: bool,
    out: W,
    conclusion: Conclusion,
}

impl<W: Write> Printer<W> {
    fn print(&mut self, number: usize, answer: Result<String, String>) -> io::Result<()> {
        match answer {
            Ok(answer) => writeln!(self.out, "{}", answer.trim_end()),
            Err(error) => {
                self.conclusion = Conclusion::SomeFailed;
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

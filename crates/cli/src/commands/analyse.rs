use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use starmax_arena::Crew;
use starmax_catalog::{Analysis, Analyst, CubeJudge, JudgedAction};
use starmax_files::Shard;
use starmax_records::{MOST_BYTES, ReadError, Reading};
use starmax_report::AnalysisReport;
use starmax_report::page::match_page;
use starmax_search::Level;

use crate::args::{parse_threads, processors};
use crate::interrupt::STOP;
use crate::long_job::{Book, can_go_on, parse_shard, unfinished, written};
use crate::outputs::{is_shown, is_standard, only_one, write_file};
use crate::{Conclusion, interrupt};

#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// The match: .mat, .sgf of GNU Backgammon or .txt of XG; or - to read it from standard input.
    file: PathBuf,
    /// How far decisions are searched: 0ply, 1ply, 1ply-full, 2ply, 2ply-full, 3ply or 3ply-full.
    #[arg(long, default_value = "2ply", value_parser = parse_level)]
    level: Level,
    #[command(flatten)]
    judges: JudgeArgs,
    /// A decision that loses this much equity is a blunder.
    #[arg(long, value_name = "EQUITY", default_value_t = 0.08, value_parser = parse_blunder, allow_negative_numbers = true)]
    blunder: f64,
    /// Draw the boards of at most N blunders in the text.
    #[arg(long, value_name = "N", default_value_t = 5)]
    boards: usize,
    /// Write a page with the boards of all blunders; - for standard output.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write every decision as comma-separated values; - for standard output.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the positions of all blunders, one XGID per line; - for standard output.
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Keep what is judged in this file; the same command goes on from there.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do one of N parts of the job, the I-th, on one machine of several; `starmax merge` puts their files together.
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "out", conflicts_with_all = ["html", "csv", "export"])]
    shard: Option<Shard>,
    /// Actions judged at the same time [default: one per processor].
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Who judges positions and scores.
#[derive(Args, Debug)]
struct JudgeArgs {
    /// Judge by a net of `starmax train backgammon` [default: the one that is built in].
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Take scores from another match equity table: CSV, or XML as GNU Backgammon has it.
    #[arg(long, value_name = "FILE")]
    met: Option<PathBuf>,
}

fn parse_level(text: &str) -> Result<Level, String> {
    text.parse()
        .map_err(|error: starmax_core::ParseError| error.to_string())
}

fn parse_blunder(text: &str) -> Result<f64, String> {
    let equity = text.parse().ok();
    equity
        .filter(|&equity: &f64| equity > 0.0 && equity.is_finite())
        .ok_or_else(|| "expected an equity above 0, such as 0.08".to_owned())
}

/// What goes to standard output.
#[derive(Clone, Copy)]
enum Shown {
    Json,
    Html,
    Csv,
    Export,
}

pub(crate) fn run(args: &AnalyseArgs) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let shown = only_one(&[
        (args.json, "--json", Shown::Json),
        (is_shown(args.html.as_ref()), "--html -", Shown::Html),
        (is_shown(args.csv.as_ref()), "--csv -", Shown::Csv),
        (is_shown(args.export.as_ref()), "--export -", Shown::Export),
    ])?;
    let Reading {
        record, problems, ..
    } = read_match(&args.file)?;
    for problem in &problems {
        eprintln!("warning: {problem}");
    }
    let judge = CubeJudge::from_files(args.judges.net.as_deref(), args.judges.met.as_deref())?;
    let analyst = Analyst {
        net: judge.net,
        equities: judge.equities,
        level: args.level,
        blunder: args.blunder,
    };
    let mut analysis = Analysis::new(analyst, record, &problems)?;
    let mut book = open_book(args, &mut analysis)?;
    interrupt::heed();
    let judged = match judge_rest(args, &mut analysis, &mut book) {
        Err(error) if !can_go_on(&error) => return Err(error),
        judged => judged,
    };
    let judged =
        judged.with_context(|| unfinished("analysis", "what was judged", args.out.as_deref()));
    if let Some(report) = analysis.shard() {
        say!("{}", written(&report, args.json)?.trim_end());
        // What is wrong in the file of the match counts when its shards are merged.
        return judged.map(|()| Conclusion::Done);
    }
    let report = analysis.report();
    write_to(args.html.as_ref(), || match_page(&report))?;
    write_to(args.csv.as_ref(), || report.csv())?;
    write_to(args.export.as_ref(), || exported(&report))?;
    let text = match shown {
        None => report.text(args.boards),
        Some(Shown::Json) => serde_json::to_string(&report)?,
        Some(Shown::Html) => match_page(&report),
        Some(Shown::Csv) => report.csv(),
        Some(Shown::Export) => exported(&report),
    };
    say!("{}", text.trim_end());
    judged?;
    Ok(if problems.is_empty() {
        Conclusion::Done
    } else {
        Conclusion::SomeFailed
    })
}

/// Writes a file, if one is wanted.
fn write_to(file: Option<&PathBuf>, text: impl FnOnce() -> String) -> anyhow::Result<()> {
    match file.filter(|file| !is_standard(file)) {
        Some(file) => write_file(file, |out| out.write_all(text().as_bytes())),
        None => Ok(()),
    }
}

/// Reads a match from a file or from standard input.
pub(crate) fn read_match(file: &Path) -> anyhow::Result<Reading> {
    let name = file.display().to_string();
    let cannot_read = || format!("cannot read {name}");
    let mut bytes = Vec::new();
    // One byte more than can be used shows that there are too many.
    let most = MOST_BYTES as u64 + 1;
    if is_standard(file) {
        io::stdin()
            .lock()
            .take(most)
            .read_to_end(&mut bytes)
            .with_context(cannot_read)?;
    } else {
        let file = File::open(file).with_context(cannot_read)?;
        let length = file.metadata().with_context(cannot_read)?.len();
        if let Some(length) = usize::try_from(length)
            .ok()
            .filter(|&length| length > MOST_BYTES)
        {
            return Err(ReadError::TooLarge(length)).with_context(|| name.clone());
        }
        file.take(most)
            .read_to_end(&mut bytes)
            .with_context(cannot_read)?;
    }
    starmax_records::read(&bytes, Some(&name)).with_context(|| name.clone())
}

fn exported(report: &AnalysisReport) -> String {
    let lines = report.blunders().into_iter();
    lines
        .map(|decision| decision.position.clone() + "\n")
        .collect()
}

/// The file of what is judged, if one is wanted. What it has already is not judged again.
fn open_book(args: &AnalyseArgs, analysis: &mut Analysis) -> anyhow::Result<Book<JudgedAction>> {
    let part = (args.shard).map(|shard| analysis.restrict_to(shard));
    let Some(file) = &args.out else {
        return Ok(Book::none());
    };
    let (book, earlier) = Book::open(file, &analysis.run(), part)?;
    for judged in earlier {
        analysis.remember(judged);
    }
    Ok(book)
}

fn judge_rest(
    args: &AnalyseArgs,
    analysis: &mut Analysis,
    book: &mut Book<JudgedAction>,
) -> anyhow::Result<()> {
    let [done, all] = match analysis.shard() {
        Some(shard) => [shard.done, shard.pieces],
        None => analysis.progress().map(|actions| actions as u64),
    };
    let bar = ProgressBar::new(all).with_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} actions, {eta} left")
            .expect("a valid template"),
    );
    bar.set_position(done);
    bar.reset_eta();
    let crew = Crew {
        threads: args.threads.unwrap_or_else(processors),
        stop: &STOP,
    };
    let mut keep = |judged: &JudgedAction| {
        bar.inc(1);
        book.keep(judged)
    };
    let ended = analysis.judge(&crew, &mut keep);
    bar.finish_and_clear();
    book.close(ended, |one, two| one.place().cmp(&two.place()))
}

//! Published tables, measured again, and the folder that comes of it.

mod folder;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use starmax_experiments::{
    EXPERIMENTS, Effort, Experiment, Extent, Outcome as TableOutcome, Progress, Run, RunError,
    find, text_table,
};

use self::folder::Folder;
use crate::args::parse_threads;
use crate::interrupt::STOP;
use crate::{Outcome, interrupt};

#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct ReproduceArgs {
    /// The tables to measure [default: all].
    tables: Vec<String>,
    /// List the tables.
    #[arg(long)]
    list: bool,
    /// Measure as much as all tables take in about ten minutes on two cores.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Measure as many positions as were published, even if that takes days.
    #[arg(long)]
    full: bool,
    /// Positions (random trees, pairs of games) per row [default: as published, fewer where that would take hours].
    #[arg(long)]
    positions: Option<NonZeroU32>,
    /// Leave out deeper searches.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    max_depth: Option<u32>,
    /// Seed of everything random.
    #[arg(long, default_value_t = starmax_experiments::DEFAULT_SEED)]
    seed: u64,
    /// The folder for measurements, tables, charts and the report. A later run goes on from the measurements in it.
    #[arg(long, value_name = "DIR", default_value = "reproduction")]
    out: PathBuf,
    /// Searches that run side by side [default: as many as there are cores].
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Print JSON, one line per cell.
    #[arg(long)]
    json: bool,
}

impl ReproduceArgs {
    fn extent(&self) -> Extent {
        let mut extent = Extent::default();
        if self.quick {
            extent.effort = Effort::Quick;
        } else if self.full {
            extent.effort = Effort::Full;
        }
        extent.positions = (self.positions).and_then(|number| NonZeroUsize::try_from(number).ok());
        extent.max_depth = self.max_depth;
        extent.seed = self.seed;
        extent
    }

    /// The command that measures the same again.
    fn command(&self) -> String {
        let mut words = vec!["starmax reproduce".to_owned()];
        words.extend(self.tables.iter().cloned());
        words.extend(self.quick.then(|| "--quick".to_owned()));
        words.extend(self.full.then(|| "--full".to_owned()));
        words.extend(self.positions.map(|number| format!("--positions {number}")));
        words.extend(self.max_depth.map(|depth| format!("--max-depth {depth}")));
        if self.seed != starmax_experiments::DEFAULT_SEED {
            words.push(format!("--seed {}", self.seed));
        }
        words.join(" ")
    }
}

pub(crate) fn run(args: &ReproduceArgs) -> anyhow::Result<Outcome> {
    if args.list {
        for experiment in EXPERIMENTS {
            say!(
                "{:10} {} ({})",
                experiment.name(),
                experiment.title(),
                experiment.paper()
            );
        }
        return Ok(Outcome::Done);
    }
    let experiments = if args.tables.is_empty() {
        EXPERIMENTS.to_vec()
    } else {
        let found: Result<Vec<_>, _> = args.tables.iter().map(|name| find(name)).collect();
        found?
    };
    interrupt::listen()?;
    let threads = args.threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let folder = Folder::create(&args.out)?;
    let mut run = Run::in_file(&folder.measurements(), args.seed)?;
    for experiment in experiments {
        let measured = pool.install(|| measure(experiment, args, &mut run));
        let outcome = TableOutcome::new(experiment, &args.extent(), run.results());
        show(experiment, &outcome, args)?;
        folder.save(&args.command(), &args.extent(), run.results())?;
        measured.with_context(|| {
            format!(
                "measuring {}: what is measured is kept in {}, the same command goes on from there",
                experiment.name(),
                args.out.display()
            )
        })?;
    }
    if !args.json {
        say!("report   {}", folder.report().display());
    }
    Ok(Outcome::Done)
}

fn measure(
    experiment: &dyn Experiment,
    args: &ReproduceArgs,
    run: &mut Run,
) -> Result<(), RunError> {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {percent}% {eta} left, {msg}")
        .expect("a valid template");
    let bar = ProgressBar::new(0).with_style(style);
    bar.set_prefix(experiment.name());
    let progress = |Progress { done, total, task }: Progress<'_>| {
        bar.set_length(total);
        bar.set_position(done);
        bar.set_message(task.to_owned());
    };
    let measured = run.measure(experiment, &args.extent(), &STOP, &progress);
    bar.finish_and_clear();
    measured
}

fn show(
    experiment: &dyn Experiment,
    outcome: &TableOutcome,
    args: &ReproduceArgs,
) -> anyhow::Result<()> {
    if args.json {
        for cell in &outcome.cells {
            say!("{}", serde_json::to_string(cell)?);
        }
        return Ok(());
    }
    if outcome.cells.is_empty() {
        say!("{}: no row is complete", experiment.name());
    } else {
        say!("{}", text_table(&outcome.cells));
    }
    say!("{}", experiment.note());
    for remark in &outcome.remarks {
        say!("{remark}");
    }
    say!();
    Ok(())
}

//! Published tables, measured again, and the folder that comes of it.

mod folder;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use starmax_arena::Crew;
use starmax_experiments::{
    EXPERIMENTS, Effort, Experiment, Extent, MeasuredTable, Run, Work, find, text_table,
};
use starmax_files::Shard;

use self::folder::Folder;
use crate::args::{parse_threads, processors, whole_number};
use crate::interrupt::STOP;
use crate::long_job::{parse_shard, warn_of, written};
use crate::{Conclusion, interrupt};

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
    /// Measure as much as the published tables take in about ten minutes on two cores.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Measure as many positions as were published, even if that takes days.
    #[arg(long)]
    full: bool,
    /// Positions (random trees, pairs of games) per row [default: as published, fewer where that would take hours].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    positions: Option<u32>,
    /// Leave out deeper searches.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    max_depth: Option<u32>,
    /// Seed of everything random.
    #[arg(long, default_value_t = starmax_experiments::DEFAULT_SEED, value_parser = whole_number(0), allow_negative_numbers = true)]
    seed: u64,
    /// The folder for measurements, tables, charts and the report. A later run goes on from the measurements in it.
    #[arg(long, value_name = "DIR", default_value = "reproduction")]
    out: PathBuf,
    /// Do one of N parts of the job, the I-th, on one machine of several; `starmax merge` puts their files together.
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "out")]
    shard: Option<Shard>,
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
        extent.positions = (self.positions).and_then(|number| NonZeroUsize::new(number as usize));
        extent.max_depth = self.max_depth;
        extent.seed = self.seed;
        extent
    }

    fn how_to_go_on(&self, measuring: &str) -> String {
        format!(
            "measuring {measuring}: what is measured is kept in {}, the same command goes on from there",
            self.out.display()
        )
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

pub(crate) fn run(args: &ReproduceArgs) -> anyhow::Result<Conclusion> {
    if args.list {
        for experiment in EXPERIMENTS {
            say!(
                "{:10} {} ({})",
                experiment.about().name,
                experiment.about().title,
                experiment.about().paper
            );
        }
        return Ok(Conclusion::Done);
    }
    let experiments = chosen(&args.tables)?;
    interrupt::listen()?;
    let crew = Crew {
        threads: args.threads.unwrap_or_else(processors),
        stop: &STOP,
    };
    if let Some(shard) = args.shard {
        return measure_shard(args, &experiments, shard, &crew);
    }
    let folder = Folder::create(&args.out)?;
    let mut run = Run::in_file(&folder.measurements(), args.seed)?;
    warn_of(run.damaged());
    let extent = args.extent();
    interrupt::heed();
    for (place, &experiment) in experiments.iter().enumerate() {
        let bar = progress_bar(&run, &experiments[place..], &extent);
        bar.set_prefix(experiment.about().name);
        let measured = run.measure(experiment, &extent, &crew, &mut |task| {
            bar.inc(task.cost);
            bar.set_message(task.id.clone());
        });
        bar.finish_and_clear();
        show(experiment, &extent, &run, args.json)?;
        folder.save(&args.command(), args.seed, run.results())?;
        measured.with_context(|| args.how_to_go_on(experiment.about().name))?;
    }
    run.arrange()?;
    if !args.json {
        say!("report   {}", folder.report().display());
    }
    Ok(Conclusion::Done)
}

/// Measures a part of all tables, which is of no use to any of them before it is merged with the others.
fn measure_shard(
    args: &ReproduceArgs,
    experiments: &[&dyn Experiment],
    shard: Shard,
    crew: &Crew<'_>,
) -> anyhow::Result<Conclusion> {
    let work = Work::of(experiments, &args.extent());
    let file = folder::measurements_of(&args.out, shard)?;
    let mut run = Run::of_shard(&file, &work, shard)?;
    warn_of(run.damaged());
    interrupt::heed();
    let [missing, all] = work.nodes(shard, run.results());
    let bar = bar(all - missing, all);
    let measured = run.measure_shard(&work, shard, crew, &mut |task| {
        bar.inc(task.cost);
        bar.set_message(task.id.clone());
    });
    bar.finish_and_clear();
    let arranged = measured.and_then(|()| run.arrange());
    let report = work.shard(shard, run.results());
    say!("{}", written(&report, args.json)?.trim_end());
    arranged.with_context(|| args.how_to_go_on(&format!("shard {shard}")))?;
    Ok(Conclusion::Done)
}

/// The experiments of these names, each once; all of them where no name is given.
fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static dyn Experiment>> {
    if names.is_empty() {
        return Ok(EXPERIMENTS.to_vec());
    }
    let mut chosen: Vec<&dyn Experiment> = Vec::new();
    for name in names {
        let experiment = find(name)?;
        if chosen
            .iter()
            .all(|other| other.about().name != experiment.about().name)
        {
            chosen.push(experiment);
        }
    }
    Ok(chosen)
}

/// A bar for all the work that these experiments need.
fn progress_bar(run: &Run, experiments: &[&dyn Experiment], extent: &Extent) -> ProgressBar {
    let work = run.work(experiments, extent);
    bar(work.done, work.total)
}

fn bar(done: u64, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {percent}% {eta} left, {msg}")
        .expect("a valid template");
    let bar = ProgressBar::new(total).with_style(style);
    bar.set_position(done);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn show(experiment: &dyn Experiment, extent: &Extent, run: &Run, json: bool) -> anyhow::Result<()> {
    let table = MeasuredTable::new(experiment, extent, run.results());
    if json {
        for cell in &table.cells {
            say!("{}", serde_json::to_string(cell)?);
        }
        return Ok(());
    }
    if table.cells.is_empty() {
        say!("{}: no row was measured in full", experiment.about().name);
    } else {
        say!("{}", text_table(&table.cells));
    }
    say!("{}", experiment.about().note);
    for remark in &table.remarks {
        say!("{remark}");
    }
    say!();
    Ok(())
}

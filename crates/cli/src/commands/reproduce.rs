use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use starmax_experiments::{Cell, EXPERIMENTS, Experiment, RunOptions, csv_table, find, text_table};

use crate::args::ReproduceArgs;
use crate::interrupt::STOP;
use crate::{Outcome, interrupt};

pub(crate) fn run(args: &ReproduceArgs) -> anyhow::Result<Outcome> {
    if args.list {
        for experiment in EXPERIMENTS {
            println!(
                "{:12} {} ({})",
                experiment.name(),
                experiment.title(),
                experiment.paper()
            );
        }
        return Ok(Outcome::Done);
    }
    interrupt::listen()?;
    let experiments = if args.tables.is_empty() {
        EXPERIMENTS.to_vec()
    } else {
        let found: Result<Vec<_>, _> = args.tables.iter().map(|name| find(name)).collect();
        found?
    };
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    }
    for experiment in experiments {
        let cells = measure(experiment, args)?;
        if !args.json {
            println!("{}", text_table(&cells));
            println!("{}\n", experiment.note());
        }
        if let Some(folder) = &args.out {
            save(folder, experiment.name(), &cells)?;
        }
    }
    Ok(Outcome::Done)
}

fn measure(experiment: &dyn Experiment, args: &ReproduceArgs) -> anyhow::Result<Vec<Cell>> {
    let bar = ProgressBar::new(0).with_style(
        ProgressStyle::with_template("{prefix} {wide_bar} {percent}% {eta} left")
            .expect("a valid template"),
    );
    bar.set_prefix(experiment.name());
    let progress = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let mut options = RunOptions::new(&STOP);
    options.positions = args
        .positions
        .and_then(|positions| NonZeroUsize::new(positions as usize));
    options.seed = args.seed;
    options.progress = &progress;
    let mut cells = Vec::new();
    let mut written = Ok(());
    let run = experiment.run(&options, &mut |cell| {
        if args.json {
            match serde_json::to_string(&cell) {
                Ok(line) => println!("{line}"),
                Err(error) => written = Err(error),
            }
        }
        cells.push(cell);
    });
    bar.finish_and_clear();
    written?;
    run.with_context(|| format!("measuring {}", experiment.name()))?;
    Ok(cells)
}

fn save(folder: &Path, name: &str, cells: &[Cell]) -> anyhow::Result<()> {
    let file = folder.join(format!("{name}.csv"));
    fs::write(&file, csv_table(cells)).with_context(|| format!("writing {}", file.display()))
}

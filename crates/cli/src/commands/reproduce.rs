use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use starmax_experiments::{
    Cell, EXPERIMENTS, Experiment, RunOptions, Stopped, csv_table, find, text_table,
};

use crate::args::ReproduceArgs;
use crate::interrupt::STOP;
use crate::{Outcome, interrupt};

pub(crate) fn run(args: &ReproduceArgs) -> anyhow::Result<Outcome> {
    if args.list {
        for experiment in EXPERIMENTS {
            say!(
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
        let (cells, measured) = measure(experiment, args)?;
        if !args.json {
            say!("{}", text_table(&cells));
            say!("{}\n", experiment.note());
        }
        if let Some(folder) = &args.out {
            save(folder, experiment.name(), &cells)?;
        }
        measured.with_context(|| format!("measuring {}", experiment.name()))?;
    }
    Ok(Outcome::Done)
}

/// Measures a table. Where that was stopped, the cells measured before are there.
fn measure(
    experiment: &dyn Experiment,
    args: &ReproduceArgs,
) -> anyhow::Result<(Vec<Cell>, Result<(), Stopped>)> {
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
        if args.json && written.is_ok() {
            written = print(&cell);
        }
        cells.push(cell);
    });
    bar.finish_and_clear();
    written?;
    Ok((cells, run))
}

fn print(cell: &Cell) -> anyhow::Result<()> {
    say!("{}", serde_json::to_string(cell)?);
    Ok(())
}

fn save(folder: &Path, name: &str, cells: &[Cell]) -> anyhow::Result<()> {
    let file = folder.join(format!("{name}.csv"));
    fs::write(&file, csv_table(cells)).with_context(|| format!("writing {}", file.display()))
}

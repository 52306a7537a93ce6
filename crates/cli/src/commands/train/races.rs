use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use clap::Args;
use starmax_train::{RaceSettings, RaceTraining};

use super::parse_rate;
use crate::Conclusion;
use crate::args::whole_number;
use crate::interrupt::{self, STOP};

#[derive(Args, Debug)]
pub(super) struct RacesArgs {
    /// How often races are played and learned from.
    #[arg(long, default_value_t = RaceSettings::default().sweeps, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    sweeps: u32,
    /// Races in each sweep.
    #[arg(long, default_value_t = RaceSettings::default().races, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    races: u32,
    /// The same seed gives the same net.
    #[arg(long, default_value_t = RaceSettings::default().seed, value_parser = whole_number(0), allow_negative_numbers = true)]
    seed: u64,
    /// How fast the net learns at the start; the rate falls to a hundredth.
    #[arg(long, default_value_t = RaceSettings::default().rate, value_parser = parse_rate, allow_negative_numbers = true)]
    rate: f32,
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = "nets")]
    out: PathBuf,
}

pub(super) fn run(args: &RacesArgs) -> anyhow::Result<Conclusion> {
    fs::create_dir_all(&args.out).with_context(|| format!("creating {}", args.out.display()))?;
    let &RacesArgs {
        sweeps,
        races,
        seed,
        rate,
        ..
    } = args;
    interrupt::heed();
    let mut training = RaceTraining::new(RaceSettings {
        sweeps,
        races,
        seed,
        rate,
    });
    while !training.is_done() {
        let sweep = training.sweep();
        say!(
            "sweep {:>3}: surprise {:.4} rolls, {} positions",
            sweep.number,
            sweep.surprise,
            sweep.positions
        );
        if STOP.load(Ordering::Relaxed) && !training.is_done() {
            bail!("interrupted after {} sweeps of {sweeps}", sweep.number);
        }
    }
    let path = args.out.join("races.net");
    let command = format!(
        "starmax train races --sweeps {sweeps} --races {races} --seed {seed} --rate {rate}"
    );
    fs::write(&path, training.net().write(&command))
        .with_context(|| format!("writing {}", path.display()))?;
    say!("{}", path.display());
    Ok(Conclusion::Done)
}

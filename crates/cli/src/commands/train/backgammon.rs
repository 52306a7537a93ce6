use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use starmax_files::checksum_of_words;
use starmax_judges::backgammon::NetFile;
use starmax_train::{BackgammonSettings, BackgammonTraining, held_out_regret};

use super::parse_rate;
use crate::Conclusion;
use crate::args::{parse_threads, processors, whole_number};
use crate::interrupt::{self, STOP};

#[derive(Args, Debug)]
pub(super) struct BackgammonArgs {
    /// First rounds, in which a position learns from the next one.
    #[arg(long, default_value_t = BackgammonSettings::default().first_rounds, value_parser = clap::value_parser!(u32).range(0..), allow_negative_numbers = true)]
    first_rounds: u32,
    /// Rounds after that, in which a position learns from all rolls.
    #[arg(long, default_value_t = BackgammonSettings::default().rounds, value_parser = clap::value_parser!(u32).range(0..), allow_negative_numbers = true)]
    rounds: u32,
    /// Games in each round.
    #[arg(long, default_value_t = BackgammonSettings::default().games, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    games: u32,
    /// Games from whose positions the envelope of the net is made in the end.
    #[arg(long, default_value_t = 40_000, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    envelope_games: u32,
    /// The same seed gives the same net.
    #[arg(long, default_value_t = BackgammonSettings::default().seed, value_parser = whole_number(0), allow_negative_numbers = true)]
    seed: u64,
    /// How fast the net learns at the start; the rate falls to a hundredth.
    #[arg(long, default_value_t = BackgammonSettings::default().rate, value_parser = parse_rate, allow_negative_numbers = true)]
    rate: f32,
    /// A net to go on from, instead of random weights.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Threads to use [default: all processors]. The net does not depend on it.
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = "nets")]
    out: PathBuf,
}

impl BackgammonArgs {
    fn settings(&self) -> BackgammonSettings {
        BackgammonSettings {
            first_rounds: self.first_rounds,
            rounds: self.rounds,
            games: self.games,
            seed: self.seed,
            rate: self.rate,
            start: None,
        }
    }
}

/// Rounds from one measurement of regret to the next, and the games it is measured in.
const MEASURE_EVERY: u32 = 10;
const MEASURED_GAMES: u64 = 100;

pub(super) fn run(args: &BackgammonArgs) -> anyhow::Result<Conclusion> {
    if args.settings().all_rounds() == 0 {
        bail!(
            "--first-rounds 0 --rounds 0 leave nothing to learn from: expected one round at least"
        );
    }
    fs::create_dir_all(&args.out).with_context(|| format!("creating {}", args.out.display()))?;
    let mut training = open(args)?;
    interrupt::heed();
    let threads = args.threads.unwrap_or_else(processors);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
    pool.build()?.install(|| {
        train(&mut training)?;
        add_envelope(&training, args.envelope_games)
    })?;
    say!("{}", BackgammonTraining::net_path(&args.out).display());
    Ok(Conclusion::Done)
}

fn open(args: &BackgammonArgs) -> anyhow::Result<BackgammonTraining> {
    let Some(path) = &args.start else {
        return Ok(BackgammonTraining::open(&args.out, args.settings())?);
    };
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let net = NetFile::parse(&bytes).with_context(|| format!("reading {}", path.display()))?;
    let settings = BackgammonSettings {
        start: Some(checksum_of_words(&[&bytes])),
        ..args.settings()
    };
    Ok(BackgammonTraining::open_from(&args.out, settings, || {
        net.weights()
    })?)
}

fn train(training: &mut BackgammonTraining) -> anyhow::Result<()> {
    while !training.is_done() {
        let start = Instant::now();
        let (next, all) = (training.round() + 1, training.settings().all_rounds());
        let bar = progress_bar(format!("round {next} of {all}"));
        let played = training.play_round(|done| {
            bar.set_position(percent(done));
            STOP.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        let Some(round) = played? else {
            bail!(
                "interrupted after {} rounds; the same command goes on from there",
                training.round()
            );
        };
        let seconds = start.elapsed().as_secs_f64();
        let games = f64::from(training.settings().games);
        let mut line = format!(
            "round {:>4}: surprise {:.4}, error {:.5}, {:>7} positions, {:.0} games/s",
            round.number,
            round.surprise,
            round.error,
            round.positions,
            games / seconds
        );
        if round.number.is_multiple_of(MEASURE_EVERY) || training.is_done() {
            let regret = 1000.0 * held_out_regret(&training.net(), MEASURED_GAMES);
            line += &format!(", regret {regret:.2}");
        }
        say!("{line}");
    }
    Ok(())
}

fn add_envelope(training: &BackgammonTraining, games: u32) -> anyhow::Result<()> {
    if training.has_envelope(games)? {
        return Ok(());
    }
    let bar = progress_bar("envelope".to_owned());
    let made = training.add_envelope(games, |done| {
        bar.set_position(percent(done));
        STOP.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let Some(fit) = made? else {
        bail!("interrupted before the net had its envelope; the same command goes on from there");
    };
    say!(
        "envelope: on average {:.3} above the values and {:.3} below, {:.3}% outside",
        fit.above,
        fit.below,
        100.0 * fit.outside
    );
    Ok(())
}

fn progress_bar(what: String) -> ProgressBar {
    let style = "{msg} {wide_bar} {eta} left";
    let bar = ProgressBar::new(percent(1.0))
        .with_style(ProgressStyle::with_template(style).expect("a valid template"))
        .with_message(what);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of the round, from 0 to 1"
)]
fn percent(share: f64) -> u64 {
    (100.0 * share) as u64
}

mod backgammon;
mod races;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use starmax_train::{Checkpoint, DiceSettings, DiceTraining, points_against_pairs};

use crate::args::whole_number;
use crate::interrupt::STOP;
use crate::{Conclusion, interrupt};

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    net: Net,
}

#[derive(Debug, Subcommand)]
enum Net {
    /// The net of Dice 5x5 with four in a row.
    ///
    /// Writes DIR/dice-5x5-k4.json again and again. After Ctrl-C or a crash the same command goes on from there, to the very
    /// same net.
    Dice(DiceArgs),
    /// The net of backgammon.
    ///
    /// Plays rounds of games against itself and learns from them. Writes DIR/backgammon.net after each round, and beside it what is needed
    /// to go on: after Ctrl-C or a crash the same command goes on from the last whole round, to the very same net.
    Backgammon(backgammon::BackgammonArgs),
    /// The net of backgammon for races.
    ///
    /// Plays races of one player alone and learns from them how many rolls a player takes who still has checkers to bring home. Writes
    /// DIR/races.net when it is done, after a few minutes.
    Races(races::RacesArgs),
}

#[derive(Args, Debug)]
struct DiceArgs {
    /// Games to play.
    #[arg(long, default_value_t = DiceSettings::default().games, value_parser = whole_number(1), allow_negative_numbers = true)]
    games: u64,
    /// The same seed gives the same net.
    #[arg(long, default_value_t = DiceSettings::default().seed, value_parser = whole_number(0), allow_negative_numbers = true)]
    seed: u64,
    /// How far ahead a moment looks, from 0 (the next moment) to 1 (the outcome).
    #[arg(long, default_value_t = DiceSettings::default().lambda, value_parser = parse_lambda, allow_negative_numbers = true)]
    lambda: f32,
    /// How fast the net learns at the start; the rate falls to 0.
    #[arg(long, default_value_t = DiceSettings::default().rate, value_parser = parse_rate, allow_negative_numbers = true)]
    rate: f32,
    /// Up to this many first moves of a game are random.
    #[arg(long, default_value_t = DiceSettings::default().random_moves, value_parser = clap::value_parser!(u8).range(0..), allow_negative_numbers = true)]
    random_moves: u8,
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = "nets")]
    out: PathBuf,
}

impl DiceArgs {
    fn settings(&self) -> DiceSettings {
        DiceSettings {
            games: self.games,
            seed: self.seed,
            lambda: self.lambda,
            rate: self.rate,
            random_moves: self.random_moves,
        }
    }
}

/// Games from one checkpoint to the next, less than a second.
const CHECKPOINT: u64 = 10_000;

/// The strength is measured this many times, in this many games each.
const MEASUREMENTS: u64 = 20;
const MEASURED_GAMES: u64 = 4000;

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    match &args.net {
        Net::Dice(args) => train_dice(args),
        Net::Backgammon(args) => backgammon::run(args),
        Net::Races(args) => races::run(args),
    }
}

fn train_dice(args: &DiceArgs) -> anyhow::Result<Conclusion> {
    fs::create_dir_all(&args.out).with_context(|| format!("creating {}", args.out.display()))?;
    let path = args.out.join("dice-5x5-k4.json");
    let checkpoint = Checkpoint::open(&path)?;
    let mut training = checkpoint.training(args.settings())?;
    interrupt::heed();
    checkpoint.save(&training)?;

    let bar = progress_bar(&training);
    let trained = train(&mut training, &checkpoint, &bar);
    bar.finish_and_clear();
    trained?;
    say!("{}", path.display());
    Ok(Conclusion::Done)
}

fn progress_bar(training: &DiceTraining) -> ProgressBar {
    let style = "{pos}/{len} games {wide_bar} {per_sec:0}, {eta} left";
    let bar = ProgressBar::hidden()
        .with_style(ProgressStyle::with_template(style).expect("a valid template"));
    bar.set_length(training.settings().games);
    // Games of an earlier run took no time of this one, so nothing is shown before they are out of the estimate.
    bar.set_position(training.games());
    bar.reset_eta();
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar
}

fn train(
    training: &mut DiceTraining,
    checkpoint: &Checkpoint,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    let measure_every = training.settings().games.div_ceil(MEASUREMENTS);
    while !training.is_done() {
        training.play_game();
        let games = training.games();
        let is_stopped = STOP.load(Ordering::Relaxed);
        if games.is_multiple_of(CHECKPOINT) || training.is_done() || is_stopped {
            checkpoint.save(training)?;
            bar.set_position(games);
        }
        if games.is_multiple_of(measure_every) || training.is_done() {
            let points = 100.0 * points_against_pairs(training.weights(), MEASURED_GAMES);
            bar.suspend(|| -> anyhow::Result<()> {
                say!("{games:>9} games: {points:.1}% of the points against pairs");
                Ok(())
            })?;
        }
        if is_stopped && !training.is_done() {
            bail!("interrupted after {games} games; the same command goes on from there");
        }
    }
    Ok(())
}

fn parse_lambda(text: &str) -> Result<f32, String> {
    let lambda = text
        .parse()
        .ok()
        .filter(|lambda| (0.0..=1.0).contains(lambda));
    lambda.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn parse_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|&rate| 0.0 < rate && rate <= 1.0);
    rate.ok_or_else(|| "expected a number above 0, at most 1".to_owned())
}

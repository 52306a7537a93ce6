use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use starmax_arena::Crew;
use starmax_catalog::{
    Games, OpenGame, ReportError, Rollout, RolloutOptions, RolloutProgress, RootText,
};
use starmax_files::Shard;
use starmax_report::{PlayedTrial, RolloutReport};
use starmax_search::{Level, Options};

use crate::args::{PositionArgs, parse_threads, processors, whole_number};
use crate::interrupt::STOP;
use crate::long_job::{Book, can_go_on, parse_shard, unfinished, written};
use crate::options::{self, OptionArgs};
use crate::{Conclusion, batch, interrupt, note_unused};

#[derive(Args, Debug)]
pub(crate) struct RolloutArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    trials: TrialArgs,
    /// Roll out at most N moves, those that a search of depth 3 likes best.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(5).expect("not zero"), value_parser = parse_moves, allow_negative_numbers = true)]
    moves: NonZeroUsize,
    /// Roll out only moves that this search finds no worse than the best one by more than this.
    #[arg(long, value_name = "X", value_parser = parse_distance, allow_negative_numbers = true)]
    filter: Option<f64>,
    /// Roll out this move in any case. May be given several times.
    #[arg(long = "move", value_name = "MOVE")]
    also: Vec<String>,
    #[command(flatten)]
    engine: OptionArgs<options::Rollout>,
    /// Trials played at the same time [default: one per processor].
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Print JSON, one line per position.
    #[arg(long)]
    json: bool,
}

/// How trials are played, whatever is rolled out.
#[derive(Args, Debug)]
pub(crate) struct TrialArgs {
    /// Trials of every move. Multiples of 36 suit two dice best.
    #[arg(long, short, default_value_t = 1296, value_parser = clap::value_parser!(u64).range(1..=10_000_000), allow_negative_numbers = true)]
    trials: u64,
    /// End every trial after N chance events and let the evaluator judge, one chance event ahead.
    #[arg(long, value_name = "N", value_parser = whole_number(1), allow_negative_numbers = true)]
    truncate: Option<u64>,
    /// No more trials of a move whose standard error is not above this.
    #[arg(long, value_name = "SE", value_parser = parse_positive, allow_negative_numbers = true)]
    stop_at: Option<f64>,
    /// No more trials of a move that is worse than the best one by N standard errors of the difference; inf for never.
    #[arg(long, value_name = "N", default_value_t = 4.0, value_parser = parse_positive, allow_negative_numbers = true)]
    stop_below: f64,
    /// Leave luck in the results: a trial is faster, and more of them are needed.
    #[arg(long)]
    with_luck: bool,
    /// Seed of the dice, which are the same for all moves.
    #[arg(long, default_value_t = 1, value_parser = whole_number(0), allow_negative_numbers = true)]
    seed: u64,
    /// Write every trial into this file; the same command goes on from there, also with more trials or other moves.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do one of N parts of the job, the I-th, on one machine of several; `starmax merge` puts their files together.
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "out")]
    shard: Option<Shard>,
}

impl TrialArgs {
    /// Trials of players who search as these options say.
    pub(crate) fn options(&self, engine: &Options) -> RolloutOptions {
        let usual = RolloutOptions::default();
        let level = engine.level.map(Level::algorithm);
        RolloutOptions {
            trials: self.trials,
            seed: self.seed,
            depth: engine.depth().unwrap_or(usual.depth),
            // Trials have no table, so that an exact search is one that needs none.
            algorithm: level
                .filter(|level| !level.is_exact())
                .unwrap_or(usual.algorithm),
            evaluator: engine.evaluator.clone(),
            met: engine.met.clone(),
            truncate: self.truncate,
            with_luck: self.with_luck,
            stop_at: self.stop_at,
            stop_below: self.stop_below,
            ..usual
        }
    }

    /// A batch has no file of trials.
    pub(crate) fn check_batch(&self) -> anyhow::Result<()> {
        match &self.out {
            Some(file) => {
                anyhow::bail!("--out {} is for one position, not for many", file.display())
            }
            None => Ok(()),
        }
    }

    /// Rolls out one position, from where the file of trials ends if there is one, and shows what is known then.
    pub(crate) fn play_and_show(
        &self,
        rollout: &mut Rollout<'_>,
        crew: &Crew<'_>,
        json: bool,
        show: impl FnOnce(&Rollout<'_>) -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        let mut book = self.open_book(rollout)?;
        interrupt::heed();
        let played = match play(rollout, crew, &mut book) {
            Err(error) if !can_go_on(&error) => return Err(error),
            played => played,
        };
        let text = match rollout.shard() {
            Some(report) => written(&report, json)?,
            None => show(rollout)?,
        };
        say!("{}", text.trim_end());
        played.with_context(|| unfinished("rollout", "what was played", self.out.as_deref()))
    }

    /// The file of trials, if one is wanted. What it has already is not played again.
    fn open_book(&self, rollout: &mut Rollout<'_>) -> anyhow::Result<Book<PlayedTrial>> {
        let part = (self.shard).map(|shard| rollout.restrict_to(shard));
        let part = part.transpose()?;
        let Some(file) = &self.out else {
            return Ok(Book::none());
        };
        let (book, earlier) = Book::open(file, &rollout.run(), part)?;
        for played in earlier {
            (rollout.remember(played)).with_context(|| file.display().to_string())?;
        }
        Ok(book)
    }
}

impl RolloutArgs {
    fn options(&self) -> RolloutOptions {
        RolloutOptions {
            moves: self.moves.get(),
            filter: self.filter,
            also: self.also.clone(),
            ..self.trials.options(&self.engine.options)
        }
    }

    fn written(&self, report: &RolloutReport) -> anyhow::Result<String> {
        Ok(if self.json {
            serde_json::to_string(report)?
        } else {
            report.text()
        })
    }
}

pub(crate) fn run(args: &RolloutArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let game = games.open(&args.position.game)?;
    let crew = Crew {
        threads: args.threads.unwrap_or_else(processors),
        stop: &STOP,
    };
    if args.position.is_batch() {
        args.trials.check_batch()?;
        let note = |line: &str| game.unused(args.position.root_of(line));
        return batch::run(args.json, note, |line| {
            let mut rollout = begin(args, &*game, args.position.root_of(line))?;
            interrupt::heed();
            play(&mut rollout, &crew, &mut Book::none())?;
            let text = args.written(&rollout.report())?;
            Ok::<_, anyhow::Error>(if args.json { text } else { text + "\n" })
        });
    }
    note_unused(&*game, args.position.root());
    let mut rollout = begin(args, &*game, args.position.root())?;
    let show = |rollout: &Rollout<'_>| args.written(&rollout.report());
    (args.trials).play_and_show(&mut rollout, &crew, args.json, show)?;
    Ok(Conclusion::Done)
}

fn begin<'a>(
    args: &RolloutArgs,
    game: &'a dyn OpenGame,
    root: RootText<'_>,
) -> anyhow::Result<Rollout<'a>> {
    Rollout::new(game, root, args.options(), &STOP).map_err(|error| match error {
        ReportError::Text(_) => anyhow::anyhow!("{error} (see `starmax games`)"),
        other => other.into(),
    })
}

/// Plays what is left, with a bar that shows how far it is.
pub(crate) fn play(
    rollout: &mut Rollout<'_>,
    crew: &Crew<'_>,
    book: &mut Book<PlayedTrial>,
) -> anyhow::Result<()> {
    let shard = rollout.shard();
    let bar = progress_bar(match &shard {
        Some(shard) => RolloutProgress {
            trials: shard.done,
            all: shard.pieces,
        },
        None => rollout.progress(),
    });
    let mut keep = |played: &PlayedTrial| {
        bar.inc(1);
        book.keep(played)
    };
    let ended = rollout.play(crew, &mut keep, &mut |progress, leader| {
        if shard.is_none() {
            bar.set_length(progress.all);
            bar.set_position(progress.trials);
            bar.set_message(leader.to_owned());
        }
    });
    bar.finish_and_clear();
    book.close(ended, |one, two| one.place().cmp(&two.place()))
}

fn progress_bar(progress: RolloutProgress) -> ProgressBar {
    let bar = ProgressBar::new(progress.all).with_style(
        ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} trials, {eta} left")
            .expect("a valid template"),
    );
    bar.set_position(progress.trials);
    bar.reset_eta();
    bar
}

fn parse_moves(text: &str) -> Result<NonZeroUsize, String> {
    (text.parse()).map_err(|_| "expected a number of moves, 1 at least".to_owned())
}

fn parse_distance(text: &str) -> Result<f64, String> {
    let distance = text.parse().ok();
    distance
        .filter(|distance| *distance >= 0.0)
        .ok_or_else(|| "expected a difference of values from 0 up, such as 0.1".to_owned())
}

fn parse_positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| *number > 0.0)
        .ok_or_else(|| "expected a number above 0".to_owned())
}

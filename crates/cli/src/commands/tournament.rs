use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use starmax_arena::Crew;
use starmax_catalog::{Games, PlayerSpec, Tournament, TournamentOptions};
use starmax_files::Shard;
use starmax_report::PlayedPair;
use starmax_search::{Place, options_at};

use crate::args::{parse_threads, processors, whole_number};
use crate::interrupt::STOP;
use crate::long_job::{Book, can_go_on, parse_shard, unfinished, written};
use crate::{Conclusion, interrupt};

#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// The game with its parameters, such as dice:7x7,k=4; see `starmax games`.
    game: String,
    /// A player: random, or an algorithm with settings, such as star2:depth=5,evaluator=pairs. Give two or more; every two
    /// meet.
    #[arg(long = "player", short, value_name = "SPEC", required = true, long_help = player_help())]
    players: Vec<PlayerSpec>,
    /// Games of every two players. They come in pairs, so an odd number is rounded up.
    #[arg(long, short, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000), allow_negative_numbers = true)]
    games: u64,
    /// Seed of the dice.
    #[arg(long, default_value_t = 1, value_parser = whole_number(0), allow_negative_numbers = true)]
    seed: u64,
    /// Stop two players once it is sure who is better: if they are equal, that happens with this probability at most.
    #[arg(long, value_name = "ERROR", num_args = 0..=1, require_equals = true, default_missing_value = "0.05", value_parser = parse_error)]
    stop_when_sure: Option<f64>,
    /// Write every pair of games into this file; the same command goes on from there.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do one of N parts of the job, the I-th, on one machine of several; `starmax merge` puts their files together.
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "out")]
    shard: Option<Shard>,
    /// Games played at the same time [default: one per processor].
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Print JSON, one line for every two players.
    #[arg(long)]
    json: bool,
}

/// What a player is, with all settings that it can have.
fn player_help() -> String {
    let settings = options_at(Place::Player).map(|option| {
        let value = option
            .value
            .map(|value| format!("={}", value.trim_end_matches(",...")));
        let help = option.help(Place::Player);
        format!(
            "\n{}{}: {}",
            option.name,
            value.unwrap_or_default(),
            help.trim_end_matches('.')
        )
    });
    let start = "A player: random, or an algorithm with settings, such as star2:depth=5,evaluator=pairs. Give two or more; every two meet.\n\nSettings:";
    start.to_owned() + &settings.collect::<String>()
}

pub(crate) fn run(args: &TournamentArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let options = TournamentOptions {
        games: args.games,
        seed: args.seed,
        error: args.stop_when_sure,
    };
    let mut tournament = Tournament::of(games, &args.game, args.players.clone(), options)?;
    let mut book = open_book(args, &mut tournament)?;
    interrupt::heed();
    let played = match play(args, &mut tournament, &mut book) {
        Err(error) if !can_go_on(&error) => return Err(error),
        played => played,
    };
    if let Some(report) = tournament.shard() {
        say!("{}", written(&report, args.json)?.trim_end());
    } else if args.json {
        for pairing in tournament.pairings() {
            say!("{}", serde_json::to_string(&pairing)?);
        }
    } else {
        say!("{}", tournament.report().text().trim_end());
    }
    played.with_context(|| unfinished("tournament", "what was played", args.out.as_deref()))?;
    Ok(Conclusion::Done)
}

/// The file of results, if one is wanted. What it has already is not played again.
fn open_book(
    args: &TournamentArgs,
    tournament: &mut Tournament,
) -> anyhow::Result<Book<PlayedPair>> {
    let part = (args.shard).map(|shard| tournament.restrict_to(shard));
    let part = part.transpose()?;
    let Some(file) = &args.out else {
        return Ok(Book::none());
    };
    let (book, earlier) = Book::open(file, &tournament.run()?, part)?;
    for played in earlier {
        (tournament.remember(played)).with_context(|| file.display().to_string())?;
    }
    Ok(book)
}

fn play(
    args: &TournamentArgs,
    tournament: &mut Tournament,
    book: &mut Book<PlayedPair>,
) -> anyhow::Result<()> {
    let bar = progress_bar(args, tournament);
    let crew = Crew {
        threads: args.threads.unwrap_or_else(processors),
        stop: &STOP,
    };
    let is_shard = args.shard.is_some();
    let mut keep = |played: &PlayedPair| {
        bar.inc(2);
        book.keep(played)
    };
    let ended = tournament.play(&crew, &mut keep, &mut |standing| {
        if !is_shard {
            bar.set_message(standing.summary());
        }
    });
    bar.finish_and_clear();
    book.close(ended, |one, two| one.place().cmp(&two.place()))
}

fn progress_bar(args: &TournamentArgs, tournament: &Tournament) -> ProgressBar {
    let pairings = tournament.pairings();
    let [done, all] = match tournament.shard() {
        Some(shard) => [2 * shard.done, 2 * shard.pieces],
        None => [
            pairings.iter().map(|pairing| pairing.games).sum(),
            args.games.next_multiple_of(2) * pairings.len() as u64,
        ],
    };
    let bar = ProgressBar::new(all).with_style(
        ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} games, {eta} left")
            .expect("a valid template"),
    );
    bar.set_position(done);
    bar.reset_eta();
    bar
}

fn parse_error(text: &str) -> Result<f64, String> {
    let error = text.parse().ok();
    error
        .filter(|error| *error > 0.0 && *error < 1.0)
        .ok_or_else(|| "expected a probability between 0 and 1, such as 0.05".to_owned())
}

//! What was typed. The doc comments are the help text.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use starmax_catalog::{Noise, Request, Root};
use starmax_core::Bounds;
use starmax_search::{Algorithm, Enhancements, Filter, ProbeChoice, Scheme};

use crate::commands::external::ExternalArgs;
use crate::commands::play::Strength;
use crate::commands::reproduce::ReproduceArgs;
use crate::commands::rollout::RolloutArgs;
use crate::commands::tournament::TournamentArgs;
use crate::commands::train::TrainArgs;
use crate::interrupt::{HEEDED, STOP};

/// No search goes deeper, so that none runs out of stack.
pub(crate) const DEEPEST: i64 = 1000;

/// Search any perfect-information game with dice, draws or coins: the best decision, its proof, and why.
///
/// Results go to standard output, errors and progress to standard error. Exit codes: 0 done, 1 the answer is no (no command
/// asks such a question yet), 2 error, 130 ended by a second Ctrl-C, or by the first one while there was nothing to show.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List what can be searched: parameters, notation, evaluators.
    Games {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Search a position and rank its moves.
    Search(SearchArgs),
    /// Draw a position, with its names in other programs.
    Show(PositionArgs),
    /// List the legal moves of a position and where they lead.
    Moves(MovesArgs),
    /// Solve an explicit tree and show what was cut.
    Tree(TreeArgs),
    /// Count the nodes at each distance from a position: a test of the rules.
    Perft(PerftArgs),
    /// Print random positions for experiments, one per line.
    Positions(PositionsArgs),
    /// Play against the engine in the terminal.
    Play(PlayArgs),
    /// Let players play against each other: who is better, with confidence intervals.
    Tournament(TournamentArgs),
    /// Roll positions out: values of moves from many games, with standard errors.
    Rollout(RolloutArgs),
    /// Play backgammon inside of GNU Backgammon, as one of its external players.
    External(ExternalArgs),
    /// Measure published tables again: published beside measured.
    Reproduce(ReproduceArgs),
    /// Train a net by self-play.
    Train(TrainArgs),
    /// Search a fixed list of positions: a node signature, and the speed.
    Bench(BenchArgs),
    /// Print a script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// A game and where to look at it.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The game with its parameters, such as pig or pig:goal=30; see `starmax games`.
    pub(crate) game: String,
    /// The position (default: the start), or - to read one `POSITION [ROLL]` per line.
    pub(crate) position: Option<String>,
    /// What chance brings at the position; with - at those whose lines have no roll.
    #[arg(long)]
    pub(crate) roll: Option<String>,
}

impl PositionArgs {
    pub(crate) fn root(&self) -> Root<'_> {
        Root {
            position: self.position.as_deref(),
            roll: self.roll.as_deref(),
        }
    }

    /// What one line of many means.
    pub(crate) fn root_of<'a>(&'a self, line: &'a str) -> Root<'a> {
        let (position, roll) = match line.split_once(char::is_whitespace) {
            Some((position, roll)) => (position, Some(roll.trim())),
            None => (line, self.roll.as_deref()),
        };
        Root {
            position: Some(position),
            roll,
        }
    }

    pub(crate) fn is_batch(&self) -> bool {
        self.position.as_deref() == Some("-")
    }
}

/// How to search.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineArgs {
    /// minimax, alphabeta (games without chance), expectimax, star1, star2, star2.5, star2-tt or starmax, which all find
    /// the same; or static-reply, which follows only the replies that look best and proves nothing.
    #[arg(long, short, default_value = "starmax")]
    pub(crate) algorithm: Algorithm,
    /// Levels to search: a decision is one, a chance event is one [default: depends on the game].
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=DEEPEST), allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    /// Stop after this time, such as 5s, 500ms or 2m.
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Stop after about this many nodes.
    #[arg(long, value_parser = whole_number(1), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// What starmax is to do without: some of deepening, successor-probing, thrifty-probes, state-bounds, outcome-order, work-order,
    /// fair-shares, table-move, killers, history and batches. Value and best move do not depend on it.
    #[arg(long, value_name = "NAME,...")]
    pub(crate) without: Option<Enhancements>,
    /// Moves tried when an outcome is probed.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub(crate) probes: Option<u16>,
    /// The first guess of a good order of moves: none, random, static or quick.
    #[arg(long)]
    pub(crate) order: Option<Scheme>,
    /// Probe a winning move, else the first one that looks good, whatever the order.
    #[arg(long)]
    pub(crate) probe_by_quality: bool,
    /// Who judges unfinished games; see `starmax games`.
    #[arg(long)]
    pub(crate) evaluator: Option<String>,
    /// A net to judge unfinished games, as `starmax train` wrote it; the same as --evaluator net:FILE.
    #[arg(long, value_name = "FILE", conflicts_with = "evaluator", value_parser = parse_net)]
    net: Option<String>,
    #[command(flatten)]
    pub(crate) noise: NoiseArgs,
    /// Which moves at the root static-reply searches further after depth 1, 3 and so on: besides the best one so many within this
    /// margin, or none for no filter [default: 8:0.16,2:0.04].
    #[arg(long, value_name = "MOVES:MARGIN,...", allow_hyphen_values = true)]
    pub(crate) filter: Option<Filter>,
    /// Size of the transposition table in MiB; 0 for none [default: 16 for star2-tt and starmax, else 0].
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=65_536), allow_negative_numbers = true)]
    pub(crate) table_mb: Option<u32>,
    /// Threads that share a table in longer searches, or search several positions side by side [default: all processors]. Value and best move do not depend on it; bounds of other moves and the cost may.
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
}

impl EngineArgs {
    /// Who judges, if somebody else than usual.
    pub(crate) fn evaluator(&self) -> Option<&str> {
        self.net.as_deref().or(self.evaluator.as_deref())
    }

    pub(crate) fn request(&self) -> Request<'_> {
        Request {
            algorithm: self.algorithm,
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            without: self.without,
            probes: self.probes.map(usize::from),
            order: self.order,
            probe: if self.probe_by_quality {
                ProbeChoice::ByQuality
            } else {
                ProbeChoice::AsOrdered
            },
            evaluator: self.evaluator(),
            noise: self.noise.noise(),
            filter: self.filter.clone(),
            table_mebibytes: self.table_mb.map(|mebibytes| mebibytes as usize),
            threads: Some(self.threads()),
            stop: Some(&STOP),
            begun: Some(&HEEDED),
            ..Request::default()
        }
    }

    /// The threads to search with.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(processors)
    }

    /// What is not as usual, as on the command line, but for the limits.
    pub(crate) fn written(&self) -> String {
        let algorithm = (self.algorithm != Algorithm::default())
            .then(|| format!(" --algorithm {}", self.algorithm));
        let without = self.without.map(|without| format!(" --without {without}"));
        let probes = self.probes.map(|probes| format!(" --probes {probes}"));
        let order = self.order.map(|order| format!(" --order {order}"));
        let probe = (self.probe_by_quality).then(|| " --probe-by-quality".to_owned());
        let evaluator = (self.evaluator()).map(|name| format!(" --evaluator {name}"));
        let filter = (self.filter.as_ref()).map(|filter| format!(" --filter {filter}"));
        let table = (self.table_mb).map(|mebibytes| format!(" --table-mb {mebibytes}"));
        let noise = self.noise.written();
        [
            algorithm, without, probes, order, probe, evaluator, noise, filter, table,
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Noise that makes an evaluator worse in a controlled way.
#[derive(Args, Clone, Debug)]
pub(crate) struct NoiseArgs {
    /// Add noise of this standard deviation to every evaluation (of a net of backgammon to each of its five chances), such as 0.015; a state always has
    /// the same noise.
    #[arg(long, value_parser = parse_deviation, allow_hyphen_values = true, value_name = "DEVIATION")]
    pub(crate) noise: Option<f64>,
    /// Another seed, another noise [default: 0].
    #[arg(long, requires = "noise", value_parser = whole_number(0), allow_negative_numbers = true, value_name = "SEED")]
    pub(crate) noise_seed: Option<u64>,
}

impl NoiseArgs {
    pub(crate) fn noise(&self) -> Noise {
        Noise {
            deviation: self.noise.unwrap_or_default(),
            seed: self.noise_seed.unwrap_or_default(),
        }
    }

    /// As on the command line.
    fn written(&self) -> Option<String> {
        let noise = self.noise?;
        let seed = (self.noise_seed).map(|seed| format!(" --noise-seed {seed}"));
        Some(format!(" --noise {noise}{}", seed.unwrap_or_default()))
    }
}

#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Give the best N moves their exact values; the others have estimates and bounds [default: 5 in backgammon, else 1].
    #[arg(long, value_name = "N", conflicts_with = "all", value_parser = whole_number(1), allow_negative_numbers = true)]
    top: Option<u64>,
    /// Give every move its exact value.
    #[arg(long, conflicts_with = "filter")]
    all: bool,
    /// Reuse table entries of greater depth: better play, but no longer exactly the value at the depth.
    #[arg(long)]
    pub(crate) reuse_deeper: bool,
    /// Print JSON, one line per position.
    #[arg(long)]
    pub(crate) json: bool,
}

impl SearchArgs {
    /// How many moves get exact values, if that was said.
    pub(crate) fn top(&self) -> Option<usize> {
        let top = self
            .top
            .map(|top| usize::try_from(top).unwrap_or(usize::MAX));
        if self.all { Some(usize::MAX) } else { top }
    }
}

#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print JSON, one line per position.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Levels to count.
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=DEEPEST), allow_negative_numbers = true)]
    pub(crate) depth: u32,
    /// Print JSON, one line per position.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PositionsArgs {
    /// The game with its parameters, such as dice:5x5,k=4; see `starmax games`.
    pub(crate) game: String,
    /// How many.
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// The same seed gives the same positions.
    #[arg(long, default_value_t = 1, value_parser = whole_number(0), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Where positions come from.
    #[arg(long, value_enum, default_value_t = Source::Random)]
    pub(crate) from: Source,
    /// Who judges unfinished games in self-play; see `starmax games`.
    #[arg(long)]
    pub(crate) evaluator: Option<String>,
    #[command(flatten)]
    pub(crate) noise: NoiseArgs,
    /// Levels that are searched in self-play [default: 3].
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=DEEPEST), allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    /// Only positions of self-play in which players can still hit or block each other (backgammon).
    #[arg(long)]
    pub(crate) contact: bool,
}

/// Where positions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Source {
    /// The game's own generator of random positions.
    Random,
    /// Games of the engine against itself, one decision with at least two moves of each.
    SelfPlay,
}

#[derive(Args, Debug)]
pub(crate) struct TreeArgs {
    /// A tree as JSON, or - to read one tree per line.
    pub(crate) file: PathBuf,
    /// minimax, alphabeta (trees without chance), expectimax, star1, star2, star2.5, star2-tt or starmax.
    #[arg(long, short, default_value = "starmax")]
    pub(crate) algorithm: Algorithm,
    /// Moves tried when an outcome is probed.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub(crate) probes: Option<u16>,
    /// Stop after this time, such as 5s, 500ms or 2m, with the bounds that are proven by then.
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Stop after about this many nodes.
    #[arg(long, value_parser = whole_number(1), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Size of the transposition table in MiB; 0 for none [default: room for all nodes for star2-tt and starmax, else 0].
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=65_536), allow_negative_numbers = true)]
    pub(crate) table_mb: Option<u32>,
    /// Search the root with this window, such as -2,2, and report what is proven.
    #[arg(long, value_parser = parse_window, allow_hyphen_values = true, value_name = "LOWER,UPPER")]
    pub(crate) window: Option<Bounds>,
    /// Print JSON, one line per tree.
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the tree as SVG into this file (- for standard output).
    #[arg(long, value_name = "OUT", conflicts_with_all = ["json", "dot"])]
    pub(crate) svg: Option<PathBuf>,
    /// Describe the tree for Graphviz in this file (- for standard output).
    #[arg(long, value_name = "OUT", conflicts_with = "json")]
    pub(crate) dot: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(
    mut_arg("position", |position| position.help("The position (default: the start)")),
    mut_arg("roll", |roll| roll.help("What chance brings at the position")),
)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// How strong the engine plays: 1 to 9, depth=7, or a time such as 2s [default: depends on the game].
    #[arg(long, short, conflicts_with_all = ["depth", "time", "nodes"], allow_hyphen_values = true)]
    pub(crate) level: Option<Strength>,
    /// Which side you play: a player's name (such as X), first, second, both or none.
    #[arg(long, default_value = "first")]
    pub(crate) side: String,
    /// Seed of the dice [default: drawn, and shown].
    #[arg(long, value_parser = whole_number(0), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Where the dice come from.
    #[arg(long, value_enum, default_value_t = DiceFrom::Seed)]
    pub(crate) dice: DiceFrom,
    /// Levels that are searched to say what moves lost [default: depends on the game].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=DEEPEST), allow_negative_numbers = true)]
    pub(crate) analysis_depth: Option<u32>,
}

/// Where the dice of a game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiceFrom {
    /// Rolled here, from the seed.
    Seed,
    /// Asked for: you roll them on your own board.
    Ask,
}

impl PlayArgs {
    /// How strong the engine plays, where a game is usually searched to `usual_depth`.
    pub(crate) fn strength(&self, usual_depth: u32) -> Strength {
        let EngineArgs {
            depth, nodes, time, ..
        } = self.engine;
        let is_limited = depth.is_some() || nodes.is_some() || time.is_some();
        match self.level {
            Some(level) => level,
            None if is_limited => Strength::Limits { depth, nodes, time },
            None => Strength::for_depth(usual_depth),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Print JSON, one line per search.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The evaluator that a net in a file is.
pub(crate) fn parse_net(file: &str) -> Result<String, String> {
    if file.is_empty() {
        return Err("found nothing, expected a file".to_owned());
    }
    Ok(format!("net:{file}"))
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    starmax_catalog::parse_time(text)
        .ok_or_else(|| "expected a time such as 5s, 500ms, 2m or 1h".to_owned())
}

fn parse_deviation(text: &str) -> Result<f64, String> {
    (text.parse().ok())
        .filter(|deviation| (0.0..=f64::MAX).contains(deviation))
        .ok_or_else(|| "expected a number from 0 up, such as 0.015".to_owned())
}

/// How many threads can work side by side.
pub(crate) fn processors() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Reads a number of threads; more than these only get in each other's way.
pub(crate) fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 1024;
    (text.parse().ok())
        .filter(|threads: &NonZeroUsize| threads.get() <= MOST)
        .ok_or_else(|| format!("expected a number of threads from 1 to {MOST}"))
}

/// Reads a number from `least` up.
pub(crate) fn whole_number(least: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|&number| number >= least);
        number.ok_or_else(|| format!("expected a whole number from {least} to {}", u64::MAX))
    }
}

fn parse_window(text: &str) -> Result<Bounds, String> {
    let ends = text.split_once(',').and_then(|(lower, upper)| {
        let lower: f64 = lower.trim().parse().ok()?;
        let upper: f64 = upper.trim().parse().ok()?;
        (lower <= upper).then_some(Bounds::new(lower, upper))
    });
    ends.ok_or_else(|| "expected two numbers, the smaller one first, such as -2,2".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    /// Takes any words, one per line.
    fn command_line(data: &[u8]) {
        let Ok(text) = std::str::from_utf8(data) else {
            return;
        };
        let words = std::iter::once("starmax").chain(text.split('\n'));
        match Arguments::try_parse_from(words) {
            Ok(Arguments {
                command: Command::Search(args),
            }) => {
                assert!(args.engine.request().threads.is_some());
                assert!(
                    args.engine.written().is_empty() || args.engine.written().starts_with(" --")
                );
                assert!(args.position.root_of(text.trim()).position.is_some());
            }
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_command_line_is_read_or_refused() {
        starmax_fuzz::survives("command_line", command_line, 5_000);
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("2"), Ok(Duration::from_secs(2)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        for text in ["", "ms", "-1s", "5 parsecs", "1e400", "nan"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_window_has_two_ends_in_order() {
        assert_eq!(parse_window("-2,2"), Ok(Bounds::new(-2.0, 2.0)));
        for text in ["", "1", "2,1", "a,b", "nan,1"] {
            assert!(parse_window(text).is_err(), "{text}");
        }
    }
}

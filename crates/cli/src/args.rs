//! What was typed. The doc comments are the help text.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use starmax_catalog::{About, RootText};
use starmax_search::Options;

use crate::commands::analyse::AnalyseArgs;
use crate::commands::convert::ConvertArgs;
use crate::commands::cube::CubeArgs;
use crate::commands::external::ExternalArgs;
use crate::commands::merge::MergeArgs;
use crate::commands::play::Strength;
use crate::commands::reproduce::ReproduceArgs;
use crate::commands::rollout::RolloutArgs;
use crate::commands::tournament::TournamentArgs;
use crate::commands::train::TrainArgs;
use crate::commands::ubgi::UbgiArgs;
use crate::options::{self, OptionArgs};

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
    /// What every decision of a match of backgammon lost, and what the dice gave.
    Analyse(AnalyseArgs),
    /// Write a match of backgammon in another format.
    Convert(ConvertArgs),
    /// Double? Take? The three equities of a cube decision of backgammon, at any score.
    Cube(CubeArgs),
    /// Draw a position, with its names in other programs, or as a picture.
    Show(ShowArgs),
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
    /// Decide for programs that speak UBGI, the Universal Backgammon Interface.
    Ubgi(UbgiArgs),
    /// Measure published tables again: published beside measured.
    Reproduce(ReproduceArgs),
    /// Put the files of all shards of a long job together, as one machine would have written them.
    Merge(MergeArgs),
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
    pub(crate) fn root(&self) -> RootText<'_> {
        RootText {
            position: self.position.as_deref(),
            roll: self.roll.as_deref(),
        }
    }

    /// What one line of many means.
    pub(crate) fn root_of<'a>(&'a self, line: &'a str) -> RootText<'a> {
        let (position, roll) = match line.split_once(char::is_whitespace) {
            Some((position, roll)) => (position, Some(roll.trim())),
            None => (line, self.roll.as_deref()),
        };
        RootText {
            position: Some(position),
            roll,
        }
    }

    pub(crate) fn is_batch(&self) -> bool {
        self.position.as_deref() == Some("-")
    }
}

#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) engine: OptionArgs<options::Search>,
    /// Print JSON, one line per position.
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw what the last iteration visited as SVG into this file (- for standard output).
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
    /// Describe it for Graphviz in this file (- for standard output).
    #[arg(long, value_name = "OUT")]
    pub(crate) dot: Option<PathBuf>,
    /// Write every visit of the last iteration into this file (- for standard output): JSON, a heading, then a line per visit, then how many were left out.
    /// Values are seen by Max. Searches with one thread, as --svg and --dot do.
    #[arg(long, value_name = "OUT")]
    pub(crate) trace: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Draw the position as SVG into this file (- for standard output); backgammon only.
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
    /// A legal move of the roll, drawn as arrows.
    #[arg(long = "move", value_name = "MOVE", requires = "svg")]
    pub(crate) mv: Option<String>,
    /// The colours of the picture.
    #[arg(long, value_enum, default_value_t = Theme::Auto, requires = "svg")]
    pub(crate) theme: Theme,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Theme {
    /// As the reader likes it.
    Auto,
    /// Dark on light paper.
    Light,
    /// Light on dark paper.
    Dark,
}

impl From<Theme> for starmax_report::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Auto => Self::Auto,
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
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
    #[command(flatten)]
    pub(crate) engine: OptionArgs<options::SelfPlay>,
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
    #[command(flatten)]
    pub(crate) engine: OptionArgs<options::Tree>,
    /// Print JSON, one line per tree: value, bounds, best move, statistics, and every visit in order with its node (the path from the root), its window,
    /// its purpose (search or probe), the bounds that it proved, and why the node was left.
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the tree as SVG into this file (- for standard output).
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
    /// Describe the tree for Graphviz in this file (- for standard output).
    #[arg(long, value_name = "OUT")]
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
    pub(crate) engine: OptionArgs<options::Play>,
    /// How strong the engine plays: 1 to 9, 2ply, depth=7, or a time such as 2s [default: 2ply in backgammon, else depends on the game].
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
    /// Levels that are searched to say what moves lost [default: as level 2ply does in backgammon, else depends on the game].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=DEEPEST), allow_negative_numbers = true)]
    pub(crate) analysis_depth: Option<u32>,
    /// Go on with a game from a file, as the command save of play writes it (.mat for matches of backgammon).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "roll"])]
    pub(crate) load: Option<std::path::PathBuf>,
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
    /// How strong the engine plays this game.
    pub(crate) fn strength(&self, about: &About) -> Strength {
        let &Options {
            depth, nodes, time, ..
        } = &self.engine.options;
        let is_limited = depth.is_some() || nodes.is_some() || time.is_some();
        match self.level {
            Some(level) => level,
            None if is_limited => Strength::Limits { depth, nodes, time },
            None => Strength::usual(about, &self.engine.options),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Print JSON, one line per search.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    starmax_catalog::parse_time(text)
        .ok_or_else(|| "expected a time such as 5s, 500ms, 2m or 1h".to_owned())
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
                assert!(args.engine.request().options.threads.is_some());
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
}

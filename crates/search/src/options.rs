//! The options of a search. Each of them stands once, in the table [`OPTIONS`]: the command line, players of tournaments, the checks and the
//! headings of results are made from it.

mod level;
mod table;
mod text;
mod usable;

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use starmax_core::Bounds;

use crate::{Algorithm, Enhancement, Enhancements, Filter, ProbeChoice, Reuse, Scheme, Settings};
pub use level::Level;
pub use table::OPTIONS;
pub use text::{options_at, parse_time};
pub use usable::{GameKind, OptionError};

/// What was asked of a search. What is `None` is left to the game or to the algorithm.
///
/// It is written and read as a player of a tournament is; [`Options::command_line`] writes it for the command line.
///
/// ```
/// use starmax_search::{Algorithm, Options};
///
/// let options: Options = "star2:depth=5,order=static".parse()?;
/// assert_eq!(options.algorithm, Some(Algorithm::Star2));
/// assert_eq!(options.to_string(), "star2:depth=5,order=static");
/// assert_eq!(options.command_line(), " --algorithm star2 --depth 5 --order static");
/// assert_eq!(
///     "star2:order=best".parse::<Options>().unwrap_err().to_string(),
///     r#"found "order=best", expected order to be none, random, static or quick"#
/// );
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The algorithm.
    pub algorithm: Option<Algorithm>,
    /// Levels to search.
    pub depth: Option<u32>,
    /// Algorithm and depth by the name that players give them, where these are not set themselves.
    pub level: Option<Level>,
    /// Time to spend at most.
    pub time: Option<Duration>,
    /// Nodes to visit at most.
    pub nodes: Option<u64>,
    /// What of the algorithm is switched off.
    pub without: Option<Enhancements>,
    /// Moves to try per probe; 0 for no probes.
    pub probes: Option<usize>,
    /// The order of moves.
    pub order: Option<Scheme>,
    /// Which moves a probe tries.
    pub probe: Option<ProbeChoice>,
    /// The evaluator, by a name that the game knows.
    pub evaluator: Option<String>,
    /// A file of match equities, for games that are matches.
    pub met: Option<String>,
    /// The standard deviation of the noise that is added to evaluations.
    pub noise: Option<f64>,
    /// Another seed, another noise.
    pub noise_seed: Option<u64>,
    /// Which moves at the root an algorithm that is not exact searches further; all of them, if exact values for all are wanted.
    pub filter: Option<Filter>,
    /// Size of the table; 0 for none.
    pub table_mebibytes: Option<usize>,
    /// Reuse entries of greater depth: stronger, but no longer exactly the value at the depth. Such a search has one thread.
    pub reuse_deeper: bool,
    /// How many of the best moves get exact values; `usize::MAX` for all of them.
    pub top: Option<usize>,
    /// What matters of the root's value.
    pub window: Option<Bounds>,
    /// Threads to search with; one by default.
    pub threads: Option<NonZeroUsize>,
    /// Which of equally good moves a player plays.
    pub ties: Option<Ties>,
}

/// Which of equally good moves is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first one in the game's order.
    #[default]
    First,
    /// Any of them, by chance.
    Random,
}

/// Depth of a search that only time or nodes limit.
const DEEPEST: u32 = 99;

impl Options {
    /// The algorithm that was asked for, or the usual one.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        let named = self.level.map(Level::algorithm);
        self.algorithm.or(named).unwrap_or_default()
    }

    /// The depth that was asked for, by a number or by a level.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        self.depth.or(self.level.map(Level::depth))
    }

    /// The size of the table in MiB, 0 for none; `usual` is that of algorithms that want one.
    #[must_use]
    pub fn table_size(&self, usual: usize) -> usize {
        let usual = if self.algorithm().wants_table() {
            usual
        } else {
            0
        };
        self.table_mebibytes.unwrap_or(usual)
    }

    /// The settings of the search, to `usual_depth` if it has no limit of its own.
    #[must_use]
    pub fn settings(&self, usual_depth: u32) -> Settings {
        let mut settings = Settings::new(self.algorithm());
        let is_limited = self.time.is_some() || self.nodes.is_some();
        let unlimited_depth = if is_limited { DEEPEST } else { usual_depth };
        settings.limits.depth = self.depth().unwrap_or(unlimited_depth);
        settings.limits.nodes = self.nodes;
        settings.limits.time = self.time;
        if is_limited {
            settings.enhancements = settings.enhancements.and(Enhancement::Deepening);
        }
        if let Some(without) = self.without {
            settings.enhancements = settings.enhancements.without(without);
        }
        if let Some(probes) = self.probes {
            settings.probes = probes;
        }
        if let Some(scheme) = self.order {
            settings.order.scheme = scheme;
        }
        if let Some(filter) = &self.filter {
            settings.filter = filter.clone();
        }
        if self.top == Some(usize::MAX) {
            settings.filter = Filter::none();
        }
        settings.order.probe = self.probe.unwrap_or_default();
        if self.reuse_deeper {
            settings.remembers.reuse = Reuse::DeeperToo;
        }
        settings.ranked = self.top.unwrap_or(1);
        settings.window = self.window.unwrap_or(Bounds::EVERYTHING);
        settings
    }
}

/// Where an option can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `starmax search`.
    Search,
    /// The engine of `starmax play` and `starmax external`.
    Play,
    /// `starmax tree`.
    Tree,
    /// A player of `starmax tournament`.
    Player,
    /// Who plays the games of `starmax positions`.
    SelfPlay,
    /// Who plays the trials of `starmax rollout`.
    Rollout,
}

/// A line of the table of options.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a table has columns, and some say yes or no"
)]
pub struct SearchOption {
    /// Its name: `--name` on the command line, `name=` in a player.
    pub name: &'static str,
    /// One letter for the command line.
    pub short: Option<char>,
    /// What stands for its value in help texts; `None` for a flag, which has no value.
    pub value: Option<&'static str>,
    /// The values that it can have, if they are names.
    pub names: fn(Place) -> Vec<&'static str>,
    /// What its value is to be; `{names}` stands for the names.
    expected: &'static str,
    /// In a player, what separates several values; on the command line it is a comma too.
    pub list: Option<char>,
    /// What it does; `{names}` stands for the names.
    help: &'static str,
    /// The same for trees, where that is something else.
    help_for_trees: Option<&'static str>,
    /// What holds without it, where that is worth saying.
    pub usual: fn(Place) -> Option<&'static str>,
    /// Where it can be given.
    pub places: &'static [Place],
    /// Whether help texts leave it out, because it is there for old habits only.
    pub is_hidden: bool,
    /// Options that it excludes.
    pub conflicts: &'static [&'static str],
    /// An option that it needs.
    pub requires: Option<&'static str>,
    /// Whether the heading of a result names it. Some have a place of their own there, or only say what is shown.
    is_in_heading: bool,
    /// Why an algorithm cannot use it, as options stand; the rest of a sentence that begins with "which".
    refusal: fn(Algorithm, &Options) -> Option<String>,
    /// Whether games of several players, which are searched by max^n, can use it.
    serves_max_n: bool,
    /// Whether it does something only where chance moves.
    needs_chance: bool,
    /// Reads it. An error is the part of the text that is not as expected.
    read: fn(&mut Options, &str) -> Result<(), String>,
    /// Writes it, if it is set; a flag as nothing.
    pub write: fn(&Options) -> Option<String>,
}

impl fmt::Debug for SearchOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SearchOption").field(&self.name).finish()
    }
}

impl SearchOption {
    /// Whether it can be given there.
    #[must_use]
    pub fn is_at(&self, place: Place) -> bool {
        self.places.contains(&place)
    }

    /// What it does, in a sentence or two, with what holds without it.
    #[must_use]
    pub fn help(&self, place: Place) -> String {
        let help = match self.help_for_trees {
            Some(help) if place == Place::Tree => help,
            _ => self.help,
        };
        let help = self.with_names(help, place);
        match (self.usual)(place) {
            Some(usual) => format!("{} [default: {usual}]", help.trim_end_matches('.')),
            None => help,
        }
    }

    /// What a value is to be.
    #[must_use]
    pub fn expected(&self, place: Place) -> String {
        let expected = self.with_names(self.expected, place);
        match self.list {
            Some(separator) if place == Place::Player => {
                format!("{expected}, several with {separator} between them")
            }
            Some(_) => format!("{expected}, several with a comma between them"),
            None => expected,
        }
    }

    /// A text with its place for the names filled in. Most texts have none, and every start of the program asks for all of them.
    fn with_names(&self, text: &str, place: Place) -> String {
        if text.contains('{') {
            text.replace("{names}", &one_of(&(self.names)(place)))
        } else {
            text.to_owned()
        }
    }

    /// Reads a value into options; a flag has none.
    ///
    /// # Errors
    /// Names the part of the text that is wrong, and what was expected.
    pub fn read(&self, options: &mut Options, text: &str, place: Place) -> Result<(), OptionError> {
        let misread = |found| OptionError::Value {
            found,
            expected: self.expected(place),
        };
        let names = (self.names)(place);
        // Elsewhere there may be more names than here.
        if self.list.is_none() && !names.is_empty() && !names.contains(&text) {
            return Err(misread(text.to_owned()));
        }
        let mut read = options.clone();
        (self.read)(&mut read, text).map_err(misread)?;
        *options = read;
        Ok(())
    }

    /// What it is set to, if it is set: nothing for a flag.
    #[must_use]
    pub fn written(&self, options: &Options) -> Option<String> {
        (self.write)(options)
    }
}

/// Names with commas and "or" in between.
fn one_of(names: &[&str]) -> String {
    joined(names, "or")
}

fn joined(names: &[&str], last: &str) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use starmax_catalog::{About, Request};
use starmax_search::{Level, Options};

use crate::args::{DEEPEST, parse_time};
use crate::options::fits;

/// How strong the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strength {
    /// From 1 to 9: one more looks one more move and roll ahead.
    Level(u32),
    /// As backgammon players name it: an algorithm and a depth.
    Named(Level),
    /// What the limits of a search are, set one by one.
    Limits {
        /// Levels of the tree.
        depth: Option<u32>,
        /// Nodes to visit.
        nodes: Option<u64>,
        /// Time to think.
        time: Option<Duration>,
    },
}

const HIGHEST: u32 = 9;

/// The player never waits longer than this, whatever the level.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

const EXPECTED: &str =
    "expected a level from 1 to 9 or such as 2ply, a depth such as depth=7, or a time such as 2s";

impl Strength {
    /// How strong the engine plays a game unless told otherwise. Options of another search than the usual one tell so.
    pub(crate) fn usual(about: &About, options: &Options) -> Self {
        match about.level.filter(|&level| fits(options, level)) {
            Some(level) => Self::Named(level),
            None => Self::for_depth(about.depth),
        }
    }

    /// The level that searches to about this depth.
    fn for_depth(depth: u32) -> Self {
        Self::Level(depth.div_ceil(2).clamp(1, HIGHEST))
    }

    /// The same strength, but no less than is usual in the game.
    pub(super) fn advising(self, about: &About, options: &Options) -> Self {
        let (depth, ..) = self.limits();
        match about.level.filter(|&level| fits(options, level)) {
            Some(level) if depth.is_some_and(|depth| depth < level.depth()) => Self::Named(level),
            Some(_) => self,
            None => self.at_least(about.depth),
        }
    }

    /// The same strength, but not stopped at a lesser depth than this one.
    fn at_least(self, least: u32) -> Self {
        let (depth, nodes, time) = self.limits();
        Self::Limits {
            depth: depth.map(|depth| depth.max(least)),
            nodes,
            time,
        }
    }

    /// The depth, the nodes and the time at which a search stops.
    fn limits(self) -> (Option<u32>, Option<u64>, Option<Duration>) {
        match self {
            Self::Level(level) => (Some(depth_of(level)), None, Some(PATIENCE)),
            Self::Named(level) => (Some(level.depth()), None, None),
            Self::Limits { depth, nodes, time } => (depth, nodes, time),
        }
    }

    /// The same request with the limits of this strength.
    pub(super) fn limit<'a>(self, request: &Request<'a>) -> Request<'a> {
        let (depth, nodes, time) = self.limits();
        request.with(|options| {
            options.level = match self {
                Self::Named(level) => Some(level),
                Self::Level(_) | Self::Limits { .. } => None,
            };
            options.depth = depth;
            options.nodes = nodes;
            options.time = time;
        })
    }

    /// The same as text, as on the command line.
    pub(super) fn written(self) -> String {
        match self {
            Self::Level(level) => format!(" --level {level}"),
            Self::Named(level) => format!(" --level {level}"),
            Self::Limits { depth, nodes, time } => {
                let limits = Options {
                    depth,
                    nodes,
                    time,
                    ..Options::default()
                };
                limits.command_line()
            }
        }
    }
}

fn depth_of(level: u32) -> u32 {
    2 * level - 1
}

impl Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Level(level) => write!(
                f,
                "level {level}: depth {}, at most {PATIENCE:?}",
                depth_of(level)
            ),
            Self::Named(level) => write!(f, "level {level}: depth {}", level.depth()),
            Self::Limits { depth, nodes, time } => {
                let depth = depth.map(|depth| format!("depth {depth}"));
                let nodes = nodes.map(|nodes| format!("{nodes} nodes"));
                let time = time.map(|time| format!("{time:?}"));
                let limits: Vec<_> = [depth, nodes, time].into_iter().flatten().collect();
                f.write_str(&limits.join(", "))
            }
        }
    }
}

impl FromStr for Strength {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let strength = if let Ok(level) = text.parse::<u32>() {
            (1..=HIGHEST).contains(&level).then_some(Self::Level(level))
        } else if let Ok(level) = text.parse::<Level>() {
            Some(Self::Named(level))
        } else if let Some(depth) = text.strip_prefix("depth=") {
            let depth = depth.parse().ok();
            let depth = depth.filter(|&depth| depth >= 1 && i64::from(depth) <= DEEPEST);
            depth.map(|depth| Self::Limits {
                depth: Some(depth),
                nodes: None,
                time: None,
            })
        } else {
            let has_unit = text.ends_with(|last: char| last.is_ascii_alphabetic());
            let time = parse_time(text).ok();
            let time = time.filter(|time| has_unit && !time.is_zero());
            time.map(|time| Self::Limits {
                depth: None,
                nodes: None,
                time: Some(time),
            })
        };
        strength.ok_or_else(|| EXPECTED.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_number_a_depth_or_a_time() {
        for (text, shown, written) in [
            ("1", "level 1: depth 1, at most 10s", " --level 1"),
            ("9", "level 9: depth 17, at most 10s", " --level 9"),
            ("depth=6", "depth 6", " --depth 6"),
            ("2s", "2s", " --time 2s"),
            ("1.5s", "1.5s", " --time 1.5s"),
        ] {
            let strength: Strength = text.parse().unwrap();
            assert_eq!(strength.to_string(), shown);
            assert_eq!(strength.written(), written);
        }
    }

    #[test]
    fn a_strength_can_be_raised_to_a_depth() {
        for (text, raised) in [
            ("1", "depth 5, 10s"),
            ("3", "depth 5, 10s"),
            ("4", "depth 7, 10s"),
            ("depth=2", "depth 5"),
            ("depth=8", "depth 8"),
            ("2s", "2s"),
        ] {
            let strength: Strength = text.parse().unwrap();
            assert_eq!(strength.at_least(5).to_string(), raised);
        }
    }

    #[test]
    fn what_is_no_level_is_an_error() {
        for text in [
            "",
            "0",
            "10",
            "-1",
            "1.5",
            "five",
            "depth=",
            "depth=0",
            "depth=1001",
            "depth=-1",
            "0s",
            "-2s",
            "5 parsecs",
        ] {
            assert_eq!(text.parse::<Strength>(), Err(EXPECTED.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_game_with_a_level_is_played_at_it_unless_told_otherwise() {
        let [pig, backgammon] = ["pig", "backgammon"].map(|name| {
            let game = starmax_catalog::open_game(name).unwrap();
            game.play(starmax_catalog::RootText::default())
                .unwrap()
                .about()
        });
        let options = |text: &str| -> Options { text.parse().unwrap() };
        let shown = |about: &About, options: &Options| Strength::usual(about, options).to_string();
        let nothing = Options::default();
        assert_eq!(shown(&backgammon, &nothing), "level 2ply: depth 5");
        assert_eq!(shown(&pig, &nothing), "level 6: depth 11, at most 10s");
        let by_star2 = "level 2: depth 3, at most 10s";
        assert_eq!(shown(&backgammon, &options("star2")), by_star2);
        let with_table = Options {
            table_mebibytes: Some(64),
            ..Options::default()
        };
        assert_eq!(shown(&backgammon, &with_table), by_star2);
        for (strength, advice) in [
            ("1", "level 2ply: depth 5"),
            ("0ply", "level 2ply: depth 5"),
            ("2ply-full", "level 2ply-full: depth 5"),
            ("depth=7", "depth 7"),
            ("2s", "2s"),
        ] {
            let strength: Strength = strength.parse().unwrap();
            let advising = strength.advising(&backgammon, &nothing);
            assert_eq!(advising.to_string(), advice);
        }
    }

    #[test]
    fn the_usual_depth_of_a_game_has_a_level() {
        for (depth, level) in [(1, 1), (5, 3), (9, 5), (11, 6), (12, 6), (99, 9)] {
            assert_eq!(Strength::for_depth(depth), Strength::Level(level));
        }
    }
}

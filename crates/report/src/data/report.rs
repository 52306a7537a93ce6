use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use starmax_core::{Bounds, Player};
use starmax_search::Options;

use super::{Chance, Cost};

/// What a search found, as data. Values and bounds are seen by one player, whom `player` names: the one whose turn it is at the root, who decides
/// there or for whom chance moves ([`Rules::player`](starmax_core::Rules::player)).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game with its parameters.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// The outcome that was given with it; the root is the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The player who sees the values, as the game names them.
    pub player: &'static str,
    /// The algorithm that searched.
    pub algorithm: String,
    /// The evaluator that judged.
    pub evaluator: String,
    /// The options that were set, each a key of its own in JSON. With `filter` values are those of the lines that were followed, not
    /// Expectimax's; with `reuse-deeper` they may belong to a greater depth. Then nothing is exact.
    #[serde(flatten)]
    pub options: Named,
    /// The depth of the last finished iteration; 0 where not even one was finished.
    pub depth: u32,
    /// What values are counted in, where it is not clear: `points` with the cube, or `mwc`, the chance to win the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// The value at that depth, if it is known.
    pub value: Option<f64>,
    /// The value as an equity: as if the present cube were 1, and played for money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// Whether that is Expectimax's value, to the last bit.
    pub exact: bool,
    /// What the search has shown about it; nothing if it does not look for exact values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
    /// How likely the game ends in which way with best play as far as it was searched, judged by the evaluator, if it tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<Vec<Chance>>,
    /// The best move.
    pub best: Option<String>,
    /// All moves, the best first. Those without exact values are ranked by what they seem to be worth, and are no better than the ones asked for.
    pub moves: Vec<MoveReport>,
    /// One example of good play; outcomes stand in parentheses.
    pub line: Vec<String>,
    /// One payoff per player, in games of several players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<f64>>,
    /// What an iteration that was cut short had proven. With the depth of the last finished one only the line was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<Unfinished>,
    /// What the search cost.
    pub stats: Cost,
}

/// Options that were set, by name. Those that have a place of their own in a report are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Named(Vec<(&'static str, String)>);

/// The option after which values are those of the lines that were followed.
pub const FILTER: &str = "filter";
/// The option after which values may belong to a greater depth.
pub const REUSE_DEEPER: &str = "reuse-deeper";

impl Named {
    /// Those that were set.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self(options.heading())
    }

    /// What an option was set to, if it was set; nothing for a flag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let named = self.0.iter().find(|(key, _)| *key == name);
        named.map(|(_, value)| value.as_str())
    }

    /// Whether an option was set.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        (self.0.iter()).map(|(name, value)| (*name, value.as_str()))
    }
}

/// A key for each option; a flag is true, and a number is a number.
impl Serialize for Named {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.iter() {
            map.serialize_key(&name.replace('-', "_"))?;
            if value.is_empty() {
                map.serialize_value(&true)?;
            } else if let Ok(number) = value.parse::<u64>() {
                map.serialize_value(&number)?;
            } else if let Ok(number) = value.parse::<f64>() {
                map.serialize_value(&number)?;
            } else {
                map.serialize_value(value)?;
            }
        }
        map.end()
    }
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value, or the best estimate of it.
    pub value: f64,
    /// The same as an equity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// Whether that is Expectimax's value at the depth of the report, to the last bit.
    pub exact: bool,
    /// The depth to which the move was searched for this value; 1 is a look at the position that it leads to. An estimate from a lesser depth than
    /// the report's is inside of the bounds at that depth.
    pub depth: u32,
    /// Bounds of its value; none if the search does not look for exact values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
    /// How likely the game ends in which way after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<Vec<Chance>>,
    /// The position it leads to.
    pub position: String,
}

impl MoveReport {
    /// Whether the value is worth as much as that of the best move.
    #[must_use]
    pub fn is_searched_as_deep_as(&self, report: &Report) -> bool {
        if report.exact {
            self.exact
        } else {
            self.depth == report.depth
        }
    }
}

/// An iteration that was cut short, or never begun because the search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Unfinished {
    /// Its depth.
    pub depth: u32,
    /// What it had shown about the value at that depth; nothing if the search does not look for exact values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
}

/// A legal move and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position it leads to.
    pub position: String,
}

/// The ends of an interval as `viewer` sees it.
#[must_use]
pub fn ends(bounds: Bounds, viewer: Player) -> [f64; 2] {
    let bounds = bounds.seen_by(viewer);
    [plain_zero(bounds.lower), plain_zero(bounds.upper)]
}

/// There is only one zero in a report.
#[must_use]
pub fn plain_zero(value: f64) -> f64 {
    value + 0.0
}

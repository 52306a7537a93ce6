//! Players of tournaments, as written on the command line.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use starmax_core::ParseError;
use starmax_search::{Algorithm, Filter, ProbeChoice, Scheme};

use crate::{Noise, Request};

/// A player of a tournament: `random`, or an algorithm with its settings, such as `star2:depth=5,evaluator=pairs`.
///
/// ```
/// use starmax_catalog::PlayerSpec;
///
/// let player: PlayerSpec = "star2:depth=5,noise=0.03".parse()?;
/// assert_eq!(player.to_string(), "star2:depth=5,noise=0.03");
/// assert_eq!(
///     "star2:dept=5".parse::<PlayerSpec>().unwrap_err().to_string(),
///     r#"found "dept=5", expected settings written key=value, with the key one of depth, time, nodes, evaluator, noise, noise-seed, table-mb, order, probes, probe, filter, ties"#
/// );
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    text: String,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Moves at random.
    Random,
    Engine(EngineSpec),
}

/// A player that searches. What is `None` is left to the game or to the algorithm.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EngineSpec {
    pub(crate) algorithm: Algorithm,
    depth: Option<u32>,
    time: Option<Duration>,
    nodes: Option<u64>,
    pub(crate) evaluator: Option<String>,
    /// Added to evaluations.
    pub(crate) noise: Noise,
    table_mebibytes: Option<usize>,
    order: Option<Scheme>,
    probes: Option<usize>,
    probe: ProbeChoice,
    filter: Option<Filter>,
    /// Whether chance chooses among equally good moves.
    pub(crate) random_ties: bool,
}

const RANDOM: &str = "random";

const KEYS: [&str; 12] = [
    "depth",
    "time",
    "nodes",
    "evaluator",
    "noise",
    "noise-seed",
    "table-mb",
    "order",
    "probes",
    "probe",
    "filter",
    "ties",
];

/// The table of an algorithm that wants one. It is cleared before every game, and games are short.
const TABLE_MEBIBYTES: usize = 1;

impl FromStr for PlayerSpec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let kind = if name == RANDOM {
            if !settings.is_empty() {
                return Err(ParseError::new(settings, "nothing: random has no settings"));
            }
            Kind::Random
        } else {
            let algorithm = name.parse().map_err(|_| {
                let names = Algorithm::names();
                ParseError::new(name, format!("a player: {RANDOM}, or one of {names}"))
            })?;
            Kind::Engine(EngineSpec::parse(algorithm, settings)?)
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
        })
    }
}

impl PlayerSpec {
    /// The size of the player's table; 0 for none.
    pub(crate) fn table_mebibytes(&self) -> usize {
        match &self.kind {
            Kind::Random => 0,
            Kind::Engine(engine) => engine.table_mebibytes(),
        }
    }
}

/// As it was written.
impl Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl EngineSpec {
    fn parse(algorithm: Algorithm, settings: &str) -> Result<Self, ParseError> {
        let mut spec = Self {
            algorithm,
            ..Self::default()
        };
        let mut seen = Vec::new();
        for part in settings.split(',').filter(|_| !settings.trim().is_empty()) {
            let part = part.trim();
            let (key, value) = part.split_once('=').ok_or_else(|| unknown_key(part))?;
            let (key, value) = (key.trim(), value.trim());
            if seen.contains(&key) {
                return Err(ParseError::new(settings, format!("{key} only once")));
            }
            seen.push(key);
            spec.set(key, value).ok_or_else(|| bad_value(part, key))?;
        }
        Ok(spec)
    }

    /// Sets what `key` stands for. `None` if there is no such key, or it cannot have this value.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "depth" => self.depth = Some(number(value, 1..=1000)?),
            "time" => self.time = Some(parse_time(value)?),
            "nodes" => self.nodes = Some(number(value, 1..=u64::MAX)?),
            "evaluator" => self.evaluator = Some(value.to_owned()),
            "noise" => self.noise.deviation = number(value, 0.0..=f64::MAX)?,
            "noise-seed" => self.noise.seed = number(value, 0..=u64::MAX)?,
            "table-mb" => self.table_mebibytes = Some(number(value, 0..=65_536)?),
            "order" => self.order = Some(value.parse().ok()?),
            "probes" => self.probes = Some(number(value, 1..=65_535)?),
            "probe" => self.probe = probe_choice(value)?,
            "filter" => self.filter = Some(value.parse().ok()?),
            "ties" => self.random_ties = is_random(value)?,
            _ => return None,
        }
        Some(())
    }

    /// The same settings as a request for a search.
    pub(crate) fn request(&self) -> Request<'_> {
        Request {
            algorithm: self.algorithm,
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            probes: self.probes,
            order: self.order,
            probe: self.probe,
            evaluator: self.evaluator.as_deref(),
            noise: self.noise,
            filter: self.filter.clone(),
            table_mebibytes: self.table_mebibytes,
            ..Request::default()
        }
    }

    /// The size of the player's table; 0 for none.
    pub(crate) fn table_mebibytes(&self) -> usize {
        let usual = if self.algorithm.wants_table() {
            TABLE_MEBIBYTES
        } else {
            0
        };
        self.table_mebibytes.unwrap_or(usual)
    }
}

fn number<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

fn probe_choice(text: &str) -> Option<ProbeChoice> {
    match text {
        "quality" => Some(ProbeChoice::ByQuality),
        "order" => Some(ProbeChoice::AsOrdered),
        _ => None,
    }
}

fn is_random(ties: &str) -> Option<bool> {
    match ties {
        "random" => Some(true),
        "first" => Some(false),
        _ => None,
    }
}

fn unknown_key(part: &str) -> ParseError {
    let keys = KEYS.join(", ");
    ParseError::new(
        part,
        format!("settings written key=value, with the key one of {keys}"),
    )
}

fn bad_value(part: &str, key: &str) -> ParseError {
    let expected = match key {
        "depth" => "depth=N with N from 1 to 1000",
        "time" => "time=T with a time such as 5s, 500ms, 2m or 1h",
        "nodes" => "nodes=N with N from 1 up",
        "noise" => "noise=X with X from 0 up",
        "noise-seed" => "noise-seed=N with N from 0 up",
        "table-mb" => "table-mb=N with N from 0 to 65536",
        "order" => "order=S with S one of none, random, static, quick",
        "probes" => "probes=N with N from 1 to 65535",
        "probe" => "probe=order or probe=quality",
        "filter" => {
            "filter=none or filter=MOVES:MARGIN, several with / between them, such as 8:0.16/2:0.04"
        }
        "ties" => "ties=first or ties=random",
        _ => return unknown_key(part),
    };
    ParseError::new(part, expected)
}

/// Reads a time such as `5s`, `500ms`, `2m` or `1h`; a number alone means seconds. `None` if it is none.
#[must_use]
pub fn parse_time(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|unit: char| unit.is_ascii_alphabetic());
    let seconds = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(digits.parse::<f64>().ok()? * seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(text: &str) -> EngineSpec {
        match text.parse::<PlayerSpec>().unwrap().kind {
            Kind::Engine(engine) => engine,
            Kind::Random => panic!("{text} does not search"),
        }
    }

    fn error(text: &str) -> String {
        text.parse::<PlayerSpec>().unwrap_err().to_string()
    }

    #[test]
    fn every_setting_can_be_written() {
        let all = "starmax:depth=5, evaluator=pairs,noise=0.03,noise-seed=1,time=50ms,nodes=100000,table-mb=2,order=static,probes=3,probe=quality,filter=4:0.1/none,ties=random";
        let expected = EngineSpec {
            algorithm: Algorithm::Starmax,
            depth: Some(5),
            time: Some(Duration::from_millis(50)),
            nodes: Some(100_000),
            evaluator: Some("pairs".to_owned()),
            noise: Noise {
                deviation: 0.03,
                seed: 1,
            },
            table_mebibytes: Some(2),
            order: Some(Scheme::Static),
            probes: Some(3),
            probe: ProbeChoice::ByQuality,
            filter: "4:0.1,none".parse().ok(),
            random_ties: true,
        };
        assert_eq!(engine(all), expected);
        for key in KEYS {
            assert!(all.contains(&format!("{key}=")), "{key}");
        }
    }

    #[test]
    fn settings_may_be_left_out() {
        assert_eq!(engine("star2.5").algorithm, Algorithm::Star25);
        assert_eq!(engine(" star2: "), engine("star2"));
        assert_eq!("random".parse::<PlayerSpec>().unwrap().kind, Kind::Random);
    }

    #[test]
    fn only_algorithms_made_for_a_table_have_one_unasked() {
        assert_eq!(engine("star2").table_mebibytes(), 0);
        assert_eq!(engine("starmax").table_mebibytes(), TABLE_MEBIBYTES);
        assert_eq!(engine("starmax:table-mb=0").table_mebibytes(), 0);
    }

    #[test]
    fn bad_settings_are_named() {
        for (text, expected) in [
            (
                "stra2:depth=3",
                "found \"stra2\", expected a player: random, or one of minimax, alphabeta",
            ),
            ("", "found \"\", expected a player"),
            ("random:depth=3", "found \"depth=3\", expected nothing"),
            ("star2:depth=0", "found \"depth=0\", expected depth=N with"),
            ("star2:depth", "found \"depth\", expected settings written"),
            ("star2:depth=3,", "found \"\", expected settings written"),
            (
                "star2:depth=3,depth=5",
                "found \"depth=3,depth=5\", expected depth only once",
            ),
            ("star2:time=soon", "found \"time=soon\", expected time=T"),
            ("star2:noise=-1", "found \"noise=-1\", expected noise=X"),
            ("star2:noise=nan", "found \"noise=nan\", expected noise=X"),
            ("star2:noise=inf", "found \"noise=inf\", expected noise=X"),
            ("star2:order=best", "found \"order=best\", expected order=S"),
            (
                "star2:probe=best",
                "found \"probe=best\", expected probe=order or probe=quality",
            ),
            (
                "static-reply:filter=8",
                "found \"filter=8\", expected filter=none or filter=MOVES:MARGIN",
            ),
            (
                "star2:ties=best",
                "found \"ties=best\", expected ties=first",
            ),
            (
                "star2:table-mb=99999",
                "found \"table-mb=99999\", expected table-mb=N",
            ),
        ] {
            let error = error(text);
            assert!(error.starts_with(expected), "{error}");
        }
    }
}

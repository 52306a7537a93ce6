//! Players of tournaments, as written on the command line.

use std::fmt::{self, Display};
use std::str::FromStr;

use starmax_core::ParseError;
pub use starmax_search::parse_time;
use starmax_search::{Algorithm, Level, Options};

/// A player of a tournament: `random`, an algorithm with options of a search, such as `star2:depth=5,evaluator=pairs`, or a level, such as `2ply`.
///
/// ```
/// use starmax_catalog::PlayerSpec;
///
/// let player: PlayerSpec = "starmax:depth=5,without=killers+history".parse()?;
/// assert_eq!(player.to_string(), "starmax:depth=5,without=killers+history");
/// assert_eq!(
///     "star2:dept=5".parse::<PlayerSpec>().unwrap_err().to_string(),
///     r#"found "dept=5", expected settings written key=value, with the key one of depth, time, nodes, without, probes, order, probe, evaluator, net, met, noise, noise-seed, filter, table-mb, ties; or reuse-deeper"#
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
    /// Searches.
    Engine(Box<Options>),
}

const RANDOM: &str = "random";

/// The table of an algorithm that wants one. It is cleared before every game, and games are short.
const TABLE_MEBIBYTES: usize = 1;

/// The size of the table of a player that searches; 0 for none.
pub(crate) fn player_table(options: &Options) -> usize {
    options.table_size(TABLE_MEBIBYTES)
}

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
        } else if name.parse::<Algorithm>().is_err() && name.parse::<Level>().is_err() {
            let names = Algorithm::names();
            let levels = Level::names().join(", ");
            let expected = format!("a player: {RANDOM}, or one of {names}, {levels}");
            return Err(ParseError::new(name, expected));
        } else {
            Kind::Engine(Box::new(text.parse()?))
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
            Kind::Engine(options) => player_table(options),
        }
    }
}

/// As it was written.
impl Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use starmax_search::{Place, ProbeChoice, Scheme, Ties, options_at};

    use super::*;

    fn engine(text: &str) -> Options {
        match text.parse::<PlayerSpec>().unwrap().kind {
            Kind::Engine(engine) => *engine,
            Kind::Random => panic!("{text} does not search"),
        }
    }

    fn error(text: &str) -> String {
        text.parse::<PlayerSpec>().unwrap_err().to_string()
    }

    #[test]
    fn every_setting_can_be_written() {
        let all = "starmax:depth=5, evaluator=pairs,met=some.csv,noise=0.03,noise-seed=1,time=50ms,nodes=100000,table-mb=2,order=static,probes=3,probe=quality,without=killers+history,filter=4:0.1/none,ties=random,reuse-deeper";
        let expected = Options {
            algorithm: Some(Algorithm::Starmax),
            depth: Some(5),
            time: Some(Duration::from_millis(50)),
            nodes: Some(100_000),
            without: "killers,history".parse().ok(),
            evaluator: Some("pairs".to_owned()),
            met: Some("some.csv".to_owned()),
            noise: Some(0.03),
            noise_seed: Some(1),
            table_mebibytes: Some(2),
            reuse_deeper: true,
            order: Some(Scheme::Static),
            probes: Some(3),
            probe: Some(ProbeChoice::ByQuality),
            filter: "4:0.1,none".parse().ok(),
            ties: Some(Ties::Random),
            ..Options::default()
        };
        assert_eq!(engine(all), expected);
        for option in options_at(Place::Player).filter(|option| option.name != "net") {
            assert!(all.contains(option.name), "{option:?}");
        }
        let net = engine("starmax:net=some.net");
        assert_eq!(net.evaluator.as_deref(), Some("net:some.net"));
    }

    #[test]
    fn settings_may_be_left_out() {
        assert_eq!(engine("star2.5").algorithm, Some(Algorithm::Star25));
        assert_eq!(engine(" star2: "), engine("star2"));
        assert_eq!("random".parse::<PlayerSpec>().unwrap().kind, Kind::Random);
    }

    #[test]
    fn only_algorithms_made_for_a_table_have_one_unasked() {
        assert_eq!(player_table(&engine("star2")), 0);
        assert_eq!(player_table(&engine("starmax")), TABLE_MEBIBYTES);
        assert_eq!(player_table(&engine("starmax:table-mb=0")), 0);
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
            (
                "star2:depth=0",
                "found \"depth=0\", expected depth to be a whole number from 1",
            ),
            ("star2:depth", "found \"depth\", expected settings written"),
            ("star2:depth=3,", "found \"\", expected settings written"),
            (
                "star2:depth=3,depth=5",
                "found \"depth=3,depth=5\", expected depth only once",
            ),
            (
                "star2:evaluator=tanh,net=x",
                "found \"evaluator=tanh,net=x\", expected either evaluator or net",
            ),
            (
                "star2:noise-seed=1",
                "found \"noise-seed=1\", expected noise beside noise-seed",
            ),
            (
                "starmax:without=speed",
                "found \"without=speed\", expected without to be deepening, ",
            ),
            (
                "starmax:reuse-deeper=1",
                "found \"reuse-deeper=1\", expected settings written",
            ),
            (
                "star2:time=soon",
                "found \"time=soon\", expected time to be a time",
            ),
            (
                "star2:noise=-1",
                "found \"noise=-1\", expected noise to be a number from 0",
            ),
            (
                "star2:noise=nan",
                "found \"noise=nan\", expected noise to be a number from 0",
            ),
            (
                "star2:noise=inf",
                "found \"noise=inf\", expected noise to be a number from 0",
            ),
            (
                "star2:order=best",
                "found \"order=best\", expected order to be none, random",
            ),
            (
                "star2:probe=best",
                "found \"probe=best\", expected probe to be order or quality",
            ),
            (
                "static-reply:filter=8",
                "found \"filter=8\", expected filter to be none, or MOVES:MARGIN such as 8:0.16, several with / between",
            ),
            (
                "star2:ties=best",
                "found \"ties=best\", expected ties to be first or random",
            ),
            (
                "star2:table-mb=99999",
                "found \"table-mb=99999\", expected table-mb to be a whole number",
            ),
        ] {
            let error = error(text);
            assert!(error.starts_with(expected), "{error}");
        }
    }
}

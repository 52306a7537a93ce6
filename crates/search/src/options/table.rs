//! The table itself.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use starmax_core::Bounds;

use super::Place::{Play, Player, Rollout, Search, SelfPlay, Tree};
use super::text::{parse_time, write_time};
use super::{Level, Options, Place, SearchOption, Ties};
use crate::{Algorithm, Enhancement, Enhancements, Filter, Keep, ProbeChoice, Scheme};

/// What most options have in common.
const USUAL: SearchOption = SearchOption {
    name: "",
    short: None,
    value: None,
    names: |_| Vec::new(),
    expected: "",
    list: None,
    help: "",
    help_for_trees: None,
    usual: |_| None,
    places: &[],
    is_hidden: false,
    conflicts: &[],
    requires: None,
    is_in_heading: true,
    refusal: |_, _| None,
    serves_max_n: false,
    needs_chance: false,
    read: |_, _| Ok(()),
    write: |_| None,
};

/// Every option of a search, in the order in which help texts have them. To add one, add a line here and a field to [`Options`], and
/// use it in [`Options::settings`].
pub static OPTIONS: [SearchOption; 23] = [
    SearchOption {
        name: "algorithm",
        short: Some('a'),
        value: Some("ALGORITHM"),
        names: algorithms,
        expected: "{names}",
        help: "The algorithm: {names}. Minimax and alphabeta are for games without chance. All but static-reply find the same value and the same best move; static-reply follows only the replies that look best, and proves nothing.",
        help_for_trees: Some(
            "The algorithm: {names}. Minimax and alphabeta are for trees without chance. All find the same.",
        ),
        usual: |_| Some("starmax"),
        places: &[Search, Play, Tree],
        is_in_heading: false,
        read: |options, text| set(&mut options.algorithm, text.parse().ok(), text),
        write: |options| options.algorithm.map(|algorithm| algorithm.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "depth",
        short: Some('d'),
        value: Some("N"),
        expected: "a whole number from 1 to 1000",
        help: "Levels to search; a decision is one, a chance event is one.",
        usual: |place| {
            Some(match place {
                Rollout => "1, to evaluate every move",
                _ => "depends on the game",
            })
        },
        places: &[Search, Play, Player, Rollout],
        is_in_heading: false,
        serves_max_n: true,
        read: |options, text| set(&mut options.depth, number(text, 1..=1000), text),
        write: |options| options.depth.map(|depth| depth.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "level",
        value: Some("LEVEL"),
        names: |_| Level::names(),
        expected: "{names}",
        help: "Algorithm and depth as backgammon players name them: {names}. With N ply the search looks N rolls ahead: depth 2N+1. It follows only the replies that look best, by static-reply; with -full it searches all of them, by starmax.",
        places: &[Search, Rollout],
        conflicts: &["algorithm", "depth"],
        is_in_heading: false,
        needs_chance: true,
        read: |options, text| set(&mut options.level, text.parse().ok(), text),
        write: |options| options.level.map(|level| level.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "time",
        value: Some("TIME"),
        expected: "a time such as 5s, 500ms, 2m or 1h",
        help: "Stop after this time, such as 5s, 500ms or 2m.",
        help_for_trees: Some(
            "Stop after this time, such as 5s, 500ms or 2m, with the bounds that are proven by then.",
        ),
        places: &[Search, Play, Tree, Player],
        serves_max_n: true,
        read: |options, text| set(&mut options.time, parse_time(text), text),
        write: |options| options.time.map(write_time),
        ..USUAL
    },
    SearchOption {
        name: "nodes",
        value: Some("N"),
        expected: "a whole number from 1 up",
        help: "Stop after about this many nodes.",
        places: &[Search, Play, Tree, Player],
        serves_max_n: true,
        read: |options, text| set(&mut options.nodes, number(text, 1..=u64::MAX), text),
        write: |options| options.nodes.map(|nodes| nodes.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "without",
        value: Some("NAME,..."),
        names: |_| Enhancement::ALL.map(Enhancement::name).to_vec(),
        expected: "{names}",
        list: Some('+'),
        help: "Switch parts of starmax or star2-tt off: {names}. Value and best move stay the same.",
        places: &[Search, Play, Player],
        refusal: without_refusal,
        read: |options, text| {
            let names = text.split([',', '+']).map(str::trim);
            let parts = names.map(|name| name.parse::<Enhancement>().map_err(|_| name.to_owned()));
            options.without = Some(parts.collect::<Result<_, _>>()?);
            Ok(())
        },
        write: |options| options.without.map(|without| without.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "probes",
        value: Some("N"),
        expected: "a whole number from 0 to 65535",
        help: "Moves to try when an outcome is probed; with 0, star2 and star2.5 become star1.",
        usual: |_| Some("2 for star2.5, 1 for the others that probe"),
        places: &[Search, Play, Tree, Player],
        refusal: |algorithm, _| refuse_if(!algorithm.is_probing(), "does not probe"),
        needs_chance: true,
        read: |options, text| set(&mut options.probes, number(text, 0..=65_535), text),
        write: |options| options.probes.map(|probes| probes.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "order",
        value: Some("ORDER"),
        names: |_| Scheme::ALL.map(Scheme::name).to_vec(),
        expected: "{names}",
        help: "The first guess at a good order of moves: {names}. It changes only how soon moves are cut.",
        usual: |_| Some("quick"),
        places: &[Search, Play, Player],
        refusal: |algorithm, _| match algorithm {
            Algorithm::StaticReply => Some("judges all moves at once".to_owned()),
            _ => refuse_if(
                !algorithm.has_windows(),
                "visits every node, whatever the order",
            ),
        },
        read: |options, text| set(&mut options.order, text.parse().ok(), text),
        write: |options| options.order.map(|order| order.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "probe",
        value: Some("CHOICE"),
        names: |_| vec!["order", "quality"],
        expected: "{names}",
        help: "Which moves a probe tries. With order, those that come first; with quality, a winning move if there is one, else the first that looks good.",
        usual: |_| Some("order"),
        places: &[Search, Play, Player],
        refusal: |algorithm, _| refuse_if(!algorithm.is_probing(), "does not probe"),
        needs_chance: true,
        read: |options, text| {
            let choice = match text {
                "order" => Some(ProbeChoice::AsOrdered),
                "quality" => Some(ProbeChoice::ByQuality),
                _ => None,
            };
            set(&mut options.probe, choice, text)
        },
        write: |options| {
            options.probe.map(|choice| match choice {
                ProbeChoice::AsOrdered => "order".to_owned(),
                ProbeChoice::ByQuality => "quality".to_owned(),
            })
        },
        ..USUAL
    },
    SearchOption {
        name: "probe-by-quality",
        help: "The same as --probe quality.",
        places: &[Search, Play],
        is_hidden: true,
        conflicts: &["probe"],
        read: |options, _| {
            options.probe = Some(ProbeChoice::ByQuality);
            Ok(())
        },
        ..USUAL
    },
    SearchOption {
        name: "evaluator",
        value: Some("NAME"),
        expected: "the name of an evaluator",
        help: "Who judges unfinished games; see `starmax games`.",
        places: &[Search, Play, Player, SelfPlay, Rollout],
        is_in_heading: false,
        serves_max_n: true,
        read: |options, text| {
            set(
                &mut options.evaluator,
                Some(text.to_owned()).filter(is_something),
                text,
            )
        },
        write: |options| options.evaluator.clone(),
        ..USUAL
    },
    SearchOption {
        name: "net",
        value: Some("FILE"),
        expected: "a file",
        help: "A net that judges unfinished games, as `starmax train` wrote it; the same as --evaluator net:FILE.",
        places: &[Search, Play, Player, Rollout],
        conflicts: &["evaluator"],
        is_in_heading: false,
        serves_max_n: true,
        read: |options, text| {
            let file = Some(text.to_owned()).filter(is_something);
            set(
                &mut options.evaluator,
                file.map(|file| format!("net:{file}")),
                text,
            )
        },
        ..USUAL
    },
    SearchOption {
        name: "met",
        value: Some("FILE"),
        expected: "a file",
        help: "In a match of backgammon, take what scores are worth from this match equity table: CSV, or XML as GNU Backgammon has it.",
        usual: |_| Some("Kazaross XG2"),
        places: &[Search, Play, Player, Rollout],
        read: |options, text| {
            set(
                &mut options.met,
                Some(text.to_owned()).filter(is_something),
                text,
            )
        },
        write: |options| options.met.clone(),
        ..USUAL
    },
    SearchOption {
        name: "noise",
        value: Some("DEVIATION"),
        expected: "a number from 0 up, such as 0.015",
        help: "Add noise of this standard deviation to every evaluation, such as 0.015; a state always has the same noise. A net of backgammon has it on each of its five chances.",
        places: &[Search, Play, Player, SelfPlay],
        read: |options, text| set(&mut options.noise, number(text, 0.0..=f64::MAX), text),
        write: |options| options.noise.map(|noise| noise.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "noise-seed",
        value: Some("SEED"),
        expected: "a whole number from 0 to 18446744073709551615",
        help: "Another seed gives another noise.",
        usual: |_| Some("0"),
        places: &[Search, Play, Player, SelfPlay],
        requires: Some("noise"),
        read: |options, text| set(&mut options.noise_seed, number(text, 0..=u64::MAX), text),
        write: |options| options.noise_seed.map(|seed| seed.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "filter",
        value: Some("MOVES:MARGIN,..."),
        expected: "none, or MOVES:MARGIN such as 8:0.16",
        list: Some('/'),
        help: "Which moves at the root static-reply searches further, after depth 1, after depth 3 and so on. 8:0.16 keeps the best move and up to 8 others that are at most 0.16 worse; none keeps all.",
        usual: |_| Some("8:0.16,2:0.04"),
        places: &[Search, Play, Player],
        refusal: |algorithm, _| refuse_if(algorithm.is_exact(), "leaves no move out"),
        read: |options, text| {
            let steps = text.split([',', '/']).map(str::trim);
            let steps = steps.map(|step| step.parse::<Keep>().map_err(|_| step.to_owned()));
            options.filter = Some(Filter::new(steps.collect::<Result<_, _>>()?));
            Ok(())
        },
        write: |options| options.filter.as_ref().map(Filter::to_string),
        ..USUAL
    },
    SearchOption {
        name: "table-mb",
        value: Some("MIB"),
        expected: "a whole number from 0 to 65536",
        help: "Size of the transposition table in MiB; 0 for none.",
        usual: |place| {
            Some(match place {
                Tree => "room for all nodes for star2-tt and starmax, else 0",
                Player => "1 for star2-tt and starmax, else 0",
                _ => "16 for star2-tt and starmax, else 0",
            })
        },
        places: &[Search, Play, Tree, Player],
        refusal: |algorithm, options| {
            let has_table = options.table_mebibytes.is_some_and(|size| size > 0);
            refuse_if(has_table && !algorithm.is_exact(), "has no table")
        },
        read: |options, text| set(&mut options.table_mebibytes, number(text, 0..=65_536), text),
        write: |options| options.table_mebibytes.map(|size| size.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "reuse-deeper",
        help: "Reuse table entries of greater depth: better play, but no longer exactly the value at the depth.",
        places: &[Search, Play, Player],
        refusal: |algorithm, options| {
            let usual = usize::from(algorithm.wants_table());
            let size = options.table_mebibytes.unwrap_or(usual);
            match algorithm {
                Algorithm::StaticReply => Some("has no table".to_owned()),
                _ if options.table_mebibytes == Some(0) => {
                    Some("has no table with table-mb 0".to_owned())
                }
                _ => refuse_if(size == 0, "has no table without table-mb"),
            }
        },
        read: |options, _| {
            options.reuse_deeper = true;
            Ok(())
        },
        write: |options| options.reuse_deeper.then(String::new),
        ..USUAL
    },
    SearchOption {
        name: "window",
        value: Some("LOWER,UPPER"),
        expected: "two numbers, the smaller one first, such as -2,2",
        help: "Search the root with this window, such as -2,2, and report what is proven.",
        places: &[Tree],
        refusal: |algorithm, _| {
            let has_windows = algorithm.has_windows() && algorithm.is_exact();
            refuse_if(!has_windows, "has no windows")
        },
        read: |options, text| set(&mut options.window, window(text), text),
        write: |options| (options.window).map(|Bounds { lower, upper }| format!("{lower},{upper}")),
        ..USUAL
    },
    SearchOption {
        name: "threads",
        value: Some("N"),
        expected: "a number of threads from 1 to 1024",
        help: "Use at most this many threads. They share a table in longer searches, and search several positions side by side. Value and best move do not depend on it; bounds of other moves and the cost may.",
        usual: |_| Some("all processors"),
        places: &[Search, Play],
        is_in_heading: false,
        serves_max_n: true,
        read: |options, text| {
            let threads = number(text, 1..=1024).and_then(NonZeroUsize::new);
            set(&mut options.threads, threads, text)
        },
        write: |options| options.threads.map(|threads| threads.to_string()),
        ..USUAL
    },
    SearchOption {
        name: "top",
        value: Some("N"),
        expected: "a whole number from 1 up",
        help: "Give the best N moves their exact values; the others have estimates and bounds. Minimax, expectimax and max^n give all moves their exact values anyway.",
        usual: |_| Some("5 in backgammon, else 1"),
        places: &[Search],
        conflicts: &["all"],
        is_in_heading: false,
        refusal: |algorithm, options| {
            let is_some = options.top.is_some_and(|top| top < usize::MAX);
            refuse_if(is_some && !algorithm.is_exact(), "has no exact values")
        },
        serves_max_n: true,
        read: |options, text| {
            let top = number(text, 1..=u64::MAX);
            // The largest number means all of them.
            let top = top.map(|top| usize::try_from(top).unwrap_or(usize::MAX));
            set(&mut options.top, top, text)
        },
        write: |options| {
            let top = options.top.filter(|&top| top < usize::MAX);
            top.map(|top| top.to_string())
        },
        ..USUAL
    },
    SearchOption {
        name: "all",
        help: "Give every move its exact value; static-reply searches all moves to the end.",
        places: &[Search],
        conflicts: &["top", "filter"],
        is_in_heading: false,
        serves_max_n: true,
        read: |options, _| {
            options.top = Some(usize::MAX);
            Ok(())
        },
        write: |options| (options.top == Some(usize::MAX)).then(String::new),
        ..USUAL
    },
    SearchOption {
        name: "ties",
        value: Some("CHOICE"),
        names: |_| vec!["first", "random"],
        expected: "{names}",
        help: "Which of equally good moves is played: the first in the game's order, or any of them by chance.",
        usual: |_| Some("first"),
        places: &[Player],
        is_in_heading: false,
        read: |options, text| {
            let ties = match text {
                "first" => Some(Ties::First),
                "random" => Some(Ties::Random),
                _ => None,
            };
            set(&mut options.ties, ties, text)
        },
        write: |options| {
            options.ties.map(|ties| match ties {
                Ties::First => "first".to_owned(),
                Ties::Random => "random".to_owned(),
            })
        },
        ..USUAL
    },
];

/// A tree has values at its leaves only, so nothing can look best before it is searched.
fn algorithms(place: Place) -> Vec<&'static str> {
    let inexact = Algorithm::INEXACT.into_iter().filter(|_| place != Tree);
    (Algorithm::ALL.into_iter().chain(inexact))
        .map(Algorithm::name)
        .collect()
}

fn without_refusal(algorithm: Algorithm, options: &Options) -> Option<String> {
    let known = if algorithm.wants_table() {
        Enhancements::of(algorithm)
    } else {
        Enhancements::NONE
    };
    let unknown = options.without?.without(known);
    if known == Enhancements::NONE {
        return Some("has none of these parts".to_owned());
    }
    let unknown = unknown.iter().next()?;
    Some(format!("has no {unknown}"))
}

fn refuse_if(is_refused: bool, reason: &str) -> Option<String> {
    is_refused.then(|| reason.to_owned())
}

/// Sets a field to what was read from a text.
fn set<T>(field: &mut Option<T>, read: Option<T>, text: &str) -> Result<(), String> {
    match read {
        Some(value) => {
            *field = Some(value);
            Ok(())
        }
        None => Err(text.to_owned()),
    }
}

fn number<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

#[expect(clippy::ptr_arg, reason = "a filter of strings")]
fn is_something(text: &String) -> bool {
    !text.is_empty()
}

fn window(text: &str) -> Option<Bounds> {
    let (lower, upper) = text.split_once(',')?;
    let lower: f64 = lower.trim().parse().ok()?;
    let upper: f64 = upper.trim().parse().ok()?;
    (lower <= upper).then_some(Bounds::new(lower, upper))
}

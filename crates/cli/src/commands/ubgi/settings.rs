//! What can be set about the engine, whatever a dialect calls it: the table of search options, and a few of the protocol's own.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

use starmax_search::{Algorithm, Options, Place, SearchOption, options_at};

use super::command::{Limits, MOST_PLIES, MOST_TRIALS};
use super::complaint::{Complaint, Kind};
use super::dialect::Dialect;
use crate::args::processors;

/// One of them.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// As on the command line: `table-mb`.
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// The dialect that has it, if only one has.
    dialect: Option<Dialect>,
    /// Where it stands in the table.
    option: Option<&'static SearchOption>,
}

/// What values look like.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Number { least: u64, most: u64 },
    Flag,
    Choice(Vec<&'static str>),
    Text,
}

/// With or without the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EvalMode {
    /// With the cube as soon as the other side has spoken of a match, a score or a cube.
    Auto,
    Cubeless,
    Cubeful,
}

/// How to search.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Everything but the limits.
    pub(super) options: Options,
    /// Levels for checkers; none if only time or nodes limit the search.
    pub(super) depth: Option<u32>,
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    /// Trials of a rollout, in the place of a search.
    pub(super) trials: Option<u64>,
    /// Levels that players of trials search.
    pub(super) trial_depth: u32,
}

/// What is set.
#[derive(Clone, Debug)]
pub(super) struct Values {
    settings: Vec<Setting>,
    /// From the command line, or as usual here.
    initial: BTreeMap<&'static str, String>,
    set: BTreeMap<&'static str, String>,
}

/// Unsets a setting.
const DEFAULT: &str = "default";

/// Options of the table that the protocol has other words for.
const ELSEWHERE: [&str; 4] = ["depth", "time", "nodes", "net"];

/// The numbers among the options of the table.
const NUMBERS: [(&str, u64, u64); 3] = [
    ("threads", 1, 1024),
    ("table-mb", 0, 65_536),
    ("probes", 0, 65_535),
];

/// Algorithms for games without chance.
const WITHOUT_CHANCE: [&str; 2] = ["minimax", "alphabeta"];

/// Plies that are searched unless told otherwise, in levels: the third ply is the fifth level.
const USUAL_DEPTH: u32 = 5;
const USUAL_ALGORITHM: Algorithm = Algorithm::StaticReply;
const USUAL_TABLE: &str = "16";

/// The level at which a ply ends. One ply is the choice among all moves; every further one adds a roll and the reply to it.
fn depth_of(plies: u32) -> u32 {
    2 * plies - 1
}

/// The plies that are finished at a level.
pub(super) fn plies_of(depth: u32) -> u32 {
    depth.div_ceil(2)
}

impl Values {
    /// The options of the command line.
    pub(super) fn new(options: &Options) -> Self {
        let mut values = Self {
            settings: settings(),
            initial: BTreeMap::new(),
            set: BTreeMap::new(),
        };
        for setting in &values.settings {
            let written = setting.option.and_then(|option| (option.write)(options));
            let text = match setting.name {
                "ply" => options.depth.map(|depth| plies_of(depth).to_string()),
                "move-time" => options.time.map(|time| time.as_millis().to_string()),
                "nodes" => options.nodes.map(|nodes| nodes.to_string()),
                "reuse-deeper" => written.map(|_| "true".to_owned()),
                _ => written,
            };
            if let Some(text) = text {
                values.initial.insert(setting.name, text);
            }
        }
        values
    }

    /// All that a dialect has.
    pub(super) fn settings(&self, dialect: Dialect) -> impl Iterator<Item = &Setting> {
        let is_here = move |setting: &&Setting| setting.dialect.is_none_or(|only| only == dialect);
        self.settings.iter().filter(is_here)
    }

    /// What a setting is unless it is set.
    pub(super) fn usual(&self, setting: &Setting) -> String {
        if let Some(text) = self.initial.get(setting.name) {
            return text.clone();
        }
        let own = match setting.name {
            "variant" => Some("backgammon".to_owned()),
            "ply" => Some(plies_of(USUAL_DEPTH).to_string()),
            "move-time" | "nodes" | "noise" | "trials" => Some("0".to_owned()),
            "eval-mode" => Some("auto".to_owned()),
            "algorithm" => Some(USUAL_ALGORITHM.to_string()),
            "threads" => Some(processors().to_string()),
            "table-mb" => Some(USUAL_TABLE.to_owned()),
            "evaluator" => Some("net".to_owned()),
            "met" => Some(DEFAULT.to_owned()),
            "probes" => Some("1".to_owned()),
            _ if matches!(setting.shape, Shape::Flag) => Some("false".to_owned()),
            _ => None,
        };
        let of_table = || {
            let option = setting.option?;
            let usual = (option.usual)(Place::Play)?;
            let is_value = option
                .read(&mut Options::default(), usual, Place::Play)
                .is_ok();
            is_value.then(|| usual.to_owned())
        };
        own.or_else(of_table).unwrap_or_else(|| DEFAULT.to_owned())
    }

    /// What a setting is now.
    pub(super) fn get(&self, setting: &Setting) -> String {
        let set = self.set.get(setting.name).cloned();
        set.unwrap_or_else(|| self.usual(setting))
    }

    /// Sets a setting. What it is anyway, and `default`, unset it: many programs send back all that they were told.
    pub(super) fn set(&mut self, setting: &Setting, text: &str) -> Result<(), Complaint> {
        let error = |expected: String| {
            let detail = format!("{}: found \"{text}\", expected {expected}", setting.name);
            Complaint::new(Kind::Value, detail)
        };
        if text == DEFAULT || text == self.usual(setting) {
            self.set.remove(setting.name);
            return Ok(());
        }
        match &setting.shape {
            Shape::Number { least, most } => {
                let number: Option<u64> = text.parse().ok();
                if !number.is_some_and(|number| (*least..=*most).contains(&number)) {
                    return Err(error(format!("a whole number from {least} to {most}")));
                }
            }
            Shape::Flag if ["true", "false"].contains(&text) => {}
            Shape::Flag => return Err(error("true or false".to_owned())),
            Shape::Choice(names) if names.contains(&text) => {}
            Shape::Choice(names) => return Err(error(names.join(", "))),
            Shape::Text => {
                let option = setting.option.expect("only the table has texts");
                let read = option.read(&mut Options::default(), text, Place::Play);
                read.map_err(|problem| error(problem.about(text)))?;
            }
        }
        self.set.insert(setting.name, text.to_owned());
        Ok(())
    }

    /// What was set, or said on the command line; nothing if neither was.
    fn said(&self, name: &str) -> Option<&str> {
        let said = self.set.get(name).or_else(|| self.initial.get(name));
        said.map(String::as_str)
    }

    fn is_true(&self, name: &str) -> bool {
        self.said(name) == Some("true")
    }

    pub(super) fn eval_mode(&self) -> EvalMode {
        match self.said("eval-mode") {
            Some("cubeless") => EvalMode::Cubeless,
            Some("cubeful") => EvalMode::Cubeful,
            _ => EvalMode::Auto,
        }
    }

    /// Whether the position after the best move is told too.
    pub(super) fn wants_move_id(&self) -> bool {
        self.is_true("move-id")
    }

    /// How to search within limits, which come before those that are set.
    pub(super) fn plan(&self, limits: Limits) -> Plan {
        let number = |name: &str| -> Option<u64> {
            let number = self.said(name).and_then(|text| text.parse().ok());
            number.filter(|number| *number > 0)
        };
        let time = limits
            .time
            .or_else(|| number("move-time").map(Duration::from_millis));
        let nodes = limits.nodes.or_else(|| number("nodes"));
        let plies = number("ply").and_then(|plies| u32::try_from(plies).ok());
        let depth = limits.plies.or(plies).map(depth_of);
        let is_limited = time.is_some() || nodes.is_some();
        Plan {
            options: self.options(),
            depth: depth.or((!is_limited).then_some(USUAL_DEPTH)),
            time,
            nodes,
            trials: limits.trials.or_else(|| number("trials")),
            trial_depth: limits.plies.map_or(1, depth_of),
        }
    }

    fn options(&self) -> Options {
        let mut options = Options {
            algorithm: Some(USUAL_ALGORITHM),
            threads: Some(processors()),
            ..Options::default()
        };
        for setting in &self.settings {
            let Some((option, text)) = setting.option.zip(self.said(setting.name)) else {
                continue;
            };
            if matches!(setting.shape, Shape::Flag) && text != "true" {
                continue;
            }
            let read = option.read(&mut options, text, Place::Play);
            read.expect("what was checked before can be read");
        }
        // Programs set the size of the table without a thought for the algorithm.
        if !options.algorithm().is_exact() {
            options.table_mebibytes = None;
        }
        options
    }
}

fn settings() -> Vec<Setting> {
    let own = |name, shape, dialect| Setting {
        name,
        shape,
        dialect,
        option: None,
    };
    let number = |least: u32, most: u32| Shape::Number {
        least: least.into(),
        most: most.into(),
    };
    let mut settings = vec![
        own(
            "variant",
            Shape::Choice(vec!["backgammon"]),
            Some(Dialect::V01),
        ),
        own("ply", number(1, MOST_PLIES), None),
        own("move-time", number(0, u32::MAX), None),
        own("nodes", number(0, u32::MAX), None),
        own(
            "trials",
            Shape::Number {
                least: 0,
                most: MOST_TRIALS,
            },
            None,
        ),
        own(
            "eval-mode",
            Shape::Choice(vec!["auto", "cubeless", "cubeful"]),
            None,
        ),
        own("move-id", Shape::Flag, Some(Dialect::V01)),
    ];
    let is_here = |option: &&SearchOption| !option.is_hidden && !ELSEWHERE.contains(&option.name);
    settings.extend(options_at(Place::Play).filter(is_here).map(|option| {
        let mut names = (option.names)(Place::Play);
        names.retain(|name| !WITHOUT_CHANCE.contains(name));
        let number = NUMBERS.iter().find(|(name, ..)| *name == option.name);
        Setting {
            name: option.name,
            shape: match number {
                Some(&(_, least, most)) => Shape::Number { least, most },
                None if option.value.is_none() => Shape::Flag,
                None if !names.is_empty() && option.list.is_none() => Shape::Choice(names),
                None => Shape::Text,
            },
            dialect: None,
            option: Some(option),
        }
    }));
    settings
}

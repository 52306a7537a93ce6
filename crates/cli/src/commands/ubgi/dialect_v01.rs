//! What only version 0.1 has: `setoption`, commands for the match, `go role`.

use std::time::Duration;

use super::command::{
    Command, Go, Limits, MOST_PLIES, MOST_TRIALS, MatchSetting, Role, cube_owner, cube_power,
    player, points,
};
use super::complaint::Complaint;
use super::settings::{Setting, Values};

/// Reads a command of this dialect; `None` if it is none.
pub(super) fn read(word: &str, rest: &str) -> Option<Result<Command, Complaint>> {
    Some(match word {
        "setoption" => set_option(rest),
        "newsession" => new_session(rest).map(Command::SetMatch),
        "setscore" => score(rest).map(Command::SetMatch),
        "setcube" => cube(rest).map(Command::SetMatch),
        "setturn" => player(rest).map(|player| Command::SetMatch(MatchSetting::Turn(player))),
        "go" => go(rest).map(Command::Go),
        _ => return None,
    })
}

fn set_option(rest: &str) -> Result<Command, Complaint> {
    let named = rest.strip_prefix("name ").map(str::trim_start);
    let named = named.and_then(|rest| rest.split_once(" value "));
    let (name, value) = named
        .map(|(name, value)| (name.trim(), value.trim()))
        .filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .ok_or_else(|| Complaint::syntax("setoption name NAME value VALUE"))?;
    Ok(Command::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    })
}

fn new_session(rest: &str) -> Result<MatchSetting, Complaint> {
    const USAGE: &str =
        "newsession type money|match [length POINTS] [jacoby on|off] [crawford on|off]";
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (mut kind, mut length, mut jacoby, mut crawford) = (None, None, false, true);
    for pair in words.chunks(2) {
        let &[name, value] = pair else {
            return Err(Complaint::syntax(USAGE));
        };
        match name {
            "type" if ["money", "match"].contains(&value) => kind = Some(value),
            "length" => length = Some(points(value)?),
            "jacoby" => jacoby = on_or_off(value)?,
            "crawford" => crawford = on_or_off(value)?,
            _ => return Err(Complaint::syntax(USAGE)),
        }
    }
    let length = match (kind, length) {
        (Some("money"), None | Some(0)) => 0,
        (Some("money"), Some(length)) => {
            return Err(Complaint::value(&length.to_string(), "no length for money"));
        }
        (Some(_), Some(length @ 1..)) => length,
        (Some(_), _) => {
            return Err(Complaint::value(rest, "a match of a length from 1 to 999"));
        }
        (None, _) => return Err(Complaint::syntax(USAGE)),
    };
    Ok(MatchSetting::Session {
        length,
        jacoby,
        has_crawford_rule: crawford,
    })
}

fn on_or_off(word: &str) -> Result<bool, Complaint> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(Complaint::value(word, "on or off")),
    }
}

fn score(rest: &str) -> Result<MatchSetting, Complaint> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        [one, other] => Ok(MatchSetting::Score([points(one)?, points(other)?])),
        _ => Err(Complaint::syntax("setscore P0 P1")),
    }
}

fn cube(rest: &str) -> Result<MatchSetting, Complaint> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        ["value", value, "owner", owner] => Ok(MatchSetting::WholeCube(
            cube_power(value)?,
            cube_owner(owner)?,
        )),
        _ => Err(Complaint::syntax("setcube value VALUE owner center|p0|p1")),
    }
}

fn go(rest: &str) -> Result<Go, Complaint> {
    const USAGE: &str =
        "go role chequer|cube|turn [movetime MS] [depth PLIES] [nodes N] [trials N]";
    let mut go = Go::default();
    let words: Vec<&str> = rest.split_whitespace().collect();
    for pair in words.chunks(2) {
        let &[name, value] = pair else {
            return Err(Complaint::syntax(USAGE));
        };
        let number = |most: u64| {
            let number = value.parse().ok();
            number
                .filter(|number| (1..=most).contains(number))
                .ok_or_else(|| Complaint::value(value, format!("{name} from 1 to {most}")))
        };
        let Limits {
            time,
            plies,
            nodes,
            trials,
        } = &mut go.limits;
        match name {
            "role" => go.role = Role::named(value).ok_or_else(|| Complaint::syntax(USAGE))?,
            "movetime" => *time = Some(Duration::from_millis(number(u32::MAX.into())?)),
            "depth" => *plies = u32::try_from(number(MOST_PLIES.into())?).ok(),
            "nodes" => *nodes = Some(number(u64::MAX)?),
            "trials" => *trials = Some(number(MOST_TRIALS)?),
            _ => return Err(Complaint::syntax(USAGE)),
        }
    }
    let Limits { time, nodes, .. } = go.limits;
    if go.limits.trials.is_some() && (time.is_some() || nodes.is_some()) {
        let expected = "trials without movetime and nodes: a rollout ends with its trials";
        return Err(Complaint::value(rest, expected));
    }
    Ok(go)
}

/// How an option is announced.
pub(super) fn option_line(setting: &Setting, values: &Values) -> String {
    use super::settings::Shape::{Choice, Flag, Number, Text};
    let (name, usual) = (name_of(setting), values.usual(setting));
    match &setting.shape {
        Number { least, most } => {
            format!("option name {name} type spin default {usual} min {least} max {most}")
        }
        Flag => format!("option name {name} type check default {usual}"),
        Choice(choices) => {
            let choices: String = choices.iter().flat_map(|name| [" var ", name]).collect();
            format!("option name {name} type combo default {usual}{choices}")
        }
        Text => format!("option name {name} type string default {usual}"),
    }
}

/// `table-mb` is `TableMb` here.
pub(super) fn name_of(setting: &Setting) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    setting.name.split('-').map(capital).collect()
}

//! What only version 0.2 has, as the crate `bkgm` 0.6 speaks it: `set`, `get`, `keys`, `go chequer`.

use super::command::{Command, Go, MatchSetting, Role, cube_owner, cube_power, player, points};
use super::complaint::{Complaint, Kind};
use super::settings::{Setting, Shape, Values};

/// What keys about the match begin with.
pub(super) const GAME: &str = "game.";
/// What keys about the engine begin with.
pub(super) const ENGINE: &str = "engine.";

/// The keys about the match: name, type, and what they are at first. `game.variant` is from the protocol, the others are our own.
pub(super) const GAME_KEYS: [(&str, &str, &str); 9] = [
    ("variant", "enum backgammon", "backgammon"),
    ("length", "int 0..999", "0"),
    ("score", "string *", "0-0"),
    ("cube", "int 1..1024", "1"),
    ("owner", "enum center|p0|p1", "center"),
    ("turn", "enum p0|p1", "p0"),
    ("crawford", "bool true|false", "false"),
    ("jacoby", "bool true|false", "false"),
    ("beavers", "bool true|false", "false"),
];

/// Reads a command of this dialect; `None` if it is none.
pub(super) fn read(word: &str, rest: &str) -> Option<Result<Command, Complaint>> {
    Some(match word {
        "set" => set(rest),
        "get" if !rest.is_empty() => Ok(Command::Get(rest.to_owned())),
        "get" => Err(Complaint::syntax("get KEY")),
        "keys" if rest.is_empty() => Ok(Command::Keys),
        "keys" => Err(Complaint::syntax("keys")),
        "go" => {
            let (first, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let role = Role::named(first)?;
            if more.is_empty() {
                Ok(Command::Go(Go {
                    role,
                    ..Go::default()
                }))
            } else {
                Err(Complaint::syntax("go chequer, go cube or go turn"))
            }
        }
        _ => return None,
    })
}

fn set(rest: &str) -> Result<Command, Complaint> {
    let Some((key, value)) = rest.split_once(char::is_whitespace) else {
        return Err(Complaint::syntax("set KEY VALUE"));
    };
    let value = value.trim();
    match key.strip_prefix(GAME) {
        Some(name) if name != "variant" => match_setting(name, value).map(Command::SetMatch),
        _ => Ok(Command::SetOption {
            name: key.to_owned(),
            value: value.to_owned(),
        }),
    }
}

fn match_setting(name: &str, value: &str) -> Result<MatchSetting, Complaint> {
    let flag = || {
        let flag = value.parse().ok();
        flag.ok_or_else(|| Complaint::value(value, "true or false"))
    };
    Ok(match name {
        "length" => MatchSetting::Length(points(value)?),
        "score" => match value.split_once('-') {
            Some((one, other)) => MatchSetting::Score([points(one.trim())?, points(other.trim())?]),
            None => return Err(Complaint::value(value, "P0-P1, such as 3-5")),
        },
        "cube" => MatchSetting::Cube(cube_power(value)?),
        "owner" => MatchSetting::Owner(cube_owner(value)?),
        "turn" => MatchSetting::Turn(player(value)?),
        "crawford" => MatchSetting::IsCrawford(flag()?),
        "jacoby" => MatchSetting::Jacoby(flag()?),
        "beavers" => MatchSetting::Beavers(flag()?),
        _ => {
            let detail = format!("key {GAME}{name}");
            return Err(Complaint::new(Kind::Unsupported, detail));
        }
    })
}

/// How an option of the engine is announced.
pub(super) fn key_line(setting: &Setting, values: &Values) -> String {
    let (name, usual) = (setting.name, values.usual(setting));
    let kind = match &setting.shape {
        Shape::Number { least, most } => format!("int {least}..{most}"),
        Shape::Flag => "bool true|false".to_owned(),
        Shape::Choice(choices) => format!("enum {}", choices.join("|")),
        Shape::Text => "string *".to_owned(),
    };
    format!("key {ENGINE}{name} {kind} {usual}")
}

//! Lines of the other side, read. Nothing here knows of positions or searches.

use std::time::Duration;

use starmax_core::Player;

use super::complaint::{Complaint, Kind};
use super::dialect::Dialect;
use super::{dialect_v01, dialect_v02};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Ubgi,
    IsReady,
    NewGame,
    Stop,
    Quit,
    Position(PositionText),
    Dice([u8; 2]),
    Go(Go),
    /// Sets an option of the engine, by the name that it has in the dialect.
    SetOption {
        name: String,
        value: String,
    },
    /// Sets something about the match.
    SetMatch(MatchSetting),
    /// Shows one value.
    Get(String),
    /// Shows all keys.
    Keys,
}

/// A position, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PositionText {
    Start,
    GnubgId(String),
    Xgid(String),
}

/// What to decide, and how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) role: Role,
    pub(super) limits: Limits,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// How to play the dice.
    #[default]
    Chequer,
    /// Whether to double, or to take.
    Cube,
    /// Both.
    Turn,
}

impl Role {
    pub(super) fn named(word: &str) -> Option<Self> {
        Some(match word {
            "chequer" => Self::Chequer,
            "cube" => Self::Cube,
            "turn" => Self::Turn,
            _ => return None,
        })
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Chequer => "chequer",
            Self::Cube => "cube",
            Self::Turn => "turn",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) time: Option<Duration>,
    pub(super) plies: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Trials of a rollout, in the place of a search.
    pub(super) trials: Option<u64>,
}

/// Something about the match. Player 0 is Max.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MatchSetting {
    /// A session begins: for money if the length is 0.
    Session {
        length: u16,
        jacoby: bool,
        has_crawford_rule: bool,
    },
    Length(u16),
    Score([u16; 2]),
    /// What the cube shows, as the power of two that it is.
    Cube(u8),
    Owner(Option<Player>),
    Turn(Player),
    /// Whether this is the Crawford game.
    IsCrawford(bool),
    Jacoby(bool),
    Beavers(bool),
    /// The value and the owner.
    WholeCube(u8, Option<Player>),
}

/// A line, and the dialect if only one has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heard {
    pub(super) dialect: Option<Dialect>,
    pub(super) command: Result<Command, Complaint>,
}

/// No search goes deeper.
pub(super) const MOST_PLIES: u32 = 500;

/// No rollout is longer.
pub(super) const MOST_TRIALS: u64 = 10_000_000;

/// Reads a line that is not blank.
pub(super) fn read(line: &str) -> Heard {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let alone = |command: Command| match rest {
        "" => Ok(command),
        _ => Err(Complaint::syntax(word)),
    };
    let command = match word {
        "ubgi" => alone(Command::Ubgi),
        "isready" => alone(Command::IsReady),
        "newgame" => alone(Command::NewGame),
        "stop" => alone(Command::Stop),
        "quit" => alone(Command::Quit),
        "position" => position(rest),
        "dice" => dice(rest),
        "go" if rest.is_empty() => Ok(Command::Go(Go::default())),
        _ => {
            let known = (dialect_v02::read(word, rest).map(|command| (Dialect::V02, command)))
                .or_else(|| dialect_v01::read(word, rest).map(|command| (Dialect::V01, command)));
            return match known {
                Some((dialect, command)) => Heard {
                    dialect: Some(dialect),
                    command,
                },
                None => Heard {
                    dialect: None,
                    command: Err(Complaint::new(Kind::Unknown, word)),
                },
            };
        }
    };
    Heard {
        dialect: None,
        command,
    }
}

fn position(rest: &str) -> Result<Command, Complaint> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let text = match words[..] {
        ["start"] => PositionText::Start,
        ["gnubgid", id] => PositionText::GnubgId(id.to_owned()),
        ["xgid", id] => PositionText::Xgid(id.to_owned()),
        _ => {
            return Err(Complaint::syntax(
                "position gnubgid ID, position xgid ID or position start",
            ));
        }
    };
    Ok(Command::Position(text))
}

fn dice(rest: &str) -> Result<Command, Complaint> {
    let number = |word: &str| word.parse().ok().filter(|die| (1..=6).contains(die));
    let words: Vec<&str> = rest.split_whitespace().collect();
    let dice = match words[..] {
        [one, other] => number(one).zip(number(other)),
        _ => None,
    };
    let (one, other) = dice.ok_or_else(|| Complaint::value(rest, "dice D1 D2, each 1 to 6"))?;
    Ok(Command::Dice([one, other]))
}

/// A value of the cube, as the power of two that it is.
pub(super) fn cube_power(word: &str) -> Result<u8, Complaint> {
    let value: Option<u32> = word.parse().ok();
    value
        .filter(|value| value.is_power_of_two() && *value <= 1024)
        .and_then(|value| u8::try_from(value.trailing_zeros()).ok())
        .ok_or_else(|| Complaint::value(word, "a cube of 1, 2, 4 and so on up to 1024"))
}

/// Whose the cube is; nobody's in the centre.
pub(super) fn cube_owner(word: &str) -> Result<Option<Player>, Complaint> {
    match word {
        "center" => Ok(None),
        "p0" => Ok(Some(Player::Max)),
        "p1" => Ok(Some(Player::Min)),
        _ => Err(Complaint::value(word, "center, p0 or p1")),
    }
}

pub(super) fn player(word: &str) -> Result<Player, Complaint> {
    match word {
        "p0" => Ok(Player::Max),
        "p1" => Ok(Player::Min),
        _ => Err(Complaint::value(word, "p0 or p1")),
    }
}

/// A number of points.
pub(super) fn points(word: &str) -> Result<u16, Complaint> {
    const MOST: u16 = 999;
    let points = word.parse().ok().filter(|points| *points <= MOST);
    points.ok_or_else(|| Complaint::value(word, format!("points from 0 to {MOST}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        for line in text.lines() {
            let Heard { dialect, command } = read(line);
            if let Err(complaint) = command {
                for dialect in [Dialect::V01, Dialect::V02] {
                    assert!(complaint.line(dialect).starts_with("error "));
                }
            } else if let Ok(Command::SetOption { .. } | Command::SetMatch(_)) = command {
                assert!(dialect.is_some());
            }
        }
    }

    #[test]
    fn any_line_is_read_or_refused() {
        starmax_fuzz::survives("ubgi", text, 20_000);
    }

    #[test]
    fn what_both_dialects_have_says_nothing_about_them() {
        for line in [
            "ubgi",
            " isready ",
            "newgame",
            "stop",
            "quit",
            "go",
            "dice 3 1",
            "position gnubgid 4HPwATDgc/ABMA",
            "position xgid -b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
            "position start",
        ] {
            let heard = read(line);
            assert_eq!(heard.dialect, None, "{line}");
            assert!(heard.command.is_ok(), "{line}");
        }
    }

    #[test]
    fn what_only_one_dialect_has_gives_it_away() {
        for (dialect, line) in [
            (Dialect::V01, "setoption name Threads value 2"),
            (Dialect::V01, "newsession type match length 7"),
            (Dialect::V01, "setscore 3 5"),
            (Dialect::V01, "setcube value 2 owner p0"),
            (Dialect::V01, "setturn p1"),
            (Dialect::V01, "go role cube depth 2"),
            (Dialect::V01, "go role turn trials 36 depth 2"),
            (Dialect::V02, "set engine.threads 2"),
            (Dialect::V02, "set game.score 3-5"),
            (Dialect::V02, "get engine.threads"),
            (Dialect::V02, "keys"),
            (Dialect::V02, "go turn"),
        ] {
            let heard = read(line);
            assert_eq!(heard.dialect, Some(dialect), "{line}");
            assert!(heard.command.is_ok(), "{line}: {:?}", heard.command);
        }
    }

    #[test]
    fn bad_lines_are_told_from_unknown_ones() {
        let kind = |line: &str| read(line).command.expect_err(line).kind;
        for line in ["", "\u{0}", "UBGI", "uci", "4HPwATDgc/ABMA", "go-role"] {
            assert_eq!(kind(line), Kind::Unknown, "{line}");
        }
        for line in [
            "ubgi now",
            "quit 1",
            "position",
            "position fen x",
            "position gnubgid",
            "position gnubgid a b",
            "position start moves 8/5",
            "go role",
            "go role dance",
            "go chequer fast",
            "go role chequer movetime",
            "go fast",
            "setoption Threads 2",
            "newsession",
            "newsession type war",
            "setscore 3",
            "setcube 2",
            "keys all",
            "set engine.threads",
            "get",
        ] {
            assert_eq!(kind(line), Kind::Syntax, "{line}");
        }
        for line in [
            "dice 1",
            "dice 0 1",
            "dice 7 1",
            "dice 1 2 3",
            "dice 256 1",
            "go role chequer depth 0",
            "go role chequer movetime -5",
            "go role chequer nodes many",
            "go role chequer trials 0",
            "go role chequer trials 36 movetime 5",
            "setcube value 3 owner p0",
            "setcube value 4294967296 owner p0",
            "setcube value 2 owner p2",
            "setturn p2",
            "setscore 3 1000",
            "newsession type match length 0",
            "newsession type match length 1000",
            "set game.score 3:5",
            "set game.cube 6",
        ] {
            assert_eq!(kind(line), Kind::Value, "{line}");
        }
        assert_eq!(kind("set game.weather fine"), Kind::Unsupported);
    }
}

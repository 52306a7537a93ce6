use starmax_core::Player;
use starmax_games::Roll;

use super::tree::{Node, Property, trees};
use super::{INFO, OTHER_INFO, place, with_signs};
use crate::raw::{RawAction, RawEntry, RawGame, RawMatch, RawResult};
use crate::{ReadError, settle::index};

/// Properties that say something; the others are analyses and comments.
const WANTED: [&str; 18] = [
    "GM", "MI", "PW", "PB", "RU", "RE", OTHER_INFO, "W", "B", "PL", "DI", "CV", "CP", "AW", "AB",
    "AE", "FF", "CA",
];

/// Reads the trees. Nothing is played yet.
pub(crate) fn read(text: &str) -> Result<RawMatch, ReadError> {
    let is_info = |name: &str| INFO.iter().any(|(property, _)| *property == name);
    let trees = trees(text, |name| WANTED.contains(&name) || is_info(name))?;
    let mut record = RawMatch::default();
    for tree in &trees {
        read_game(&mut record, tree)?;
    }
    if record.games.is_empty() {
        return Err(ReadError::unexpected(
            1,
            "no game",
            "a game tree that begins with (;FF[4]GM[6]",
        ));
    }
    Ok(record)
}

fn read_game(record: &mut RawMatch, tree: &[Node]) -> Result<(), ReadError> {
    let Some((root, nodes)) = tree.split_first() else {
        return Ok(());
    };
    check_kind(root)?;
    let is_first = record.games.is_empty();
    let mut game = RawGame {
        line: root.first().map_or(1, |property| property.line),
        crawford: Some(false),
        ..RawGame::default()
    };
    for property in root {
        let value = property.values[0].as_str();
        match property.name.as_str() {
            "MI" => read_match_info(record, &mut game, property)?,
            "PW" if is_first => value.clone_into(&mut record.players[0]),
            "PB" if is_first => value.clone_into(&mut record.players[1]),
            "RU" => read_rules(record, &mut game, property)?,
            "RE" => {
                game.result = parse_result(value).map(|(winner, points)| RawResult {
                    line: property.line,
                    winner,
                    points,
                });
            }
            OTHER_INFO if is_first => {
                let pairs = property.values.chunks_exact(2);
                (record.info).extend(pairs.map(|pair| (pair[0].clone(), pair[1].clone())));
            }
            name if is_first => {
                if let Some((_, info)) = INFO.iter().find(|(property, _)| *property == name) {
                    let value = if name == "DT" {
                        with_signs(value, '-', '.')
                    } else {
                        value.to_owned()
                    };
                    record.info.push(((*info).to_owned(), value));
                }
            }
            _ => {}
        }
    }
    for node in std::iter::once(root).chain(nodes) {
        read_node(&mut game, node);
    }
    record.games.push(game);
    Ok(())
}

fn check_kind(root: &Node) -> Result<(), ReadError> {
    let line = root.first().map_or(1, |property| property.line);
    let kind = root.iter().find(|property| property.name == "GM");
    match kind.map(|kind| (kind.line, kind.values[0].trim())) {
        Some((_, "6")) => Ok(()),
        Some((line, other)) => Err(ReadError::unexpected(
            line,
            &format!("GM[{other}]"),
            "GM[6], which is backgammon",
        )),
        None => Err(ReadError::unexpected(
            line,
            "a game without GM",
            "GM[6], which is backgammon",
        )),
    }
}

fn read_match_info(
    record: &mut RawMatch,
    game: &mut RawGame,
    property: &Property,
) -> Result<(), ReadError> {
    for value in &property.values {
        let number = |text: &str| {
            text.trim().parse::<u16>().map_err(|_| {
                ReadError::unexpected(
                    property.line,
                    &format!("MI[{value}]"),
                    "a number from 0 to 65535 behind the colon",
                )
            })
        };
        match value.split_once(':') {
            Some(("length", text)) => {
                let length = number(text)?;
                if !record.games.is_empty() && length != record.length {
                    let expected = format!("the length {} of the games before", record.length);
                    return Err(ReadError::unexpected(
                        property.line,
                        &format!("MI[{value}]"),
                        expected,
                    ));
                }
                record.length = length;
            }
            Some(("ws", text)) => game.score_before[index(Player::Max)] = number(text)?,
            Some(("bs", text)) => game.score_before[index(Player::Min)] = number(text)?,
            _ => {}
        }
    }
    Ok(())
}

fn read_rules(
    record: &mut RawMatch,
    game: &mut RawGame,
    property: &Property,
) -> Result<(), ReadError> {
    for rule in property.values.iter().flat_map(|value| value.split(':')) {
        match rule.trim() {
            "Crawford" => record.rules.crawford = true,
            "CrawfordGame" => game.crawford = Some(true),
            "Jacoby" => record.rules.jacoby = true,
            "Beavers" => record.rules.beavers = true,
            other if other.to_ascii_lowercase().contains("gammon") => {
                return Err(ReadError::unexpected(
                    property.line,
                    &format!("RU[{other}]"),
                    "the usual rules of backgammon: variants are not read",
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// `W+2`, or `B+1R` after a resignation.
fn parse_result(text: &str) -> Option<(Player, u16)> {
    let (winner, points) = text.trim().split_once('+')?;
    let points = points.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    Some((parse_colour(winner)?, points.parse().ok()?))
}

fn parse_colour(text: &str) -> Option<Player> {
    match text.trim() {
        "W" | "w" | "White" => Some(Player::Max),
        "B" | "b" | "Black" => Some(Player::Min),
        _ => None,
    }
}

fn read_node(game: &mut RawGame, node: &Node) {
    let mut player = None;
    for property in node {
        let value = property.values[0].trim();
        let (acts, action) = match property.name.as_str() {
            "W" => (Player::Max, parse_action(Player::Max, value)),
            "B" => (Player::Min, parse_action(Player::Min, value)),
            "PL" => {
                player = parse_colour(value);
                continue;
            }
            "DI" => match (player, parse_roll(value)) {
                (Some(player), Some(roll)) => (player, RawAction::Roll { roll }),
                _ => (
                    Player::Max,
                    unreadable(property, "two dice behind a player, such as PL[W]DI[31]"),
                ),
            },
            "CV" if value == "1" => continue,
            "CP" if value == "c" => continue,
            "CV" | "CP" | "AW" | "AB" | "AE" => {
                let expected = "a game from the start of backgammon: positions and cubes that are set up are not supported";
                (Player::Max, unreadable(property, expected))
            }
            _ => continue,
        };
        game.actions.push(RawEntry {
            line: property.line,
            player: acts,
            action,
        });
    }
}

fn unreadable(property: &Property, expected: &str) -> RawAction {
    let found: String = property.values[0].chars().take(60).collect();
    RawAction::Unreadable(format!(
        "found {}[{found}], expected {expected}",
        property.name
    ))
}

fn parse_roll(text: &str) -> Option<Roll> {
    let die = |sign: &u8| (b'1'..=b'6').contains(sign).then(|| sign - b'0');
    match text.as_bytes() {
        [one, other] => Some(Roll::new(die(one)?, die(other)?)),
        _ => None,
    }
}

fn parse_action(player: Player, value: &str) -> RawAction {
    match value {
        "double" | "redouble" | "beaver" => return RawAction::Double { to: None },
        "take" => return RawAction::Take,
        "drop" | "pass" => return RawAction::Pass,
        "resign" => return RawAction::Resign { points: None },
        _ => {}
    }
    parse_move(player, value).unwrap_or_else(|| {
        let found: String = value.chars().take(60).collect();
        RawAction::Unreadable(format!(
            "found {}[{found}], expected two dice and pairs of letters such as 31hefe, or double, take or drop",
            super::colour(player)
        ))
    })
}

fn parse_move(player: Player, value: &str) -> Option<RawAction> {
    let (dice, places) = value.split_at_checked(2)?;
    let roll = parse_roll(dice)?;
    let pairs = places.as_bytes().chunks(2);
    let hops = pairs.map(|pair| match pair {
        &[from, to] => Some(format!("{}/{}", place(player, from)?, place(player, to)?)),
        _ => None,
    });
    let hops = hops.collect::<Option<Vec<_>>>()?;
    let text = if hops.is_empty() {
        "pass".to_owned()
    } else {
        hops.join(" ")
    };
    Some(RawAction::Move { roll, text })
}

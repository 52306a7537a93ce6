use starmax_core::Player;
use starmax_games::Roll;

use super::items::{Item, items};
use crate::raw::{RawAction, RawEntry, RawGame, RawMatch, RawResult};
use crate::{MatchRules, ReadError};

/// The length in a line such as ` 7 point match`.
pub(crate) fn length_in(line: &str) -> Option<u16> {
    let line = line.trim().to_ascii_lowercase();
    let (number, rest) = line.split_once(' ')?;
    let rest = rest.trim_start();
    let is_match = (rest
        .strip_prefix("points")
        .or_else(|| rest.strip_prefix("point")))
    .is_some_and(|rest| rest.trim_start().starts_with("match"));
    is_match.then(|| number.parse().ok()).flatten()
}

/// Whether this is a line such as ` Game 1`.
pub(crate) fn is_game_heading(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let number = |word: &str| word.parse::<u32>().is_ok();
    words
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case("game"))
        && words.next().is_some_and(number)
        && words.next().is_none()
}

/// Reads the columns. Nothing is played yet.
pub(crate) fn read(text: &str) -> Result<RawMatch, ReadError> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line)?;
    }
    reader.finish()
}

/// A left item stands close behind its number; wherever the columns begin, a right one does not.
const WIDEST_GAP: usize = 6;

#[derive(Default)]
struct Reader {
    has_length: bool,
    record: RawMatch,
    is_crawford_off: bool,
    comment: Vec<String>,
    /// A game that waits for its line with the players.
    heading: Option<usize>,
    /// Where the right player's name begins.
    right_column: usize,
    last_line: usize,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        self.last_line = number;
        let trimmed = line.trim_matches(|sign: char| sign.is_whitespace() || sign == '\u{1a}');
        if trimmed.is_empty() {
            return Ok(());
        }
        if let Some(remark) = trimmed.strip_prefix(';') {
            if self.record.games.is_empty() && self.heading.is_none() {
                self.remark(remark.trim());
            }
            return Ok(());
        }
        if self.heading.is_some() {
            return self.players(number, line);
        }
        if is_game_heading(trimmed) {
            if !self.has_length {
                return Err(ReadError::unexpected(
                    number,
                    line,
                    "a line such as \" 7 point match\" before the first game",
                ));
            }
            self.heading = Some(number);
            return Ok(());
        }
        if let Some(length) = length_in(trimmed) {
            if self.has_length {
                return Err(ReadError::unexpected(
                    number,
                    line,
                    "one match in a file: this is a second one",
                ));
            }
            self.has_length = true;
            self.record.length = length;
            return Ok(());
        }
        if !self.record.games.is_empty() {
            self.actions(number, line);
        }
        Ok(())
    }

    /// `[Name "value"]`, or a comment.
    fn remark(&mut self, remark: &str) {
        let Some((name, value)) = pair(remark) else {
            if !remark.is_empty() {
                self.comment.push(remark.to_owned());
            }
            return;
        };
        let is_on = ["on", "yes", "true", "1"].contains(&value.to_ascii_lowercase().as_str());
        let rules = &mut self.record.rules;
        match name.to_ascii_lowercase().as_str() {
            "crawford" => self.is_crawford_off = !is_on,
            "jacoby" => rules.jacoby = is_on,
            "beaver" | "beavers" => rules.beavers = is_on,
            _ => self.record.info.push((name.to_owned(), value.to_owned())),
        }
    }

    fn players(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        let Some(found) = Players::parse(line) else {
            return Err(ReadError::unexpected(
                number,
                line,
                "both players with their scores, such as \" Ann : 0    Bob : 2\"",
            ));
        };
        self.right_column = found.right_column;
        if self.record.games.is_empty() {
            self.record.players = found.names.map(str::to_owned);
        }
        self.record.games.push(RawGame {
            line: self.heading.take().unwrap_or(number),
            score_before: found.scores,
            ..RawGame::default()
        });
        Ok(())
    }

    fn actions(&mut self, line: usize, text: &str) {
        let (numbered, column) = match numbered(text) {
            Some(end) => (true, end),
            None => (false, 0),
        };
        let first_column = text[..column].chars().count();
        let items = items(&text[column..], first_column);
        let actions = items
            .iter()
            .filter(|(_, item)| !matches!(item, Item::Wins { .. }))
            .count();
        let right_column = self.right_column;
        let Some(game) = self.record.games.last_mut() else {
            return;
        };
        for (number, (column, item)) in items.into_iter().enumerate() {
            let is_right = match number {
                0 if numbered => column > first_column + WIDEST_GAP,
                0 => 2 * column > right_column,
                _ => true,
            };
            let player = if is_right { Player::Min } else { Player::Max };
            if let Item::Wins { points } = item {
                let points = points.unwrap_or(1);
                // It can stand behind an action of the same column.
                let is_right = 2 * column > right_column;
                let winner = if is_right { Player::Min } else { Player::Max };
                game.result.get_or_insert(RawResult {
                    line,
                    winner,
                    points,
                });
                continue;
            }
            let action = if !numbered || number > 1 {
                let found = text.trim();
                RawAction::Unreadable(format!(
                    "found \"{}\", expected a numbered line with one action of each player",
                    shortened(found)
                ))
            } else {
                action(item)
            };
            if game.result.is_some() && !numbered && actions > 0 {
                // Words behind the end of a game are nobody's action.
                continue;
            }
            game.actions.push(RawEntry {
                line,
                player,
                action,
            });
        }
    }

    fn finish(mut self) -> Result<RawMatch, ReadError> {
        if self.heading.is_some() || self.record.games.is_empty() {
            return Err(ReadError::unexpected(
                self.last_line,
                "the end of the file",
                "a game: a line such as \" Game 1\", both players with their scores, and their moves",
            ));
        }
        if !self.comment.is_empty() {
            let comment = self.comment.join("\n");
            self.record.info.push(("Comment".to_owned(), comment));
        }
        self.record.rules = MatchRules {
            crawford: !self.is_crawford_off,
            ..self.record.rules
        };
        Ok(self.record)
    }
}

fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short += "...";
    }
    short
}

/// The name and the value in `[Name "value"]`.
fn pair(remark: &str) -> Option<(&str, &str)> {
    let inside = remark.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once('"')?;
    Some((name.trim(), value.strip_suffix('"')?))
}

/// Where the number of a line ends, with its parenthesis.
fn numbered(line: &str) -> Option<usize> {
    let (number, _) = line.split_once(')')?;
    let digits = number.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number.len() + 1)
}

fn action(item: Item) -> RawAction {
    match item {
        Item::Roll { roll, text } => played(roll, &text),
        Item::Double { to } => RawAction::Double { to },
        Item::Take => RawAction::Take,
        Item::Pass => RawAction::Pass,
        Item::Resign { points } => RawAction::Resign { points },
        Item::Wins { .. } => unreachable!("the end of a game is no action"),
        Item::Unknown(text) => RawAction::Unreadable(format!(
            "found \"{}\", expected a roll and a move, or a word such as Doubles, Takes or Drops",
            shortened(&text)
        )),
    }
}

/// A move as programs write it: nothing, unknown, marked as illegal, or places.
fn played(roll: Roll, text: &str) -> RawAction {
    let lower = text.to_ascii_lowercase();
    if text.contains("??") {
        return RawAction::Roll { roll };
    }
    let words = [
        "cannot move",
        "can't move",
        "no move",
        "no play",
        "no moves",
        "dance",
        "dances",
        "(no play)",
        "(no move)",
    ];
    if words.contains(&lower.trim_end_matches('.')) {
        return RawAction::Move {
            roll,
            text: "pass".to_owned(),
        };
    }
    let text = match lower.strip_prefix("illegal play") {
        // What was played is in parentheses.
        Some(marked) => marked
            .trim()
            .trim_start_matches(['(', ':'])
            .trim_end_matches(')')
            .trim(),
        None => text,
    };
    RawAction::Move {
        roll,
        text: text.to_owned(),
    }
}

/// ` Ann : 0                        Bob : 2`.
struct Players<'a> {
    names: [&'a str; 2],
    scores: [u16; 2],
    right_column: usize,
}

impl<'a> Players<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (rest, right_score) = line.trim_end().rsplit_once(':')?;
        let right_score = right_score.trim().parse().ok()?;
        // The left score ends where the right name begins: digits behind a colon, and a gap.
        let mut best = None;
        for (colon, _) in rest.match_indices(':') {
            let behind = rest[colon + 1..].trim_start();
            let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
            let name = &behind[digits..];
            if digits > 0 && name.starts_with(char::is_whitespace) && !name.trim().is_empty() {
                let score = behind[..digits].parse().ok()?;
                best = Some((colon, score, name));
            }
        }
        let (colon, left_score, name) = best?;
        let right = rest.len() - name.trim_start().len();
        Some(Self {
            names: [rest[..colon].trim(), name.trim()],
            scores: [left_score, right_score],
            right_column: rest[..right].chars().count(),
        })
    }
}

use starmax_core::Player;
use starmax_games::{BackgammonMove, BackgammonState};

use crate::settle::index;
use crate::table::Table;
use crate::{Action, GameRecord, MatchRecord, Problem};

/// The width of the left column.
const LEFT: usize = 28;
const NUMBER: usize = 5;

/// Writes a match as a `.mat` file that GNU Backgammon imports.
///
/// Line breaks in names and values become spaces. A game that ends before its result was resigned: the format has no word for it, nor for a Crawford game other
/// than the first one in which a player is one point away.
///
/// # Errors
/// When the match is against the rules.
pub fn write_mat(record: &MatchRecord) -> Result<String, Problem> {
    let mut text = String::new();
    for (name, value) in &record.info {
        if name == "Comment" {
            continue;
        }
        text += &format!("; [{} \"{}\"]\n", one_line(name), one_line(value));
    }
    let rules = [
        (
            "Crawford",
            "Off",
            record.length > 1 && !record.rules.crawford,
        ),
        ("Jacoby", "On", record.rules.jacoby),
        ("Beaver", "On", record.rules.beavers),
    ];
    for (name, value, is_said) in rules {
        if is_said {
            text += &format!("; [{name} \"{value}\"]\n");
        }
    }
    for line in record.info("Comment").unwrap_or_default().lines() {
        text += &format!("; {line}\n");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text += &format!(" {} point match\n", record.length);
    for (number, game) in record.games.iter().enumerate() {
        text += &format!("\n Game {}\n", number + 1);
        text += &write_game(record, number, game)?;
    }
    Ok(text)
}

fn one_line(text: &str) -> String {
    text.split(['\r', '\n']).collect::<Vec<_>>().join(" ")
}

fn write_game(record: &MatchRecord, number: usize, game: &GameRecord) -> Result<String, Problem> {
    let [max, min] = [0, 1].map(|player: usize| {
        let name = one_line(&record.players[player]);
        format!("{name} : {}", game.score_before[player])
    });
    let mut text = format!(" {max:<width$} {min}\n", width = LEFT + NUMBER - 3);
    let mut rows = Rows::default();
    let mut table = Table::new(record, game);
    for (place, entry) in game.actions.iter().enumerate() {
        let cube = table.cube().value();
        let seen = (table.act(entry.player, entry.action)).map_err(|expected| Problem {
            line: entry.line,
            game: number + 1,
            action: Some(place + 1),
            message: format!("expected {expected}"),
        })?;
        let written = match entry.action {
            Action::Move { roll, mv } => format!("{roll}: {}", hops(&seen.state, mv)),
            Action::Roll { roll } => format!("{roll}:"),
            Action::Double => format!(" Doubles => {}", 2 * cube),
            Action::Beaver => format!(" Beavers => {}", 2 * table.cube().value()),
            Action::Take => " Takes".to_owned(),
            Action::Pass => " Drops".to_owned(),
            Action::Resign { .. } => continue,
        };
        rows.add(entry.player, &written);
    }
    if let Some(result) = game.result.or(table.result()) {
        let plural = if result.points == 1 { "" } else { "s" };
        let total = u32::from(game.score_before[index(result.winner)]) + u32::from(result.points);
        let is_last = record.length > 0 && total >= u32::from(record.length);
        let end = if is_last { " and the match" } else { "" };
        let written = format!(" Wins {} point{plural}{end}", result.points);
        rows.end(result.winner, &written);
    }
    text += rows.text.trim_end_matches('\n');
    text.push('\n');
    Ok(text)
}

/// Numbered lines with two columns.
#[derive(Default)]
struct Rows {
    text: String,
    count: usize,
    /// Whether the last line has a left column and no right one.
    is_open: bool,
}

impl Rows {
    fn add(&mut self, player: Player, written: &str) {
        if player == Player::Max || !self.is_open {
            if self.is_open {
                self.text.push('\n');
            }
            self.count += 1;
            self.text += &format!("{:3}) ", self.count);
        }
        match player {
            Player::Max => {
                self.text += written;
                self.is_open = true;
            }
            Player::Min => self.add_right(written),
        }
    }

    fn add_right(&mut self, written: &str) {
        let start = self.text.rfind('\n').map_or(0, |place| place + 1);
        let width = self.text[start..].chars().count();
        let gap = (NUMBER + LEFT).saturating_sub(width).max(1);
        self.text += &format!("{:gap$}{written}\n", "");
        self.is_open = false;
    }

    /// The result has no number. GNU Backgammon wants it in the last line if there is room.
    fn end(&mut self, winner: Player, written: &str) {
        match winner {
            Player::Min => self.add_right(written),
            Player::Max => {
                let start = if self.is_open { "\n" } else { "" };
                self.text += &format!("{start}{:NUMBER$}{written}\n", "");
                self.is_open = false;
            }
        }
    }
}

/// Hop by hop, in numbers: `25/21 13/9*`.
fn hops(state: &BackgammonState, mv: BackgammonMove) -> String {
    let his = state.checkers(state.player().opponent());
    let mut taken = 0_u32;
    let mut hops = Vec::new();
    for (from, to) in mv.hops() {
        let is_hit = to > 0 && his.count(25 - to) == 1 && taken >> to & 1 == 0;
        if is_hit {
            taken |= 1 << to;
        }
        hops.push(format!("{from}/{to}{}", if is_hit { "*" } else { "" }));
    }
    hops.join(" ")
}

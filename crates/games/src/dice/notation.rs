use starmax_core::{Game, Notation, ParseError, Player};

use super::state::Phase;
use super::{Dice, DiceMove, DiceState, Square};

impl Notation for Dice {
    fn write_state(&self, state: &DiceState) -> String {
        let rows: Vec<String> = (0..self.size)
            .map(|row| self.write_row(state, row))
            .collect();
        let roll = state
            .roll()
            .map_or(String::new(), |roll| (roll + 1).to_string());
        format!("{}:{}{roll}", rows.join("/"), letter(state.player))
    }

    fn parse_state(&self, text: &str) -> Result<DiceState, ParseError> {
        let error = |expected: String| ParseError::new(text, expected);
        let (rows, turn) = text.split_once(':').ok_or_else(|| {
            error("a board, a colon and whose turn it is, such as 5/2x2/5/5/5:o3".to_owned())
        })?;
        let state = self.parse_board(rows).map_err(error)?;
        let (player, roll) = self.parse_turn(turn).map_err(error)?;
        let phase = match (state.phase, roll) {
            (Phase::Roll, Some(roll)) => Phase::Stone(roll),
            (phase, None) => phase,
            (_, Some(_)) => return Err(error("no roll: the game is over".to_owned())),
        };
        Ok(state.turned(player, phase))
    }

    fn write_move(&self, _: &DiceState, mv: DiceMove) -> String {
        match mv {
            DiceMove::Stone(square) => {
                format!("{}{}", column_letter(square.column), square.row + 1)
            }
            DiceMove::Pass => "pass".to_owned(),
        }
    }

    fn write_outcome(&self, _: &DiceState, roll: u8) -> String {
        (roll + 1).to_string()
    }

    fn draw(&self, state: &DiceState) -> String {
        let mut text = "  ".to_owned();
        for column in 0..self.size {
            text += &format!(" {}", column_letter(column));
        }
        for row in 0..self.size {
            text += &format!("\n{:>2}", row + 1);
            for column in 0..self.size {
                text += &format!(" {}", symbol(state.stone(Square { row, column })));
            }
        }
        text + "\n" + &self.describe(state)
    }
}

impl Dice {
    /// What comes next, in words.
    fn describe(self, state: &DiceState) -> String {
        let player = letter(state.player);
        match (state.phase, state.player) {
            (Phase::Roll, Player::Max) => format!("{player} rolls for a row"),
            (Phase::Roll, Player::Min) => format!("{player} rolls for a column"),
            (Phase::Stone(roll), Player::Max) => format!("{player} plays in row {}", roll + 1),
            (Phase::Stone(roll), Player::Min) => {
                format!(
                    "{player} plays in column {} ({})",
                    roll + 1,
                    column_letter(roll)
                )
            }
            (Phase::Won(winner), _) => format!("{} has {} in a row", letter(winner), self.line),
            (Phase::Drawn, _) => "a draw".to_owned(),
        }
    }

    fn write_row(self, state: &DiceState, row: u8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for column in 0..self.size {
            let Some(player) = state.stone(Square { row, column }) else {
                empty += 1;
                continue;
            };
            text += &write_count(empty);
            text.push(letter(player));
            empty = 0;
        }
        text + &write_count(empty)
    }

    /// The stones and whether they end the game, or what was expected.
    fn parse_board(self, rows: &str) -> Result<DiceState, String> {
        let size = self.size;
        let mut state = self.initial();
        let mut winner = None;
        if rows.split('/').count() != usize::from(size) {
            return Err(format!("{size} rows with a / between them"));
        }
        for (row, text) in (0..size).zip(rows.split('/')) {
            let stones = read_row(text, size).ok_or_else(|| {
                format!(
                    "{size} squares in row {}, each x, o or a dot, or numbers of empty squares",
                    row + 1
                )
            })?;
            for (column, player) in (0..size).zip(stones) {
                let Some(player) = player else { continue };
                state = self.with_stone(&state, player, Square { row, column });
                if state.phase == Phase::Won(player) {
                    if winner == Some(player.opponent()) {
                        return Err(format!("at most one player with {} in a row", self.line));
                    }
                    winner = Some(player);
                }
            }
        }
        state.phase = winner.map_or(state.phase, Phase::Won);
        Ok(state)
    }

    /// Whose turn it is and the roll, counted from 0, or what was expected.
    fn parse_turn(self, text: &str) -> Result<(Player, Option<u8>), String> {
        let expected = || {
            format!(
                "x or o behind the colon, and a roll from 1 to {} or none",
                self.size
            )
        };
        let mut symbols = text.chars();
        let player = symbols.next().and_then(read_letter).ok_or_else(expected)?;
        let roll = match symbols.as_str() {
            "" => None,
            roll => {
                let roll = read_number(roll).filter(|roll| (1..=self.size).contains(roll));
                Some(roll.ok_or_else(expected)? - 1)
            }
        };
        Ok((player, roll))
    }
}

/// A number of empty squares; nothing for none.
fn write_count(empty: u8) -> String {
    if empty == 0 {
        String::new()
    } else {
        empty.to_string()
    }
}

/// The squares of a row from left to right.
fn read_row(text: &str, size: u8) -> Option<Vec<Option<Player>>> {
    let mut stones = Vec::new();
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        let digits = rest.len()
            - rest
                .trim_start_matches(|symbol: char| symbol.is_ascii_digit())
                .len();
        let length = if digits > 0 {
            let empty = read_number(&rest[..digits]).filter(|empty| (1..=size).contains(empty))?;
            stones.extend((0..empty).map(|_| None));
            digits
        } else {
            stones.push(if symbol == '.' {
                None
            } else {
                Some(read_letter(symbol)?)
            });
            symbol.len_utf8()
        };
        rest = &rest[length..];
    }
    (stones.len() == usize::from(size)).then_some(stones)
}

/// A number written in digits only.
fn read_number(text: &str) -> Option<u8> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

fn read_letter(symbol: char) -> Option<Player> {
    match symbol {
        'x' | 'X' => Some(Player::Max),
        'o' | 'O' => Some(Player::Min),
        _ => None,
    }
}

fn letter(player: Player) -> char {
    match player {
        Player::Max => 'x',
        Player::Min => 'o',
    }
}

fn symbol(stone: Option<Player>) -> char {
    stone.map_or('.', letter)
}

fn column_letter(column: u8) -> char {
    char::from(b'a' + column)
}

use starmax_core::{Notation, ParseError, Player, Rules};

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
        self.draw_after(state, None)
    }
}

impl Dice {
    /// The board for a person to look at, with the last stone in brackets and an arrow to the row or column that was rolled.
    ///
    /// ```
    /// use starmax_core::Notation;
    /// use starmax_games::{Dice, DiceMove, Square};
    ///
    /// let game = Dice::new(3, 3);
    /// let state = game.parse_state("3/1xo/3:x2")?;
    /// let last = DiceMove::Stone(Square { row: 1, column: 2 });
    /// let board = "    a b c\n  1 . . .\n> 2 . x[o]\n  3 . . .\nX plays in row 2";
    /// assert_eq!(game.draw_after(&state, Some(last)), board);
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn draw_after(&self, state: &DiceState, last: Option<DiceMove>) -> String {
        let rolled = |player| state.roll().filter(|_| state.player == player);
        let mut text = String::new();
        if let Some(column) = rolled(Player::Min) {
            text += &format!("{:>1$}\n", "v", 5 + 2 * usize::from(column));
        }
        text += "   ";
        for column in 0..self.size {
            text += &format!(" {}", column_letter(column));
        }
        for row in 0..self.size {
            let arrow = if rolled(Player::Max) == Some(row) {
                '>'
            } else {
                ' '
            };
            text += &format!("\n{arrow}{:>2}{}", row + 1, self.draw_row(state, row, last));
        }
        text + "\n" + &self.describe(state)
    }

    /// The squares of a row, each behind a space or a bracket.
    fn draw_row(self, state: &DiceState, row: u8, last: Option<DiceMove>) -> String {
        let mut text = String::new();
        let mut is_open = false;
        for column in 0..self.size {
            let square = Square { row, column };
            let is_last = last == Some(DiceMove::Stone(square));
            text.push(match (is_last, is_open) {
                (true, _) => '[',
                (false, true) => ']',
                (false, false) => ' ',
            });
            text.push(symbol(state.stone(square)));
            is_open = is_last;
        }
        if is_open {
            text.push(']');
        }
        text
    }

    /// What comes next, in words.
    fn describe(self, state: &DiceState) -> String {
        let player = capital(state.player);
        let place = |roll: u8| match state.player {
            Player::Max => format!("row {}", roll + 1),
            Player::Min => format!("column {} ({})", roll + 1, column_letter(roll)),
        };
        match (state.phase, state.player) {
            (Phase::Roll, Player::Max) => format!("{player} rolls for a row"),
            (Phase::Roll, Player::Min) => format!("{player} rolls for a column"),
            (Phase::Stone(roll), _) if self.must_pass(state) => {
                format!("{player} must pass: {} is full", place(roll))
            }
            (Phase::Stone(roll), _) => format!("{player} plays in {}", place(roll)),
            (Phase::Won(winner), _) => format!("{} has {} in a row", capital(winner), self.line),
            (Phase::Drawn, _) => "The board is full".to_owned(),
        }
    }

    fn must_pass(self, state: &DiceState) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves == [DiceMove::Pass]
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
                let roll = read_number(roll).filter(|&roll| roll <= self.size);
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
            let empty = read_number(&rest[..digits]).filter(|&empty| empty <= size)?;
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

/// A number from 1 up, written in digits only.
fn read_number(text: &str) -> Option<u8> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
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

/// The player's name where it starts a sentence.
fn capital(player: Player) -> char {
    letter(player).to_ascii_uppercase()
}

fn symbol(stone: Option<Player>) -> char {
    stone.map_or('.', letter)
}

fn column_letter(column: u8) -> char {
    char::from(b'a' + column)
}

#[cfg(test)]
mod tests {
    use starmax_core::Node;

    use super::*;

    fn rewritten(game: Dice, position: &str) -> String {
        game.write_state(&game.parse_state(position).unwrap())
    }

    #[test]
    fn empty_squares_are_dots_or_numbers() {
        let game = Dice::default();
        for position in [
            "...../..x../...../o.x../.....:o3",
            "5/2x2/5/o1x2/5:o3",
            "5/1.X2/2.2/O.x.1/5:O3",
        ] {
            assert_eq!(rewritten(game, position), "5/2x2/5/o1x2/5:o3");
        }
        let game = Dice::new(11, 4);
        let position = "11/11/10x/11/o10/11/3x3o3/11/11/11/11:x11";
        assert_eq!(rewritten(game, position), position);
    }

    #[test]
    fn a_line_is_the_end_whoever_is_next() {
        let game = Dice::default();
        for (position, value) in [
            ("5/xxxx1/5/5/5:o", 1.0),
            ("5/xxxx1/5/5/5:x", 1.0),
            ("5/oooox/5/5/x4:x", -1.0),
            ("xxxxx/xxxxx/xxxxx/xxxxx/xxxxx:o", 1.0),
        ] {
            let state = game.parse_state(position).unwrap();
            assert_eq!(game.node(&state), Node::Terminal(value), "{position}");
            assert_eq!(game.write_state(&state), position);
        }
    }

    #[test]
    fn impossible_positions_are_errors() {
        let cases = [
            ("", "a colon"),
            ("5/5/5/5/5", "a colon"),
            ("5/5/5/5:x", "5 rows"),
            ("5/5/5/5/5/5:x", "5 rows"),
            ("5/5/5/4/5:x", "5 squares in row 4"),
            ("5/5/5/6/5:x", "5 squares in row 4"),
            ("5/5/5/x5/5:x", "5 squares in row 4"),
            ("5/50/5/5/5:x", "5 squares in row 2"),
            ("5/05/5/5/5:x1", "5 squares in row 2"),
            ("5/99999999999/5/5/5:x", "5 squares in row 2"),
            ("5/2z2/5/5/5:x", "5 squares in row 2"),
            ("5/2é2/5/5/5:x", "5 squares in row 2"),
            ("5/5/5/5/5:", "x or o"),
            ("5/5/5/5/5:z", "x or o"),
            ("5/5/5/5/5:x0", "a roll from 1 to 5"),
            ("5/5/5/5/5:x6", "a roll from 1 to 5"),
            ("5/5/5/5/5:x+3", "a roll from 1 to 5"),
            ("5/5/5/5/5:x3:x3", "a roll from 1 to 5"),
            ("xxxx1/oooo1/5/5/5:x", "at most one player with 4 in a row"),
            ("xxxx1/5/5/5/5:o2", "no roll: the game is over"),
        ];
        for (text, reason) in cases {
            let error = Dice::default().parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
            assert!(error.contains(&format!("\"{text}\"")), "{text}: {error}");
        }
    }

    #[test]
    fn a_full_board_takes_no_roll() {
        let game = Dice::new(3, 3);
        let error = game.parse_state("xox/xoo/oxx:o1").unwrap_err().to_string();
        assert!(error.contains("no roll"), "{error}");
        assert!(game.parse_state("xox/xoo/oxx:o").is_ok());
    }

    #[test]
    fn squares_are_named_by_column_and_row() {
        let game = Dice::new(19, 5);
        let state = game.resolve(&game.initial(), 18);
        assert_eq!(game.write_outcome(&game.initial(), 18), "19");
        let square = |row, column| Ok(DiceMove::Stone(Square { row, column }));
        assert_eq!(game.parse_move(&state, "a19"), square(18, 0));
        assert_eq!(game.parse_move(&state, "S19"), square(18, 18));
        assert!(game.parse_move(&state, "a18").is_err());
        assert!(game.parse_move(&state, "pass").is_err());
    }

    #[test]
    fn the_drawing_has_coordinates_and_says_what_comes_next() {
        let game = Dice::new(3, 3);
        let draw = |position: &str| game.draw(&game.parse_state(position).unwrap());
        assert_eq!(
            draw("xo1/1x1/3:x"),
            "    a b c\n  1 x o .\n  2 . x .\n  3 . . .\nX rolls for a row"
        );
        assert!(draw("xo1/1x1/3:o").ends_with("O rolls for a column"));
        assert!(draw("xxx/3/3:o").ends_with("X has 3 in a row"));
        assert!(draw("xox/xoo/oxx:x").ends_with("The board is full"));
        assert!(draw("xox/3/3:x1").ends_with("X must pass: row 1 is full"));
        assert!(draw("x2/o2/x2:o1").ends_with("O must pass: column 1 (a) is full"));
    }

    #[test]
    fn an_arrow_points_at_what_was_rolled() {
        let game = Dice::new(3, 3);
        let draw = |position: &str| game.draw(&game.parse_state(position).unwrap());
        assert_eq!(
            draw("xo1/1x1/3:x3"),
            "    a b c\n  1 x o .\n  2 . x .\n> 3 . . .\nX plays in row 3"
        );
        assert_eq!(
            draw("xo1/1x1/3:o2"),
            "      v\n    a b c\n  1 x o .\n  2 . x .\n  3 . . .\nO plays in column 2 (b)"
        );
    }

    #[test]
    fn the_last_stone_stands_in_brackets() {
        let game = Dice::new(3, 3);
        let state = game.parse_state("xo1/1x1/3:x").unwrap();
        for (column, row) in [(0, "[x]o ."), (1, " x[o].")] {
            let last = DiceMove::Stone(Square { row: 0, column });
            let board = game.draw_after(&state, Some(last));
            assert!(board.contains(&format!("\n  1{row}\n")), "{board}");
        }
        assert_eq!(
            game.draw_after(&state, Some(DiceMove::Pass)),
            game.draw(&state)
        );
    }
}

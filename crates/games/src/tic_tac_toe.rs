use std::convert::Infallible;

use starmax_core::{Bounds, Game, Hashable, Node, Notation, ParseError, Player, Rules};

use crate::{Parameters, mix};

/// Tic-tac-toe: two players take turns to claim a square of a 3x3 board; three in a row, column or diagonal win.
///
/// `x` is Max and moves first. The value is 1 when `x` wins, -1 when `o` wins, 0 when the board fills up without a line.
/// There is no chance at all.
///
/// Columns are `a` to `c` from the left, rows `1` to `3` from the top. A move is the name of a square. A position is nine
/// characters, `x`, `o` or `.`, row by row from `a1`; whose turn it is follows from the counts.
///
/// ```
/// use starmax_core::{Notation, Rules};
/// use starmax_games::TicTacToe;
///
/// let game = TicTacToe;
/// let state = game.play(&game.initial(), game.parse_move(&game.initial(), "b2")?);
/// assert_eq!(game.write_state(&state), "....x....");
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

/// A board: the squares of each player, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToeState {
    x: u16,
    o: u16,
}

const SQUARES: u8 = 9;
const CENTRE: u8 = 4;
const FULL: u16 = (1 << SQUARES) - 1;
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl TicTacToe {
    /// The game as named on the command line; it has no parameters.
    ///
    /// # Errors
    /// When `text` is not empty.
    pub fn parse_parameters(text: &str) -> Result<Self, ParseError> {
        Parameters::parse(text, &[]).map(|_| Self)
    }
}

impl TicTacToeState {
    fn player(self) -> Player {
        if self.x.count_ones() == self.o.count_ones() {
            Player::Max
        } else {
            Player::Min
        }
    }

    fn squares_of(self, player: Player) -> u16 {
        match player {
            Player::Max => self.x,
            Player::Min => self.o,
        }
    }

    fn has_line(self, player: Player) -> bool {
        let squares = self.squares_of(player);
        LINES.iter().any(|line| squares & line == *line)
    }

    fn is_empty(self, square: u8) -> bool {
        (self.x | self.o) & (1 << square) == 0
    }

    fn symbol(self, square: u8) -> char {
        match 1 << square {
            bit if self.x & bit != 0 => 'x',
            bit if self.o & bit != 0 => 'o',
            _ => '.',
        }
    }

    /// Whether play can lead here: `x` is at most one square ahead, and nobody moved on after the end.
    fn is_possible(self) -> bool {
        let ahead = self.x.count_ones().checked_sub(self.o.count_ones());
        matches!(ahead, Some(0 | 1)) && !self.has_line(self.player())
    }
}

impl Rules for TicTacToe {
    type State = TicTacToeState;
    /// The number of a square, counted from 0 in the order of the position text.
    type Move = u8;
    type Outcome = Infallible;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> TicTacToeState {
        TicTacToeState { x: 0, o: 0 }
    }

    fn node(&self, state: &TicTacToeState) -> Node {
        if state.has_line(Player::Max) {
            Node::Terminal(1.0)
        } else if state.has_line(Player::Min) {
            Node::Terminal(-1.0)
        } else if state.x | state.o == FULL {
            Node::Terminal(0.0)
        } else {
            Node::Decision(state.player())
        }
    }

    fn moves(&self, state: &TicTacToeState, out: &mut Vec<u8>) {
        out.extend((0..SQUARES).filter(|&square| state.is_empty(square)));
    }

    fn outcomes(&self, _: &TicTacToeState, _: &mut Vec<(Infallible, f64)>) {}

    fn play(&self, state: &TicTacToeState, square: u8) -> TicTacToeState {
        let mut next = *state;
        match state.player() {
            Player::Max => next.x |= 1 << square,
            Player::Min => next.o |= 1 << square,
        }
        next
    }

    fn resolve(&self, _: &TicTacToeState, outcome: Infallible) -> TicTacToeState {
        match outcome {}
    }
}

impl Game for TicTacToe {
    fn utility(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }

    /// The centre first, then the corners: they lie on the most lines.
    fn promise(&self, _: &TicTacToeState, square: u8) -> i32 {
        match square {
            CENTRE => 2,
            corner if corner % 2 == 0 => 1,
            _ => 0,
        }
    }
}

impl Hashable for TicTacToe {
    fn hash(&self, state: &TicTacToeState) -> u64 {
        mix(u64::from(state.x) << SQUARES | u64::from(state.o))
    }
}

impl Notation for TicTacToe {
    fn write_state(&self, state: &TicTacToeState) -> String {
        (0..SQUARES).map(|square| state.symbol(square)).collect()
    }

    fn parse_state(&self, text: &str) -> Result<TicTacToeState, ParseError> {
        let error = |expected| Err(ParseError::new(text, expected));
        if text.chars().count() != usize::from(SQUARES) {
            return error("nine squares, each x, o or a dot");
        }
        let mut state = self.initial();
        for (square, symbol) in text.chars().enumerate() {
            match symbol {
                'x' | 'X' => state.x |= 1 << square,
                'o' | 'O' => state.o |= 1 << square,
                '.' => {}
                _ => return error("nine squares, each x, o or a dot"),
            }
        }
        if !state.is_possible() {
            return error("a board that play can lead to: x moves first, and a line ends the game");
        }
        Ok(state)
    }

    fn write_move(&self, _: &TicTacToeState, square: u8) -> String {
        let column = char::from(b'a' + square % 3);
        let row = char::from(b'1' + square / 3);
        format!("{column}{row}")
    }

    fn write_outcome(&self, _: &TicTacToeState, outcome: Infallible) -> String {
        match outcome {}
    }

    fn draw(&self, state: &TicTacToeState) -> String {
        let row = |row: u8| {
            let [a, b, c] = [0, 1, 2].map(|column| state.symbol(3 * row + column));
            format!("{} {a} {b} {c}", row + 1)
        };
        format!("  a b c\n{}\n{}\n{}", row(0), row(1), row(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(position: &str) -> Node {
        TicTacToe.node(&TicTacToe.parse_state(position).unwrap())
    }

    #[test]
    fn the_counts_say_whose_turn_it_is() {
        assert_eq!(node("........."), Node::Decision(Player::Max));
        assert_eq!(node("....x...."), Node::Decision(Player::Min));
        assert_eq!(node("o...x...."), Node::Decision(Player::Max));
    }

    #[test]
    fn every_line_wins() {
        for line in LINES {
            let state = TicTacToeState { x: line, o: 0 };
            assert_eq!(TicTacToe.node(&state), Node::Terminal(1.0));
            let state = TicTacToeState { x: 0, o: line };
            assert_eq!(TicTacToe.node(&state), Node::Terminal(-1.0));
        }
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        assert_eq!(node("xoxxoooxx"), Node::Terminal(0.0));
    }

    #[test]
    fn the_last_square_can_win_with_two_lines() {
        assert_eq!(node("xoxoxoxox"), Node::Terminal(1.0));
    }

    #[test]
    fn impossible_boards_are_errors() {
        let cases = [
            ("", "nine squares"),
            ("x.......", "nine squares"),
            ("x.........", "nine squares"),
            ("x.......z", "nine squares"),
            ("xx.......", "x moves first"),
            ("o........", "x moves first"),
            ("xxxooo...", "a line ends the game"),
            ("xxxoo.o..", "a line ends the game"),
            ("ooo.xx.xx", "a line ends the game"),
        ];
        for (text, reason) in cases {
            let error = TicTacToe.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn the_drawing_has_coordinates() {
        let state = TicTacToe.parse_state("xo..x....").unwrap();
        assert_eq!(TicTacToe.draw(&state), "  a b c\n1 x o .\n2 . x .\n3 . . .");
    }

    #[test]
    fn squares_are_named_by_column_and_row() {
        let state = TicTacToe.initial();
        assert_eq!(TicTacToe.parse_move(&state, "a1"), Ok(0));
        assert_eq!(TicTacToe.parse_move(&state, "c1"), Ok(2));
        assert_eq!(TicTacToe.parse_move(&state, "A3"), Ok(6));
        assert!(TicTacToe.parse_move(&state, "d1").is_err());
    }

    #[test]
    fn the_centre_looks_best_and_the_edges_worst() {
        let state = TicTacToe.initial();
        let promises = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|square| TicTacToe.promise(&state, square));
        assert_eq!(promises, [1, 0, 1, 0, 2, 0, 1, 0, 1]);
    }

    #[test]
    fn there_are_no_parameters() {
        assert_eq!(TicTacToe::parse_parameters(""), Ok(TicTacToe));
        assert!(TicTacToe::parse_parameters("size=4").is_err());
    }
}

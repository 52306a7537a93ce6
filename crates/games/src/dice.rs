//! Dice, the game that Hauk invented to measure searches with (thesis of 2004, chapter 4).

mod evaluate;
mod gain;
mod notation;
mod positions;
mod prospects;
mod squares;
mod state;

use starmax_core::{Bounds, Game, Hashable, Node, ParseError, Player, Rules, WINNING};

use crate::{Parameters, mix};
use gain::Gain;
use state::{LARGEST, Phase};

pub use evaluate::{Pairs, PairsTanh};
pub use positions::random_position;
pub use state::DiceState;

/// Dice: a line of stones wins, but a die says in which row or column the next stone goes.
///
/// The board has `size` rows and as many columns, and the die as many sides. X is Max and begins. X's roll picks the row,
/// O's the column; the player puts a stone on an empty square of it, or passes when there is none.
/// The first to have `line` stones in a row (across, down or diagonally) wins: 1 for X, -1 for O. A full board
/// is a draw, 0.
///
/// A position such as `5/2x2/5/5/5:o3` gives the rows from top to bottom, with numbers for empty squares (dots will do
/// too), then whose turn it is, and the roll if the die has been thrown: here O must play in column 3. A square such as `b3`
/// is in the second column and the third row.
///
/// ```
/// use starmax_core::{Notation, Rules};
/// use starmax_games::Dice;
///
/// let game = Dice::new(5, 4);
/// let state = game.parse_state("5/2x2/5/5/5:o3")?;
/// let next = game.play(&state, game.parse_move(&state, "c1")?);
/// assert_eq!(game.write_state(&next), "2o2/2x2/5/5/5:x");
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    size: u8,
    line: u8,
}

/// A square of a [`Dice`] board; rows and columns are counted from 0, from the top and from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// The row.
    pub row: u8,
    /// The column.
    pub column: u8,
}

/// What a player may do in [`Dice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceMove {
    /// Put a stone on this square.
    Stone(Square),
    /// Do nothing: the row or column is full.
    Pass,
}

const SMALLEST: u8 = 3;
const SHORTEST_LINE: u8 = 2;
const DEFAULT_SIZE: u8 = 5;
const DEFAULT_LINE: u8 = 4;

impl Dice {
    /// The game on a board of `size` times `size` squares, 3 to 19, with `line` in a row to win, 2 to `size`.
    ///
    /// # Panics
    /// When a number is outside its range.
    #[must_use]
    pub fn new(size: u8, line: u8) -> Self {
        assert!(
            (SMALLEST..=LARGEST).contains(&size),
            "a board has {SMALLEST} to {LARGEST} rows"
        );
        assert!(
            (SHORTEST_LINE..=size).contains(&line),
            "a line has {SHORTEST_LINE} to {size} stones"
        );
        Self { size, line }
    }

    /// The game as named on the command line: `11x11,k=4`. Without a size the board is 5x5; without k a line has 4
    /// stones, or 3 on the smallest board.
    ///
    /// # Errors
    /// When a parameter is unknown or out of range, or a line would not fit on the board.
    pub fn parse_parameters(text: &str) -> Result<Self, ParseError> {
        let (first, rest) = text.split_once(',').unwrap_or((text, ""));
        let (size, others) = if first.trim().is_empty() || first.contains('=') {
            (DEFAULT_SIZE, text)
        } else {
            (parse_size(first)?, rest)
        };
        let line = Parameters::parse(others, &["k"])?.number(
            "k",
            DEFAULT_LINE.min(size),
            SHORTEST_LINE..=LARGEST,
        )?;
        if line > size {
            return Err(ParseError::new(
                text,
                format!(
                    "k from {SHORTEST_LINE} to {size}: a line must fit on a {size}x{size} board"
                ),
            ));
        }
        Ok(Self::new(size, line))
    }

    /// The number of rows, of columns, and of sides of the die.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The number of stones in a row that win.
    #[must_use]
    pub fn line(&self) -> u8 {
        self.line
    }

    fn squares(self) -> u16 {
        u16::from(self.size) * u16::from(self.size)
    }

    /// Whether a stone that brings `gain` finishes a line.
    #[inline]
    fn wins(self, state: &DiceState, player: Player, square: Square, gain: Gain) -> bool {
        // Of any three or more in a row, this stone has two others within two squares, with no gap.
        let is_suspect = gain.has_three() || (self.line == SHORTEST_LINE && gain.has_two());
        is_suspect && state.longest_line(player, square, self.size) >= self.line
    }

    /// The state after `player` has put a stone.
    #[expect(
        clippy::inline_always,
        reason = "half of an Expectimax search is spent here"
    )]
    #[inline(always)]
    fn with_stone(self, state: &DiceState, player: Player, square: Square) -> DiceState {
        let gain = state.gain(player, square);
        let stones = state.stones(Player::Max) + state.stones(Player::Min) + 1;
        let phase = if self.wins(state, player, square, gain) {
            Phase::Won(player)
        } else if stones == self.squares() {
            Phase::Drawn
        } else {
            Phase::Roll
        };
        state.with_stone(player, square, gain, phase)
    }
}

/// Four in a row on the small board, as in the papers.
impl Default for Dice {
    fn default() -> Self {
        Self::new(DEFAULT_SIZE, DEFAULT_LINE)
    }
}

fn parse_size(text: &str) -> Result<u8, ParseError> {
    let size = text.trim().split_once('x').and_then(|(rows, columns)| {
        let size: u8 = rows.parse().ok()?;
        (columns.parse() == Ok(size) && (SMALLEST..=LARGEST).contains(&size)).then_some(size)
    });
    size.ok_or_else(|| {
        ParseError::new(
            text,
            format!(
                "a board from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}, as many rows as columns"
            ),
        )
    })
}

impl Square {
    fn neighbour(self, down: i8, right: i8, size: u8) -> Option<Self> {
        let on_board = |place: u8, step| place.checked_add_signed(step).filter(|&next| next < size);
        Some(Self {
            row: on_board(self.row, down)?,
            column: on_board(self.column, right)?,
        })
    }
}

impl Rules for Dice {
    type State = DiceState;
    type Move = DiceMove;
    /// The row or column that is rolled, counted from 0.
    type Outcome = u8;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> DiceState {
        DiceState::INITIAL
    }

    #[inline]
    fn node(&self, state: &DiceState) -> Node {
        match state.phase {
            Phase::Roll => Node::Chance,
            Phase::Stone(_) => Node::Decision(state.player),
            Phase::Won(winner) => Node::Terminal(winner.sees(1.0)),
            Phase::Drawn => Node::Terminal(0.0),
        }
    }

    fn player(&self, state: &DiceState) -> Player {
        state.player
    }

    #[inline]
    fn moves(&self, state: &DiceState, out: &mut Vec<DiceMove>) {
        let Phase::Stone(roll) = state.phase else {
            return;
        };
        let square = |place| match state.player {
            Player::Max => Square {
                row: roll,
                column: place,
            },
            Player::Min => Square {
                row: place,
                column: roll,
            },
        };
        out.reserve(usize::from(self.size));
        for square in (0..self.size).map(square) {
            if state.is_empty(square) {
                out.push(DiceMove::Stone(square));
            }
        }
        if out.is_empty() {
            out.push(DiceMove::Pass);
        }
    }

    fn outcomes(&self, _: &DiceState, out: &mut Vec<(u8, f64)>) {
        let probability = 1.0 / f64::from(self.size);
        out.extend((0..self.size).map(|roll| (roll, probability)));
    }

    #[inline]
    fn play(&self, state: &DiceState, mv: DiceMove) -> DiceState {
        match mv {
            DiceMove::Stone(square) => self.with_stone(state, state.player, square),
            DiceMove::Pass => state.turned(state.player.opponent(), Phase::Roll),
        }
    }

    #[inline]
    fn resolve(&self, state: &DiceState, roll: u8) -> DiceState {
        state.turned(state.player, Phase::Stone(roll))
    }
}

impl Game for Dice {
    fn utility(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }

    /// The two-quality check of the thesis (sections 3.6 and 4.2.4): a stone that wins, else the one that makes most pairs.
    ///
    /// Broken pairs do not count. So the published shares of nodes and of successful probes come out, and "quick" differs from
    /// "static", as it does in Table B.17.
    #[inline]
    fn promise(&self, state: &DiceState, mv: DiceMove) -> i32 {
        let DiceMove::Stone(square) = mv else {
            return 0;
        };
        let gain = state.gain(state.player, square);
        if self.wins(state, state.player, square, gain) {
            WINNING
        } else {
            i32::from(gain.made())
        }
    }
}

impl Hashable for Dice {
    #[inline]
    fn hash(&self, state: &DiceState) -> u64 {
        let turn = u64::from(state.player == Player::Min);
        let roll = state.roll().map_or(0, |roll| u64::from(roll) + 1);
        state.key() ^ mix(u64::MAX - (roll << 1 | turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(parameters: &str) -> String {
        Dice::parse_parameters(parameters).unwrap_err().to_string()
    }

    #[test]
    fn board_and_line_are_parameters() {
        for (parameters, size, line) in [
            ("", 5, 4),
            ("11x11", 11, 4),
            ("11x11,k=5", 11, 5),
            (" 7x7 , k = 3 ", 7, 3),
            ("k=5", 5, 5),
            ("3x3", 3, 3),
            ("19x19,k=19", 19, 19),
        ] {
            assert_eq!(
                Dice::parse_parameters(parameters),
                Ok(Dice::new(size, line))
            );
        }
    }

    #[test]
    fn boards_are_square_and_of_some_size() {
        for parameters in [
            "2x2", "20x20", "5x7", "5", "x", "5x5x5", "-5x-5", "300x300", "k",
        ] {
            let error = error(parameters);
            assert!(error.contains("a board from 3x3 to 19x19"), "{error}");
        }
    }

    #[test]
    fn a_line_must_fit_on_the_board() {
        assert_eq!(
            error("5x5,k=6"),
            "found \"5x5,k=6\", expected k from 2 to 5: a line must fit on a 5x5 board"
        );
        assert!(error("k=1").contains("k=N with N from 2 to 19"));
        assert!(error("5x5,k=x").contains("k=N with N from 2 to 19"));
        assert!(error("5x5,n=4").ends_with("one of k"));
        assert!(error("k=4,5x5").ends_with("one of k"));
        assert!(error("5x5,5x5").ends_with("one of k"));
    }

    #[test]
    fn a_state_is_small() {
        assert!(size_of::<DiceState>() <= 152);
    }
}

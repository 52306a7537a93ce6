//! A second set of rules of Dice, written for clarity alone, and states that no game need lead to.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::Notation;
use starmax_games::{Dice, DiceState};

/// The steps along lines, down and to the right.
pub const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board as characters that is looked at square by square, whose turn it is, and the roll from 1 up if there is one.
#[derive(Clone, Debug)]
pub struct Slow {
    /// The rows from top to bottom; a dot is an empty square.
    pub rows: Vec<Vec<char>>,
    line: i32,
    turn: char,
    roll: Option<usize>,
}

impl Slow {
    /// The board of a position.
    ///
    /// # Panics
    /// When it is no position of the game.
    #[must_use]
    pub fn new(game: Dice, position: &str) -> Self {
        let (rows, turn) = position.split_once(':').unwrap();
        let mut text = rows.to_owned();
        for empty in (1..=19).rev() {
            text = text.replace(&empty.to_string(), &".".repeat(empty));
        }
        Self {
            rows: text.split('/').map(|row| row.chars().collect()).collect(),
            line: i32::from(game.line()),
            turn: turn.chars().next().unwrap(),
            roll: turn[1..].parse().ok(),
        }
    }

    fn at(&self, row: i32, column: i32) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let cell = row.and_then(|row| row.get(usize::try_from(column).ok()?));
        cell.copied().unwrap_or('#')
    }

    fn squares(&self) -> Vec<(i32, i32)> {
        let size = i32::try_from(self.rows.len()).unwrap();
        (0..size)
            .flat_map(|row| (0..size).map(move |column| (row, column)))
            .collect()
    }

    /// What lies this many steps from a square along a line, for every square and each of its lines.
    #[must_use]
    pub fn along_every_line(&self) -> Vec<impl Fn(i32) -> char> {
        let mut lines = Vec::new();
        for (row, column) in self.squares() {
            for (down, right) in DIRECTIONS {
                lines.push(move |step| self.at(row + step * down, column + step * right));
            }
        }
        lines
    }

    fn has_won(&self, symbol: char) -> bool {
        let lines = self.along_every_line();
        lines
            .iter()
            .any(|at| (0..self.line).all(|step| at(step) == symbol))
    }

    /// How many pairs there are of this symbol.
    #[must_use]
    pub fn pairs(&self, symbol: char) -> usize {
        let is_pair = |at: &&_| {
            let at: &dyn Fn(i32) -> char = at;
            at(0) == symbol && (at(1) == symbol || (at(1) == '.' && at(2) == symbol))
        };
        let lines = self.along_every_line();
        lines.iter().filter(is_pair).count()
    }

    /// The value of a game that is over.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        if self.has_won('x') {
            Some(1.0)
        } else if self.has_won('o') {
            Some(-1.0)
        } else if self.rows.iter().flatten().all(|&symbol| symbol != '.') {
            Some(0.0)
        } else {
            None
        }
    }

    fn successors(&self) -> Vec<Self> {
        if self.value().is_some() {
            return Vec::new();
        }
        let Some(roll) = self.roll else {
            let rolls = 1..=self.rows.len();
            return rolls
                .map(|roll| Self {
                    roll: Some(roll),
                    ..self.clone()
                })
                .collect();
        };
        let passed = Self {
            turn: if self.turn == 'x' { 'o' } else { 'x' },
            roll: None,
            ..self.clone()
        };
        let mut successors = Vec::new();
        for place in 0..self.rows.len() {
            let (row, column) = if self.turn == 'x' {
                (roll - 1, place)
            } else {
                (place, roll - 1)
            };
            if self.rows[row][column] == '.' {
                let mut next = passed.clone();
                next.rows[row][column] = self.turn;
                successors.push(next);
            }
        }
        if successors.is_empty() {
            successors.push(passed);
        }
        successors
    }

    /// The number of paths of exactly `depth` steps.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.successors()
            .iter()
            .map(|next| next.perft(depth - 1))
            .sum()
    }
}

/// States with stones anywhere, in all numbers, that no game need lead to.
#[must_use]
pub fn crowded(game: Dice, count: usize, seed: u64) -> Vec<DiceState> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut states = Vec::new();
    while states.len() < count {
        let density: f64 = rng.random();
        let mut row = || -> String {
            let square = |_| match (rng.random_bool(density), rng.random()) {
                (false, _) => '.',
                (true, false) => 'x',
                (true, true) => 'o',
            };
            (0..game.size()).map(square).collect()
        };
        let rows: Vec<String> = (0..game.size()).map(|_| row()).collect();
        let turn = if rng.random() { 'x' } else { 'o' };
        let roll = rng.random_range(0..=game.size());
        let roll = if roll == 0 {
            String::new()
        } else {
            roll.to_string()
        };
        let position = format!("{}:{turn}{roll}", rows.join("/"));
        states.extend(game.parse_state(&position));
    }
    states
}

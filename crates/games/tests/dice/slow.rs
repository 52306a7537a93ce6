use starmax_games::Dice;

pub(crate) const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board as characters that is looked at square by square, whose turn it is, and the roll from 1 up if there is one.
#[derive(Clone)]
pub(crate) struct Slow {
    pub(crate) rows: Vec<Vec<char>>,
    line: i32,
    turn: char,
    roll: Option<usize>,
}

impl Slow {
    pub(crate) fn new(game: Dice, position: &str) -> Self {
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

    pub(crate) fn along_every_line(&self) -> Vec<impl Fn(i32) -> char> {
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

    pub(crate) fn pairs(&self, symbol: char) -> usize {
        let is_pair = |at: &&_| {
            let at: &dyn Fn(i32) -> char = at;
            at(0) == symbol && (at(1) == symbol || (at(1) == '.' && at(2) == symbol))
        };
        let lines = self.along_every_line();
        lines.iter().filter(is_pair).count()
    }

    pub(crate) fn value(&self) -> Option<f64> {
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

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.successors()
            .iter()
            .map(|next| next.perft(depth - 1))
            .sum()
    }
}

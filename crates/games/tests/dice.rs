//! Dice against a second set of rules, written for clarity alone: a board of characters that is looked at square by square.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Game, Hashable, Node, Notation, Player};
use starmax_games::{Dice, DiceMove, DiceState, Pairs, PairsTanh, Square, random_position};
use starmax_testkit::{check, check_playthrough, expectimax, random_walk};

const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board as characters, whose turn it is, and the roll from 1 up if there is one.
#[derive(Clone)]
struct Slow {
    rows: Vec<Vec<char>>,
    line: i32,
    turn: char,
    roll: Option<usize>,
}

impl Slow {
    fn new(game: &Dice, position: &str) -> Self {
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

    fn along_every_line(&self) -> Vec<impl Fn(i32) -> char> {
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

    fn pairs(&self, symbol: char) -> usize {
        let is_pair = |at: &&_| {
            let at: &dyn Fn(i32) -> char = at;
            at(0) == symbol && (at(1) == symbol || (at(1) == '.' && at(2) == symbol))
        };
        let lines = self.along_every_line();
        lines.iter().filter(is_pair).count()
    }

    fn value(&self) -> Option<f64> {
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

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.successors()
            .iter()
            .map(|next| next.perft(depth - 1))
            .sum()
    }
}

fn successors(game: &Dice, state: &DiceState) -> Vec<DiceState> {
    match game.node(state) {
        Node::Decision(_) => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            moves.into_iter().map(|mv| game.play(state, mv)).collect()
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            outcomes
                .into_iter()
                .map(|(roll, _)| game.resolve(state, roll))
                .collect()
        }
        Node::Terminal(_) => Vec::new(),
    }
}

/// The number of paths of exactly `depth` steps.
fn perft(game: &Dice, state: &DiceState, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = successors(game, state);
    next.iter().map(|state| perft(game, state, depth - 1)).sum()
}

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn games() -> Vec<Dice> {
    let sizes = [
        (3, 2),
        (3, 3),
        (4, 3),
        (5, 4),
        (5, 5),
        (7, 5),
        (11, 4),
        (19, 5),
        (19, 19),
    ];
    sizes.map(|(size, line)| Dice::new(size, line)).to_vec()
}

/// States from random games, one list per game.
fn walks(game: &Dice, count: u64) -> Vec<DiceState> {
    (0..count)
        .flat_map(|seed| random_walk(game, &mut rng(seed), usize::MAX))
        .collect()
}

/// States with stones anywhere, in all numbers, that no game need lead to.
fn crowded(game: &Dice, count: usize, seed: u64) -> Vec<DiceState> {
    let mut rng = rng(seed);
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

#[test]
fn dice_keeps_its_contract() {
    for game in games() {
        check(&game);
    }
}

#[test]
fn dice_plays_as_recorded() {
    check_playthrough(&Dice::default(), 1, "playthroughs/dice.txt");
}

#[test]
fn perft_agrees_with_the_slow_rules() {
    for (game, depth) in [
        (Dice::new(3, 2), 8),
        (Dice::new(3, 3), 8),
        (Dice::new(4, 3), 6),
        (Dice::new(5, 4), 5),
        (Dice::new(11, 4), 3),
    ] {
        let initial = game.initial();
        let slow = Slow::new(&game, &game.write_state(&initial));
        assert_eq!(perft(&game, &initial, depth), slow.perft(depth), "{game:?}");
        for state in crowded(&game, 20, 1) {
            let position = game.write_state(&state);
            let slow = Slow::new(&game, &position);
            assert_eq!(
                perft(&game, &state, 3),
                slow.perft(3),
                "{game:?} {position}"
            );
        }
    }
}

#[test]
fn perft_of_the_small_board_is_known() {
    let game = Dice::default();
    let counts = [1, 2, 3, 4, 5, 6].map(|depth| perft(&game, &game.initial(), depth));
    assert_eq!(counts, [5, 25, 125, 600, 3000, 14000]);
}

#[test]
fn everything_kept_from_stone_to_stone_is_as_counted_afresh() {
    for game in games() {
        let count = if game.size() > 7 { 2 } else { 30 };
        let mut states = walks(&game, count);
        states.extend(crowded(&game, 50, 2));
        for state in states {
            let position = game.write_state(&state);
            let slow = Slow::new(&game, &position);
            let value = match game.node(&state) {
                Node::Terminal(value) => Some(value),
                _ => None,
            };
            assert_eq!(value, slow.value(), "{position}");
            for (player, symbol) in [(Player::Max, 'x'), (Player::Min, 'o')] {
                let pairs = usize::from(state.pairs(player));
                assert_eq!(pairs, slow.pairs(symbol), "{position}");
                let stones = slow.rows.iter().flatten().filter(|&&stone| stone == symbol);
                assert_eq!(
                    usize::from(state.stones(player)),
                    stones.count(),
                    "{position}"
                );
            }
            assert_eq!(game.parse_state(&position).unwrap(), state, "{position}");
        }
    }
}

#[test]
fn the_hash_tells_turns_and_rolls_apart() {
    let game = Dice::default();
    let hash = |position: &str| game.hash(&game.parse_state(position).unwrap());
    let board = "5/2x2/5/1o3/5";
    let mut hashes = Vec::new();
    for turn in ["x", "o"] {
        for roll in ["", "1", "2", "3", "4", "5"] {
            hashes.push(hash(&format!("{board}:{turn}{roll}")));
        }
    }
    hashes.push(hash("5/2o2/5/1x3/5:x"));
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

#[test]
fn lines_win_in_every_direction_and_place() {
    for (size, line) in [(3, 2), (3, 3), (5, 4), (11, 4), (19, 5), (19, 19)] {
        let game = Dice::new(size, line);
        let (size, length) = (i32::from(size), i32::from(line));
        let is_inside =
            |row: i32, column: i32| (0..size).contains(&row) && (0..size).contains(&column);
        for (down, right) in DIRECTIONS {
            for start in 0..size * size {
                let square = |step| (start / size + step * down, start % size + step * right);
                let (row, column) = square(length - 1);
                if is_inside(row, column) {
                    let line: Vec<_> = (0..length).map(square).collect();
                    a_line_wins_once_it_is_whole(&game, &line, 'x');
                    a_line_wins_once_it_is_whole(&game, &line, 'o');
                }
            }
        }
    }
}

/// Plays each square of the line as the last one.
fn a_line_wins_once_it_is_whole(game: &Dice, line: &[(i32, i32)], symbol: char) {
    for last in 0..line.len() {
        let size = usize::from(game.size());
        let mut rows = vec![vec!['.'; size]; size];
        for &(row, column) in &line[..last]
            .iter()
            .chain(&line[last + 1..])
            .copied()
            .collect::<Vec<_>>()
        {
            rows[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()] = symbol;
        }
        let (row, column) = line[last];
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let roll = if symbol == 'x' { row + 1 } else { column + 1 };
        let state = game
            .parse_state(&format!("{}:{symbol}{roll}", rows.join("/")))
            .unwrap();
        assert!(matches!(game.node(&state), Node::Decision(_)));
        let square = Square {
            row: u8::try_from(row).unwrap(),
            column: u8::try_from(column).unwrap(),
        };
        let next = game.play(&state, DiceMove::Stone(square));
        let value = if symbol == 'x' { 1.0 } else { -1.0 };
        assert_eq!(
            game.node(&next),
            Node::Terminal(value),
            "{}",
            game.write_state(&next)
        );
        assert_eq!(game.promise(&state, DiceMove::Stone(square)), 2);
    }
}

//! Dice against a second set of rules, written for clarity alone.

mod evaluators;
mod positions;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Game, Hashable, Node, Notation, Player, Rules, WINNING};
use starmax_games::{Dice, DiceMove, DiceState, Square};
use starmax_testkit::dice::{DIRECTIONS, Slow, crowded};
use starmax_testkit::{check, check_playthrough, random_walk, successors};

/// The number of paths of exactly `depth` steps.
fn perft(game: Dice, state: &DiceState, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = successors(&game, state);
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
fn walks(game: Dice, count: u64) -> Vec<DiceState> {
    (0..count)
        .flat_map(|seed| random_walk(&game, &mut rng(seed), usize::MAX))
        .collect()
}

#[test]
fn dice_keeps_its_contract() {
    for (size, line) in [(3, 2), (3, 3), (5, 4), (7, 5), (11, 3), (19, 2)] {
        check(&Dice::new(size, line));
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
        (Dice::new(5, 4), 6),
        (Dice::new(11, 4), 3),
    ] {
        let initial = game.initial();
        let slow = Slow::new(game, &game.write_state(&initial));
        assert_eq!(perft(game, &initial, depth), slow.perft(depth), "{game:?}");
        for state in crowded(game, 20, 1) {
            let position = game.write_state(&state);
            let slow = Slow::new(game, &position);
            assert_eq!(perft(game, &state, 3), slow.perft(3), "{game:?} {position}");
        }
    }
}

#[test]
fn perft_of_the_small_board_is_known() {
    let game = Dice::default();
    let counts = [1, 2, 3, 4, 5, 6, 7, 8].map(|depth| perft(game, &game.initial(), depth));
    assert_eq!(counts, [5, 25, 125, 600, 3000, 13800, 69000, 303_600]);
}

#[test]
fn everything_kept_from_stone_to_stone_is_as_counted_afresh() {
    for game in games() {
        let count = if game.size() > 7 { 2 } else { 30 };
        let mut states = walks(game, count);
        states.extend(crowded(game, 50, 2));
        for state in states {
            let position = game.write_state(&state);
            let slow = Slow::new(game, &position);
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
                    a_line_wins_once_it_is_whole(game, &line, 'x');
                    a_line_wins_once_it_is_whole(game, &line, 'o');
                }
            }
        }
    }
}

/// Plays each square of the line as the last one.
fn a_line_wins_once_it_is_whole(game: Dice, line: &[(i32, i32)], symbol: char) {
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
        let promise = game.promise(&state, DiceMove::Stone(square));
        assert_eq!(promise, WINNING);
    }
}

#[test]
fn a_stone_promises_the_pairs_it_makes() {
    let game = Dice::default();
    let state = game.parse_state("xo3/5/2o2/x4/3o1:x2").unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let promises: Vec<i32> = moves.iter().map(|&mv| game.promise(&state, mv)).collect();
    assert_eq!(promises, [2, 1, 1, 0, 0]);
    for mv in moves {
        let made = game.play(&state, mv).pairs(Player::Max) - state.pairs(Player::Max);
        assert_eq!(game.promise(&state, mv), i32::from(made));
    }
}

#[test]
fn a_full_row_or_column_is_a_pass() {
    let game = Dice::default();
    for (position, passed) in [
        ("5/xoxox/5/5/5:x2", "5/xoxox/5/5/5:o"),
        ("1x3/1o3/1x3/1o3/1x3:o2", "1x3/1o3/1x3/1o3/1x3:x"),
    ] {
        let state = game.parse_state(position).unwrap();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert_eq!(moves, [DiceMove::Pass]);
        assert_eq!(game.write_move(&state, DiceMove::Pass), "pass");
        let next = game.play(&state, DiceMove::Pass);
        assert_eq!(game.write_state(&next), passed);
        assert_eq!(
            game.hash(&next),
            game.hash(&game.parse_state(passed).unwrap())
        );
    }
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let game = Dice::new(3, 3);
    let state = game.parse_state("xox/xoo/ox1:x3").unwrap();
    let last = DiceMove::Stone(Square { row: 2, column: 2 });
    let drawn = game.play(&state, last);
    assert_eq!(game.node(&drawn), Node::Terminal(0.0));
    let state = game.parse_state("xox/oxo/ox1:x3").unwrap();
    let won = game.play(&state, last);
    assert_eq!(
        game.node(&won),
        Node::Terminal(1.0),
        "the last stone can win"
    );
}

//! The net of Dice: what it sees, and that it judges as its weights say.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Node, Notation, Player, Rules};
use starmax_games::{Dice, DiceState, random_position};
use starmax_judges::dice::{DiceNet, NetFile, NetInputs, NetWeights, squash, squash_slope};
use starmax_testkit::dice::{Slow, crowded};
use starmax_testkit::{Flip, Flips, check_bounds, flip_bits, random_walk};

const SHIPPED: &str = include_str!("../nets/dice-5x5-k4.json");

fn shipped() -> NetFile {
    NetFile::parse(SHIPPED).unwrap()
}

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// States that are not terminal, from games and from nowhere.
fn states() -> Vec<DiceState> {
    let game = Dice::default();
    let walk = |seed| random_walk(&game, &mut rng(seed), usize::MAX);
    let mut states: Vec<_> = (0..100).flat_map(walk).collect();
    states.extend(crowded(game, 1000, 7));
    states.retain(|state| !matches!(game.node(state), Node::Terminal(_)));
    states
}

/// The runs of exactly `length` stones, looked for square by square.
fn slow_runs(slow: &Slow, symbol: char, length: i32) -> usize {
    let is_run = |at: &&_| is_run(at, symbol, length);
    slow.along_every_line().iter().filter(is_run).count()
}

fn is_run(at: &impl Fn(i32) -> char, symbol: char, length: i32) -> bool {
    let is_stone = |step| at(step) == symbol;
    !is_stone(-1) && (0..length).all(is_stone) && !is_stone(length)
}

#[test]
fn the_net_sees_stones_and_runs_from_the_side_of_the_player_to_move() {
    let game = Dice::default();
    for state in states() {
        let position = game.write_state(&state);
        let slow = Slow::new(game, &position);
        let (own, opponent) = match state.player() {
            Player::Max => ('x', 'o'),
            Player::Min => ('o', 'x'),
        };
        let inputs = NetInputs::new(&state);
        let runs = [(own, 2), (own, 3), (opponent, 2), (opponent, 3)];
        let runs = runs.map(|(symbol, length)| slow_runs(&slow, symbol, length));
        assert_eq!(inputs.runs.map(|count| count as usize), runs, "{position}");
        for square in 0..25 {
            let (row, column) = match state.player() {
                Player::Max => (square / 5, square % 5),
                Player::Min => (square % 5, square / 5),
            };
            let stone = slow.rows[row][column];
            assert_eq!(inputs.own >> square & 1 == 1, stone == own, "{position}");
            assert_eq!(
                inputs.opponent >> square & 1 == 1,
                stone == opponent,
                "{position}"
            );
        }
    }
}

#[test]
fn the_fast_net_judges_as_its_weights_say() {
    let (game, weights) = (Dice::default(), shipped().weights);
    for state in states() {
        let fast = DiceNet::shipped().evaluate(&game, &state);
        let plain = f64::from(weights.value(&NetInputs::new(&state)));
        let plain = state.player().sees(plain);
        assert!(
            (fast - plain).abs() < 1e-5,
            "{}: {fast} {plain}",
            game.write_state(&state)
        );
    }
}

/// Rows and columns swapped, and the colours too.
fn mirrored(game: Dice, state: &DiceState) -> DiceState {
    let position = game.write_state(state);
    let rows = Slow::new(game, &position).rows;
    let swapped = |symbol| match symbol {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let row = |row: usize| -> String { (0..5).map(|column| swapped(rows[column][row])).collect() };
    let board: Vec<String> = (0..5).map(row).collect();
    let turn: String = position
        .split(':')
        .nth(1)
        .unwrap()
        .chars()
        .map(swapped)
        .collect();
    game.parse_state(&format!("{}:{turn}", board.join("/")))
        .unwrap()
}

#[test]
fn the_mirrored_game_is_worth_as_much_to_the_other_player() {
    let (game, net) = (Dice::default(), DiceNet::shipped());
    for state in states() {
        let value = net.evaluate(&game, &state);
        let other = net.evaluate(&game, &mirrored(game, &state));
        assert!(
            (value + other).abs() < 1e-6,
            "{}: {value} {other}",
            game.write_state(&state)
        );
    }
}

#[test]
fn a_roll_is_not_seen() {
    let (game, net) = (Dice::default(), DiceNet::shipped());
    let value = |position: &str| net.evaluate(&game, &game.parse_state(position).unwrap());
    for turn in ["x", "o"] {
        let before = value(&format!("5/1xx2/3o1/5/5:{turn}"));
        assert_eq!(before, value(&format!("5/1xx2/3o1/5/5:{turn}3")));
    }
}

/// Weights with which every unit is pushed as far as can be.
fn extreme() -> NetWeights {
    let largest = NetWeights::LARGEST;
    NetWeights {
        own: [[largest; 10]; 25],
        opponent: [[-largest; 10]; 25],
        runs: [[largest; 10]; 4],
        bias: [0.0; 10],
        output: [largest; 10],
        output_bias: largest,
    }
}

#[test]
fn values_never_reach_a_win() {
    let game = Dice::default();
    for net in [DiceNet::shipped(), &DiceNet::new(&extreme())] {
        for state in states() {
            let value = net.evaluate(&game, &state);
            assert!(-1.0 < value && value < 1.0, "{}", game.write_state(&state));
        }
    }
}

#[test]
fn bounds_of_the_net_hold_for_every_continuation() {
    let game = Dice::default();
    let mut rng = rng(11);
    let mut states: Vec<_> = (0..25).map(|_| random_position(&game, &mut rng)).collect();
    states.extend(crowded(game, 40, 12));
    for net in [DiceNet::shipped(), &DiceNet::new(&extreme())] {
        check_bounds(&game, net, &states, 5);
    }
    check_bounds(&game, DiceNet::shipped(), &crowded(game, 2000, 13), 2);
}

#[test]
fn bounds_are_exact_where_no_stone_can_come() {
    let (game, net) = (Dice::default(), DiceNet::shipped());
    for (turn, depth, is_exact) in [
        ("x", 0, true),
        ("x", 1, true),
        ("x", 2, false),
        ("o3", 0, true),
        ("o3", 1, false),
    ] {
        let state = game.parse_state(&format!("5/1xx2/3o1/5/5:{turn}")).unwrap();
        let bounds = net.bounds(&game, &state, depth);
        assert_eq!(bounds.is_exact(), is_exact, "{turn} at depth {depth}");
    }
}

#[test]
fn squashing_rises_stays_inside_and_has_the_slope_it_says() {
    let points = || (-400..=400).map(|step: i16| f32::from(step) / 50.0);
    for (x, next) in points().zip(points().skip(1)) {
        let (low, high) = (squash(x), squash(next));
        assert!(-1.0 < low && low < high && high < 1.0);
        let slope = (high - low) / (next - x);
        let middle = squash_slope(squash(f32::midpoint(x, next)));
        assert!((slope - middle).abs() < 2e-3, "{x}: {slope} {middle}");
    }
    assert_eq!(squash_slope(1.0), 0.0);
}

#[test]
fn the_shipped_file_is_as_the_training_wrote_it() {
    let file = shipped();
    assert_eq!(file.write(), SHIPPED);
    assert!(file.command.starts_with("starmax train dice --games "));
    assert!(
        file.command.contains(&format!("--games {} ", file.games)),
        "trained to the end"
    );
}

#[test]
fn no_flipped_bit_makes_another_net() {
    let whole = shipped();
    let flips = flip_bits(SHIPPED.as_bytes(), |bytes| {
        match str::from_utf8(bytes).map(NetFile::parse) {
            Ok(Ok(file)) => {
                assert_eq!(file, whole);
                Flip::NoEffect
            }
            _ => Flip::Detected,
        }
    });
    let expected = Flips {
        detected: 999,
        without_effect: 1,
    };
    assert_eq!(flips, expected);
}

#[test]
fn a_net_without_a_checksum_says_which_one_it_would_have() {
    let (rest, sum) = SHIPPED.split_once(",\"sum\"").unwrap();
    let error = NetFile::parse(&format!("{rest}}}")).unwrap_err();
    let expected = format!("older versions; if it is not damaged, add \"sum\"{sum}");
    assert!(
        error
            .to_string()
            .contains(expected.trim_end_matches("}\n").trim_end_matches('"')),
        "{error}"
    );
}

#[test]
fn the_net_knows_what_is_good() {
    let (game, net) = (Dice::default(), DiceNet::shipped());
    let value = |position: &str| net.evaluate(&game, &game.parse_state(position).unwrap());
    assert!(value("5/1xxx1/5/2o2/o4:x") > 0.3);
    assert!(value("1o3/1o3/1o3/2x2/4x:o") < -0.3);
    assert!(value("5/5/5/5/5:x") > -0.3 && value("5/5/5/5/5:x") < 0.6);
}

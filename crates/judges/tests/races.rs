//! Races on the way home: how they are judged, and between which values.

use std::collections::BTreeSet;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Notation, Player, Rules};
use starmax_files::SealedError;
use starmax_games::{Backgammon, BackgammonState, Roll, Scoring};
use starmax_judges::backgammon::{BackgammonNet, NetError, PaceNet, Track, for_each_end, home_of};
use starmax_search::{Algorithm, Search, Table};

/// Checkers on the points up to `farthest`, of which `off` are off.
fn random_track(rng: &mut impl Rng, farthest: usize, off: u8) -> Track {
    let mut track = Track::default();
    for _ in off..15 {
        track[rng.random_range(0..farthest)] += 1;
    }
    track
}

fn position(mine: &Track, his: &Track, roll: Option<Roll>) -> String {
    let mut board = ['-'; 26];
    let letter = |first: u8, count: u8| char::from(first + count - 1);
    for (point, (&mine, &his)) in (1..).zip(mine.iter().zip(his)) {
        if mine > 0 {
            board[point] = letter(b'A', mine);
        }
        if his > 0 {
            board[25 - point] = letter(b'a', his);
        }
    }
    let board: String = board.iter().collect();
    let (high, low) = roll.map_or((0, 0), |roll| (roll.high(), roll.low()));
    format!("XGID={board}:0:0:1:{high}{low}:0:0:0:0:10")
}

/// Races of all kinds with a roll, in which no table knows all.
fn races(seed: u64) -> impl Iterator<Item = BackgammonState> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        let farthest = rng.random_range(3..=18);
        let others = rng.random_range(1..=18.min(24 - farthest));
        let off = [(); 2].map(|()| {
            if rng.random_bool(0.5) {
                0
            } else {
                rng.random_range(1..15)
            }
        });
        let mine = random_track(&mut rng, farthest, off[0]);
        let his = random_track(&mut rng, others, off[1]);
        let roll = Roll::new(rng.random_range(1..=6), rng.random_range(1..=6));
        let text = position(&mine, &his, Some(roll));
        let state = Backgammon::default().parse_state(&text);
        state.unwrap_or_else(|error| panic!("{text}: {error}"))
    })
}

#[test]
fn turns_of_a_race_are_those_of_the_game() {
    let game = Backgammon::default();
    for state in races(1).take(300) {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let expected: BTreeSet<Track> = (moves.iter())
            .map(|&mv| track(&game.play(&state, mv), state.player()))
            .collect();
        let mut found = BTreeSet::new();
        for_each_end(
            track(&state, state.player()),
            state.roll().unwrap(),
            &mut |end| {
                found.insert(end);
            },
        );
        assert_eq!(found, expected);
    }
}

#[test]
fn races_stay_inside_their_bounds() {
    let net = BackgammonNet::shipped();
    let mut widths = Vec::new();
    for state in races(2).take(120) {
        for scoring in [Scoring::Points, Scoring::Win] {
            let game = Backgammon::new(scoring);
            let possible = game.possible_values(&state);
            for depth in [1, 3] {
                let bounds = net.bounds(&game, &state, depth);
                let plain = Search::new(&game, net)
                    .algorithm(Algorithm::Star2)
                    .depth(depth)
                    .run(&state);
                // Rounding may carry an average a little past the bounds.
                let slack = if depth > 1 { 1e-9 } else { 0.0 };
                assert!(
                    bounds.lower - slack <= plain.value && plain.value <= bounds.upper + slack,
                    "{} is outside {bounds:?}: {state:?}, depth {depth}",
                    plain.value
                );
                if bounds != possible {
                    widths.push(bounds.upper - bounds.lower);
                }
            }
        }
    }
    let mean = widths.iter().sum::<f64>() / widths.len() as f64;
    assert!(widths.len() > 200, "{}", widths.len());
    assert!(mean < 0.02, "{mean}");
}

#[test]
fn searches_of_races_find_what_star2_finds() {
    let (game, net) = (Backgammon::default(), BackgammonNet::shipped());
    let is_cheap =
        |state: &BackgammonState| state.off(Player::Max) > 9 || state.off(Player::Min) > 9;
    let short = races(3).filter(is_cheap).take(12).map(|state| (state, 5));
    for (state, depth) in races(4).take(60).map(|state| (state, 3)).chain(short) {
        let plain = Search::new(&game, net)
            .algorithm(Algorithm::Star2)
            .depth(depth)
            .run(&state);
        let table = Table::with_entries(10_000);
        let found = Search::new(&game, net)
            .depth(depth)
            .table(&table)
            .run(&state);
        assert_eq!(found.value.to_bits(), plain.value.to_bits(), "{state:?}");
        assert_eq!(found.best, plain.best, "{state:?}");
    }
}

#[test]
fn a_look_ahead_hardly_changes_what_a_race_is_worth() {
    let (game, net) = (Backgammon::default(), BackgammonNet::shipped());
    let mut sum = 0.0;
    for state in races(8).take(100) {
        let before_roll = game.parse_state(&position(
            &track(&state, state.player()),
            &track(&state, state.player().opponent()),
            None,
        ));
        let before_roll = before_roll.expect("a race");
        let at_once = net.evaluate(&game, &before_roll);
        let looked = Search::new(&game, net)
            .algorithm(Algorithm::Star2)
            .depth(2)
            .run(&before_roll);
        sum += (looked.value - at_once).abs();
    }
    assert!(sum / 100.0 < 0.02, "{}", sum / 100.0);
}

fn track(state: &BackgammonState, player: Player) -> Track {
    std::array::from_fn(|point| state.checkers(player).count(1 + point))
}

fn random_net(seed: u64) -> PaceNet {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    PaceNet::new(
        (0..PaceNet::WEIGHTS)
            .map(|_| rng.random_range(-0.5..0.5))
            .collect(),
    )
}

#[test]
fn a_net_of_races_is_read_as_it_was_written() {
    let net = random_net(5);
    let bytes = net.write("a command");
    assert_eq!(PaceNet::parse(&bytes).unwrap(), net);
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let error = PaceNet::parse(&damaged).unwrap_err();
    assert!(
        matches!(error, NetError::Sealed(SealedError::Checksum { .. })),
        "{error}"
    );
}

#[test]
fn slopes_of_a_net_of_races_are_those_of_its_errors() {
    const STEP: f32 = 1e-2;
    let net = random_net(6);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let track = random_track(&mut rng, 18, 0);
    let target = [3.0, 4.0];
    let errors = |net: &PaceNet| {
        let rolls = net.rolls(&track);
        [rolls[0] - target[0], rolls[1] - target[1]]
    };
    let half_square = |net: &PaceNet| {
        errors(net)
            .iter()
            .map(|error| f64::from(error * error) / 2.0)
            .sum::<f64>()
    };
    let mut slopes = vec![0.0; PaceNet::WEIGHTS];
    net.add_slopes(&track, errors(&net), &mut slopes);
    for place in (0..PaceNet::WEIGHTS).step_by(7) {
        let moved = |by: f32| {
            let mut weights = net.weights().to_vec();
            weights[place] += by;
            half_square(&PaceNet::new(weights))
        };
        let expected = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
        let found = f64::from(slopes[place]);
        assert!(
            (found - expected).abs() < 0.05 * (1.0 + expected.abs()),
            "{place}: {found} {expected}"
        );
    }
}

#[test]
fn nobody_is_home_with_a_checker_outside() {
    let mut track = Track::default();
    track[5] = 2;
    assert_eq!(home_of(&track), Some([0, 0, 0, 0, 0, 2]));
    track[6] = 1;
    assert_eq!(home_of(&track), None);
}

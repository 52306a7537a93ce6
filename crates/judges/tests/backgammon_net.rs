//! The net: its inputs, its definition, and the fast ways to compute it.

mod common;

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, InBulk, Notation, Rules};
use starmax_files::{SealedError, SealedFile, checksum};
use starmax_games::{Backgammon, BackgammonState, Scoring};
use starmax_judges::backgammon::{
    BackgammonNet, Chances, Kernel, NetError, NetFile, NetInputs, NetWeights, Places, Races,
};
use starmax_testkit::{Flip, Flips, flip_bits};

use self::common::random_turns;

fn random_weights(seed: u64) -> NetWeights {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut number = || rng.random_range(-0.3..0.3);
    NetWeights::new((0..NetWeights::COUNT).map(|_| number()).collect())
}

/// As large as they may be.
fn large_weights(seed: u64) -> NetWeights {
    let mut weights = random_weights(seed);
    for number in &mut weights.numbers_mut()[NetWeights::LIMITED] {
        *number *= NetWeights::LARGEST / 0.3;
    }
    weights
}

/// The states before the rolls of random games.
fn random_states(games: u64) -> Vec<BackgammonState> {
    (random_turns(games).into_iter())
        .map(|[before, _]| before)
        .collect()
}

fn state(position: &str) -> BackgammonState {
    Backgammon::default().parse_state(position).unwrap()
}

fn rows(state: &BackgammonState) -> Vec<usize> {
    let mut rows = Vec::new();
    NetInputs::new(state).for_each_row(|row| rows.push(row));
    rows.sort_unstable();
    rows
}

#[test]
fn at_the_start_each_checker_is_a_row_and_no_blot_is_there() {
    let point = |point: usize, count: usize| (point - 1) * 6..(point - 1) * 6 + count;
    let mine: Vec<_> = [(6, 5), (8, 3), (13, 5), (24, 2)]
        .into_iter()
        .flat_map(|(place, count)| point(place, count))
        .collect();
    let his = mine.iter().map(|row| row + 163);
    let expected: Vec<_> = mine.iter().copied().chain(his).collect();
    assert_eq!(rows(&state("start")), expected);
}

/// A plain way to count them: each blot, each enemy checker, the pips between them.
#[test]
fn blots_in_danger_are_rows() {
    for state in random_states(3) {
        let me = state.player();
        let mut expected = Vec::new();
        for (side, owner) in [me, me.opponent()].into_iter().enumerate() {
            let (own, enemy) = (
                state.checkers(owner).counts(),
                state.checkers(owner.opponent()).counts(),
            );
            for point in (1..=24).filter(|&point| own[point] == 1) {
                for distance in 1..=point.min(11) {
                    if enemy[25 - point + distance] > 0 {
                        expected.push(326 + (side * 11 + distance - 1) * 24 + point - 1);
                    }
                }
            }
        }
        expected.sort_unstable();
        let mut blots = rows(&state);
        blots.retain(|row| (326..854).contains(row));
        assert_eq!(blots, expected, "{state:?}");
    }
}

/// The points from 1 to 6 that are blocked, as a number, for each player who has to enter there.
#[test]
fn homes_to_enter_are_rows() {
    let mut entries = 0;
    for state in random_states(20) {
        let me = state.player();
        let mut expected = Vec::new();
        for (side, owner) in [me, me.opponent()].into_iter().enumerate() {
            let enemy = state.checkers(owner.opponent());
            let home: usize = (1..=6)
                .filter(|&point| enemy.count(point) > 1)
                .map(|point| 1 << (point - 1))
                .sum();
            if state.checkers(owner).count(25) > 0 {
                expected.push(854 + 64 * side + home);
            }
        }
        let mut found = rows(&state);
        found.retain(|&row| row >= 854);
        assert_eq!(found, expected, "{state:?}");
        entries += found.len();
    }
    assert!(entries > 0);
}

#[test]
fn a_race_begins_when_the_players_have_passed() {
    let set = |state: &BackgammonState| NetInputs::new(state).set();
    assert_eq!(set(&state("start")), 3 * 9 + 3);
    for state in random_states(20) {
        let me = state.player();
        let (mine, his) = (
            state.checkers(me).counts(),
            state.checkers(me.opponent()).counts(),
        );
        let last_of_his = (1..=25).rev().find(|&point| his[point] > 0).unwrap();
        let contact = (26 - last_of_his..=25).any(|point| mine[point] > 0);
        assert_eq!(NetInputs::new(&state).is_race(), !contact, "{state:?}");
        assert_eq!(set(&state) == NetInputs::SETS - 1, !contact);
    }
}

/// The bits of all chances in one number (FNV-1a).
fn fingerprint<'a>(chances: impl IntoIterator<Item = &'a Chances>) -> u64 {
    let bits = chances
        .into_iter()
        .flat_map(|chances| chances.to_array().map(f32::to_bits));
    bits.fold(0xcbf2_9ce4_8422_2325, |hash, bits| {
        (hash ^ u64::from(bits)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Who changes these numbers changes what a training learns, and every recorded value of the shipped net.
#[test]
fn the_bits_are_the_recorded_ones() {
    let states = random_states(20);
    let bits = |weights: &NetWeights| {
        let mut chances = Vec::new();
        BackgammonNet::of_weights(weights).chances_of_all(&states, &mut chances);
        fingerprint(&chances)
    };
    assert_eq!(bits(&random_weights(1)), 0x0d16_d8e0_030c_056d);
    assert_eq!(bits(&large_weights(2)), 0x9e0b_56a0_a086_2491);
}

#[test]
fn many_at_once_are_judged_as_each_alone() {
    let game = Backgammon::default();
    let states = random_states(6);
    for weights in [random_weights(1), large_weights(2)] {
        for kernel in Kernel::available() {
            let net = BackgammonNet::of_weights(&weights)
                .with_kernel(kernel)
                .with_races(Arc::new(AlwaysWon));
            let alone: Vec<_> = states.iter().map(|state| net.chances(state)).collect();
            let values: Vec<_> = (states.iter())
                .map(|state| net.evaluate(&game, state))
                .collect();
            for size in [1, 2, 3, 4, 7, 32, 33, 100, states.len()] {
                let (mut together, mut together_values) = (Vec::new(), Vec::new());
                for states in states.chunks(size) {
                    net.chances_of_all(states, &mut together);
                    net.evaluate_all(&game, states, &mut together_values);
                }
                assert_eq!(together, alone, "{kernel:?} {size}");
                assert_eq!(together_values, values, "{kernel:?} {size}");
            }
        }
    }
}

#[test]
fn every_processor_gives_the_same_bits_in_any_order() {
    for weights in [random_weights(1), large_weights(2)] {
        compare_kernels(&weights);
    }
}

fn compare_kernels(weights: &NetWeights) {
    let portable = BackgammonNet::of_weights(weights).with_kernel(Kernel::PORTABLE);
    let states = random_states(10);
    let expected: Vec<_> = states.iter().map(|state| portable.chances(state)).collect();
    for kernel in Kernel::available() {
        let net = BackgammonNet::of_weights(weights).with_kernel(kernel);
        for (state, expected) in states.iter().zip(&expected).rev() {
            assert_eq!(net.chances(state), *expected, "{kernel:?} {state:?}");
        }
        for (state, expected) in states.iter().zip(&expected).step_by(37) {
            let fresh = BackgammonNet::of_weights(weights).with_kernel(kernel);
            assert_eq!(fresh.chances(state), *expected, "{kernel:?} {state:?}");
        }
    }
}

#[test]
fn the_environment_chooses_the_kernel() {
    let chosen = Kernel::chosen().unwrap().to_string();
    let expected = std::env::var(Kernel::VARIABLE);
    assert_eq!(
        chosen,
        expected.unwrap_or_else(|_| Kernel::available()[0].to_string())
    );
}

#[test]
fn kernels_have_names() {
    let available = Kernel::available();
    assert_eq!(available.last(), Some(&Kernel::PORTABLE));
    for kernel in available {
        assert_eq!(Kernel::named(&kernel.to_string()), Ok(kernel));
    }
    let error = Kernel::named("scalar").unwrap_err().to_string();
    let expected = r#"found STARMAX_KERNEL="scalar", expected one of "#;
    assert!(error.starts_with(expected), "{error}");
    assert!(error.contains("portable"), "{error}");
}

#[test]
fn two_nets_in_turn_do_not_disturb_each_other() {
    let nets = [1, 2].map(|seed| BackgammonNet::of_weights(&random_weights(seed)));
    let states = random_states(1);
    let alone = nets
        .each_ref()
        .map(|net| states.iter().map(|s| net.chances(s)).collect::<Vec<_>>());
    assert_ne!(alone[0], alone[1]);
    for (number, state) in states.iter().enumerate() {
        assert_eq!(nets[0].chances(state), alone[0][number]);
        assert_eq!(nets[1].chances(state), alone[1][number]);
    }
}

#[test]
fn small_integers_are_near_the_definition() {
    let mut weights = random_weights(3);
    for number in weights.numbers_mut() {
        *number *= 0.5;
    }
    let net = BackgammonNet::of_weights(&weights);
    for state in random_states(10) {
        let (fast, plain) = (
            net.chances(&state),
            weights.chances(&NetInputs::new(&state)),
        );
        for (fast, plain) in fast.to_array().into_iter().zip(plain.to_array()) {
            assert!((fast - plain).abs() < 0.01, "{fast} {plain} {state:?}");
        }
    }
}

#[test]
fn values_are_inside_the_bounds_and_the_players_see_them_alike() {
    let net = BackgammonNet::of_weights(&random_weights(4));
    let mirrored = |state: &BackgammonState| {
        let game = Backgammon::default();
        let text = game.write_state(state);
        let other = match text.strip_suffix("-min") {
            Some(max) => max.to_owned(),
            None => format!("{text}-min"),
        };
        game.parse_state(&other).unwrap()
    };
    for game in [Scoring::Points, Scoring::Win].map(Backgammon::new) {
        for state in random_states(5) {
            let value = net.evaluate(&game, &state);
            let Bounds { lower, upper } = net.bounds(&game, &state, 1);
            assert!(lower <= value && value <= upper, "{value} {state:?}");
            assert_eq!(value, -net.evaluate(&game, &mirrored(&state)));
        }
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let file = NetFile::new(
        "a command".to_owned(),
        "2 rounds".to_owned(),
        &random_weights(5),
    );
    let bytes = file.write();
    assert_eq!(NetFile::parse(&bytes).unwrap(), file);
    assert!(bytes.starts_with(b"starmax backgammon net 1\nlayout "));
}

#[test]
fn a_damaged_file_is_an_error_that_says_so() {
    let bytes = NetFile::new(String::new(), String::new(), &random_weights(6)).write();
    let error = |bytes: &[u8]| NetFile::parse(bytes).unwrap_err();
    assert_eq!(
        error(b"{}").to_string(),
        "found a file that begins with \"{}\", expected \"starmax backgammon net 1\""
    );
    assert!(matches!(
        error(b""),
        NetError::Sealed(SealedError::Title { .. })
    ));
    assert!(matches!(
        error(&bytes[..40]),
        NetError::Sealed(SealedError::Missing(_))
    ));
    assert!(matches!(
        error(&bytes[..bytes.len() - 1]),
        NetError::Sealed(SealedError::Checksum { .. })
    ));
    let mut flipped = bytes.clone();
    flipped[5000] ^= 1;
    assert!(error(&flipped).to_string().ends_with("the file is damaged"));
    let mut other = SealedFile::parse("starmax backgammon net 1", &bytes).unwrap();
    other.about[0].1 = "426 checkers".to_owned();
    assert!(
        error(&other.write())
            .to_string()
            .starts_with("found a layout of \"426 checkers")
    );
}

/// The first nets had no rows and sets for the bar. They say the same as ever.
#[test]
fn a_net_of_the_first_layout_can_be_read() {
    const ROW: usize = 2 * NetWeights::WIDTH;
    const SET: usize = NetWeights::SECOND * (NetWeights::PAIRS + 4) + 33 * 32;
    const KINDS: [usize; 4] = [0, 1, 3, 5];
    let new = NetFile::new(String::new(), String::new(), &random_weights(6));
    let mut file = SealedFile::parse("starmax backgammon net 1", &new.write()).unwrap();
    let (rows, sets) = file.bytes.split_at((NetInputs::ROWS + 1) * ROW);
    let set = |number: usize| &sets[number * SET..][..SET];
    let mut bytes = [&rows[..854 * ROW], &rows[NetInputs::ROWS * ROW..]].concat();
    for mine in KINDS {
        for his in KINDS {
            bytes.extend(set(9 * mine + his));
        }
    }
    bytes.extend(set(NetInputs::SETS - 1));
    file.bytes = bytes;
    file.about[0].1 = "326 checkers + 528 blots -> 512 in pairs -> 17 x 32 -> 5".to_owned();
    let old = BackgammonNet::new(NetFile::parse(&file.write()).unwrap());
    let new = BackgammonNet::new(new);
    let mut compared = 0;
    for state in random_states(20) {
        let set = NetInputs::new(&state).set();
        let is_old = KINDS.contains(&(set / 9)) && KINDS.contains(&(set % 9));
        if is_old || set == NetInputs::SETS - 1 {
            assert_eq!(old.chances(&state), new.chances(&state), "{state:?}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// A training can go on from a file: its weights are those that were rounded, or do the same.
#[test]
fn the_weights_of_a_file_make_the_same_net() {
    for weights in [random_weights(6), large_weights(7)] {
        let file = NetFile::new(String::new(), String::new(), &weights);
        let again = NetFile::new(String::new(), String::new(), &file.weights());
        let limit = NetWeights::LARGEST * 1.001;
        let weights = file.weights();
        let numbers = &weights.numbers()[NetWeights::LIMITED];
        assert!(numbers.iter().all(|number| number.abs() <= limit));
        let [one, two] = [file, again].map(BackgammonNet::new);
        for state in random_states(3) {
            let difference = one.chances(&state).equity() - two.chances(&state).equity();
            assert!(difference.abs() < 0.02, "{difference} {state:?}");
        }
    }
}

/// Such a net would give values that are no numbers.
#[test]
fn weights_that_are_too_large_are_named_with_their_layer() {
    let with = |place: usize, number: f32| {
        let mut weights = random_weights(6);
        weights.numbers_mut()[place] = number;
        let bytes = NetFile::new(String::new(), String::new(), &weights).write();
        NetFile::parse(&bytes).map_err(|error| error.to_string())
    };
    let last = |set, unit| NetWeights::output(set, unit);
    for (place, number, expected) in [
        (
            last(2, 31),
            f32::MAX,
            "found the last layer of set 2 with sums up to",
        ),
        (last(16, 0), f32::NAN, "found the last layer of set 16 with"),
        (
            NetWeights::COUNT - 1,
            f32::INFINITY,
            "the last layer of set 81 with sums up to inf in unit 7, expected",
        ),
        (
            NetWeights::second_bias(3),
            3e5,
            "found the second layer of set 3 with sums from ",
        ),
    ] {
        let error = with(place, number).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    // The first layer is clipped.
    with(NetWeights::row(0), f32::MAX).unwrap();
    with(last(2, 31), 1e30).unwrap();
}

/// With weights that are just allowed.
#[test]
fn a_net_that_is_read_gives_values_of_the_game() {
    let game = Backgammon::default();
    for sign in [-1.0, 1.0] {
        let mut weights = random_weights(7);
        for set in 0..NetInputs::SETS {
            for unit in 0..NetWeights::SECOND {
                let alternating = if unit % 2 == 0 { sign } else { -sign };
                *weights.at_mut(NetWeights::output(set, unit)) =
                    [alternating * 1e33; NetWeights::OUTPUTS];
            }
        }
        let file = NetFile::new(String::new(), String::new(), &weights);
        let net = BackgammonNet::new(NetFile::parse(&file.write()).unwrap());
        for state in random_states(5) {
            let value = net.evaluate(&game, &state);
            assert!((-3.0..=3.0).contains(&value), "{value} {state:?}");
        }
    }
}

#[test]
fn no_flipped_bit_makes_another_net() {
    let shipped = include_bytes!("../nets/backgammon.net");
    let flips = flip_bits(shipped, |bytes| match NetFile::parse(bytes) {
        Ok(_) => Flip::NoEffect,
        Err(_) => Flip::Detected,
    });
    let expected = Flips {
        detected: 1000,
        without_effect: 0,
    };
    assert_eq!(flips, expected);
}

#[test]
fn files_of_older_versions_with_a_checksum_of_the_bytes_alone_are_read() {
    let file = NetFile::new("a command".into(), "2 rounds".into(), &random_weights(5));
    let written = file.write();
    let start = written
        .windows(5)
        .position(|word| word == b"seal ")
        .unwrap();
    let (text, rest) = written.split_at(start);
    let bytes = &rest["seal 0123456789abcdef\n\n".len()..];
    let older = |bytes: &[u8], sum: &str| {
        let line = format!("checksum {sum}\n\n");
        NetFile::parse(&[text, line.as_bytes(), bytes].concat())
    };
    let sum = checksum(&[bytes]);
    assert!(older(bytes, &sum).unwrap() == file);
    assert!(matches!(
        older(&bytes[1..], &sum),
        Err(NetError::Sealed(SealedError::Checksum { .. }))
    ));
}

#[derive(Debug)]
struct AlwaysWon;

impl Races for AlwaysWon {
    fn chances(&self, _: &Places, _: &Places) -> Option<Chances> {
        Some(Chances::won(1))
    }
}

#[test]
fn races_can_be_judged_by_somebody_else() {
    let net = BackgammonNet::of_weights(&random_weights(7));
    let with_races = net.clone().with_races(Arc::new(AlwaysWon));
    for state in random_states(5) {
        let expected = if NetInputs::new(&state).is_race() {
            Chances::won(1)
        } else {
            net.chances(&state)
        };
        assert_eq!(with_races.chances(&state), expected);
    }
}

/// Judges races by a net of its own.
#[derive(Debug)]
struct OtherNet(BackgammonNet);

impl Races for OtherNet {
    fn chances(&self, _: &Places, _: &Places) -> Option<Chances> {
        Some(self.0.chances(&state("start")))
    }
}

#[test]
fn somebody_else_may_ask_a_net() {
    let [net, other] = [7, 8].map(|seed| BackgammonNet::of_weights(&random_weights(seed)));
    let expected = other.chances(&state("start"));
    let with_races = net.clone().with_races(Arc::new(OtherNet(other)));
    let states = random_states(5);
    let mut all = Vec::new();
    with_races.chances_of_all(&states, &mut all);
    for (state, chances) in states.iter().zip(all) {
        if NetInputs::new(state).is_race() {
            assert_eq!(chances, expected);
        } else {
            assert_eq!(chances, net.chances(state));
        }
    }
}

#[test]
fn points_are_chances_of_wins_and_more() {
    for points in 1..=3 {
        let won = Chances::won(points);
        assert_eq!(won.equity(), f32::from(points));
        assert_eq!(won.flipped().equity(), -f32::from(points));
        assert_eq!(won.value(Scoring::Win), 1.0);
        assert_eq!(won.flipped().flipped(), won);
        assert_eq!(Chances::from_array(won.to_array()), won);
    }
}

#[test]
fn the_shipped_net_plays_the_opening_as_everybody_does() {
    let game = Backgammon::default();
    for (roll, expected) in [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7")] {
        let rolled = state(&format!("4HPwATDgc/ABMA-{roll}"));
        let mut moves = Vec::new();
        game.moves(&rolled, &mut moves);
        let value = |&mv: &_| BackgammonNet::shipped().evaluate(&game, &game.play(&rolled, mv));
        let best = moves
            .into_iter()
            .max_by(|one, other| value(one).total_cmp(&value(other)));
        assert_eq!(game.write_move(&rolled, best.unwrap()), expected);
    }
}

/// The values after each move, with noise on each chance that has this deviation.
fn noisy_values(position: &str, deviation: f64, seed: u64) -> Vec<f64> {
    let game = Backgammon::default();
    let state = game.parse_state(position).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    // The sum of twelve numbers from 0 to 1 has the deviation 1.
    let mut noise = |_| deviation * ((0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let after: Vec<_> = (moves.into_iter())
        .map(|mv| game.play(&state, mv))
        .collect();
    let mut values = Vec::new();
    let net = BackgammonNet::shipped();
    net.evaluate_all_with_noise(&game, &after, &mut noise, &mut values);
    values
}

#[test]
fn noise_is_added_to_each_chance() {
    const MANY_MOVES: &str = "4HPwATDgc/ABMA-11";
    let quiet = noisy_values(MANY_MOVES, 0.0, 0);
    let differences: Vec<f64> = (0..50)
        .flat_map(|seed| noisy_values(MANY_MOVES, 0.02, seed))
        .zip(quiet.iter().cycle())
        .map(|(noisy, quiet)| noisy - quiet)
        .collect();
    let squares: f64 = differences.iter().map(|change| change.powi(2)).sum();
    let deviation = (squares / differences.len() as f64).sqrt();
    assert!((0.045..0.06).contains(&deviation), "{deviation}");
}

#[test]
fn noise_brings_nothing_that_cannot_be() {
    // Both have borne off checkers: one point at most is at stake.
    let values = (0..50).flat_map(|seed| noisy_values("gwAAMAQAAAAAAA-21", 2.0, seed));
    assert!(values.into_iter().all(|value| value.abs() <= 1.0));
}

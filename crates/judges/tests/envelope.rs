//! The envelope of a net: no value leaves it, and what follows from it for decisions holds.

mod common;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, InBulk, Notation, Rules};
use starmax_files::SealedFile;
use starmax_games::{Backgammon, BackgammonState, Scoring};
use starmax_judges::backgammon::{BackgammonNet, Envelope, NetError, NetFile, NetWeights};
use starmax_search::{Algorithm, Search};

use self::common::random_turns;

fn random_numbers(seed: u64, largest: f32) -> impl Iterator<Item = f32> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    std::iter::repeat_with(move || rng.random_range(-largest..largest))
}

/// A net that knows nothing, whose values leave this envelope all the time.
fn wild_file() -> NetFile {
    let numbers =
        |seed| -> Vec<f32> { random_numbers(seed, 0.3).take(Envelope::NUMBERS).collect() };
    let (lower, upper) = (numbers(1), numbers(2));
    let weights = NetWeights::new(random_numbers(3, 0.3).take(NetWeights::COUNT).collect());
    let mut file = NetFile::new("a command".to_owned(), "no rounds".to_owned(), &weights);
    file.envelope = Some(Envelope::new(&lower, &upper));
    file
}

fn without_envelope(file: &NetFile) -> NetFile {
    let mut plain = file.clone();
    plain.envelope = None;
    plain
}

fn value(net: &BackgammonNet, state: &BackgammonState, depth: u32) -> f64 {
    let search = Search::new(&Backgammon::default(), net)
        .algorithm(Algorithm::Expectimax)
        .depth(depth)
        .run(state);
    search.value
}

#[test]
fn a_file_is_read_with_the_envelope_it_was_written_with() {
    let file = wild_file();
    let bytes = file.write();
    assert_eq!(NetFile::parse(&bytes).unwrap(), file);
    let plain = without_envelope(&file);
    assert_eq!(NetFile::parse(&plain.write()).unwrap(), plain);
}

#[test]
fn half_an_envelope_is_an_error() {
    let file = SealedFile::parse("starmax backgammon net 1", &wild_file().write());
    let mut file = file.unwrap();
    file.bytes.truncate(file.bytes.len() - 4);
    let error = NetFile::parse(&file.write()).unwrap_err();
    assert!(matches!(error, NetError::Bytes(_)), "{error}");
}

#[test]
fn an_envelope_with_numbers_that_are_too_large_is_an_error() {
    let file = SealedFile::parse("starmax backgammon net 1", &wild_file().write());
    let mut file = file.unwrap();
    *file.bytes.last_mut().unwrap() = 0x7f;
    let error = NetFile::parse(&file.write()).unwrap_err().to_string();
    assert!(
        error.starts_with("found the envelope with a number of 7.")
            && error.ends_with("6 points at most"),
        "{error}"
    );
}

#[test]
fn values_with_contact_lie_inside() {
    let file = wild_file();
    let (plain, net) = (
        BackgammonNet::new(without_envelope(&file)),
        BackgammonNet::new(file.clone()),
    );
    let envelope = file.envelope.unwrap();
    let game = Backgammon::default();
    let mut moved = 0;
    for [state, _] in random_turns(5) {
        let mut together = Vec::new();
        net.evaluate_all(&game, &[state], &mut together);
        let (before, value) = (plain.evaluate(&game, &state), net.evaluate(&game, &state));
        assert_eq!(together, [value]);
        if state.is_contact() {
            assert_eq!(value, envelope.of(&state).clamp(before));
            moved += u32::from(value != before);
        } else {
            assert_eq!(value, before);
        }
    }
    assert!(moved > 100, "{moved}");
}

#[test]
fn bounds_of_decisions_hold_although_the_envelope_is_wild() {
    let game = Backgammon::default();
    let net = BackgammonNet::new(wild_file());
    let mut narrow = 0;
    for [_, state] in random_turns(12) {
        let bounds = net.bounds(&game, &state, 1);
        assert!(
            bounds.contains(value(&net, &state, 1)),
            "{}",
            game.write_state(&state)
        );
        narrow += u32::from(bounds != game.possible_values(&state));
    }
    assert!(narrow > 500, "{narrow}");
}

#[test]
fn a_position_that_is_judged_lies_in_its_envelope() {
    let game = Backgammon::default();
    let file = wild_file();
    let net = BackgammonNet::new(file.clone());
    let envelope = file.envelope.unwrap();
    for [state, _] in random_turns(3) {
        let bounds = net.bounds(&game, &state, 0);
        if state.is_contact() {
            assert_eq!(bounds, envelope.of(&state));
            assert!(bounds.contains(net.evaluate(&game, &state)));
        } else {
            assert_eq!(bounds, game.possible_values(&state));
        }
    }
}

#[test]
fn moves_that_were_needed_for_bounds_are_all_moves() {
    let game = Backgammon::default();
    let net = BackgammonNet::shipped();
    let mut found = 0;
    for [_, rolled] in random_turns(3) {
        let (mut moves, mut all) = (Vec::new(), Vec::new());
        let bounds = net.decision_bounds(&game, &rolled, &mut moves);
        assert_eq!(bounds, net.bounds(&game, &rolled, 1));
        game.moves(&rolled, &mut all);
        assert_eq!(moves.is_empty(), !rolled.is_contact());
        assert!(moves.is_empty() || moves == all);
        found += moves.len();
    }
    assert!(found > 0);
}

#[test]
fn outcomes_have_the_bounds_of_their_states() {
    let game = Backgammon::default();
    let net = BackgammonNet::shipped();
    let state = game.initial();
    let mut outcomes = Vec::new();
    game.outcomes(&state, &mut outcomes);
    for depth in 0..5 {
        let mut together = Vec::new();
        net.outcome_bounds(&game, &state, &outcomes, depth, &mut together);
        let alone: Vec<Bounds> = (outcomes.iter())
            .map(|&(roll, _)| net.bounds(&game, &game.resolve(&state, roll), depth))
            .collect();
        assert_eq!(together, alone);
    }
}

#[test]
fn the_envelope_is_of_points_alone() {
    let game = Backgammon::new(Scoring::Win);
    let file = wild_file();
    let (plain, net) = (
        BackgammonNet::new(without_envelope(&file)),
        BackgammonNet::new(file),
    );
    for [_, state] in random_turns(1) {
        assert_eq!(net.evaluate(&game, &state), plain.evaluate(&game, &state));
        assert_eq!(net.bounds(&game, &state, 1), game.possible_values(&state));
    }
}

#[test]
fn the_shipped_net_has_an_envelope_that_says_something() {
    let game = Backgammon::default();
    let rolled = game.parse_state("4HPwATDgc/ABMA-31").unwrap();
    let bounds = BackgammonNet::shipped().bounds(&game, &rolled, 1);
    assert!(bounds.upper - bounds.lower < 2.0, "{bounds}");
}

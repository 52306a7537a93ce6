//! Positions of `OpenGammon`, and all notations on positions of random games.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Notation, Player};
use starmax_games::{Backgammon, BackgammonState, Cube, MatchState, Offer};
use starmax_testkit::random_walk;

const GAME: Backgammon = Backgammon::new(starmax_games::Scoring::Points);

fn read(text: &str) -> (BackgammonState, MatchState) {
    GAME.parse_with_match(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    GAME.parse_with_match(text).unwrap_err().to_string()
}

fn start(fields: &str) -> String {
    format!("11jjjjjhhhccccc:ooddddd88866666:{fields}")
}

#[test]
fn the_start_is_the_start() {
    let (state, around) = read(&start("N0N::W:IW:0:0:1:0"));
    assert_eq!(GAME.write_state(&state), "4HPwATDgc/ABMA");
    assert_eq!((around.length, around.score), (1, [0, 0]));
    for text in [start("N0N"), format!("ogid={}", start("N0N::W:IW"))] {
        let usual = (state, MatchState::default());
        assert_eq!(read(&text), usual, "{text}");
    }
}

#[test]
fn who_acted_last_is_not_on_roll() {
    for (fields, expected) in [
        ("N0N:31:B", "4HPwATDgc/ABMA-31"),
        ("N0N:31:W", "4HPwATDgc/ABMA-min-31"),
        ("N0N:13:W:R:0:0:0:1", "4HPwATDgc/ABMA-min-31"),
        ("N0N::W:C", "4HPwATDgc/ABMA-min"),
        ("N0N::W:IB", "4HPwATDgc/ABMA-min"),
        ("N0N::B:IB", "4HPwATDgc/ABMA-min"),
        // Who offers the cube is.
        ("N0O::W:D", "4HPwATDgc/ABMA"),
        ("N0O::B:D", "4HPwATDgc/ABMA-min"),
    ] {
        let (state, _) = read(&start(fields));
        assert_eq!(GAME.write_state(&state), expected, "{fields}");
    }
}

#[test]
fn checkers_on_both_bars_and_off_are_found() {
    let (state, _) = read("00jjj:ppp66:N0N::B:C:0:0:0");
    let xgid = "XGID=c-----C------------b-----B:0:0:1:00:0:0:0:0:10";
    assert_eq!(GAME.write_xgid(&state, &MatchState::default()), xgid);
    assert_eq!(state.off(Player::Max), 10);
    assert_eq!(read("00jjjqq:ppp66:N0N::B:C").0, state);
}

#[test]
fn cube_and_score_are_read() {
    let (_, around) = read(&start("B2N:65:B:R:6:5:7:42"));
    assert_eq!(
        (around.cube.value(), around.cube.owner),
        (4, Some(Player::Min))
    );
    assert_eq!(
        (around.score, around.length, around.offer),
        ([6, 5], 7, None)
    );
    assert!(!around.is_crawford);
    assert!(read(&start("N0N:65:B:R:6:5:7C:42")).1.is_crawford);
    assert_eq!(read(&start("N0N:65:B:R:6:5:7L")).1.length, 7);
    assert_eq!(read(&start("N0N:65:B:R:1:0:0G10")).1.length, 0);
    assert_eq!(read(&start("W1O::W:D")).1.offer, Some(Offer::Double));
}

#[test]
fn what_is_wrong_is_named() {
    for (fields, expected) in [
        ("N0N:65:B:R:6:5:7X", "C, L or G"),
        ("N0N:65:B:R:6:5:7:0:20", "15 checkers"),
        ("N0N:67:B", "two dice"),
        ("N0N::X", "W or B"),
        ("N0N::W:G", "being played"),
        ("N0O:31:W:D", "no dice while a double"),
        ("N0N::W:C:9:0:7", "below the match length"),
        ("W0N::W:C", "no owner of a cube of 1"),
        ("N0N::W:C:0:0:0:0:15:1", "3 to 11 fields"),
    ] {
        let error = error(&start(fields));
        assert!(error.contains(expected), "{fields}: {error}");
    }
    for (text, expected) in [
        ("OGID=11", "3 to 11 fields"),
        ("OGID=11:oo:XX", "with a cube such as"),
        ("1-:oo:N0N", "not \"-\""),
        ("1p:oo:N0N", "White's bar at 0"),
        ("10:o0:N0N", "White's bar at 0"),
        ("11:1o:N0N", "only one player"),
        ("1111111111111111:o:N0N", "at most 15"),
    ] {
        let error = error(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// Something that can surround a state, if it is possible.
fn random_match(rng: &mut impl rand::Rng, state: &BackgammonState) -> MatchState {
    let length = [
        0,
        rng.random_range(1..=MatchState::MOST_POINTS),
        rng.random_range(1..10),
    ][rng.random_range(0..3)];
    let below = |rng: &mut dyn rand::Rng| match length {
        0 => rng.random_range(0..=MatchState::MOST_POINTS),
        length => rng.random_range(0..length),
    };
    let mut score = [below(rng), below(rng)];
    let is_crawford = length > 0 && rng.random_bool(0.3);
    if is_crawford {
        score[rng.random_range(0..2)] = length - 1;
    }
    let owner = [None, Some(Player::Max), Some(Player::Min)][rng.random_range(0..3)];
    let turned = match (owner, is_crawford) {
        (_, true) | (None, _) => 0,
        _ => rng.random_range(1..=Cube::USUAL_TURNS),
    };
    let can_double = state.roll().is_none()
        && !is_crawford
        && turned < Cube::USUAL_TURNS
        && owner != Some(state.player().opponent());
    MatchState {
        cube: Cube {
            turned,
            owner: owner.filter(|_| turned > 0),
            most_turns: Cube::USUAL_TURNS,
        },
        length,
        score,
        is_crawford,
        jacoby: length == 0 && rng.random_bool(0.5),
        beavers: false,
        offer: (can_double && rng.random_bool(0.5)).then_some(Offer::Double),
    }
}

/// Nothing that both have room for is lost: checkers, roll, cube, owner, score, Crawford game, Jacoby rule, and a double that waits.
#[test]
fn gnubgids_and_xgids_lose_nothing_on_random_walks() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut doubles = 0;
    for _ in 0..200 {
        for state in random_walk(&GAME, &mut rng, 200) {
            if state.winner().is_some() {
                continue;
            }
            let around = random_match(&mut rng, &state);
            doubles += u32::from(around.offer.is_some());
            let xgid = GAME.write_xgid(&state, &around);
            let bare = xgid.trim_start_matches("XGID=").to_owned();
            for text in [GAME.write_gnubgid(&state, &around), xgid, bare] {
                assert_eq!(read(&text), (state, around), "{text}");
            }
        }
    }
    assert!(doubles > 1_000, "{doubles}");
}

#[test]
fn a_bare_xgid_that_begins_with_a_hyphen_is_read() {
    let fields = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    assert_eq!(read(fields), read(&format!("XGID={fields}")));
    assert_eq!(read(fields), read(&format!("  {fields}\n")));
}

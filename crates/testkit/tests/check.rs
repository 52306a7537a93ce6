//! A check that cannot fail is worthless: for each thing that is checked, a game with that one defect is caught.

use std::cell::Cell;

use starmax_core::{Bounds, Game, Hashable, Node, Notation, ParseError, Player, Rules};
use starmax_testkit::{check, check_hashable, check_rules};

/// Two players take one or two stones from a pile; after each move a coin decides whether one more stone disappears.
struct Countdown {
    defect: Defect,
    calls: Cell<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Defect {
    None,
    UtilityInsideOut,
    WrongPlayer,
    NoMoves,
    RepeatedMove,
    ChangingMoves,
    AmbiguousMove,
    UnreadableMove,
    NoOutcomes,
    RepeatedOutcome,
    ZeroProbability,
    ProbabilityAboveOne,
    ProbabilitySum,
    AmbiguousOutcome,
    ValueOutside,
    ValueNotANumber,
    SharedHash,
    ChangingHash,
    SharedPosition,
    SpacedPosition,
    UnreadablePosition,
    MisreadPosition,
    ChangingPlay,
    ChangingResolve,
    Endless,
}

#[derive(Clone, Copy, Debug)]
struct Pile {
    stones: u32,
    coin_in_the_air: bool,
}

const START: u32 = 9;

impl Countdown {
    fn with(defect: Defect) -> Self {
        Self {
            defect,
            calls: Cell::new(0),
        }
    }

    fn has(&self, defect: Defect) -> bool {
        self.defect == defect
    }

    /// True at every second call, in a game with this defect.
    fn changes(&self, defect: Defect) -> bool {
        if self.defect != defect {
            return false;
        }
        let calls = self.calls.get() + 1;
        self.calls.set(calls);
        calls.is_multiple_of(2)
    }
}

impl Rules for Countdown {
    type State = Pile;
    type Move = u32;
    type Outcome = bool;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> Pile {
        Pile {
            stones: START,
            coin_in_the_air: false,
        }
    }

    fn node(&self, state: &Pile) -> Node {
        match state {
            Pile {
                coin_in_the_air: true,
                ..
            } => Node::Chance,
            Pile { stones: 0, .. } if self.has(Defect::ValueOutside) => Node::Terminal(1.5),
            Pile { stones: 0, .. } if self.has(Defect::ValueNotANumber) => Node::Terminal(f64::NAN),
            Pile { stones: 0, .. } => Node::Terminal(1.0),
            Pile { stones, .. } if stones.is_multiple_of(2) => Node::Decision(Player::Min),
            Pile { .. } => Node::Decision(Player::Max),
        }
    }

    fn player(&self, state: &Pile) -> Player {
        match self.node(state) {
            Node::Decision(player) if self.has(Defect::WrongPlayer) => player.opponent(),
            Node::Decision(player) => player,
            Node::Chance | Node::Terminal(_) => Player::Max,
        }
    }

    fn moves(&self, state: &Pile, out: &mut Vec<u32>) {
        if self.has(Defect::NoMoves) {
            return;
        }
        out.extend(1..=state.stones.min(2));
        if self.has(Defect::RepeatedMove) {
            out.push(1);
        }
        if self.changes(Defect::ChangingMoves) {
            out.reverse();
        }
    }

    fn outcomes(&self, _: &Pile, out: &mut Vec<(bool, f64)>) {
        match self.defect {
            Defect::NoOutcomes => {}
            Defect::RepeatedOutcome => out.extend([(false, 0.5), (false, 0.5)]),
            Defect::ZeroProbability => out.extend([(false, 1.0), (true, 0.0)]),
            Defect::ProbabilityAboveOne => out.extend([(false, 1.5), (true, 0.5)]),
            Defect::ProbabilitySum => out.extend([(false, 0.5), (true, 0.4)]),
            _ => out.extend([(false, 0.5), (true, 0.5)]),
        }
    }

    fn play(&self, state: &Pile, taken: u32) -> Pile {
        let taken = match taken {
            _ if self.has(Defect::Endless) => 0,
            _ if self.changes(Defect::ChangingPlay) => 1,
            taken => taken,
        };
        Pile {
            stones: state.stones - taken,
            coin_in_the_air: true,
        }
    }

    fn resolve(&self, state: &Pile, one_more: bool) -> Pile {
        let one_more = one_more && !self.has(Defect::Endless);
        let one_more = one_more ^ self.changes(Defect::ChangingResolve);
        Pile {
            stones: state.stones.saturating_sub(u32::from(one_more)),
            coin_in_the_air: false,
        }
    }
}

impl Game for Countdown {
    fn utility(&self) -> Bounds {
        if self.has(Defect::UtilityInsideOut) {
            Bounds::new(1.0, -1.0)
        } else {
            Bounds::new(-1.0, 1.0)
        }
    }
}

impl Hashable for Countdown {
    fn hash(&self, state: &Pile) -> u64 {
        let coin = state.coin_in_the_air && !self.has(Defect::SharedHash);
        let changed = self.changes(Defect::ChangingHash);
        u64::from(state.stones) << 2 | u64::from(coin) << 1 | u64::from(changed)
    }
}

impl Notation for Countdown {
    fn write_state(&self, state: &Pile) -> String {
        let stones = state.stones;
        match state.coin_in_the_air && !self.has(Defect::SharedPosition) {
            true if self.has(Defect::SpacedPosition) => format!("{stones} coin"),
            true => format!("{stones}+coin"),
            false => stones.to_string(),
        }
    }

    fn parse_state(&self, text: &str) -> Result<Pile, ParseError> {
        if self.has(Defect::UnreadablePosition) {
            return Err(ParseError::new(text, "something else"));
        }
        let (stones, coin) = match text.split_once(['+', ' ']) {
            Some((stones, _)) => (stones, true),
            None => (text, false),
        };
        Ok(Pile {
            stones: stones
                .parse()
                .map_err(|_| ParseError::new(stones, "a number"))?,
            coin_in_the_air: coin && !self.has(Defect::MisreadPosition),
        })
    }

    fn write_move(&self, _: &Pile, taken: u32) -> String {
        if self.has(Defect::AmbiguousMove) {
            "take".to_owned()
        } else {
            taken.to_string()
        }
    }

    fn write_outcome(&self, _: &Pile, one_more: bool) -> String {
        if self.has(Defect::AmbiguousOutcome) {
            "coin".to_owned()
        } else {
            one_more.to_string()
        }
    }

    fn parse_move(&self, _: &Pile, text: &str) -> Result<u32, ParseError> {
        let number = text
            .parse()
            .ok()
            .filter(|_| !self.has(Defect::UnreadableMove));
        let ambiguous = self.has(Defect::AmbiguousMove).then_some(1);
        number
            .or(ambiguous)
            .ok_or_else(|| ParseError::new(text, "a number"))
    }
}

#[test]
fn a_sound_game_passes() {
    check(&Countdown::with(Defect::None));
}

#[track_caller]
fn assert_caught(defect: Defect, message: &str) {
    assert_caught_by(check, defect, message);
}

#[track_caller]
fn assert_caught_by(check: fn(&Countdown), defect: Defect, message: &str) {
    let caught = std::panic::catch_unwind(|| check(&Countdown::with(defect)));
    let panic = caught.expect_err(&format!("{defect:?} is not caught"));
    let said = panic
        .downcast_ref::<String>()
        .expect("a panic with a message");
    assert!(said.contains(message), "{defect:?}: {said}");
}

#[test]
fn a_utility_that_is_no_interval_is_caught() {
    assert_caught(
        Defect::UtilityInsideOut,
        "the utility [1, -1] is no interval",
    );
}

#[test]
fn a_turn_of_a_player_who_does_not_decide_is_caught() {
    assert_caught(
        Defect::WrongPlayer,
        "at \"9\": player 0 decides, but it is the turn of player 1",
    );
}

#[test]
fn defects_of_moves_are_caught() {
    assert_caught(Defect::NoMoves, "at \"9\": there is nothing to choose from");
    assert_caught(
        Defect::RepeatedMove,
        "at \"9\": \"1\" is possible more than once",
    );
    assert_caught(
        Defect::ChangingMoves,
        "at \"9\": asked twice, the game answers differently",
    );
    assert_caught(Defect::AmbiguousMove, "at \"9\": \"take\" is not read back");
    assert_caught(Defect::UnreadableMove, "at \"9\": \"1\" is not read back");
}

#[test]
fn defects_of_outcomes_are_caught() {
    assert_caught(
        Defect::NoOutcomes,
        "+coin\": there is nothing to choose from",
    );
    assert_caught(
        Defect::RepeatedOutcome,
        "+coin\": \"false\" is possible more than once",
    );
    assert_caught(
        Defect::ZeroProbability,
        "+coin\": \"true\" has the probability 0",
    );
    assert_caught(
        Defect::ProbabilityAboveOne,
        "+coin\": \"false\" has the probability 1.5",
    );
    assert_caught(
        Defect::ProbabilitySum,
        "+coin\": the probabilities sum to 0.9",
    );
    assert_caught(
        Defect::AmbiguousOutcome,
        "+coin\": \"coin\" is not read back",
    );
}

#[test]
fn values_outside_the_utility_are_caught() {
    assert_caught(
        Defect::ValueOutside,
        "at \"0\": the value 1.5 is outside the utility [-1, 1]",
    );
    assert_caught(
        Defect::ValueNotANumber,
        "at \"0\": the value NaN is outside the utility",
    );
}

#[test]
fn defects_of_hashes_are_caught() {
    assert_caught(Defect::SharedHash, "have the same hash 0x");
    assert_caught(
        Defect::ChangingHash,
        "at \"9\": asked twice, the game answers differently",
    );
}

#[test]
fn defects_of_positions_are_caught() {
    assert_caught(
        Defect::SharedPosition,
        "the position is read back as another state",
    );
    assert_caught(
        Defect::SpacedPosition,
        "coin\": the position is not one word",
    );
    assert_caught(
        Defect::UnreadablePosition,
        "the position is not read back: found \"9\"",
    );
    assert_caught(
        Defect::MisreadPosition,
        "+coin\": the position is read back as another state",
    );
}

#[test]
fn steps_that_lead_elsewhere_when_repeated_are_caught() {
    assert_caught(Defect::ChangingPlay, "at \"9\": \"2\" leads to");
    assert_caught(Defect::ChangingResolve, "+coin\": \"true\" leads to");
}

#[test]
fn a_game_that_does_not_end_is_caught() {
    assert_caught(Defect::Endless, "the game has not ended after 10000 steps");
}

#[test]
fn a_game_without_a_notation_is_checked_for_everything_else() {
    for (defect, message) in [
        (
            Defect::UtilityInsideOut,
            "the utility [1, -1] is no interval",
        ),
        (
            Defect::WrongPlayer,
            "at \"Pile { stones: 9, coin_in_the_air: false }\": player 0 decides, but",
        ),
        (Defect::NoMoves, "there is nothing to choose from"),
        (Defect::RepeatedMove, "\"1\" is possible more than once"),
        (Defect::ChangingMoves, "asked twice"),
        (Defect::ProbabilitySum, "the probabilities sum to 0.9"),
        (Defect::ValueOutside, "the value 1.5 is outside"),
        (Defect::ChangingPlay, "\"2\" leads to"),
        (Defect::Endless, "the game has not ended"),
    ] {
        assert_caught_by(check_rules, defect, message);
        assert_caught_by(check_hashable, defect, message);
    }
    for defect in [
        Defect::None,
        Defect::AmbiguousMove,
        Defect::AmbiguousOutcome,
        Defect::UnreadablePosition,
    ] {
        check_hashable(&Countdown::with(defect));
    }
}

#[test]
fn the_hash_of_a_game_without_a_notation_is_checked_if_it_has_one() {
    assert_caught_by(check_hashable, Defect::SharedHash, "have the same hash 0x");
    check_rules(&Countdown::with(Defect::SharedHash));
}

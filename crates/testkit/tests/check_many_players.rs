//! As `check.rs`, for games with a payoff per player.

use starmax_core::{ManyPlayers, Node, Notation, ParseError, Rules};
use starmax_games::{Trio, TrioState};
use starmax_testkit::check_many_players;

/// Trio with one defect.
struct Broken {
    trio: Trio,
    defect: Defect,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Defect {
    None,
    UnknownPlayer,
    WrongPlayer,
    RepeatedMove,
    AmbiguousMove,
    ProbabilitySum,
    AmbiguousOutcome,
    PayoffMissing,
    PayoffInfinite,
    UnreadablePosition,
    MisreadPosition,
    Endless,
}

impl Rules for Broken {
    type State = TrioState;
    type Move = u32;
    type Outcome = u32;
    type Player = usize;
    type Payoff = ();

    fn initial(&self) -> TrioState {
        self.trio.initial()
    }

    fn node(&self, state: &TrioState) -> Node<usize, ()> {
        match self.trio.node(state) {
            Node::Decision(player) if self.defect == Defect::UnknownPlayer => {
                Node::Decision(player + 1)
            }
            node => node,
        }
    }

    fn player(&self, state: &TrioState) -> usize {
        let player = self.trio.player(state);
        match self.defect {
            Defect::UnknownPlayer => player + 1,
            Defect::WrongPlayer => (player + 1) % self.players(),
            _ => player,
        }
    }

    fn moves(&self, state: &TrioState, out: &mut Vec<u32>) {
        self.trio.moves(state, out);
        if self.defect == Defect::RepeatedMove {
            out.push(1);
        }
    }

    fn outcomes(&self, state: &TrioState, out: &mut Vec<(u32, f64)>) {
        self.trio.outcomes(state, out);
        if self.defect == Defect::ProbabilitySum {
            out.pop();
        }
    }

    fn play(&self, state: &TrioState, stones: u32) -> TrioState {
        if self.defect == Defect::Endless {
            return self.initial();
        }
        self.trio.play(state, stones)
    }

    fn resolve(&self, state: &TrioState, roll: u32) -> TrioState {
        self.trio.resolve(state, roll)
    }
}

impl ManyPlayers for Broken {
    fn players(&self) -> usize {
        self.trio.players()
    }

    fn payoffs(&self, state: &TrioState) -> Vec<f64> {
        let mut payoffs = self.trio.payoffs(state);
        match self.defect {
            Defect::PayoffMissing => payoffs.truncate(2),
            Defect::PayoffInfinite => payoffs[1] = f64::INFINITY,
            _ => {}
        }
        payoffs
    }
}

impl Notation for Broken {
    fn write_state(&self, state: &TrioState) -> String {
        self.trio.write_state(state)
    }

    fn parse_state(&self, text: &str) -> Result<TrioState, ParseError> {
        match self.defect {
            Defect::UnreadablePosition => Err(ParseError::new(text, "something else")),
            Defect::MisreadPosition => Ok(self.initial()),
            _ => self.trio.parse_state(text),
        }
    }

    fn write_move(&self, state: &TrioState, stones: u32) -> String {
        if self.defect == Defect::AmbiguousMove {
            return "take".to_owned();
        }
        self.trio.write_move(state, stones)
    }

    fn write_outcome(&self, state: &TrioState, roll: u32) -> String {
        if self.defect == Defect::AmbiguousOutcome {
            return "roll".to_owned();
        }
        self.trio.write_outcome(state, roll)
    }
}

fn trio_with(defect: Defect) -> Broken {
    Broken {
        trio: Trio::default(),
        defect,
    }
}

#[test]
fn a_sound_game_passes() {
    check_many_players(&trio_with(Defect::None));
}

#[test]
fn every_defect_is_caught() {
    let cases = [
        (
            Defect::UnknownPlayer,
            "it is the turn of player 3, of 3 players counted from 0",
        ),
        (
            Defect::WrongPlayer,
            "player 0 decides, but it is the turn of player 1",
        ),
        (Defect::RepeatedMove, "\"1\" is possible more than once"),
        (Defect::AmbiguousMove, "\"take\" is not read back"),
        (
            Defect::ProbabilitySum,
            "at \"a:12\": the probabilities sum to 0.666",
        ),
        (
            Defect::AmbiguousOutcome,
            "at \"a:12\": \"roll\" is not read back",
        ),
        (Defect::PayoffMissing, "at \"a:12\": 2 payoffs, expected 3"),
        (
            Defect::PayoffInfinite,
            "at \"a:12\": the value inf is outside",
        ),
        (
            Defect::UnreadablePosition,
            "at \"a:12\": the position is not read back",
        ),
        (
            Defect::MisreadPosition,
            "the position is read back as another state, \"a:12\"",
        ),
        (Defect::Endless, "the game has not ended"),
    ];
    for (defect, message) in cases {
        let caught = std::panic::catch_unwind(|| check_many_players(&trio_with(defect)));
        let panic = caught.expect_err(&format!("{defect:?} is not caught"));
        let said = panic
            .downcast_ref::<String>()
            .expect("a panic with a message");
        assert!(said.contains(message), "{defect:?}: {said}");
    }
}

use std::fmt::Debug;
use std::str::{FromStr, from_utf8};

use starmax_core::{Hashable, ManyPlayers, Node, Notation, ParseError, Player};
use starmax_games::{
    Backgammon, BackgammonState, BallardTree, Dice, FibsBoard, MatchState, Pig, TicTacToe, Trio,
};

/// Positions, rolls and moves of backgammon, in every notation.
///
/// # Panics
/// When something is wrong.
pub fn backgammon(data: &[u8]) {
    play(data, Backgammon::parse_parameters, |game, state| {
        check_value(game, state);
        let xgid = game.write_xgid(state, &MatchState::default());
        assert_eq!(game.parse_state(&xgid).as_ref(), Ok(state), "{xgid}");
        let gnubgid = game.write_gnubgid(state, &MatchState::default());
        let read = game
            .parse_state(&gnubgid)
            .expect("what was written can be read");
        // Who is called Max need not be the same.
        let [read, written] =
            [&read, state].map(|state| game.write_state(state).replace("-min", ""));
        assert_eq!(read, written, "{gnubgid}");
        for viewer in [Player::Max, Player::Min] {
            for ascends in [false, true] {
                let board = FibsBoard::new(state, viewer, ascends);
                check_fibs(&board.to_string(), Some(state));
            }
        }
    });
}

/// Boards of FIBS.
///
/// # Panics
/// When something is wrong.
pub fn fibs(data: &[u8]) {
    if let Ok(text) = from_utf8(data) {
        check_fibs(text, None);
    }
}

fn check_fibs(text: &str, state: Option<&BackgammonState>) {
    let board = match FibsBoard::from_str(text) {
        Ok(board) => board,
        Err(error) => {
            assert!(state.is_none(), "{error}");
            return;
        }
    };
    assert_eq!(board.to_string().parse().as_ref(), Ok(&board), "{board}");
    match (board.state(), state) {
        (found, Some(state)) => assert_eq!(found.as_ref(), Ok(state), "{board}"),
        (Ok(state), None) => {
            check_state(&Backgammon::default(), &state);
            check_value(&Backgammon::default(), &state);
        }
        (Err(_), None) => {}
    }
}

/// Positions, rolls and moves of Dice.
///
/// # Panics
/// When something is wrong.
pub fn dice(data: &[u8]) {
    play(data, Dice::parse_parameters, check_value);
}

/// Positions, rolls and moves of Pig.
///
/// # Panics
/// When something is wrong.
pub fn pig(data: &[u8]) {
    play(data, Pig::parse_parameters, check_value);
}

/// Positions and moves of tic-tac-toe.
///
/// # Panics
/// When something is wrong.
pub fn tic_tac_toe(data: &[u8]) {
    play(data, TicTacToe::parse_parameters, check_value);
}

/// Places in Ballard's trees.
///
/// # Panics
/// When something is wrong.
pub fn ballard(data: &[u8]) {
    play(data, BallardTree::parse_parameters, check_value);
}

/// Positions, rolls and moves of Trio.
///
/// # Panics
/// When something is wrong.
pub fn trio(data: &[u8]) {
    play(data, Trio::parse_parameters, |game, state| {
        assert_eq!(game.payoffs(state).len(), game.players());
    });
}

/// Reads lines: the parameters of a game, a position, what chance brings there, and a move.
fn play<G: Notation>(data: &[u8], open: fn(&str) -> Result<G, ParseError>, also: fn(&G, &G::State))
where
    G::State: PartialEq + Debug,
{
    let Ok(text) = from_utf8(data) else { return };
    let mut lines = text.splitn(4, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let Ok(game) = open(line()) else { return };
    let Ok(mut state) = game.parse_state(line()) else {
        return;
    };
    let check = |state: &G::State| {
        check_state(&game, state);
        also(&game, state);
    };
    check(&state);
    let outcome = game.parse_outcome(&state, line());
    if let (Node::Chance, Ok(outcome)) = (game.node(&state), outcome) {
        let written = game.write_outcome(&state, outcome);
        assert_eq!(
            game.parse_outcome(&state, &written),
            Ok(outcome),
            "{written}"
        );
        state = game.resolve(&state, outcome);
        check(&state);
    }
    let text = line();
    match game.parse_move(&state, text) {
        Ok(mv) => {
            let written = game.write_move(&state, mv);
            assert_eq!(game.parse_move(&state, &written), Ok(mv), "{written}");
            check(&game.play(&state, mv));
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            game.object_to_move(&state, text);
        }
    }
}

/// What is written is read as the same again, and the rules know what to do.
fn check_state<G: Notation>(game: &G, state: &G::State)
where
    G::State: PartialEq + Debug,
{
    let text = game.write_state(state);
    assert!(!text.contains(char::is_whitespace), "{text}");
    let again = game.parse_state(&text);
    assert_eq!(again.as_ref(), Ok(state), "{text}");
    assert!(
        game.parse_state(&game.write_position(state)).is_ok(),
        "{text}"
    );
    assert!(!game.draw(state).is_empty(), "{text}");
    match game.node(state) {
        Node::Terminal(_) => {}
        Node::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let sum: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{text}: {sum}");
        }
        Node::Decision(_) => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            assert!(!moves.is_empty(), "{text}");
            for &mv in moves.iter().take(5) {
                let written = game.write_move(state, mv);
                assert_eq!(game.parse_move(state, &written), Ok(mv), "{text} {written}");
            }
        }
    }
}

/// A state that is read again has the same hash, and what a game ends with is possible.
fn check_value<G: Hashable + Notation>(game: &G, state: &G::State) {
    let text = game.write_state(state);
    let again = game.parse_state(&text);
    assert_eq!(
        again.map(|again| game.hash(&again)),
        Ok(game.hash(state)),
        "{text}"
    );
    if let Node::Terminal(value) = game.node(state) {
        assert!(game.utility().contains(value), "{text}");
    }
}

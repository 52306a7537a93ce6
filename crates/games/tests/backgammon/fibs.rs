use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Notation, Player, Rules};
use starmax_games::{Backgammon, BackgammonState, FibsBoard};

/// As GNU Backgammon 1.07 sends it; the player whose checkers are negative is to play 63, and has a checker on the bar.
const FROM_GNUBG: &str = "board:gnubg:me:0:0:0:-1:-1:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
                          -1:6:3:6:3:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";

fn written(line: &str) -> String {
    let board: FibsBoard = line.parse().unwrap();
    Backgammon::default().write_state(&board.state().unwrap())
}

/// What is said about a line that cannot be used, be it for its form or for its position.
fn error(line: &str) -> String {
    let state = line.parse::<FibsBoard>().and_then(|board| board.state());
    state.unwrap_err().to_string()
}

/// The line from GNU Backgammon with another value in one field, the first one behind `board:` being 0.
fn with_field(field: usize, value: &str) -> String {
    replaced(FROM_GNUBG, field, value)
}

fn replaced(line: &str, field: usize, value: &str) -> String {
    let mut fields: Vec<&str> = line.split(':').collect();
    fields[field + 1] = value;
    fields.join(":")
}

/// The states of a game that is played at random, with and without rolls.
fn random_game(seed: u64) -> Vec<BackgammonState> {
    let game = Backgammon::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut outcomes, mut moves) = (Vec::new(), Vec::new());
    let mut states = vec![game.initial()];
    loop {
        let before_roll = states[states.len() - 1];
        outcomes.clear();
        game.outcomes(&before_roll, &mut outcomes);
        let rolled = game.resolve(
            &before_roll,
            outcomes[rng.random_range(0..outcomes.len())].0,
        );
        moves.clear();
        game.moves(&rolled, &mut moves);
        let next = game.play(&rolled, moves[rng.random_range(0..moves.len())]);
        states.push(rolled);
        if next.winner().is_some() {
            return states;
        }
        states.push(next);
    }
}

#[test]
fn a_board_from_gnubg_is_read() {
    let game = Backgammon::default();
    let board: FibsBoard = FROM_GNUBG.parse().unwrap();
    let state = board.state().unwrap();
    let (max, min) = (state.checkers(Player::Max), state.checkers(Player::Min));
    assert_eq!((max.count(5), max.count(6), max.count(24)), (2, 4, 2));
    assert_eq!(
        (min.count(25), min.count(24), min.count(13), min.count(6)),
        (1, 1, 5, 5)
    );
    assert!(game.write_state(&state).ends_with("-min-63"));
    assert!(!board.is_double_offered());
}

#[test]
fn every_position_of_random_games_survives_in_both_colours_and_directions() {
    for state in (0..20).flat_map(random_game) {
        for viewer in [Player::Max, Player::Min] {
            for ascends in [false, true] {
                let board = FibsBoard::new(&state, viewer, ascends);
                let line = board.to_string();
                let read: FibsBoard = line.parse().unwrap();
                assert_eq!(read, board, "{line}");
                assert_eq!(read.state().unwrap(), state, "{line}");
            }
        }
    }
}

#[test]
fn boards_of_the_two_directions_are_mirrored() {
    let state = FROM_GNUBG.parse::<FibsBoard>().unwrap().state().unwrap();
    let points = |ascends| -> Vec<String> {
        let line = FibsBoard::new(&state, Player::Max, ascends).to_string();
        line.split(':')
            .skip(6)
            .take(26)
            .map(str::to_owned)
            .collect()
    };
    let mut mirrored = points(true);
    mirrored.reverse();
    assert_eq!(points(false), mirrored);
    assert_eq!(points(false)[..2], ["-1", "-1"]);
}

#[test]
fn the_dice_are_those_of_the_player_whose_turn_it_is() {
    // Fields 32 and 33 are the viewer's dice; here it is the other player's turn.
    assert!(written(&with_field(32, "1")).ends_with("-63"));
    assert!(written(&with_field(35, "1")).ends_with("-61"));
}

#[test]
fn a_double_waits_for_an_answer() {
    let board: FibsBoard = with_field(39, "1").parse().unwrap();
    assert!(board.is_double_offered());
    let plain: FibsBoard = FROM_GNUBG.parse().unwrap();
    assert_eq!(plain.with_double_offered(), board);
    assert_eq!(board.to_string().parse(), Ok(board));
}

/// A board of GNU Backgammon: its length and score, whose turn it is, the cube, who may double, whether somebody has, and its last two fields.
fn from_gnubg(score: &str, turn: &str, cube: &str, last: &str) -> FibsBoard {
    let line = format!(
        "board:one:two:{score}:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:{turn}:0:0:0:0:{cube}:1:-1:0:25:0:0:0:0:0:0:{last}"
    );
    let board: FibsBoard = line.parse().unwrap();
    assert!(board.to_string().ends_with(last), "{board}");
    assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
    board
}

#[test]
fn cube_and_score_are_those_of_gnubg() {
    for ((score, turn, cube, last), parts) in [
        // Player 0, whose checkers are negative, has two points.
        (
            ("0:2:1", "-1", "1:1:1:0", "0:1"),
            vec!["score 1-2 for money"],
        ),
        (
            ("0:0:2", "1", "1:1:1:0", "0:1"),
            vec!["score 2-0 for money"],
        ),
        // With a double the points of player 1 come first, whoever has doubled.
        (
            ("0:1:2", "1", "1:1:1:1", "0:1"),
            vec!["score 1-2 for money", "a double that waits for an answer"],
        ),
        (
            ("5:1:0", "-1", "2:0:1:1", "0:1"),
            vec![
                "cube 2 on O's side",
                "score 1-0 to 5",
                "a double that waits for an answer",
            ],
        ),
        // The Crawford game, and those after it.
        (
            ("3:0:2", "-1", "1:1:1:0", "0:0"),
            vec!["score 2-0 to 3 (Crawford game)"],
        ),
        (("3:1:2", "-1", "1:1:1:0", "1:1"), vec!["score 2-1 to 3"]),
        // Where the Crawford rule is off.
        (("3:1:2", "-1", "1:1:1:0", "0:1"), vec!["score 2-1 to 3"]),
        (
            ("3:0:0", "1", "4:1:0:0", "0:1"),
            vec!["cube 4 on X's side", "score 0-0 to 3"],
        ),
        (("9999:0:0", "1", "1:1:1:0", "0:0"), vec![]),
    ] {
        let board = from_gnubg(score, turn, cube, last);
        assert_eq!(board.around().parts(), parts, "{board}");
        assert!(!board.is_beaver_offered(), "{board}");
    }
}

#[test]
fn a_beaver_is_a_double_of_a_cube_that_the_other_player_has() {
    let board = from_gnubg("0:0:2", "1", "2:0:1:1", "0:1");
    assert!(board.is_double_offered() && board.is_beaver_offered());
    assert_eq!(
        board.around().parts(),
        ["cube 2 on O's side", "score 2-0 for money"]
    );
}

#[test]
fn errors_name_the_field_and_what_was_expected() {
    for (line, expected) in [
        (
            String::new(),
            r#"found "", expected a line that starts with board:"#,
        ),
        (
            "hello".to_owned(),
            r#"found "hello", expected a line that starts with board:"#,
        ),
        (
            "board:a:b:1".to_owned(),
            r#"found "board:a:b:1", expected 52 fields behind board:, not 3"#,
        ),
        (
            with_field(4, "x"),
            r#"found "x", expected a number of points from 0 to 32767"#,
        ),
        (
            with_field(36, "3"),
            r#"found "3", expected a cube: 1, 2, 4 and so on up to 32768"#,
        ),
        (
            with_field(37, "2"),
            r#"found "2", expected 1 for a player who may double, else 0"#,
        ),
        (
            with_field(9, "16"),
            r#"found "16", expected a number of checkers from -15 to 15"#,
        ),
        (
            with_field(9, "1e1"),
            r#"found "1e1", expected a number of checkers from -15 to 15"#,
        ),
        (
            with_field(31, "0"),
            r#"found "0", expected a colour, 1 or -1"#,
        ),
        (
            with_field(34, "7"),
            r#"found "7", expected two dice from 1 to 6, or 0 twice before the roll"#,
        ),
        (
            with_field(34, "0"),
            r#"found "0:3", expected two dice from 1 to 6, or 0 twice before the roll"#,
        ),
        (
            with_field(41, "2"),
            r#"found "2", expected a direction, 1 or -1"#,
        ),
    ] {
        assert_eq!(error(&line), expected);
    }
    assert!(error(&with_field(42, "25")).contains("expected home 0 and bar 25 with direction -1"));
}

#[test]
fn positions_that_backgammon_does_not_have_are_refused() {
    for (line, expected) in [
        (
            with_field(7, "1"),
            "expected at most 15 checkers of each player, not 16",
        ),
        (
            with_field(11, "3"),
            "expected 15 checkers of each player, not 14 on the board and 0 off",
        ),
        (
            with_field(44, "1"),
            "expected 15 checkers of each player, not 15 on the board and 1 off",
        ),
    ] {
        let error = error(&line);
        assert!(error.ends_with(expected), "{error}");
    }
}

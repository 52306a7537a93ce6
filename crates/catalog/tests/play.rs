//! Games in progress: moves and rolls as people type them, and what moves lost.

use std::sync::atomic::AtomicBool;

use starmax_catalog::{Event, Match, ReportError, Request, RootText, Turn, open_game};
use starmax_report::ErrorReport;

fn root(position: &str) -> RootText<'_> {
    RootText {
        position: Some(position),
        roll: None,
    }
}

fn depth(depth: u32) -> Request<'static> {
    Request::default().with(|options| options.depth = Some(depth))
}

#[test]
fn moves_are_played_in_any_form_that_the_game_reads() {
    let game = open_game("backgammon").unwrap();
    for text in ["8/5 6/5", "6/5, 8/5", "6/5 8/5"] {
        let mut game = game.play(root("4HPwATDgc/ABMA-31")).unwrap();
        game.play(text).unwrap();
        assert_eq!(game.decisions()[0].played, "8/5 6/5");
    }
    let mut game = game.play(root("4HPwATDgc/ABMA-31")).unwrap();
    assert!(game.play("8/3 6/5").is_err());
    assert_eq!(
        game.object_to_move("8/3 6/5").unwrap(),
        "8/3 takes 5, and 31 gives 1, 3 or 4"
    );
    assert_eq!(game.object_to_move("what"), None);
    assert!(game.decisions().is_empty());
}

#[test]
fn rolls_can_be_taken_from_elsewhere() {
    for (name, announced, typed, roll) in [
        ("backgammon", "X rolls", "13", "31"),
        ("dice", "X rolls", "4", "4"),
        ("trio", "A rolls", "2", "2"),
    ] {
        let game = open_game(name).unwrap();
        let mut game = game.play(RootText::default()).unwrap();
        assert_eq!(game.turn(), Turn::Chance);
        assert_eq!(game.announce_outcome(), announced);
        assert!(game.take_outcome("77").is_err());
        game.take_outcome(typed).unwrap();
        assert_eq!(game.events(), [Event::Outcome(roll.to_owned())]);
        assert_eq!(game.turn(), Turn::Player(0));
    }
}

#[test]
fn a_move_is_worth_what_a_search_of_all_moves_says() {
    for (name, position, deepest) in [
        ("tic-tac-toe", "x...o....", 5),
        ("pig", "min:12-7+5", 5),
        ("dice", "5/2x2/2o2/5/5:o3", 5),
        ("backgammon", "4HPwATDgc/ABMA-min-31", 3),
        ("ballard", "root", 3),
        ("trio", "b:7/3", 5),
    ] {
        let game = open_game(name).unwrap();
        for depth in (1..=deepest).map(depth) {
            let all = depth.with(|options| options.top = Some(usize::MAX));
            let report = game.search(root(position), &all).unwrap();
            for mv in &report.moves {
                let mut game = game.play(root(position)).unwrap();
                game.play(&mv.text).unwrap();
                let assessment = game.assess(0, &depth).unwrap();
                assert_eq!(assessment.value, mv.value, "{name} {}", mv.text);
                assert_eq!(Some(assessment.best_value), report.value);
                assert_eq!(Some(assessment.best), report.best);
                assert_eq!(Some(assessment.depth), depth.options.depth);
            }
        }
    }
}

#[test]
fn a_move_that_ends_the_game_has_its_payoff() {
    let game = open_game("tic-tac-toe").unwrap();
    let mut game = game.play(root("xx.oo.x..")).unwrap();
    game.play("c2").unwrap();
    let assessment = game.assess(0, &depth(9)).unwrap();
    assert_eq!((assessment.value, assessment.loss()), (1.0, 0.0));
}

#[test]
fn a_stopped_judgement_is_no_judgement() {
    let game = open_game("backgammon").unwrap();
    let mut game = game.play(root("4HPwATDgc/ABMA-31")).unwrap();
    game.play("8/4").unwrap();
    let request = Request {
        stop: Some(&AtomicBool::new(true)),
        ..depth(3)
    };
    let error = game.assess(0, &request).unwrap_err();
    assert!(matches!(error, ReportError::Interrupted), "{error}");
}

fn judged(game: &dyn Match, request: &Request<'_>) -> ErrorReport {
    let decisions = game.decisions();
    let moves: Vec<_> = (decisions.into_iter().enumerate())
        .map(|(number, decision)| {
            let assessment = (!decision.is_forced).then(|| game.assess(number, request).unwrap());
            (decision, assessment)
        })
        .collect();
    ErrorReport::new(&moves)
}

#[test]
fn an_error_report_has_the_worst_moves_first() {
    let game = open_game("backgammon").unwrap();
    let mut game = game.play(RootText::default()).unwrap();
    for (roll, mv) in [
        ("31", "8/5 6/5"),
        ("64", "24/14"),
        ("31", "6/2"),
        ("55", "13/3(2)"),
        ("21", "24/23 13/11"),
    ] {
        game.take_outcome(roll).unwrap();
        game.play(mv).unwrap();
    }
    let report = judged(&*game, &depth(1));
    let name = |player: usize| ["X", "O"][player].to_owned();
    insta::assert_snapshot!(report.text(1, name));
    let max = &report.players[0];
    assert_eq!((max.moves, max.decisions.len()), (3, 3));
    assert!(max.decisions.is_sorted_by(|one, two| one.lost >= two.lost));
    let lost: f64 = max.decisions.iter().map(|error| error.lost).sum();
    assert!((max.lost - lost).abs() < 1e-12);
    assert!((max.per_move() - lost / 3.0).abs() < 1e-12);
    assert!((max.error_rate() - 1000.0 * lost / 3.0).abs() < 1e-9);
}

#[test]
fn a_forced_move_is_a_move_but_no_decision() {
    let game = open_game("backgammon").unwrap();
    let closed_out = "XGID=-------------------bbbbbbA:0:0:1:31:0:0:0:0:10";
    let mut game = game.play(root(closed_out)).unwrap();
    game.play("pass").unwrap();
    let report = judged(&*game, &depth(1));
    assert_eq!(report.players[0].moves, 1);
    assert!(report.players[0].decisions.is_empty());
    let text = report.text(10, |_| "X".to_owned());
    assert_eq!(text, "Nobody had a choice yet.");
}

#[test]
fn wins_of_several_kinds_have_words() {
    let game = open_game("backgammon").unwrap();
    let mut game = game
        .play(root("XGID=-B-----------------o------:0:0:1:21:0:0:0:0:10"))
        .unwrap();
    assert_eq!(game.describe_win(), None);
    game.play("1/off(2)").unwrap();
    assert_eq!(game.describe_win().unwrap(), "a gammon: 2 points");
    assert_eq!(game.judge(3.0), Some("won"));
    assert_eq!(game.judge(1.0), Some("winning"));
    assert_eq!(game.judge(0.3), Some("better"));
    assert_eq!(game.judge(-0.9), Some("losing"));
}

#[test]
fn a_typed_roll_can_be_taken_back_and_replaced() {
    let game = open_game("backgammon").unwrap();
    let mut game = game.play(RootText::default()).unwrap();
    game.take_outcome("32").unwrap();
    assert!(game.undo(&|turn| *turn == Turn::Chance));
    game.take_outcome("31").unwrap();
    assert!(!game.redo(), "the other roll is gone");
    assert_eq!(game.position(), "4HPwATDgc/ABMA-31");
}

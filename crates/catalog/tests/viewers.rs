//! Who sees the values of a report: the player whose turn it is, also where chance moves.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use starmax_arena::Crew;
use starmax_catalog::{
    GAMES, OpenGame, Request, Rollout, RolloutOptions, RootText, Turn, open_game,
};
use starmax_report::{Report, RolloutReport};
use starmax_search::Options;

fn at(position: &str) -> RootText<'_> {
    RootText {
        position: Some(position),
        roll: None,
    }
}

fn search(game: &dyn OpenGame, position: &str, depth: u32) -> Report {
    let request = Request::from(Options {
        depth: Some(depth),
        top: Some(usize::MAX),
        ..Options::default()
    });
    game.search(at(position), &request).unwrap()
}

fn roll_out(position: &str, trials: u64) -> RolloutReport {
    let game = open_game("pig").unwrap();
    let stop = AtomicBool::new(false);
    let crew = Crew {
        threads: NonZeroUsize::MIN,
        stop: &stop,
    };
    let options = RolloutOptions {
        trials,
        ..RolloutOptions::default()
    };
    let mut rollout = Rollout::new(&*game, at(position), options, &stop).unwrap();
    let mut keep = |_: &_| ControlFlow::Continue(());
    rollout.play(&crew, &mut keep, &mut |_, _| {}).unwrap();
    rollout.report()
}

#[test]
fn who_threw_the_die_sees_the_value() {
    let game = open_game("pig").unwrap();
    for (position, player) in [("max:12-7+5", "Max"), ("min:7-12+5", "Min")] {
        let before = search(&*game, position, 4);
        let roll = before.moves.iter().find(|mv| mv.text == "roll").unwrap();
        let in_the_air = search(&*game, &format!("{position}+die"), 3);
        assert_eq!(in_the_air.value, Some(roll.value));
        assert!((in_the_air.value.unwrap() - 0.840_278).abs() < 1e-6);
        assert_eq!((before.player, in_the_air.player), (player, player));
    }
}

#[test]
fn the_text_says_who_looks_where_chance_moves() {
    let game = open_game("pig").unwrap();
    let text = search(&*game, "min:7-12+5+die", 3).text();
    assert!(
        text.contains("value    +0.840278, exact to depth 3, seen by Min\n"),
        "{text}"
    );
    let text = search(&*game, "min:7-12+5", 3).text();
    assert!(!text.contains("seen by"), "{text}");
}

#[test]
fn a_rollout_is_seen_by_who_threw_the_die() {
    for (position, player) in [("max:12-7+5+die", "Max"), ("min:7-12+5+die", "Min")] {
        let report = roll_out(position, 36);
        assert_eq!(report.player, player);
        assert!(report.value.unwrap() > 0.5, "{:?}", report.value);
        let win = &report.moves[0].chances.as_ref().unwrap()[0];
        assert!(win.ending == "win" && win.rate > 0.75, "{win:?}");
        let text = report.text();
        assert!(text.contains(&format!("], seen by {player}\n")), "{text}");
    }
    assert!(!roll_out("min:7-12+5", 36).text().contains("seen by"));
}

/// The value of every state that a move leads to, searched by itself, is what a search of the move says; the sign follows from who looks.
#[test]
fn values_before_and_after_a_move_are_the_same_but_for_who_looks() {
    let mut compared = 0;
    for entry in GAMES {
        // Each of several players has a payoff of their own.
        let name = entry.about().name;
        if entry.about().players.len() != 2 {
            continue;
        }
        let game = open_game(name).unwrap();
        for position in game.positions(7).take(20) {
            let above = search(&*game, &position, 3);
            for mv in &above.moves {
                let mut playing = game.play(at(&position)).unwrap();
                playing.play(&mv.text).unwrap();
                if let Turn::Over(_) = playing.turn() {
                    continue;
                }
                let below = search(&*game, &playing.position(), 2);
                let sign = if below.player == above.player {
                    1.0
                } else {
                    -1.0
                };
                let (value, expected) = (below.value.unwrap(), mv.value);
                assert_eq!(sign * value, expected, "{name} {position} {}", mv.text);
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn payoffs_are_seen_by_who_rolls() {
    let game = open_game("trio").unwrap();
    for (position, number, name) in [("a:7", 0, "A"), ("b:7", 1, "B"), ("c:7/2", 2, "C")] {
        let report = search(&*game, position, 6);
        assert_eq!(report.player, name);
        assert_eq!(report.value, Some(report.payoffs.unwrap()[number]));
    }
}

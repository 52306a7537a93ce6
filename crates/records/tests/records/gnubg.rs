//! Files that version 1.07 of GNU Backgammon wrote: matches of its own, and a session by hand with beavers and resignations.

use starmax_core::Player;
use starmax_games::Offer;
use starmax_records::{Action, GameResult};

use super::{clean, comes_back};

const FILES: [[&str; 2]; 7] = [
    [
        include_str!("../files/one-point.mat"),
        include_str!("../files/one-point.sgf"),
    ],
    [
        include_str!("../files/four-points.mat"),
        include_str!("../files/four-points.sgf"),
    ],
    [
        include_str!("../files/seven-points.mat"),
        include_str!("../files/seven-points.sgf"),
    ],
    [
        include_str!("../files/money.mat"),
        include_str!("../files/money.sgf"),
    ],
    [
        include_str!("../files/beavers.mat"),
        include_str!("../files/beavers.sgf"),
    ],
    [
        include_str!("../files/resigned.mat"),
        include_str!("../files/resigned.sgf"),
    ],
    [
        include_str!("../files/rolled.mat"),
        include_str!("../files/rolled.sgf"),
    ],
];

#[test]
fn both_formats_hold_the_same_match_and_it_comes_back() {
    for [mat, sgf] in FILES {
        let record = clean(mat);
        assert_eq!(clean(sgf), record);
        comes_back(&record);
    }
}

#[test]
fn scores_and_the_crawford_game_follow_from_the_games() {
    let record = clean(FILES[2][0]);
    assert_eq!(record.length, 7);
    let mut score = [0, 0];
    let mut crawford = 0;
    for game in &record.games {
        assert_eq!(game.score_before, score);
        let result = game.result.expect("a finished match");
        score[usize::from(result.winner == Player::Min)] += result.points;
        crawford += u32::from(game.crawford);
    }
    assert!(score.iter().any(|&points| points >= 7), "{score:?}");
    assert!(crawford <= 1);
}

#[test]
fn replay_shows_the_cube_at_each_decision() {
    let record = clean(FILES[4][0]);
    assert!(record.rules.beavers);
    let decisions: Vec<_> = record.replay().map(|decision| decision.unwrap()).collect();
    let cubes: Vec<_> = (decisions.iter())
        .map(|decision| {
            (
                decision.action,
                decision.around.cube.value(),
                decision.around.cube.owner,
            )
        })
        .filter(|(action, ..)| !matches!(action, Action::Move { .. }))
        .collect();
    let bob = Some(Player::Min);
    assert_eq!(
        cubes,
        [
            (Action::Double, 1, None),
            (Action::Beaver, 1, None),
            (Action::Beaver, 2, bob),
            (Action::Take, 4, bob),
            (Action::Double, 8, bob),
            (Action::Pass, 8, bob),
        ]
    );
    let offered = decisions
        .iter()
        .filter(|decision| decision.around.offer == Some(Offer::Double));
    assert_eq!(offered.count(), 2);
    let result = GameResult {
        winner: Player::Min,
        points: 8,
    };
    assert_eq!(record.games[0].result, Some(result));
    // Nobody doubles before the first roll; later both can until somebody owns the cube.
    let could: Vec<bool> = decisions
        .iter()
        .map(|decision| decision.could_double)
        .collect();
    assert_eq!(
        could,
        [false, true, true, false, false, false, false, true, false]
    );
}

#[test]
fn positions_follow_the_moves() {
    use starmax_core::Notation;
    let record = clean(FILES[4][1]);
    let game = starmax_games::Backgammon::default();
    let first = record.replay().next().unwrap().unwrap();
    assert_eq!(game.write_state(&first.state), "4HPwATDgc/ABMA-31");
    assert_eq!(game.write_state(&first.before_roll), "4HPwATDgc/ABMA");
    assert_eq!((first.line, first.player), (2, Player::Max));
    let second = record.replay().nth(1).unwrap().unwrap();
    assert_eq!(game.write_state(&second.state), "sGfwATDgc/ABMA-min-52");
}

#[test]
fn a_game_that_ends_early_was_resigned() {
    let record = clean(FILES[5][1]);
    let last = record.games[0].actions.last().unwrap();
    assert_eq!(
        (last.player, last.action),
        (Player::Max, Action::Resign { points: 1 })
    );
    assert_eq!(record.info("Event"), Some("Big \"One\"] x\\y"));
    assert_eq!(record.info("EventDate"), Some("2026.11.18"));
}

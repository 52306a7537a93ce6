//! The rules, case by case.

use starmax_core::{Bounds, Evaluator, Game, Node, Notation, Player, Rules, WINNING};
use starmax_games::{Backgammon, BackgammonState, Pips, Roll, Scoring};

/// Max to play, by pairs of (place, count), each side's as that side sees it.
fn state(max: &[(usize, u8)], min: &[(usize, u8)], roll: &str) -> BackgammonState {
    // Written as an XGID, which holds any position.
    let mut signs = ['-'; 26];
    for &(place, count) in max {
        signs[place] = char::from(b'A' + count - 1);
    }
    for &(place, count) in min {
        signs[25 - place] = char::from(b'a' + count - 1);
    }
    let places: String = signs.iter().collect();
    Backgammon::default()
        .parse_state(&format!("XGID={places}:0:0:1:{roll}:0:0:0:0:10"))
        .unwrap()
}

/// An opponent who is nowhere in the way.
const HARMLESS: [(usize, u8); 1] = [(25, 1)];

fn moves(state: &BackgammonState) -> Vec<String> {
    let game = Backgammon::default();
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
        .into_iter()
        .map(|mv| game.write_move(state, mv))
        .collect()
}

fn value(scoring: Scoring, max: &[(usize, u8)], min: &[(usize, u8)]) -> Node {
    Backgammon::new(scoring).node(&state(max, min, "00"))
}

#[test]
fn play_starts_with_a_roll_of_max() {
    let game = Backgammon::default();
    let start = game.initial();
    assert_eq!(game.node(&start), Node::Chance);
    assert_eq!(start.player(), Player::Max);
    let mut rolls = Vec::new();
    game.outcomes(&start, &mut rolls);
    assert_eq!(rolls.len(), 21);
    for (roll, probability) in rolls {
        assert_eq!(
            probability,
            if roll.is_double() {
                1.0 / 36.0
            } else {
                2.0 / 36.0
            }
        );
    }
    let rolled = game.resolve(&start, Roll::new(1, 3));
    assert_eq!(game.node(&rolled), Node::Decision(Player::Max));
    assert_eq!(rolled.roll().unwrap().to_string(), "31");
}

#[test]
fn a_state_is_small() {
    assert_eq!(size_of::<BackgammonState>(), 48);
}

#[test]
fn checkers_on_the_bar_come_in_first() {
    let blocked = [(5, 2), (6, 2)];
    // Both dice can bring in the only checker on the bar, then anything goes on.
    assert_eq!(
        moves(&state(&[(25, 1), (8, 1)], &blocked, "21")),
        ["bar/22", "bar/23 8/7", "bar/24 8/6"]
    );
    assert_eq!(
        moves(&state(&[(25, 2), (8, 1)], &blocked, "21")),
        ["bar/24 bar/23"]
    );
    // Only the 1 comes in; then the 6 must be played, if all are in.
    assert_eq!(
        moves(&state(&[(25, 1), (13, 1)], &blocked, "61")),
        ["bar/18", "bar/24 13/7"]
    );
    assert_eq!(
        moves(&state(&[(25, 2), (13, 1)], &blocked, "61")),
        ["bar/24"]
    );
    assert_eq!(moves(&state(&[(25, 1), (13, 1)], &blocked, "65")), ["pass"]);
    assert_eq!(moves(&state(&[(25, 1), (13, 1)], &blocked, "66")), ["pass"]);
}

#[test]
fn a_blot_is_hit_and_a_point_is_not_entered() {
    let game = Backgammon::default();
    let state = state(&[(8, 1), (24, 1)], &[(20, 1), (19, 2)], "32");
    assert_eq!(moves(&state), ["24/19", "24/22 8/5*", "8/5*/3"]);
    let after = game.play(&state, game.parse_move(&state, "8/5* 24/22").unwrap());
    assert_eq!(after.checkers(Player::Min).count(25), 1);
    assert_eq!(after.checkers(Player::Min).count(20), 0);
    assert_eq!(after.checkers(Player::Max).counts()[5], 1);
}

#[test]
fn one_checker_has_two_ways_when_they_hit_differently() {
    assert_eq!(
        moves(&state(&[(24, 1)], &[(5, 1)], "42")),
        ["24/20*/18", "24/18"]
    );
    assert_eq!(
        moves(&state(&[(24, 1)], &[(5, 1), (3, 1)], "42")),
        ["24/20*/18", "24/22*/18"]
    );
    assert_eq!(moves(&state(&[(24, 1)], &[(7, 1)], "42")), ["24/18*"]);
}

#[test]
fn the_larger_die_is_played_when_only_one_can_be() {
    let far_back = [(24, 1)];
    assert_eq!(moves(&state(&far_back, &[(12, 2)], "65")), ["24/18"]);
    assert_eq!(
        moves(&state(&far_back, &[(12, 2), (7, 2)], "65")),
        ["24/19"]
    );
    assert_eq!(moves(&state(&far_back, &[(7, 2), (6, 2)], "65")), ["pass"]);
    assert_eq!(moves(&state(&far_back, &[(6, 2)], "65")), ["24/13"]);
}

#[test]
fn both_dice_are_played_when_possible() {
    // 7/2 would be a 5, but leaves no 6.
    assert_eq!(
        moves(&state(&[(10, 1), (7, 1)], &[(21, 2)], "65")),
        ["10/5 7/1"]
    );
}

#[test]
fn doubles_are_played_as_often_as_possible() {
    assert_eq!(moves(&state(&[(24, 1)], &HARMLESS, "33")), ["24/12"]);
    assert_eq!(moves(&state(&[(24, 1)], &[(10, 2)], "33")), ["24/18"]);
    assert_eq!(moves(&state(&[(6, 2)], &HARMLESS, "33")), ["6/off(2)"]);
    assert_eq!(moves(&state(&[(6, 3)], &HARMLESS, "66")), ["6/off(3)"]);
    assert_eq!(
        moves(&state(&[(25, 2), (24, 1)], &[(6, 2)], "33")),
        ["bar/22(2) 24/18"]
    );
}

#[test]
fn checkers_are_borne_off_from_home_only() {
    assert_eq!(
        moves(&state(&[(7, 1), (6, 1)], &HARMLESS, "61")),
        ["7/1 6/5", "7/off"]
    );
    assert_eq!(
        moves(&state(&[(8, 1), (6, 1)], &HARMLESS, "61")),
        ["8/2 6/5", "8/1"]
    );
}

#[test]
fn a_larger_die_bears_off_the_farthest_checker_only() {
    assert_eq!(
        moves(&state(&[(4, 1), (2, 1)], &HARMLESS, "65")),
        ["4/off 2/off"]
    );
    assert_eq!(
        moves(&state(&[(6, 1), (2, 2)], &HARMLESS, "65")),
        ["6/off 2/off", "6/1 2/off"]
    );
}

#[test]
fn both_dice_are_played_although_one_wins() {
    assert_eq!(
        moves(&state(&[(3, 1)], &[(23, 1), (1, 1)], "31")),
        ["3/2*/off"]
    );
    assert_eq!(moves(&state(&[(3, 1)], &[(1, 1)], "31")), ["3/off"]);
}

#[test]
fn a_win_counts_one_two_or_three() {
    let off = [];
    let single = [(6, 14)];
    let gammon = [(6, 10), (18, 5)];
    for loser in [[(6, 14), (19, 1)], [(6, 14), (24, 1)], [(6, 14), (25, 1)]] {
        assert_eq!(value(Scoring::Points, &off, &loser), Node::Terminal(3.0));
        assert_eq!(value(Scoring::Win, &off, &loser), Node::Terminal(1.0));
    }
    assert_eq!(value(Scoring::Points, &off, &gammon), Node::Terminal(2.0));
    assert_eq!(value(Scoring::Points, &off, &single), Node::Terminal(1.0));
    assert_eq!(value(Scoring::Points, &gammon, &off), Node::Terminal(-2.0));
    assert_eq!(value(Scoring::Win, &gammon, &off), Node::Terminal(-1.0));
}

#[test]
fn the_utility_follows_the_scoring() {
    assert_eq!(Backgammon::default().utility(), Bounds::new(-3.0, 3.0));
    let game = Backgammon::parse_parameters("scoring=win").unwrap();
    assert_eq!(game.utility(), Bounds::new(-1.0, 1.0));
    assert_eq!(
        Backgammon::parse_parameters("scoring=points"),
        Ok(Backgammon::default())
    );
    for (text, reason) in [
        ("scoring=cube", "one of points, win"),
        ("cube=2", "one of scoring"),
    ] {
        let error = Backgammon::parse_parameters(text).unwrap_err().to_string();
        assert!(error.ends_with(reason), "{error}");
    }
}

#[test]
fn whoever_has_borne_off_a_checker_loses_one_point_at_most() {
    let game = Backgammon::default();
    let fifteen = [(6, 15)];
    let fourteen = [(6, 14)];
    let bounds = |max: &[_], min: &[_]| game.possible_values(&state(max, min, "00"));
    assert_eq!(bounds(&fifteen, &fifteen), Bounds::new(-3.0, 3.0));
    assert_eq!(bounds(&fourteen, &fifteen), Bounds::new(-1.0, 3.0));
    assert_eq!(bounds(&fifteen, &fourteen), Bounds::new(-3.0, 1.0));
}

#[test]
fn hits_promise_more_than_points_and_those_more_than_few_blots_and_a_win_most() {
    let game = Backgammon::default();
    let promise =
        |state: &BackgammonState, text| game.promise(state, game.parse_move(state, text).unwrap());
    let contact = state(&[(8, 3), (6, 5), (5, 1), (13, 5)], &[(22, 1), (1, 2)], "31");
    let promises =
        ["6/3* 13/12", "8/5 6/5", "13/9", "13/10 13/12"].map(|text| promise(&contact, text));
    assert!(
        promises.is_sorted_by(|more, less| more > less),
        "{promises:?}"
    );
    // The enemy has passed the blots, or has not.
    let [behind, passed] =
        [24, 3].map(|enemy| promise(&state(&[(8, 2)], &[(enemy, 2)], "21"), "8/7 8/6"));
    assert_eq!([behind, passed], [-4, -2]);
    assert_eq!(
        promise(&state(&[(2, 2)], &HARMLESS, "32"), "2/off(2)"),
        WINNING
    );
}

#[test]
fn pips_judge_the_race() {
    let game = Backgammon::default();
    let pips = |max: &[_], min: &[_]| Pips.evaluate(&game, &state(max, min, "00"));
    assert_eq!(Pips.evaluate(&game, &game.initial()), 0.0);
    // One checker with 1 pip against one with 5.
    assert_eq!(pips(&[(1, 1)], &[(5, 1)]), 0.5);
    assert_eq!(pips(&[(5, 1)], &[(1, 1)]), -0.5);
}

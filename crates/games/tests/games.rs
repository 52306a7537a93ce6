//! Every game keeps its contract, and plays as recorded in `playthroughs`.
//!
//! After a wanted change of the rules, `UPDATE_PLAYTHROUGHS=1 cargo test -p starmax-games` writes the records anew.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Node, Notation, Rules};
use starmax_games::{Backgammon, CubefulBackgammon, Pig, PigLead, TicTacToe, Trio};
use starmax_testkit::{
    check, check_many_players, check_many_players_playthrough, check_playthrough, expectimax,
    random_walk,
};

#[test]
fn tic_tac_toe_keeps_its_contract() {
    check(&TicTacToe);
}

#[test]
fn pig_keeps_its_contract() {
    for goal in [1, 2, 6, 20, 100] {
        check(&Pig::new(goal));
    }
}

#[test]
fn backgammon_keeps_its_contract() {
    check(&Backgammon::default());
}

#[test]
fn backgammon_with_the_cube_keeps_its_contract() {
    for format in [
        "match=1",
        "match=3",
        "match=7",
        "money",
        "money,jacoby,beavers",
    ] {
        check(&CubefulBackgammon::parse_parameters(format).unwrap());
    }
}

#[test]
fn trio_keeps_its_contract() {
    for pile in [1, 2, 12, 100] {
        check_many_players(&Trio::new(pile));
    }
}

#[test]
fn tic_tac_toe_plays_as_recorded() {
    check_playthrough(&TicTacToe, 1, "playthroughs/tic-tac-toe.txt");
}

#[test]
fn pig_plays_as_recorded() {
    check_playthrough(&Pig::default(), 3, "playthroughs/pig.txt");
}

#[test]
fn backgammon_plays_as_recorded() {
    check_playthrough(&Backgammon::default(), 33, "playthroughs/backgammon.txt");
}

#[test]
fn backgammon_with_the_cube_plays_as_recorded() {
    let game = |format| CubefulBackgammon::parse_parameters(format).unwrap();
    check_playthrough(&game("match=3"), 9, "playthroughs/backgammon-match.txt");
    check_playthrough(
        &game("money,beavers"),
        4,
        "playthroughs/backgammon-money.txt",
    );
}

#[test]
fn trio_plays_as_recorded() {
    check_many_players_playthrough(&Trio::default(), 1, "playthroughs/trio.txt");
}

#[test]
fn the_lead_in_pig_is_inside_the_utility() {
    let game = Pig::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let states = (0..100).flat_map(|_| random_walk(&game, &mut rng, usize::MAX));
    for state in states.filter(|state| !matches!(game.node(state), Node::Terminal(_))) {
        let lead = PigLead.evaluate(&game, &state);
        assert!(-1.0 < lead && lead < 1.0, "{state:?}: {lead}");
    }
}

#[test]
fn in_pig_five_rolls_of_six_win_from_just_below_the_goal() {
    let game = Pig::default();
    let state = |position| game.parse_state(position).unwrap();
    let value = expectimax(&game, &PigLead, &state("min:0-18+0"), 2);
    let after_a_one = PigLead.evaluate(&game, &state("max:0-18+0"));
    assert!((value - (after_a_one - 5.0) / 6.0).abs() < 1e-12, "{value}");
}

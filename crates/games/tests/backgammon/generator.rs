use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Game, Node, Rules};
use starmax_games::{Backgammon, BackgammonState, Roll};
use starmax_testkit::random_walk;

use crate::slow::{Slow, results};

/// Positions before the roll from games played at random.
fn random_positions(games: u64) -> impl Iterator<Item = BackgammonState> {
    let game = Backgammon::default();
    let walk = move |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        random_walk(&game, &mut rng, usize::MAX)
    };
    let is_before_roll = move |state: &BackgammonState| game.node(state) == Node::Chance;
    (0..games).flat_map(walk).filter(is_before_roll)
}

#[test]
fn the_slow_generator_finds_the_same_moves() {
    let game = Backgammon::default();
    let mut decisions = 0;
    for (number, state) in random_positions(110).enumerate() {
        // Doubles take the slow generator long, so they have their turn less often.
        let rolls = Roll::all()
            .filter(|roll| !roll.is_double() || number % 5 == usize::from(roll.high()) % 5);
        for roll in rolls {
            let state = game.resolve(&state, roll);
            let slow = Slow::new(&state, state.player()).results(roll);
            assert_eq!(results(game, &state), slow, "{state:?}");
            decisions += 1;
        }
    }
    assert!(decisions >= 20_000, "only {decisions} decisions");
}

#[test]
fn a_move_from_elsewhere_that_can_be_played_leads_where_a_move_leads() {
    let game = Backgammon::default();
    let positions: Vec<_> = random_positions(20).collect();
    let (mut can, mut cannot) = (0, 0);
    for (elsewhere, here) in positions.iter().zip(&positions[2..]) {
        for roll in Roll::all() {
            let [elsewhere, here] = [elsewhere, here].map(|state| game.resolve(state, roll));
            let (mut moves, mut own) = (Vec::new(), Vec::new());
            game.moves(&elsewhere, &mut moves);
            game.moves(&here, &mut own);
            let own: Vec<_> = own.iter().map(|&mv| game.play(&here, mv)).collect();
            for mv in moves {
                if game.can_play(&here, mv) {
                    assert!(own.contains(&game.play(&here, mv)), "{mv:?} in {here:?}");
                    can += 1;
                } else {
                    cannot += 1;
                }
            }
        }
    }
    assert!(can > 10_000 && cannot > 10_000, "{can} and {cannot}");
}

#[test]
fn games_from_the_start_are_counted() {
    let game = Backgammon::default();
    let start = game.initial();
    let slow = Slow::new(&start, start.player());
    for (turns, count) in [(1, 447), (2, 202_782)] {
        assert_eq!(slow.perft(turns), count);
        assert_eq!(perft(game, &start, turns), count);
    }
}

fn perft(game: Backgammon, state: &BackgammonState, turns: u32) -> u64 {
    if turns == 0 || matches!(game.node(state), Node::Terminal(_)) {
        return 1;
    }
    let mut moves = Vec::new();
    let after_roll = |roll| {
        let state = game.resolve(state, roll);
        moves.clear();
        game.moves(&state, &mut moves);
        moves
            .iter()
            .map(|&mv| perft(game, &game.play(&state, mv), turns - 1))
            .sum::<u64>()
    };
    Roll::all().map(after_roll).sum()
}

use starmax_core::{Node, Notation, Player, Rules};
use starmax_games::{Dice, random_position};

use crate::{rng, successors};

#[test]
fn positions_for_experiments_are_worth_a_search() {
    for size in 3..=19 {
        let game = Dice::new(size, 4.min(size));
        let mut rng = rng(u64::from(size));
        for _ in 0..50 {
            let state = random_position(&game, &mut rng);
            let next = successors(&game, &state);
            assert!(matches!(game.node(&state), Node::Decision(_)) && next.len() >= 2);
            assert!(next.iter().all(|next| game.node(next) == Node::Chance));
        }
    }
}

#[test]
fn positions_for_experiments_are_as_crowded_as_in_the_thesis() {
    for (size, density) in [
        (5, 0.125),
        (7, 0.136),
        (9, 0.1435),
        (11, 0.147),
        (13, 0.147),
        (15, 0.145),
        (17, 0.15),
    ] {
        let game = Dice::new(size, 5);
        let mut rng = rng(0);
        let count = 400;
        let mut stones = [0.0; 2];
        let mut turns = [0.0; 2];
        for _ in 0..count {
            let state = random_position(&game, &mut rng);
            for (index, player) in [Player::Max, Player::Min].into_iter().enumerate() {
                stones[index] += f64::from(state.stones(player));
                turns[index] += f64::from(u8::from(state.player() == player));
            }
        }
        let squares = f64::from(count) * f64::from(size) * f64::from(size);
        for (stones, turns) in stones.into_iter().zip(turns) {
            assert!(
                (stones / squares - density / 2.0).abs() < 0.005,
                "{size}: {}",
                stones / squares
            );
            assert!((turns / f64::from(count) - 0.5).abs() < 0.1);
        }
    }
}

#[test]
fn a_seed_always_gives_the_same_positions() {
    let game = Dice::default();
    let positions = |seed| {
        let mut rng = rng(seed);
        let mut write = |_| game.write_state(&random_position(&game, &mut rng));
        [0, 1, 2, 3].map(&mut write)
    };
    assert_eq!(positions(1), positions(1));
    assert_ne!(positions(1), positions(2));
}

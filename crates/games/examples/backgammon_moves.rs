//! How fast moves of backgammon are generated and played:
//!
//! ```sh
//! cargo run --release -- positions backgammon --count 1000 --from self-play --depth 1 > positions.txt
//! cargo run --release -p starmax-games --example backgammon_moves < positions.txt
//! ```
//!
//! Children are the positions after every move of every roll of those positions that have contact; the count is exact, and the time is
//! one thread's. `backgammon_moves 1` goes through them once, for a count of instructions.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::hint::black_box;
use std::io;
use std::time::Instant;

use starmax_core::{Notation, Player, Rules};
use starmax_games::{Backgammon, BackgammonState, Roll};

/// The length of a position ID; whose turn it is and the roll may come behind it.
const ID_LENGTH: usize = 14;

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .map_or(100, |text| text.parse().expect("a number of rounds"));
    let game = Backgammon::default();
    let read = |line: Result<String, _>| {
        let line = line.expect("standard input can be read");
        game.parse_state(&line[..ID_LENGTH])
            .expect("a position ID on every line")
    };
    let positions: Vec<_> = io::stdin().lines().map(read).filter(has_contact).collect();
    let mut moves = Vec::new();
    let mut children = 0;
    let started = Instant::now();
    for _ in 0..rounds {
        for state in &positions {
            children += Roll::all()
                .map(|roll| count(game, &game.resolve(state, roll), &mut moves))
                .sum::<usize>();
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let per_position = children as f64 / (rounds * positions.len()) as f64;
    println!(
        "{} positions, {per_position:.1} children each",
        positions.len()
    );
    println!("{:.1} million children/s", children as f64 / seconds / 1e6);
}

/// Generates and plays the moves of a state.
fn count(
    game: Backgammon,
    state: &BackgammonState,
    moves: &mut Vec<<Backgammon as Rules>::Move>,
) -> usize {
    moves.clear();
    game.moves(state, moves);
    for &mv in moves.iter() {
        black_box(&game.play(state, mv));
    }
    moves.len()
}

/// Whether the two sides still have to pass each other.
fn has_contact(state: &BackgammonState) -> bool {
    let farthest = |player| state.checkers(player).occupied().ilog2();
    farthest(Player::Max) + farthest(Player::Min) > 25
}

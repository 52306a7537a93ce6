//! A game of your own: its rules, and a search that ranks the moves.
//!
//! `cargo run --release -p starmax-engine --example your_own_game`
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use starmax_engine::{Bounds, Constant, Game, Hashable, Node, Player, Rules, Search, Table};

/// Two frogs race to the far bank. A frog tries to jump 1 to 6 pads; a die must show at least as
/// much, or the frog falls in and starts again. To land on the other frog sends that one back.
struct Frogs;

const FAR_BANK: u8 = 13;

/// The pads of both frogs, whose turn it is, and the jump that waits for the die (0: none).
type Pond = ([u8; 2], usize, u8);

impl Rules for Frogs {
    type State = Pond;
    type Move = u8;
    type Outcome = u8;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> Pond {
        ([0, 0], 0, 0)
    }

    fn node(&self, &(frogs, turn, jump): &Pond) -> Node {
        match frogs.map(|pad| pad >= FAR_BANK) {
            [true, _] => Node::Terminal(1.0),
            [_, true] => Node::Terminal(-1.0),
            _ if jump > 0 => Node::Chance,
            _ => Node::Decision([Player::Max, Player::Min][turn]),
        }
    }

    fn moves(&self, _: &Pond, out: &mut Vec<u8>) {
        out.extend(1..=6);
    }

    fn outcomes(&self, _: &Pond, out: &mut Vec<(u8, f64)>) {
        out.extend((1..=6).map(|roll| (roll, 1.0 / 6.0)));
    }

    fn play(&self, &(frogs, turn, _): &Pond, jump: u8) -> Pond {
        (frogs, turn, jump)
    }

    fn resolve(&self, &(mut frogs, turn, jump): &Pond, roll: u8) -> Pond {
        let other = 1 - turn;
        frogs[turn] = if roll < jump { 0 } else { frogs[turn] + jump };
        if frogs[turn] == frogs[other] {
            frogs[other] = 0;
        }
        (frogs, other, 0)
    }
}

impl Game for Frogs {
    fn utility(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }
}

/// Only a search with a table asks for this.
impl Hashable for Frogs {
    fn hash(&self, pond: &Pond) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(pond)
    }
}

fn main() {
    let pond = ([5, 8], 0, 0);
    let table = Table::with_mebibytes(1);
    let unfinished_games_are_even = Constant(0.0);
    let result = Search::new(&Frogs, &unfinished_games_are_even)
        .depth(13)
        .table(&table)
        .run(&pond);

    // The best move has its exact value; of the others it is proven that they are not better.
    let mut ranked = result.moves;
    ranked.sort_by(|one, two| two.bounds.upper.total_cmp(&one.bounds.upper));
    for root_move in ranked {
        println!("jump {}: {:.4}", root_move.mv, root_move.bounds);
    }
    println!("{} nodes to depth {}", result.stats.nodes, result.depth);
}

#[test]
fn the_rules_keep_their_contract() {
    starmax_testkit::check_hashable(&Frogs);
}

#[test]
fn the_best_jump_lands_on_the_other_frog() {
    let search = Search::new(&Frogs, &Constant(0.0)).depth(5);
    assert_eq!(search.run(&([5, 8], 0, 0)).best, Some(3));
}

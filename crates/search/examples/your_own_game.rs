//! A game of your own: its rules, how it is judged, and a search that ranks the moves.
//!
//! `cargo run --release -p starmax-search --example your_own_game`
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use starmax_core::{Bounds, Evaluator, Game, Hashable, Node, Player};
use starmax_search::{Search, SearchResult, Settings, Table};

/// Two frogs race across a pond of lily pads. A frog tries to jump 1 to 6 pads; a die must show at least as much, or
/// the frog falls in and starts again from the bank. To land on the other frog sends that one back to the bank.
struct Frogs {
    pads: u8,
}

/// The pad of each frog, Max's first; whose turn it is; and the jump that the die has yet to decide.
#[derive(Clone, Copy)]
struct Pond {
    frogs: [u8; 2],
    player: Player,
    jump: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Landing {
    Dry,
    Wet,
}

impl Game for Frogs {
    type State = Pond;
    type Move = u8;
    type Outcome = Landing;

    fn initial(&self) -> Pond {
        Pond {
            frogs: [0, 0],
            player: Player::Max,
            jump: None,
        }
    }

    fn node(&self, pond: &Pond) -> Node {
        match pond.frogs.map(|pad| pad > self.pads) {
            [true, _] => Node::Terminal(1.0),
            [_, true] => Node::Terminal(-1.0),
            _ if pond.jump.is_some() => Node::Chance,
            _ => Node::Decision(pond.player),
        }
    }

    fn moves(&self, _: &Pond, out: &mut Vec<u8>) {
        out.extend(1..=6);
    }

    fn outcomes(&self, pond: &Pond, out: &mut Vec<(Landing, f64)>) {
        let wet = f64::from(pond.jump.unwrap_or(1) - 1) / 6.0;
        out.push((Landing::Dry, 1.0 - wet));
        if wet > 0.0 {
            out.push((Landing::Wet, wet));
        }
    }

    fn play(&self, pond: &Pond, jump: u8) -> Pond {
        Pond {
            jump: Some(jump),
            ..*pond
        }
    }

    fn resolve(&self, pond: &Pond, landing: Landing) -> Pond {
        let mut frogs = pond.frogs;
        let (own, other) = if pond.player == Player::Max {
            (0, 1)
        } else {
            (1, 0)
        };
        frogs[own] = if landing == Landing::Dry {
            frogs[own] + pond.jump.unwrap_or(0)
        } else {
            0
        };
        if frogs[own] == frogs[other] {
            frogs[other] = 0;
        }
        Pond {
            frogs,
            player: pond.player.opponent(),
            jump: None,
        }
    }

    fn utility(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }
}

/// Only a search with a table needs this.
impl Hashable for Frogs {
    fn hash(&self, pond: &Pond) -> u64 {
        let [max, min] = pond.frogs;
        let state = [
            max,
            min,
            u8::from(pond.player == Player::Max),
            pond.jump.unwrap_or(0),
            0,
            0,
            0,
            0,
        ];
        u64::from_le_bytes(state).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The frog that is ahead is better off.
struct Lead;

impl Evaluator<Frogs> for Lead {
    fn evaluate(&self, game: &Frogs, pond: &Pond) -> f64 {
        let [max, min] = pond.frogs.map(f64::from);
        (max - min) / f64::from(game.pads + 1)
    }
}

fn search(game: &Frogs, pond: &Pond, mut settings: Settings) -> SearchResult<Frogs> {
    settings.limits.depth = 9;
    settings.all_moves = true;
    let table = Table::with_mebibytes(1);
    Search::new(game, &Lead)
        .settings(settings)
        .table(&table)
        .run(pond)
}

fn main() {
    let game = Frogs { pads: 12 };
    let result = search(
        &game,
        &Pond {
            frogs: [5, 8],
            ..game.initial()
        },
        Settings::default(),
    );
    let mut ranked = result.moves;
    ranked.sort_by(|one, two| two.bounds.lower.total_cmp(&one.bounds.lower));
    for root_move in ranked {
        println!("jump {}: {:+.4}", root_move.mv, root_move.bounds.lower);
    }
    println!("depth {}, {} nodes", result.depth, result.stats.nodes);
}

#[test]
fn the_search_agrees_with_plain_expectimax() {
    use starmax_search::Algorithm;

    let game = Frogs { pads: 12 };
    for frogs in [[0, 0], [5, 8], [11, 12]] {
        let pond = Pond {
            frogs,
            ..game.initial()
        };
        let quick = search(&game, &pond, Settings::default());
        let plain = search(&game, &pond, Settings::new(Algorithm::Expectimax));
        assert_eq!((quick.value, quick.best), (plain.value, plain.best));
    }
}

use starmax_core::{Game, Node, Player};

/// Ways a game may end whose chances are of interest besides the value: to win, to win a gammon.
pub trait Endings<G: Game> {
    /// What they are called.
    fn names(&self) -> &'static [&'static str];

    /// How likely each of them is at a state, from 0 to 1; at the end of a game each one is 0 or 1. `None` where nobody knows, as in the
    /// middle of a game that is judged by a value alone.
    fn chances(&self, game: &G, state: &G::State) -> Option<Vec<f64>>;

    /// The same where a move leads. Games of which several follow each other say here how one has ended.
    fn chances_after(&self, game: &G, state: &G::State, mv: G::Move) -> Option<Vec<f64>> {
        self.chances(game, &game.play(state, mv))
    }
}

/// Only the value is of interest.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEndings;

impl<G: Game> Endings<G> for NoEndings {
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    fn chances(&self, _game: &G, _state: &G::State) -> Option<Vec<f64>> {
        Some(Vec::new())
    }
}

/// Games that are won, drawn or lost, seen by one player. Before the end nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct WonOrLost {
    /// Whose win it is.
    pub viewer: Player,
}

impl<G: Game> Endings<G> for WonOrLost {
    fn names(&self) -> &'static [&'static str] {
        &["win", "loss"]
    }

    fn chances(&self, game: &G, state: &G::State) -> Option<Vec<f64>> {
        let Node::Terminal(value) = game.node(state) else {
            return None;
        };
        let points = self.viewer.sees(value - game.utility().middle());
        let is = |is_so| f64::from(u8::from(is_so));
        Some(vec![is(points > 0.0), is(points < 0.0)])
    }
}

use starmax_core::{Bounds, Game, Node, Player, Rules};
use starmax_games::{ArcOrder, BallardState, BallardTree};

/// A Ballard tree with `n` children per node, every leaf multiplied by `n`.
///
/// Ballard cuts where sums are equal, and in his trees they often are. A mean of `n` whole numbers is seldom a binary
/// fraction, so equal sums would differ in their last bit and the cut would be missed. Multiplied by `n` every
/// mean, bound and window is a whole number, and equal is equal.
pub(super) struct WholeTree {
    tree: BallardTree,
    n: u8,
}

impl WholeTree {
    pub(super) fn new(n: u8, order: ArcOrder) -> Self {
        Self {
            tree: BallardTree::new(n, order),
            n,
        }
    }

    pub(super) fn leaves(&self) -> u64 {
        self.tree.leaves()
    }

    fn scaled(&self, value: f64) -> f64 {
        f64::from(self.n) * value
    }
}

impl Rules for WholeTree {
    type State = BallardState;
    type Move = u8;
    type Outcome = u8;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> BallardState {
        self.tree.initial()
    }

    fn node(&self, state: &BallardState) -> Node {
        match self.tree.node(state) {
            Node::Terminal(value) => Node::Terminal(self.scaled(value)),
            node => node,
        }
    }

    fn moves(&self, state: &BallardState, out: &mut Vec<u8>) {
        self.tree.moves(state, out);
    }

    fn outcomes(&self, state: &BallardState, out: &mut Vec<(u8, f64)>) {
        self.tree.outcomes(state, out);
    }

    fn play(&self, state: &BallardState, mv: u8) -> BallardState {
        self.tree.play(state, mv)
    }

    fn resolve(&self, state: &BallardState, outcome: u8) -> BallardState {
        self.tree.resolve(state, outcome)
    }
}

impl Game for WholeTree {
    fn utility(&self) -> Bounds {
        let Bounds { lower, upper } = self.tree.utility();
        Bounds::new(self.scaled(lower), self.scaled(upper))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn means_and_windows_are_whole_numbers() {
        for n in [2, 4, 6, 8, 10, 20, 30, 40] {
            let p = 1.0 / f64::from(n);
            for whole in 0..3 * n * n {
                let (mean, sum) = (f64::from(whole), f64::from(whole * n));
                assert_eq!(p * sum, mean, "n = {n}");
                assert_eq!(mean / p, sum, "n = {n}");
            }
        }
    }
}

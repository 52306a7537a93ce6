//! The search of GNU Backgammon, as the thesis describes it (section 5.4.2).

use std::sync::atomic::{AtomicBool, Ordering};

use starmax_arena::Contestant;
use starmax_core::{Evaluator, Game, Node, Player};

/// Searches only the best moves at the root, and only the best reply to every roll below, each by their static values. To depth
/// 3 that finds what a full search of those root moves finds, for the best reply is then the one with the best static value.
pub(super) struct Pruner<'a, E> {
    pub(super) evaluator: &'a E,
    pub(super) depth: u32,
    /// Once it is set, any move may be chosen: the game is no longer of use.
    pub(super) stop: &'a AtomicBool,
}

/// The move filter at the root: so many moves at most, none of which may look worse than the best one by more than the margin.
const MOST: usize = 8;
const MARGIN: f64 = 0.16;

impl<E> Pruner<'_, E> {
    /// The moves and the states they lead to with their static values, seen by the player who moves; the best first, of equals the
    /// first in the game's order.
    fn ranked<G: Game>(
        &self,
        game: &G,
        player: Player,
        state: &G::State,
        moves: &[G::Move],
    ) -> Vec<(G::Move, G::State, f64)>
    where
        E: Evaluator<G>,
    {
        let mut ranked: Vec<_> = (moves.iter())
            .map(|&mv| {
                let after = game.play(state, mv);
                let value = player.sees(self.static_value(game, &after));
                (mv, after, value)
            })
            .collect();
        ranked.sort_by(|(_, _, one), (_, _, two)| two.total_cmp(one));
        ranked
    }

    fn static_value<G: Game>(&self, game: &G, state: &G::State) -> f64
    where
        E: Evaluator<G>,
    {
        match game.node(state) {
            Node::Terminal(value) => value,
            _ => self.evaluator.evaluate(game, state),
        }
    }

    /// The value of a state before a roll, to so many levels.
    fn value<G: Game>(&self, game: &G, state: &G::State, depth: u32) -> f64
    where
        E: Evaluator<G>,
    {
        match game.node(state) {
            Node::Terminal(value) => value,
            Node::Chance if depth >= 2 => {
                let mut outcomes = Vec::new();
                game.outcomes(state, &mut outcomes);
                let of_outcome = |&(outcome, p): &(G::Outcome, f64)| {
                    p * self.value_of_reply(game, &game.resolve(state, outcome), depth - 1)
                };
                outcomes.iter().map(of_outcome).sum()
            }
            _ => self.evaluator.evaluate(game, state),
        }
    }

    fn value_of_reply<G: Game>(&self, game: &G, state: &G::State, depth: u32) -> f64
    where
        E: Evaluator<G>,
    {
        let Node::Decision(player) = game.node(state) else {
            return self.value(game, state, depth);
        };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let ranked = self.ranked(game, player, state, &moves);
        let (_, best, value) = &ranked[0];
        if depth > 1 {
            self.value(game, best, depth - 1)
        } else {
            player.sees(*value)
        }
    }
}

impl<G: Game, E: Evaluator<G>> Contestant<G> for Pruner<'_, E> {
    fn begin(&mut self, _seed: u64) {}

    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> G::Move {
        let Node::Decision(player) = game.node(state) else {
            unreachable!("only decisions are asked about");
        };
        let mut ranked = self.ranked(game, player, state, moves);
        // One iteration after the other, as the thesis has it, and the filter before each of them.
        for depth in (3..=self.depth).step_by(2) {
            let least = ranked[0].2 - MARGIN;
            ranked.truncate(MOST);
            ranked.retain(|&(_, _, value)| value >= least);
            if ranked.len() == 1 || self.stop.load(Ordering::Relaxed) {
                break;
            }
            for (_, after, value) in &mut ranked {
                *value = player.sees(self.value(game, after, depth - 1));
            }
            ranked.sort_by(|(_, _, one), (_, _, two)| two.total_cmp(one));
        }
        ranked[0].0
    }
}

#[cfg(test)]
mod tests {
    use starmax_backgammon::BackgammonNet;
    use starmax_core::Constant;
    use starmax_games::{Backgammon, Roll, Tree};
    use starmax_search::{Algorithm, Search, Settings};

    use super::*;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn pruned<G: Game, E: Evaluator<G>>(
        game: &G,
        evaluator: &E,
        state: &G::State,
        depth: u32,
    ) -> G::Move {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut pruner = Pruner {
            evaluator,
            depth,
            stop: &NEVER,
        };
        pruner.choose(game, state, &moves)
    }

    fn full<G: Game, E: Evaluator<G>>(
        game: &G,
        evaluator: &E,
        state: &G::State,
        depth: u32,
    ) -> G::Move {
        let mut settings = Settings::new(Algorithm::Star2);
        settings.limits.depth = depth;
        let result = Search::new(game, evaluator).settings(settings).run(state);
        result.best.unwrap()
    }

    #[test]
    fn openings_are_played_as_by_a_full_search_to_depth_3() {
        let (game, net) = (Backgammon::default(), BackgammonNet::shipped());
        for roll in Roll::all() {
            let state = game.resolve(&game.initial(), roll);
            for depth in [1, 3] {
                assert_eq!(
                    pruned(&game, net, &state, depth),
                    full(&game, net, &state, depth),
                    "{roll} at depth {depth}"
                );
            }
        }
    }

    #[test]
    fn only_the_reply_that_looks_best_is_followed() {
        // Both replies look alike, and the first one is a mistake.
        let tree: Tree = "max[ch(1:min[ch(1:max[5]) ch(1:max[-5])]) 0.1]"
            .parse()
            .unwrap();
        let root = tree.initial();
        let even = Constant(0.0);
        assert_ne!(pruned(&tree, &even, &root, 5), full(&tree, &even, &root, 5));
    }

    #[test]
    fn moves_that_look_bad_are_not_searched() {
        let tree: Tree = "max[ch(1:min[5]) 0.2]".parse().unwrap();
        let root = tree.initial();
        let even = Constant(0.0);
        assert_ne!(pruned(&tree, &even, &root, 3), full(&tree, &even, &root, 3));
    }
}

//! Max^n: the example of the slides, and agreement with Expectimax where two players share one value.

use std::convert::Infallible;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, Hashable, ManyPlayers, Node, Player, Rules};
use starmax_games::{NodeId, Tree};
use starmax_testkit::{Noise, TreeParameters, random_tree};
use starmax_textbook::{MaxNValue, best_move, expectimax, maxn};

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;

/// Three players choose left or right once each, in this order; the payoffs are those of Russell & Norvig's
/// example.
struct ThreeChoices {
    order: [usize; 3],
}

const PAYOFFS: [[f64; 3]; 8] = [
    [1.0, 2.0, 6.0],
    [4.0, 2.0, 3.0],
    [6.0, 1.0, 2.0],
    [7.0, 4.0, 1.0],
    [5.0, 1.0, 1.0],
    [1.0, 5.0, 2.0],
    [7.0, 7.0, 1.0],
    [5.0, 4.0, 5.0],
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Choice {
    Left,
    Right,
}

impl Rules for ThreeChoices {
    type State = Vec<Choice>;
    type Move = Choice;
    type Outcome = Infallible;
    type Player = usize;
    type Payoff = ();

    fn initial(&self) -> Vec<Choice> {
        Vec::new()
    }

    fn node(&self, state: &Vec<Choice>) -> Node<usize, ()> {
        match self.order.get(state.len()) {
            Some(player) => Node::Decision(*player),
            None => Node::Terminal(()),
        }
    }

    fn moves(&self, _: &Vec<Choice>, out: &mut Vec<Choice>) {
        out.extend([Choice::Left, Choice::Right]);
    }

    fn outcomes(&self, _: &Vec<Choice>, _: &mut Vec<(Infallible, f64)>) {}

    fn play(&self, state: &Vec<Choice>, choice: Choice) -> Vec<Choice> {
        [state.as_slice(), &[choice]].concat()
    }

    fn resolve(&self, _: &Vec<Choice>, outcome: Infallible) -> Vec<Choice> {
        match outcome {}
    }
}

impl ManyPlayers for ThreeChoices {
    fn players(&self) -> usize {
        3
    }

    /// Unfinished games are estimated at nothing for everybody.
    fn payoffs(&self, state: &Vec<Choice>) -> Vec<f64> {
        if state.len() < self.order.len() {
            return vec![0.0; 3];
        }
        let leaf = state.iter().fold(0, |leaf, choice| {
            2 * leaf + usize::from(*choice == Choice::Right)
        });
        PAYOFFS[leaf].to_vec()
    }
}

fn outcome_of(order: [usize; 3]) -> MaxNValue<Choice> {
    let game = ThreeChoices { order };
    maxn(&game, &game.initial(), 3)
}

/// Sebastiani 2023, "Multiplayer Min-Max Search: Example". (1, 5, 2) on the right is as good for A; ties go
/// to the first.
#[test]
fn the_example_of_the_slides_ends_with_1_2_6() {
    let found = outcome_of([A, B, C]);
    assert_eq!(found.payoffs, [1.0, 2.0, 6.0]);
    assert_eq!(found.best, Some(Choice::Left));
}

/// The exercise that follows on the slides.
#[test]
fn another_order_of_choices_may_end_otherwise() {
    assert_eq!(outcome_of([A, C, B]).payoffs, [1.0, 2.0, 6.0]);
    assert_eq!(outcome_of([C, B, A]).payoffs, [7.0, 4.0, 1.0]);
}

#[test]
fn unfinished_games_are_estimated() {
    let game = ThreeChoices { order: [A, B, C] };
    let found = maxn(&game, &game.initial(), 2);
    assert_eq!(found.payoffs, [0.0; 3]);
    let here = maxn(&game, &game.initial(), 0);
    assert_eq!(here.best, None);
}

/// A game of two players with one value v, as one in which Max is paid v and Min is paid -v.
struct Zerosum<'a, E> {
    tree: &'a Tree,
    evaluator: &'a E,
}

impl<E: Evaluator<Tree>> Rules for Zerosum<'_, E> {
    type State = NodeId;
    type Move = u32;
    type Outcome = u32;
    type Player = usize;
    type Payoff = ();

    fn initial(&self) -> NodeId {
        self.tree.initial()
    }

    fn node(&self, state: &NodeId) -> Node<usize, ()> {
        match self.tree.node(state) {
            Node::Decision(Player::Max) => Node::Decision(0),
            Node::Decision(Player::Min) => Node::Decision(1),
            Node::Chance => Node::Chance,
            Node::Terminal(_) => Node::Terminal(()),
        }
    }

    fn moves(&self, state: &NodeId, out: &mut Vec<u32>) {
        self.tree.moves(state, out);
    }

    fn outcomes(&self, state: &NodeId, out: &mut Vec<(u32, f64)>) {
        self.tree.outcomes(state, out);
    }

    fn play(&self, state: &NodeId, mv: u32) -> NodeId {
        self.tree.play(state, mv)
    }

    fn resolve(&self, state: &NodeId, outcome: u32) -> NodeId {
        self.tree.resolve(state, outcome)
    }
}

impl<E: Evaluator<Tree>> ManyPlayers for Zerosum<'_, E> {
    fn players(&self) -> usize {
        2
    }

    fn payoffs(&self, state: &NodeId) -> Vec<f64> {
        let value = match self.tree.node(state) {
            Node::Terminal(value) => value,
            _ => self.evaluator.evaluate(self.tree, state),
        };
        vec![value, -value]
    }
}

/// Payoffs have no stated range to clamp a mean to, so neither has this.
struct Unbounded(Noise);

impl<G: Hashable> Evaluator<G> for Unbounded {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.0.evaluate(game, state)
    }

    fn range(&self, _: &G) -> Bounds {
        Bounds::EVERYTHING
    }
}

#[test]
fn two_players_with_opposite_payoffs_play_expectimax() {
    let evaluator = Unbounded(Noise { seed: 1, levels: 5 });
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1986);
    for _ in 0..1000 {
        let tree = random_tree(&mut rng, &TreeParameters::default());
        let game = Zerosum {
            tree: &tree,
            evaluator: &evaluator,
        };
        let root = tree.root();
        for depth in 1..=4 {
            let found = maxn(&game, &root, depth);
            let value = expectimax(&tree, &evaluator, &root, depth);
            assert_eq!(found.payoffs, [value, -value], "{tree} to depth {depth}");
            let best = best_move(&tree, &root, |successor, _| {
                expectimax(&tree, &evaluator, successor, depth - 1)
            });
            assert_eq!(
                found.best,
                best.map(|(mv, _)| mv),
                "{tree} to depth {depth}"
            );
        }
    }
}

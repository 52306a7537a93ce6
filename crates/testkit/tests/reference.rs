//! The reference Expectimax against values worked out by hand.

use std::convert::Infallible;

use starmax_core::{Bounds, Constant, Evaluator, Game, Node, Player, Rules};
use starmax_games::Shape::{Chance, Leaf, Max, Min};
use starmax_games::{Pig, Shape, TicTacToe, Tree};
use starmax_testkit::{QUIESCENCE_LIMIT, best_move, expectimax};

const WHOLE_TREE: i32 = 100;

fn value(shape: &Shape) -> f64 {
    let tree = Tree::new(shape, None).unwrap();
    expectimax(&tree, &Constant(0.0), &tree.initial(), WHOLE_TREE)
}

fn leaves(values: &[f64]) -> Vec<Shape> {
    values.iter().copied().map(Leaf).collect()
}

#[test]
fn a_decision_is_the_best_of_its_moves() {
    assert_eq!(value(&Max(leaves(&[1.0, 3.0, 2.0]))), 3.0);
    assert_eq!(value(&Min(leaves(&[2.0, 1.0, 3.0]))), 1.0);
    assert_eq!(value(&Leaf(-4.0)), -4.0);
}

#[test]
fn a_chance_node_is_the_mean_of_its_outcomes() {
    let coin = Chance(vec![(0.5, Leaf(3.0)), (0.5, Leaf(0.0))]);
    assert_eq!(value(&coin), 1.5);
    assert_eq!(value(&Max(vec![Leaf(1.0), coin])), 1.5);
}

#[test]
fn a_chance_node_stays_inside_the_range() {
    let rounded_up = (0..5).fold(0.0, |sum, _| sum + 0.2 * 3.0);
    assert!(rounded_up > 3.0);
    assert_eq!(value(&Chance(vec![(0.2, Leaf(3.0)); 5])), 3.0);
}

#[test]
fn the_worked_example_of_hauk_is_worth_minus_three_and_a_half() {
    let pairs = [
        [-5.0, -3.0],
        [-10.0, -8.0],
        [0.0, 4.0],
        [1.0, 2.0],
        [-10.0, -6.0],
        [3.0, 4.0],
    ];
    let root = Chance(
        pairs
            .iter()
            .map(|pair| (1.0 / 6.0, Min(leaves(pair))))
            .collect(),
    );
    assert!((value(&root) + 3.5).abs() < 1e-12);
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = TicTacToe;
    assert_eq!(expectimax(&game, &Constant(0.0), &game.initial(), 9), 0.0);
    assert_eq!(
        best_move(&game, &Constant(0.0), &game.initial(), 9),
        Some((0, 0, 0.0))
    );
}

#[test]
fn the_first_of_equally_good_moves_is_best() {
    for (shape, number, value) in [
        (Max(leaves(&[1.0, 2.0, 2.0])), 1, 2.0),
        (Min(leaves(&[3.0, -1.0, -1.0])), 1, -1.0),
    ] {
        let tree = Tree::new(&shape, None).unwrap();
        let best = best_move(&tree, &Constant(0.0), &tree.initial(), 1);
        assert_eq!(
            best.map(|(number, _, value)| (number, value)),
            Some((number, value))
        );
    }
}

#[test]
fn nobody_moves_at_chance_nodes_and_terminals() {
    let game = Pig::default();
    let rolling = game.play(&game.initial(), starmax_games::PigMove::Roll);
    assert_eq!(best_move(&game, &Constant(0.0), &rolling, 3), None);
    let tree = Tree::new(&Leaf(1.0), None).unwrap();
    assert!(best_move(&tree, &Constant(0.0), &tree.initial(), 3).is_none());
}

/// A game with a single line of play; its states are their distance from the start.
struct Line;

impl Rules for Line {
    type State = i32;
    type Move = ();
    type Outcome = Infallible;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> i32 {
        0
    }

    fn node(&self, distance: &i32) -> Node {
        match distance {
            40 => Node::Terminal(40.0),
            _ => Node::Decision(Player::Max),
        }
    }

    fn moves(&self, _: &i32, out: &mut Vec<()>) {
        out.push(());
    }

    fn outcomes(&self, _: &i32, _: &mut Vec<(Infallible, f64)>) {}

    fn play(&self, distance: &i32, (): ()) -> i32 {
        distance + 1
    }

    fn resolve(&self, _: &i32, outcome: Infallible) -> i32 {
        match outcome {}
    }
}

impl Game for Line {
    fn utility(&self) -> Bounds {
        Bounds::new(0.0, 40.0)
    }
}

/// Judges a state by its distance, and finds it quiet from one distance on, solved at another.
struct Distance {
    quiet_from: i32,
    solved_at: i32,
}

impl Evaluator<Line> for Distance {
    fn evaluate(&self, _: &Line, distance: &i32) -> f64 {
        f64::from(*distance)
    }
    fn solved(&self, _: &Line, distance: &i32) -> Option<f64> {
        (*distance == self.solved_at).then_some(0.5)
    }
    fn is_quiet(&self, _: &Line, distance: &i32) -> bool {
        *distance >= self.quiet_from
    }
}

fn distance_searched(depth: i32, quiet_from: i32, solved_at: i32) -> f64 {
    let evaluator = Distance {
        quiet_from,
        solved_at,
    };
    expectimax(&Line, &evaluator, &0, depth)
}

const NEVER: i32 = 1000;

#[test]
fn quiet_states_are_evaluated_where_the_depth_ends() {
    assert_eq!(distance_searched(0, 0, NEVER), 0.0);
    assert_eq!(distance_searched(5, 0, NEVER), 5.0);
    assert_eq!(distance_searched(50, 0, NEVER), 40.0);
}

#[test]
fn states_that_are_not_quiet_are_searched_further_up_to_a_limit() {
    assert_eq!(distance_searched(5, 7, NEVER), 7.0);
    assert_eq!(
        distance_searched(5, NEVER, NEVER),
        f64::from(5 + QUIESCENCE_LIMIT)
    );
}

#[test]
fn solved_states_end_the_search_at_any_depth() {
    assert_eq!(distance_searched(5, 0, 3), 0.5);
    assert_eq!(distance_searched(5, 0, 5), 0.5);
    assert_eq!(distance_searched(5, 0, 6), 5.0);
    assert_eq!(distance_searched(5, 9, 7), 0.5);
}

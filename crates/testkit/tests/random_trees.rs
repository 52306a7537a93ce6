//! Random trees are of every kind, sound, and small enough to be searched by the million.

use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::Game;
use starmax_games::{Shape, Tree};
use starmax_testkit::{TreeParameters, random_shape, random_tree, shapes, trees};

fn some_shapes() -> Vec<Shape> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    (0..2000)
        .map(|_| random_shape(&mut rng, &TreeParameters::default()))
        .collect()
}

fn children(shape: &Shape) -> Vec<&Shape> {
    match shape {
        Shape::Leaf(_) => Vec::new(),
        Shape::Max(children) | Shape::Min(children) => children.iter().collect(),
        Shape::Chance(outcomes) => outcomes.iter().map(|(_, child)| child).collect(),
    }
}

fn nodes(shape: &Shape) -> Vec<&Shape> {
    let below = children(shape).into_iter().flat_map(nodes);
    std::iter::once(shape).chain(below).collect()
}

fn height(shape: &Shape) -> u32 {
    let below = children(shape).into_iter().map(|child| 1 + height(child));
    below.max().unwrap_or(0)
}

fn occurs(is_wanted: impl Fn(&Shape) -> bool) -> bool {
    some_shapes()
        .iter()
        .any(|shape| nodes(shape).into_iter().any(&is_wanted))
}

#[test]
fn trees_are_small_on_average() {
    let shapes = some_shapes();
    let mean =
        shapes.iter().map(|shape| nodes(shape).len()).sum::<usize>() as f64 / shapes.len() as f64;
    assert!((20.0..40.0).contains(&mean), "{mean}");
    assert!(shapes.iter().all(|shape| (1..=5).contains(&height(shape))));
}

#[test]
fn kinds_of_nodes_follow_each_other_in_any_order() {
    use Shape::{Chance, Max, Min};
    let kinds: [fn(&Shape) -> bool; 3] = [
        |shape| matches!(shape, Max(_)),
        |shape| matches!(shape, Min(_)),
        |shape| matches!(shape, Chance(_)),
    ];
    for parent in kinds {
        assert!(occurs(|shape| parent(shape) && children(shape).len() == 1));
        assert!(occurs(|shape| parent(shape) && children(shape).len() == 4));
        for child in kinds {
            assert!(occurs(
                |shape| parent(shape) && children(shape).into_iter().any(child)
            ));
        }
    }
}

#[test]
fn probabilities_are_of_every_kind() {
    let has_probability = |is_wanted: fn(f64) -> bool| {
        occurs(|shape| match shape {
            Shape::Chance(outcomes) => outcomes.iter().any(|&(p, _)| is_wanted(p)),
            _ => false,
        })
    };
    assert!(has_probability(|p| p == 1.0 / 3.0));
    assert!(has_probability(|p| p == 0.125));
    assert!(has_probability(|p| p == 1e-8));
    assert!(has_probability(|p| (0.34..0.36).contains(&p)));
}

#[test]
fn leaves_are_of_every_kind() {
    let has_leaf = |is_wanted: fn(f64) -> bool| {
        occurs(|shape| matches!(shape, &Shape::Leaf(value) if is_wanted(value)))
    };
    assert!(has_leaf(|value| value == 3.0));
    assert!(has_leaf(|value| value == -1.75));
    assert!(has_leaf(|value| value > 9.0));
}

#[test]
fn bounds_are_tight_or_wider_at_either_end() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let (mut tight, mut wide_below, mut wide_above) = (0, 0, 0);
    for _ in 0..1000 {
        let tree = random_tree(&mut rng, &TreeParameters::default());
        let bounds = tree.utility();
        let extremes = Tree::new(&tree.shape(), None).unwrap().utility();
        tight += u32::from(bounds == extremes);
        wide_below += u32::from(bounds.lower < extremes.lower);
        wide_above += u32::from(bounds.upper > extremes.upper);
    }
    assert!(tight > 200 && wide_below > 400 && wide_above > 400);
}

proptest! {
    #[test]
    fn generated_shapes_are_sound(shape in shapes()) {
        prop_assert!(Tree::new(&shape, None).is_ok());
        prop_assert!(height(&shape) <= 5);
    }

    #[test]
    fn generated_trees_have_an_interval_for_their_values(tree in trees()) {
        let utility = tree.utility();
        prop_assert!(utility.lower <= utility.upper);
    }
}

#[test]
fn a_failing_tree_shrinks_to_single_children_and_zeros() {
    let is_chance = |shape: &Shape| matches!(shape, Shape::Chance(_));
    let result = TestRunner::deterministic().run(&shapes(), |shape| {
        prop_assert!(!nodes(&shape).into_iter().any(is_chance));
        Ok(())
    });
    let Err(TestError::Fail(_, smallest)) = result else {
        panic!("no chance node in any shape");
    };
    for node in nodes(&smallest) {
        let is_simple = children(node).len() == 1 || *node == Shape::Leaf(0.0);
        assert!(is_simple, "{smallest}");
    }
}

use proptest::collection::vec;
use proptest::prelude::*;
use starmax_games::{Shape, Tree};

use crate::random_tree::widened_tree;

const MAX_HEIGHT: u32 = 5;
const ABOUT_NODES: u32 = 32;
const MAX_BRANCHING: u32 = 4;

/// Trees of max, min and chance nodes in any order, which shrink to small ones with simple numbers.
pub fn shapes() -> impl Strategy<Value = Shape> {
    leaves().prop_recursive(MAX_HEIGHT, ABOUT_NODES, MAX_BRANCHING, |child| {
        let count = 1..=MAX_BRANCHING as usize;
        prop_oneof![
            vec(child.clone(), count.clone()).prop_map(Shape::Max),
            vec(child.clone(), count.clone()).prop_map(Shape::Min),
            vec((weights(), child), count).prop_map(chance),
        ]
    })
}

/// As [`shapes`], ready for a search. The bounds are the extremes of the leaves, or wider at either end.
pub fn trees() -> impl Strategy<Value = Tree> {
    (shapes(), 0_u8..=3, 0_u8..=3)
        .prop_map(|(shape, below, above)| widened_tree(&shape, below.into(), above.into()))
}

/// Small integers, for ties, and some reals.
fn leaves() -> impl Strategy<Value = Shape> {
    prop_oneof![
        3 => (-3_i32..=3).prop_map(f64::from),
        1 => -10.0..10.0,
    ]
    .prop_map(Shape::Leaf)
}

/// Mostly alike, sometimes very uneven.
fn weights() -> impl Strategy<Value = u32> {
    prop_oneof![3 => 1_u32..=4, 1 => 1_u32..=1_000_000]
}

fn chance(weighted: Vec<(u32, Shape)>) -> Shape {
    let sum: u32 = weighted.iter().map(|(weight, _)| weight).sum();
    let outcome = |(weight, child)| (f64::from(weight) / f64::from(sum), child);
    Shape::Chance(weighted.into_iter().map(outcome).collect())
}

use rand::{Rng, RngExt};
use starmax_core::{Bounds, Game};
use starmax_games::{Shape, Tree};

/// How large random trees may become. The default gives about 30 nodes on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeParameters {
    /// A tree has from 1 to this many levels below its root.
    pub max_height: u32,
    /// A node that is no leaf has from 1 to this many children.
    pub max_branching: usize,
    /// How likely a node is a leaf before the height is reached.
    pub early_leaf: f64,
}

impl TreeParameters {
    /// About 75 nodes on average, and some trees deep enough for what a search does only far above the leaves.
    pub const TALL: Self = Self {
        max_height: 8,
        max_branching: 3,
        early_leaf: 0.1,
    };
}

impl Default for TreeParameters {
    fn default() -> Self {
        Self {
            max_height: 5,
            max_branching: 4,
            early_leaf: 0.2,
        }
    }
}

/// A random tree: max, min and chance nodes in any order, at least one of them.
///
/// Each tree has leaves of one kind: small integers with many ties, quarter steps, or reals. Each chance node has
/// probabilities of one kind: equal, dyadic, random, or with almost everything on one outcome.
pub fn random_shape(rng: &mut impl Rng, parameters: &TreeParameters) -> Shape {
    let leaves = one_of(rng, [Leaves::Integers, Leaves::Quarters, Leaves::Reals]);
    let height = rng.random_range(1..=parameters.max_height);
    inner_shape(rng, parameters, leaves, height)
}

/// As [`random_shape`], ready for a search. The bounds are the extremes of the leaves, or wider at either end.
pub fn random_tree(rng: &mut impl Rng, parameters: &TreeParameters) -> Tree {
    let shape = random_shape(rng, parameters);
    let mut margin = || one_of(rng, [0.0, 0.0, 0.5, 4.0]);
    widened_tree(&shape, margin(), margin())
}

/// The tree with bounds that lie `below` and `above` the extremes of its leaves.
pub(crate) fn widened_tree(shape: &Shape, below: f64, above: f64) -> Tree {
    const SOUND: &str = "generated shapes are sound";
    let tight = Tree::new(shape, None).expect(SOUND);
    let extremes = tight.utility();
    let bounds = Bounds::new(extremes.lower - below, extremes.upper + above);
    if bounds == extremes {
        return tight;
    }
    Tree::new(shape, Some(bounds)).expect(SOUND)
}

#[derive(Clone, Copy)]
enum Leaves {
    Integers,
    Quarters,
    Reals,
}

impl Leaves {
    fn value(self, rng: &mut impl Rng) -> f64 {
        match self {
            Self::Integers => f64::from(rng.random_range(-3..=3)),
            Self::Quarters => f64::from(rng.random_range(-8..=8)) / 4.0,
            Self::Reals => rng.random_range(-10.0..10.0),
        }
    }
}

#[derive(Clone, Copy)]
enum Probabilities {
    Equal,
    Dyadic,
    Random,
    Skewed,
}

impl Probabilities {
    fn draw(self, rng: &mut impl Rng, count: usize) -> Vec<f64> {
        let mut probabilities = match self {
            Self::Equal => vec![1.0 / count as f64; count],
            Self::Dyadic => halves(count),
            Self::Random => {
                let weights: Vec<f64> = (0..count).map(|_| rng.random_range(0.01..1.0)).collect();
                let sum: f64 = weights.iter().sum();
                weights.iter().map(|weight| weight / sum).collect()
            }
            Self::Skewed => {
                let rare = one_of(rng, [1e-2, 1e-4, 1e-8]);
                let mut probabilities = vec![rare; count];
                probabilities[0] = 1.0 - rare * (count - 1) as f64;
                probabilities
            }
        };
        probabilities.rotate_right(rng.random_range(0..count));
        probabilities
    }
}

/// 1/2, 1/4, 1/8 and so on, the last one twice.
fn halves(count: usize) -> Vec<f64> {
    let mut probabilities = vec![1.0];
    while probabilities.len() < count {
        let half = probabilities[probabilities.len() - 1] / 2.0;
        probabilities.pop();
        probabilities.extend([half, half]);
    }
    probabilities
}

fn random_node(
    rng: &mut impl Rng,
    parameters: &TreeParameters,
    leaves: Leaves,
    height: u32,
) -> Shape {
    if height == 0 || rng.random_bool(parameters.early_leaf) {
        Shape::Leaf(leaves.value(rng))
    } else {
        inner_shape(rng, parameters, leaves, height)
    }
}

fn inner_shape(
    rng: &mut impl Rng,
    parameters: &TreeParameters,
    leaves: Leaves,
    height: u32,
) -> Shape {
    let count = rng.random_range(1..=parameters.max_branching);
    let children: Vec<Shape> = (0..count)
        .map(|_| random_node(rng, parameters, leaves, height - 1))
        .collect();
    match rng.random_range(0..3) {
        0 => Shape::Max(children),
        1 => Shape::Min(children),
        _ => {
            let kind = one_of(
                rng,
                [
                    Probabilities::Equal,
                    Probabilities::Dyadic,
                    Probabilities::Random,
                    Probabilities::Skewed,
                ],
            );
            let probabilities = kind.draw(rng, count);
            Shape::Chance(probabilities.into_iter().zip(children).collect())
        }
    }
}

fn one_of<T: Copy, const N: usize>(rng: &mut impl Rng, choices: [T; N]) -> T {
    choices[rng.random_range(0..N)]
}

//! Explicit trees, solved and shown.

use std::path::PathBuf;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use starmax_catalog::TreeOptions;
use starmax_core::Bounds;
use starmax_games::Tree;
use starmax_report::{Cost, TreeReport};
use starmax_search::{Algorithm, Options};
use starmax_testkit::{TreeParameters, random_tree};

mod examples;
mod pictures;
mod searches;
mod solutions;

/// A file of the workspace.
fn file(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

fn example(name: &str) -> Tree {
    let path = file("examples/trees").join(name).with_extension("json");
    let text = std::fs::read_to_string(path).expect("the example is there");
    Tree::from_json(&text).expect("the example is a tree")
}

fn with(algorithm: Algorithm) -> TreeOptions<'static> {
    TreeOptions::from(Options {
        algorithm: Some(algorithm),
        ..Options::default()
    })
}

/// With a window, if the algorithm has windows.
fn with_window(algorithm: Algorithm, lower: f64, upper: f64) -> TreeOptions<'static> {
    let mut options = with(algorithm);
    let window = Bounds::new(lower, upper);
    options.options.window = algorithm.has_windows().then_some(window);
    options
}

/// The algorithms that can solve this tree.
fn algorithms(tree: &Tree) -> impl Iterator<Item = Algorithm> {
    let has_chance = tree.has_chance();
    (Algorithm::ALL.into_iter()).filter(move |algorithm| algorithm.handles_chance() || !has_chance)
}

/// The report without the time it took.
fn timeless(report: &TreeReport) -> TreeReport {
    TreeReport {
        cost: Cost {
            seconds: 0.0,
            ..report.cost
        },
        ..*report
    }
}

fn random_trees(count: usize) -> impl Iterator<Item = Tree> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let random = move || random_tree(&mut rng, &TreeParameters::default());
    std::iter::repeat_with(random).take(count)
}

/// A tree of the largest height there is: one level of each kind in turn, each with a leaf beside.
fn deep_tree() -> Tree {
    let kinds = [("max[", "]"), ("ch(.5:", ")"), ("min[", "]")];
    let levels = || (0..Tree::MAX_HEIGHT).map(|level| kinds[level % kinds.len()]);
    let mut text = String::new();
    for (start, end) in levels() {
        text += start;
        text += if end == ")" { "1 .5:" } else { "1 " };
    }
    text += "2";
    text.extend(levels().map(|(_, end)| end).rev());
    text.parse().expect("a sound tree")
}

/// Runs where stacks are as small as in any new thread.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
    let thread = thread.spawn(run).expect("a thread");
    thread.join().expect("the stack is large enough");
}

//! The example of Hauk, Buro and Schaeffer 2004 (Figures 2, 3, 5, 10 and 11), number by number, as an observer sees it.

use starmax_core::{Bounds, Constant};
use starmax_games::{NodeId, Tree};
use starmax_search::{Algorithm, Exit, Order, Purpose, Search, Settings, Trace, Visited};

/// B..G with the leaf that cuts first; chance needs sixths, so the probabilities are rounded.
const GOOD: [[i32; 2]; 6] = [[-5, -3], [-10, -8], [0, 4], [1, 2], [-10, -6], [3, 4]];

fn tree(leaves: [[i32; 2]; 6]) -> Tree {
    let p = 1.0 / 6.0;
    let children: Vec<_> = (leaves.iter())
        .map(|[one, two]| format!("{p}:min[{one} {two}]"))
        .collect();
    format!("[-10, 10] ch({})", children.join(" "))
        .parse()
        .expect("a sound tree")
}

fn with_the_larger_leaf_first() -> [[i32; 2]; 6] {
    GOOD.map(|[one, two]| [one.max(two), one.min(two)])
}

fn star(algorithm: Algorithm) -> Settings {
    let mut settings = Settings::new(algorithm);
    settings.order = Order::as_given();
    settings.limits.depth = 2;
    settings
}

fn traced(tree: &Tree, settings: Settings, window: Bounds) -> (Bounds, Vec<Visited<Tree>>) {
    let mut trace = Trace::default();
    let result = Search::new(tree, &Constant(0.0))
        .settings(settings)
        .window(window)
        .observe(&mut trace)
        .run(&tree.root());
    (result.bounds, trace.visits)
}

fn windows(visits: &[Visited<Tree>], purpose: Purpose) -> Vec<(f64, f64)> {
    (visits.iter())
        .filter(|visit| visit.depth == 1 && visit.purpose == purpose)
        .map(|visit| (visit.window.lower.round(), visit.window.upper.round()))
        .collect()
}

fn leaves(visits: &[Visited<Tree>]) -> Vec<NodeId> {
    let mut leaves: Vec<_> = (visits.iter())
        .filter(|visit| visit.exit.is_leaf())
        .map(|visit| visit.state)
        .collect();
    leaves.sort_unstable();
    leaves.dedup();
    leaves
}

#[test]
fn expectimax_gives_minus_three_and_a_half() {
    let tree = tree(GOOD);
    let result = Search::new(&tree, &Constant(0.0))
        .algorithm(Algorithm::Expectimax)
        .depth(2)
        .run(&tree.root());
    assert!((result.value + 3.5).abs() < 1e-12);
    assert_eq!(result.stats.leaves, 12);
}

#[test]
fn star1_narrows_its_windows_as_in_figure_5() {
    let (bounds, visits) = traced(&tree(GOOD), star(Algorithm::Star1), Bounds::new(-2.0, 2.0));
    let expected = [
        (-62.0, 62.0),
        (-47.0, 57.0),
        (-27.0, 57.0),
        (-17.0, 47.0),
        (-8.0, 36.0),
    ];
    assert_eq!(windows(&visits, Purpose::Search), expected);
    assert!(bounds.upper <= -2.0);
    assert_eq!(visits[0].exit, Exit::SearchCut);
    assert_eq!(
        leaves(&visits).len(),
        8,
        "-10 ends C: nothing is smaller (E10)"
    );
}

#[test]
fn star1_without_the_clip_visits_the_nine_leaves_of_the_text() {
    let mut unclipped = star(Algorithm::Star1);
    unclipped.clips = false;
    let (_, visits) = traced(&tree(GOOD), unclipped, Bounds::new(-2.0, 2.0));
    assert_eq!(leaves(&visits).len(), 9);
}

#[test]
fn star2_with_good_probes_sees_five_leaves() {
    let tree = tree(GOOD);
    let (bounds, visits) = traced(&tree, star(Algorithm::Star2), Bounds::new(-2.0, 2.0));
    assert_eq!(visits[0].exit, Exit::ProbeCut);
    assert!(bounds.upper <= -2.0);
    let first_of_b_to_f: Vec<_> = (tree.children(tree.root())[..5].iter())
        .map(|&child| tree.children(child)[0])
        .collect();
    assert_eq!(leaves(&visits), first_of_b_to_f);
    let lower: Vec<_> = windows(&visits, Purpose::Probe)
        .into_iter()
        .map(|(lower, _)| lower)
        .collect();
    assert_eq!(lower, [-62.0, -47.0, -27.0, -17.0, -8.0]);
}

#[test]
fn star2_with_bad_probes_needs_nine_leaves_as_in_figure_11() {
    let tree = tree(with_the_larger_leaf_first());
    let (bounds, visits) = traced(&tree, star(Algorithm::Star2), Bounds::new(-2.0, 2.0));
    assert_eq!(windows(&visits, Purpose::Probe).len(), 6);
    assert_eq!(
        windows(&visits, Purpose::Search),
        [(-8.0, 62.0), (-11.0, 57.0), (3.0, 57.0)]
    );
    assert_eq!(leaves(&visits).len(), 9, "six probed, three more searched");
    assert_eq!(visits[0].exit, Exit::SearchCut);
    assert!(bounds.upper <= -2.0);
}

#[test]
fn figure_3_cuts_at_minus_three_and_at_twenty() {
    let third = 1.0 / 3.0;
    let tree: Tree = format!("[-10, 10] ch({third}:2 {third}:min[-8 1] {third}:min[0 1])")
        .parse()
        .expect("a sound tree");
    let (bounds, visits) = traced(&tree, star(Algorithm::Star1), Bounds::new(3.0, 4.0));
    assert_eq!(windows(&visits, Purpose::Search)[1], (-3.0, 20.0));
    assert_eq!(leaves(&visits).len(), 2, "2 and -8 are enough");
    assert!((bounds.upper - 4.0 / 3.0).abs() < 1e-12);
}

use starmax_core::Bounds;
use starmax_games::Tree;
use starmax_report::*;
use starmax_search::Algorithm;
#[test]
fn look() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/trees/");
    for (name, algorithm, window) in [
        ("hauk-figure-5", Algorithm::Star2, Some(Bounds::new(-2.0, 2.0))),
        ("hauk-figure-5", Algorithm::Star1, Some(Bounds::new(-2.0, 2.0))),
        ("hauk-figure-11", Algorithm::Star2, Some(Bounds::new(-2.0, 2.0))),
        ("hauk-figure-3", Algorithm::Star1, Some(Bounds::new(3.0, 4.0))),
        ("sebastiani-alphabeta", Algorithm::AlphaBeta, None),
        ("coin-flip", Algorithm::Star2, None),
        ("coin-flip", Algorithm::Starmax, None),
        ("non-uniform", Algorithm::Expectimax, None),
    ] {
        let tree = Tree::from_json(&std::fs::read_to_string(format!("{dir}{name}.json")).unwrap()).unwrap();
        let t = trace_tree(&tree, &TreeOptions { algorithm, probes: None, window }).unwrap();
        let out = format!("/tmp/look/{name}-{algorithm}");
        std::fs::create_dir_all("/tmp/look").unwrap();
        std::fs::write(format!("{out}.svg"), t.svg()).unwrap();
        std::fs::write(format!("{out}.dot"), t.dot()).unwrap();
        println!("{}\n{}", t.text(), t.report().to_json());
    }
}
#[test]
fn look_large() {
    use rand::SeedableRng;
    let mut rng = rand::rngs::Xoshiro256PlusPlus::seed_from_u64(5);
    let mut seen = 0;
    while seen < 6 {
        let tree = starmax_testkit::random_tree(&mut rng, &starmax_testkit::TreeParameters { max_height: 6, max_branching: 4, early_leaf: 0.25 });
        if tree.leaves() < 15 || tree.leaves() > 45 { continue; }
        for algorithm in [Algorithm::Star2, Algorithm::Starmax] {
        let t = trace_tree(&tree, &TreeOptions { algorithm, probes: None, window: None }).unwrap();
        std::fs::write(format!("/tmp/look/random-{seen}-{algorithm}.svg"), t.svg()).unwrap();
        std::fs::write(format!("/tmp/look/random-{seen}-{algorithm}.dot"), t.dot()).unwrap();
        }
        seen += 1;
    }
}

mod backgammon;

use std::time::Instant;

use serde_json::json;
use starmax_catalog::{Request, RootText, open_game};
use starmax_search::{Algorithm, Options};

use crate::Conclusion;
use crate::args::BenchArgs;

/// Game, position and depth; each is searched by every algorithm of [`ALGORITHMS`].
const POSITIONS: [(&str, &str, u32); 10] = [
    ("pig:goal=20", "start", 12),
    ("pig:goal=30", "max:21-17+6", 13),
    ("pig:goal=100", "min:60-71+9+die", 12),
    ("dice:5x5,k=4", "2x2/2o2/oo3/5/5:x4", 7),
    (
        "dice:11x11,k=4",
        "11/11/3x7/4o6/5x5/11/4o6/11/11/11/11:x5",
        7,
    ),
    ("ballard:n=40,order=random,seed=1", "root", 3),
    ("ballard:n=20,order=best", "root", 3),
    ("ballard:n=30,order=random,seed=2", "7", 2),
    ("backgammon", "4HPwATDgc/ABMA-31", 3),
    ("backgammon", "sGfwATDgc/ABMA-min-64", 3),
];

/// Without chance; searched by alpha-beta and minimax too.
const WITHOUT_CHANCE: [(&str, &str, u32); 1] = [("tic-tac-toe", "start", 9)];

const ALGORITHMS: [Algorithm; 6] = [
    Algorithm::Expectimax,
    Algorithm::Star1,
    Algorithm::Star2,
    Algorithm::Star25,
    Algorithm::Star2Tt,
    Algorithm::Starmax,
];

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<Conclusion> {
    let mut total = 0;
    let started = Instant::now();
    let with_chance = POSITIONS
        .iter()
        .flat_map(|job| ALGORITHMS.map(|algorithm| (job, algorithm)));
    let without =
        (WITHOUT_CHANCE.iter()).flat_map(|job| Algorithm::ALL.map(|algorithm| (job, algorithm)));
    for (&(game, position, depth), algorithm) in without.chain(with_chance) {
        let root = RootText {
            position: Some(position),
            roll: None,
        };
        let request = Request::from(Options {
            algorithm: Some(algorithm),
            depth: Some(depth),
            top: Some(1),
            ..Options::default()
        });
        let report = open_game(game)?.search(root, &request)?;
        let (nodes, seconds) = (report.stats.nodes, report.stats.seconds);
        total += nodes;
        if args.json {
            let line = json!({
                "game": game, "position": position, "depth": depth, "algorithm": algorithm.name(),
                "value": report.value, "nodes": nodes, "seconds": seconds,
            });
            say!("{line}");
        } else {
            let speed = nodes as f64 / seconds / 1e6;
            say!(
                "{game:34} {position:40} {depth:>3} {algorithm:11} {nodes:>10} nodes {speed:>8.2} M/s"
            );
        }
    }
    for speed in backgammon::measure() {
        let (work, children, per_second) = (speed.work, speed.children, speed.per_second);
        if args.json {
            let line = json!({
                "game": "backgammon", "work": work, "children": children,
                "children_per_second": per_second.round(),
            });
            say!("{line}");
        } else {
            let speed = per_second / 1e6;
            let children = format!("{children} children");
            say!(
                "{:34} {work:56} {children:>16} {speed:>8.2} M/s",
                "backgammon"
            );
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        say!("{}", json!({ "bench": total, "seconds": seconds }));
    } else {
        say!("\n{seconds:.2} s\nBench: {total}");
    }
    Ok(Conclusion::Done)
}

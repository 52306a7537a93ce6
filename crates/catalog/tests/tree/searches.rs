//! Searches of games as trees.

use serde_json::Value;
use starmax_catalog::{OpenGame, Request, RootText, WatchedSearch, open_game};
use starmax_core::{Node, Notation, Rules};
use starmax_games::Pig;
use starmax_report::Report;
use starmax_search::Algorithm;

use super::pictures::{all_between, assert_nothing_overlaps, assert_well_formed};

const ALGORITHMS: [Algorithm; 5] = [
    Algorithm::Expectimax,
    Algorithm::Star1,
    Algorithm::Star2,
    Algorithm::Starmax,
    Algorithm::StaticReply,
];

fn request(algorithm: Algorithm, depth: u32) -> Request<'static> {
    Request::default().with(|options| {
        options.algorithm = Some(algorithm);
        options.depth = Some(depth);
    })
}

fn lines(watched: &dyn WatchedSearch) -> Vec<Value> {
    let mut out = Vec::new();
    watched.write_trace(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    (text.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The visits alone, after the end was compared with their number.
fn visits(watched: &dyn WatchedSearch) -> Vec<Value> {
    let mut lines = lines(watched);
    let end = lines.pop().unwrap();
    lines.remove(0);
    assert_eq!(end["visits"], lines.len());
    assert_eq!(end["left_out"], 0);
    lines
}

fn is_leaf(visit: &Value) -> bool {
    visit["exit"] == "leaf" || visit["exit"] == "evaluated"
}

fn small_searches(look: impl Fn(&dyn OpenGame, &str, &Request<'_>)) {
    let games = [
        ("pig", "max:12-7+5", 4),
        ("dice:5x5,k=4", "start", 3),
        ("tic-tac-toe", "xx.oo....", 3),
        ("backgammon", "start", 2),
    ];
    for (spec, position, depth) in games {
        let game = open_game(spec).unwrap();
        for algorithm in ALGORITHMS {
            look(&*game, position, &request(algorithm, depth));
        }
    }
}

fn at(position: &str) -> RootText<'_> {
    RootText {
        position: Some(position),
        roll: None,
    }
}

#[test]
fn whoever_is_watched_finds_the_same() {
    let without_time = |report: &Report| {
        let mut report = serde_json::to_value(report).unwrap();
        report["stats"]["seconds"] = Value::Null;
        report
    };
    small_searches(|game, position, request| {
        let Ok(found) = game.search(at(position), request) else {
            assert!(game.watch(at(position), request).is_err());
            return;
        };
        let watched = game.watch(at(position), request).unwrap();
        assert_eq!(without_time(watched.report()), without_time(&found));
        let svg = watched.drawing().svg();
        assert_well_formed(&svg);
        assert_nothing_overlaps(&svg);
        assert!(watched.drawing().dot().ends_with("}\n"));
    });
}

#[test]
fn every_visit_is_written_and_every_leaf_is_drawn() {
    for (spec, position, depth) in [("pig", "max:12-7+5", 4), ("dice:5x5,k=4", "start", 3)] {
        let game = open_game(spec).unwrap();
        let watched = (game.watch(at(position), &request(Algorithm::Expectimax, depth))).unwrap();
        let stats = &watched.report().stats;
        let visits = visits(&*watched);
        assert_eq!(visits.len() as u64, stats.nodes + 1, "{spec}");
        let leaves = visits.iter().filter(|visit| is_leaf(visit)).count();
        assert_eq!(leaves as u64, stats.leaves, "{spec}");
        let svg = watched.drawing().svg();
        assert!(!svg.contains("visits below"), "{spec} is drawn as a whole");
        assert_eq!(svg.matches("<g class=\"node leaf searched").count(), leaves);
        assert!(visits.iter().all(|visit| visit["window"].is_null()));
    }
}

#[test]
fn a_trace_can_be_replayed() {
    let game = open_game("pig").unwrap();
    let rules = Pig::default();
    for algorithm in ALGORITHMS {
        let watched = game
            .watch(at("max:12-7+5"), &request(algorithm, 5))
            .unwrap();
        let heading = &lines(&*watched)[0];
        assert_eq!(heading["algorithm"], algorithm.name());
        assert_eq!(
            (&heading["position"], &heading["values_seen_by"]),
            (&Value::from("max:12-7+5"), &Value::from("Max"))
        );
        let visits = visits(&*watched);
        for (number, visit) in visits.iter().enumerate() {
            assert_eq!(visit["visit"], number);
            let ends = |interval: &Value| -> [f64; 2] {
                let end = |place: usize, none| interval[place].as_f64().unwrap_or(none);
                [end(0, f64::NEG_INFINITY), end(1, f64::INFINITY)]
            };
            for interval in [&visit["window"], &visit["bounds"]] {
                let [lower, upper] = ends(interval);
                assert!(lower <= upper, "{visit}");
            }
            let parent = visit["parent"].as_u64();
            let Some(parent) = parent.map(|parent| usize::try_from(parent).unwrap()) else {
                assert_eq!((number, &visit["step"]), (0, &Value::Null));
                continue;
            };
            assert!(parent < number, "{visit}");
            let above = visits[parent]["position"].as_str().unwrap();
            let above = rules.parse_state(above).unwrap();
            let step = visit["step"].as_str().unwrap();
            let state = match rules.node(&above) {
                Node::Chance => rules.resolve(&above, rules.parse_outcome(&above, step).unwrap()),
                _ => rules.play(&above, rules.parse_move(&above, step).unwrap()),
            };
            assert_eq!(visit["position"], rules.write_state(&state));
        }
    }
}

#[test]
fn what_is_folded_is_counted() {
    for (spec, position, depth) in [
        ("dice:7x7,k=4", "start", 5),
        ("pig", "max:12-7+5", 9),
        ("backgammon", "start", 3),
    ] {
        let game = open_game(spec).unwrap();
        for algorithm in [Algorithm::Star1, Algorithm::Star2, Algorithm::Starmax] {
            let watched = game
                .watch(at(position), &request(algorithm, depth))
                .unwrap();
            let svg = watched.drawing().svg();
            let nodes: Vec<&str> = all_between(&svg, "<g class=\"node ", "</title>").collect();
            assert!(nodes.len() <= 400, "{spec}");
            let mut counted = 0;
            for line in nodes.iter().flat_map(|node| node.lines()) {
                let line = line.rsplit('>').next().unwrap();
                if line.starts_with("search") || line.starts_with("probe") {
                    counted += 1;
                } else if let Some(below) = line.strip_suffix(" visits below") {
                    counted += below.parse::<usize>().unwrap();
                } else if let Some(folded) = line.strip_suffix(" visits") {
                    counted += folded.split(", ").nth(1).unwrap().parse::<usize>().unwrap();
                }
            }
            assert_eq!(counted, visits(&*watched).len(), "{spec} by {algorithm}");
        }
    }
}

#[test]
fn what_a_trace_leaves_out_is_counted() {
    let game = open_game("dice:8x8,k=4").unwrap();
    let request = request(Algorithm::Expectimax, 7);
    let watched = game.watch(at("start"), &request).unwrap();
    let mut out = Vec::new();
    watched.write_trace(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let left_out = watched.report().stats.nodes + 1 - 1_000_000;
    assert_eq!(end["visits"], 1_000_000);
    assert_eq!(end["left_out"], left_out);
    let svg = watched.drawing().svg();
    assert!(svg.contains(&format!("{left_out} later visits are not shown")));
}

#[test]
fn a_search_that_was_stopped_says_so() {
    let game = open_game("dice:5x5,k=4").unwrap();
    let request = request(Algorithm::Star2, 9).with(|options| options.nodes = Some(1000));
    let watched = game.watch(at("start"), &request).unwrap();
    assert_eq!(visits(&*watched)[0]["exit"], "stopped");
    let svg = watched.drawing().svg();
    assert!(svg.contains("the search was stopped") && svg.contains("cut or not reached"));
}

#[test]
fn searches_for_many_players_are_not_shown() {
    let game = open_game("trio").unwrap();
    let error = game.watch(RootText::default(), &Request::default()).err();
    assert_eq!(
        error.unwrap().to_string(),
        "trio is for more than two players: only searches of games for two can be shown"
    );
}

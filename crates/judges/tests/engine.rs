//! Every search of the family with the net and the tables.

use starmax_core::{Bounds, Evaluator, Node, Notation, Rules};
use starmax_games::{Backgammon, BackgammonState};
use starmax_judges::backgammon::{BackgammonNet, Bearoff};
use starmax_search::{Act, Acts, Algorithm, Enhancement, Search, Settings, Table};
use starmax_testkit::best_move;

fn net() -> BackgammonNet {
    BackgammonNet::shipped().clone()
}

fn state(position: &str) -> BackgammonState {
    Backgammon::default()
        .parse_state(position)
        .expect("a position")
}

fn family() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL
        .into_iter()
        .filter(|algorithm| algorithm.handles_chance())
}

#[test]
fn a_solved_position_has_its_exact_value_at_every_depth() {
    let (game, net) = (Backgammon::default(), net());
    for (position, value) in [
        ("gwAAMAQAAAAAAA", "0.797363"),
        ("gwAAMAQAAAAAAA-min", "-0.797363"),
    ] {
        let state = state(position);
        for algorithm in family() {
            for depth in 0..=5 {
                let result = Search::new(&game, &net)
                    .algorithm(algorithm)
                    .depth(depth)
                    .run(&state);
                assert!(result.bounds.is_exact());
                assert_eq!(format!("{:.6}", result.value), value, "{algorithm} {depth}");
            }
        }
    }
}

/// A move of a solved position leads to another one, so that its value needs no search.
#[test]
fn search_stops_where_the_tables_know_the_value() {
    let (game, net) = (Backgammon::default(), net());
    let state = state("gwAAMAQAAAAAAA-21");
    for depth in [1, 3, 5] {
        let result = Search::new(&game, &net)
            .algorithm(Algorithm::Expectimax)
            .depth(depth)
            .run(&state);
        let solved = Bearoff::shared().solved(&state).expect("solved");
        assert!(
            (result.value - solved).abs() < 1e-12,
            "{} {solved}",
            result.value
        );
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert_eq!(result.stats.nodes, moves.len() as u64);
    }
}

#[test]
fn bearoffs_are_judged_by_the_tables() {
    let game = Backgammon::default();
    let both_home = state("XGID=-BBBCCC------------cccbbb-:0:0:1:00:0:0:0:0:10");
    let tables = Bearoff::shared();
    let expected = tables.race_value(&game, &both_home).expect("both are home");
    assert!((net().evaluate(&game, &both_home) - expected).abs() < 1e-6);
}

#[test]
fn the_whole_family_finds_what_expectimax_finds() {
    let (game, net) = (Backgammon::default(), net());
    let positions = [
        "4HPwATDgc/ABMA-31",
        "4HPwATDgc/ABMA-66",
        "bBuWAyBsm+ABMA-21",
        "XGID=-BBBCCC------------cccbbb-:0:0:1:41:0:0:0:0:10",
    ];
    for state in positions.map(state) {
        let plain = Search::new(&game, &net)
            .algorithm(Algorithm::Expectimax)
            .depth(3)
            .run(&state);
        for algorithm in family() {
            let table = Table::with_mebibytes(1);
            let search = Search::new(&game, &net).algorithm(algorithm).depth(3);
            for result in [
                search.run(&state),
                Search::new(&game, &net)
                    .algorithm(algorithm)
                    .depth(3)
                    .table(&table)
                    .run(&state),
            ] {
                assert_eq!(result.value.to_bits(), plain.value.to_bits(), "{algorithm}");
                assert_eq!(result.best, plain.best, "{algorithm}");
            }
        }
    }
}

/// Contact with few checkers, a prime with few moves and a closed board: positions in which plain Expectimax, which shares no code with
/// the engine, ends soon. Everything that Starmax has is at work in them, with the real net.
#[test]
fn every_part_of_starmax_is_at_work_five_levels_deep() {
    let (game, net) = (Backgammon::default(), net());
    let mut acts = Acts::default();
    for position in [
        "XGID=--a---AA----------------a-:0:0:1:31:0:0:0:0:10",
        "XGID=---a-AB-----------------a-:0:0:1:62:0:0:0:0:10",
        "XGID=aBBBBBB----A------------a-:0:0:1:42:0:0:0:0:10",
        "XGID=-a----BB---------------b--:0:0:1:53:0:0:0:0:10",
        "XGID=---aaAB-A-----------a-----:0:0:1:21:0:0:0:0:10",
        "XGID=--b-B----AA-------a-------:0:0:1:41:0:0:0:0:10",
        "XGID=---a-AAA-a--A------b------:0:0:1:65:0:0:0:0:10",
    ] {
        let state = state(position);
        let (_, best, value) = best_move(&game, &net, &state, 5).expect("a decision");
        let mut settings = Settings::new(Algorithm::Starmax);
        settings.limits.depth = 5;
        settings.nodes_for_threads = 0;
        let search = || Search::new(&game, &net).settings(settings.clone());
        // Shares are for nodes without targets.
        let mut without_targets = settings.clone();
        without_targets.enhancements = settings.enhancements.without(Enhancement::Targets.into());
        let tables = [(); 3].map(|()| Table::with_entries(10_000));
        let results = [
            search().observe(&mut acts).run(&state),
            search().observe(&mut acts).table(&tables[0]).run(&state),
            search()
                .settings(without_targets)
                .observe(&mut acts)
                .run(&state),
            search()
                .table(&tables[1])
                .run_on(2.try_into().expect("two"), &state),
            search()
                .table(&tables[2])
                .run_on(3.try_into().expect("three"), &state),
        ];
        assert_eq!(
            results.each_ref().map(|result| result.threads),
            [1, 1, 1, 2, 3]
        );
        for result in results {
            assert_eq!(result.value.to_bits(), value.to_bits(), "{position}");
            assert_eq!(result.best, Some(best), "{position}");
        }
    }
    let others = [
        Act::Solved,
        Act::DecisionHit,
        Act::ChanceTableCut,
        Act::ProbeCut,
        Act::SearchCut,
        Act::MoveCut,
    ];
    let enhancements = Enhancement::ALL.map(Act::Enhanced);
    for act in enhancements.into_iter().chain(others) {
        assert!(acts.count(act) > 0, "{act} never happened: {acts}");
    }
}

#[test]
fn two_threads_find_what_one_finds() {
    let (game, net) = (Backgammon::default(), net());
    for position in [
        "53kDCEDbbgMQBA-44",
        "4PPCACbg8+ABKA-42",
        "bBuWAyBsm+ABMA-21",
    ] {
        let state = state(position);
        let table = Table::with_entries(100_000);
        let search = Search::new(&game, &net).depth(5).table(&table);
        let together = search.run_on(2.try_into().expect("two"), &state);
        let alone = Search::new(&game, &net)
            .algorithm(Algorithm::Star2)
            .depth(5)
            .run(&state);
        assert_eq!(
            together.value.to_bits(),
            alone.value.to_bits(),
            "{position}"
        );
        assert_eq!(together.best, alone.best, "{position}");
        assert_eq!(together.threads, 2, "{position}");
    }
}

#[test]
fn values_stay_inside_the_bounds_of_the_state() {
    let (game, net) = (Backgammon::default(), net());
    for position in [
        "4HPwATDgc/ABMA",
        "XGID=-BBBCCC------------cccbbb-:0:0:1:00:0:0:0:0:10",
        "gwAAMAQAAAAAAA",
    ] {
        let state = state(position);
        assert_eq!(game.node(&state), Node::Chance);
        let bounds: Bounds = net.bounds(&game, &state, 3);
        assert!(bounds.contains(net.evaluate(&game, &state)), "{position}");
    }
}

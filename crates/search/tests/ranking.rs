//! The best N moves have exact values, the others what is known of them; and what a search foresees besides values.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Constant, Evaluator, Game, Node, Player, Rules};
use starmax_games::{Dice, NodeId, Pairs, Pig, PigLead, Tree};
use starmax_search::{Algorithm, Last, Search, SearchResult, Settings, Table, TableUse};
use starmax_testkit::differential::{Trial, seed_of_comparison, trees_to_compare};
use starmax_testkit::expectimax;

fn settings(algorithm: Algorithm, depth: u32, ranked: usize) -> Settings {
    let mut settings = Settings::new(algorithm);
    settings.limits.depth = depth;
    settings.ranked = ranked;
    settings
}

/// The places of all moves, the best first and of equals the first, with their values.
fn ranking<G: Game>(
    game: &G,
    judge: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
) -> (Player, Vec<(usize, f64)>) {
    let Node::Decision(player) = game.node(state) else {
        panic!("only decisions have moves");
    };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut values: Vec<_> = (moves.into_iter())
        .map(|mv| expectimax(game, judge, &game.play(state, mv), depth.cast_signed() - 1))
        .enumerate()
        .collect();
    values.sort_by(|one, two| player.sees(two.1).total_cmp(&player.sees(one.1)));
    (player, values)
}

fn check<G: Game>(
    result: &SearchResult<G>,
    (player, values): &(Player, Vec<(usize, f64)>),
    ranked: usize,
) {
    let bounds_of = |place: usize| result.moves[place].bounds;
    let (leaders, others) = values.split_at(ranked.min(values.len()));
    for &(place, value) in leaders {
        assert!(bounds_of(place).is_exact(), "move {place} of {values:?}");
        assert_eq!(bounds_of(place).lower, value);
        assert_eq!(result.moves[place].estimate, None);
    }
    let least = player.sees(leaders[leaders.len() - 1].1);
    for &(place, value) in others {
        let root_move = &result.moves[place];
        assert!(root_move.bounds.contains(value), "move {place}");
        let (seen, likely) = (root_move.bounds.seen_by(*player), root_move.likely_value());
        assert!(root_move.bounds.is_exact() || seen.upper <= least);
        assert!(root_move.bounds.contains(likely));
        assert_eq!(root_move.estimate.is_none(), root_move.bounds.is_exact());
    }
    assert_eq!(result.value, leaders[0].1);
    assert_eq!(result.best, Some(result.moves[leaders[0].0].mv));
}

#[test]
fn the_best_moves_are_exact_on_random_trees() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of_comparison());
    let (mut compared, mut bounded) = (0, 0);
    for _ in 0..trees_to_compare(4_000) {
        let trial = Trial::random(&mut rng);
        let (tree, root, depth) = (&trial.tree, trial.tree.root(), trial.depth);
        if trial.best.is_none() {
            continue;
        }
        let values = ranking(tree, &trial.judge, &root, depth);
        let ranked = rng.random_range(1..=values.1.len() + 1);
        let table = Table::with_entries(256);
        for algorithm in [Algorithm::Star1, Algorithm::Star2, Algorithm::Starmax] {
            let search =
                || Search::new(tree, &trial.judge).settings(settings(algorithm, depth, ranked));
            let memory = TableUse::everywhere(&table);
            for result in [search().run(&root), search().memory(memory).run(&root)] {
                check(&result, &values, ranked);
                compared += 1;
                let open = result.moves.iter().filter(|mv| mv.estimate.is_some());
                bounded += open.count();
            }
        }
    }
    assert!(compared > 0 && bounded > 0, "{compared}, {bounded}");
}

#[test]
fn threads_rank_as_one_does() {
    let game = Dice::new(5, 4);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..5 {
        let state = starmax_games::random_position(&game, &mut rng);
        let settings = settings(Algorithm::Starmax, 5, 3);
        let values = ranking(&game, &Pairs, &state, 5);
        let table = Table::with_mebibytes(1);
        let search = Search::new(&game, &Pairs).settings(settings).table(&table);
        check(&search.run_on(2.try_into().unwrap(), &state), &values, 3);
    }
}

#[test]
fn an_interrupted_search_ranks_by_its_last_finished_iteration() {
    let game = Dice::new(5, 4);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut depths = Vec::new();
    for nodes in [1, 500, 5_000, 50_000] {
        let state = starmax_games::random_position(&game, &mut rng);
        let mut settings = settings(Algorithm::Starmax, 99, 2);
        settings.limits.nodes = Some(nodes);
        let table = Table::with_mebibytes(1);
        let search = Search::new(&game, &Pairs).settings(settings).table(&table);
        let result = search.run(&state);
        assert!(result.depth < 99);
        depths.push(result.depth);
        if result.depth <= 5 {
            check(&result, &ranking(&game, &Pairs, &state, result.depth), 2);
        }
    }
    assert!(
        depths.iter().any(|&depth| (2..=5).contains(&depth)),
        "{depths:?}"
    );
}

/// What a search of a random tree sees at a leaf.
fn leaf_value(trial: &Trial, state: NodeId) -> f64 {
    match trial.tree.node(&state) {
        Node::Terminal(value) => value,
        _ => (trial.judge.solved(&trial.tree, &state))
            .unwrap_or_else(|| trial.judge.evaluate(&trial.tree, &state)),
    }
}

#[test]
fn a_forecast_of_the_value_is_the_value() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of_comparison());
    for _ in 0..trees_to_compare(2_000) {
        let trial = Trial::random(&mut rng);
        let (tree, root): (&Tree, _) = (&trial.tree, trial.tree.root());
        let features =
            |state: &NodeId, _: Option<Last<'_, Tree>>| Some(vec![leaf_value(&trial, *state)]);
        let table = Table::with_entries(64);
        let search = Search::new(tree, &trial.judge)
            .settings(settings(Algorithm::Starmax, trial.depth, 2))
            .table(&table)
            .forecast(&features);
        let result = search.run(&root);
        let near = |found: &[f64], value: f64| (found[0] - value).abs() < 1e-9;
        assert!(near(&result.forecast.expect("small trees"), result.value));
        for (root_move, forecast) in result.moves.iter().zip(&result.forecasts) {
            assert_eq!(root_move.bounds.is_exact(), forecast.is_some());
            let value = root_move.bounds.lower;
            assert!(
                forecast
                    .as_ref()
                    .is_none_or(|forecast| near(forecast, value))
            );
        }
    }
}

#[test]
fn a_leaf_without_features_leaves_no_forecast() {
    let game = Pig::new(20);
    let features = |_: &_, _: Option<Last<'_, Pig>>| None;
    let search = Search::new(&game, &PigLead).depth(5).forecast(&features);
    let result = search.run(&game.initial());
    assert_eq!((result.forecast, result.value), (None, result.bounds.lower));
    let features = |_: &_, _: Option<Last<'_, Pig>>| Some(vec![1.0, 0.5]);
    for algorithm in [Algorithm::Star1, Algorithm::StaticReply] {
        let search = Search::new(&game, &Constant(0.0))
            .algorithm(algorithm)
            .depth(5);
        let result = search.forecast(&features).run(&game.initial());
        let forecast = result.forecast.unwrap();
        assert!((forecast[0] - 1.0).abs() < 1e-12 && (forecast[1] - 0.5).abs() < 1e-12);
    }
}

//! The engine on real games: Pig, where a player moves several times in a row, Dice, tic-tac-toe and Ballard's trees.

use std::fmt::Debug;
use std::num::NonZeroUsize;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Game, Hashable, Node, Rules};
use starmax_games::{
    ArcOrder, BallardTree, Dice, Pairs, PairsTanh, Pig, PigLead, TicTacToe, random_position,
};
use starmax_search::{
    Act, Acts, Algorithm, Enhancement, Order, ProbeChoice, Search, Settings, Stats, Table,
};
use starmax_testkit::{Noise, best_move, expectimax, random_walk};

const NOISE: Noise = Noise { seed: 7, levels: 5 };

/// The decisions and chance nodes of some random walks.
fn walks<G: Game>(game: &G, count: usize) -> Vec<G::State> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let walks = (0..count).flat_map(|_| random_walk(game, &mut rng, 40));
    walks
        .filter(|state| !matches!(game.node(state), Node::Terminal(_)))
        .collect()
}

/// Every algorithm at each state, without a table, with one, and with two and three threads. Gives what they did without threads.
fn agrees<G, E>(
    game: &G,
    evaluator: &E,
    states: &[G::State],
    depths: &[u32],
    algorithms: &[Algorithm],
) -> Acts
where
    G: Hashable + Sync,
    G::State: Debug + Sync,
    E: Evaluator<G> + Sync,
{
    let table = Table::with_entries(1 << 12);
    let mut acts = Acts::default();
    for state in states {
        for &depth in depths {
            let levels = depth.cast_signed();
            let value = expectimax(game, evaluator, state, levels).to_bits();
            let best = best_move(game, evaluator, state, levels).map(|(_, mv, _)| mv);
            for &algorithm in algorithms {
                let mut settings = Settings::new(algorithm);
                settings.limits.depth = depth;
                settings.nodes_for_threads = 0;
                let search = || Search::new(game, evaluator).settings(settings.clone());
                let alone = [
                    search().observe(&mut acts).run(state),
                    search().observe(&mut acts).table(&table).run(state),
                ];
                let shared = [2, 3].map(|count| {
                    let threads = NonZeroUsize::new(count).expect("at least one");
                    let table = Table::with_entries(1 << 10);
                    let result = search().table(&table).run_on(threads, state);
                    assert_eq!(result.threads, count);
                    result
                });
                for result in alone.into_iter().chain(shared) {
                    let found = (result.value.to_bits(), result.best);
                    assert_eq!(
                        found,
                        (value, best),
                        "{algorithm}, depth {depth}, {state:?}"
                    );
                }
            }
        }
    }
    acts
}

const WITH_CHANCE: [Algorithm; 6] = [
    Algorithm::Expectimax,
    Algorithm::Star1,
    Algorithm::Star2,
    Algorithm::Star25,
    Algorithm::Star2Tt,
    Algorithm::Starmax,
];

fn assert_done(acts: &Acts, musts: impl IntoIterator<Item = Act>) {
    for act in musts {
        assert!(acts.count(act) > 0, "{act} never happened: {acts}");
    }
}

const CUTS: [Act; 7] = [
    Act::MoveCut,
    Act::SearchCut,
    Act::ProbeCut,
    Act::DecisionTableCut,
    Act::ChanceTableCut,
    Act::OutcomesTableCut,
    Act::KnownCut,
];

#[test]
fn every_algorithm_agrees_on_pig() {
    let (short, long) = (Pig::new(9), Pig::new(12));
    let mut acts = agrees(&long, &PigLead, &walks(&long, 6), &[1, 2, 5], &WITH_CHANCE);
    acts += &agrees(&short, &NOISE, &walks(&short, 6), &[3, 4, 6], &WITH_CHANCE);
    let deep = Pig::new(15);
    acts += &agrees(&deep, &NOISE, &walks(&deep, 1), &[8, 9], &WITH_CHANCE);
    // With two moves and a promise for one of them nothing is left to be learned about their order.
    let musts = [
        Enhancement::Deepening,
        Enhancement::SuccessorProbing,
        Enhancement::ThriftyProbes,
        Enhancement::OutcomeOrder,
        Enhancement::FairShares,
    ];
    assert_done(&acts, musts.map(Act::Enhanced));
    assert_done(&acts, CUTS);
}

#[test]
fn every_algorithm_agrees_on_dice() {
    let game = Dice::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let states: Vec<_> = (0..20).map(|_| random_position(&game, &mut rng)).collect();
    let mut acts = agrees(&game, &Pairs, &states, &[2, 3, 5], &WITH_CHANCE);
    acts += &agrees(
        &game,
        &PairsTanh::default(),
        &states[..6],
        &[7],
        &WITH_CHANCE,
    );
    // The work does not vary, and the evaluators do not gain from batches.
    let others = [
        Enhancement::WorkOrder,
        Enhancement::Batches,
        Enhancement::Targets,
        Enhancement::Answers,
        Enhancement::Glances,
    ];
    let musts = (Enhancement::ALL.into_iter()).filter(|enhancement| !others.contains(enhancement));
    assert_done(&acts, musts.map(Act::Enhanced));
    assert_done(&acts, CUTS);
}

#[test]
fn every_algorithm_agrees_on_tic_tac_toe() {
    let states = walks(&TicTacToe, 6);
    let acts = agrees(&TicTacToe, &NOISE, &states, &[1, 2, 3, 4], &Algorithm::ALL);
    assert_done(&acts, [Act::MoveCut, Act::RootCut, Act::DecisionTableCut]);
}

#[test]
fn every_algorithm_agrees_on_ballards_trees() {
    for game in [
        BallardTree::new(6, ArcOrder::Random(3)),
        BallardTree::new(5, ArcOrder::Best),
    ] {
        let states = walks(&game, 6);
        let acts = agrees(&game, &NOISE, &states, &[1, 2, 3], &WITH_CHANCE);
        assert_done(&acts, [Act::MoveCut, Act::SearchCut, Act::ProbeCut]);
    }
}

#[test]
fn pig_to_two_points_is_won_by_five_rolls_of_six() {
    let game = Pig::new(2);
    let result = Search::new(&game, &PigLead).depth(60).run(&game.initial());
    // The player to roll wins with w = 5/6 + 1/6 (1 - w), so w = 6/7, and the value is w - (1 - w).
    assert!((result.value - 5.0 / 7.0).abs() < 1e-9);
}

#[test]
fn a_probe_by_quality_is_better_than_the_first_move_that_comes() {
    let game = Dice::new(7, 4);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut costs = [Stats::default(); 2];
    for _ in 0..20 {
        let state = random_position(&game, &mut rng);
        let results = [ProbeChoice::AsOrdered, ProbeChoice::ByQuality].map(|probe| {
            Search::new(&game, &Pairs)
                .algorithm(Algorithm::Star2)
                .depth(5)
                .order(Order {
                    probe,
                    ..Order::as_given()
                })
                .run(&state)
        });
        assert_eq!(results[0].value, results[1].value);
        assert_eq!(results[0].best, results[1].best);
        for (cost, result) in costs.iter_mut().zip(&results) {
            *cost += result.stats;
        }
    }
    let [first, good] = costs.map(|cost| cost.probe_efficiency().unwrap());
    assert!(good > 1.5 * first, "{first} and {good}");
}

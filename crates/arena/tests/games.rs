//! Whole games and tournaments between engines, on games with and without chance.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::{
    Contestant, Crew, Engine, Fixture, Noisy, PairResult, RandomMover, Schedule, Score, Standing,
    play_game, play_pairs, self_play, self_play_position,
};
use starmax_core::{Bounds, Constant, Game, Hashable, Node, Player, Rules};
use starmax_games::{Dice, DiceMove, DiceState, Pairs, Pig, PigLead, TicTacToe};
use starmax_search::{Algorithm, Settings, Table};

const SCHEDULE: Schedule = Schedule { seed: 1 };

fn settings(algorithm: Algorithm, depth: u32) -> Settings {
    let mut settings = Settings::new(algorithm);
    settings.limits.depth = depth;
    settings
}

/// The results of the first pairs, in their order.
fn results<G: Hashable + Sync, A: Contestant<G>, B: Contestant<G>>(
    game: &G,
    pairs: u64,
    threads: usize,
    players: (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
) -> Vec<PairResult> {
    let mut results = Vec::new();
    let crew = Crew {
        threads: NonZeroUsize::new(threads).unwrap(),
        stop: &AtomicBool::new(false),
    };
    play_pairs(game, SCHEDULE, 0..pairs, players, &crew, |pair, result| {
        results.push((pair, result));
        ControlFlow::Continue(())
    })
    .unwrap();
    results.sort_by_key(|&(pair, _)| pair);
    assert!(results.iter().map(|&(pair, _)| pair).eq(0..pairs));
    results.into_iter().map(|(_, result)| result).collect()
}

fn rate(results: &[PairResult]) -> f64 {
    let mut score = Score::default();
    for points in results.iter().flat_map(|result| result.points) {
        score.add(points);
    }
    score.rate()
}

#[test]
fn equal_players_share_every_pair() {
    fn check<G: Hashable + Sync, A: Contestant<G>>(game: &G, player: impl Fn() -> A + Sync) {
        for result in results(game, 20, 2, (&player, &player)) {
            assert_eq!(result.points[0], -result.points[1]);
        }
    }
    check(&Dice::new(7, 4), || {
        Engine::new(settings(Algorithm::Star2, 3), Pairs)
    });
    check(&Pig::new(20), || {
        Engine::new(settings(Algorithm::Starmax, 4), PigLead)
    });
    check(&TicTacToe, || {
        Engine::new(settings(Algorithm::AlphaBeta, 9), Constant(0.0))
    });
    check(&Dice::default(), RandomMover::default);
    check(&Dice::default(), || {
        Engine::new(settings(Algorithm::Star2, 1), Pairs).breaking_ties_at_random()
    });
}

#[test]
fn whoever_searches_beats_whoever_moves_at_random() {
    let engine = || Engine::new(settings(Algorithm::Star2, 3), Pairs);
    let dice = results(&Dice::default(), 100, 2, (engine, RandomMover::default));
    assert!(rate(&dice) > 0.65, "{}", rate(&dice));
    let engine = || Engine::new(settings(Algorithm::AlphaBeta, 9), Constant(0.0));
    let tic_tac_toe = results(&TicTacToe, 100, 2, (RandomMover::default, engine));
    assert!(rate(&tic_tac_toe) < 0.1, "{}", rate(&tic_tac_toe));
    assert!((tic_tac_toe.iter()).all(|result| result.points.iter().all(|&points| points <= 0.0)));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let game = Dice::default();
    // What is visited within a limit of nodes depends on what the table holds.
    let limited = || {
        let mut settings = settings(Algorithm::Starmax, 9);
        settings.limits.nodes = Some(500);
        Engine::new(settings, Pairs).with_table(Table::with_entries(256))
    };
    let noisy = || {
        let evaluator = Noisy {
            inner: Pairs,
            seed: 5,
            deviation: 0.1,
        };
        Engine::new(settings(Algorithm::Star1, 3), evaluator)
    };
    let one = results(&game, 60, 1, (limited, noisy));
    for threads in [2, 3, 8] {
        assert_eq!(results(&game, 60, threads, (limited, noisy)), one);
    }
}

#[test]
fn every_algorithm_plays_the_same_games_at_the_same_depth() {
    let game = Dice::default();
    let shallow = || Engine::new(settings(Algorithm::Expectimax, 1), Pairs);
    let plain = || Engine::new(settings(Algorithm::Expectimax, 3), Pairs);
    let expected = results(&game, 40, 2, (plain, shallow));
    for algorithm in [Algorithm::Star1, Algorithm::Star2, Algorithm::Starmax] {
        let player = || Engine::new(settings(algorithm, 3), Pairs);
        assert_eq!(results(&game, 40, 2, (player, shallow)), expected);
        let with_table = || player().with_table(Table::with_entries(1024));
        assert_eq!(results(&game, 40, 2, (with_table, shallow)), expected);
    }
}

#[test]
fn ties_can_be_broken_at_random() {
    let game = Dice::new(7, 4);
    let opening = game.resolve(&game.initial(), 2);
    let mut moves = Vec::new();
    game.moves(&opening, &mut moves);
    let openings = |mut engine: Engine<'_, Pairs>| -> Vec<_> {
        let choose = |seed| {
            Contestant::<Dice>::begin(&mut engine, seed);
            engine.choose(&game, &opening, &moves)
        };
        (0..200).map(choose).collect()
    };
    let engine = || Engine::new(settings(Algorithm::Star2, 1), Pairs);
    assert!(openings(engine()).iter().all(|&mv| mv == moves[0]));
    let random = openings(engine().breaking_ties_at_random());
    assert!(moves.iter().all(|mv| random.contains(mv)));
    assert_eq!(random, openings(engine().breaking_ties_at_random()));
}

#[test]
fn moves_that_are_no_ties_are_not_played() {
    let engine =
        || Engine::new(settings(Algorithm::AlphaBeta, 9), Constant(0.0)).breaking_ties_at_random();
    for result in results(&TicTacToe, 20, 2, (engine, RandomMover::default)) {
        assert!(result.points.iter().all(|&points| points >= 0.0));
    }
}

/// Plays the first move and remembers the states.
struct Witness(Vec<DiceState>);

impl Contestant<Dice> for Witness {
    fn begin(&mut self, _seed: u64) {
        self.0.clear();
    }

    fn choose(&mut self, _game: &Dice, state: &DiceState, moves: &[DiceMove]) -> DiceMove {
        self.0.push(*state);
        moves[0]
    }
}

#[test]
fn both_games_of_a_pair_meet_the_same_rolls_with_sides_swapped() {
    let game = Dice::new(7, 4);
    let mut seen = [(); 2].map(|()| [Witness(Vec::new()), Witness(Vec::new())]);
    for pair in 0..14 {
        let points: Vec<_> = (seen.iter_mut().zip([2 * pair, 2 * pair + 1]))
            .map(|([first, second], number)| {
                play_game(&game, SCHEDULE.game(number), [first, second])
            })
            .collect();
        assert_eq!(points[0], -points[1]);
        let [[first_as_x, second_as_o], [first_as_o, second_as_x]] = &seen;
        assert_eq!(first_as_x.0, second_as_x.0);
        assert_eq!(first_as_o.0, second_as_o.0);
        let opening = &first_as_x.0[0];
        assert_eq!(game.node(opening), Node::Decision(Player::Max));
        let roll = u8::try_from(pair % 7).unwrap();
        assert_eq!(*opening, game.resolve(&game.initial(), roll));
    }
}

#[test]
fn nothing_is_handed_out_once_everybody_is_told_to_stop() {
    let stop = AtomicBool::new(false);
    let crew = Crew {
        threads: NonZeroUsize::new(2).unwrap(),
        stop: &stop,
    };
    // Depth 99 takes longer than anybody can wait.
    let endless = || Engine::new(settings(Algorithm::Star2, 99), Pairs).stop_when(&stop);
    let mut received = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let game = Dice::new(11, 4);
        play_pairs(&game, SCHEDULE, 0.., (endless, endless), &crew, |_, _| {
            received += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
    });
    assert_eq!(received, 0);
}

#[test]
fn a_receiver_that_has_enough_ends_the_games() {
    let crew = Crew {
        threads: NonZeroUsize::new(2).unwrap(),
        stop: &AtomicBool::new(false),
    };
    let mut standing = Standing::new(u64::MAX).stopping_when_sure(0.05);
    let engine = || Engine::new(settings(Algorithm::Star2, 1), Pairs);
    let missing = standing.missing();
    let players = (engine, RandomMover::default);
    play_pairs(
        &Dice::default(),
        SCHEDULE,
        missing,
        players,
        &crew,
        |pair, result| {
            standing.record(pair, result);
            if standing.is_over() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    )
    .unwrap();
    assert!(standing.is_sure());
    assert!(standing.tally().score.rate() > 0.6);
}

/// Max walks in circles for ever.
struct Endless;

impl Rules for Endless {
    type State = ();
    type Move = bool;
    type Outcome = std::convert::Infallible;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) {}

    fn node(&self, (): &()) -> Node {
        Node::Decision(Player::Max)
    }

    fn moves(&self, (): &(), out: &mut Vec<bool>) {
        out.extend([false, true]);
    }

    fn outcomes(&self, (): &(), _out: &mut Vec<(Self::Outcome, f64)>) {}

    fn play(&self, (): &(), _mv: bool) {}

    fn resolve(&self, (): &(), outcome: Self::Outcome) {
        match outcome {}
    }
}

impl Game for Endless {
    fn utility(&self) -> Bounds {
        Bounds::new(0.0, 4.0)
    }
}

#[test]
fn a_game_without_an_end_is_even() {
    let (mut first, mut second) = (RandomMover::default(), RandomMover::default());
    let fixture: Fixture = SCHEDULE.game(1);
    let points = play_game(&Endless, fixture, [&mut first, &mut second]);
    assert!(points == 0.0 && points.is_sign_positive());
}

#[test]
fn self_play_meets_openings_middle_games_and_endgames() {
    let game = Dice::default();
    let mut counts = [0; 3];
    for seed in 0..200 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let state = self_play_position(&game, &Pairs, 1, &mut rng).unwrap();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert!(moves.len() >= 2);
        let stones = state.stones(Player::Max) + state.stones(Player::Min);
        counts[usize::from(stones / 6).min(2)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn self_play_is_the_same_for_the_same_seed() {
    let play = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self_play(&Dice::default(), &mut RandomMover::default(), &mut rng)
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

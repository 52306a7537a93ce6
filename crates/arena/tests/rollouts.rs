//! Rollouts of games whose values are known.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use starmax_arena::rollout::{
    Candidate, NoEndings, Play, RolloutStanding, Status, StopRules, StratifiedDice, Trials,
    WonOrLost, play_rounds,
};
use starmax_arena::{Crew, Moments};
use starmax_core::{Bounds, Constant, Evaluator, Game, Node, Notation, Player, Rules};
use starmax_games::{Backgammon, Dice, NodeId, Pairs, Pig, PigLead, Tree};
use starmax_judges::backgammon::{BackgammonNet, Bearoff};
use starmax_testkit::{Noise, Paying, expectimax};

/// Deeper than any game here is long.
const TO_THE_END: u32 = 12;

const NOISE: Noise = Noise { seed: 3, levels: 9 };

const TREES: [&str; 4] = [
    "ch(.5:min[4 -2] .25:max[ch(.5:-3 .5:5) 1] .25:min[ch(.3:6 .7:-4) 2])",
    "max[ch(.2:9 .8:min[-1 ch(.5:0 .5:-3)]) ch(.6:ch(.5:1 .5:-1) .4:max[2 ch(.9:0 .1:30)])]",
    "min[ch(.125:8 .375:ch(.5:-8 .5:max[0 4]) .5:min[1 ch(.4:5 .6:-5)])]",
    "ch(.1:ch(.5:ch(.5:10 .5:-10) .5:max[3 -3]) .9:ch(.25:min[7 8] .75:ch(.5:max[-2 -6] .5:0)))",
];

fn crew(threads: usize, stop: &AtomicBool) -> Crew<'_> {
    Crew {
        threads: NonZeroUsize::new(threads).unwrap(),
        stop,
    }
}

fn play_all<G: Game<State: Sync> + Sync, E: Evaluator<G> + Sync>(
    trials: &Trials<'_, G, E>,
    starts: &[G::State],
    rules: StopRules,
    threads: usize,
) -> RolloutStanding {
    let mut standing = RolloutStanding::new(starts.len(), rules);
    let stop = AtomicBool::new(false);
    let mut keep = |_, _: &_| ControlFlow::Continue(());
    play_rounds(
        trials,
        starts,
        &mut standing,
        &crew(threads, &stop),
        &mut keep,
        &mut |_| {},
    )
    .unwrap();
    assert!(standing.is_over());
    standing
}

fn trials<'a, G: Game, E: Evaluator<G>>(
    game: &'a G,
    evaluator: &'a E,
    play: Play,
    dice: StratifiedDice,
) -> Trials<'a, G, E> {
    Trials {
        game,
        evaluator,
        viewer: Player::Max,
        endings: &NoEndings,
        play,
        dice,
    }
}

/// The root of a tree rolled out by players who see everything.
fn rolled_out(tree: &Tree, without_luck: bool, seed: u64, count: u64) -> Candidate {
    let play = Play {
        depth: TO_THE_END,
        without_luck,
        ..Play::default()
    };
    let trials = trials(tree, &NOISE, play, StratifiedDice::new(seed, 36));
    let rules = StopRules {
        trials: count,
        ..StopRules::default()
    };
    play_all(&trials, &[tree.initial()], rules, 1).candidates()[0].clone()
}

fn assert_near(values: &Moments, truth: f64) {
    let error = values.standard_error().unwrap();
    let distance = (values.mean() - truth).abs();
    assert!(
        distance <= 4.0 * error + 1e-9,
        "{} ± {error}, not {truth}",
        values.mean()
    );
}

#[test]
fn the_mean_is_the_value_whatever_the_evaluator_takes_for_luck() {
    for text in TREES {
        let tree: Tree = text.parse().unwrap();
        let truth = expectimax(&tree, &Constant(0.0), &tree.initial(), 12);
        for without_luck in [true, false] {
            let candidate = rolled_out(&tree, without_luck, 1, 2000);
            assert_eq!(
                (candidate.status, candidate.values.count()),
                (Status::Finished, 2000)
            );
            assert_near(&candidate.values, truth);
            assert_near(&candidate.lucky_values, truth);
        }
    }
}

/// Judges trees rightly.
struct Right;

impl<G: Game<State = NodeId>> Evaluator<G> for Right {
    fn evaluate(&self, tree: &G, node: &NodeId) -> f64 {
        expectimax(tree, &Constant(0.0), node, 12)
    }
}

#[test]
fn with_an_evaluator_that_is_right_every_trial_has_the_value() {
    for text in TREES {
        let tree: Tree = text.parse().unwrap();
        let truth = expectimax(&tree, &Constant(0.0), &tree.initial(), 12);
        for truncate in [None, Some(1), Some(2)] {
            let play = Play {
                truncate,
                ..Play::default()
            };
            let trials = trials(&tree, &Right, play, StratifiedDice::new(1, 36));
            for number in 0..100 {
                let trial = trials.play(&tree.initial(), number, &AtomicBool::new(false));
                assert!((trial.value - truth).abs() < 1e-9, "{trial:?}, not {truth}");
            }
        }
    }
}

#[test]
fn what_is_paid_on_the_way_counts() {
    for (number, text) in TREES.iter().enumerate() {
        let tree: Tree = text.parse().unwrap();
        for seed in 0..20 {
            let game = Paying { tree: &tree, seed };
            let value = expectimax(
                &game,
                &Constant(0.0),
                &tree.root(),
                TO_THE_END.cast_signed(),
            );
            for depth in [1, TO_THE_END] {
                let play = Play {
                    depth,
                    ..Play::default()
                };
                let trials = trials(&game, &Right, play, StratifiedDice::new(1, 5));
                for trial in 0..20 {
                    let found = trials.play(&tree.root(), trial, &AtomicBool::new(false));
                    let difference = found.value - value;
                    assert!(
                        difference.abs() < 1e-9,
                        "tree {number}, seed {seed}: {difference}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_truncated_trial_is_judged_one_chance_event_ahead() {
    let tree: Tree = "ch(.5:ch(.5:1 .5:2) .5:ch(.5:ch(.5:9 .5:9) .5:-8))"
        .parse()
        .unwrap();
    let play = Play {
        truncate: Some(1),
        without_luck: false,
        ..Play::default()
    };
    let dice = StratifiedDice::new(1, 2);
    let trials = trials(&tree, &Constant(4.0), play, dice);
    let mut values: Vec<_> = (0..2)
        .map(|number| {
            trials
                .play(&tree.initial(), number, &AtomicBool::new(false))
                .value
        })
        .collect();
    values.sort_by(f64::total_cmp);
    assert_eq!(values, [-2.0, 1.5]);
}

#[test]
fn as_many_trials_as_there_are_combinations_of_outcomes_leave_nothing_to_luck() {
    let tree: Tree = "ch(.5:ch(.5:1 .5:2) .5:ch(.5:5 .5:-8))".parse().unwrap();
    let play = Play {
        without_luck: false,
        ..Play::default()
    };
    for seed in 0..20 {
        let trials = trials(&tree, &Constant(0.0), play, StratifiedDice::new(seed, 2));
        let results =
            (0..4).map(|number| trials.play(&tree.initial(), number, &AtomicBool::new(false)));
        assert_eq!(results.map(|trial| trial.value).sum::<f64>(), 0.0);
    }
}

#[test]
fn intervals_hold_the_value_about_as_often_as_they_say() {
    const ROLLOUTS: u64 = 200;
    for text in TREES {
        let tree: Tree = text.parse().unwrap();
        let truth = expectimax(&tree, &Constant(0.0), &tree.initial(), 12);
        for without_luck in [true, false] {
            let held = (0..ROLLOUTS).filter(|&seed| {
                let candidate = rolled_out(&tree, without_luck, seed, 100);
                candidate.values.interval().unwrap().contains(truth)
            });
            let held = held.count();
            assert!(held >= 180, "{held} of {ROLLOUTS}: {text}");
        }
    }
}

#[test]
fn the_results_do_not_depend_on_threads() {
    let game = Dice::default();
    let starts = ["x4/5/5/5/5:o", "5/5/2x2/5/5:o", "5/5/5/5/5:x"];
    let starts = starts.map(|position| game.parse_state(position).unwrap());
    let trials = Trials {
        endings: &WonOrLost {
            viewer: Player::Min,
        },
        viewer: Player::Min,
        ..trials(&game, &Pairs, Play::default(), StratifiedDice::new(7, 5))
    };
    let rules = StopRules {
        trials: 333,
        worse: 1.0,
        precise: None,
        round: 50,
    };
    let [one, two] = [1, 2].map(|threads| play_all(&trials, &starts, rules, threads));
    assert_eq!(format!("{one:?}"), format!("{two:?}"));
    let statuses: Vec<_> = one
        .candidates()
        .iter()
        .map(|candidate| candidate.status)
        .collect();
    assert!(statuses.contains(&Status::Worse), "{statuses:?}");
}

#[test]
fn the_end_of_a_backgammon_game_has_its_exact_value() {
    let game = Backgammon::default();
    let state = game.parse_state("gwAAMAQAAAAAAA").unwrap();
    let exact = Bearoff::shared().solved(&state).unwrap();
    assert!((exact - 0.797_363_2).abs() < 1e-6);
    let rules = StopRules {
        trials: 1296,
        ..StopRules::default()
    };
    let value = |without_luck| {
        let play = Play {
            without_luck,
            ..Play::default()
        };
        let dice = StratifiedDice::new(1, 36);
        let trials = trials(&game, BackgammonNet::shipped(), play, dice);
        play_all(&trials, &[state], rules, 2).candidates()[0].values
    };
    // The evaluator has solved this end, so no die is rolled.
    for values in [value(false), value(true)] {
        assert!(values.standard_error().unwrap() < 1e-12);
        assert!((values.mean() - exact).abs() < 1e-12);
    }
}

#[test]
fn luck_is_most_of_what_varies_in_backgammon() {
    let game = Backgammon::default();
    let rules = StopRules {
        trials: 72,
        ..StopRules::default()
    };
    let dice = StratifiedDice::new(1, 36);
    let trials = trials(&game, BackgammonNet::shipped(), Play::default(), dice);
    let standing = play_all(&trials, &[game.initial()], rules, 2);
    let candidate = &standing.candidates()[0];
    let errors =
        [candidate.values, candidate.lucky_values].map(|all| all.standard_error().unwrap());
    assert!(3.0 * errors[0] < errors[1], "{errors:?}");
    let distance = candidate.values.mean() - candidate.lucky_values.mean();
    assert!(distance.abs() < 4.0 * errors[1]);
}

/// One player goes round and round.
struct Carousel;

impl Rules for Carousel {
    type State = u32;
    type Move = ();
    type Outcome = ();
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> u32 {
        0
    }

    fn node(&self, _: &u32) -> Node {
        Node::Decision(Player::Max)
    }

    fn moves(&self, _: &u32, out: &mut Vec<()>) {
        out.push(());
    }

    fn outcomes(&self, _: &u32, _: &mut Vec<((), f64)>) {}

    fn play(&self, rounds: &u32, (): ()) -> u32 {
        rounds + 1
    }

    fn resolve(&self, rounds: &u32, (): ()) -> u32 {
        *rounds
    }
}

impl Game for Carousel {
    fn utility(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }
}

#[test]
fn a_game_without_an_end_is_judged_in_the_end() {
    let trials = trials(
        &Carousel,
        &Constant(0.25),
        Play::default(),
        StratifiedDice::new(1, 6),
    );
    let trial = trials.play(&0, 0, &AtomicBool::new(false));
    assert_eq!((trial.value, trial.luck), (0.25, 0.0));
}

#[test]
fn a_crew_that_is_told_to_stop_leaves_what_it_has() {
    let game = Pig::default();
    let trials = trials(&game, &PigLead, Play::default(), StratifiedDice::new(1, 6));
    let stop = AtomicBool::new(false);
    let mut standing = RolloutStanding::new(1, StopRules::default());
    let mut kept = 0;
    let mut keep = |_, _: &_| {
        kept += 1;
        stop.fetch_or(kept == 50, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    play_rounds(
        &trials,
        &[game.initial()],
        &mut standing,
        &crew(2, &stop),
        &mut keep,
        &mut |_| {},
    )
    .unwrap();
    assert!(!standing.is_over());
    let count = standing.candidates()[0].values.count();
    // Trials count in their order: one that is late holds back those behind it.
    assert!((50..150).contains(&kept), "{kept}");
    assert!(count <= kept, "{count} of {kept}");
}

#[test]
fn a_trial_that_cannot_be_kept_does_not_count() {
    let game = Pig::default();
    let trials = trials(&game, &PigLead, Play::default(), StratifiedDice::new(1, 6));
    let stop = AtomicBool::new(false);
    let mut standing = RolloutStanding::new(1, StopRules::default());
    let mut keep = |_, _: &_| ControlFlow::Break(());
    play_rounds(
        &trials,
        &[game.initial()],
        &mut standing,
        &crew(2, &stop),
        &mut keep,
        &mut |_| {},
    )
    .unwrap();
    assert_eq!(standing.candidates()[0].values.count(), 0);
}

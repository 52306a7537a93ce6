//! Searches with noise, by name: the noise changes what is found, but every exact algorithm finds the same.

use starmax_catalog::{Noise, Request, RootText, SelfPlay, open_game};
use starmax_report::Report;
use starmax_search::{Algorithm, Options};

const NOISE: Noise = Noise {
    deviation: 0.015,
    seed: 2,
};

fn search(game: &str, position: &str, algorithm: Algorithm, depth: u32, noise: Noise) -> Report {
    let root = RootText {
        position: Some(position),
        roll: None,
    };
    let is_noisy = noise.deviation > 0.0;
    let request = Request::from(Options {
        algorithm: Some(algorithm),
        depth: Some(depth),
        noise: is_noisy.then_some(noise.deviation),
        noise_seed: is_noisy.then_some(noise.seed),
        ..Options::default()
    });
    let report = open_game(game).unwrap().search(root, &request);
    report.unwrap_or_else(|error| panic!("{game} {position}: {error}"))
}

/// Every exact algorithm finds what Expectimax finds with the same noise, and that is not what it finds without.
fn agrees(game: &str, positions: &[&str], depth: u32) {
    for position in positions {
        let expected = search(game, position, Algorithm::Expectimax, depth, NOISE);
        for algorithm in Algorithm::ALL.into_iter().filter(|a| a.handles_chance()) {
            let report = search(game, position, algorithm, depth, NOISE);
            assert_eq!(report.value, expected.value, "{algorithm} {position}");
            assert_eq!(report.best, expected.best, "{algorithm} {position}");
        }
        let quiet = Noise::default();
        let without = search(game, position, Algorithm::Expectimax, depth, quiet);
        assert_ne!(without.value, expected.value, "{position}");
    }
}

#[test]
fn every_algorithm_agrees_on_backgammon_with_noise() {
    let positions = [
        "4HPwATDgc/ABMA-31",
        "4HPwATDgc/ABMA-66",
        "bBuWAyBsm+ABMA-21",
        "jA9ywAodPpREEA-min-53",
    ];
    agrees("backgammon", &positions, 3);
}

#[test]
fn every_algorithm_agrees_on_dice_with_noise() {
    let positions = [
        "5/5/5/5/5:x2",
        "5/2x2/5/5/5:o3",
        "xo2o/o4/x4/1x3/x4:o4",
        "oxox1/1o1o1/ox2o/xxx2/5:x5",
    ];
    agrees("dice:5x5,k=4", &positions, 5);
}

#[test]
fn a_report_says_what_the_noise_was_if_there_was_any() {
    let noisy = search("dice", "5/5/5/5/5:x2", Algorithm::Starmax, 3, NOISE);
    assert_eq!(noisy.options.get("noise"), Some("0.015"));
    assert_eq!(noisy.options.get("noise-seed"), Some("2"));
    let text = noisy.text();
    assert!(
        text.contains("starmax, depth 3, noise 0.015, noise-seed 2, judged by pairs\n"),
        "{text}"
    );
    let none = Noise {
        deviation: 0.0,
        seed: 2,
    };
    let quiet = search("dice", "5/5/5/5/5:x2", Algorithm::Starmax, 3, none);
    assert!(!quiet.text().contains("noise"));
}

#[test]
fn self_play_can_be_noisy() {
    let game = open_game("dice").unwrap();
    let position = |noise, number| {
        let play = SelfPlay {
            filter: None,
            evaluator: None,
            noise,
            depth: 1,
        };
        game.self_play_position(&play, 1, number).unwrap()
    };
    let strong = Noise {
        deviation: 1.0,
        seed: 0,
    };
    let differs = |&number: &u64| position(strong, number) != position(Noise::default(), number);
    assert!((0..20).filter(differs).count() > 5);
}

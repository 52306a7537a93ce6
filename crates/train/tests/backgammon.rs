//! The training of the backgammon net: it learns, and it goes on where it stopped.

use std::fs;
use std::path::Path;

use starmax_judges::backgammon::{BackgammonNet, NetFile};
use starmax_train::{BackgammonSettings, BackgammonTraining, Round, fit_envelope, held_out_regret};

const SETTINGS: BackgammonSettings = BackgammonSettings {
    first_rounds: 2,
    rounds: 2,
    games: 3,
    seed: 7,
    rate: 0.001,
    start: None,
};

fn open(folder: &Path) -> BackgammonTraining {
    BackgammonTraining::open(folder, SETTINGS).unwrap()
}

fn play_round(training: &mut BackgammonTraining) -> Round {
    let round = training.play_round(|_| false).unwrap();
    round.expect("nobody stops it")
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_training_in_parts_ends_with_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    fs::create_dir(&whole).unwrap();
    fs::create_dir(&parts).unwrap();
    let mut training = open(&whole);
    while !training.is_done() {
        play_round(&mut training);
    }
    while !open(&parts).is_done() {
        let mut training = open(&parts);
        let mut looks = 0;
        let stopped = training.play_round(|_| {
            looks += 1;
            looks == 2
        });
        assert_eq!(stopped.unwrap(), None);
        play_round(&mut training);
    }
    let names: Vec<_> = files(&whole).into_iter().map(|(name, _)| name).collect();
    let samples = ["backgammon-0002.samples", "backgammon-0003.samples"];
    assert_eq!(
        names,
        [
            samples[0],
            samples[1],
            "backgammon.checkpoint",
            "backgammon.net",
            "backgammon.net.lock",
        ]
    );
    assert!(files(&whole) == files(&parts));
    let net = fs::read(BackgammonTraining::net_path(&whole)).unwrap();
    assert_eq!(NetFile::parse(&net).unwrap().progress, "4 of 4 rounds");
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let train = |threads| {
        let folder = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let mut training = open(folder.path());
            let round = play_round(&mut training);
            (
                round,
                files(folder.path()),
                held_out_regret(&training.net(), 1),
            )
        })
    };
    assert!(train(1) == train(3));
}

#[test]
fn the_net_learns() {
    let folder = tempfile::tempdir().unwrap();
    let settings = BackgammonSettings {
        first_rounds: 6,
        rounds: 1,
        games: 60,
        ..SETTINGS
    };
    let mut training = BackgammonTraining::open(folder.path(), settings).unwrap();
    let regret = |training: &BackgammonTraining| held_out_regret(&training.net(), 1);
    let before = regret(&training);
    let rounds: Vec<_> =
        std::iter::from_fn(|| (!training.is_done()).then(|| play_round(&mut training))).collect();
    let after = regret(&training);
    assert!(after < before / 2.0, "{before} {after} {rounds:?}");
    assert!(rounds[6].surprise < rounds[0].surprise, "{rounds:?}");
}

#[test]
fn files_of_no_use_are_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    play_round(&mut open(folder.path()));
    let path = folder.path().join("backgammon.checkpoint");
    let whole = fs::read(&path).unwrap();
    let error = || {
        let opened = BackgammonTraining::open(folder.path(), SETTINGS);
        opened.unwrap_err().to_string()
    };
    let other = BackgammonTraining::open(
        folder.path(),
        BackgammonSettings {
            seed: 8,
            ..SETTINGS
        },
    );
    let message = other.unwrap_err().to_string();
    assert!(
        message.contains("--seed 7") && message.contains("--seed 8"),
        "{message}"
    );
    for (bytes, reason) in [
        (&whole[..whole.len() - 1], "the file is damaged"),
        (&whole[..60], "found no line of \"seal\""),
        (&b"{}"[..], "found a file that begins with \"{}\""),
    ] {
        fs::write(&path, bytes).unwrap();
        let message = error();
        assert!(
            message.contains(reason) && message.contains("backgammon.checkpoint"),
            "{message}"
        );
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn missing_samples_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = open(folder.path());
    for _ in 0..3 {
        play_round(&mut training);
    }
    drop(training);
    fs::remove_file(folder.path().join("backgammon-0002.samples")).unwrap();
    let error = BackgammonTraining::open(folder.path(), SETTINGS).unwrap_err();
    assert!(
        error.to_string().contains("backgammon-0002.samples"),
        "{error}"
    );
}

#[test]
fn the_envelope_holds_the_values_of_other_games() {
    let net = BackgammonNet::shipped();
    let fit = |seed| fit_envelope(net, 300, seed, |_| false).unwrap();
    let (envelope, first) = fit(1);
    assert_eq!((&envelope, first), (&fit(1).0, fit(1).1));
    assert_ne!(envelope, fit(2).0);
    assert!(first.outside < 0.001, "{first:?}");
    assert!(first.above > 0.0 && first.below > 0.0, "{first:?}");
}

#[test]
fn a_folder_is_trained_in_by_one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let training = open(folder.path());
    let error = BackgammonTraining::open(folder.path(), SETTINGS).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("backgammon.net is in use by another run"),
        "{error}"
    );
    drop(training);
    open(folder.path());
}

#[test]
fn an_envelope_that_is_stopped_is_none_and_the_net_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = open(folder.path());
    play_round(&mut training);
    let before = files(folder.path());
    assert!(!training.has_envelope(10).unwrap());
    for stop_at in [0.0, 0.3, 0.5] {
        let stopped = training.add_envelope(10, |done| done >= stop_at).unwrap();
        assert_eq!(stopped, None);
        assert_eq!(files(folder.path()), before);
    }
    assert!(training.add_envelope(10, |_| false).unwrap().is_some());
    assert!(training.has_envelope(10).unwrap());
    assert!(!training.has_envelope(11).unwrap(), "made of other games");
}

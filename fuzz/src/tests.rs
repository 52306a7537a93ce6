//! Every target with its corpus and with some thousand changes of it. `STARMAX_CHANGES=1000000` makes a million.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use starmax_testkit::differential::number_from_environment;

use crate::{TARGETS, survives};

macro_rules! survival {
    ($($name:ident: $changes:expr;)*) => {
        $(
            #[test]
            fn $name() {
                let changes = number_from_environment("STARMAX_CHANGES");
                let changes = changes.map_or($changes, |changes| usize::try_from(changes).unwrap());
                survives(stringify!($name), crate::$name, changes);
            }
        )*

        #[test]
        fn every_target_is_tested() {
            let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
            assert_eq!([$(stringify!($name)),*].as_slice(), names);
        }
    };
}

survival! {
    agreement: 30_000;
    backgammon: 50_000;
    backgammon_net: 100;
    ballard: 5_000;
    dice: 100_000;
    dice_net: 20_000;
    fibs: 100_000;
    game: 20_000;
    journal: 500;
    pig: 100_000;
    player: 100_000;
    records: 20_000;
    sealed_file: 50_000;
    settings: 100_000;
    tic_tac_toe: 100_000;
    tree: 50_000;
    trio: 100_000;
}

fn names(folder: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    (fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_target_has_a_program_and_a_corpus() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names("fuzz_targets"), targets);
    let missing: Vec<_> = targets.difference(&names("corpus")).cloned().collect();
    assert!(missing.is_empty(), "no corpus of {missing:?}");
}

//! Files of results with a flipped bit: nothing is different in the end.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;
use starmax_arena::Crew;
use starmax_catalog::{
    ReportError, Rollout, RolloutOptions, RootText, Tournament, TournamentOptions, open_game,
};
use starmax_files::journal::Journal;
use starmax_report::{PlayedPair, PlayedTrial};
use starmax_testkit::{Flip, Flips, flip_bits, quick_folder};

static NEVER: AtomicBool = AtomicBool::new(false);

const CREW: Crew<'_> = Crew {
    threads: NonZeroUsize::MIN,
    stop: &NEVER,
};

/// Something that goes on from a file of results.
trait Resumed {
    type Result: Serialize + DeserializeOwned;

    fn run(&self) -> impl Serialize;
    fn remember(&mut self, result: Self::Result) -> Result<(), ReportError>;
    /// Plays the rest and returns what is shown of it all.
    fn play(&mut self, keep: &mut dyn FnMut(&Self::Result)) -> String;
}

impl Resumed for Tournament {
    type Result = PlayedPair;

    fn run(&self) -> impl Serialize {
        self.run().unwrap()
    }

    fn remember(&mut self, result: PlayedPair) -> Result<(), ReportError> {
        self.remember(result)
    }

    fn play(&mut self, keep: &mut dyn FnMut(&PlayedPair)) -> String {
        let mut keep = |played: &PlayedPair| {
            keep(played);
            ControlFlow::Continue(())
        };
        self.play(&CREW, &mut keep, &mut |_| {}).unwrap();
        self.report().text()
    }
}

impl Resumed for Rollout<'_> {
    type Result = PlayedTrial;

    fn run(&self) -> impl Serialize {
        self.run()
    }

    fn remember(&mut self, result: PlayedTrial) -> Result<(), ReportError> {
        self.remember(result)
    }

    fn play(&mut self, keep: &mut dyn FnMut(&PlayedTrial)) -> String {
        let mut keep = |played: &PlayedTrial| {
            keep(played);
            ControlFlow::Continue(())
        };
        self.play(&CREW, &mut keep, &mut |_, _| {}).unwrap();
        let mut report = self.report();
        report.stats.seconds = 0.0;
        serde_json::to_string(&report).unwrap()
    }
}

/// Goes on from a file to the end, and says whether something was wrong with it.
fn go_on<R: Resumed>(mut resumed: R, file: &Path) -> Result<(String, Flip), String> {
    let (mut journal, earlier) = Journal::open(file, &resumed.run()).map_err(|e| e.to_string())?;
    for result in earlier.results {
        resumed
            .remember(result)
            .map_err(|error| error.to_string())?;
    }
    let shown = resumed.play(&mut |result| journal.append(result).unwrap());
    let flip = match &earlier.damaged[..] {
        [] => Flip::NoEffect,
        _ => Flip::Detected,
    };
    Ok((shown, flip))
}

fn flips<R: Resumed>(begin: impl Fn() -> R) -> Flips {
    let folder = quick_folder();
    let file = folder.path().join("results.jsonl");
    let (expected, _) = go_on(begin(), &file).unwrap();
    flip_bits(&fs::read(&file).unwrap(), |bytes| {
        fs::write(&file, bytes).unwrap();
        let Ok((shown, flip)) = go_on(begin(), &file) else {
            assert!(fs::read(&file).unwrap() == bytes, "nothing was changed");
            return Flip::Detected;
        };
        assert_eq!(shown, expected);
        flip
    })
}

#[test]
fn no_flipped_bit_makes_another_tournament() {
    let flips = flips(|| {
        let players = ["random", "expectimax:depth=1"].map(|player| player.parse().unwrap());
        let options = TournamentOptions {
            games: 40,
            seed: 1,
            error: None,
        };
        Tournament::new("tic-tac-toe", players.into(), options).unwrap()
    });
    let expected = Flips {
        detected: 1000,
        without_effect: 0,
    };
    assert_eq!(flips, expected);
}

#[test]
fn no_flipped_bit_makes_another_rollout() {
    let game = open_game("pig:goal=10").unwrap();
    let flips = flips(|| {
        let root = RootText {
            position: None,
            roll: None,
        };
        let options = RolloutOptions {
            trials: 20,
            ..RolloutOptions::default()
        };
        Rollout::new(&*game, root, options, &NEVER).unwrap()
    });
    let expected = Flips {
        detected: 1000,
        without_effect: 0,
    };
    assert_eq!(flips, expected);
}

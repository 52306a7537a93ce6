use std::fmt::Write;
use std::fs;
use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Hashable, ManyPlayers, Notation, Rules};

use crate::subject::{Kind, LONGEST_GAME, Stakes, Step, Subject, View};
use crate::walk::random_outcome;

/// A record of one whole random game, to be read and compared: at each state the position, its hash, what happens there, every
/// possible move or outcome, and the choice; at the end the value.
pub fn playthrough<G: Hashable + Notation>(game: &G, seed: u64) -> String {
    record(
        &Subject::in_notation(game, Stakes::one_value(game)).hashed(),
        seed,
        |player| format!("{player:?}"),
    )
}

/// As [`playthrough`], for a game with a payoff per player.
pub fn many_players_playthrough<G: ManyPlayers + Notation>(game: &G, seed: u64) -> String {
    record(
        &Subject::in_notation(game, Stakes::payoffs(game)),
        seed,
        |player| format!("player {player}"),
    )
}

/// Checks that the game still plays as recorded in the file at `path`: any change of the rules shows there.
///
/// With the environment variable `UPDATE_PLAYTHROUGHS=1` the file is written instead.
///
/// # Panics
/// When the record differs, and says in which line, or when the file cannot be read or written.
#[track_caller]
pub fn check_playthrough<G: Hashable + Notation>(game: &G, seed: u64, path: impl AsRef<Path>) {
    compare_or_update(&playthrough(game, seed), path.as_ref());
}

/// As [`check_playthrough`], for a game with a payoff per player.
///
/// # Panics
/// When the record differs, and says in which line, or when the file cannot be read or written.
#[track_caller]
pub fn check_many_players_playthrough<G: ManyPlayers + Notation>(
    game: &G,
    seed: u64,
    path: impl AsRef<Path>,
) {
    compare_or_update(&many_players_playthrough(game, seed), path.as_ref());
}

fn record<R: Rules>(subject: &Subject<'_, R>, seed: u64, name: fn(R::Player) -> String) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut text = format!("seed     {seed}\n");
    let mut state = subject.rules.initial();
    for _ in 0..LONGEST_GAME {
        let view = subject.view(&state);
        text.push('\n');
        line(&mut text, "position", &view.identity.position);
        if let Some(hash) = view.identity.hash {
            line(&mut text, "hash", &format!("{hash:016x}"));
        }
        let number = match view.kind {
            Kind::Decision(player) => {
                line(&mut text, "decision", &name(player));
                line(&mut text, "moves", &write_steps(&view));
                rng.random_range(0..view.steps.len())
            }
            Kind::Chance => {
                line(&mut text, "chance", &write_steps(&view));
                let probability = |step: &Step| step.probability.unwrap_or(0.0);
                random_outcome(&mut rng, view.steps.iter().map(probability))
            }
            Kind::Terminal => {
                let payoffs: Vec<String> = view.payoffs.iter().map(f64::to_string).collect();
                line(&mut text, "terminal", &payoffs.join(", "));
                return text;
            }
        };
        line(&mut text, "choice", &view.steps[number].text);
        state = subject.step(&state, number);
    }
    panic!("the game has not ended after {LONGEST_GAME} steps")
}

fn line(text: &mut String, name: &str, content: &str) {
    writeln!(text, "{name:<8} {content}").expect("a string takes every text");
}

fn write_steps<P>(view: &View<P>) -> String {
    let write_step = |step: &Step| match step.probability {
        Some(probability) => format!("{} ({probability})", step.text),
        None => step.text.clone(),
    };
    let steps: Vec<String> = view.steps.iter().map(write_step).collect();
    steps.join(", ")
}

const VARIABLE: &str = "UPDATE_PLAYTHROUGHS";

#[track_caller]
fn compare_or_update(played: &str, path: &Path) {
    if std::env::var(VARIABLE).is_ok_and(|value| value == "1") {
        if let Err(error) = fs::write(path, played) {
            panic!("{}: {error}", path.display());
        }
    } else {
        compare(played, path);
    }
}

#[track_caller]
fn compare(played: &str, path: &Path) {
    let shown = path.display();
    let recorded = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => panic!("{shown}: {error}; {VARIABLE}=1 writes the record"),
    };
    if let Some((number, played, recorded)) = first_difference(played, &recorded) {
        panic!(
            "{shown}:{number}: played {played:?}, recorded {recorded:?}; \
             when the change is wanted, {VARIABLE}=1 writes the record anew"
        );
    }
}

/// The number of the first line that differs, counted from 1, and that line of both texts; empty behind the end.
fn first_difference<'a>(one: &'a str, other: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let count = one.lines().count().max(other.lines().count());
    let padded = |text: &'a str| text.lines().chain(std::iter::repeat(""));
    (1..=count)
        .zip(padded(one).zip(padded(other)))
        .find(|(_, (one, other))| one != other)
        .map(|(number, (one, other))| (number, one, other))
}

#[cfg(test)]
mod tests {
    use starmax_games::{Pig, Trio};

    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_game() {
        let game = Pig::default();
        assert_eq!(playthrough(&game, 1), playthrough(&game, 1));
        assert_ne!(playthrough(&game, 1), playthrough(&game, 2));
    }

    #[test]
    fn a_record_tells_the_whole_game() {
        let record = many_players_playthrough(&Trio::new(1), 4);
        let [start, rolled, end] = record.split("\n\n").skip(1).collect::<Vec<_>>()[..] else {
            panic!("{record}");
        };
        let third = 1.0 / 3.0;
        assert!(start.starts_with(&format!(
            "position a:1\nchance   1 ({third}), 2 ({third}), 3 ({third})\nchoice   "
        )));
        assert!(rolled.ends_with("\ndecision player 0\nmoves    1\nchoice   1"));
        assert_eq!(end, "position b:0\nterminal -2, 1, 1\n");
    }

    #[test]
    fn the_first_different_line_is_found() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some((2, "b", "c")));
        assert_eq!(first_difference("a\nb\n", "a\n"), Some((2, "b", "")));
    }

    #[test]
    #[should_panic(expected = "played \"seed     2\", recorded \"seed     1\"")]
    fn a_game_that_differs_from_its_record_is_caught() {
        let name = format!("starmax-playthrough-{}.txt", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, playthrough(&Pig::default(), 1)).unwrap();
        let played = playthrough(&Pig::default(), 2);
        let result = std::panic::catch_unwind(|| compare(&played, &path));
        fs::remove_file(&path).unwrap();
        if let Err(message) = result {
            std::panic::resume_unwind(message);
        }
    }

    #[test]
    #[should_panic(expected = "UPDATE_PLAYTHROUGHS=1 writes the record")]
    fn a_missing_record_says_how_to_write_it() {
        compare("", Path::new("no/such/record.txt"));
    }
}

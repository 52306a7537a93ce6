use std::fmt::{Debug, Display};
use std::str::{FromStr, from_utf8};

use starmax_catalog::{
    GAMES, PlayerSpec, RootText, TreeOptions, open_game, parse_time, solve_tree, trace_tree,
};
use starmax_games::Tree;
use starmax_search::{Algorithm, Enhancement, Enhancements, Filter, Keep, Options, Scheme};

/// What is written is read as the same again.
fn is_read_again<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    let value: T = match text.parse() {
        Ok(value) => value,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    match value.to_string().parse::<T>() {
        Ok(again) => assert_eq!(again, value, "{value}"),
        Err(error) => panic!("{value}: {error}"),
    }
    Some(value)
}

/// Trees as JSON and in the compact notation.
///
/// # Panics
/// When something is wrong.
pub fn tree(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let trees = [is_read_again(text), Tree::from_json(text).ok()];
    for tree in trees.into_iter().flatten() {
        let again = Tree::from_json(&tree.to_json()).expect("what was written can be read");
        assert_eq!(again, tree);
        // The compact notation has no names.
        let read: Option<Tree> = is_read_again(&tree.to_string());
        assert_eq!(read.map(|read| read.shape()), Some(tree.shape()));
        if tree.len() > 200 {
            continue;
        }
        let solved = |algorithm| {
            let options = Options {
                algorithm: Some(algorithm),
                ..Options::default()
            };
            solve_tree(&tree, &TreeOptions::from(options)).ok()
        };
        let expected = solved(Algorithm::Expectimax).expect("an algorithm for every tree");
        for algorithm in Algorithm::ALL {
            if let Some(found) = solved(algorithm) {
                assert_eq!(
                    (found.value, found.best),
                    (expected.value, expected.best),
                    "{algorithm} {tree}"
                );
            }
        }
        let traced = trace_tree(&tree, &TreeOptions::default()).expect("solved before");
        assert!(!traced.svg().is_empty() && !traced.dot().is_empty() && !traced.text().is_empty());
    }
}

/// A game by its name with parameters in the first line; a line of a batch, `POSITION [ROLL]`, in the second one.
///
/// # Panics
/// When something is wrong.
pub fn game(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let (spec, line) = text.split_once('\n').unwrap_or((text, ""));
    let (position, roll) = line
        .split_once(char::is_whitespace)
        .map_or((line, None), |(position, roll)| {
            (position, Some(roll.trim()))
        });
    let Ok(game) = open_game(spec) else {
        // Parameters of one game may be read by another.
        for entry in GAMES {
            drop(entry.open(spec));
        }
        return;
    };
    let root = RootText {
        position: Some(position),
        roll,
    };
    if let Ok(moves) = game.moves(root) {
        assert!(!moves.is_empty(), "{text}");
        for mv in &moves {
            let after = RootText {
                position: Some(&mv.position),
                roll: None,
            };
            assert!(game.draw(after).is_ok(), "{}", mv.position);
        }
    }
    drop(game.draw(root));
    drop(game.play(root));
}

/// A player of a tournament.
///
/// # Panics
/// When something is wrong.
pub fn player(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    is_read_again::<PlayerSpec>(text);
}

/// Names and numbers of settings.
///
/// # Panics
/// When something is wrong.
pub fn settings(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    is_read_again::<Algorithm>(text);
    is_read_again::<Scheme>(text);
    is_read_again::<Enhancement>(text);
    is_read_again::<Enhancements>(text);
    is_read_again::<Keep>(text);
    is_read_again::<Filter>(text);
    if let Some(time) = parse_time(text) {
        let seconds = format!("{}.{:09}s", time.as_secs(), time.subsec_nanos());
        assert!(parse_time(&seconds).is_some(), "{seconds}");
    }
}

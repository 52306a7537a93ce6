use starmax_core::Bounds;
use thiserror::Error;

use super::Tree;

/// Why a tree cannot be read or built: where it is wrong, what was found there, and what was expected.
///
/// A place is the path of child numbers from the root: `root.0.2` is the third child of the root's first child.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The outcomes of a chance node are not one certain event.
    #[error("at {place}: the probabilities sum to {sum}, expected 1")]
    ProbabilitySum {
        /// The chance node.
        place: String,
        /// The sum that was found.
        sum: f64,
    },
    /// A probability that no outcome can have: negative, zero, above 1, or not a number.
    #[error("at {place}: found probability {probability}, expected more than 0 and at most 1")]
    Probability {
        /// The child that was to have this probability.
        place: String,
        /// What was found.
        probability: f64,
    },
    /// A node that is no leaf and has no children.
    #[error("at {place}: found no children, expected at least one")]
    Childless {
        /// The empty node.
        place: String,
    },
    /// A leaf whose value is infinite or not a number.
    #[error("at {place}: found leaf {value}, expected a finite number")]
    NotFinite {
        /// The leaf.
        place: String,
        /// Its value.
        value: f64,
    },
    /// A leaf outside the bounds that were stated for the whole tree.
    #[error("at {place}: found leaf {value}, expected a value inside the bounds {bounds}")]
    OutsideBounds {
        /// The leaf.
        place: String,
        /// Its value.
        value: f64,
        /// The stated bounds.
        bounds: Bounds,
    },
    /// Stated bounds that are no finite interval.
    #[error("found bounds {bounds}, expected two finite numbers, the lower one first")]
    Bounds {
        /// What was stated.
        bounds: Bounds,
    },
    /// A key that means nothing at this place.
    #[error("at {place}: found key {key}, expected {known}")]
    UnknownKey {
        /// The object with the key.
        place: String,
        /// The key, in quotes.
        key: String,
        /// The keys that are possible here.
        known: &'static str,
    },
    /// Two keys of which an object may have only one, as two kinds of node.
    #[error("at {place}: found keys {first} and {second}, expected only one of them")]
    TwoKeys {
        /// The object with the keys.
        place: String,
        /// The key that came first, in quotes.
        first: String,
        /// The one too many, in quotes.
        second: String,
    },
    /// More levels than [`Tree::MAX_HEIGHT`].
    #[error(
        "below {place}: nested too deep, expected at most {} levels below the root",
        Tree::MAX_HEIGHT
    )]
    TooDeep {
        /// How the path to the deep node begins.
        place: String,
    },
    /// More nodes than can be numbered.
    #[error("found more than {} nodes", u32::MAX)]
    TooLarge,
    /// Text that is no JSON, or JSON of another form; the message says which line and column.
    #[error("at {place}: {message}")]
    Json {
        /// The node that was being read.
        place: String,
        /// What was found and expected, and where in the text.
        message: String,
    },
    /// Compact notation that cannot be read.
    #[error("at {place}: found {found}, expected {expected}")]
    Unexpected {
        /// The node that was being read.
        place: String,
        /// The text that was found.
        found: String,
        /// What should be in its place.
        expected: &'static str,
    },
}

/// Foreign text in quotes, short enough for a message.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}", format!("{}...", &text[..end])),
        None => format!("{text:?}"),
    }
}

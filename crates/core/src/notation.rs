use std::error::Error;
use std::fmt;

use crate::{Node, Rules};

/// Text for states, moves and outcomes, kept apart from the rules; for games of one value and of many players alike.
///
/// Whatever is written can be parsed again and gives the same thing.
pub trait Notation: Rules {
    /// The position as one line of text without spaces.
    fn write_state(&self, state: &Self::State) -> String;

    /// Reads what [`Notation::write_state`] writes.
    ///
    /// # Errors
    /// Names the text that cannot be read and what was expected in its place.
    fn parse_state(&self, text: &str) -> Result<Self::State, ParseError>;

    /// What a position's text says and the rules have no place for, in one sentence without a full stop at the end; `None` if nothing is lost when
    /// [`Notation::parse_state`] reads it, or if it cannot be read.
    fn unused(&self, _text: &str) -> Option<String> {
        None
    }

    /// The position as it is shown and exchanged: [`Notation::write_state`], unless other programs write it in a way
    /// that leaves out which player is Max.
    fn write_position(&self, state: &Self::State) -> String {
        self.write_state(state)
    }

    /// A legal move of `state` as text, unique among the moves of that state.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// An outcome of `state` as text, unique among the outcomes of that state.
    fn write_outcome(&self, state: &Self::State, outcome: Self::Outcome) -> String;

    /// Reads a move; it is legal in `state`.
    ///
    /// # Errors
    /// When no legal move is written so; the legal ones are listed.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, ParseError> {
        let mut moves = Vec::new();
        if let Node::Decision(_) = self.node(state) {
            self.moves(state, &mut moves);
        }
        choose_by_text(text, "a move", moves, |mv| self.write_move(state, *mv))
    }

    /// Why a text that [`Notation::parse_move`] refuses is no legal move of `state`, in one sentence for a player, without a full stop at the end;
    /// `None` where there is no more to say than what the legal moves are.
    fn object_to_move(&self, _state: &Self::State, _text: &str) -> Option<String> {
        None
    }

    /// Reads an outcome; it is possible in `state`.
    ///
    /// # Errors
    /// When no outcome is written so; the possible ones are listed.
    fn parse_outcome(&self, state: &Self::State, text: &str) -> Result<Self::Outcome, ParseError> {
        let mut outcomes = Vec::new();
        if let Node::Chance = self.node(state) {
            self.outcomes(state, &mut outcomes);
        }
        let outcomes = outcomes.into_iter().map(|(outcome, _)| outcome);
        choose_by_text(text, "an outcome", outcomes, |outcome| {
            self.write_outcome(state, *outcome)
        })
    }

    /// The position for a person to look at; may take several lines.
    fn draw(&self, state: &Self::State) -> String {
        self.write_state(state)
    }
}

/// The one of `choices` that is written as `text` (upper and lower case alike). `what` names the kind of thing.
///
/// # Errors
/// Lists the choices when none is written so.
pub fn choose_by_text<T>(
    text: &str,
    what: &str,
    choices: impl IntoIterator<Item = T>,
    write: impl Fn(&T) -> String,
) -> Result<T, ParseError> {
    let mut written = Vec::new();
    for choice in choices {
        let name = write(&choice);
        if name.eq_ignore_ascii_case(text.trim()) {
            return Ok(choice);
        }
        written.push(name);
    }
    Err(ParseError::new(
        text,
        if written.is_empty() {
            format!("nothing: {what} is not possible here")
        } else {
            format!("{what}, one of {}", written.join(", "))
        },
    ))
}

/// Text that could not be read: what it was, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    text: String,
    expected: String,
}

/// An error repeats at most this many characters of the text.
const LONGEST_REPEATED: usize = 200;

impl ParseError {
    /// `text` was found where `expected` should be.
    pub fn new(text: impl Into<String>, expected: impl Into<String>) -> Self {
        let mut text = text.into();
        if let Some((end, _)) = text.char_indices().nth(LONGEST_REPEATED) {
            text.truncate(end);
            text += "...";
        }
        Self {
            text,
            expected: expected.into(),
        }
    }

    /// The same error about another text.
    #[must_use]
    pub fn about(self, text: impl Into<String>) -> Self {
        Self::new(text, self.expected)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found \"{}\", expected {}", self.text, self.expected)
    }
}

impl Error for ParseError {}

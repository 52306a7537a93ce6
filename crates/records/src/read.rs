//! Files of matches, recognised by what they hold.

use std::borrow::Cow;

use crate::settle::settle;
use crate::{MatchRecord, Problem, mat, sgf};

/// Larger files are refused: a match of thousands of games is far smaller.
pub const MOST_BYTES: usize = 64 << 20;

/// How a match is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Two columns of numbered moves, as Jellyfish, GNU Backgammon, eXtreme Gammon and `GridGammon` write them: `.mat`, or `.txt`.
    Mat,
    /// A game tree with `GM[6]`, as GNU Backgammon writes it: `.sgf`.
    Sgf,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// How it is written.
    pub format: Format,
    /// The match. Everything in it follows the rules: a game with an impossible action ends before it.
    pub record: MatchRecord,
    /// What was left out or corrected, in the order of the file.
    pub problems: Vec<Problem>,
}

/// Why a file could not be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is larger than [`MOST_BYTES`].
    #[error("the file has {0} bytes, expected {MOST_BYTES} at most")]
    TooLarge(usize),
    /// It has nothing in it.
    #[error("the file is empty, expected a match of backgammon")]
    Empty,
    /// It is not text.
    #[error("line {line}: found the byte {byte}, expected text; {hint}")]
    Binary {
        /// The line of that byte.
        line: usize,
        /// What no text has.
        byte: u8,
        /// What kind of file this may be.
        hint: &'static str,
    },
    /// It is text of another kind.
    #[error("line {line}: found \"{found}\", expected {expected}")]
    Unexpected {
        /// Which line.
        line: usize,
        /// What it has, cut short.
        found: String,
        /// What it should have.
        expected: String,
    },
}

impl ReadError {
    pub(crate) fn unexpected(line: usize, found: &str, expected: impl Into<String>) -> Self {
        const LONGEST: usize = 80;
        let mut short: String = found.trim().chars().take(LONGEST).collect();
        if short.len() < found.trim().len() {
            short += "...";
        }
        Self::Unexpected {
            line,
            found: short,
            expected: expected.into(),
        }
    }
}

/// Reads a match. Its format follows from its content; the name of the file helps to say what is wrong if there is none.
///
/// ```
/// use starmax_records::{Action, read};
///
/// let file = b" 3 point match\n\n Game 1\n Ann : 0            Bob : 0\n  1) 31: 8/5 6/5        52: 13/8 24/22\n  2)  Doubles => 2       Drops\n      Wins 1 point\n";
/// let reading = read(file, Some("example.mat"))?;
/// assert_eq!(reading.problems, []);
/// let game = &reading.record.games[0];
/// assert_eq!(game.actions.len(), 4);
/// assert_eq!(game.actions[3].action, Action::Pass);
/// # Ok::<(), starmax_records::ReadError>(())
/// ```
///
/// # Errors
/// When it is too large, no text, or no match of backgammon. What is wrong with single games or actions is in [`Reading::problems`].
pub fn read(bytes: &[u8], file_name: Option<&str>) -> Result<Reading, ReadError> {
    if bytes.len() > MOST_BYTES {
        return Err(ReadError::TooLarge(bytes.len()));
    }
    check_text(bytes)?;
    let text = decode(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let format = recognise(text, file_name)?;
    let raw = match format {
        Format::Mat => mat::read(text)?,
        Format::Sgf => sgf::read(text)?,
    };
    let (record, problems) = settle(raw);
    Ok(Reading {
        format,
        record,
        problems,
    })
}

fn check_text(bytes: &[u8]) -> Result<(), ReadError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ReadError::Empty);
    }
    let is_strange = |byte: &u8| byte.is_ascii_control() && !b"\t\n\r\x0c\x1a".contains(byte);
    let Some(place) = bytes.iter().position(is_strange) else {
        return Ok(());
    };
    let hint = if bytes.starts_with(b"RGMH") {
        "this is a binary file of eXtreme Gammon: export the match as text"
    } else {
        "binary files are not read: export the match as .mat or .sgf"
    };
    let line = bytes[..place].split(|&byte| byte == b'\n').count();
    Err(ReadError::Binary {
        line,
        byte: bytes[place],
        hint,
    })
}

/// UTF-8, or else Latin-1 as older programs write it.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

fn recognise(text: &str, file_name: Option<&str>) -> Result<Format, ReadError> {
    if text.trim_start().starts_with('(') {
        return Ok(Format::Sgf);
    }
    let mut positions = None;
    for (number, line) in (1..).zip(text.lines()) {
        if mat::length_in(line).is_some() || mat::is_game_heading(line) {
            return Ok(Format::Mat);
        }
        if line.contains("XGID=") && positions.is_none() {
            positions = Some((number, line));
        }
    }
    if let Some((line, found)) = positions {
        let expected = "a match in two columns; eXtreme Gammon's text of analysed positions has no match: export it as .mat or as a text of the match";
        return Err(ReadError::unexpected(line, found, expected));
    }
    let expected = match file_name.and_then(|name| name.rsplit_once('.')) {
        Some((_, end)) if end.eq_ignore_ascii_case("sgf") => {
            "a game tree of GNU Backgammon that begins with (;FF[4]GM[6]"
        }
        Some((_, end)) if end.eq_ignore_ascii_case("mat") || end.eq_ignore_ascii_case("txt") => {
            "a line such as \" 7 point match\" and games in two columns"
        }
        _ => {
            "a match as .mat (a line such as \" 7 point match\") or as .sgf (it begins with (;FF[4]GM[6])"
        }
    };
    let (line, found) = (1..)
        .zip(text.lines())
        .find(|(_, line)| !line.trim().is_empty())
        .unwrap_or((1, ""));
    Err(ReadError::unexpected(line, found, expected))
}

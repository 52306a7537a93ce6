//! What comes in over a connection, line by line.

use std::io::{self, BufReader, Read};

use crate::lines::{Line, next_line};

/// A line is not longer than this; boards have about 120 characters.
const LONGEST: usize = 4096;

/// One line of the other side.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Its text. Bytes that are not text are replaced.
    Line(String),
    /// It was too long to be one; the rest of it has been passed over.
    TooLong,
}

pub(super) struct Requests<R> {
    input: BufReader<R>,
}

impl<R: Read> Requests<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
        }
    }

    /// The next line that is not blank; `None` at the end. GNU Backgammon ends every text with a zero byte, which then begins its next
    /// line.
    pub(super) fn next(&mut self) -> io::Result<Option<Request>> {
        loop {
            let line = match next_line(&mut self.input, LONGEST)? {
                None => return Ok(None),
                Some(Line::TooLong) => return Ok(Some(Request::TooLong)),
                Some(Line::Whole(line)) => line,
            };
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_matches(|sign: char| sign == '\0' || sign.is_whitespace());
            if !text.is_empty() {
                return Ok(Some(Request::Line(text.to_owned())));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Request> {
        let mut requests = Requests::new(bytes);
        std::iter::from_fn(|| requests.next().expect("memory can be read")).collect()
    }

    fn line(text: &str) -> Request {
        Request::Line(text.to_owned())
    }

    #[test]
    fn zero_bytes_and_blank_lines_are_passed_over() {
        assert_eq!(all(b"one\n\0two\r\n\n \n\0"), [line("one"), line("two")]);
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(all(b"one\n\0two"), [line("one"), line("two")]);
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let bytes = ["x".repeat(3 * LONGEST).as_str(), "two\n"].join("\n");
        assert_eq!(all(bytes.as_bytes()), [Request::TooLong, line("two")]);
    }
}

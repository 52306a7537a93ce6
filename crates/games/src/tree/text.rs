use std::fmt;
use std::str::FromStr;

use starmax_core::{Bounds, Game, Node, Player};

use super::build::Builder;
use super::error::quoted;
use super::{Tree, TreeError};

/// Writes the compact notation; the bounds only where they are wider than the leaves are.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = self.utility();
        if bounds != self.extremes() {
            write!(f, "{bounds} ")?;
        }
        write!(f, "{}", self.shape())
    }
}

/// Reads the compact notation.
impl FromStr for Tree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        let mut reader = Reader {
            rest: text,
            builder: Builder::default(),
        };
        let bounds = reader.bounds()?;
        reader.node(None)?;
        if !reader.peek().is_empty() {
            return Err(reader.unexpected("root".to_owned(), "the end of the tree"));
        }
        reader.builder.finish(bounds)
    }
}

struct Reader<'t> {
    rest: &'t str,
    builder: Builder,
}

impl<'t> Reader<'t> {
    fn bounds(&mut self) -> Result<Option<Bounds>, TreeError> {
        if !self.take("[") {
            return Ok(None);
        }
        let mut end = |expected| match self.number() {
            Some(number) => Ok(number),
            None => Err(self.unexpected("bounds".to_owned(), expected)),
        };
        let lower = end("the lower bound, a finite number")?;
        let upper = end("the upper bound, a finite number")?;
        if !self.take("]") {
            return Err(self.unexpected("bounds".to_owned(), "]"));
        }
        Ok(Some(Bounds::new(lower, upper)))
    }

    fn node(&mut self, probability: Option<f64>) -> Result<(), TreeError> {
        if let Some(value) = self.number() {
            return self.builder.leaf(value, probability);
        }
        let (node, bracket, end) = match self.peek() {
            "max" => (Node::Decision(Player::Max), "[", "]"),
            "min" => (Node::Decision(Player::Min), "[", "]"),
            "ch" => (Node::Chance, "(", ")"),
            _ => {
                let expected = "a finite number, max[...], min[...] or ch(...)";
                return Err(self.unexpected(self.builder.next_place(), expected));
            }
        };
        self.advance();
        self.expect(bracket)?;
        self.builder.open(node, probability)?;
        while !self.take(end) {
            if self.peek().is_empty() {
                return Err(self.unexpected(self.builder.place(), end));
            }
            let probability = match node {
                Node::Chance => Some(self.probability()?),
                _ => None,
            };
            self.node(probability)?;
        }
        self.builder.close()
    }

    fn probability(&mut self) -> Result<f64, TreeError> {
        let Some(probability) = self.number() else {
            let place = self.builder.next_place();
            return Err(self.unexpected(place, "a probability, a finite number"));
        };
        self.expect(":")?;
        Ok(probability)
    }

    /// Takes the next word if it is a finite number.
    fn number(&mut self) -> Option<f64> {
        let number = self.peek().parse().ok().filter(|n: &f64| n.is_finite())?;
        self.advance();
        Some(number)
    }

    /// Takes the next word if it is this one.
    fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, word: &'static str) -> Result<(), TreeError> {
        if self.take(word) {
            Ok(())
        } else {
            Err(self.unexpected(self.builder.next_place(), word))
        }
    }

    fn unexpected(&self, place: String, expected: &'static str) -> TreeError {
        let found = match self.peek() {
            "" => "the end of the text".to_owned(),
            word => quoted(word),
        };
        TreeError::Unexpected {
            place,
            found,
            expected,
        }
    }

    /// The next bracket or colon, or whatever stands before it; empty at the end.
    fn peek(&self) -> &'t str {
        let text = self.rest.trim_start_matches(is_separator);
        let is_boundary = |c| is_separator(c) || "[]():".contains(c);
        match text.find(is_boundary) {
            Some(0) => &text[..1],
            Some(end) => &text[..end],
            None => text,
        }
    }

    fn advance(&mut self) {
        let word = self.peek();
        self.rest = &self.rest.trim_start_matches(is_separator)[word.len()..];
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

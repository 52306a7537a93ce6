//! The syntax of game trees. Of variations only the first one is kept.

use crate::ReadError;

/// A property that is kept.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// One node: its properties.
pub(super) type Node = Vec<Property>;

/// The main line of each tree of a file, with the properties whose names are `wanted`.
pub(super) fn trees(
    text: &str,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Vec<Node>>, ReadError> {
    let mut parser = Parser {
        rest: text,
        line: 1,
        trees: Vec::new(),
        open: Vec::new(),
        skipped: None,
    };
    parser.parse(&wanted)?;
    Ok(parser.trees)
}

struct Parser<'a> {
    rest: &'a str,
    line: usize,
    trees: Vec<Vec<Node>>,
    /// For each parenthesis that is open: the line, and whether a tree inside it was seen.
    open: Vec<(usize, bool)>,
    /// So many parentheses were open when a variation began that is left out.
    skipped: Option<usize>,
}

impl Parser<'_> {
    fn parse(&mut self, wanted: &impl Fn(&str) -> bool) -> Result<(), ReadError> {
        while let Some(sign) = self.next() {
            match sign {
                '(' => self.begin(),
                ')' => self.end()?,
                ';' if self.open.is_empty() => {
                    return Err(self.unexpected(';', "a parenthesis before a node"));
                }
                ';' => {
                    if let (None, Some(tree)) = (self.skipped, self.trees.last_mut()) {
                        tree.push(Node::new());
                    }
                }
                // What stands behind the trees is nobody's business.
                '\u{1a}' => {}
                sign if sign.is_whitespace() => {}
                sign if sign.is_ascii_alphabetic() => self.property(sign, wanted)?,
                sign => {
                    return Err(self.unexpected(
                        sign,
                        "a parenthesis, a semicolon or a property such as W[31hefe]",
                    ));
                }
            }
        }
        match self.open.first() {
            None => Ok(()),
            Some((line, _)) => Err(ReadError::unexpected(
                self.line,
                "the end of the file",
                format!("a closing parenthesis for the game of line {line}: the file is cut off"),
            )),
        }
    }

    fn next(&mut self) -> Option<char> {
        let sign = self.rest.chars().next()?;
        self.rest = &self.rest[sign.len_utf8()..];
        self.line += usize::from(sign == '\n');
        Some(sign)
    }

    fn unexpected(&self, sign: char, expected: &str) -> ReadError {
        ReadError::unexpected(self.line, &sign.to_string(), expected)
    }

    fn begin(&mut self) {
        match self.open.last_mut() {
            None => self.trees.push(Vec::new()),
            Some((_, has_inner)) if *has_inner && self.skipped.is_none() => {
                self.skipped = Some(self.open.len());
            }
            Some((_, has_inner)) => *has_inner = true,
        }
        self.open.push((self.line, false));
    }

    fn end(&mut self) -> Result<(), ReadError> {
        if self.open.pop().is_none() {
            return Err(self.unexpected(')', "no more closing parentheses than opening ones"));
        }
        if self.skipped == Some(self.open.len()) {
            self.skipped = None;
        }
        Ok(())
    }

    fn property(&mut self, first: char, wanted: &impl Fn(&str) -> bool) -> Result<(), ReadError> {
        let line = self.line;
        let length = self
            .rest
            .bytes()
            .take_while(u8::is_ascii_alphabetic)
            .count();
        let name = format!("{first}{}", &self.rest[..length]);
        self.rest = &self.rest[length..];
        let is_kept = self.skipped.is_none() && wanted(&name);
        let mut values = Vec::new();
        loop {
            let gap = self.rest.len() - self.rest.trim_start().len();
            if !self.rest[gap..].starts_with('[') {
                break;
            }
            self.line += self.rest[..gap].matches('\n').count();
            self.rest = &self.rest[gap + 1..];
            let value = self.value(line, &name)?;
            if is_kept {
                values.push(value);
            }
        }
        if values.is_empty() && is_kept {
            return Err(ReadError::unexpected(
                line,
                &name,
                format!("a value behind it, such as {name}[...]"),
            ));
        }
        let node = (self.trees.last_mut()).and_then(|tree| tree.last_mut());
        match node {
            Some(node) if is_kept && !self.open.is_empty() => {
                node.push(Property { line, name, values });
            }
            None if self.skipped.is_none() => {
                return Err(ReadError::unexpected(
                    line,
                    &name,
                    "a semicolon before the first property",
                ));
            }
            _ => {}
        }
        Ok(())
    }

    /// The text up to the next bracket; a backslash keeps what is behind it.
    fn value(&mut self, line: usize, name: &str) -> Result<String, ReadError> {
        let mut value = String::new();
        loop {
            let Some(end) = self.rest.find([']', '\\']) else {
                let expected = format!("a closing bracket for {name}: the file is cut off");
                return Err(ReadError::unexpected(line, "the end of the file", expected));
            };
            let (plain, rest) = self.rest.split_at(end);
            value += plain;
            self.line += plain.bytes().filter(|&byte| byte == b'\n').count();
            let is_end = rest.starts_with(']');
            self.rest = &rest[1..];
            if is_end {
                return Ok(value);
            }
            match self.next() {
                Some('\n') | None => {}
                Some(sign) => value.push(sign),
            }
        }
    }
}

use thiserror::Error;

use crate::{checksum, checksum_of_words};

/// A file that says what it is in a few lines of text, and then has bytes.
///
/// The first line is the title. Then come lines of a name, a space and a text, the last one with a checksum of all the rest, and an empty line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedFile {
    /// What it is, and in which version.
    pub title: String,
    /// What there is to know about it.
    pub about: Vec<(String, String)>,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// Why a sealed file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SealedError {
    /// It begins with something else.
    #[error("found a file that begins with \"{found}\", expected \"{expected}\"")]
    Title {
        /// Its first line, or what there is of it.
        found: String,
        /// The title that was expected.
        expected: String,
    },
    /// A line about it is missing or unreadable.
    #[error("found no line of \"{0}\", expected one before the bytes")]
    Missing(String),
    /// Something is not what was written.
    #[error("found the checksum {found}, expected {expected}: the file is damaged")]
    Checksum {
        /// Of what is there.
        found: String,
        /// What the file says.
        expected: String,
    },
}

impl SealedFile {
    /// The last line, with the checksum of the text before it and of all that comes after it.
    const SEAL: &str = "seal";
    /// The last line of files of older versions, with the checksum of the bytes alone.
    const OLDER_SEAL: &str = "checksum";

    /// The file as bytes.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut text = format!("{}\n", self.title);
        for (name, value) in &self.about {
            text += &format!("{name} {value}\n");
        }
        let rest = [b"\n", &self.bytes[..]].concat();
        let seal = seal(text.as_bytes(), &rest);
        text += &format!("{} {seal}\n", Self::SEAL);
        [text.as_bytes(), &rest].concat()
    }

    /// Reads a file with a title.
    ///
    /// # Errors
    /// When the title is another one, or the file is damaged.
    pub fn parse(title: &str, file: &[u8]) -> Result<Self, SealedError> {
        let (found, mut rest) = first_line(file);
        if found != title {
            return Err(SealedError::Title {
                found,
                expected: title.to_owned(),
            });
        }
        let mut about = Vec::new();
        let (found, expected) = loop {
            let text = &file[..file.len() - rest.len()];
            let (line, after) = first_line(rest);
            rest = after;
            match line.split_once(' ') {
                Some((Self::SEAL, expected)) => break (seal(text, rest), expected.to_owned()),
                Some((Self::OLDER_SEAL, expected)) => {
                    let bytes = rest.get(1..).unwrap_or_default();
                    break (checksum(&[bytes]), expected.to_owned());
                }
                Some((name, value)) => about.push((name.to_owned(), value.to_owned())),
                None => return Err(SealedError::Missing(Self::SEAL.to_owned())),
            }
        };
        if found != expected {
            return Err(SealedError::Checksum { found, expected });
        }
        Ok(Self {
            title: title.to_owned(),
            about,
            bytes: rest.get(1..).unwrap_or_default().to_owned(),
        })
    }

    /// What a line says.
    ///
    /// # Errors
    /// When there is no such line.
    pub fn line(&self, name: &str) -> Result<&str, SealedError> {
        let found = self.about.iter().find(|(other, _)| other == name);
        found
            .map(|(_, value)| value.as_str())
            .ok_or_else(|| SealedError::Missing(name.to_owned()))
    }
}

/// The checksum of the text before the line that has it, and of all that comes after that line.
fn seal(text: &[u8], rest: &[u8]) -> String {
    format!("{:016x}", checksum_of_words(&[text, rest]))
}

/// The first line of a text, or as much of it as is worth showing, and what comes after it.
fn first_line(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.iter().take(1000).position(|&byte| byte == b'\n');
    let (line, rest) = bytes.split_at(end.unwrap_or(bytes.len().min(30)));
    let line = String::from_utf8_lossy(line).into_owned();
    (line, rest.get(1..).unwrap_or_default())
}

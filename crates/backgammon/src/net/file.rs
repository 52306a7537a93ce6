use starmax_files::{checksum, checksum_of_words};
use thiserror::Error;

use super::quantised::Quantised;
use super::{Envelope, NetWeights};

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

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
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
    /// It is for something else.
    #[error("found a layout of \"{found}\", expected \"{expected}\"")]
    Layout {
        /// What it has.
        found: String,
        /// What it should have.
        expected: String,
    },
    /// Something is not what was written.
    #[error("found the checksum {found}, expected {expected}: the file is damaged")]
    Checksum {
        /// Of what is there.
        found: String,
        /// What the file says.
        expected: String,
    },
    /// The bytes are too many or too few.
    #[error("found {0} bytes that are no net of this layout")]
    Bytes(usize),
    /// A layer has weights that no training leads to.
    #[error("found {layer} with {found}, expected {expected}")]
    Weights {
        /// The layer.
        layer: String,
        /// What is wrong with it.
        found: String,
        /// What it should have.
        expected: &'static str,
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
    pub fn parse(title: &str, file: &[u8]) -> Result<Self, NetError> {
        let (found, mut rest) = first_line(file);
        if found != title {
            return Err(NetError::Title {
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
                None => return Err(NetError::Missing(Self::SEAL.to_owned())),
            }
        };
        if found != expected {
            return Err(NetError::Checksum { found, expected });
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
    pub fn line(&self, name: &str) -> Result<&str, NetError> {
        let found = self.about.iter().find(|(other, _)| other == name);
        found
            .map(|(_, value)| value.as_str())
            .ok_or_else(|| NetError::Missing(name.to_owned()))
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

/// A net as a file: where it comes from, and its weights as the small integers that play.
#[derive(Clone, Debug, PartialEq)]
pub struct NetFile {
    /// The command that made it.
    pub command: String,
    /// How far the training was.
    pub progress: String,
    /// Between which values the net may judge, if that is known.
    pub envelope: Option<Envelope>,
    pub(super) quantised: Quantised,
}

impl NetFile {
    const TITLE: &str = "starmax backgammon net 1";

    /// What the weights connect.
    fn layout() -> String {
        format!(
            "326 checkers + 528 blots -> {} in pairs -> 17 x {} -> 5",
            NetWeights::WIDTH,
            NetWeights::SECOND
        )
    }

    /// The weights of a training, rounded, without an envelope.
    #[must_use]
    pub fn new(command: String, progress: String, weights: &NetWeights) -> Self {
        Self {
            command,
            progress,
            envelope: None,
            quantised: Quantised::new(weights),
        }
    }

    /// The file as bytes.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let about = [
            ("layout", Self::layout()),
            ("command", self.command.clone()),
            ("progress", self.progress.clone()),
        ];
        let file = SealedFile {
            title: Self::TITLE.to_owned(),
            about: about.map(|(name, value)| (name.to_owned(), value)).into(),
            bytes: [
                self.quantised.to_bytes(),
                (self.envelope.as_ref()).map_or_else(Vec::new, Envelope::to_bytes),
            ]
            .concat(),
        };
        file.write()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is no net, a net of another layout, or damaged.
    pub fn parse(file: &[u8]) -> Result<Self, NetError> {
        let file = SealedFile::parse(Self::TITLE, file)?;
        let (found, expected) = (file.line("layout")?, Self::layout());
        if found != expected {
            return Err(NetError::Layout {
                found: found.to_owned(),
                expected,
            });
        }
        let no_net = || NetError::Bytes(file.bytes.len());
        let (quantised, envelope) = (file.bytes)
            .split_at_checked(Quantised::BYTES)
            .ok_or_else(no_net)?;
        let envelope = match envelope {
            [] => None,
            bytes => Some(Envelope::from_bytes(bytes).ok_or_else(no_net)?),
        };
        let file = Self {
            command: file.line("command")?.to_owned(),
            progress: file.line("progress")?.to_owned(),
            envelope,
            quantised: Quantised::from_bytes(quantised).ok_or_else(no_net)?,
        };
        file.check()?;
        Ok(file)
    }

    /// Whether the net can be used: whatever the position, no layer leaves the range of its numbers, so that all values are those of a game.
    ///
    /// # Errors
    /// Names a layer that can.
    pub fn check(&self) -> Result<(), NetError> {
        self.quantised.check()?;
        self.envelope.as_ref().map_or(Ok(()), Envelope::check)
    }
}

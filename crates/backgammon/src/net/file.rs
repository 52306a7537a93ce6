use thiserror::Error;

use super::quantised::Quantised;
use super::{Envelope, NetWeights};

/// A file that says what it is in a few lines of text, and then has bytes.
///
/// The first line is the title. Then come lines of a name, a space and a text, the last one with a checksum of the bytes, and an empty line.
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
    /// The bytes are damaged.
    #[error("found bytes with the checksum {found}, expected {expected}: the file is damaged")]
    Checksum {
        /// Of the bytes that are there.
        found: String,
        /// What the file says.
        expected: String,
    },
    /// The bytes are too many or too few, or some are no numbers.
    #[error("found {0} bytes that are no net of this layout")]
    Bytes(usize),
}

impl SealedFile {
    const CHECKSUM: &str = "checksum";

    /// The file as bytes.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut text = format!("{}\n", self.title);
        for (name, value) in &self.about {
            text += &format!("{name} {value}\n");
        }
        text += &format!("{} {}\n\n", Self::CHECKSUM, checksum(&self.bytes));
        [text.as_bytes(), &self.bytes].concat()
    }

    /// Reads a file with a title.
    ///
    /// # Errors
    /// When the title is another one, or the file is damaged.
    pub fn parse(title: &str, file: &[u8]) -> Result<Self, NetError> {
        let mut rest = file;
        let mut line = || -> String {
            let end = rest.iter().take(1000).position(|&byte| byte == b'\n');
            let (line, left) = rest.split_at(end.unwrap_or(rest.len().min(30)));
            rest = left.get(1..).unwrap_or_default();
            String::from_utf8_lossy(line).into_owned()
        };
        let found = line();
        if found != title {
            return Err(NetError::Title {
                found,
                expected: title.to_owned(),
            });
        }
        let mut about = Vec::new();
        let expected = loop {
            let line = line();
            match line.split_once(' ') {
                Some((Self::CHECKSUM, checksum)) => break checksum.to_owned(),
                Some((name, value)) => about.push((name.to_owned(), value.to_owned())),
                None => return Err(NetError::Missing(Self::CHECKSUM.to_owned())),
            }
        };
        line();
        let found = checksum(rest);
        if found != expected {
            return Err(NetError::Checksum { found, expected });
        }
        Ok(Self {
            title: title.to_owned(),
            about,
            bytes: rest.to_owned(),
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

/// FNV-1a, in hexadecimal.
fn checksum(bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{sum:016x}")
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
        let quantised = Quantised::from_bytes(quantised).filter(Quantised::is_finite);
        let envelope = match envelope {
            [] => None,
            bytes => Some(Envelope::from_bytes(bytes).ok_or_else(no_net)?),
        };
        Ok(Self {
            command: file.line("command")?.to_owned(),
            progress: file.line("progress")?.to_owned(),
            envelope,
            quantised: quantised.ok_or_else(no_net)?,
        })
    }
}

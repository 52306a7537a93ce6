use starmax_files::{SealedError, SealedFile};
use thiserror::Error;

use super::quantised::Quantised;
use super::{Envelope, NetInputs, NetWeights};

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetError {
    /// It is no sealed file of this kind, or damaged.
    #[error(transparent)]
    Sealed(#[from] SealedError),
    /// It is for something else.
    #[error("found a layout of \"{found}\", expected \"{expected}\"")]
    Layout {
        /// What it has.
        found: String,
        /// What it should have.
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
            "326 checkers + 528 blots + 128 entries -> {} in pairs -> {} x {} -> 5",
            NetWeights::WIDTH,
            NetInputs::SETS,
            NetWeights::SECOND
        )
    }

    /// What those of the first nets connected, which know less about the bar.
    const FIRST_LAYOUT: &str = "326 checkers + 528 blots -> 512 in pairs -> 17 x 32 -> 5";

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

    /// The weights, as exact as the small integers are.
    #[must_use]
    pub fn weights(&self) -> NetWeights {
        self.quantised.weights()
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
        let size = if found == expected {
            Quantised::BYTES
        } else if found == Self::FIRST_LAYOUT {
            Quantised::FIRST_BYTES
        } else {
            return Err(NetError::Layout {
                found: found.to_owned(),
                expected,
            });
        };
        let no_net = || NetError::Bytes(file.bytes.len());
        let (quantised, envelope) = (file.bytes).split_at_checked(size).ok_or_else(no_net)?;
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

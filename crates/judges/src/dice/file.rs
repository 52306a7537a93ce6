//! Nets as files.

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};
use starmax_files::checksum;
use thiserror::Error;

use super::NetWeights;

/// A net as a JSON file: what it is for, where it comes from, and its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetFile {
    /// The game: always [`NetFile::GAME`].
    pub game: String,
    /// The inputs and the units: always [`NetFile::LAYOUT`].
    pub layout: String,
    /// The command that made it.
    pub command: String,
    /// Games that it has learned from so far.
    pub games: u64,
    /// The weights.
    pub weights: NetWeights,
    /// The checksum of all of this; only in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
}

/// Why a net cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// There is no such file, or it may not be read.
    #[error("{0}")]
    File(io::Error),
    /// It is no text.
    #[error(
        "found bytes that are no text, expected a net of \"{}\" as JSON",
        NetFile::GAME
    )]
    NotText,
    /// It is no JSON, or not of this form.
    #[error("no net: {0}")]
    Form(serde_json::Error),
    /// It is for something else.
    #[error("found \"{found}\", expected a net of \"{expected}\"")]
    Other {
        /// What it is for.
        found: String,
        /// What it should be for.
        expected: &'static str,
    },
    /// A weight is no number of a reasonable size.
    #[error("found a weight of {weight} from \"{layer}\", expected weights from -{largest} to {largest}", largest = NetWeights::LARGEST)]
    Weight {
        /// What it is from.
        layer: &'static str,
        /// The weight.
        weight: f32,
    },
    /// Something in it is not what was written.
    #[error("found the checksum \"{found}\", expected \"{expected}\": the file is damaged")]
    Damaged {
        /// What the file says.
        found: String,
        /// Of what is there.
        expected: String,
    },
    /// Versions before this one wrote none.
    #[error(
        "found no checksum, as in files of older versions; if it is not damaged, add \"sum\": \"{0}\" at its end"
    )]
    NoSum(String),
}

impl NetFile {
    /// The game that nets are for.
    pub const GAME: &str = "dice:5x5,k=4";

    /// What their weights connect.
    pub const LAYOUT: &str = "25 own squares + 25 opponent's squares + own runs of 2, of 3 + opponent's runs of 2, of 3 -> 10 -> 1; x/sqrt(1+x^2)";

    /// A net after some games of training.
    #[must_use]
    pub fn new(command: String, games: u64, weights: NetWeights) -> Self {
        Self {
            game: Self::GAME.to_owned(),
            layout: Self::LAYOUT.to_owned(),
            command,
            games,
            weights,
            sum: None,
        }
    }

    fn checksum(&self) -> String {
        let weights = self.weights.all();
        let weights: Vec<u8> = weights
            .flat_map(|(_, weight)| weight.to_le_bytes())
            .collect();
        checksum(&[
            self.game.as_bytes(),
            self.layout.as_bytes(),
            self.command.as_bytes(),
            &self.games.to_le_bytes(),
            &weights,
        ])
    }

    /// Reads a file by its name.
    ///
    /// # Errors
    /// When it cannot be read, or is of no use, as [`NetFile::parse`] says.
    pub fn read(path: &Path) -> Result<Self, NetError> {
        let bytes = fs::read(path).map_err(NetError::File)?;
        Self::parse(&String::from_utf8(bytes).map_err(|_| NetError::NotText)?)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// When the text is not of this form, is for another game, has weights that no training leads to, or is damaged.
    pub fn parse(text: &str) -> Result<Self, NetError> {
        let mut file: Self = serde_json::from_str(text).map_err(NetError::Form)?;
        for (found, expected) in [(&file.game, Self::GAME), (&file.layout, Self::LAYOUT)] {
            if found != expected {
                return Err(NetError::Other {
                    found: found.clone(),
                    expected,
                });
            }
        }
        if let Some((layer, weight)) = file.weights.unusable() {
            return Err(NetError::Weight { layer, weight });
        }
        let expected = file.checksum();
        match file.sum.take() {
            Some(found) if found == expected => Ok(file),
            Some(found) => Err(NetError::Damaged { found, expected }),
            None => Err(NetError::NoSum(expected)),
        }
    }

    /// The text of the file; what is read again is the same, bit for bit.
    ///
    /// # Panics
    /// Never: a net can always be written.
    #[must_use]
    pub fn write(&self) -> String {
        let plain = |text: Result<String, _>| text.expect("a net is plain data");
        // Numbers alone: nothing that is replaced is part of a text.
        let weights = plain(serde_json::to_string(&self.weights));
        // One line for each row of weights, so that differences can be looked at.
        let weights = weights.replace("],[", "],\n[").replace("\":", "\": ");
        let [game, layout, command] = [&self.game, &self.layout, &self.command]
            .map(|text| plain(serde_json::to_string(text)));
        let (games, sum) = (self.games, self.checksum());
        format!(
            "{{\"game\": {game},\"layout\": {layout},\"command\": {command},\"games\": {games},\"weights\": {weights},\"sum\": \"{sum}\"}}\n"
        )
    }
}

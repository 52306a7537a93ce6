use serde::{Deserialize, Serialize};

use super::{HIDDEN, NetInputs, SQUARES};

/// One number for each hidden unit.
pub type HiddenUnits = [f32; HIDDEN];

/// The weights of a net for Dice 5x5 with four in a row: 54 inputs ([`NetInputs`]), 10 hidden units, one output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetWeights {
    /// From a stone of the player to move on each square.
    pub own: [HiddenUnits; SQUARES],
    /// From a stone of the opponent on each square.
    pub opponent: [HiddenUnits; SQUARES],
    /// From each of the four numbers of runs.
    pub runs: [HiddenUnits; 4],
    /// From nothing.
    pub bias: HiddenUnits,
    /// From each hidden unit to the output.
    pub output: HiddenUnits,
    /// From nothing to the output.
    pub output_bias: f32,
}

impl NetWeights {
    /// A net that judges every state as even.
    pub const ZERO: Self = Self {
        own: [[0.0; HIDDEN]; SQUARES],
        opponent: [[0.0; HIDDEN]; SQUARES],
        runs: [[0.0; HIDDEN]; 4],
        bias: [0.0; HIDDEN],
        output: [0.0; HIDDEN],
        output_bias: 0.0,
    };

    /// No weight of a net that is in use is larger than this, so that its values stay clear of 1 and -1.
    pub const LARGEST: f32 = 100.0;

    /// All weights, each with what it is from.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, f32)> {
        let layers: [(&str, &[HiddenUnits]); 5] = [
            ("own", &self.own),
            ("opponent", &self.opponent),
            ("runs", &self.runs),
            ("bias", std::slice::from_ref(&self.bias)),
            ("output", std::slice::from_ref(&self.output)),
        ];
        (layers.into_iter())
            .flat_map(|(layer, rows)| rows.iter().flatten().map(move |&weight| (layer, weight)))
            .chain([("output_bias", self.output_bias)])
    }

    /// A weight that is too large to be used, or no number at all, if there is one, and what it is from.
    ///
    /// With any others no sum comes near the end of what numbers of single precision can hold, and no value is 1 or -1.
    #[must_use]
    pub fn unusable(&self) -> Option<(&'static str, f32)> {
        self.all()
            .find(|(_, weight)| weight.is_nan() || weight.abs() > Self::LARGEST)
    }

    /// What the hidden units sum up, before they are squashed.
    #[must_use]
    pub fn hidden_sums(&self, inputs: &NetInputs) -> HiddenUnits {
        let mut sums = self.bias;
        for square in squares(inputs.own) {
            add(&mut sums, 1.0, &self.own[square]);
        }
        for square in squares(inputs.opponent) {
            add(&mut sums, 1.0, &self.opponent[square]);
        }
        for (&count, weights) in inputs.runs.iter().zip(&self.runs) {
            add(&mut sums, count as f32, weights);
        }
        sums
    }

    /// Moves the weights of everything that these inputs use, so that each hidden unit's sum grows by its step once per stone or run.
    pub fn step(&mut self, inputs: &NetInputs, steps: &HiddenUnits) {
        add(&mut self.bias, 1.0, steps);
        for square in squares(inputs.own) {
            add(&mut self.own[square], 1.0, steps);
        }
        for square in squares(inputs.opponent) {
            add(&mut self.opponent[square], 1.0, steps);
        }
        for (&count, weights) in inputs.runs.iter().zip(&mut self.runs) {
            add(weights, count as f32, steps);
        }
    }

    /// What the output sums up of squashed hidden units, before it is squashed.
    #[must_use]
    pub fn output_sum(&self, hidden: &HiddenUnits) -> f32 {
        let products = self.output.iter().zip(hidden).map(|(w, h)| w * h);
        self.output_bias + products.sum::<f32>()
    }

    /// The value of a state, seen by the player to move.
    #[must_use]
    pub fn value(&self, inputs: &NetInputs) -> f32 {
        squash(self.output_sum(&self.hidden_sums(inputs).map(squash)))
    }
}

/// The places of the bits that are set.
pub(super) fn squares(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}

fn add(sums: &mut HiddenUnits, factor: f32, weights: &HiddenUnits) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += factor * weight;
    }
}

/// Brings any number into (-1, 1), as the hyperbolic tangent does, with the same slope at 0.
///
/// Made of operations that every machine rounds alike, so that a net gives the same values everywhere.
#[inline]
#[must_use]
pub fn squash(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}

/// The slope of [`squash`] where it has the value `y`.
#[inline]
#[must_use]
pub fn squash_slope(y: f32) -> f32 {
    let square = 1.0 - y * y;
    square * square.max(0.0).sqrt()
}

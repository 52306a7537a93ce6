use std::ops::Range;

use super::{Chances, NetInputs, logistic};

/// The weights of a net as they are trained: numbers of single precision, all in one row.
///
/// The first layer has [`NetWeights::WIDTH`] units; a unit gives the sum of its inputs clipped to [0, 1]. They go on in [`NetWeights::PAIRS`]: each
/// unit of the first half is multiplied with one of the second half. The second layer has [`NetWeights::SECOND`] units that give max(0, x). The last layer has the five [`Chances`], which are logistic functions of their
/// sums. The weights of the second and the last layer are chosen by [`NetInputs::set`].
#[derive(Clone, Debug, PartialEq)]
pub struct NetWeights {
    numbers: Box<[f32; NetWeights::COUNT]>,
}

const WIDTH: usize = NetWeights::WIDTH;
const PAIRS: usize = NetWeights::PAIRS;
const SECOND: usize = NetWeights::SECOND;
const OUTPUTS: usize = NetWeights::OUTPUTS;

impl NetWeights {
    /// Units of the first layer.
    pub const WIDTH: usize = 512;
    /// Products of the first layer, which the second one gets.
    pub const PAIRS: usize = Self::WIDTH / 2;
    /// Units of the second layer.
    pub const SECOND: usize = 32;
    /// Places for the units of the last layer; only the first five are used, but eight fill a register.
    pub const OUTPUTS: usize = 8;

    /// No weight of the first two layers may be larger, so that they fit into small integers.
    pub const LARGEST: f32 = 1.98;

    const ROWS: usize = 0;
    const BIAS: usize = Self::ROWS + NetInputs::ROWS * WIDTH;
    const SECOND_WEIGHTS: usize = Self::BIAS + WIDTH;
    const SECOND_BIAS: usize = Self::SECOND_WEIGHTS + NetInputs::SETS * PAIRS * SECOND;
    const OUTPUT_WEIGHTS: usize = Self::SECOND_BIAS + NetInputs::SETS * SECOND;
    const OUTPUT_BIAS: usize = Self::OUTPUT_WEIGHTS + NetInputs::SETS * SECOND * OUTPUTS;

    /// How many numbers there are in all.
    pub const COUNT: usize = Self::OUTPUT_BIAS + NetInputs::SETS * OUTPUTS;

    /// The numbers of the first two layers, which are limited.
    pub const LIMITED: Range<usize> = Self::ROWS..Self::SECOND_BIAS;

    /// A net with these numbers.
    ///
    /// # Panics
    /// When there are more or fewer than [`NetWeights::COUNT`].
    #[must_use]
    pub fn new(numbers: Vec<f32>) -> Self {
        let numbers = Box::try_from(numbers).expect("the numbers of a net");
        Self { numbers }
    }

    /// A net of zeros.
    #[must_use]
    pub fn zero() -> Self {
        Self::new(vec![0.0; Self::COUNT])
    }

    /// All numbers.
    #[inline]
    #[must_use]
    pub fn numbers(&self) -> &[f32; Self::COUNT] {
        &self.numbers
    }

    /// All numbers, to be changed.
    #[inline]
    pub fn numbers_mut(&mut self) -> &mut [f32; Self::COUNT] {
        &mut self.numbers
    }

    /// Where the weights from an input to the units of the first layer are.
    #[inline]
    #[must_use]
    pub fn row(row: usize) -> usize {
        Self::ROWS + row * WIDTH
    }

    /// Where the biases of the first layer are.
    #[inline]
    #[must_use]
    pub fn bias() -> usize {
        Self::BIAS
    }

    /// Where the weights from a pair of the first layer to the units of the second are.
    #[inline]
    #[must_use]
    pub fn second(set: usize, pair: usize) -> usize {
        Self::SECOND_WEIGHTS + (set * PAIRS + pair) * SECOND
    }

    /// Where the biases of the second layer are.
    #[inline]
    #[must_use]
    pub fn second_bias(set: usize) -> usize {
        Self::SECOND_BIAS + set * SECOND
    }

    /// Where the weights from a unit of the second layer to the outputs are.
    #[inline]
    #[must_use]
    pub fn output(set: usize, unit: usize) -> usize {
        Self::OUTPUT_WEIGHTS + (set * SECOND + unit) * OUTPUTS
    }

    /// Where the biases of the outputs are.
    #[inline]
    #[must_use]
    pub fn output_bias(set: usize) -> usize {
        Self::OUTPUT_BIAS + set * OUTPUTS
    }

    /// `N` numbers from a place on.
    ///
    /// # Panics
    /// When they reach beyond the end.
    #[inline]
    #[must_use]
    pub fn at<const N: usize>(&self, place: usize) -> &[f32; N] {
        self.numbers[place..]
            .first_chunk()
            .expect("a place inside the net")
    }

    /// `N` numbers from a place on, to be changed.
    ///
    /// # Panics
    /// When they reach beyond the end.
    #[inline]
    pub fn at_mut<const N: usize>(&mut self, place: usize) -> &mut [f32; N] {
        self.numbers[place..]
            .first_chunk_mut()
            .expect("a place inside the net")
    }

    /// What the units of the second layer sum up.
    #[must_use]
    pub fn second_sums(&self, inputs: &NetInputs) -> [f32; SECOND] {
        let set = inputs.set();
        let mut first: [f32; WIDTH] = *self.at(Self::bias());
        inputs.for_each_row(|row| add(&mut first, 1.0, self.at(Self::row(row))));
        let mut second: [f32; SECOND] = *self.at(Self::second_bias(set));
        let clipped = first.map(|sum| sum.clamp(0.0, 1.0));
        for pair in 0..PAIRS {
            let product = clipped[pair] * clipped[PAIRS + pair];
            add(&mut second, product, self.at(Self::second(set, pair)));
        }
        second
    }

    /// The chances of the player on roll: the net by its definition, one number after the other.
    #[must_use]
    pub fn chances(&self, inputs: &NetInputs) -> Chances {
        let set = inputs.set();
        let second = self.second_sums(inputs);
        let mut outputs: [f32; OUTPUTS] = *self.at(Self::output_bias(set));
        for (unit, sum) in second.into_iter().enumerate() {
            add(&mut outputs, sum.max(0.0), self.at(Self::output(set, unit)));
        }
        let [
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
            ..,
        ] = outputs.map(logistic);
        let chances = [
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
        ];
        Chances::from_array(chances).possible(inputs)
    }
}

fn add<const N: usize>(sums: &mut [f32; N], factor: f32, weights: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += factor * weight;
    }
}

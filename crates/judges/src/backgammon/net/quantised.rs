use super::inputs::Switches;
use super::{NetError, NetInputs, NetWeights};

pub(super) const WIDTH: usize = NetWeights::WIDTH;
pub(super) const PAIRS: usize = NetWeights::PAIRS;
pub(super) const SECOND: usize = NetWeights::SECOND;
pub(super) const OUTPUTS: usize = NetWeights::OUTPUTS;

/// What stands for 1 in the first layer.
pub(super) const ONE: i16 = 1023;
/// A pair of the first layer gives its product shifted so far, with rounding: from 0 to 128.
pub(super) const SHIFT: u32 = 13;
pub(super) const LARGEST_GIVEN: i32 = {
    let product = ONE as i32 * ONE as i32;
    (product + (1 << (SHIFT - 1))) >> SHIFT
};
/// The most quads that are summed up in numbers of 16 bits; a power of two.
pub(super) const LARGEST_QUADS_PER_SUM: usize = 16;
/// What stands for 1 among the weights of the second layer.
const SECOND_ONE: f32 = 64.0;
/// What stands for 1 in the sums of the second layer.
const SECOND_SUM_ONE: f32 = (ONE as f32 * ONE as f32) / (1 << SHIFT) as f32 * SECOND_ONE;

const _: () = {
    assert!(LARGEST_GIVEN == 128);
    assert!(LARGEST_QUADS_PER_SUM.is_power_of_two());
    assert!(WIDTH == 2 * PAIRS && PAIRS.is_multiple_of(4));
};

/// One number for each unit of the first layer, at the start of a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [i16; WIDTH]);

/// What four pairs of the first layer give to all units of the second: the four weights of a unit lie together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Quad(pub(super) [[i8; 4]; SECOND]);

/// The upper layers for one kind of position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Upper {
    pub(super) second: [Quad; PAIRS / 4],
    /// What this many quads give to a unit can be summed up in numbers of 16 bits, whatever the first layer gives.
    pub(super) quads_per_sum: usize,
    pub(super) second_bias: [i32; SECOND],
    /// The weights of each unit of the second layer.
    pub(super) output: [[f32; OUTPUTS]; SECOND],
    pub(super) output_bias: [f32; OUTPUTS],
}

/// A net of small integers, which is the net that plays. All but the last layer is exact, and so the same on every machine.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quantised {
    /// In the order of the [`Switches`].
    pub(super) rows: Vec<Row>,
    pub(super) bias: Row,
    pub(super) uppers: Vec<Upper>,
}

impl Quantised {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a cast of floats saturates"
    )]
    pub(super) fn new(weights: &NetWeights) -> Self {
        let small = |number: f32| (number * f32::from(ONE)).round() as i16;
        let row = |place| Row(weights.at(place).map(small));
        let tiny = |number: f32| (number * SECOND_ONE).round().clamp(-127.0, 127.0) as i8;
        let upper = |set| {
            let finer = finer(weights, set);
            let second = std::array::from_fn(|quad| {
                let pairs: [&[f32; SECOND]; 4] = std::array::from_fn(|pair| {
                    weights.at(NetWeights::second(set, 4 * quad + pair))
                });
                Quad(std::array::from_fn(|to| {
                    pairs.map(|pair| tiny(pair[to] * finer[to]))
                }))
            });
            let bias: &[f32; SECOND] = weights.at(NetWeights::second_bias(set));
            Upper {
                quads_per_sum: quads_per_sum(&second),
                second,
                second_bias: std::array::from_fn(|unit| {
                    (bias[unit] * finer[unit] * SECOND_SUM_ONE).round() as i32
                }),
                output: std::array::from_fn(|unit| {
                    weights
                        .at(NetWeights::output(set, unit))
                        .map(|number: f32| number / (finer[unit] * SECOND_SUM_ONE))
                }),
                output_bias: *weights.at(NetWeights::output_bias(set)),
            }
        };
        Self {
            rows: in_slots((0..NetInputs::ROWS).map(|number| row(NetWeights::row(number)))),
            bias: row(NetWeights::bias()),
            uppers: (0..NetInputs::SETS).map(upper).collect(),
        }
    }

    /// The weights as bytes, in the order of the layers, lowest byte first.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        let rows = Switches::slots().map(|slot| &self.rows[slot]);
        let rows = rows.into_iter().chain([&self.bias]);
        bytes.extend(rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes));
        for upper in &self.uppers {
            let second = upper.second.iter().flat_map(|quad| quad.0).flatten();
            bytes.extend(second.flat_map(i8::to_le_bytes));
            bytes.extend(upper.second_bias.into_iter().flat_map(i32::to_le_bytes));
            let output = upper.output.iter().chain([&upper.output_bias]);
            bytes.extend(output.flatten().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// The weights as they are trained.
    pub(super) fn weights(&self) -> NetWeights {
        let mut weights = NetWeights::zero();
        let large = |number: i16| f32::from(number) / f32::from(ONE);
        for (number, slot) in Switches::slots().into_iter().enumerate() {
            *weights.at_mut(NetWeights::row(number)) = self.rows[slot].0.map(large);
        }
        *weights.at_mut(NetWeights::bias()) = self.bias.0.map(large);
        for (set, upper) in self.uppers.iter().enumerate() {
            let finer = upper.balance();
            for pair in 0..PAIRS {
                let given = upper.second[pair / 4].0;
                *weights.at_mut::<SECOND>(NetWeights::second(set, pair)) =
                    std::array::from_fn(|unit| {
                        f32::from(given[unit][pair % 4]) / (finer[unit] * SECOND_ONE)
                    });
            }
            *weights.at_mut::<SECOND>(NetWeights::second_bias(set)) = std::array::from_fn(|unit| {
                upper.second_bias[unit] as f32 / (finer[unit] * SECOND_SUM_ONE)
            });
            for (unit, output) in upper.output.iter().enumerate() {
                *weights.at_mut(NetWeights::output(set, unit)) =
                    output.map(|number| number * finer[unit] * SECOND_SUM_ONE);
            }
            *weights.at_mut(NetWeights::output_bias(set)) = upper.output_bias;
        }
        weights
    }

    /// How many bytes a net has.
    pub(super) const BYTES: usize = Self::bytes(NetInputs::ROWS, NetInputs::SETS);
    /// How many it had before there were rows and sets for the bar.
    pub(super) const FIRST_BYTES: usize = Self::bytes(NetInputs::FIRST_ROWS, NetInputs::FIRST_SETS);

    const fn bytes(rows: usize, sets: usize) -> usize {
        (rows + 1) * WIDTH * 2 + sets * (PAIRS * SECOND + SECOND * 4 + (SECOND + 1) * OUTPUTS * 4)
    }

    /// The net that has these bytes, if they are as many as it needs.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (rows, sets) = match bytes.len() {
            Self::BYTES => (NetInputs::ROWS, NetInputs::SETS),
            Self::FIRST_BYTES => (NetInputs::FIRST_ROWS, NetInputs::FIRST_SETS),
            _ => return None,
        };
        let mut rest = Bytes(bytes);
        let mut row = || Row(rest.numbers(i16::from_le_bytes));
        let rows = in_slots((0..rows).map(|_| row()));
        let bias = row();
        let uppers: Vec<Upper> = (0..sets).map(|_| Upper::from_bytes(&mut rest)).collect();
        Some(Self {
            rows,
            bias,
            uppers: if sets == NetInputs::SETS {
                uppers
            } else {
                let former = (0..NetInputs::SETS).map(NetInputs::first_set);
                former.map(|set| uppers[set].clone()).collect()
            },
        })
    }

    /// Whether no position leads to a sum that its numbers cannot hold.
    ///
    /// The sums of the first layer may run over; they stay numbers of 16 bits, and are clipped before anything is made of them, so pairs
    /// give 0 to 128 whatever the weights. From there on the largest sums are found layer by layer.
    pub(super) fn check(&self) -> Result<(), NetError> {
        for (set, upper) in self.uppers.iter().enumerate() {
            upper
                .check()
                .map_err(|(layer, found, expected)| NetError::Weights {
                    layer: format!("the {layer} layer of set {set}"),
                    found,
                    expected,
                })?;
        }
        Ok(())
    }
}

impl Upper {
    fn from_bytes(rest: &mut Bytes<'_>) -> Self {
        let second =
            std::array::from_fn(|_| Quad(std::array::from_fn(|_| rest.numbers(i8::from_le_bytes))));
        Self {
            quads_per_sum: quads_per_sum(&second),
            second,
            second_bias: rest.numbers(i32::from_le_bytes),
            output: std::array::from_fn(|_| rest.numbers(f32::from_le_bytes)),
            output_bias: rest.numbers(f32::from_le_bytes),
        }
    }

    /// How much finer than usual each unit of the second layer is to be taken for, so that the weights to it and from it are alike and none is
    /// larger than a training allows.
    fn balance(&self) -> [f32; SECOND] {
        std::array::from_fn(|unit| {
            let given = self.second.iter().flat_map(|quad| quad.0[unit]);
            let largest = given.map(i8::unsigned_abs).max().unwrap_or(0);
            let to = f32::from(largest) / SECOND_ONE;
            let bias = self.second_bias[unit] as f32 / SECOND_SUM_ONE;
            let from = self.output[unit]
                .iter()
                .fold(0.0_f32, |from, number| from.max(number.abs()));
            let from = from * SECOND_SUM_ONE;
            if to == 0.0 || from == 0.0 {
                return 1.0;
            }
            let least = to.max(bias.abs()) / NetWeights::LARGEST;
            (to / from)
                .sqrt()
                .min(NetWeights::LARGEST / from)
                .max(least)
        })
    }

    /// The layer that leaves its range, how, and what was expected.
    fn check(&self) -> Result<(), (&'static str, String, &'static str)> {
        let mut largest = [0.0; SECOND];
        for (unit, largest) in largest.iter_mut().enumerate() {
            let bias = i64::from(self.second_bias[unit]);
            let weights = self.second.iter().flat_map(|quad| quad.0[unit]);
            let most = |sign: i64| -> i64 {
                let in_favour = weights
                    .clone()
                    .map(|weight| (sign * i64::from(weight)).max(0));
                sign * bias + i64::from(LARGEST_GIVEN) * in_favour.sum::<i64>()
            };
            let extremes = [-most(-1), most(1)];
            if extremes.iter().any(|&sum| i32::try_from(sum).is_err()) {
                let [low, high] = extremes;
                let found = format!("sums from {low} to {high} in unit {unit}");
                return Err(("second", found, "sums of 32 bits"));
            }
            *largest = extremes[1].max(0) as f64;
        }
        for output in 0..OUTPUTS {
            let products = (self.output.iter().zip(largest))
                .map(|(weights, given)| f64::from(weights[output]).abs() * given);
            let most = products.sum::<f64>() + f64::from(self.output_bias[output]).abs();
            // No part of a sum is larger; half of the range leaves room for rounding. A weight that is no number makes `most` none.
            let is_safe = most <= f64::from(f32::MAX) / 2.0;
            if !is_safe {
                let found = format!("sums up to {most:e} in unit {output}");
                return Err(("last", found, "sums of single precision"));
            }
        }
        Ok(())
    }
}

/// How much finer than usual the weights of each unit of the second layer can be rounded, as none of them is large.
fn finer(weights: &NetWeights, set: usize) -> [f32; SECOND] {
    const FINEST: f32 = 16.0;
    let mut largest = [0.0_f32; SECOND];
    for pair in 0..PAIRS {
        let weights: &[f32; SECOND] = weights.at(NetWeights::second(set, pair));
        for (largest, weight) in largest.iter_mut().zip(weights) {
            *largest = largest.max(weight.abs());
        }
    }
    largest.map(|largest| (f32::from(i8::MAX) / (SECOND_ONE * largest)).clamp(1.0, FINEST))
}

/// The rows in the order of the [`Switches`]; where there is none, zeros.
fn in_slots(rows: impl Iterator<Item = Row>) -> Vec<Row> {
    let mut all = vec![Row([0; WIDTH]); Switches::SLOTS];
    for (slot, row) in Switches::slots().into_iter().zip(rows) {
        all[slot] = row;
    }
    all
}

/// The largest number, a power of two, that is safe. A sum of 16 bits is over half of the pairs of some quads.
fn quads_per_sum(second: &[Quad; PAIRS / 4]) -> usize {
    const MOST: i32 = i16::MAX as i32 / LARGEST_GIVEN;
    let is_safe = |&quads: &usize| {
        second.chunks(quads).all(|quads| {
            (0..SECOND).all(|unit| {
                [0, 2].into_iter().all(|half| {
                    let weights = quads.iter().flat_map(|quad| &quad.0[unit][half..half + 2]);
                    let sum = |sign: i32| -> i32 {
                        (weights.clone())
                            .map(|&weight| (sign * i32::from(weight)).max(0))
                            .sum()
                    };
                    sum(1) <= MOST && sum(-1) <= MOST
                })
            })
        })
    };
    let sizes = std::iter::successors(Some(LARGEST_QUADS_PER_SUM), |&quads| Some(quads / 2));
    let mut sizes = sizes.take_while(|&quads| quads > 1);
    // A single quad is always safe.
    sizes.find(is_safe).unwrap_or(1)
}

/// Bytes still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn numbers<const N: usize, const SIZE: usize, T>(
        &mut self,
        from_bytes: fn([u8; SIZE]) -> T,
    ) -> [T; N] {
        std::array::from_fn(|_| {
            let (number, rest) = self.0.split_first_chunk().expect("enough bytes");
            self.0 = rest;
            from_bytes(*number)
        })
    }
}

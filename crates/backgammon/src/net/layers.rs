//! What the layers of a net compute, on any processor.
//!
//! Loops here count: what iterators do is not always compiled for the processor at hand.
#![expect(
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "compiled anew for each processor"
)]

use super::inputs::Switches;
use super::quantised::{ONE, OUTPUTS, Quad, Quantised, Row, SECOND, SHIFT, Upper, WIDTH};
use super::{Chances, NetInputs, logistic};

/// What the units of the first layer give, from 0 to 128.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct First(pub(super) [u8; WIDTH]);

/// What the units of the second layer give.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Second(pub(super) [f32; SECOND]);

/// What the units of the last layer give.
pub(super) type Outputs = [f32; OUTPUTS];

/// Some positions on their way through the layers.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    count: usize,
    positions: [Position; Batch::SIZE],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) inputs: NetInputs,
    /// Which of the memories goes on to it.
    pub(super) memory: usize,
    pub(super) set: usize,
    pub(super) first: First,
    pub(super) second: Second,
    pub(super) outputs: Outputs,
}

impl Position {
    /// The chances of the player on roll, after the last layer.
    #[inline]
    pub(super) fn chances(&self) -> Chances {
        let [
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
            ..,
        ] = self.outputs;
        let chances = [
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
        ];
        Chances::from_array(chances).possible(&self.inputs)
    }
}

impl Batch {
    /// At most so many positions.
    pub(super) const SIZE: usize = 16;

    pub(super) const EMPTY: Self = Self {
        count: 0,
        positions: [Position {
            inputs: NetInputs::NOTHING,
            memory: 0,
            set: 0,
            first: First([0; WIDTH]),
            second: Second([0.0; SECOND]),
            outputs: [0.0; OUTPUTS],
        }; Self::SIZE],
    };

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == Self::SIZE
    }

    /// Adds a position.
    ///
    /// # Panics
    /// When the batch is full.
    #[inline]
    pub(super) fn push(&mut self, inputs: NetInputs, memory: usize) {
        let position = &mut self.positions[self.count];
        position.set = inputs.set();
        position.inputs = inputs;
        position.memory = memory;
        self.count += 1;
    }

    #[inline(always)]
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions[..self.count]
    }

    #[inline(always)]
    pub(super) fn positions_mut(&mut self) -> &mut [Position] {
        &mut self.positions[..self.count]
    }
}

/// The last position seen by a net, and what its first layer summed up.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    switches: Switches,
    sums: Row,
    /// Rows to add and to subtract.
    on: Rows,
    off: Rows,
}

#[derive(Clone, Debug)]
struct Rows {
    count: usize,
    slots: [u16; NetInputs::ROWS + 1],
}

impl Rows {
    const NONE: Self = Self {
        count: 0,
        slots: [0; NetInputs::ROWS + 1],
    };

    /// Adds a row if it belongs here. Nobody could guess whether it does, so there is no branch.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer slots")]
    fn push(&mut self, slot: usize, belongs: bool) {
        self.slots[self.count] = slot as u16;
        self.count += usize::from(belongs);
    }
}

impl Memory {
    pub(super) fn new(net: &Quantised) -> Self {
        Self {
            switches: Switches::NOTHING,
            sums: net.bias,
            on: Rows::NONE,
            off: Rows::NONE,
        }
    }
}

/// Goes on from the last position to this one.
#[inline(always)]
pub(super) fn first_layer(
    net: &Quantised,
    inputs: &NetInputs,
    memory: &mut Memory,
    first: &mut First,
) {
    /// So many sums stay in registers while the rows are added.
    const PART: usize = 128;
    let Memory {
        switches: before,
        sums,
        on,
        off,
    } = memory;
    on.count = 0;
    off.count = 0;
    inputs.switches().for_each_change(before, |slot, is_on| {
        on.push(slot, is_on);
        off.push(slot, !is_on);
    });
    *before = *inputs.switches();
    let mut start = 0;
    while start < WIDTH {
        let mut numbers = [0; PART];
        numbers.copy_from_slice(&sums.0[start..start + PART]);
        for row in 0..on.count {
            let row = &net.rows[usize::from(on.slots[row])].0;
            for unit in 0..PART {
                numbers[unit] = numbers[unit].wrapping_add(row[start + unit]);
            }
        }
        for row in 0..off.count {
            let row = &net.rows[usize::from(off.slots[row])].0;
            for unit in 0..PART {
                numbers[unit] = numbers[unit].wrapping_sub(row[start + unit]);
            }
        }
        for unit in 0..PART {
            sums.0[start + unit] = numbers[unit];
            first.0[start + unit] = square(numbers[unit]);
        }
        start += PART;
    }
}

/// What a unit of the first layer gives: its sum clipped to [0, 1], squared, shifted by `SHIFT` with rounding.
#[inline(always)]
fn square(sum: i16) -> u8 {
    let double = i32::from(2 * sum.clamp(0, ONE));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 128"
    )]
    let square = ((((double * double) >> (SHIFT + 1)) + 1) >> 1) as i16 as u8;
    square
}

/// The second layer by its definition.
#[inline(always)]
pub(super) fn second_layer(upper: &Upper, first: &First, second: &mut Second) {
    let mut sums = upper.second_bias;
    for (given, Quad(weights)) in first.0.as_chunks::<4>().0.iter().zip(&upper.second) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            for (&unit, &weight) in given.iter().zip(weights) {
                *sum += i32::from(unit) * i32::from(weight);
            }
        }
    }
    second.0 = sums.map(|sum| sum.max(0) as f32);
}

/// The sums of the last layer by its definition.
#[inline(always)]
pub(super) fn last_layer(upper: &Upper, second: &Second) -> Outputs {
    let mut outputs = upper.output_bias;
    for unit in 0..SECOND {
        for output in 0..OUTPUTS {
            outputs[output] += second.0[unit] * upper.output[unit][output];
        }
    }
    outputs
}

#[inline(always)]
pub(super) fn logistic_of_all(outputs: &mut Outputs) {
    for output in 0..OUTPUTS {
        outputs[output] = logistic(outputs[output]);
    }
}

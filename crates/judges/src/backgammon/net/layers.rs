//! What the layers of a net compute, on any processor.

use super::inputs::Switches;
use super::quantised::{ONE, OUTPUTS, PAIRS, Quad, Quantised, Row, SECOND, SHIFT, Upper};
use super::{Chances, NetInputs, logistic};

/// What the pairs of the first layer give, from 0 to 128.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct First(pub(super) [u8; PAIRS]);

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
    positions: Vec<Position>,
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
    /// At most this many positions.
    pub(super) const SIZE: usize = 32;

    pub(super) fn new() -> Self {
        let position = Position {
            inputs: NetInputs::NOTHING,
            memory: 0,
            set: 0,
            first: First([0; PAIRS]),
            second: Second([0.0; SECOND]),
            outputs: [0.0; OUTPUTS],
        };
        Self {
            count: 0,
            positions: vec![position; Self::SIZE],
        }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == Self::SIZE
    }

    /// The inputs of the next position, which is not in the batch until it is added.
    ///
    /// # Panics
    /// When the batch is full.
    #[inline]
    pub(super) fn next_inputs(&mut self) -> &mut NetInputs {
        &mut self.positions[self.count].inputs
    }

    /// Adds the next position.
    #[inline]
    pub(super) fn add(&mut self, memory: usize) {
        let position = &mut self.positions[self.count];
        position.set = position.inputs.set();
        position.memory = memory;
        self.count += 1;
    }

    #[inline]
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions[..self.count]
    }

    #[inline]
    pub(super) fn positions_mut(&mut self) -> &mut [Position] {
        &mut self.positions[..self.count]
    }
}

/// Some position, and what the first layer of a net sums up there.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) switches: Switches,
    pub(super) sums: Row,
    pub(super) changes: Changes,
}

/// The rows that are on in one position and off in another, and the other way round: as many, because those that are fewer are filled up with the
/// first row, which is zero.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    pub(super) count: usize,
    pub(super) on: Slots,
    pub(super) off: Slots,
}

impl Changes {
    const NONE: Self = Self {
        count: 0,
        on: Slots::ZERO,
        off: Slots::ZERO,
    };

    fn find(&mut self, before: &Switches, now: &Switches) {
        let (mut on, mut off) = (0, 0);
        now.for_each_not_in(before, |slot| {
            self.on.put(on, slot);
            on += 1;
        });
        before.for_each_not_in(now, |slot| {
            self.off.put(off, slot);
            off += 1;
        });
        self.fill_up(on, off);
    }

    /// Ends the search for changes, when this many rows went on and off.
    #[inline]
    pub(super) fn fill_up(&mut self, on: usize, off: usize) {
        self.count = on.max(off);
        self.on.fill_up(on, self.count);
        self.off.fill_up(off, self.count);
    }
}

/// A list of slots of rows.
#[derive(Clone, Debug)]
pub(super) struct Slots([u16; Slots::MOST + Slots::FILL]);

const _: () = {
    assert!(2 * Slots::MOST_ON < Slots::MOST);
    assert!(Switches::SLOTS <= 1 << u16::BITS);
};

impl Slots {
    /// More than can change at once. In a position at most 186 rows are on: 30 of checkers, two of the bar and 154 of blots, when two players' blots stand as
    /// much in each other's way as they can. Between four positions at most twice as many are on: those of two of them at least.
    const MOST: usize = 512;
    /// So many zeros are written without a look at how many are needed.
    const FILL: usize = 8;
    const MOST_ON: usize = 30 + 2 + 154;

    const ZERO: Self = Self([0; Self::MOST + Self::FILL]);

    #[inline]
    pub(super) fn get(&self, place: usize) -> usize {
        usize::from(self.0[place % Self::MOST])
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer slots")]
    pub(super) fn put(&mut self, place: usize, slot: usize) {
        debug_assert!(place < Self::MOST, "more changes than there are places");
        self.0[place % Self::MOST] = slot as u16;
    }

    #[inline]
    fn fill_up(&mut self, from: usize, to: usize) {
        let from = from % Self::MOST;
        self.0[from..from + Self::FILL].fill(0);
        for place in from + Self::FILL..to {
            self.put(place, 0);
        }
    }
}

impl Memory {
    /// No checker anywhere.
    pub(super) fn new(net: &Quantised) -> Self {
        Self {
            switches: Switches::NOTHING,
            sums: net.bias,
            changes: Changes::NONE,
        }
    }
}

/// Goes on from the last position to this one.
pub(super) fn first_layer(net: &Quantised, memory: &mut Memory, position: &mut Position) {
    let Memory {
        switches,
        sums,
        changes,
    } = memory;
    changes.find(switches, position.inputs.switches());
    *switches = *position.inputs.switches();
    for change in 0..changes.count {
        let on = &net.rows[changes.on.get(change)];
        let off = &net.rows[changes.off.get(change)];
        for (sum, (on, off)) in sums.0.iter_mut().zip(on.0.iter().zip(&off.0)) {
            *sum = sum.wrapping_add(*on).wrapping_sub(*off);
        }
    }
    let (left, right) = sums.0.split_at(PAIRS);
    position.first.0 = std::array::from_fn(|pair| product(left[pair], right[pair]));
}

/// What a pair of the first layer gives: its sums clipped to [0, 1], multiplied, shifted by `SHIFT` with rounding.
fn product(left: i16, right: i16) -> u8 {
    let [left, right] = [left, right].map(|sum| i32::from(2 * sum.clamp(0, ONE)));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 128"
    )]
    let product = ((((left * right) >> (SHIFT + 1)) + 1) >> 1) as u8;
    product
}

pub(super) fn second_layer(upper: &Upper, position: &mut Position) {
    let mut sums = upper.second_bias;
    for (given, Quad(weights)) in position
        .first
        .0
        .as_chunks::<4>()
        .0
        .iter()
        .zip(&upper.second)
    {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            for (&pair, &weight) in given.iter().zip(weights) {
                // As wide registers do, if a file has biases of any size.
                *sum = sum.wrapping_add(i32::from(pair) * i32::from(weight));
            }
        }
    }
    position.second.0 = sums.map(|sum| sum.max(0) as f32);
}

pub(super) fn last_layer(upper: &Upper, position: &mut Position) {
    let mut sums = upper.output_bias;
    for (given, weights) in position.second.0.iter().zip(&upper.output) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += given * weight;
        }
    }
    position.outputs = sums.map(logistic);
}

use std::array::from_fn;

use super::{HIDDEN, HiddenUnits, squash};

/// Numbers that a processor handles together.
type Register = [f32; 4];

/// The hidden units with zeros behind them, so that they fill whole registers.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct Lanes {
    first: Register,
    second: Register,
    third: Register,
}

const _: () = {
    assert!(Lanes::ROOM == 3 * 4 && HIDDEN <= Lanes::ROOM);
    assert!(align_of::<Lanes>() == size_of::<Register>());
};

impl Lanes {
    pub(super) const ZERO: Self = Self {
        first: [0.0; 4],
        second: [0.0; 4],
        third: [0.0; 4],
    };

    /// How many units there is room for.
    const ROOM: usize = size_of::<Self>() / size_of::<f32>();

    pub(super) fn new(units: &HiddenUnits) -> Self {
        let mut lanes = [0.0; Self::ROOM];
        lanes[..HIDDEN].copy_from_slice(units);
        Self {
            first: from_fn(|lane| lanes[lane]),
            second: from_fn(|lane| lanes[4 + lane]),
            third: from_fn(|lane| lanes[8 + lane]),
        }
    }

    #[inline]
    pub(super) fn plus(&self, other: &Self) -> Self {
        self.with(other, |a, b| a + b)
    }

    #[inline]
    pub(super) fn plus_product(&self, count: u32, other: &Self) -> Self {
        let count = count as f32;
        self.with(other, |a, b| a + count * b)
    }

    #[inline]
    pub(super) fn squashed(&self) -> Self {
        self.with(self, |a, _| squash(a))
    }

    /// The sum of all products, in an order that fits the registers.
    #[inline]
    pub(super) fn dot(&self, other: &Self) -> f32 {
        let products = self.with(other, |a, b| a * b);
        let sums: Register =
            from_fn(|lane| products.first[lane] + products.second[lane] + products.third[lane]);
        sums[0] + sums[1] + sums[2] + sums[3]
    }

    #[inline]
    fn with(&self, other: &Self, combine: impl Fn(f32, f32) -> f32) -> Self {
        let both = |a: &Register, b: &Register| from_fn(|lane| combine(a[lane], b[lane]));
        Self {
            first: both(&self.first, &other.first),
            second: both(&self.second, &other.second),
            third: both(&self.third, &other.third),
        }
    }
}

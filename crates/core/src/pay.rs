use crate::Bounds;

/// What a step adds to a value: a step that pays `reward` and leads to a state worth `v` is worth `reward + discount × v`. Seen by `Max`.
///
/// ```
/// use starmax_core::{Bounds, Pay};
///
/// let pay = Pay::reward(2.0);
/// assert_eq!(pay.and(1.5), 3.5);
/// assert_eq!(pay.window_of_rest(Bounds::new(0.0, 5.0)), Bounds::new(-2.0, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pay {
    /// What is paid at once.
    pub reward: f64,
    /// What a value one step later is worth now, above 0 and at most 1.
    pub discount: f64,
}

impl Pay {
    /// A step that pays nothing and discounts nothing.
    pub const NOTHING: Self = Self::reward(0.0);

    /// A step that pays this much, without a discount.
    #[must_use]
    pub const fn reward(reward: f64) -> Self {
        Self {
            reward,
            discount: 1.0,
        }
    }

    /// What the step is worth if it leads to this value.
    #[inline]
    #[must_use]
    pub fn and(self, value: f64) -> f64 {
        self.reward + self.discount * value
    }

    /// This step and the `next` one as one.
    ///
    /// ```
    /// # use starmax_core::Pay;
    /// let half = Pay { reward: 1.0, discount: 0.5 };
    /// assert_eq!(half.then(Pay::reward(4.0)).and(2.0), half.and(Pay::reward(4.0).and(2.0)));
    /// ```
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self {
            reward: self.and(next.reward),
            discount: self.discount * next.discount,
        }
    }

    /// The bounds of the step if these are the bounds of the value it leads to. Rounding is monotone, so they hold to the last bit.
    #[inline]
    #[must_use]
    pub fn and_bounds(self, bounds: Bounds) -> Bounds {
        Bounds::new(self.and(bounds.lower), self.and(bounds.upper))
    }

    /// The window for the value after the step, if `window` is the window of the step itself. A value at or outside an end of the result
    /// makes the step worth something at or outside the same end of `window`, to the last bit.
    #[must_use]
    pub fn window_of_rest(self, window: Bounds) -> Bounds {
        Bounds {
            lower: self.greatest_rest_at_most(window.lower),
            upper: -self.mirrored().greatest_rest_at_most(-window.upper),
        }
    }

    fn mirrored(self) -> Self {
        Self {
            reward: -self.reward,
            ..self
        }
    }

    /// A value after which the step is worth at most `worth`, hardly less.
    fn greatest_rest_at_most(self, worth: f64) -> f64 {
        const TRIES: i32 = 4;
        let rest = (worth - self.reward) / self.discount;
        let largest = worth.abs().max(self.reward.abs()) / self.discount;
        let rounding = f64::EPSILON * largest.max(rest.abs());
        (0..TRIES)
            .map(|steps| rest - f64::from(steps) * rounding)
            .find(|&rest| self.and(rest) <= worth)
            .unwrap_or(f64::NEG_INFINITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_kept_to_the_last_bit() {
        let mut bits = 1_u64;
        let mut random = |scale: f64| {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            scale * ((bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
        };
        let mut nearest = 0;
        for round in 0..200_000 {
            let scale = [1.0, 1e-9, 1e9][round % 3];
            let discount = [1.0, 0.9, 0.1, 1e-3][round / 3 % 4];
            let pay = Pay {
                reward: random([1.0, 10.0, 1e6][round / 12 % 3]),
                discount,
            };
            let (one, two) = (random(scale), random(scale));
            let window = Bounds::new(one.min(two), one.max(two));
            let rest = pay.window_of_rest(window);
            assert!(pay.and(rest.lower) <= window.lower, "{pay:?} {window:?}");
            assert!(pay.and(rest.upper) >= window.upper, "{pay:?} {window:?}");
            nearest += usize::from(rest.lower.is_finite() && rest.upper.is_finite());
        }
        assert!(nearest > 199_000, "{nearest}");
    }

    #[test]
    fn endless_windows_stay_endless() {
        let pay = Pay {
            reward: 3.0,
            discount: 0.5,
        };
        assert_eq!(pay.window_of_rest(Bounds::EVERYTHING), Bounds::EVERYTHING);
        assert_eq!(Pay::NOTHING.and(0.25), 0.25);
    }
}

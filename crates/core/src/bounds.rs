use std::fmt;
use std::ops::Neg;

use crate::Player;

/// A closed interval of values.
///
/// A window (what still matters), a proven result, a table entry and the range of an evaluation are all this
/// one type, so that each can be compared with, or narrowed by, any other.
///
/// ```
/// use starmax_core::Bounds;
///
/// let proven = Bounds::new(-3.0, 1.0);
/// assert!(proven.decides(Bounds::new(2.0, 5.0)), "at most 1 is certainly not above 2");
/// assert!(!proven.decides(Bounds::new(0.0, 5.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The value is at least this. As a window: alpha.
    pub lower: f64,
    /// The value is at most this. As a window: beta.
    pub upper: f64,
}

impl Bounds {
    /// Every value: as a window nothing is cut, as a result nothing is known.
    pub const EVERYTHING: Self = Self {
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
    };

    /// The interval from `lower` to `upper`.
    #[inline]
    #[must_use]
    pub const fn new(lower: f64, upper: f64) -> Self {
        Self { lower, upper }
    }

    /// One point: the value is known.
    #[inline]
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self::new(value, value)
    }

    /// Whether the interval is one point.
    #[inline]
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Whether `value` lies inside.
    #[inline]
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// Whether a result with these bounds answers a search with this `window`: it is exact, or lies
    /// wholly at or below the window's lower end, or wholly at or above its upper end.
    #[inline]
    #[must_use]
    pub fn decides(self, window: Self) -> bool {
        self.upper <= window.lower || self.lower >= window.upper || self.is_exact()
    }

    /// What is left of these bounds once `other` is known too.
    ///
    /// Two true bounds always overlap. Bounds that do not (they speak of different depths) leave the nearest
    /// point, so the result is not turned inside out unless `other` is.
    #[inline]
    #[must_use]
    pub fn narrowed_by(self, other: Self) -> Self {
        Self {
            lower: self.clamp(other.lower),
            upper: self.clamp(other.upper),
        }
    }

    /// The value inside these bounds that is nearest to `value`.
    #[inline]
    #[must_use]
    pub fn clamp(self, value: f64) -> f64 {
        value.max(self.lower).min(self.upper)
    }

    /// This window without the parts in which a value that lies in `known` cannot be.
    #[inline]
    #[must_use]
    pub fn clipped(self, known: Self) -> Self {
        Self {
            lower: self.lower.max(known.lower),
            upper: self.upper.min(known.upper),
        }
    }

    /// What these bounds say about a value that is known to lie in `known` anyway: an end that says nothing new is infinite.
    #[inline]
    #[must_use]
    pub fn beyond(self, known: Self) -> Self {
        Self {
            lower: if self.lower > known.lower {
                self.lower
            } else {
                f64::NEG_INFINITY
            },
            upper: if self.upper < known.upper {
                self.upper
            } else {
                f64::INFINITY
            },
        }
    }

    /// The smallest interval that holds both.
    #[inline]
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self {
            lower: self.lower.min(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// The bounds of the larger of two values.
    #[inline]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// The same bounds as `player` sees them: unchanged for `Max`, mirrored for `Min`. Its own inverse.
    ///
    /// This is the only place where the two players differ, so alpha-beta is written once.
    #[inline]
    #[must_use]
    pub fn seen_by(self, player: Player) -> Self {
        match player {
            Player::Max => self,
            Player::Min => -self,
        }
    }

    /// The middle of the interval; the value itself when the bounds are exact.
    #[inline]
    #[must_use]
    pub fn middle(self) -> f64 {
        if self.is_exact() {
            self.lower
        } else {
            f64::midpoint(self.lower, self.upper)
        }
    }
}

impl Neg for Bounds {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.upper, -self.lower)
    }
}

/// Writes `[lower, upper]`; a precision applies to both ends.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        fmt::Display::fmt(&self.lower, f)?;
        f.write_str(", ")?;
        fmt::Display::fmt(&self.upper, f)?;
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_that_touch_a_window_decide_it() {
        let window = Bounds::new(0.0, 1.0);
        assert!(Bounds::new(-5.0, 0.0).decides(window));
        assert!(Bounds::new(1.0, 5.0).decides(window));
        assert!(Bounds::exact(0.5).decides(window));
        assert!(!Bounds::new(-5.0, 0.1).decides(window));
        assert!(!Bounds::new(0.9, 5.0).decides(window));
    }

    #[test]
    fn narrowing_never_turns_bounds_inside_out() {
        let bounds = Bounds::new(0.0, 2.0);
        assert_eq!(
            bounds.narrowed_by(Bounds::new(1.0, 9.0)),
            Bounds::new(1.0, 2.0)
        );
        assert_eq!(
            bounds.narrowed_by(Bounds::new(5.0, 9.0)),
            Bounds::exact(2.0)
        );
        assert_eq!(
            bounds.narrowed_by(Bounds::new(-9.0, -5.0)),
            Bounds::exact(0.0)
        );
        assert_eq!(bounds.narrowed_by(Bounds::EVERYTHING), bounds);
    }

    #[test]
    fn min_sees_the_mirror_image() {
        let bounds = Bounds::new(-1.0, 3.0);
        assert_eq!(bounds.seen_by(Player::Min), Bounds::new(-3.0, 1.0));
        assert_eq!(bounds.seen_by(Player::Min).seen_by(Player::Min), bounds);
        assert_eq!(bounds.seen_by(Player::Max), bounds);
    }

    #[test]
    fn a_precision_applies_to_both_ends() {
        assert_eq!(format!("{:.1}", Bounds::new(-0.25, 3.0)), "[-0.2, 3.0]");
        assert_eq!(Bounds::new(-62.0, 62.0).to_string(), "[-62, 62]");
    }
}

//! From numbers to places along an axis.

use std::iter;

use super::{Axis, Scale, Ticks};

/// About this many numbers stand at an axis.
const USUAL_TICKS: f64 = 6.0;
/// Where there are more decades, not all of them have a number.
const MOST_DECADES: f64 = 10.0;
/// Up to this many decades there are numbers between the powers of ten.
const FEW_DECADES: f64 = 3.0;
/// Rounding of a number that should stand at the end of an axis.
const NOISE: f64 = 1e-9;

/// The numbers from one end of an axis to the other.
pub(super) struct Range {
    scale: Scale,
    low: f64,
    high: f64,
    pub(super) ticks: Vec<f64>,
}

/// Where an axis may end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// At the outermost points.
    AtPoints,
    /// At the next round numbers.
    Rounded,
}

impl Scale {
    /// Whether the number has a place on this scale.
    pub(super) fn shows(self, number: f64) -> bool {
        match self {
            Self::Linear => number.is_finite(),
            Self::Log => number.is_finite() && number > 0.0,
        }
    }

    fn measure(self, number: f64) -> f64 {
        match self {
            Self::Linear => number,
            Self::Log => number.log10(),
        }
    }
}

impl Range {
    /// The range of an axis that shows these numbers; they are not empty, and the scale shows them.
    pub(super) fn new(axis: &Axis, numbers: impl Iterator<Item = f64>, ends: Ends) -> Self {
        let scale = axis.scale;
        let asked_for: Vec<f64> = match &axis.ticks {
            Ticks::Automatic => Vec::new(),
            Ticks::At(ticks) => (ticks.iter().copied())
                .filter(|&tick| scale.shows(tick))
                .collect(),
        };
        let (low, high) = extent(numbers.chain(asked_for.iter().copied()));
        let wide = widened(scale, low, high);
        let is_point = low == high;
        let (low, high, ticks) = if !asked_for.is_empty() {
            (wide.0, wide.1, asked_for)
        } else if ends == Ends::AtPoints && is_point {
            (wide.0, wide.1, vec![low])
        } else {
            round_ticks(scale, wide, ends)
        };
        Self {
            scale,
            low,
            high,
            ticks,
        }
    }

    /// How far along the axis a number stands, from 0 to 1; numbers beyond its ends, at the ends.
    pub(super) fn share(&self, number: f64) -> f64 {
        if number <= self.low {
            return 0.0;
        }
        let [low, high, number] =
            [self.low, self.high, number].map(|number| self.scale.measure(number));
        ((number - low) / (high - low)).min(1.0)
    }

    /// Whether the number stands between the ends.
    pub(super) fn holds(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

fn extent(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (low.min(number), high.max(number))
    })
}

/// Room around a range that is a point.
fn widened(scale: Scale, low: f64, high: f64) -> (f64, f64) {
    if low < high {
        return (low, high);
    }
    match scale {
        Scale::Linear => {
            let room = if low == 0.0 { 1.0 } else { low.abs() / 2.0 };
            (low - room, high + room)
        }
        Scale::Log => (low / 2.0, high * 2.0),
    }
}

/// The ends of a range and the round numbers in it.
fn round_ticks(scale: Scale, (low, high): (f64, f64), ends: Ends) -> (f64, f64, Vec<f64>) {
    let rounded = ends == Ends::Rounded;
    match scale {
        Scale::Linear => {
            // A range that begins near 0 begins there.
            let low = if rounded && low > 0.0 && low < high / 2.0 {
                0.0
            } else {
                low
            };
            let step = step(high - low);
            let (first, last) = (low / step, high / step);
            let (first, last) = if rounded {
                ((first + NOISE).floor(), (last - NOISE).ceil())
            } else {
                ((first - NOISE).ceil(), (last + NOISE).floor())
            };
            let ticks = up_to(first, last, 1.0).map(|place| place * step).collect();
            if rounded {
                (first * step, last * step, ticks)
            } else {
                (low, high, ticks)
            }
        }
        Scale::Log => {
            let (low, high) = if rounded {
                (round_below(low), round_above(high))
            } else {
                (low, high)
            };
            (low, high, log_ticks(low, high))
        }
    }
}

/// The round distance that divides a length into a usual number of parts.
fn step(length: f64) -> f64 {
    let least = length / USUAL_TICKS;
    let power = 10_f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0];
    (factors.iter().map(|factor| factor * power))
        .find(|&step| step >= least * (1.0 - NOISE))
        .unwrap_or(10.0 * power)
}

/// The numbers from one to another; not more than any axis needs.
fn up_to(first: f64, last: f64, step: f64) -> impl Iterator<Item = f64> {
    const MOST: usize = 700;
    iter::successors(Some(first), move |number| Some(number + step))
        .take_while(move |&number| number <= last)
        .take(MOST)
}

fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let (first, last) = (low.log10().floor(), high.log10().ceil());
    let decades = high.log10() - low.log10();
    let factors: &[f64] = if decades <= FEW_DECADES {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let step = (decades / MOST_DECADES).ceil();
    let inside = low * (1.0 - NOISE)..=high * (1.0 + NOISE);
    up_to(first, last, step)
        .flat_map(|exponent| {
            factors
                .iter()
                .map(move |factor| factor * 10_f64.powf(exponent))
        })
        .filter(|tick| inside.contains(tick))
        .collect()
}

/// The next 1, 2 or 5 with some zeros that is not above the number.
fn round_below(number: f64) -> f64 {
    let power = 10_f64.powf(number.log10().floor());
    let fits = |factor: &f64| factor * power <= number * (1.0 + NOISE);
    [5.0, 2.0].into_iter().find(fits).unwrap_or(1.0) * power
}

/// The next 1, 2 or 5 with some zeros that is not below the number.
fn round_above(number: f64) -> f64 {
    let power = 10_f64.powf(number.log10().floor());
    let fits = |factor: &f64| factor * power >= number * (1.0 - NOISE);
    [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(scale: Scale, ticks: Ticks, numbers: &[f64], ends: Ends) -> Range {
        let axis = Axis {
            label: String::new(),
            scale,
            ticks,
        };
        Range::new(&axis, numbers.iter().copied(), ends)
    }

    fn ends_and_ticks(scale: Scale, numbers: &[f64]) -> (f64, f64, Vec<f64>) {
        let range = range(scale, Ticks::Automatic, numbers, Ends::Rounded);
        (range.low, range.high, range.ticks)
    }

    #[test]
    fn linear_axes_end_at_round_numbers_and_begin_at_0_when_it_is_near() {
        assert_eq!(
            ends_and_ticks(Scale::Linear, &[12.0, 97.0]),
            (0.0, 100.0, vec![0.0, 20.0, 40.0, 60.0, 80.0, 100.0])
        );
        assert_eq!(
            ends_and_ticks(Scale::Linear, &[101.0, 104.5]),
            (101.0, 105.0, vec![101.0, 102.0, 103.0, 104.0, 105.0])
        );
    }

    #[test]
    fn log_axes_have_powers_of_ten_and_more_when_there_are_few() {
        assert_eq!(
            ends_and_ticks(Scale::Log, &[4.0, 23_860_669.0]),
            (2.0, 5e7, (1..=7).map(|e| 10_f64.powi(e)).collect())
        );
        assert_eq!(
            ends_and_ticks(Scale::Log, &[3.0, 45.0]),
            (2.0, 50.0, vec![2.0, 5.0, 10.0, 20.0, 50.0])
        );
        let (.., ticks) = ends_and_ticks(Scale::Log, &[1e-20, 1e20]);
        assert!(ticks.len() <= 11, "{ticks:?}");
    }

    #[test]
    fn an_axis_that_ends_at_its_points_has_round_numbers_between() {
        let positions = range(
            Scale::Linear,
            Ticks::Automatic,
            &[1.0, 25.0],
            Ends::AtPoints,
        );
        assert_eq!((positions.low, positions.high), (1.0, 25.0));
        assert_eq!(positions.ticks, [5.0, 10.0, 15.0, 20.0, 25.0]);
    }

    #[test]
    fn a_single_number_has_room_around_it() {
        for (scale, number) in [
            (Scale::Linear, 7.0),
            (Scale::Linear, 0.0),
            (Scale::Linear, -3.0),
            (Scale::Log, 7.0),
        ] {
            for ends in [Ends::AtPoints, Ends::Rounded] {
                let range = range(scale, Ticks::Automatic, &[number], ends);
                let share = range.share(number);
                assert!(0.0 < share && share < 1.0, "{number}: {share}");
            }
        }
    }

    #[test]
    fn asked_for_ticks_are_kept_and_widen_the_axis() {
        let asked_for = Ticks::At(vec![0.0, 50.0, 100.0]);
        let percent = range(Scale::Linear, asked_for, &[34.0, 65.0], Ends::Rounded);
        assert_eq!((percent.low, percent.high), (0.0, 100.0));
        assert_eq!(percent.ticks, [0.0, 50.0, 100.0]);
        assert_eq!(percent.share(25.0), 0.25);
        assert_eq!(percent.share(-20.0), 0.0);
        assert!(!percent.holds(120.0));
    }

    #[test]
    fn ticks_that_the_scale_cannot_show_are_left_out() {
        let asked_for = Ticks::At(vec![f64::NAN, -1.0, 0.0, 10.0]);
        let range = range(Scale::Log, asked_for, &[5.0], Ends::Rounded);
        assert_eq!(range.ticks, [10.0]);
    }
}

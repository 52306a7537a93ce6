//! Numbers and reasons as people read them.

use starmax_core::{Bounds, Node, Player};
use starmax_search::Exit;

use super::drawing::Call;

/// A number in few characters: as it is if that is short, otherwise rounded.
pub(super) fn number(value: f64) -> String {
    const SHORT: usize = 6;
    const NOISE: f64 = 1e-9;
    let plain = value.to_string();
    if plain.len() <= SHORT {
        return plain.replace("inf", "∞");
    }
    let size = value.abs();
    if size < NOISE {
        "0".to_owned()
    } else if (1e-3..1e7).contains(&size) {
        let rounded = format!("{value:.3}");
        rounded
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    } else {
        format!("{value:.2e}")
    }
}

/// A probability: a short decimal number as it is, a fraction such as 1/6 where it is one, otherwise rounded.
pub(super) fn probability(p: f64) -> String {
    const SHORT: usize = 4;
    const LARGEST_DENOMINATOR: u32 = 100;
    const CLOSE: f64 = 1e-9;
    let plain = p.to_string();
    if plain.len() <= SHORT {
        return plain;
    }
    for denominator in 2..=LARGEST_DENOMINATOR {
        let numerator = (p * f64::from(denominator)).round();
        if numerator > 0.0 && (p - numerator / f64::from(denominator)).abs() < CLOSE {
            return format!("{numerator}/{denominator}");
        }
    }
    number(p)
}

/// Bounds as an interval.
pub(super) fn interval(bounds: Bounds) -> String {
    format!("[{}, {}]", number(bounds.lower), number(bounds.upper))
}

/// What is proven about a value that lies in `range` anyway.
pub(super) fn proven(bounds: Bounds, range: Bounds) -> String {
    // Sums of probabilities are a little off, and so are the sums that end where the range does.
    let rounding = 1e-9 * (range.upper - range.lower);
    let from_below = bounds.lower > range.lower + rounding;
    let from_above = bounds.upper < range.upper - rounding;
    if bounds.is_exact() {
        format!("= {}", number(bounds.lower))
    } else if from_above && !from_below {
        format!("≤ {}", number(bounds.upper))
    } else if from_below && !from_above {
        format!("≥ {}", number(bounds.lower))
    } else {
        format!("in {}", interval(bounds))
    }
}

/// Why a node was left.
const fn reason(exit: Exit) -> &'static str {
    match exit {
        Exit::Known => "decided by the bounds of all values",
        Exit::Table => "known from the table",
        Exit::Probed => "enough for a probe",
        Exit::MoveCut => "cut, this move is enough",
        Exit::ProbeCut => "cut while probing",
        Exit::SearchCut => "cut while searching",
        _ => exit.name(),
    }
}

/// One visit in words, where values lie in `range`.
pub(super) fn told(call: &Call, range: Bounds) -> String {
    let purpose = if call.by_probe { "probe" } else { "search" };
    let window = (call.window).map_or_else(String::new, |window| format!(" {}", interval(window)));
    let reason = reason(call.exit);
    if call.exit.is_leaf() {
        return format!("{purpose}{window}: {reason}");
    }
    let proven = proven(call.bounds, range);
    format!("{purpose}{window}: {proven}, {reason}")
}

/// The kind of a node.
pub(super) const fn kind(node: Node) -> &'static str {
    match node {
        Node::Decision(Player::Max) => "max",
        Node::Decision(Player::Min) => "min",
        Node::Chance => "chance",
        Node::Terminal(_) => "leaf",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_stay_and_long_ones_are_rounded() {
        let written = [3.0, -0.25, 0.1234, -8.000_000_000_000_002, -13.0 / 6.0].map(number);
        assert_eq!(written, ["3", "-0.25", "0.1234", "-8", "-2.167"]);
        assert_eq!([1e-17, -1e-15].map(number), ["0", "0"]);
        assert_eq!(
            [123_456_789.0, 0.000_123_456].map(number),
            ["1.23e8", "1.23e-4"]
        );
        assert_eq!(number(f64::NEG_INFINITY), "-∞");
    }

    #[test]
    fn fractions_are_recognised_where_decimals_would_be_long() {
        let written = [0.5, 0.9, 1.0, 1.0 / 6.0, 5.0 / 36.0, 2.0 / 3.0].map(probability);
        assert_eq!(written, ["0.5", "0.9", "1", "1/6", "5/36", "2/3"]);
        assert_eq!(probability(0.123_456), "0.123");
        assert_eq!(probability(0.333_333_333_3), "1/3");
    }

    #[test]
    fn one_sided_bounds_say_only_what_is_new() {
        let range = Bounds::new(-10.0, 10.0);
        assert_eq!(proven(Bounds::new(-10.0, -5.0), range), "≤ -5");
        assert_eq!(proven(Bounds::new(3.0, 10.0), range), "≥ 3");
        assert_eq!(proven(Bounds::exact(3.0), range), "= 3");
        assert_eq!(proven(Bounds::new(1.0, 2.0), range), "in [1, 2]");
        assert_eq!(proven(range, range), "in [-10, 10]");
    }
}

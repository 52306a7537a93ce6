//! Words and numbers for pictures and pages.

use std::iter;
use std::ops::Range;

/// Between groups of three digits; narrow, and no place to break a line.
const SEPARATOR: char = '\u{202f}';

/// Text that can stand in XML and HTML, also within quotes. Characters that neither allows are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// A number with this many digits behind the point, in groups of three digits before it.
pub(crate) fn grouped(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "?".to_owned();
    }
    let plain = format!("{value:.decimals$}");
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let (sign, whole) = match whole.strip_prefix('-') {
        Some(whole) => ("\u{2212}", whole),
        None => ("", whole),
    };
    let mut text = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(SEPARATOR);
        }
        text.push(digit);
    }
    text + fraction
}

/// Sizes that are written without a power of ten.
const USUAL: Range<f64> = 1e-4..1e15;

/// A number in full: whole ones as they are, others with six digits or two behind the point.
pub(crate) fn in_full(value: f64) -> String {
    let size = value.abs();
    if value.is_finite() && size > 0.0 && !USUAL.contains(&size) {
        return in_powers(value);
    }
    if value.fract() == 0.0 {
        return grouped(value, 0);
    }
    let text = grouped(value, decimals_for(value, 6).max(2));
    trimmed(&text).to_owned()
}

/// A number in few characters, for an axis: 250, 1.5k, 20M; a power of ten where there is no letter for it.
pub(crate) fn short(value: f64) -> String {
    const UNITS: [(f64, &str); 5] = [(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T")];
    let size = value.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if !USUAL.contains(&size) {
        return in_powers(value);
    }
    let unit = UNITS.iter().rfind(|(unit, _)| size >= *unit);
    let (unit, letter) = unit.unwrap_or(&UNITS[0]);
    six_digits(value / unit) + letter
}

/// A number as a multiple of a power of ten.
fn in_powers(value: f64) -> String {
    let text = format!("{value:.2e}");
    let (factor, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised: String = exponent.chars().map(superscript).collect();
    match trimmed(factor) {
        "1" => format!("10{raised}"),
        factor => format!("{}×10{raised}", factor.replace('-', "\u{2212}")),
    }
}

const fn superscript(c: char) -> char {
    match c {
        '-' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        other => other,
    }
}

fn six_digits(value: f64) -> String {
    let text = format!("{value:.*}", decimals_for(value, 6));
    trimmed(&text).replace('-', "\u{2212}")
}

/// How many digits stand behind the point when a number is written with this many significant digits.
fn decimals_for(value: f64, digits: usize) -> usize {
    const MOST: usize = 12;
    let size = value.abs();
    let before = iter::successors(Some(1.0), |power| Some(power * 10.0))
        .take_while(|&power| power <= size)
        .take(digits)
        .count();
    let zeros_behind = iter::successors(Some(0.1), |power| Some(power / 10.0))
        .take_while(|&power| power > size)
        .take(MOST)
        .count();
    (digits - before + zeros_behind).min(MOST)
}

/// Without zeros at the end of a fraction.
fn trimmed(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_plain_text() {
        assert_eq!(
            escaped("a<b> & \"c\"\u{0}\n"),
            "a&lt;b&gt; &amp; &quot;c&quot; "
        );
    }

    #[test]
    fn digits_stand_in_groups_of_three() {
        let written = [0.0, 999.0, 1000.0, 1_234_567.0, -45_678.0].map(|value| grouped(value, 0));
        let spaced = written.map(|text| text.replace('\u{202f}', " "));
        assert_eq!(spaced, ["0", "999", "1 000", "1 234 567", "\u{2212}45 678"]);
        assert_eq!(grouped(0.5, 2), "0.50");
        assert_eq!(grouped(f64::INFINITY, 2), "?");
    }

    #[test]
    fn full_numbers_keep_what_counts() {
        let written = [7.0, 66.8, 42883.484, 0.012_345_678, 1.0 / 3.0].map(in_full);
        let spaced = written.map(|text| text.replace('\u{202f}', " "));
        assert_eq!(spaced, ["7", "66.8", "42 883.48", "0.0123457", "0.333333"]);
        assert_eq!([0.0, 1e300, f64::NAN].map(in_full), ["0", "10³⁰⁰", "?"]);
    }

    #[test]
    fn short_numbers_have_letters_for_thousands() {
        let written = [0.0, 0.3, 250.0, 1000.0, 1500.0, 2e7, 1e9, 5e14].map(short);
        assert_eq!(
            written,
            ["0", "0.3", "250", "1k", "1.5k", "20M", "1G", "500T"]
        );
        assert_eq!([-2000.0, 0.001].map(short), ["\u{2212}2k", "0.001"]);
    }

    #[test]
    fn numbers_without_a_letter_are_powers_of_ten() {
        let written = [1e-6, 5e-7, 1e16, -2.5e21].map(short);
        assert_eq!(written, ["10⁻⁶", "5×10⁻⁷", "10¹⁶", "\u{2212}2.5×10²¹"]);
    }
}

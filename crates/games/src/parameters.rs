use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use starmax_core::{ParseError, choose_by_text};

/// The parameters of a game, written `key=value,key=value` behind its name: the `goal=30` of `pig:goal=30`.
///
/// ```
/// use starmax_games::Parameters;
///
/// let parameters = Parameters::parse("goal=30", &["goal"])?;
/// assert_eq!(parameters.number("goal", 20, 1..=1000)?, 30);
/// assert_eq!(
///     parameters.number("goal", 20, 1..=10).unwrap_err().to_string(),
///     r#"found "goal=30", expected goal=N with N from 1 to 10"#
/// );
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters<'a> {
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Parameters<'a> {
    /// Splits `text` into its parameters; an empty text has none. `known` are the keys that the game understands.
    ///
    /// # Errors
    /// When a part is not `key=value`, or its key is unknown or was given before.
    pub fn parse(text: &'a str, known: &[&str]) -> Result<Self, ParseError> {
        let expected = || match known {
            [] => "nothing: this game has no parameters".to_owned(),
            keys => format!(
                "parameters written key=value, with the key one of {}",
                keys.join(", ")
            ),
        };
        let mut pairs = Vec::new();
        let parts = if text.trim().is_empty() {
            None
        } else {
            Some(text.split(','))
        };
        for part in parts.into_iter().flatten() {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| ParseError::new(part, expected()))?;
            let (key, value) = (key.trim(), value.trim());
            if !known.contains(&key) {
                return Err(ParseError::new(part, expected()));
            }
            if pairs.iter().any(|&(earlier, _)| earlier == key) {
                return Err(ParseError::new(text, format!("{key} only once")));
            }
            pairs.push((key, value));
        }
        Ok(Self { pairs })
    }

    /// The number given for `key`, or else `default`.
    ///
    /// # Errors
    /// When it is no number, or outside `range`.
    pub fn number<T: FromStr + PartialOrd + Display>(
        &self,
        key: &str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, ParseError> {
        let Some(value) = self.value(key) else {
            return Ok(default);
        };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(ParseError::new(
                format!("{key}={value}"),
                format!("{key}=N with N from {} to {}", range.start(), range.end()),
            )),
        }
    }

    /// The choice named for `key`, or else `default`.
    ///
    /// # Errors
    /// Lists the names when none of them was given.
    pub fn choice<T: Copy>(
        &self,
        key: &str,
        default: T,
        choices: &[(&str, T)],
    ) -> Result<T, ParseError> {
        let Some(value) = self.value(key) else {
            return Ok(default);
        };
        choose_by_text(value, key, choices, |(name, _)| (*name).to_owned())
            .map(|&(_, choice)| choice)
    }

    fn value(&self, key: &str) -> Option<&'a str> {
        self.pairs
            .iter()
            .find(|&&(name, _)| name == key)
            .map(|&(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error<T: std::fmt::Debug>(result: Result<T, ParseError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn an_empty_text_means_the_defaults() {
        for text in ["", "  "] {
            let parameters = Parameters::parse(text, &["n"]).unwrap();
            assert_eq!(parameters.number("n", 8, 1..=9), Ok(8));
            assert_eq!(
                parameters.choice("order", 'a', &[("ascending", 'a')]),
                Ok('a')
            );
        }
    }

    #[test]
    fn several_parameters_come_in_any_order() {
        let parameters = Parameters::parse("order=Random, n=4", &["n", "order"]).unwrap();
        assert_eq!(parameters.number("n", 8, 1..=9), Ok(4));
        assert_eq!(
            parameters.choice("order", 'a', &[("ascending", 'a'), ("random", 'r')]),
            Ok('r')
        );
    }

    #[test]
    fn unknown_keys_list_the_known_ones() {
        let expected = "parameters written key=value, with the key one of n, order";
        for part in ["m=4", "4", ""] {
            assert_eq!(
                error(Parameters::parse(&format!("n=1,{part}"), &["n", "order"])),
                format!("found \"{part}\", expected {expected}")
            );
        }
        assert_eq!(
            error(Parameters::parse("n=1", &[])),
            "found \"n=1\", expected nothing: this game has no parameters"
        );
    }

    #[test]
    fn a_parameter_is_given_only_once() {
        assert_eq!(
            error(Parameters::parse("n=1,n=2", &["n"])),
            "found \"n=1,n=2\", expected n only once"
        );
    }

    #[test]
    fn numbers_outside_the_range_say_the_range() {
        for value in ["0", "10", "-1", "x", "", "99999999999"] {
            let text = format!("n={value}");
            let parameters = Parameters::parse(&text, &["n"]).unwrap();
            assert_eq!(
                error(parameters.number("n", 8_u32, 1..=9)),
                format!("found \"n={value}\", expected n=N with N from 1 to 9")
            );
        }
    }

    #[test]
    fn unknown_choices_list_the_known_ones() {
        let parameters = Parameters::parse("order=x", &["order"]).unwrap();
        assert_eq!(
            error(parameters.choice("order", 'a', &[("ascending", 'a'), ("random", 'r')])),
            "found \"x\", expected order, one of ascending, random"
        );
    }
}

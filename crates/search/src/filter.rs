use std::fmt;
use std::str::FromStr;

use crate::SettingsError;

/// Which moves at the root [`Algorithm::StaticReply`](crate::Algorithm::StaticReply) searches further, after each of its iterations.
///
/// There is one step per iteration; once they are used up, the last one holds for all that follow. GNU Backgammon calls
/// this move filters. The default, `8:0.16,2:0.04`, is close to what is "normal" there. But it counts the moves besides the best
/// one, and also drops moves at depth 3, where GNU Backgammon would not look (`8:0.16,none` does not drop any there).
///
/// ```
/// use starmax_search::{Filter, Keep};
///
/// let filter: Filter = "8:0.16,none".parse()?;
/// assert_eq!(filter.after(0), Keep { others: 8, margin: 0.16 });
/// assert_eq!(filter.after(1), Keep::EVERYTHING);
/// assert_eq!(filter.after(7), Keep::EVERYTHING);
/// assert_eq!(filter.to_string(), "8:0.16,none");
/// # Ok::<(), starmax_search::SettingsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// One at least.
    steps: Vec<Keep>,
}

/// What a step of a [`Filter`] lets pass besides the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keep {
    /// At most this many other moves,
    pub others: usize,
    /// and only those whose value is at most this much worse than that of the best one.
    pub margin: f64,
}

impl Keep {
    /// No move is dropped.
    pub const EVERYTHING: Self = Self {
        others: usize::MAX,
        margin: f64::INFINITY,
    };

    /// How many of the moves pass whose values, each seen by the player who moves, are given from the best to the worst.
    pub(crate) fn count(self, values: &[f64]) -> usize {
        let Some(&best) = values.first() else {
            return 0;
        };
        let most = self.others.saturating_add(1).min(values.len());
        let is_near = |&&value: &&f64| value >= best - self.margin;
        values[..most].iter().take_while(is_near).count()
    }
}

impl Filter {
    /// The filter with these steps; without any, no move is dropped.
    #[must_use]
    pub fn new(mut steps: Vec<Keep>) -> Self {
        if steps.is_empty() {
            steps.push(Keep::EVERYTHING);
        }
        Self { steps }
    }

    /// No move is dropped.
    #[must_use]
    pub fn none() -> Self {
        Self::new(Vec::new())
    }

    /// What passes after this iteration, counted from 0.
    #[must_use]
    pub fn after(&self, iteration: usize) -> Keep {
        self.steps[iteration.min(self.steps.len() - 1)]
    }
}

impl Default for Filter {
    fn default() -> Self {
        let keep = |others, margin| Keep { others, margin };
        Self::new(vec![keep(8, 0.16), keep(2, 0.04)])
    }
}

const NONE: &str = "none";

/// As it can be read again.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<_> = self.steps.iter().map(Keep::to_string).collect();
        f.pad(&steps.join(","))
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::EVERYTHING {
            f.write_str(NONE)
        } else {
            write!(f, "{}:{}", self.others, self.margin)
        }
    }
}

/// Steps are separated by `,`, or by `/` where a comma already means something else.
impl FromStr for Filter {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let steps = text.split([',', '/']).map(|step| step.trim().parse());
        Ok(Self::new(steps.collect::<Result<_, _>>()?))
    }
}

impl FromStr for Keep {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        if text == NONE {
            return Ok(Self::EVERYTHING);
        }
        let keep = text.split_once(':').and_then(|(others, margin)| {
            let others = others.parse().ok()?;
            let margin = margin.parse().ok()?;
            (0.0..=f64::MAX)
                .contains(&margin)
                .then_some(Self { others, margin })
        });
        keep.ok_or_else(|| SettingsError::BadFilter(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_always_passes_and_others_if_they_are_few_and_near() {
        let values = [0.5, 0.5, 0.4, 0.1, -0.2];
        let keep = |others, margin| Keep { others, margin }.count(&values);
        assert_eq!(keep(0, 9.0), 1);
        assert_eq!(keep(9, 0.0), 2);
        assert_eq!(keep(9, 0.15), 3);
        assert_eq!(keep(1, 9.0), 2);
        assert_eq!(keep(9, 9.0), 5);
        assert_eq!(Keep::EVERYTHING.count(&values), 5);
        assert_eq!(Keep::EVERYTHING.count(&[]), 0);
    }

    #[test]
    fn what_is_written_can_be_read() {
        for text in ["none", "8:0.16", "8:0.16,2:0.04", "0:0", "3:1,none,1:0.5"] {
            let filter: Filter = text.parse().unwrap();
            assert_eq!(filter.to_string(), text);
        }
        assert_eq!("8:0.16/2:0.04".parse(), Ok(Filter::default()));
        assert_eq!("none".parse(), Ok(Filter::none()));
    }

    #[test]
    fn a_bad_step_is_named() {
        for (text, step) in [
            ("", ""),
            ("8", "8"),
            ("8:0.16,", ""),
            ("8:0.16,2", "2"),
            ("x:0.1", "x:0.1"),
            ("-1:0.1", "-1:0.1"),
            ("1.5:0.1", "1.5:0.1"),
            ("8:-0.1", "8:-0.1"),
            ("8:nan", "8:nan"),
            ("8:inf", "8:inf"),
            ("8:0.16:2", "8:0.16:2"),
        ] {
            let error = text.parse::<Filter>().unwrap_err();
            assert_eq!(error, SettingsError::BadFilter(step.to_owned()));
            assert_eq!(
                error.to_string(),
                format!(
                    "found \"{step}\", expected none, or MOVES:MARGIN such as 8:0.16, several with a comma between them"
                )
            );
        }
    }
}

//! How likely games end in which way, beside values.

use serde::Serialize;

/// How likely a game ends in some way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// The way.
    pub ending: &'static str,
    /// From 0 to 1.
    pub rate: f64,
    /// Its standard error, where it was estimated from trials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
}

impl Chance {
    /// The ending, short enough for the head of a column: `win bg` for a backgammon won.
    fn heading(&self) -> String {
        (self.ending.replace('_', " "))
            .replace("backgammon", "bg")
            .replace("gammon", "g")
    }

    /// The rate in percent.
    fn percent(&self) -> String {
        format!("{:.2}%", 100.0 * self.rate)
    }

    fn width(&self) -> usize {
        self.heading().len().max("100.00%".len() - 1)
    }

    /// The heads of the columns that [`Chance::columns`] writes.
    #[must_use]
    pub fn headings(chances: &[Self]) -> String {
        let column = |chance: &Self| format!("  {:>1$}", chance.heading(), chance.width());
        chances.iter().map(column).collect()
    }

    /// One column for each chance.
    #[must_use]
    pub fn columns(chances: &[Self]) -> String {
        let column = |chance: &Self| format!("  {:>1$}", chance.percent(), chance.width());
        chances.iter().map(column).collect()
    }
}

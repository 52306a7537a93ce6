//! What the papers printed, embedded from `published/*.csv`.

use std::fmt;
use std::str::FromStr;

use crate::Row;

/// Embeds files by name.
macro_rules! embed {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../published/", $name, ".csv")))),+]
    };
}

/// Every published table: its name and its text, comma-separated with a header.
pub const FILES: &[(&str, &str)] = embed![
    "ballard-table1-best-case",
    "ballard-table2-average-star1",
    "ballard-table3-average-star2",
    "hauk-backgammon-node-expansions",
    "hauk-backgammon-odd-even",
    "hauk-backgammon-probe-efficiency",
    "hauk-backgammon-seconds",
    "hauk-backgammon-tournaments",
    "hauk-dice-move-ordering",
    "hauk-dice-move-ordering-seconds",
    "hauk-dice-node-expansions",
    "hauk-dice-probe-efficiency",
    "hauk-dice-seconds",
    "hauk-dice-tournament",
    "veness-table1-million-nodes-depth13",
    "veness-table2-seconds-depth13",
];

/// A published table.
#[derive(Clone, Debug)]
pub struct PublishedTable {
    header: csv::StringRecord,
    records: Vec<csv::StringRecord>,
}

impl PublishedTable {
    /// The table of this name in [`FILES`].
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let (_, text) = (FILES.iter())
            .find(|(other, _)| *other == name)
            .unwrap_or_else(|| panic!("no published table is called {name}"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        Self {
            header: reader.headers().expect("a header").clone(),
            records: (reader.records())
                .map(|record| record.expect("as many fields as the header"))
                .collect(),
        }
    }

    /// The names of the columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.header.iter()
    }

    /// The texts of a column, from the first row to the last; none if there is no such column.
    pub fn column(&self, name: &str) -> impl Iterator<Item = &str> {
        let place = self.place(name);
        (self.records.iter()).filter_map(move |record| record.get(place?))
    }

    /// The figure in this column of the row that has all the keys of `row`.
    #[must_use]
    pub fn figure(&self, row: &Row, column: &str) -> Option<PrintedFigure> {
        let place = self.place(column)?;
        let record = self.records.iter().find(|record| {
            row.iter().all(|(name, key)| {
                let field = self.place(name).and_then(|place| record.get(place));
                field == Some(key.to_string().as_str())
            })
        })?;
        record.get(place)?.parse().ok()
    }

    fn place(&self, column: &str) -> Option<usize> {
        self.columns().position(|name| name == column)
    }
}

/// A figure as it was printed: a number, rounded to some digits.
///
/// ```
/// use starmax_experiments::PrintedFigure;
///
/// let figure: PrintedFigure = "67.0".parse()?;
/// assert!(figure.stands_for(66.96));
/// assert!(!figure.stands_for(66.9));
/// assert_eq!(figure.to_string(), "67.0");
/// # Ok::<(), std::num::ParseFloatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedFigure {
    value: f64,
    decimals: usize,
    se: f64,
    is_comparable: bool,
}

impl PrintedFigure {
    /// A number that follows from printed ones, with this many digits behind the point.
    #[must_use]
    pub fn derived(value: f64, decimals: usize) -> Self {
        let tens = 10_f64.powf(decimals as f64);
        Self::new((value * tens).round() / tens, decimals)
    }

    const fn new(value: f64, decimals: usize) -> Self {
        Self {
            value,
            decimals,
            se: 0.0,
            is_comparable: true,
        }
    }

    /// The figure as the mean of a sample that has this standard error.
    #[must_use]
    pub const fn with_se(self, se: f64) -> Self {
        Self { se, ..self }
    }

    /// The figure as one that other circumstances brought about: it is shown, but nobody expects the same.
    #[must_use]
    pub const fn for_the_record(self) -> Self {
        Self {
            is_comparable: false,
            ..self
        }
    }

    /// The standard error of the figure itself; 0 where it is not known.
    #[must_use]
    pub const fn se(self) -> f64 {
        self.se
    }

    /// Whether the same is to be expected here.
    #[must_use]
    pub const fn is_comparable(self) -> bool {
        self.is_comparable
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.value
    }

    /// How many digits were printed behind the point.
    #[must_use]
    pub const fn decimals(self) -> usize {
        self.decimals
    }

    /// Whether `number`, rounded to the printed digits, gives this figure.
    #[must_use]
    pub fn stands_for(self, number: f64) -> bool {
        self.distance(number) == 0.0
    }

    /// How far `number` is from the nearest one that rounds to this figure.
    #[must_use]
    pub fn distance(self, number: f64) -> f64 {
        let half_of_last_digit = 0.5 / 10_f64.powf(self.decimals as f64);
        let distance = (number - self.value).abs() - half_of_last_digit;
        // Not `max`, which would make nothing of NaN.
        if distance < 0.0 { 0.0 } else { distance }
    }
}

impl FromStr for PrintedFigure {
    type Err = std::num::ParseFloatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let decimals = (text.split_once('.')).map_or(0, |(_, fraction)| fraction.len());
        Ok(Self::new(text.parse()?, decimals))
    }
}

impl fmt::Display for PrintedFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.*}", self.decimals, self.value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_is_embedded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/published");
        let on_disk: BTreeSet<String> = (std::fs::read_dir(folder).unwrap())
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".csv").map(str::to_owned))
            .collect();
        let embedded = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(on_disk, embedded);
    }

    #[test]
    fn every_table_parses_and_has_a_figure_in_its_last_column() {
        for (name, _) in FILES {
            let table = PublishedTable::named(name);
            let last = table.columns().last().unwrap();
            assert!(table.column(last).count() >= 2, "{name}");
            for text in table.column(last) {
                assert!(text.parse::<PrintedFigure>().is_ok(), "{name}: {text}");
            }
        }
    }

    #[test]
    fn a_figure_is_found_by_the_keys_of_its_row() {
        let table = PublishedTable::named("hauk-dice-move-ordering");
        let found = |row: &Row, column| table.figure(row, column).map(PrintedFigure::value);
        let row = Row::from([("ordering", "static".into()), ("depth", 5.into())]);
        assert_eq!(found(&row, "nodes_mean"), Some(16324.0));
        assert_eq!(found(&row, "nodes"), None);
        assert_eq!(found(&row, "ordering"), None);
        let no_such_row = Row::from([("depth", 6.into())]);
        assert_eq!(found(&no_such_row, "nodes_mean"), None);
        let no_such_key = Row::from([("size", 5.into())]);
        assert_eq!(found(&no_such_key, "nodes_mean"), None);
    }

    #[test]
    fn a_figure_keeps_its_digits() {
        for text in ["40", "67.0", "0.0134", "213184303"] {
            assert_eq!(text.parse::<PrintedFigure>().unwrap().to_string(), text);
        }
        assert!("none".parse::<PrintedFigure>().is_err());
    }
}

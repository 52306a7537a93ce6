use serde::{Serialize, Serializer};
use starmax_report::page;

use crate::render::decimals;
use crate::{Agreement, MeasuredFigure, PrintedFigure, Row};

/// One figure of a table: published and measured. Serializes to one line of JSON:
///
/// ```
/// use starmax_experiments::{Cell, MeasuredFigure, Row};
///
/// let cell = Cell {
///     table: "ballard-1",
///     row: Row::from([("n", 4.into())]),
///     column: "star1_leaves",
///     published: "40".parse().ok(),
///     measured: MeasuredFigure::exact(40.0),
/// };
/// assert_eq!(
///     serde_json::to_string(&cell)?,
///     r#"{"table":"ballard-1","row":{"n":4},"column":"star1_leaves","published":40,"measured":40,"se":0,"samples":1}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The experiment's name.
    pub table: &'static str,
    /// Which row of the table.
    pub row: Row,
    /// Which column of the table.
    pub column: &'static str,
    /// What the paper says, if it says anything.
    pub published: Option<PrintedFigure>,
    /// What was measured.
    pub measured: MeasuredFigure,
}

impl Cell {
    /// How the two figures fit; `None` when nothing comparable was published, or one sample says nothing.
    #[must_use]
    pub fn agreement(&self) -> Option<Agreement> {
        let published = self.published.filter(|figure| figure.is_comparable())?;
        let MeasuredFigure { mean, se, samples } = self.measured;
        if se.is_infinite() {
            return None;
        }
        let allowed = (quantile(samples) * se).hypot(2.0 * published.se());
        Some(if published.stands_for(mean) {
            Agreement::Equal
        } else if published.distance(mean) <= allowed {
            Agreement::Close
        } else {
            Agreement::Differs
        })
    }

    /// Measured over published; `None` when nothing was published, or 0.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let published = self.published?.value();
        (published != 0.0).then(|| self.measured.mean / published)
    }

    /// The cell as a page shows it.
    #[must_use]
    pub fn figure(&self) -> page::Figure {
        let MeasuredFigure { mean, se, samples } = self.measured;
        page::Figure {
            row: (self.row.iter())
                .map(|(name, key)| (name, key.to_string()))
                .collect(),
            column: self.column,
            mean,
            se,
            samples,
            decimals: decimals(self),
            published: self.published.map(|figure| page::Published {
                value: figure.value(),
                decimals: figure.decimals(),
            }),
            ratio: self.ratio(),
            agreement: self.agreement(),
        }
    }
}

/// How many standard errors to either side hold 95% of all means of a number of values (Student's distribution).
fn quantile(samples: u64) -> f64 {
    const OF_FEW: [f64; 8] = [12.7, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31];
    match samples {
        0..=1 => 0.0,
        2..=9 => OF_FEW[usize::try_from(samples).expect("a few") - 2],
        10..=20 => 2.2,
        _ => 2.0,
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Line {
            table: self.table,
            row: &self.row,
            column: self.column,
            published: self.published.map(|figure| Number(figure.value())),
            measured: Number(self.measured.mean),
            se: Number(self.measured.se),
            samples: self.measured.samples,
        }
        .serialize(serializer)
    }
}

/// The form of a cell as data.
#[derive(Serialize)]
struct Line<'a> {
    table: &'a str,
    row: &'a Row,
    column: &'a str,
    published: Option<Number>,
    measured: Number,
    se: Number,
    samples: u64,
}

/// A number that is written without a fraction when it has none.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const LAST_EXACT: f64 = 9_007_199_254_740_992.0;
        if self.0.fract() == 0.0 && self.0.abs() <= LAST_EXACT {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a whole number that an i64 holds"
            )]
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(published: Option<&str>, measured: MeasuredFigure) -> Cell {
        Cell {
            table: "t",
            row: Row::default(),
            column: "c",
            published: published.map(|text| text.parse().unwrap()),
            measured,
        }
    }

    fn figure(mean: f64, se: f64) -> MeasuredFigure {
        MeasuredFigure {
            mean,
            se,
            samples: 9,
        }
    }

    #[test]
    fn figures_agree_when_they_print_alike_or_are_within_two_standard_errors() {
        for (published, mean, se, expected) in [
            ("62.5", 62.5, 0.0, Agreement::Equal),
            ("39.1", 39.0625, 0.0, Agreement::Equal),
            ("39", 39.6, 0.0, Agreement::Differs),
            ("39", 39.6, 0.06, Agreement::Close),
            ("39", 39.6, 0.04, Agreement::Differs),
            ("39", 38.4, 0.06, Agreement::Close),
        ] {
            let cell = cell(Some(published), figure(mean, se));
            assert_eq!(cell.agreement(), Some(expected), "{cell:?}");
        }
    }

    #[test]
    fn without_a_published_figure_there_is_nothing_to_compare() {
        let cell = cell(None, MeasuredFigure::exact(1.0));
        assert_eq!((cell.agreement(), cell.ratio()), (None, None));
    }

    #[test]
    fn a_published_sample_and_few_values_of_our_own_allow_for_more() {
        let with = |published: PrintedFigure, samples| Cell {
            published: Some(published),
            measured: MeasuredFigure {
                samples,
                ..figure(39.7, 0.08)
            },
            ..cell(None, MeasuredFigure::exact(0.0))
        };
        let published: PrintedFigure = "39".parse().unwrap();
        assert_eq!(with(published, 100).agreement(), Some(Agreement::Differs));
        assert_eq!(with(published, 3).agreement(), Some(Agreement::Close));
        let sampled = published.with_se(0.08);
        assert_eq!(with(sampled, 100).agreement(), Some(Agreement::Close));
        assert_eq!(with(sampled.for_the_record(), 100).agreement(), None);
        let alone = cell(Some("39"), figure(70.0, f64::INFINITY));
        assert_eq!(alone.agreement(), None, "one sample says nothing");
    }

    #[test]
    fn json_writes_null_for_what_is_unknown_and_keeps_fractions() {
        let cell = cell(None, figure(39.0625, f64::INFINITY));
        assert_eq!(
            serde_json::to_string(&cell).unwrap(),
            r#"{"table":"t","row":{},"column":"c","published":null,"measured":39.0625,"se":null,"samples":9}"#
        );
    }
}

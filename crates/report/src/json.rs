//! Reports for programs to read, one line each. What has no line here serializes as it is.

use serde::Serialize;

use crate::{Cost, TreeReport, Unfinished};

impl TreeReport {
    /// The report as JSON on one line.
    ///
    /// # Panics
    /// Never: every part of a report can be written as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Line {
            algorithm: &'static str,
            value: Option<f64>,
            bounds: [f64; 2],
            best: Option<usize>,
            #[serde(skip_serializing_if = "Option::is_none")]
            interrupted: Option<Unfinished>,
            stats: Cost,
        }
        let line = Line {
            algorithm: self.algorithm.name(),
            value: self.value,
            bounds: [self.bounds.lower, self.bounds.upper],
            best: self.best,
            interrupted: self.interrupted,
            stats: self.cost,
        };
        serde_json::to_string(&line).expect("names and numbers can be written as JSON")
    }
}

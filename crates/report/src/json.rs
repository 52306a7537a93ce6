//! Reports for programs to read, one line each. What has no line here serializes as it is.

use serde::Serialize;

use crate::{Cost, Named, TreeReport, Unfinished};

impl TreeReport {
    /// The report as JSON on one line.
    ///
    /// # Panics
    /// Never: every part of a report can be written as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.line(&Named::default(), None, 0)
    }

    /// The report as JSON, with options and visits if they are known.
    pub(crate) fn line(
        &self,
        options: &Named,
        visits: Option<Vec<VisitLine<'_>>>,
        more: usize,
    ) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            algorithm: &'static str,
            #[serde(flatten)]
            options: &'a Named,
            value: Option<f64>,
            bounds: [f64; 2],
            best: Option<usize>,
            #[serde(skip_serializing_if = "Option::is_none")]
            interrupted: Option<Unfinished>,
            stats: Cost,
            #[serde(skip_serializing_if = "Option::is_none")]
            visits: Option<Vec<VisitLine<'a>>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            more_visits: Option<usize>,
        }
        let line = Line {
            algorithm: self.algorithm.name(),
            options,
            value: self.value,
            bounds: [self.bounds.lower, self.bounds.upper],
            best: self.best,
            interrupted: self.interrupted,
            stats: self.cost,
            visits,
            more_visits: (more > 0).then_some(more),
        };
        serde_json::to_string(&line).expect("names and numbers can be written as JSON")
    }
}

/// A visit of a node as JSON.
#[derive(Serialize)]
pub(crate) struct VisitLine<'a> {
    /// The path from the root.
    pub(crate) node: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<&'a str>,
    /// Search, or probe for everything that a probe led to.
    pub(crate) purpose: &'static str,
    /// An end without limit is null, and so is the window of an algorithm without windows.
    pub(crate) window: Option<[f64; 2]>,
    pub(crate) bounds: [f64; 2],
    /// Why the node was left.
    pub(crate) exit: &'static str,
}

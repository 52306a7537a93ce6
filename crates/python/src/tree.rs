//! Explicit trees.

use pyo3::prelude::*;
use starmax_catalog::{TreeOptions, trace_tree};
use starmax_games::Tree;
use starmax_report::TracedTree;
use starmax_search::Place;

use crate::errors::value_error;
use crate::work::{Setting, read_options, stoppable};

/// A tree whose nodes and leaves are written down.
#[pyclass(frozen, module = "starmax._native")]
pub(crate) struct NativeTree(Tree);

#[pymethods]
impl NativeTree {
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        Tree::from_json(json).map(Self).map_err(value_error)
    }

    /// What a search found and what it visited, as JSON.
    fn json(&self, py: Python<'_>, options: Vec<Setting>) -> PyResult<String> {
        self.traced(py, &options, |traced| traced.to_json())
    }

    /// The same as text.
    fn text(&self, py: Python<'_>, options: Vec<Setting>) -> PyResult<String> {
        self.traced(py, &options, |traced| traced.text())
    }

    /// The same for Graphviz.
    fn dot(&self, py: Python<'_>, options: Vec<Setting>) -> PyResult<String> {
        self.traced(py, &options, |traced| traced.dot())
    }

    /// The same as a picture, up to a visit if one is given.
    fn svg(
        &self,
        py: Python<'_>,
        options: Vec<Setting>,
        visits: Option<usize>,
    ) -> PyResult<String> {
        self.traced(py, &options, |traced| match visits {
            Some(visits) => traced.after(visits).svg(),
            None => traced.svg(),
        })
    }
}

impl NativeTree {
    fn traced(
        &self,
        py: Python<'_>,
        settings: &[Setting],
        show: impl FnOnce(TracedTree<'_>) -> String + Send,
    ) -> PyResult<String> {
        let options = read_options(Place::Tree, settings)?;
        let shown = stoppable(py, |stop| {
            let options = TreeOptions {
                options,
                stop: Some(stop),
                visited: None,
            };
            trace_tree(&self.0, &options).map(show)
        })?;
        shown.map_err(value_error)
    }
}

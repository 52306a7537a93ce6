//! The native half of the Python package `starmax`. It is as thin as can be: games by name are those of `starmax_catalog`, long jobs are the
//! commands of the command line ([`starmax_cli::host`]), and what comes back is their JSON. Only games that are written in Python need more:
//! `source` asks them, `rules` makes them games of the engine, and `graph` is what is left of one once it was walked through.
#![expect(
    clippy::needless_pass_by_value,
    reason = "what Python hands over is the function's own"
)]

mod errors;
mod graph;
mod key;
mod named;
mod own;
mod playing;
mod rules;
mod source;
mod state;
mod tree;
mod work;

use pyo3::prelude::*;

/// What Python sees; `python/starmax/_native.pyi` has its types.
#[pymodule]
mod _native {
    use std::ffi::OsString;

    use pyo3::prelude::*;
    use serde_json::json;
    use starmax_catalog::Games;

    use crate::errors::value_error;
    use crate::work::interruptible;

    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::named::NativeGame;
    #[pymodule_export]
    use crate::own::{check, enumerate, search};
    #[pymodule_export]
    use crate::tree::NativeTree;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// The games that can be opened by name, as JSON.
    #[pyfunction]
    fn games() -> String {
        let games = Games::default();
        let all: Vec<_> = games
            .iter()
            .map(|entry| {
                let about = entry.about();
                json!({
                    "game": about.name,
                    "about": about.summary,
                    "parameters": about.parameters,
                    "notation": about.notation,
                    "evaluators": about.evaluators,
                    "depth": about.depth,
                })
            })
            .collect();
        serde_json::Value::from(all).to_string()
    }

    /// Runs a command of the command line, and gives the lines of JSON that it prints.
    #[pyfunction]
    fn call(
        py: Python<'_>,
        command: &str,
        operands: Vec<String>,
        options: Vec<(String, Option<String>)>,
    ) -> PyResult<String> {
        let printed = interruptible(py, starmax_cli::host::stop, || {
            let operands: Vec<_> = operands.iter().map(String::as_str).collect();
            let options: Vec<_> = (options.iter())
                .map(|(name, value)| (name.as_str(), value.as_deref()))
                .collect();
            starmax_cli::host::call(command, &operands, &options)
        })?;
        printed.map_err(value_error)
    }

    /// The command line: does what the words say, and gives the exit code.
    #[pyfunction]
    fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
        py.detach(|| starmax_cli::main_of(words, &[]))
    }
}

//! Errors of the engine as exceptions of Python, with the same messages.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use starmax_catalog::ReportError;

pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) fn report_error(error: ReportError) -> PyErr {
    match error {
        ReportError::NoMemory(_) => PyMemoryError::new_err(error.to_string()),
        ReportError::NoThread(cause) => PyOSError::new_err(cause.to_string()),
        ReportError::Interrupted => PyRuntimeError::new_err("interrupted"),
        other => value_error(other),
    }
}

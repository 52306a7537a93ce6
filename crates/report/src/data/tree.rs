//! What solving a tree brought.

use starmax_core::Bounds;
use starmax_search::Algorithm;

use super::{Cost, Unfinished};

/// What solving a tree brought. Every value is seen by `Max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeReport {
    /// The algorithm that was used.
    pub algorithm: Algorithm,
    /// The value of the root; `None` when it lies outside the window that was asked about, or the search was cut short, and only bounds are
    /// proven.
    pub value: Option<f64>,
    /// What is proven about the root's value.
    pub bounds: Bounds,
    /// The first of the best root moves; `None` unless the root is a decision and a move reaches the window.
    pub best: Option<usize>,
    /// What a search that was cut short had proven.
    pub interrupted: Option<Unfinished>,
    /// What it cost.
    pub cost: Cost,
}

//! Search results as data, text and pictures, and the list of games that can be searched by name.
//!
//! Below this crate everything is generic and static; above it (command line, page, Python) everything is data. The types
//! are erased here, once per search and never per node.

mod cost;
mod tree;

pub use cost::Cost;
pub use tree::{TreeOptions, TreeReport, TreeReportError, solve_tree};

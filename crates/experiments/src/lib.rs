//! The published tables, measured again: an [`Experiment`] runs the searches of a paper and hands out [`Cell`]s, each with
//! the published figure beside the measured one.
//!
//! Nothing here prints. [`EXPERIMENTS`] is the list, [`find`] looks a name up, [`text_table`] and [`csv_table`] turn cells into text,
//! and a cell serializes to one line of JSON.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use starmax_experiments::{Agreement, RunOptions, find};
//!
//! let stop = AtomicBool::new(false);
//! let mut cells = Vec::new();
//! find("ballard-1")?.run(&RunOptions::new(&stop), &mut |cell| cells.push(cell))?;
//! assert!(cells.iter().all(|cell| cell.agreement() == Some(Agreement::Equal)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ballard;
mod cell;
mod chart;
mod estimate;
mod experiment;
mod page;
pub mod published;
mod render;
mod row;

pub use cell::{Agreement, Cell};
pub use chart::{Axis, Chart, Point, Scale, Series, Source, Ticks};
pub use estimate::Estimate;
pub use experiment::{DEFAULT_SEED, Experiment, RunOptions, Stopped, UnknownTable, find};
pub use page::{Heading, Section, page};
pub use published::Figure;
pub use render::{csv_table, text_table};
pub use row::{Key, Row};

/// Every table that can be measured again, in the order of the papers.
pub const EXPERIMENTS: &[&dyn Experiment] =
    &[&ballard::TABLE_1, &ballard::TABLE_2, &ballard::TABLE_3];

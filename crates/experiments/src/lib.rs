//! The published tables, measured again: an [`Experiment`] says what has to be searched, a [`Run`] does it and writes every result
//! down, and a [`MeasuredTable`] has the [`Cell`]s, each with the published figure beside the measured one.
//!
//! Nothing here prints. [`EXPERIMENTS`] is the list, [`find`] looks a name up, [`text_table`] and [`csv_table`] turn cells into text,
//! and a cell serializes to one line of JSON.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use starmax_arena::Crew;
//! use starmax_experiments::{Agreement, Extent, MeasuredTable, Run, find};
//!
//! let extent = Extent::default();
//! let crew = Crew { threads: 2.try_into()?, stop: &AtomicBool::new(false) };
//! let mut run = Run::in_memory();
//! run.measure(find("ballard-1")?, &extent, &crew, &mut |_| {})?;
//! let cells = MeasuredTable::new(find("ballard-1")?, &extent, run.results()).cells;
//! assert!(cells.iter().all(|cell| cell.agreement() == Some(Agreement::Equal)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ballard;
mod beyond;
mod cell;
mod dice_search;
mod experiment;
mod extent;
mod hauk;
mod measured_figure;
mod pictures;
mod plan;
pub mod published;
mod render;
mod row;
mod run;
mod search;
mod veness;
mod work;

pub use cell::Cell;
pub use experiment::{AboutTable, Experiment, MeasuredTable, UnknownTable, find};
pub use extent::{DEFAULT_SEED, Effort, Extent};
pub use measured_figure::MeasuredFigure;
pub use plan::{Plan, Record, Results, Sample, Stopped, Task};
pub use published::PrintedFigure;
pub use render::{csv_table, text_table};
pub use row::{Key, Row};
pub use run::{Run, RunError, RunProgress};
pub use starmax_report::page::Agreement;
pub use work::Work;

/// Every table that can be measured again, in the order of the papers.
pub const EXPERIMENTS: &[&dyn Experiment] = &[
    &ballard::TABLE_1,
    &ballard::TABLE_2,
    &ballard::TABLE_3,
    &hauk::TOURNAMENT,
    &hauk::PROBING,
    &hauk::SECONDS[0],
    &hauk::NODES[0],
    &hauk::SECONDS[1],
    &hauk::NODES[1],
    &hauk::SECONDS[2],
    &hauk::NODES[2],
    &hauk::SECONDS[3],
    &hauk::NODES[3],
    &hauk::SECONDS[4],
    &hauk::NODES[4],
    &hauk::SECONDS[5],
    &hauk::NODES[5],
    &hauk::SECONDS[6],
    &hauk::NODES[6],
    &hauk::ORDERING_NODES,
    &hauk::ORDERING_SECONDS,
    &hauk::ORDERING_EFFICIENCY,
    &hauk::BACKGAMMON_SECONDS,
    &hauk::BACKGAMMON_PROBING,
    &hauk::ODD_EVEN[0],
    &hauk::ODD_EVEN[1],
    &hauk::BACKGAMMON_NODES,
    &hauk::TOURNAMENTS[0],
    &hauk::TOURNAMENTS[1],
    &hauk::TOURNAMENTS[2],
    &hauk::TOURNAMENTS[3],
    &veness::TABLE_1,
    &veness::TABLE_2,
    &beyond::Ablation,
    &beyond::Growth,
];

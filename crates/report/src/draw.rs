//! Pictures.

pub(crate) mod board;
pub(crate) mod chart;
pub(crate) mod figures;
mod pen;
pub(crate) mod tree;

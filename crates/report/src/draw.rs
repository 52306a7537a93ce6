//! Pictures.

pub(crate) mod chart;
pub(crate) mod figures;
mod pen;
pub(crate) mod tree;

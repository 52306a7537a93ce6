//! Pictures.

mod pen;
pub(crate) mod tree;

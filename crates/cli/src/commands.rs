//! One module per command.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod cube;
pub(crate) mod external;
pub(crate) mod games;
pub(crate) mod merge;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod reproduce;
pub(crate) mod rollout;
pub(crate) mod search;
pub(crate) mod show;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tree;
pub(crate) mod ubgi;

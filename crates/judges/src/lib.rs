//! What judges games by what was learned or worked out beforehand: nets and tables, and their files.
//!
//! [`backgammon`] has a net and the tables of the bearoff, [`dice`] a small net.

pub mod backgammon;
pub mod dice;

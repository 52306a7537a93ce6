//! What judges backgammon: nets and bearoff tables.

mod bearoff;

pub use bearoff::{Bearoff, CacheProblem, Distribution, Home, RaceChances};

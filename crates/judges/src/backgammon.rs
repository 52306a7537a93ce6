//! What judges backgammon: nets and bearoff tables.

mod bearoff;
mod cube;
mod net;

pub use bearoff::{Bearoff, CacheProblem, Distribution, Home, RaceChances};
pub use cube::takes_double;
pub use net::{
    BackgammonNet, Chances, Envelope, Kernel, KernelError, NetError, NetFile, NetInputs,
    NetWeights, Places, Races, WideWork, logistic, with_wide_registers,
};

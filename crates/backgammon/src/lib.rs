//! What judges backgammon: nets and bearoff tables.

mod net;

pub use net::{
    BackgammonNet, Chances, Kernel, NetError, NetFile, NetInputs, NetWeights, Races, SealedFile,
    WideWork, logistic, with_wide_registers,
};

//! What judges backgammon: nets, bearoff tables, and what the doubling cube makes of them.

mod bearoff;
mod cube;
mod cubeful;
mod net;
mod race;

pub use bearoff::{Bearoff, CacheProblem, Distribution, Home, RaceChances, for_each_end, home_of};
pub use cube::{
    Action, Answer, CubeValues, Explanation, MatchEquities, MatchEquitiesError, NoDouble, Point,
    ScoreError, Stakes, Verdict, Worth, efficiency, takes_double,
};
pub use cubeful::CubefulNet;
pub use net::{
    BackgammonNet, Chances, Envelope, Kernel, KernelError, NetError, NetFile, NetInputs,
    NetWeights, Places, Races, WideWork, logistic, with_wide_registers,
};
pub use race::{PaceNet, Track};

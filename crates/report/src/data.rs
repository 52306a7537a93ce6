//! Results as data.

mod analysis;
mod assessment;
mod chances;
mod cost;
mod cube;
mod errors;
mod reading;
mod report;
mod rollout;
mod shard;
mod tournament;
mod tree;

pub use analysis::{AnalysedDecision, AnalysedGame, AnalysisReport, Choice, PlayerAnalysis, Tally};
pub use assessment::{Assessment, Decision};
pub use chances::Chance;
pub use cost::Cost;
pub use cube::{
    CubeErrors, CubeEstimate, CubeExplanation, CubeReport, EquityMargin, MatchWinningChances,
};
pub use errors::{ErrorReport, MoveError, PlayerErrors};
pub use reading::Reading;
pub use report::{
    FILTER, LegalMove, MoveReport, Named, REUSE_DEEPER, Report, Unfinished, ends, plain_zero,
};
pub use rollout::{Margin, Other, PlayedTrial, RolledOut, RolloutCost, RolloutReport};
pub use shard::ShardReport;
pub use tournament::{PairingReport, PlayedPair, TournamentReport};
pub use tree::TreeReport;

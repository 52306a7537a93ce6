//! Results as data, text and pictures.
//!
//! Nothing is searched here: `starmax-catalog` searches and fills these types, and programs that show results take them from here.

mod data;
mod draw;
mod json;
pub mod page;
mod text;

pub use data::{
    AnalysedDecision, AnalysedGame, AnalysisReport, Assessment, Chance, Choice, Cost, CubeErrors,
    CubeEstimate, CubeExplanation, CubeReport, Decision, EquityMargin, ErrorReport, FILTER,
    LegalMove, Margin, MatchWinningChances, MoveError, MoveReport, Named, Other, PairingReport,
    PlayedPair, PlayedTrial, PlayerAnalysis, PlayerErrors, REUSE_DEEPER, Reading, Report,
    RolledOut, RolloutCost, RolloutReport, ShardReport, Tally, TournamentReport, TreeReport,
    Unfinished, ends, plain_zero,
};
pub use draw::board::{Board, Theme};
pub use draw::chart::{Axis, Chart, Point, Scale, Series, Source, Ticks};
pub use draw::tree::{Drawing, Recording, TracedTree};
pub use json::{TraceHeading, write_trace};

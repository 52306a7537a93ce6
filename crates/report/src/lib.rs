//! Search results as data, text and pictures, and the list of games that can be searched by name.
//!
//! Below this crate everything is generic and static; above it (command line, page, Python) everything is data. The types
//! are erased here, once per search and never per node.

mod arena;
mod chances;
mod check;
mod cost;
mod error;
mod games;
mod many_players;
mod noise;
mod opened;
mod play;
mod player;
mod position;
mod registry;
mod report;
mod request;
mod rollout;
mod search;
mod text;
mod tournament;
mod tree;

pub use arena::{Arena, SelfPlay};
pub use chances::Chance;
pub use cost::Cost;
pub use error::ReportError;
pub use games::GAMES;
pub use noise::Noise;
pub use play::{Assessment, Decision, ErrorReport, Event, Match, MoveError, PlayerErrors, Turn};
pub use player::{PlayerSpec, parse_time};
pub use registry::{
    About, AnyEvaluator, Entry, OpenGame, Registered, Registration, Task, open_game,
};
pub use report::{LegalMove, MoveReport, Named, Report, Unfinished};
pub use request::{Request, Root};
pub use rollout::{
    Margin, Other, PlayedTrial, Progress, RolledOut, Rollout, RolloutCost, RolloutOptions,
    RolloutPlan, RolloutReport, RollsOut,
};
pub use tournament::{PairingReport, PlayedPair, Tournament, TournamentOptions};
pub use tree::{TracedTree, TreeOptions, TreeReport, TreeReportError, solve_tree, trace_tree};

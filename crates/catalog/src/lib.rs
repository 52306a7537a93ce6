//! The games that can be searched by name, and everything that is done with them. This is the border of types, the only place where they
//! are erased: below it everything is generic and static; above it (command line, experiments) everything is data. Erasure happens once per
//! search and never per node.

mod analysis;
mod arena;
mod check;
mod cube;
mod error;
mod evaluate;
mod games;
mod heading;
mod judge;
mod many_players;
mod measure;
mod noise;
mod opened;
mod own;
mod play;
mod player;
mod position;
mod registry;
mod request;
mod rollout;
mod search;
mod tournament;
mod trace;
mod tree;

pub use analysis::{Analysis, AnalysisRun, Analyst, JudgedAction};
pub use arena::{Arena, SelfPlay};
pub use cube::{CubeJudge, CubeQuestion, CubeSetup, Owner, parse_chances};
pub use error::ReportError;
pub use evaluate::Positions;
pub use games::{BackgammonRegistration, CubefulRegistration, GAMES};
pub use judge::{AnyEvaluator, AnyJudge, EvaluatorTask, Judge, UsualOrAny};
pub use measure::{Measured, Measurement};
pub use noise::Noise;
pub use opened::{Move, Opened, State};
pub use own::{OwnGame, OwnPlayers, check_not_over};
pub use play::{Event, Match, Step, Turn};
pub use player::{PlayerSpec, parse_time};
pub use registry::{
    About, GameEntry, Games, OpenGame, PositionFilter, Registered, Registration, Rows, StepOf,
    TableManners, Win, open_game,
};
pub use request::{Request, RootText};
pub use rollout::{Rollout, RolloutOptions, RolloutPlan, RolloutProgress, RollsOut};
pub use tournament::{Tournament, TournamentOptions};
pub use trace::WatchedSearch;
pub use tree::{TreeOptions, TreeReportError, solve_tree, trace_tree};

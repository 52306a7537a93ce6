//! Backgammon with the cube: for money, or a match.

use std::path::Path;
use std::sync::Arc;

use starmax_core::{ParseError, Player, Rules};
use starmax_games::{CubefulBackgammon, CubefulMove, CubefulState, Format, Phase};
use starmax_judges::backgammon::{BackgammonNet, CubefulNet, MatchEquities};
use starmax_report::Reading;

use super::{BackgammonRegistration, read_backgammon_net};
use crate::Opened;
use crate::ReportError;
use crate::judge::{EvaluatorTask, Judge};
use crate::registry::{About, GameEntry, OpenGame, PositionFilter, Registered, Registration};

/// Backgammon with and without the cube under one name: its parameters decide.
pub(in crate::games) struct BackgammonEntry;

/// What it is without them.
const WITHOUT_CUBE: Registered<BackgammonRegistration> = Registered::new();

impl GameEntry for BackgammonEntry {
    fn about(&self) -> About {
        WITHOUT_CUBE.about()
    }

    fn open(&self, parameters: &str) -> Result<Box<dyn OpenGame>, ReportError> {
        if has_cube(parameters) {
            Ok(Box::new(Opened::<CubefulRegistration>::new(parameters)?))
        } else {
            WITHOUT_CUBE.open(parameters)
        }
    }

    fn filters(&self) -> Vec<&'static str> {
        WITHOUT_CUBE.filters()
    }
}

/// Whether the parameters of backgammon ask for the cube.
fn has_cube(parameters: &str) -> bool {
    let words = parameters.split([',', '=']).map(str::trim);
    words
        .into_iter()
        .any(|word| ["match", "money", "jacoby", "beavers"].contains(&word))
}

/// Backgammon with the cube, which is also asked about with its types.
pub struct CubefulRegistration;

impl Registration for CubefulRegistration {
    type Game = CubefulBackgammon;
    type Judge = CubefulNet;
    const RANKED: usize = BackgammonRegistration::RANKED;
    const ABOUT: About = About {
        summary: "Backgammon with the cube, for money or as a match.",
        evaluators: &[
            (
                "net",
                "a net that learned from games against itself, tables of the bearoff, and what the cube is worth",
            ),
            (
                "net:FILE",
                "such a net from a file of `starmax train backgammon`",
            ),
        ],
        ..BackgammonRegistration::ABOUT
    };

    const FILTERS: &'static [PositionFilter<Self>] =
        &[("contact", |state| state.board().is_contact())];

    fn open(parameters: &str) -> Result<CubefulBackgammon, ParseError> {
        CubefulBackgammon::parse_parameters(parameters)
    }

    fn board(
        game: &CubefulBackgammon,
        state: &CubefulState,
        last: Option<CubefulMove>,
        viewer: Option<Player>,
    ) -> String {
        game.draw_for(viewer.unwrap_or(state.board().player()), state, last)
    }

    fn tell_outcome(game: &CubefulBackgammon, state: &CubefulState, roll: &str) -> String {
        let name = |player| Self::ABOUT.name_of(player);
        match (state.phase(), roll.strip_suffix("-min")) {
            (Phase::Opening, Some(roll)) => format!("{} begins with {roll}", name(Player::Min)),
            (Phase::Opening, None) => format!("{} begins with {roll}", name(Player::Max)),
            _ => format!("{} rolls {roll}", name(game.player(state))),
        }
    }

    fn reading(
        game: &CubefulBackgammon,
        judge: &CubefulNet,
        state: &CubefulState,
    ) -> Option<Reading> {
        let stakes = judge.stakes(state);
        let viewer = game.player(state);
        let equity = |value: f64| viewer.sees(stakes.to_equity(viewer.sees(value), state.cube()));
        let zero = equity(0.0);
        Some(Reading {
            unit: match game.format() {
                Format::Money { .. } => "points",
                Format::Match { .. } => Reading::MATCH_WINNING_CHANCE,
            },
            value: match game.format() {
                Format::Money { .. } => [0.0, 1.0],
                Format::Match { .. } => [0.5, 0.5],
            },
            equity: [zero, equity(1.0) - zero],
        })
    }

    fn judge(game: &CubefulBackgammon, name: &str) -> Result<CubefulNet, ReportError> {
        let net = match name.strip_prefix("net:") {
            Some(file) => read_backgammon_net(Path::new(file))?,
            None => BackgammonNet::shipped().clone(),
        };
        let equities = Arc::new(MatchEquities::usual().clone());
        let format = game.format();
        CubefulNet::new(net, format, equities).map_err(|error| ReportError::LongMatch {
            game: format!("backgammon:{format}"),
            reason: error.to_string(),
        })
    }
}

/// It has a search of its own in the binary.
impl Judge<CubefulBackgammon> for CubefulNet {
    fn run<T: EvaluatorTask<CubefulBackgammon>>(&self, task: T) -> T::Output {
        task.run(self)
    }
}

//! Backgammon with the cube: for money, or a match.

use std::path::Path;
use std::sync::Arc;

use starmax_arena::rollout::Endings;
use starmax_core::{Notation, ParseError, Player, Rules};
use starmax_games::{Crawford, CubefulBackgammon, CubefulMove, CubefulState, Format, Phase};
use starmax_judges::backgammon::{BackgammonNet, CubefulNet, MatchEquities};
use starmax_report::Reading;

use super::endings::CubefulEndings;
use super::{BackgammonRegistration, read_backgammon_net, read_equities, records};
use crate::error::no_match;
use crate::judge::{EvaluatorTask, Judge};
use crate::registry::{About, GameEntry, OpenGame, PositionFilter, Registered, Registration};
use crate::{Opened, ReportError, StepOf, TableManners};

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

    const ORDINARY_WIN: Option<f64> = Some(1.0);

    const TABLE: TableManners = TableManners {
        record: Some(".mat"),
        resignations: &["single", "gammon", "backgammon"],
        help: "Before the roll: roll or double. After a double: take, pass (or drop), and beaver where that is agreed on.",
    };

    fn tell_move(
        game: &CubefulBackgammon,
        state: &CubefulState,
        name: &str,
        text: &str,
    ) -> Option<String> {
        let cube = state.cube().value();
        match game.parse_move(state, text).ok()? {
            CubefulMove::Roll => None,
            CubefulMove::Double => Some(format!("{name} doubles to {}", 2 * cube)),
            CubefulMove::Take => Some(format!(
                "{name} takes and has the cube, which shows {}",
                2 * cube
            )),
            CubefulMove::Beaver => Some(format!(
                "{name} beavers and keeps the cube, which shows {}",
                4 * cube
            )),
            CubefulMove::Pass => Some(format!("{name} passes")),
            CubefulMove::Checkers(_) => Some(format!("{name} plays {text}")),
        }
    }

    fn tell_change(
        game: &CubefulBackgammon,
        before: &CubefulState,
        after: &CubefulState,
    ) -> Option<String> {
        if after.phase() != Phase::Opening || before.phase() == Phase::Opening {
            return None;
        }
        let [max, min] = after.score();
        let won = [0, 1].map(|player: usize| after.score()[player] - before.score()[player]);
        let (winner, points) = if won[0] > 0 {
            (Player::Max, won[0])
        } else {
            (Player::Min, won[1])
        };
        let crawford = if after.crawford() == Crawford::Now {
            "; the Crawford game is next"
        } else {
            ""
        };
        let (name, points, length) = (
            Self::ABOUT.name_of(winner),
            in_points(points),
            game.format().length(),
        );
        Some(format!(
            "{name} wins {points}. The score is {max}-{min} to {length}{crawford}."
        ))
    }

    fn describe_win(game: &CubefulBackgammon, state: &CubefulState) -> Option<String> {
        if state.phase() != Phase::Over {
            return None;
        }
        let [max, min] = state.score();
        Some(match game.format() {
            Format::Money { .. } => in_points(max.max(min)),
            Format::Match { .. } => format!("the match {}-{}", max.max(min), max.min(min)),
        })
    }

    fn resigned(
        game: &CubefulBackgammon,
        state: &CubefulState,
        player: Player,
        way: usize,
    ) -> Option<CubefulState> {
        let points = [1, 2, 3].get(way)?;
        let is_played = !matches!(state.phase(), Phase::Opening | Phase::Over);
        is_played.then(|| game.resigned(state, player, *points))
    }

    fn write_record(
        game: &CubefulBackgammon,
        names: [&str; 2],
        start: &CubefulState,
        steps: &[StepOf<Self>],
    ) -> Result<String, String> {
        records::write(*game, names, start, steps)
    }

    fn read_record(game: &CubefulBackgammon, bytes: &[u8]) -> Result<Vec<StepOf<Self>>, String> {
        records::read(*game, bytes)
    }

    fn endings<'a>(
        _game: &CubefulBackgammon,
        judge: &'a CubefulNet,
        viewer: Player,
    ) -> Box<dyn Endings<CubefulBackgammon> + Sync + 'a> {
        Box::new(CubefulEndings::new(judge.net(), viewer))
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
        let net = read_evaluator(name)?;
        cubeful_net(net, game.format(), Arc::new(MatchEquities::usual().clone()))
    }

    fn judge_with_equities(
        game: &CubefulBackgammon,
        name: &str,
        equities: &Path,
    ) -> Result<CubefulNet, ReportError> {
        let format = game.format();
        if let Format::Money { .. } = format {
            return Err(no_match(name_of(format)));
        }
        let equities = Arc::new(read_equities(equities)?);
        cubeful_net(read_evaluator(name)?, format, equities)
    }
}

/// The game in this format, as on the command line.
pub(crate) fn name_of(format: Format) -> String {
    format!("{}:{format}", CubefulRegistration::ABOUT.name)
}

/// The net of an evaluator, by name.
pub(crate) fn read_evaluator(name: &str) -> Result<BackgammonNet, ReportError> {
    match name.strip_prefix("net:") {
        Some(file) => read_backgammon_net(Path::new(file)),
        None => Ok(BackgammonNet::shipped().clone()),
    }
}

/// The judgement of a net in games of this format, if the table of match equities is long enough.
pub(crate) fn cubeful_net(
    net: BackgammonNet,
    format: Format,
    equities: Arc<MatchEquities>,
) -> Result<CubefulNet, ReportError> {
    CubefulNet::new(net, format, equities).map_err(|error| ReportError::LongMatch {
        game: name_of(format),
        reason: error.to_string(),
    })
}

fn in_points(points: u32) -> String {
    format!("{points} point{}", if points == 1 { "" } else { "s" })
}

/// It has a search of its own in the binary.
impl Judge<CubefulBackgammon> for CubefulNet {
    fn run<T: EvaluatorTask<CubefulBackgammon>>(&self, task: T) -> T::Output {
        task.run(self)
    }
}

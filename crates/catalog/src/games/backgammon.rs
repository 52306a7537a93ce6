//! Backgammon, judged by nets.

mod cube;
mod cubeful;
mod endings;
mod records;

use std::fs;
use std::path::Path;

use starmax_arena::rollout::Endings;
use starmax_core::{Constant, ParseError, Player};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, Pips};
use starmax_judges::backgammon::{BackgammonNet, MatchEquities, NetFile};
use starmax_report::{Board, Theme};
use starmax_search::Level;

pub(super) use self::cubeful::BackgammonEntry;
pub use self::cubeful::CubefulRegistration;
pub(crate) use self::cubeful::{cubeful_net, name_of};
use self::endings::BackgammonEndings;
use super::unusable;
use crate::ReportError;
use crate::judge::{AnyJudge, EvaluatorTask, Judge};
use crate::registry::{About, PositionFilter, Registration, Rows, Win};

/// Backgammon, which is also asked about with its types.
pub struct BackgammonRegistration;

impl Registration for BackgammonRegistration {
    type Game = Backgammon;
    type Judge = BackgammonJudge;
    const RANKED: usize = 5;
    const ABOUT: About = About {
        name: "backgammon",
        summary: "Backgammon, without the cube unless it is a match or for money; a move is a whole turn, a roll one of 21.",
        players: &["X", "O"],
        parameters: &[
            (
                "scoring",
                "points (a gammon counts 2, a backgammon 3) or win (every win counts 1; default points)",
            ),
            ("match", "the points that win a match, played with the cube"),
            (
                "money",
                "a game for money with the cube (a word alone: backgammon:money)",
            ),
            (
                "jacoby",
                "for money: gammons count only after a double (money,jacoby)",
            ),
            (
                "beavers",
                "for money: who takes may double at once and keep the cube (money,beavers)",
            ),
        ],
        notation: "a position ID of GNU Backgammon, player on roll second (such as 4HPwATDgc/ABMA, with -31 when 31 was rolled), \
                   a GNUBGID or an XGID; moves 8/5 6/5, bar/21 13/9(3), 24/18*/15, 6/off or pass",
        evaluators: &[
            (
                "net",
                "a net that learned from games against itself, and tables of the bearoff",
            ),
            (
                "net:FILE",
                "such a net from a file of `starmax train backgammon`",
            ),
            (
                "pips",
                "the lead in the race as a share of all that is left to do",
            ),
            ("even", "every unfinished game is worth 0"),
        ],
        depth: 3,
        level: Some(Level::USUAL),
    };

    const ROWS: Option<Rows<Self>> = Some(Rows {
        length: Backgammon::ROW,
        write: |state, out| out.extend(Backgammon::row(state)),
        read: Backgammon::state_of_row,
    });

    const FILTERS: &'static [PositionFilter<Self>] = &[("contact", BackgammonState::is_contact)];

    const WINS: &'static [Win] = &[
        Win {
            points: 1.0,
            words: "1 point",
        },
        Win {
            points: 2.0,
            words: "a gammon: 2 points",
        },
        Win {
            points: 3.0,
            words: "a backgammon: 3 points",
        },
    ];

    fn open(parameters: &str) -> Result<Backgammon, ParseError> {
        Backgammon::parse_parameters(parameters)
    }

    /// Always seen by the viewer, no matter who is on roll, so that the board does not turn around.
    fn board(
        game: &Backgammon,
        state: &BackgammonState,
        last: Option<BackgammonMove>,
        viewer: Option<Player>,
    ) -> String {
        game.draw_for(viewer.unwrap_or(state.player()), state, last)
    }

    fn draw_text(
        game: &Backgammon,
        text: &str,
        state: &BackgammonState,
    ) -> Result<String, ParseError> {
        game.draw_text(text, state)
    }

    /// Seen by the player on roll, as the text is.
    fn picture(
        game: &Backgammon,
        text: &str,
        state: &BackgammonState,
        mv: Option<BackgammonMove>,
        theme: Theme,
    ) -> Result<Option<String>, ParseError> {
        let board = Board {
            around: game.match_around(text, state)?,
            mv,
            theme,
            ..Board::new(state)
        };
        Ok(Some(board.svg()))
    }

    fn win(game: &Backgammon, state: &BackgammonState) -> Option<&'static Win> {
        let points = f64::from(game.win_in_points(state)?);
        Self::WINS.iter().find(|win| win.points == points)
    }

    fn tell_outcome(_game: &Backgammon, state: &BackgammonState, roll: &str) -> String {
        format!("{} rolls {roll}", Self::ABOUT.name_of(state.player()))
    }

    fn endings<'a>(
        game: &Backgammon,
        judge: &'a BackgammonJudge,
        viewer: Player,
    ) -> Box<dyn Endings<Backgammon> + Sync + 'a> {
        Box::new(BackgammonEndings::new(*game, judge.net(), viewer))
    }

    fn judge(_game: &Backgammon, name: &str) -> Result<BackgammonJudge, ReportError> {
        if let Some(file) = name.strip_prefix("net:") {
            return Ok(BackgammonJudge::File(read_backgammon_net(Path::new(file))?));
        }
        Ok(match name {
            "even" => BackgammonJudge::Any(Box::new(Constant(0.0))),
            "pips" => BackgammonJudge::Any(Box::new(Pips)),
            _ => BackgammonJudge::Shipped,
        })
    }
}

/// Nets are worth a search of their own in the binary.
pub enum BackgammonJudge {
    /// The one that comes with the program.
    Shipped,
    /// One from a file.
    File(BackgammonNet),
    /// What has no net.
    Any(AnyJudge<Backgammon>),
}

impl BackgammonJudge {
    /// The net, which knows more than values.
    fn net(&self) -> Option<&BackgammonNet> {
        match self {
            Self::Shipped => Some(BackgammonNet::shipped()),
            Self::File(net) => Some(net),
            Self::Any(_) => None,
        }
    }
}

impl Judge<Backgammon> for BackgammonJudge {
    fn run<T: EvaluatorTask<Backgammon>>(&self, task: T) -> T::Output {
        match self {
            Self::Shipped => task.run(BackgammonNet::shipped()),
            Self::File(net) => task.run(net),
            Self::Any(judge) => judge.run(task),
        }
    }
}

pub(crate) fn read_backgammon_net(path: &Path) -> Result<BackgammonNet, ReportError> {
    let bytes = fs::read(path).map_err(unusable(path))?;
    let file = NetFile::parse(&bytes).map_err(unusable(path))?;
    Ok(BackgammonNet::new(file))
}

/// Reads a table of match equities.
pub(crate) fn read_equities(path: &Path) -> Result<MatchEquities, ReportError> {
    let bytes = fs::read(path).map_err(unusable(path))?;
    MatchEquities::parse(&bytes).map_err(unusable(path))
}

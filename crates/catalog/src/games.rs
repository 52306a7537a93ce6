//! The list of games. A new game is one registration and one line in [`GAMES`].

mod backgammon;

use std::fmt;
use std::path::Path;

use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::rollout::{Endings, WonOrLost};
use starmax_core::{Constant, ParseError, Player};
use starmax_games::{
    BallardTree, Dice, DiceMove, DiceState, Pairs, PairsTanh, Pig, PigLead, PigState, TicTacToe,
    Trio, random_position,
};
use starmax_judges::dice::{self, DiceNet};

use crate::ReportError;
use crate::judge::{AnyJudge, UsualOrAny};
use crate::many_players::ManyPlayersEntry;
use crate::registry::{About, GameEntry, Registered, Registration};

use self::backgammon::BackgammonEntry;
pub(crate) use self::backgammon::{
    BackgammonJudge, cubeful_net, name_of, read_backgammon_net, read_equities,
};
pub use self::backgammon::{BackgammonRegistration, CubefulRegistration};

/// Every game that can be searched by name.
pub static GAMES: [&dyn GameEntry; 6] = [
    &Registered::<TicTacToeRegistration>::new(),
    &Registered::<PigRegistration>::new(),
    &Registered::<DiceRegistration>::new(),
    &BackgammonEntry,
    &Registered::<BallardRegistration>::new(),
    &TRIO,
];

struct TicTacToeRegistration;

impl Registration for TicTacToeRegistration {
    type Game = TicTacToe;
    type Judge = AnyJudge<TicTacToe>;
    const HAS_CHANCE: bool = false;
    const ABOUT: About = About {
        name: "tic-tac-toe",
        summary: "Three in a row on a board of nine squares; no chance at all.",
        players: &["X", "O"],
        parameters: &[],
        notation: "nine squares row by row, each x, o or . (such as xx.oo....); moves a1 to c3",
        evaluators: &[("even", "every unfinished game is worth 0")],
        depth: 9,
        level: None,
    };

    fn open(parameters: &str) -> Result<TicTacToe, ParseError> {
        TicTacToe::parse_parameters(parameters)
    }

    fn judge(_game: &TicTacToe, _name: &str) -> Result<Self::Judge, ReportError> {
        Ok(Box::new(Constant(0.0)))
    }
}

struct PigRegistration;

impl Registration for PigRegistration {
    type Game = Pig;
    type Judge = UsualOrAny<Pig, PigLead>;
    const ABOUT: About = About {
        name: "pig",
        summary: "Roll on and risk the turn, or hold; a player moves several times in a row.",
        players: &["Max", "Min"],
        parameters: &[("goal", "points that win, 1 to 1000 (default 20)")],
        notation: "whose turn, both scores, the turn so far (such as max:12-7+5, with +die when the die is in the air)",
        evaluators: &[
            ("lead", "the lead in points as a share of the goal"),
            ("even", "every unfinished game is worth 0"),
        ],
        depth: 11,
        level: None,
    };

    fn open(parameters: &str) -> Result<Pig, ParseError> {
        Pig::parse_parameters(parameters)
    }

    fn tell_outcome(_game: &Pig, _state: &PigState, roll: &str) -> String {
        format!("the die shows {roll}")
    }

    fn endings<'a>(
        _game: &Pig,
        _judge: &'a Self::Judge,
        viewer: Player,
    ) -> Box<dyn Endings<Pig> + Sync + 'a> {
        Box::new(WonOrLost { viewer })
    }

    fn judge(_game: &Pig, name: &str) -> Result<Self::Judge, ReportError> {
        Ok(match name {
            "even" => UsualOrAny::Any(Box::new(Constant(0.0))),
            _ => UsualOrAny::Usual(PigLead),
        })
    }
}

struct DiceRegistration;

impl Registration for DiceRegistration {
    type Game = Dice;
    type Judge = UsualOrAny<Dice, Pairs>;
    const ABOUT: About = About {
        name: "dice",
        summary: "k in a row, but a die picks the row (for X) or the column (for O) of every stone.",
        players: &["X", "O"],
        parameters: &[
            ("MxM", "the board, first of all, 3x3 to 19x19 (default 5x5)"),
            ("k", "stones in a row that win, 2 to M (default 4)"),
        ],
        notation: "the rows with numbers for empty squares, whose turn, and the roll if thrown (such as 5/2x2/5/5/5:o3); moves b3 or pass",
        evaluators: &[
            ("pairs", "the lead in pairs, a win counting as 32 of them"),
            (
                "tanh",
                "the hyperbolic tangent of 0.15 times the lead in pairs",
            ),
            (
                "net",
                "a net that learned from games against itself; only for 5x5,k=4",
            ),
            ("net:FILE", "such a net from a file of `starmax train dice`"),
        ],
        depth: 5,
        level: None,
    };

    fn open(parameters: &str) -> Result<Dice, ParseError> {
        Dice::parse_parameters(parameters)
    }

    /// As in the experiments of the thesis.
    fn random_position(game: &Dice, rng: &mut Xoshiro256PlusPlus) -> DiceState {
        random_position(game, rng)
    }

    fn board(
        game: &Dice,
        state: &DiceState,
        last: Option<DiceMove>,
        _viewer: Option<Player>,
    ) -> String {
        game.draw_after(state, last)
    }

    fn tell_outcome(_game: &Dice, state: &DiceState, roll: &str) -> String {
        format!("{} rolls {roll}", Self::ABOUT.name_of(state.player()))
    }

    fn endings<'a>(
        _game: &Dice,
        _judge: &'a Self::Judge,
        viewer: Player,
    ) -> Box<dyn Endings<Dice> + Sync + 'a> {
        Box::new(WonOrLost { viewer })
    }

    fn judge(game: &Dice, name: &str) -> Result<Self::Judge, ReportError> {
        let file = name.strip_prefix("net:");
        if (name == "net" || file.is_some()) && !DiceNet::fits(game) {
            let expected = "pairs or tanh on this board: the net is only for dice:5x5,k=4";
            return Err(ParseError::new(name, expected).into());
        }
        if let Some(file) = file {
            return Ok(UsualOrAny::Any(Box::new(read_net(Path::new(file))?)));
        }
        Ok(match name {
            "tanh" => UsualOrAny::Any(Box::new(PairsTanh::default())),
            "net" => UsualOrAny::Any(Box::new(DiceNet::shipped())),
            _ => UsualOrAny::Usual(Pairs),
        })
    }
}

fn read_net(path: &Path) -> Result<DiceNet, ReportError> {
    let file = dice::NetFile::read(path).map_err(unusable(path))?;
    Ok(DiceNet::new(&file.weights))
}

fn unusable<E: fmt::Display>(path: &Path) -> impl FnOnce(E) -> ReportError {
    |reason| ReportError::Net {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

struct BallardRegistration;

impl Registration for BallardRegistration {
    type Game = BallardTree;
    type Judge = AnyJudge<BallardTree>;
    const ABOUT: About = About {
        name: "ballard",
        summary: "Ballard's trees of depth 3: max, chance and min, n children each, leaves that are sums of arcs.",
        players: &["Max", "Min"],
        parameters: &[
            ("n", "children of every node (default 8)"),
            ("order", "best or random arcs (default random)"),
            ("seed", "which random tree (default 1)"),
        ],
        notation: "the path from the root in child numbers (such as root, 3, 3.1)",
        evaluators: &[("even", "every unfinished tree is worth 0")],
        depth: 3,
        level: None,
    };

    fn open(parameters: &str) -> Result<BallardTree, ParseError> {
        BallardTree::parse_parameters(parameters)
    }

    fn judge(_game: &BallardTree, _name: &str) -> Result<Self::Judge, ReportError> {
        Ok(Box::new(Constant(0.0)))
    }
}

static TRIO: ManyPlayersEntry<Trio> = ManyPlayersEntry {
    about: About {
        name: "trio",
        summary: "Three players take stones; whoever takes the last one pays the two others. Searched by max^n.",
        players: &["A", "B", "C"],
        parameters: &[("pile", "stones at the start (default 12)")],
        notation: "whose turn, the pile, and a roll that waits to be played (such as a:12, b:7/2)",
        evaluators: &[("even", "every unfinished game pays 0 to all")],
        depth: 12,
        level: None,
    },
    open: Trio::parse_parameters,
};

//! Backgammon with the doubling cube, for money or as a match.

mod format;
mod notation;
mod state;

use std::cell::Cell;

use starmax_core::{Bounds, Game, Hashable, Node, ParseError, Player, Rules};

use super::{Backgammon, BackgammonMove, Roll, Scoring};

pub use format::Format;
pub use state::{CubefulState, Phase};

/// Backgammon with the doubling cube: a game for money, or a whole match.
///
/// Before the roll, a player who may turn the cube decides to roll or to double; the other one takes or passes, and for money perhaps beavers. These
/// steps cost no depth, so a search to depth 5 looks two replies ahead as it does without the cube. The opening roll decides who begins and is no double.
///
/// Values are points for money. In a match they are the chance to win it, as a number from -1 (lost) to 1 (won), and the
/// game goes on until somebody has all the points: the next game begins with another opening roll, and its score is part of the state.
/// The first game in which a player needs one more point is the Crawford game, in which nobody may double. A player to whom the
/// present cube is worth the whole match has no use for a double and is not asked.
///
/// # Positions
///
/// A position is written as an XGID, which holds the cube and the score. `:roll` behind it says that the player on roll could double and did not.
/// Between games it is `opening:3-5` or, when the Crawford game comes next, `opening:6-5:crawford`; the end is `over:7-5`.
/// All that [`Backgammon`] reads is read too; what a position does not say is as at the start.
///
/// ```
/// use starmax_core::{Notation, Rules};
/// use starmax_games::CubefulBackgammon;
///
/// let game = CubefulBackgammon::parse_parameters("match=7")?;
/// let state = game.parse_state("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:5:0:7:10")?;
/// let doubled = game.play(&state, game.parse_move(&state, "double")?);
/// let taken = game.play(&doubled, game.parse_move(&doubled, "take")?);
/// assert_eq!(game.write_state(&taken), "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:3:5:0:7:10");
/// let passed = game.play(&doubled, game.parse_move(&doubled, "pass")?);
/// assert_eq!(game.write_state(&passed), "opening:4-5");
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubefulBackgammon {
    format: Format,
}

/// What a player chooses: a cube action, or a move of checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubefulMove {
    /// Not to double, and to roll.
    Roll,
    /// To offer a double.
    Double,
    /// To take the double.
    Take,
    /// To take the double, and to double once more at once. The cube stays with the player who beavers. For money only.
    Beaver,
    /// To give up the game instead of taking the double.
    Pass,
    /// To move checkers.
    Checkers(BackgammonMove),
}

/// What the dice show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CubefulRoll {
    /// Both dice.
    pub roll: Roll,
    /// Who begins, if this is an opening roll: each player has thrown one die, and the higher one plays both.
    pub begins: Option<Player>,
}

impl CubefulBackgammon {
    /// The game in this format.
    #[must_use]
    pub const fn new(format: Format) -> Self {
        Self { format }
    }

    /// The game as named on the command line: `match=7`, or `money`, perhaps with `jacoby` and `beavers`.
    ///
    /// # Errors
    /// When a parameter is unknown or they do not fit to each other.
    pub fn parse_parameters(text: &str) -> Result<Self, ParseError> {
        Format::parse(text).map(Self::new)
    }

    /// What it is played for.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many points the winner of a game gets, the cube included. Under the Jacoby rule gammons count only after a double.
    #[must_use]
    pub fn points(&self, points_of_win: u8, turned: u8) -> u32 {
        let points = if turned == 0 && self.format.has_jacoby() {
            1
        } else {
            points_of_win
        };
        u32::from(points) << turned
    }

    /// The state after a player has given the game up, as a single game (1), a gammon (2) or a backgammon (3). Under the Jacoby rule all are single
    /// games before a double.
    #[must_use]
    pub fn resigned(
        &self,
        state: &CubefulState,
        player: Player,
        points_of_win: u8,
    ) -> CubefulState {
        self.finished(state, player.opponent(), points_of_win)
    }

    /// The state after a game has ended.
    fn finished(self, state: &CubefulState, winner: Player, points_of_win: u8) -> CubefulState {
        let points = self.points(points_of_win, state.cube.turned);
        self.format.next_game(state, winner, points)
    }

    /// The state in which `board.player()` is about to roll, or to double first.
    fn turn(self, state: CubefulState) -> CubefulState {
        let phase = if self.format.may_double(&state) {
            Phase::MayDouble
        } else {
            Phase::Rolling
        };
        CubefulState { phase, ..state }
    }
}

impl Rules for CubefulBackgammon {
    type State = CubefulState;
    type Move = CubefulMove;
    type Outcome = CubefulRoll;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> CubefulState {
        self.format.opening([0, 0])
    }

    #[inline]
    fn node(&self, state: &CubefulState) -> Node {
        let player = state.board.player();
        match state.phase {
            Phase::MayDouble | Phase::Moving => Node::Decision(player),
            Phase::Doubled => Node::Decision(player.opponent()),
            Phase::Rolling | Phase::Opening => Node::Chance,
            Phase::Over => Node::Terminal(self.format.value_of_end(state)),
        }
    }

    fn player(&self, state: &CubefulState) -> Player {
        match state.phase {
            Phase::Doubled => state.board.player().opponent(),
            _ => state.board.player(),
        }
    }

    fn moves(&self, state: &CubefulState, out: &mut Vec<CubefulMove>) {
        match state.phase {
            Phase::MayDouble => out.extend([CubefulMove::Roll, CubefulMove::Double]),
            Phase::Doubled => {
                out.push(CubefulMove::Take);
                if self.format.may_beaver(state) {
                    out.push(CubefulMove::Beaver);
                }
                out.push(CubefulMove::Pass);
            }
            _ => {
                let mut moves = MOVES.take();
                POINTS.moves(&state.board, &mut moves);
                out.extend(moves.drain(..).map(CubefulMove::Checkers));
                MOVES.set(moves);
            }
        }
    }

    fn outcomes(&self, state: &CubefulState, out: &mut Vec<(CubefulRoll, f64)>) {
        if state.phase == Phase::Opening {
            let rolls = Roll::all().filter(|roll| !roll.is_double());
            out.extend(rolls.flat_map(|roll| {
                [Player::Max, Player::Min].map(|player| {
                    let begins = Some(player);
                    (CubefulRoll { roll, begins }, 1.0 / 30.0)
                })
            }));
            return;
        }
        out.extend(Roll::all().map(|roll| {
            let begins = None;
            (CubefulRoll { roll, begins }, roll.probability())
        }));
    }

    #[inline]
    fn play(&self, state: &CubefulState, mv: CubefulMove) -> CubefulState {
        let player = state.board.player();
        match mv {
            CubefulMove::Roll => CubefulState {
                phase: Phase::Rolling,
                ..*state
            },
            CubefulMove::Double => CubefulState {
                phase: Phase::Doubled,
                ..*state
            },
            CubefulMove::Take => state.with_cube(1, player.opponent()),
            CubefulMove::Beaver => state.with_cube(2, player.opponent()),
            CubefulMove::Pass => self.finished(state, player, 1),
            CubefulMove::Checkers(mv) => {
                let next = CubefulState {
                    board: state.board.after(mv),
                    ..*state
                };
                match next.board.winner() {
                    None => self.turn(next),
                    Some(winner) => {
                        let loser = next.board.checkers(winner.opponent());
                        self.finished(state, winner, POINTS.points_of_win(loser))
                    }
                }
            }
        }
    }

    #[inline]
    fn resolve(&self, state: &CubefulState, outcome: CubefulRoll) -> CubefulState {
        let player = outcome.begins.unwrap_or(state.board.player());
        CubefulState {
            board: state.board.rolled(player, outcome.roll),
            phase: Phase::Moving,
            ..*state
        }
    }
}

thread_local! {
    /// Empty between uses.
    static MOVES: Cell<Vec<BackgammonMove>> = const { Cell::new(Vec::new()) };
}

/// How games end without the cube.
const POINTS: Backgammon = Backgammon::new(Scoring::Points);

impl Game for CubefulBackgammon {
    const WORK_VARIES: bool = true;
    const HAS_FREE_STEPS: bool = true;

    fn utility(&self) -> Bounds {
        self.format.utility()
    }

    /// Cube actions.
    #[inline]
    fn is_free(&self, state: &CubefulState) -> bool {
        matches!(state.phase, Phase::MayDouble | Phase::Doubled)
    }

    #[inline]
    fn promise(&self, state: &CubefulState, mv: CubefulMove) -> i32 {
        match mv {
            CubefulMove::Checkers(mv) => POINTS.promise(&state.board, mv),
            CubefulMove::Roll | CubefulMove::Take => 1,
            CubefulMove::Double | CubefulMove::Beaver | CubefulMove::Pass => 0,
        }
    }
}

impl Hashable for CubefulBackgammon {
    #[inline]
    fn hash(&self, state: &CubefulState) -> u64 {
        state.hash()
    }
}

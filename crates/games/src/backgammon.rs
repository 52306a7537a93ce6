use starmax_core::{Bounds, Game, Hashable, Node, ParseError, Player, Rules, WINNING};

use crate::Parameters;

mod board;
mod checkers;
mod cubeful;
mod evaluate;
mod fibs;
mod match_id;
mod match_state;
mod move_text;
mod moves;
mod notation;
mod objection;
mod ogid;
mod position_id;
mod roll;
mod row;
mod state;
mod xgid;

pub use checkers::{Checkers, PlaceSet};
pub use cubeful::{CubefulBackgammon, CubefulMove, CubefulRoll, CubefulState, Format, Phase};
pub use evaluate::Pips;
pub use fibs::FibsBoard;
pub use match_state::{Crawford, Cube, MatchState, Offer};
pub use moves::BackgammonMove;
pub use roll::Roll;
pub use state::BackgammonState;

use checkers::{BAR, CHECKERS, OFF};

/// Backgammon, without the doubling cube.
///
/// Max begins, and the first roll may be a double. A move is a whole turn; of the ways to reach a position only one is a move.
/// Both dice are played if possible (also when the larger one alone would win), else the larger one if possible; doubles are
/// played four times, or as often as possible. The winner has borne off all checkers first and gets one point; two for a gammon, when the loser has
/// borne off none; three for a backgammon, when the loser then also has a checker on the bar or in the winner's home.
/// With the parameter `scoring=win` every win counts one.
///
/// # Positions
///
/// A position is written as the position ID of GNU Backgammon, 14 characters that hold the checkers of both players, the
/// player on roll second. That player is Max; `-min` behind it says that it is Min, and a roll that waits to be played
/// comes last: `4HPwATDgc/ABMA`, `4HPwATDgc/ABMA-31`, `4HPwATDgc/ABMA-min`, `4HPwATDgc/ABMA-min-31`.
/// Also read are `start`, a GNUBGID (a position ID, a colon and a match ID, in which Max is player 1), an XGID, in which capital letters are
/// Max's checkers, and an OGID, in which Max is White. The rules have no place for the cube and the score of these three: [`Backgammon::parse_with_match`] gives them, and
/// [`Notation::unused`](starmax_core::Notation::unused) names them.
///
/// # Moves
///
/// Moves are written as usual, seen by the player who moves: `8/5 6/5`, `bar/21 13/9(3)`, `24/18*/15`, `6/off`, or
/// `pass` when nothing can be played. When they are read, their order, stars and stops do not matter as long as they leave no doubt.
///
/// ```
/// use starmax_core::{Notation, Rules};
/// use starmax_games::Backgammon;
///
/// let game = Backgammon::default();
/// let state = game.parse_state("4HPwATDgc/ABMA-31")?;
/// let after = game.play(&state, game.parse_move(&state, "6/5, 8/5")?);
/// assert_eq!(game.write_state(&after), "sGfwATDgc/ABMA-min");
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backgammon {
    scoring: Scoring,
}

/// What a win is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// 1, 2 for a gammon, 3 for a backgammon.
    #[default]
    Points,
    /// Always 1.
    Win,
}

impl Backgammon {
    /// The game with this scoring.
    #[must_use]
    pub const fn new(scoring: Scoring) -> Self {
        Self { scoring }
    }

    /// The game as named on the command line: `scoring=win`, `scoring=points`, or nothing for points.
    ///
    /// # Errors
    /// When a parameter is unknown or has an unknown value.
    pub fn parse_parameters(text: &str) -> Result<Self, ParseError> {
        let choices = [("points", Scoring::Points), ("win", Scoring::Win)];
        let parameters = Parameters::parse(text, &["scoring"])?;
        Ok(Self::new(parameters.choice(
            "scoring",
            Scoring::Points,
            &choices,
        )?))
    }

    /// What a win is worth.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// An interval that holds the value of every game that goes on from `state`: a player who has borne off a checker cannot lose more than
    /// one point.
    #[inline]
    #[must_use]
    pub fn possible_values(&self, state: &BackgammonState) -> Bounds {
        let loss = |player| {
            if state.off(player) > 0 {
                1.0
            } else {
                self.highest_value()
            }
        };
        Bounds::new(-loss(Player::Max), loss(Player::Min))
    }

    /// How many points the winner gets: 2 for a gammon and 3 for a backgammon, unless every win counts 1. `None` while the game goes on.
    #[must_use]
    pub fn win_in_points(&self, state: &BackgammonState) -> Option<u8> {
        let winner = state.winner()?;
        Some(self.points_of_win(state.checkers(winner.opponent())))
    }

    fn highest_value(self) -> f64 {
        match self.scoring {
            Scoring::Points => 3.0,
            Scoring::Win => 1.0,
        }
    }

    fn points_of_win(self, loser: Checkers) -> u8 {
        const FIRST_POINT_OF_WINNERS_HOME: u32 = 19;
        if self.scoring == Scoring::Win || loser.count(OFF) > 0 {
            1
        } else if loser.occupied() >> FIRST_POINT_OF_WINNERS_HOME == 0 {
            2
        } else {
            3
        }
    }
}

impl Rules for Backgammon {
    type State = BackgammonState;
    type Move = BackgammonMove;
    type Outcome = Roll;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> BackgammonState {
        BackgammonState::start()
    }

    #[inline]
    fn node(&self, state: &BackgammonState) -> Node {
        if let Some(winner) = state.winner() {
            let points = self.points_of_win(state.checkers(winner.opponent()));
            return Node::Terminal(winner.sees(f64::from(points)));
        }
        match state.roll {
            Some(_) => Node::Decision(state.player),
            None => Node::Chance,
        }
    }

    fn player(&self, state: &BackgammonState) -> Player {
        state.player
    }

    fn moves(&self, state: &BackgammonState, out: &mut Vec<BackgammonMove>) {
        let roll = state.roll.expect("a player moves after the roll");
        moves::push_moves(state, roll, out);
    }

    fn outcomes(&self, _: &BackgammonState, out: &mut Vec<(Roll, f64)>) {
        out.extend(Roll::all().map(|roll| (roll, roll.probability())));
    }

    #[inline]
    fn play(&self, state: &BackgammonState, mv: BackgammonMove) -> BackgammonState {
        state.after(mv)
    }

    #[inline]
    fn resolve(&self, state: &BackgammonState, roll: Roll) -> BackgammonState {
        let mut next = *state;
        next.roll = Some(roll);
        next
    }
}

impl Game for Backgammon {
    /// A player on the bar has few.
    const WORK_VARIES: bool = true;

    fn utility(&self) -> Bounds {
        Bounds::new(-self.highest_value(), self.highest_value())
    }

    /// What the thesis of Hauk counts (section 5.5.5): hits, then points made, then blots left where they can be hit.
    #[inline]
    fn promise(&self, state: &BackgammonState, mv: BackgammonMove) -> i32 {
        let after = state.after(mv);
        if after.off(state.player) == CHECKERS {
            return WINNING;
        }
        let [his, mine] = after.mine_and_his();
        let before = state.mine_and_his();
        prospects(mine, his) - prospects(before[0], before[1])
    }

    #[inline]
    fn can_play(&self, state: &BackgammonState, mv: BackgammonMove) -> bool {
        (state.roll).is_some_and(|roll| moves::can_play(state, roll, mv))
    }
}

/// What a glance at the board sees: checkers on the opponent's bar, own points, and own blots with an enemy behind them.
#[inline]
fn prospects(mine: Checkers, his: Checkers) -> i32 {
    const ON_BAR: i32 = 16;
    const POINT: i32 = 2;
    let in_danger = mine.blots_from(BAR - his.farthest());
    ON_BAR * i32::from(his.count(BAR)) + POINT * mine.points_made() - in_danger
}

impl Hashable for Backgammon {
    #[inline]
    fn hash(&self, state: &BackgammonState) -> u64 {
        state.hash()
    }
}

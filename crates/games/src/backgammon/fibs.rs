//! Boards as FIBS, the First Internet Backgammon Server, writes them. GNU Backgammon sends them to players outside of it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use starmax_core::{ParseError, Player};

use super::checkers::{BAR, CHECKERS, OFF};
use super::notation::assemble;
use super::{BackgammonState, Cube, MatchState, Offer, Roll};

/// Fields behind the prefix.
const FIELDS: usize = 52;
const PLACES: usize = 26;

/// A board in the format of FIBS: `board:` and 52 fields with colons between them.
///
/// | fields | what they are |
/// |---|---|
/// | 2 | the names of the players |
/// | 3 | the length of the match, both scores |
/// | 26 | a bar, the points 1 to 24, the other bar; checkers of colour 1 are positive, those of colour -1 negative |
/// | 1 | the colour of the player whose turn it is |
/// | 4 | the dice of the viewer, those of the other player; 0 before the roll |
/// | 4 | the cube, who may double, and whether the player whose turn it is has just done so |
/// | 4 | the viewer's colour, direction (1 from point 1 to 24, -1 from 24 to 1), home and bar |
/// | 4 | checkers that have been borne off, checkers on the bar, of the viewer first |
/// | 4 | two of no use, whether the Crawford game has been played, redoubles |
///
/// GNU Backgammon always shows the same side as the viewer, no matter which player it asks; whose turn it is counts. Here colour 1 is Max. Names
/// are not kept. The Jacoby rule and beavers are not on the board.
///
/// ```
/// use starmax_core::{Notation, Player, Rules};
/// use starmax_games::{Backgammon, FibsBoard};
///
/// let line = "board:gnubg:me:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
///             1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
/// let board: FibsBoard = line.parse()?;
/// assert_eq!(Backgammon::default().write_state(&board.state()?), "4HPwATDgc/ABMA-31");
/// assert_eq!(FibsBoard::new(&board.state()?, Player::Max, false), board);
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the protocol")]
pub struct FibsBoard {
    places: [i8; PLACES],
    turn: Player,
    roll: Option<Roll>,
    is_double_offered: bool,
    viewer: Player,
    length: u16,
    /// As they stand on the board; whose they are, see [`FibsBoard::around`].
    score: [u16; 2],
    /// What the cube shows.
    cube: u32,
    /// Whether the viewer may double, and the other.
    may_double: [bool; 2],
    /// Whether the viewer moves from point 1 to point 24.
    viewer_ascends: bool,
    /// The viewer's checkers that have been borne off, then the other's.
    off: [u8; 2],
    /// Whether the Crawford game has been played.
    is_after_crawford: bool,
    /// Whether doubles are allowed; GNU Backgammon allows none in the Crawford game.
    has_redoubles: bool,
}

/// The length of a match without end.
const UNLIMITED: u16 = 9999;

impl FibsBoard {
    /// What a board starts with.
    pub const PREFIX: &str = "board:";

    /// A state as the viewer sees it, who moves from point 1 to point 24 or the other way.
    ///
    /// # Panics
    /// Never: 15 checkers fit into every number.
    #[must_use]
    pub fn new(state: &BackgammonState, viewer: Player, viewer_ascends: bool) -> Self {
        let mut board = Self {
            places: [0; PLACES],
            turn: state.player,
            roll: state.roll,
            is_double_offered: false,
            viewer,
            length: 0,
            score: [0; 2],
            cube: 1,
            may_double: [true; 2],
            viewer_ascends,
            off: [viewer, viewer.opponent()].map(|player| state.off(player)),
            is_after_crawford: false,
            has_redoubles: false,
        };
        for player in [Player::Max, Player::Min] {
            let counts = state.checkers(player).counts();
            for (place, &count) in counts.iter().enumerate().skip(1) {
                let count = i8::try_from(count).expect("at most 15 checkers");
                board.places[board.index(player, place)] += sign(player) * count;
            }
        }
        board
    }

    /// Whether the player whose turn it is has doubled, and the other one has to take or to drop.
    #[must_use]
    pub fn is_double_offered(&self) -> bool {
        self.is_double_offered
    }

    /// The same board, with a double that waits for an answer.
    #[must_use]
    pub fn with_double_offered(self) -> Self {
        Self {
            is_double_offered: true,
            ..self
        }
    }

    /// Whether the offer that waits for an answer is a beaver: the cube is with the opponent of the player whose turn it is, who has doubled before.
    #[must_use]
    pub fn is_beaver_offered(&self) -> bool {
        self.is_double_offered && self.owner() == Some(self.turn.opponent())
    }

    /// The cube and the score as GNU Backgammon writes them. With a double the viewer's points come first, otherwise the other player's do.
    ///
    /// ```
    /// use starmax_games::FibsBoard;
    ///
    /// let line = "board:gnubg:me:5:3:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
    ///             1:3:1:3:1:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    /// let around = line.parse::<FibsBoard>()?.around();
    /// assert_eq!(around.parts(), ["cube 2 on X's side", "score 1-3 to 5"]);
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn around(&self) -> MatchState {
        let is_double = self.is_double_offered && !self.is_beaver_offered();
        let score = match (self.viewer, is_double) {
            (Player::Max, true) | (Player::Min, false) => self.score,
            (Player::Max, false) | (Player::Min, true) => [self.score[1], self.score[0]],
        };
        let length = Some(self.length).filter(|&length| length != UNLIMITED);
        let length = length.unwrap_or(0);
        let is_one_away = length > 0 && score.iter().any(|&points| points + 1 == length);
        MatchState {
            cube: Cube {
                #[expect(clippy::cast_possible_truncation, reason = "at most 15")]
                turned: self.cube.trailing_zeros() as u8,
                owner: self.owner(),
                ..Cube::default()
            },
            length,
            score,
            is_crawford: is_one_away && !self.is_after_crawford && !self.has_redoubles,
            offer: is_double.then_some(Offer::Double),
            ..MatchState::default()
        }
    }

    fn owner(&self) -> Option<Player> {
        match self.may_double {
            _ if self.cube == 1 => None,
            [true, false] => Some(self.viewer),
            [false, true] => Some(self.viewer.opponent()),
            _ => None,
        }
    }

    /// The checkers, whose turn it is, and the roll.
    ///
    /// # Errors
    /// When backgammon has no such position.
    pub fn state(&self) -> Result<BackgammonState, ParseError> {
        let text = self.to_string();
        let other = self.turn.opponent();
        let places = [self.places_of(self.turn), self.places_of(other)];
        let state = assemble(&text, places, self.turn, self.roll)?;
        for (player, off) in [self.viewer, self.viewer.opponent()]
            .into_iter()
            .zip(self.off)
        {
            let on_board = CHECKERS - state.off(player);
            if state.off(player) != off {
                let expected = format!(
                    "{CHECKERS} checkers of each player, not {on_board} on the board and {off} off"
                );
                return Err(ParseError::new(&text, expected));
            }
        }
        Ok(state)
    }

    /// A player's checkers on the points and the bar, seen by that player.
    fn places_of(&self, player: Player) -> [u8; PLACES] {
        let mut counts = [0; PLACES];
        for (place, count) in counts.iter_mut().enumerate().skip(1) {
            let signed = self.places[self.index(player, place)] * sign(player);
            *count = u8::try_from(signed).unwrap_or(0);
        }
        counts
    }

    /// Where a place of a player is on this board.
    fn index(&self, player: Player, place: usize) -> usize {
        if self.ascends(player) {
            BAR - place
        } else {
            place
        }
    }

    fn ascends(&self, player: Player) -> bool {
        self.viewer_ascends == (player == self.viewer)
    }
}

/// Where on a board a player's checkers go, and where they come from.
fn home_and_bar(ascends: bool) -> (usize, usize) {
    if ascends { (BAR, OFF) } else { (OFF, BAR) }
}

fn sign(player: Player) -> i8 {
    match player {
        Player::Max => 1,
        Player::Min => -1,
    }
}

/// Writes `You` and `Opponent` as the names.
impl fmt::Display for FibsBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (length, [score, other_score]) = (self.length, self.score);
        let prefix = Self::PREFIX;
        write!(f, "{prefix}You:Opponent:{length}:{score}:{other_score}")?;
        for count in self.places {
            write!(f, ":{count}")?;
        }
        let (one, other) = self.roll.map_or((0, 0), |roll| (roll.high(), roll.low()));
        let direction = if self.viewer_ascends { 1 } else { -1 };
        let (home, bar) = home_and_bar(self.viewer_ascends);
        let on_bar = |player| self.places[self.index(player, BAR)].unsigned_abs();
        write!(
            f,
            ":{turn}:{one}:{other}:{one}:{other}:{cube}:{may}:{other_may}:{doubled}:{colour}:{direction}:{home}:{bar}:{off}:{other_off}:{on_bar}:{other_on_bar}:0:0:{after}:{redoubles}",
            turn = sign(self.turn),
            cube = self.cube,
            may = u8::from(self.may_double[0]),
            other_may = u8::from(self.may_double[1]),
            doubled = u8::from(self.is_double_offered),
            colour = sign(self.viewer),
            off = self.off[0],
            other_off = self.off[1],
            on_bar = on_bar(self.viewer),
            other_on_bar = on_bar(self.viewer.opponent()),
            after = u8::from(self.is_after_crawford),
            redoubles = u8::from(self.has_redoubles),
        )
    }
}

/// Reads any line of the format; whether backgammon has such a position is asked by [`FibsBoard::state`].
impl FromStr for FibsBoard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let line = text.trim();
        let Some(fields) = line.strip_prefix(Self::PREFIX) else {
            return Err(ParseError::new(
                line,
                format!("a line that starts with {}", Self::PREFIX),
            ));
        };
        let fields: Vec<&str> = fields.split(':').collect();
        if fields.len() != FIELDS {
            let expected = format!(
                "{FIELDS} fields behind {}, not {}",
                Self::PREFIX,
                fields.len()
            );
            return Err(ParseError::new(line, expected));
        }
        let mut numbers = Numbers {
            fields: fields[2..].iter(),
        };
        let length = numbers.points()?;
        let score = [numbers.points()?, numbers.points()?];
        let mut places = [0; PLACES];
        for place in &mut places {
            *place = numbers.next(-15..=15, "a number of checkers from -15 to 15")?;
        }
        let turn = numbers.colour()?;
        let dice = [numbers.roll()?, numbers.roll()?];
        let cube = numbers.cube()?;
        let may_double = [numbers.may_double()?, numbers.may_double()?];
        let is_double_offered = numbers.next(0..=1, "1 after a double, else 0")? == 1;
        let viewer = numbers.colour()?;
        let viewer_ascends = numbers.sign("a direction, 1 or -1")? == 1;
        let home: usize = numbers.next(OFF..=BAR, "a home, 0 or 25")?;
        let bar: usize = numbers.next(OFF..=BAR, "a bar, 0 or 25")?;
        let off = [numbers.count()?, numbers.count()?];
        numbers.skip(4)?;
        let is_after_crawford = numbers.whole()? != 0;
        let has_redoubles = numbers.whole()? != 0;
        if (home, bar) != home_and_bar(viewer_ascends) {
            let expected =
                "home 0 and bar 25 with direction -1, home 25 and bar 0 with direction 1";
            return Err(ParseError::new(line, expected));
        }
        Ok(Self {
            places,
            turn,
            roll: dice[usize::from(turn != viewer)],
            is_double_offered,
            viewer,
            length,
            score,
            cube,
            may_double,
            viewer_ascends,
            off,
            is_after_crawford,
            has_redoubles,
        })
    }
}

/// The fields of a line that are numbers, one after the other.
struct Numbers<'a> {
    fields: std::slice::Iter<'a, &'a str>,
}

impl Numbers<'_> {
    fn next<N: FromStr + PartialOrd>(
        &mut self,
        range: RangeInclusive<N>,
        expected: &str,
    ) -> Result<N, ParseError> {
        let field = self.fields.next().copied().unwrap_or_default();
        let number = field.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| ParseError::new(field, expected))
    }

    /// Passes over numbers that are not needed.
    fn skip(&mut self, count: usize) -> Result<(), ParseError> {
        (0..count).try_for_each(|_| self.whole().map(drop))
    }

    fn whole(&mut self) -> Result<i64, ParseError> {
        self.next(i64::MIN..=i64::MAX, "a whole number")
    }

    fn points(&mut self) -> Result<u16, ParseError> {
        let range = 0..=MatchState::MOST_POINTS;
        self.next(range, "a number of points from 0 to 32767")
    }

    fn cube(&mut self) -> Result<u32, ParseError> {
        const EXPECTED: &str = "a cube: 1, 2, 4 and so on up to 32768";
        let cube: u32 = self.next(1..=1 << Cube::MOST_TURNS, EXPECTED)?;
        if !cube.is_power_of_two() {
            return Err(ParseError::new(cube.to_string(), EXPECTED));
        }
        Ok(cube)
    }

    fn may_double(&mut self) -> Result<bool, ParseError> {
        Ok(self.next(0..=1, "1 for a player who may double, else 0")? == 1)
    }

    fn count(&mut self) -> Result<u8, ParseError> {
        self.next(0..=CHECKERS, "a number of checkers from 0 to 15")
    }

    fn sign(&mut self, expected: &str) -> Result<i8, ParseError> {
        let sign = self.next(-1..=1, expected)?;
        if sign == 0 {
            return Err(ParseError::new("0", expected));
        }
        Ok(sign)
    }

    fn colour(&mut self) -> Result<Player, ParseError> {
        let is_positive = self.sign("a colour, 1 or -1")? == 1;
        Ok(if is_positive {
            Player::Max
        } else {
            Player::Min
        })
    }

    fn roll(&mut self) -> Result<Option<Roll>, ParseError> {
        const EXPECTED: &str = "two dice from 1 to 6, or 0 twice before the roll";
        let [one, other]: [u8; 2] = [self.next(0..=6, EXPECTED)?, self.next(0..=6, EXPECTED)?];
        match Roll::checked(one, other) {
            None if (one, other) != (0, 0) => {
                Err(ParseError::new(format!("{one}:{other}"), EXPECTED))
            }
            roll => Ok(roll),
        }
    }
}

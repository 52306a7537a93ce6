//! What surrounds a position in a match or in a session for money: the cube, the score, and what waits for an answer.

use starmax_core::{ParseError, Player};

use super::BackgammonState;

/// The doubling cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// How often it was turned: its value is 2 to this power.
    pub turned: u8,
    /// On whose side it is; `None` in the middle.
    pub owner: Option<Player>,
    /// How often it can be turned at most.
    pub most_turns: u8,
}

impl Cube {
    /// A match ID has no room for more turns.
    pub const MOST_TURNS: u8 = 15;
    /// As often it can be turned unless told otherwise: 1024 is the usual limit of eXtreme Gammon.
    pub const USUAL_TURNS: u8 = 10;

    /// What it shows: 1, 2, 4 and so on.
    #[must_use]
    pub const fn value(self) -> u32 {
        1 << self.turned
    }

    /// The cube after this player has doubled and the other one has taken it.
    #[inline]
    #[must_use]
    pub const fn doubled_by(self, player: Player) -> Self {
        Self {
            turned: self.turned + 1,
            owner: Some(player.opponent()),
            ..self
        }
    }
}

/// In the middle, not turned yet.
impl Default for Cube {
    fn default() -> Self {
        Self {
            turned: 0,
            owner: None,
            most_turns: Self::USUAL_TURNS,
        }
    }
}

/// Where a game of a match stands to the Crawford game: the first one in which a player needs one more point, and in which nobody may double.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crawford {
    /// Before it; also for money.
    #[default]
    Before,
    /// The Crawford game itself.
    Now,
    /// After it.
    After,
}

/// What a player has offered and the other one has not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The player on roll has doubled. The cube still shows what it showed before.
    Double,
    /// A player gives the game up.
    Resignation {
        /// Who does.
        by: Player,
        /// 1, 2 for a gammon, 3 for a backgammon.
        points: u8,
    },
}

/// What surrounds a position in a match or in a session for money.
///
/// [`Backgammon`](super::Backgammon) has no cube and plays single games: it reads this from the names of positions and writes it into them, and that is
/// all. The usual one is a game for money without Jacoby rule and beavers, the cube in the middle.
///
/// ```
/// use starmax_core::Player;
/// use starmax_games::Backgammon;
///
/// let game = Backgammon::default();
/// let (state, around) = game.parse_with_match("4HPwATDgc/ABMA:QYkqASAAIAAA")?;
/// assert_eq!((around.cube.value(), around.cube.owner), (2, Some(Player::Min)));
/// assert_eq!((around.score, around.length), ([4, 2], 9));
/// let xgid = game.write_xgid(&state, &around);
/// assert_eq!(xgid, "XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:4:2:0:9:10");
/// assert_eq!(game.parse_with_match(&xgid)?, (state, around));
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchState {
    /// The cube.
    pub cube: Cube,
    /// How many points win the match; 0 for a session for money.
    pub length: u16,
    /// Max's points, then Min's.
    pub score: [u16; 2],
    /// Whether this is the Crawford game, in which nobody may double.
    pub is_crawford: bool,
    /// Whether gammons count only after a double (for money). A GNUBGID of an older program cannot say no.
    pub jacoby: bool,
    /// Whether the taker of a double may double at once and keep the cube (for money). A GNUBGID does not say, nor how large the cube can get.
    pub beavers: bool,
    /// What waits for an answer. An XGID has no resignations.
    pub offer: Option<Offer>,
}

impl MatchState {
    /// A match ID has no room for more points.
    pub const MOST_POINTS: u16 = 0x7fff;

    /// Whether it can surround `state`, which is written as `text`.
    ///
    /// # Errors
    /// Says what is impossible about it.
    pub fn check(&self, text: &str, state: &BackgammonState) -> Result<(), ParseError> {
        let problem = self
            .problem_of_cube()
            .or_else(|| self.problem_of_match())
            .or_else(|| self.problem_of_offer(state));
        match problem {
            Some(expected) => Err(ParseError::new(text, expected)),
            None => Ok(()),
        }
    }

    fn problem_of_cube(&self) -> Option<String> {
        let Cube {
            turned,
            owner,
            most_turns,
        } = self.cube;
        if most_turns > Cube::MOST_TURNS {
            let most = Cube::MOST_TURNS;
            return Some(format!(
                "a largest cube of 2 to the power of {most} at most, not of {most_turns}"
            ));
        }
        if turned > most_turns {
            return Some(format!(
                "a cube of 2 to the power of {most_turns} at most, which is the largest one, not of {turned}"
            ));
        }
        match (turned, owner) {
            (0, Some(_)) => Some("no owner of a cube of 1: it is in the middle".to_owned()),
            (1.., None) if self.length > 0 => Some(format!(
                "an owner of the cube of {}: in a match only players turn it",
                self.cube.value()
            )),
            _ => None,
        }
    }

    fn problem_of_match(&self) -> Option<String> {
        let Self { length, score, .. } = *self;
        let [one, other] = score;
        if let Some(points) = [length, one, other]
            .into_iter()
            .find(|&points| points > Self::MOST_POINTS)
        {
            let most = Self::MOST_POINTS;
            return Some(format!(
                "a score and a match length of {most} at most, not {points}"
            ));
        }
        if length == 0 {
            return (self.is_crawford)
                .then(|| "no Crawford game: the match length is 0, which is for money".to_owned());
        }
        if self.jacoby || self.beavers {
            return Some("no Jacoby rule and no beavers in a match".to_owned());
        }
        if one >= length || other >= length {
            return Some(format!(
                "a score below the match length of {length}, not {one}-{other}"
            ));
        }
        if !self.is_crawford {
            return None;
        }
        if one + 1 < length && other + 1 < length {
            return Some(format!(
                "no Crawford game at the score {one}-{other}: nobody is one point away from {length}"
            ));
        }
        (self.cube.turned > 0).then(|| {
            let value = self.cube.value();
            format!("a cube of 1 in the Crawford game, not of {value}: nobody may double")
        })
    }

    fn problem_of_offer(&self, state: &BackgammonState) -> Option<String> {
        let expected = match self.offer? {
            Offer::Resignation { points: 1..=3, .. } => return None,
            Offer::Resignation { points, .. } => {
                return Some(format!(
                    "a resignation of 1, 2 or 3 points, not of {points}"
                ));
            }
            Offer::Double if state.roll.is_some() => "no dice while a double waits for an answer",
            Offer::Double if self.is_crawford => "no double in the Crawford game",
            Offer::Double if self.cube.owner == Some(state.player.opponent()) => {
                "no double by a player whose opponent owns the cube"
            }
            Offer::Double if self.cube.turned == self.cube.most_turns => {
                "no double: the cube is as large as it can get"
            }
            Offer::Double => return None,
        };
        Some(expected.to_owned())
    }

    /// What of it single games without the cube have no place for, in words; nothing for the usual one. The Jacoby rule, beavers and the largest cube do
    /// not matter without a cube that is turned.
    ///
    /// ```
    /// use starmax_games::Backgammon;
    ///
    /// let game = Backgammon::default();
    /// let (_, around) = game.parse_with_match("4HPwATDgc/ABMA:QYkqASAAIAAA")?;
    /// assert_eq!(around.parts(), ["cube 2 on O's side", "score 4-2 to 9"]);
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<String> {
        let cube = (self.cube.turned > 0).then(|| {
            let value = self.cube.value();
            match self.cube.owner {
                None => format!("cube {value} in the middle"),
                Some(owner) => format!("cube {value} on {}'s side", name(owner)),
            }
        });
        let [one, other] = self.score;
        let score = match self.length {
            0 => (self.score != [0, 0]).then(|| format!("score {one}-{other} for money")),
            length => {
                let crawford = if self.is_crawford {
                    " (Crawford game)"
                } else {
                    ""
                };
                Some(format!("score {one}-{other} to {length}{crawford}"))
            }
        };
        let offer = self.offer.map(|offer| match offer {
            Offer::Double => "a double that waits for an answer".to_owned(),
            Offer::Resignation { by, points } => {
                let kind = match points {
                    1 => "a single game",
                    2 => "a gammon",
                    _ => "a backgammon",
                };
                format!("{}'s offer to resign {kind}", name(by))
            }
        });
        [cube, score, offer].into_iter().flatten().collect()
    }
}

/// What a player is called on the board.
pub(super) fn name(player: Player) -> &'static str {
    match player {
        Player::Max => "X",
        Player::Min => "O",
    }
}

use starmax_core::Player;

use crate::backgammon::BackgammonState;
use crate::backgammon::match_state::{Crawford, Cube, MatchState, Offer};
use crate::mix;

/// A position of a match or a game for money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubefulState {
    pub(super) board: BackgammonState,
    pub(super) cube: Cube,
    /// Max's points, then Min's. At the end of a game for money: what was won.
    pub(super) score: [u32; 2],
    pub(super) crawford: Crawford,
    pub(super) phase: Phase,
}

const _: () = assert!(size_of::<CubefulState>() <= 64);

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A game begins with an opening roll.
    Opening,
    /// The player on roll may double.
    MayDouble,
    /// The player on roll has doubled, and the other one answers.
    Doubled,
    /// The player on roll does not double, or must not.
    Rolling,
    /// The player on roll has rolled and moves checkers.
    Moving,
    /// The match or the game for money is over.
    Over,
}

impl CubefulState {
    /// A game that begins at this score.
    pub(super) fn start(score: [u32; 2]) -> Self {
        Self {
            board: BackgammonState::start(),
            cube: Cube::default(),
            score,
            crawford: Crawford::Before,
            phase: Phase::Opening,
        }
    }

    /// Checkers, the player on roll, and the dice.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &BackgammonState {
        &self.board
    }

    /// The cube.
    #[inline]
    #[must_use]
    pub fn cube(&self) -> Cube {
        self.cube
    }

    /// Max's points, then Min's.
    #[inline]
    #[must_use]
    pub fn score(&self) -> [u32; 2] {
        self.score
    }

    /// Whether this is the Crawford game, or comes before or after it.
    #[inline]
    #[must_use]
    pub fn crawford(&self) -> Crawford {
        self.crawford
    }

    /// What happens next.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The cube, turned so many times more, belongs to `owner`; the player on roll rolls.
    #[inline]
    pub(super) fn with_cube(&self, turns: u8, owner: Player) -> Self {
        let cube = Cube {
            turned: self.cube.turned + turns,
            owner: Some(owner),
            ..self.cube
        };
        Self {
            cube,
            phase: Phase::Rolling,
            ..*self
        }
    }

    /// What surrounds the board, in a match of this length.
    pub(super) fn around(&self, length: u16, jacoby: bool, beavers: bool) -> MatchState {
        let points = |points: u32| u16::try_from(points).unwrap_or(u16::MAX);
        MatchState {
            cube: self.cube,
            length,
            score: self.score.map(points),
            is_crawford: self.crawford == Crawford::Now,
            jacoby,
            beavers,
            offer: (self.phase == Phase::Doubled).then_some(Offer::Double),
        }
    }

    /// Everything that the future depends on, well mixed.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let owner = match self.cube.owner {
            None => 0,
            Some(Player::Max) => 1,
            Some(Player::Min) => 2,
        };
        let small = [
            self.cube.turned,
            self.cube.most_turns,
            owner,
            self.crawford as u8,
            self.phase as u8,
        ];
        let [max, min] = self.score.map(u64::from);
        let around = small
            .iter()
            .fold(max << 16 ^ min, |word, &part| word << 4 ^ u64::from(part));
        mix(self.board.hash() ^ mix(around))
    }
}

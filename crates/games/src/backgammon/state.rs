//! States of backgammon: where the checkers are, whose turn it is, and the roll.

use starmax_core::Player;

use super::checkers::{BAR, CHECKERS, OFF};
use super::{BackgammonMove, Checkers, Roll};
use crate::mix;

/// Where the checkers are, whose turn it is, and the roll if it was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackgammonState {
    /// Max's, then Min's.
    checkers: [Checkers; 2],
    pub(super) player: Player,
    pub(super) roll: Option<Roll>,
}

const _: () = assert!(size_of::<BackgammonState>() <= 48);

impl BackgammonState {
    /// A state with these checkers of the player to move and of the opponent.
    #[inline]
    pub(super) fn new(player: Player, mine: Checkers, his: Checkers, roll: Option<Roll>) -> Self {
        let checkers = match player {
            Player::Max => [mine, his],
            Player::Min => [his, mine],
        };
        Self {
            checkers,
            player,
            roll,
        }
    }

    pub(super) fn start() -> Self {
        let mut counts = [0; 26];
        for (place, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            counts[place] = count;
        }
        let checkers = Checkers::new(counts);
        Self::new(Player::Max, checkers, checkers, None)
    }

    /// Whose turn it is: who rolls or has rolled.
    #[inline]
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// The roll that was thrown and waits to be played.
    #[inline]
    #[must_use]
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// The checkers of a player as that player sees them. Point `p` of one player is point `25 - p` of the other.
    #[inline]
    #[must_use]
    pub fn checkers(&self, player: Player) -> Checkers {
        match player {
            Player::Max => self.checkers[0],
            Player::Min => self.checkers[1],
        }
    }

    /// The checkers of the player to move and those of the opponent.
    #[inline]
    #[must_use]
    pub fn mine_and_his(&self) -> [Checkers; 2] {
        [self.player, self.player.opponent()].map(|player| self.checkers(player))
    }

    /// How many checkers a player has borne off.
    #[inline]
    #[must_use]
    pub fn off(&self, player: Player) -> u8 {
        self.checkers(player).count(OFF)
    }

    /// Who has borne off every checker.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        [Player::Max, Player::Min]
            .into_iter()
            .find(|&player| self.off(player) == CHECKERS)
    }

    /// Whether players can still hit or block each other: some checkers of one have not passed all of the other.
    ///
    /// ```
    /// use starmax_core::{Notation, Rules};
    /// use starmax_games::Backgammon;
    ///
    /// let game = Backgammon::default();
    /// assert!(game.initial().is_contact());
    /// assert!(!game.parse_state("gwAAMAQAAAAAAA")?.is_contact());
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_contact(&self) -> bool {
        let [mine, his] = self.checkers.map(Checkers::farthest);
        mine + his > BAR
    }

    /// The same checkers, with a player who has rolled.
    #[inline]
    pub(super) fn rolled(&self, player: Player, roll: Roll) -> Self {
        Self {
            player,
            roll: Some(roll),
            ..*self
        }
    }

    #[inline]
    pub(super) fn after(&self, mv: BackgammonMove) -> Self {
        let [mut mine, mut his] = self.mine_and_his();
        for (from, to) in mv.hops() {
            mine = mine.moved(from, to);
            his = his.landed_on(to);
        }
        Self::new(self.player.opponent(), his, mine, None)
    }

    /// Everything that the future depends on, well mixed.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let roll = self.roll.map_or(0, |roll| roll.high() * 8 + roll.low());
        let turn = u64::from(roll * 2 + u8::from(self.player == Player::Max));
        let words = self.checkers.map(Checkers::words);
        words
            .iter()
            .flatten()
            .fold(mix(turn), |hash, word| mix(hash ^ word))
    }
}

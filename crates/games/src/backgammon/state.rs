//! States of backgammon: where the checkers are, whose turn it is, and the roll.

use starmax_core::Player;

use super::Roll;
use crate::mix;

/// Checkers of each player.
pub(super) const CHECKERS: u8 = 15;
/// Where a player's checkers go in the end, as a place of [`Places`].
pub(super) const OFF: usize = 0;
/// Where a player's hit checkers wait, as a place of [`Places`].
pub(super) const BAR: usize = 25;

/// How many checkers a player has at each place, seen by that player: 0 is off the board, 1 to 24 are the points (1 is
/// the last one before a checker is borne off), 25 is the bar. They always sum to 15.
pub type Places = [u8; 26];

/// Where the checkers are, whose turn it is, and the roll if it was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackgammonState {
    key: u64,
    places: [Places; 2],
    pub(super) player: Player,
    pub(super) roll: Option<Roll>,
}

const _: () = assert!(size_of::<BackgammonState>() == 64);

const START: Places = {
    let mut places = [0; 26];
    places[24] = 2;
    places[13] = 5;
    places[8] = 3;
    places[6] = 5;
    places
};

impl BackgammonState {
    /// The checkers of both players (Max first), with no roll thrown.
    pub(super) fn new(places: [Places; 2], player: Player) -> Self {
        Self {
            key: key(&places),
            places,
            player,
            roll: None,
        }
    }

    pub(super) fn start() -> Self {
        Self::new([START; 2], Player::Max)
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
    pub fn places(&self, player: Player) -> &Places {
        &self.places[side(player)]
    }

    /// How many checkers a player has borne off.
    #[inline]
    #[must_use]
    pub fn off(&self, player: Player) -> u8 {
        self.places(player)[OFF]
    }

    /// How many pips a player's checkers still have to go.
    #[must_use]
    pub fn pips(&self, player: Player) -> u16 {
        (0..)
            .zip(self.places(player))
            .map(|(place, &count)| place * u16::from(count))
            .sum()
    }

    /// Who has borne off every checker.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        [Player::Max, Player::Min]
            .into_iter()
            .find(|&player| self.off(player) == CHECKERS)
    }

    /// Moves one checker of the player to move from one place to another; a lone enemy checker there goes to the bar.
    #[inline]
    pub(super) fn move_checker(&mut self, from: usize, to: usize) {
        let me = side(self.player);
        self.places[me][from] -= 1;
        self.places[me][to] += 1;
        self.key = self
            .key
            .wrapping_add(KEYS[me][to])
            .wrapping_sub(KEYS[me][from]);
        let (he, his) = (1 - me, BAR - to);
        if to != OFF && self.places[he][his] == 1 {
            self.places[he][his] = 0;
            self.places[he][BAR] += 1;
            self.key = self
                .key
                .wrapping_add(KEYS[he][BAR])
                .wrapping_sub(KEYS[he][his]);
        }
    }

    /// Everything that the future depends on, well mixed.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let roll = self
            .roll
            .map_or(0, |roll| u64::from(roll.high() * 8 + roll.low()));
        mix(self.key ^ (roll * 2 + side(self.player) as u64))
    }
}

#[inline]
pub(super) fn side(player: Player) -> usize {
    match player {
        Player::Max => 0,
        Player::Min => 1,
    }
}

/// A random number per player and place. The sum over all checkers tells positions apart, and a move changes two terms.
static KEYS: [[u64; 26]; 2] = {
    let mut keys = [[0; 26]; 2];
    let mut number = 0;
    while number < 52 {
        keys[number / 26][number % 26] = mix(number as u64 + 1);
        number += 1;
    }
    keys
};

/// The key of what one checker of some player does, moving between two places: equal sums are equal changes.
#[inline]
pub(super) fn change(from: usize, to: usize) -> u64 {
    KEYS[0][to].wrapping_sub(KEYS[0][from])
}

/// The key of an enemy checker that is hit on this point of the player who hits.
#[inline]
pub(super) fn hit(point: usize) -> u64 {
    KEYS[1][BAR].wrapping_sub(KEYS[1][BAR - point])
}

fn key(places: &[Places; 2]) -> u64 {
    let terms = KEYS.iter().flatten().zip(places.iter().flatten());
    terms.fold(0, |sum, (&key, &count)| {
        sum.wrapping_add(key.wrapping_mul(u64::from(count)))
    })
}

//! What the stones to come within some levels can bring.

use std::ops::Range;

use starmax_core::Player;

use super::squares::{ByRoll, Squares};
use super::state::LARGEST;
use super::{Dice, DiceState};

/// What a player can have gained at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Most {
    /// The game.
    Win,
    /// So much lead in pairs.
    Lead(u8),
}

/// What a player may still do within some levels, as far as numbers of stones and pairs tell.
#[derive(Clone, Copy)]
pub(super) struct Prospects {
    stones: u32,
    /// Stones that the player may still put.
    pub(super) to_come: u32,
    pairs: u32,
    /// Pairs of the opponent that there are to break.
    breakable: u32,
}

/// A stone lies on this many lines. On each it breaks one pair at most, or makes one pair with one other stone or two with two.
const LINES: u32 = 4;

impl Prospects {
    /// Those of a player when this many decisions follow, the first one of the player whose turn it is.
    #[inline]
    fn within(decisions: u32, state: &DiceState, player: Player) -> Self {
        Self {
            stones: u32::from(state.stones(player)),
            to_come: if player == state.player {
                decisions.div_ceil(2)
            } else {
                decisions / 2
            },
            pairs: u32::from(state.pairs(player)),
            breakable: u32::from(state.pairs(player.opponent())),
        }
    }

    /// Those of a player within `depth` levels.
    #[inline]
    pub(super) fn new(state: &DiceState, player: Player, depth: u32) -> Self {
        Self::within(state.decisions(depth), state, player)
    }

    /// Whether the stones and pairs at hand do not rule it out.
    ///
    /// A line that lacks `n` stones has `line - n` of them already. Neighbours among these are a pair unless at least two
    /// of the empty squares lie between them, so all but `n / 2` of the `line - n - 1` neighbours are pairs.
    fn may_finish_line(&self, game: Dice) -> bool {
        let line = u32::from(game.line);
        let lacking = self.to_come;
        lacking > 0
            && self.stones + lacking >= line
            && self.pairs + lacking + lacking / 2 + 1 >= line
    }

    /// What the stones can bring, as far as the numbers tell.
    pub(super) fn most(&self, game: Dice) -> Most {
        if self.may_finish_line(game) {
            Most::Win
        } else {
            self.most_lead(2 * LINES, 2 * LINES)
        }
    }

    /// How much lead the stones can bring if the first brings at most `first` and another one, were it put now, `now`.
    ///
    /// Each stone raises by one at most what another one of the same player brings: the pair that the two make. What the opponent
    /// does in between helps nobody else: the lead follows from the board alone, and taking the opponent's new stones off it never
    /// costs the player any lead.
    fn most_lead(&self, first: u32, now: u32) -> Most {
        let gained = (0..self.to_come).map(|stone| {
            let others = self.stones + stone;
            let limit = if stone == 0 { first } else { now + stone };
            (others + self.breakable)
                .min(LINES + others / 2)
                .min(2 * LINES)
                .min(limit)
        });
        let gained = gained.sum::<u32>();
        Most::Lead(u8::try_from(gained).unwrap_or(u8::MAX))
    }
}

/// What the players can have gained at most, once the die is thrown.
pub(super) struct Reach {
    /// The player whose turn it is, for each roll that was asked for.
    pub(super) mover: [Most; LARGEST as usize],
    pub(super) opponent: Most,
}

impl Reach {
    /// What can be reached within `depth` levels after each of some rolls, whether there is a roll in the state or not.
    pub(super) fn new(game: Dice, state: &DiceState, depth: u32, rolls: Range<u8>) -> Self {
        let decisions = depth.div_ceil(2);
        let prospects = [state.player, state.player.opponent()]
            .map(|player| Prospects::within(decisions, state, player));
        match game.size {
            ..=5 => Outlook::<1, 12>::new(game, state, prospects).reach(rolls),
            6..=7 => Outlook::<2, 16>::new(game, state, prospects).reach(rolls),
            8..=12 => Outlook::<6, 32>::new(game, state, prospects).reach(rolls),
            13..=15 => Outlook::<8, 32>::new(game, state, prospects).reach(rolls),
            _ => Outlook::<19, 64>::new(game, state, prospects).reach(rolls),
        }
    }
}

/// A board as the stones to come find it.
struct Outlook<const WORDS: usize, const ROW: usize> {
    game: Dice,
    player: Player,
    stones: Squares<WORDS, ROW>,
    empty: Squares<WORDS, ROW>,
    mover: Prospects,
    opponent: Prospects,
}

/// Who can finish a line.
struct Winners {
    /// The player whose turn it is, whatever the roll.
    mover: bool,
    /// The same with these rolls: 1.
    with_roll: ByRoll,
    opponent: bool,
}

impl<const WORDS: usize, const ROW: usize> Outlook<WORDS, ROW> {
    #[inline]
    fn new(game: Dice, state: &DiceState, [mover, opponent]: [Prospects; 2]) -> Self {
        let stones = Squares::stones(state);
        Self {
            game,
            player: state.player,
            stones,
            empty: stones.empty(game.size),
            mover,
            opponent,
        }
    }

    fn reach(&self, rolls: Range<u8>) -> Reach {
        let winners = self.winners(rolls.clone());
        let mut reach = Reach {
            mover: [Most::Win; LARGEST as usize],
            opponent: Most::Win,
        };
        if winners.mover && winners.opponent {
            return reach;
        }
        let gains = self.stones.gains(self.empty);
        if !winners.mover {
            let now = match self.mover.to_come {
                0 | 1 => 0,
                _ => gains.largest(self.player),
            };
            let first = gains.by_roll(self.player, rolls.clone());
            for roll in rolls.map(usize::from) {
                if winners.with_roll[roll] == 0 {
                    reach.mover[roll] = self.mover.most_lead(u32::from(first[roll]), now);
                }
            }
        }
        if !winners.opponent {
            let now = match self.opponent.to_come {
                0 => 0,
                _ => gains.largest(self.player.opponent()),
            };
            reach.opponent = self.opponent.most_lead(now, now);
        }
        reach
    }

    fn winners(&self, rolls: Range<u8>) -> Winners {
        let (mover, opponent) = (self.mover, self.opponent);
        let possible = [mover, opponent].map(|prospects| prospects.may_finish_line(self.game));
        match (possible, mover.to_come) {
            ([false, false], _) | (_, 3..) => Winners {
                mover: possible[0],
                with_roll: [0; LARGEST as usize],
                opponent: possible[1],
            },
            (_, ..=1) => self.finishers::<2>(possible, rolls),
            (_, 2) => self.finishers::<3>(possible, rolls),
        }
    }

    /// A line that lacks all the stones to come needs the first of them on the rolled line; one that lacks fewer does not. `KINDS` is
    /// one more than the stones of the player whose turn it is.
    fn finishers<const KINDS: usize>(&self, possible: [bool; 2], rolls: Range<u8>) -> Winners {
        let lines = (self.stones).open_lines::<KINDS>(self.empty, self.game.line);
        let to_come = self.opponent.to_come as usize;
        Winners {
            mover: possible[0] && KINDS > 2 && lines.any(self.player, KINDS - 2),
            with_roll: lines.by_roll(self.player, rolls),
            opponent: possible[1] && lines.any(self.player.opponent(), to_come),
        }
    }
}

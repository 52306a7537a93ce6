//! The order in which moves are tried. It never changes a result, only how soon a cut is found.

use std::cmp::Reverse;
use std::fmt;
use std::hash::BuildHasher;
use std::str::FromStr;

use rustc_hash::FxBuildHasher;
use starmax_core::{Evaluator, Game, Player, WINNING};

use crate::judge::successor_values;
use crate::{Act, Enhancement, Enhancements, SettingsError};

/// Where the first guess of a good order comes from (Hauk 2004, section 4.4.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// The game's own order of moves.
    None,
    /// A random order.
    Random,
    /// The static values of the successors.
    Static,
    /// The game's quick glance at each move ([`Game::promise`]).
    #[default]
    Quick,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Random, Self::Static, Self::Quick];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Random => "random",
            Self::Static => "static",
            Self::Quick => "quick",
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Scheme {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        Self::ALL
            .into_iter()
            .find(|scheme| scheme.name() == text)
            .ok_or_else(|| SettingsError::UnknownScheme(text.to_owned()))
    }
}

/// Which moves of a decision a probe tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProbeChoice {
    /// Those that a search would try first.
    #[default]
    AsOrdered,
    /// A winning move, else one that promises anything, else any; of several the first one in the order of a search. This is
    /// the two-quality check of Hauk 2004, Figure 3.9.
    ByQuality,
}

/// How moves are ordered: the table's move first, then by scheme, then by what cut before.
///
/// The table's move, killers and history are [`Enhancement`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The first guess.
    pub scheme: Scheme,
    /// Which moves a probe tries.
    pub probe: ProbeChoice,
    /// For the random scheme.
    pub seed: u64,
}

impl Order {
    /// Exactly the game's own order.
    #[must_use]
    pub fn as_given() -> Self {
        Self {
            scheme: Scheme::None,
            ..Self::default()
        }
    }
}

/// A move, its place in the game's own order, and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) index: usize,
    rank: Rank,
}

/// How promising a move is, in one number, so that a comparison is quick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u128);

impl Rank {
    /// Compared from the first part to the last. Of equals the first in the game's order is the most promising.
    #[inline]
    fn new(class: Class, guess: f64, learned: u32, index: usize) -> Self {
        const INDEX_BITS: u32 = 30;
        const LEARNED_AT: u32 = INDEX_BITS;
        const GUESS_AT: u32 = LEARNED_AT + u32::BITS;
        const CLASS_AT: u32 = GUESS_AT + u64::BITS;
        let earliness = (1 << INDEX_BITS) - 1 - index as u128;
        Self(
            (class as u128) << CLASS_AT
                | u128::from(ascending(guess)) << GUESS_AT
                | u128::from(learned) << LEARNED_AT
                | earliness,
        )
    }
}

/// A number with the same order as integers have.
#[inline]
fn ascending(number: f64) -> u64 {
    // With zero added there is one zero only.
    let bits = (number + 0.0).to_bits();
    let is_negative = bits >> (u64::BITS - 1) == 1;
    bits ^ if is_negative {
        u64::MAX
    } else {
        1 << (u64::BITS - 1)
    }
}

/// What puts some moves before all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// Nothing.
    Plain,
    /// It promises something, and a probe looks for that.
    Good,
    /// It wins, and a probe looks for that.
    Winning,
    /// The table remembers it as best.
    Remembered,
}

const HISTORY_BITS: u32 = 10;
const HISTORY_LIMIT: u32 = u32::MAX / 4;
const KILLERS: usize = 2;
/// Cuts above more levels than this teach no more.
const DEEPEST_LESSON: i32 = 1000;

/// What of an earlier search is used to order moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Learns {
    pub(crate) table_move: bool,
    killers: bool,
    history: bool,
}

/// What was learned of moves.
pub(crate) struct Learned<M> {
    killers: Vec<[Option<M>; KILLERS]>,
    history: Vec<u32>,
}

impl<M> Default for Learned<M> {
    fn default() -> Self {
        Self {
            killers: Vec::new(),
            history: Vec::new(),
        }
    }
}

/// Learns which moves cut, and ranks moves by it.
pub(crate) struct Orderer<M> {
    pub(crate) order: Order,
    pub(crate) learns: Learns,
    killers: Vec<[Option<M>; KILLERS]>,
    history: Vec<u32>,
    ranked: u64,
}

impl<M: Copy + Eq + std::hash::Hash> Orderer<M> {
    /// Begins with nothing learned; the buffers are those of an earlier search.
    pub(crate) fn new(order: Order, enhancements: Enhancements, learned: Learned<M>) -> Self {
        let learns = Learns {
            table_move: enhancements.contains(Enhancement::TableMove),
            killers: enhancements.contains(Enhancement::Killers),
            history: enhancements.contains(Enhancement::History),
        };
        let Learned {
            mut killers,
            mut history,
        } = learned;
        killers.clear();
        history.clear();
        if learns.history {
            history.resize(2 << HISTORY_BITS, 0);
        }
        Self {
            order,
            learns,
            killers,
            history,
            ranked: 0,
        }
    }

    /// The buffers, for another search.
    pub(crate) fn into_learned(self) -> Learned<M> {
        Learned {
            killers: self.killers,
            history: self.history,
        }
    }

    /// Fills `candidates` with `moves` and their ranks. `hint` is the place of the table's move.
    pub(crate) fn rank<G, E>(
        &mut self,
        (game, evaluator): (&G, &E),
        (state, player, ply): (&G::State, Player, usize),
        moves: &[M],
        is_probe: bool,
        hint: Option<usize>,
        candidates: &mut Vec<Candidate<M>>,
    ) where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        let hint = hint.filter(|_| self.learns.table_move);
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let values = if self.order.scheme == Scheme::Static {
            let successors: Vec<_> = moves.iter().map(|&mv| game.play(state, mv)).collect();
            let mut values = Vec::with_capacity(successors.len());
            successor_values((game, evaluator), state, moves, &successors, &mut values);
            values
        } else {
            Vec::new()
        };
        candidates.extend(moves.iter().enumerate().map(|(index, &mv)| {
            let guess = match self.order.scheme {
                Scheme::None => 0.0,
                Scheme::Random => self.random(),
                Scheme::Static => player.sees(values[index]),
                Scheme::Quick => f64::from(game.promise(state, mv)),
            };
            let learned = if killers.contains(&Some(mv)) {
                u32::MAX
            } else if self.learns.history {
                self.history[history_index(player, mv)]
            } else {
                0
            };
            let class = if hint == Some(index) {
                Class::Remembered
            } else if is_probe && self.order.probe == ProbeChoice::ByQuality {
                quality(game.promise(state, mv))
            } else {
                Class::Plain
            };
            Candidate {
                mv,
                index,
                rank: Rank::new(class, guess, learned, index),
            }
        }));
    }

    /// Which parts of the order shaped what [`Orderer::rank`] made of these arguments: without them it is another order.
    pub(crate) fn shaped_by<G, E>(
        &mut self,
        rules: (&G, &E),
        at: (&G::State, Player, usize),
        is_probe: bool,
        hint: Option<usize>,
        candidates: &[Candidate<M>],
    ) -> Vec<Act>
    where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        let (order, learns, ranked) = (self.order, self.learns, self.ranked);
        let (table_move, killers, history, scheme) = (false, false, false, Scheme::None);
        let probe = ProbeChoice::AsOrdered;
        #[rustfmt::skip]
        let parts = [
            (Enhancement::TableMove.into(), order, Learns { table_move, ..learns }),
            (Enhancement::Killers.into(), order, Learns { killers, ..learns }),
            (Enhancement::History.into(), order, Learns { history, ..learns }),
            (Act::Scheme, Order { scheme, ..order }, learns),
            (Act::Quality, Order { probe, ..order }, learns),
        ];
        let moves: Vec<M> = candidates.iter().map(|candidate| candidate.mv).collect();
        let known_killers = std::mem::take(&mut self.killers);
        let mut acts = Vec::new();
        for (act, other_order, other_learns) in parts {
            if (other_order, other_learns) == (order, learns) {
                continue;
            }
            if other_learns.killers {
                self.killers.clone_from(&known_killers);
            } else {
                self.killers.clear();
            }
            // Random numbers are drawn again.
            self.ranked = ranked.saturating_sub(moves.len() as u64);
            (self.order, self.learns) = (other_order, other_learns);
            let mut others = Vec::new();
            self.rank(rules, at, &moves, is_probe, hint, &mut others);
            if best_first(&others) != best_first(candidates) {
                acts.push(act);
            }
        }
        (self.order, self.learns) = (order, learns);
        (self.ranked, self.killers) = (ranked, known_killers);
        acts
    }

    /// A move cut at this ply, with `depth` levels below it.
    pub(crate) fn learn(&mut self, player: Player, mv: M, ply: usize, depth: i32) {
        if self.learns.killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; KILLERS]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if self.learns.history {
            let weight = depth.clamp(1, DEEPEST_LESSON).unsigned_abs().pow(2);
            let count = &mut self.history[history_index(player, mv)];
            *count = (*count + weight).min(HISTORY_LIMIT);
        }
    }

    fn random(&mut self) -> f64 {
        self.ranked += 1;
        let bits = FxBuildHasher.hash_one((self.order.seed, self.ranked));
        (bits >> 11) as f64
    }
}

/// The places of candidates in the game's own order, the most promising first.
fn best_first<M>(candidates: &[Candidate<M>]) -> Vec<usize> {
    let mut sorted: Vec<_> = candidates.iter().collect();
    sorted.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
    sorted.iter().map(|candidate| candidate.index).collect()
}

/// The two qualities that a probe may look for.
fn quality(promise: i32) -> Class {
    match promise {
        WINNING => Class::Winning,
        1.. => Class::Good,
        _ => Class::Plain,
    }
}

/// This many candidates are selected one by one, because a cut often spares the others; when they were not enough, the rest is sorted.
const SELECTED: usize = 16;

/// Moves the most promising of the candidates from `place` on to `place`; of equals the first in the game's order. To be called for one place
/// after the other, from the first on.
pub(crate) fn select<M: Copy>(candidates: &mut [Candidate<M>], place: usize) -> Candidate<M> {
    if place >= SELECTED {
        if place == SELECTED {
            // No two ranks are equal.
            candidates[place..].sort_unstable_by_key(|candidate| Reverse(candidate.rank));
        }
        return candidates[place];
    }
    let mut best = place;
    let mut highest = candidates[place].rank;
    for (other, candidate) in candidates.iter().enumerate().skip(place + 1) {
        if candidate.rank > highest {
            (best, highest) = (other, candidate.rank);
        }
    }
    candidates.swap(place, best);
    candidates[place]
}

fn history_index<M: std::hash::Hash>(player: Player, mv: M) -> usize {
    let hash = FxBuildHasher.hash_one(mv) >> (u64::BITS - HISTORY_BITS);
    usize::try_from(hash).expect("a few bits") << 1 | usize::from(player == Player::Min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_come_by_rank_however_many_there_are() {
        for count in [1, SELECTED, SELECTED + 1, 10 * SELECTED] {
            let mut candidates: Vec<_> = (0..count)
                .map(|index| {
                    let guess = (index * 7 % 5) as f64;
                    let rank = Rank::new(Class::Plain, guess, 0, index);
                    Candidate {
                        mv: index,
                        index,
                        rank,
                    }
                })
                .collect();
            let mut expected = candidates.clone();
            expected.sort_by_key(|candidate| Reverse(candidate.rank));
            for (place, expected) in expected.iter().enumerate() {
                let selected = select(&mut candidates, place);
                assert_eq!(selected.index, expected.index, "{place} of {count}");
            }
        }
    }
}

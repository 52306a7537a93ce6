use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use starmax_core::{Node, Rules};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, Roll};
use starmax_judges::backgammon::{BackgammonNet, Chances, NetInputs};

use super::lesson::Ahead;

/// A move that gives away no more points than this was a choice.
const CLOSE: f32 = 0.1;
/// So many rolls are looked behind, by the teacher that does so.
const ROLLS_BEHIND: usize = 2;

/// A net that looks one move ahead.
pub(super) struct Mover<'a> {
    pub(super) game: Backgammon,
    pub(super) net: &'a BackgammonNet,
    /// Kept for their memory alone.
    moves: Vec<BackgammonMove>,
    states: Vec<BackgammonState>,
    chances: Vec<Chances>,
}

/// Where a move leads to, and the chances of the player who made it.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    pub(super) state: BackgammonState,
    pub(super) chances: Chances,
}

impl<'a> Mover<'a> {
    pub(super) fn new(net: &'a BackgammonNet) -> Self {
        Self {
            game: Backgammon::default(),
            net,
            moves: Vec::new(),
            states: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// Calls with the result of every move.
    pub(super) fn for_each_reply(
        &mut self,
        state: &BackgammonState,
        roll: Roll,
        mut call: impl FnMut(Reply),
    ) {
        let rolled = self.game.resolve(state, roll);
        self.moves.clear();
        self.game.moves(&rolled, &mut self.moves);
        self.states.clear();
        let successors = self.moves.iter().map(|&mv| self.game.play(&rolled, mv));
        self.states.extend(successors);
        self.judge_states();
        for (&state, &chances) in self.states.iter().zip(&self.chances) {
            call(Reply { state, chances });
        }
    }

    /// The chances of the player who is not on roll, in each of the states.
    fn judge_states(&mut self) {
        self.chances.clear();
        if self.states.iter().any(|state| state.winner().is_some()) {
            for state in &self.states {
                self.chances.push(self.chances_of_opponent(state));
            }
        } else {
            self.net.chances_of_all(&self.states, &mut self.chances);
            for chances in &mut self.chances {
                *chances = chances.flipped();
            }
        }
    }

    /// The reply that is best for the player on roll; of equals the first one.
    pub(super) fn best_reply(&mut self, state: &BackgammonState, roll: Roll) -> Reply {
        let mut best: Option<(f32, Reply)> = None;
        self.for_each_reply(state, roll, |reply| {
            let equity = reply.chances.equity();
            if best.is_none_or(|(highest, _)| equity > highest) {
                best = Some((equity, reply));
            }
        });
        best.expect("there is always a move").1
    }

    /// The chances of the player who is not on roll.
    fn chances_of_opponent(&self, state: &BackgammonState) -> Chances {
        match self.game.node(state) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "one to three points"
            )]
            Node::Terminal(value) => Chances::won(value.abs() as u8),
            _ => self.net.chances(state).flipped(),
        }
    }

    /// The chances of the player on roll, one move later; calls with the best reply to each roll.
    pub(super) fn look_ahead(
        &mut self,
        state: &BackgammonState,
        mut call: impl FnMut(Roll, Reply),
    ) -> [f32; Chances::COUNT] {
        let mut mean = [0.0; Chances::COUNT];
        for roll in Roll::all() {
            let reply = self.best_reply(state, roll);
            let ways = if roll.is_double() { 1.0 } else { 2.0 };
            for (mean, chance) in mean.iter_mut().zip(reply.chances.to_array()) {
                *mean += ways / 36.0 * chance;
            }
            call(roll, reply);
        }
        mean
    }

    /// How wrong the net is about the best replies to some rolls, on average: the chances of the player on roll change by this much when it looks one move
    /// further.
    fn look_behind(&mut self, replies: &[(Roll, Reply)], rolls: &[Roll]) -> [f32; Chances::COUNT] {
        let mut mean = [0.0; Chances::COUNT];
        let chosen = rolls.iter().filter_map(|&roll| {
            let reply = replies.iter().find(|&&(other, _)| other == roll);
            reply.map(|(_, reply)| reply)
        });
        for reply in chosen {
            if self.is_known(&reply.state) {
                continue;
            }
            let later = Chances::from_array(self.look_ahead(&reply.state, |_, _| ()));
            let (later, says) = (later.flipped().to_array(), reply.chances.to_array());
            for (mean, (later, says)) in mean.iter_mut().zip(later.into_iter().zip(says)) {
                *mean += (later - says) / rolls.len() as f32;
            }
        }
        mean
    }

    /// What a look ahead says of a position, and the best reply to each roll. It goes on behind some rolls.
    pub(super) fn judge(
        &mut self,
        state: &BackgammonState,
        rolls: &[Roll],
    ) -> (Ahead, Vec<(Roll, Reply)>) {
        let mut replies = Vec::with_capacity(Roll::all().count());
        let later = self.look_ahead(state, |roll, reply| replies.push((roll, reply)));
        let behind = (!rolls.is_empty()).then(|| self.look_behind(&replies, rolls));
        (Ahead { later, behind }, replies)
    }

    pub(super) fn reply_by_taste(
        &mut self,
        state: &BackgammonState,
        roll: Roll,
        taste: &Taste,
        rng: &mut impl Rng,
    ) -> BackgammonState {
        let mut best: Option<(f32, BackgammonState)> = None;
        self.for_each_reply(state, roll, |reply| {
            let value = taste.value(&reply.chances, rng);
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, reply.state));
            }
        });
        best.expect("there is always a move").1
    }

    /// Another position that the player on roll could choose instead of this one and give away little, one of all such. None of those that a table
    /// knows, as there is nothing to learn about them.
    pub(super) fn another_choice(
        &mut self,
        state: &BackgammonState,
        roll: Roll,
        chosen: &BackgammonState,
        rng: &mut impl Rng,
    ) -> Option<BackgammonState> {
        let mut replies = Vec::new();
        self.for_each_reply(state, roll, |reply| replies.push(reply));
        let value = |reply: &Reply| reply.chances.equity();
        let best = replies.iter().map(value).fold(f32::MIN, f32::max);
        replies.retain(|reply| value(reply) >= best - CLOSE);
        let place = replies.iter().position(|reply| reply.state == *chosen)?;
        replies.remove(place);
        replies.retain(|reply| !self.is_known(&reply.state));
        let some = rng.random_range(0..replies.len().max(1));
        replies.get(some).map(|reply| reply.state)
    }

    /// Whether the game is over or a table knows how it ends.
    pub(super) fn is_known(&self, state: &BackgammonState) -> bool {
        matches!(self.game.node(state), Node::Terminal(_))
            || self.net.known(&NetInputs::new(state)).is_some()
    }

    pub(super) fn random_successor(
        &mut self,
        rolled: &BackgammonState,
        rng: &mut impl Rng,
    ) -> BackgammonState {
        self.moves.clear();
        self.game.moves(rolled, &mut self.moves);
        self.game
            .play(rolled, self.moves[rng.random_range(0..self.moves.len())])
    }
}

/// What somebody thinks gammons are worth, and how badly they see.
pub(super) struct Taste {
    win_gammon: f32,
    lose_gammon: f32,
    /// Up to so much is added to the value of a move or taken away.
    blur: f32,
}

impl Taste {
    pub(super) const CARELESS: Self = Self {
        win_gammon: 1.0,
        lose_gammon: 1.0,
        blur: 0.1,
    };

    pub(super) fn random(rng: &mut impl Rng) -> Self {
        Self {
            win_gammon: rng.random_range(-1.0..3.0),
            lose_gammon: rng.random_range(-1.0..2.0),
            blur: rng.random_range(0.0..0.2),
        }
    }

    fn value(&self, chances: &Chances, rng: &mut impl Rng) -> f32 {
        let blur = if self.blur > 0.0 {
            rng.random_range(-self.blur..self.blur)
        } else {
            0.0
        };
        chances.equity() + (self.win_gammon - 1.0) * chances.win_gammon
            - (self.lose_gammon - 1.0) * chances.lose_gammon
            + blur
    }
}

pub(super) fn random_roll(rng: &mut impl Rng) -> Roll {
    Roll::new(rng.random_range(1..=6), rng.random_range(1..=6))
}

/// Rolls in which no die shows a number twice; each roll is as likely as by chance.
pub(super) fn different_rolls(rng: &mut impl Rng) -> [Roll; ROLLS_BEHIND] {
    let mut dice = [[1, 2, 3, 4, 5, 6]; 2];
    for die in &mut dice {
        die.shuffle(rng);
    }
    std::array::from_fn(|number| Roll::new(dice[0][number], dice[1][number]))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn rolls_to_look_behind_are_as_likely_as_by_chance() {
        const DRAWS: u32 = 36_000;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = BTreeMap::new();
        for _ in 0..DRAWS {
            for roll in different_rolls(&mut rng) {
                *counts.entry(roll).or_insert(0_u32) += 1;
            }
        }
        assert_eq!(counts.len(), 21);
        for (roll, count) in counts {
            let ways = if roll.is_double() { 1.0 } else { 2.0 };
            let expected = ways / 36.0 * f64::from(DRAWS) * ROLLS_BEHIND as f64;
            let deviation = (f64::from(count) - expected).abs();
            assert!(deviation < 5.0 * expected.sqrt(), "{roll:?}: {count}");
        }
    }
}

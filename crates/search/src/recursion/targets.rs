//! What the outcomes of a chance node should come to.
//!
//! A chance node that should fall below its window does so only if all its outcomes together bring that about. How much each may be worth follows
//! from a guess at all of them: what a shallower search found, or the static values of the moves. What the guesses leave to spare is
//! shared out evenly. An outcome that stays on the right side of its target need not be known any better; if it does not, the others have
//! less to spare. A wrong guess costs work and nothing else.

use starmax_core::{Bounds, Evaluator, Game, Node};

use super::Recursion;
use crate::judge::{ends, known, successor_values};
use crate::pool::Branch;
use crate::steps::{depth_below, pay_of_outcome, worth};
use crate::{Memory, Observer};

/// Of what there is to spare this much is given to the next outcome, in case the guesses are too good.
const SPENT_AT_ONCE: f64 = 0.8;

/// What the open outcomes of a chance node come to if the guesses are right.
pub(super) struct Hopes {
    /// How likely they are together.
    weight: f64,
    /// How far they lower the upper end of the sum.
    fall: f64,
    /// How far they raise its lower end.
    rise: f64,
}

/// What is guessed of an outcome, and how much it may miss that.
#[derive(Clone, Copy)]
pub(super) struct Target {
    guess: f64,
    /// Upwards, with the node still below its window; less than 0 if it will not fall below.
    spare_below: f64,
    /// Downwards, with the node still above its window.
    spare_above: f64,
}

impl Hopes {
    pub(super) fn new<G: Game>(branches: &[Branch<G>]) -> Self {
        let mut hopes = Self {
            weight: 0.0,
            fall: 0.0,
            rise: 0.0,
        };
        for branch in branches.iter().filter(|branch| !branch.known.is_exact()) {
            hopes.count(branch, 1.0);
        }
        hopes
    }

    fn count<G: Game>(&mut self, branch: &Branch<G>, times: f64) {
        if let Some(guess) = branch.guess {
            let weight = times * branch.p;
            let guess = branch.known.clamp(guess);
            self.weight += weight;
            self.fall += weight * (branch.known.upper - guess);
            self.rise += weight * (guess - branch.known.lower);
        }
    }

    /// How far the sum will be below the window, and how far above it, for each outcome that is open.
    fn to_spare(&self, sum: Bounds, window: Bounds) -> [f64; 2] {
        let below = window.lower - (sum.upper - self.fall);
        let above = (sum.lower + self.rise) - window.upper;
        [below, above].map(|spare| spare / self.weight)
    }

    /// Whether there are guesses, by which the node leaves its window.
    pub(super) fn has_target(&self, sum: Bounds, window: Bounds) -> bool {
        self.weight > 0.0 && self.to_spare(sum, window).iter().any(|&spare| spare > 0.0)
    }

    /// The target of the next outcome, which is no longer open then.
    pub(super) fn take<G: Game>(
        &mut self,
        branch: &Branch<G>,
        sum: Bounds,
        window: Bounds,
    ) -> Option<Target> {
        let guess = branch.known.clamp(branch.guess?);
        let [below, above] = self.to_spare(sum, window);
        self.count(branch, -1.0);
        Some(Target {
            guess,
            spare_below: SPENT_AT_ONCE * below,
            spare_above: SPENT_AT_ONCE * above,
        })
    }
}

impl Target {
    /// Where the outcome has done enough on either side, if not even in `needed`.
    pub(super) fn ends_beyond(self, needed: Bounds) -> Bounds {
        Bounds {
            lower: (self.guess + self.spare_below).max(needed.lower),
            upper: (self.guess - self.spare_above).min(needed.upper),
        }
    }

    /// The window of the outcome, if the node will leave its own and something is to be done about this outcome.
    pub(super) fn window(self, needed: Bounds, known: Bounds) -> Option<Bounds> {
        let Bounds { lower, upper } = self.ends_beyond(needed);
        if self.spare_below > 0.0 && lower < known.upper {
            Some(Bounds { lower, ..needed })
        } else if self.spare_above > 0.0 && upper > known.lower {
            Some(Bounds { upper, ..needed })
        } else {
            None
        }
    }
}

impl<G, E, T, O, const W: bool> Recursion<'_, G, E, T, O, W>
where
    G: Game,
    E: Evaluator<G>,
    T: Memory<G>,
    O: Observer<G>,
{
    /// Guesses what every open outcome of a chance node comes to, with `below` levels left after it.
    pub(super) fn guess_outcomes(
        &mut self,
        state: &G::State,
        branches: &mut [Branch<G>],
        below: i32,
    ) {
        for branch in branches
            .iter_mut()
            .filter(|branch| !branch.known.is_exact())
        {
            let child = self.game.resolve(state, branch.outcome);
            let pay = pay_of_outcome(self.game, state, branch.outcome);
            let guess = self.guess(&child, below);
            branch.guess =
                guess.map(|guess| worth::<G>(pay, Bounds::exact(guess), self.range).lower);
        }
    }

    /// What a state comes to by the last iteration, or else by the static values of what its moves lead to.
    fn guess(&mut self, state: &G::State, depth: i32) -> Option<f64> {
        let node = self.game.node(state);
        let rules = (self.game, self.evaluator);
        if let Some((value, _)) = known(rules, state, node) {
            return Some(value);
        }
        let Node::Decision(player) = node else {
            return Some(self.evaluator.evaluate(self.game, state));
        };
        let earlier = [depth.saturating_sub(self.step), 1];
        if let Some(value) = (earlier.iter()).find_map(|&depth| self.exact_entry(state, depth)) {
            return Some(value);
        }
        let mut moves = self.pool.moves();
        let mut successors = self.pool.states();
        let mut values = self.pool.numbers();
        self.game.moves(state, &mut moves);
        successors.extend(moves.iter().map(|&mv| self.game.play(state, mv)));
        successor_values(rules, state, &moves, &successors, &mut values);
        let mut best: Option<(usize, f64)> = None;
        for (place, &value) in values.iter().enumerate() {
            if best.is_none_or(|(_, best)| player.sees(value) > player.sees(best)) {
                best = Some((place, value));
            }
        }
        let is_search = depth_below(self.game, state, 1) == 0
            && (successors.iter()).all(|successor| {
                known(rules, successor, self.game.node(successor)).is_some()
                    || ends(rules, successor, 0, self.quiescence)
            });
        if let Some((place, value)) = best.filter(|_| is_search && !self.fails()) {
            self.remember_value(state, value, place);
        }
        self.pool.return_numbers(values);
        self.pool.return_states(successors);
        let candidates = self.pool.candidates();
        self.pool.return_moves(moves, candidates);
        best.map(|(_, value)| value)
    }

    /// The value of a decision that was searched to exactly this depth.
    fn exact_entry(&self, state: &G::State, depth: i32) -> Option<f64> {
        if !T::ENABLED || !self.memory.serves(true) || depth < 1 {
            return None;
        }
        let entry = self.memory.load(self.memory.key(self.game, state, depth))?;
        let bounds = entry.at_depth(depth, self.memory.reuse());
        bounds.is_exact().then_some(bounds.lower)
    }

    /// Remembers what a look at all moves of a decision has found: it is a search of one level.
    fn remember_value(&self, state: &G::State, value: f64, best: usize) {
        if T::ENABLED && self.memory.serves(true) {
            let key = self.memory.key(self.game, state, 1);
            self.memory.store(key, 1, Bounds::exact(value), Some(best));
        }
    }
}

//! Chance nodes right above the last decisions: one answer to every outcome, all judged at once.
//!
//! Most of these nodes are searched to prove that a move is no better than another, and one good answer to each outcome is enough for that. What
//! was best after an outcome of a sibling is mostly good here too. So no moves are generated, and no bounds of the outcomes are
//! asked for, unless that fails.

use starmax_core::{Bounds, Evaluator, Game, Node, Player};

use super::{Place, Recursion};
use crate::judge::{ends, known};
use crate::order::select;
use crate::steps::is_free;
use crate::{Enhancement, Exit, Memory, Observer, Step};

/// How many answers to an outcome are remembered.
const REMEMBERED: usize = 4;

/// How much more than what is missing is asked of the first answers, so that others seldom have to be judged too.
const SAFETY: f64 = 1.25;

/// Answers that were good after each outcome, by the ply of the chance node.
pub(super) struct Answers<M> {
    good: Vec<Vec<[Option<M>; REMEMBERED]>>,
    /// What the decision visited last would play.
    pub(super) last: Option<M>,
}

impl<M> Default for Answers<M> {
    fn default() -> Self {
        Self {
            good: Vec::new(),
            last: None,
        }
    }
}

impl<M: Copy + Eq> Answers<M> {
    /// The answers to try after an outcome, given by its place.
    fn get(&self, ply: usize, place: usize) -> impl Iterator<Item = M> + use<M> {
        let good = self.good.get(ply).and_then(|good| good.get(place));
        good.copied().unwrap_or_default().into_iter().flatten()
    }

    /// What the decision visited last would play is the best answer to an outcome.
    pub(super) fn learn(&mut self, ply: usize, place: usize) {
        if let Some(answer) = self.last {
            self.remember(ply, place, answer, 0);
        }
    }

    /// Puts an answer to an outcome at this rank; of those from there on the last one, or itself if it was there, is dropped.
    fn remember(&mut self, ply: usize, place: usize, answer: M, rank: usize) {
        if self.good.len() <= ply {
            self.good.resize_with(ply + 1, Vec::new);
        }
        let good = &mut self.good[ply];
        if good.len() <= place {
            good.resize(place + 1, [None; REMEMBERED]);
        }
        let from_there = &mut good[place][rank..];
        let is_it = |known: &Option<M>| *known == Some(answer);
        let dropped = (from_there.iter().position(is_it)).unwrap_or(from_there.len() - 1);
        from_there[..=dropped].rotate_right(1);
        from_there[0] = Some(answer);
    }
}

/// What one answer to every outcome has proven.
pub(super) struct Answered {
    /// Who answers.
    pub(super) player: Player,
    /// What the answers are worth at least, seen by the player who answers.
    pub(super) values: Vec<f64>,
    /// Of the chance node.
    pub(super) bounds: Bounds,
    /// Whether any answer had to be judged.
    pub(super) is_judged: bool,
}

/// A chance node whose outcomes are answered, one answer to each.
struct Question<'a, G: Game> {
    state: &'a G::State,
    player: Player,
    place: Place,
    outcomes: &'a [(G::Outcome, f64)],
    answers: &'a [G::Move],
    /// What the answers lead to.
    successors: &'a [G::State],
}

/// What is known of something that is worth this much at least, seen by that player.
pub(super) fn at_least(value: f64, player: Player) -> Bounds {
    Bounds::new(value, f64::INFINITY).seen_by(player)
}

impl<G, E, T, O, const W: bool> Recursion<'_, G, E, T, O, W>
where
    G: Game,
    E: Evaluator<G>,
    T: Memory<G>,
    O: Observer<G>,
{
    /// Tries an answer to every outcome of a chance node whose static value says that this is enough.
    pub(super) fn answer_outcomes(
        &mut self,
        state: &G::State,
        place: Place,
        below: i32,
    ) -> Option<Answered> {
        let is_of_use = below == 1
            && self.probes > 0
            && !G::PAYS
            && !is_free(self.game, state)
            && self.has(Enhancement::Answers)
            && self.judges_batches();
        if !is_of_use {
            return None;
        }
        let mut outcomes = self.pool.outcomes();
        self.game.outcomes(state, &mut outcomes);
        let answered = self.answer_all(state, place, &outcomes);
        self.pool.return_outcomes(outcomes);
        answered
    }

    fn answer_all(
        &mut self,
        state: &G::State,
        place: Place,
        outcomes: &[(G::Outcome, f64)],
    ) -> Option<Answered> {
        let first = self.game.resolve(state, outcomes.first()?.0);
        let Node::Decision(player) = self.game.node(&first) else {
            return None;
        };
        let enough = place.window.seen_by(player).upper;
        let is_hopeful = enough < self.range.seen_by(player).upper
            && player.sees(self.evaluator.evaluate(self.game, state)) > enough;
        if !is_hopeful {
            return None;
        }
        let mut answers = self.pool.moves();
        let mut successors = self.pool.states();
        for (number, &(outcome, _)) in outcomes.iter().enumerate() {
            let child = self.game.resolve(state, outcome);
            if let Some(answer) = self.answer(&child, player, place.ply, number) {
                answers.push(answer);
                successors.push(self.game.play(&child, answer));
            }
        }
        let is_complete = answers.len() == outcomes.len();
        let answered = (is_complete
            && (successors.iter()).all(|successor| self.is_open(successor)))
        .then(|| {
            self.judge_answers(&Question {
                state,
                player,
                place,
                outcomes,
                answers: &answers,
                successors: &successors,
            })
        });
        self.pool.return_states(successors);
        self.pool.return_plain_moves(answers);
        answered
    }

    /// Whether a successor has no value but its static one.
    fn is_open(&self, successor: &G::State) -> bool {
        let rules = (self.game, self.evaluator);
        known(rules, successor, self.game.node(successor)).is_none()
            && ends(rules, successor, 0, self.quiescence)
    }

    /// The move to try after an outcome: what was best after a sibling, or else the most promising one.
    fn answer(
        &mut self,
        child: &G::State,
        player: Player,
        ply: usize,
        number: usize,
    ) -> Option<G::Move> {
        let rules = (self.game, self.evaluator);
        if self.game.node(child) != Node::Decision(player)
            || is_free(self.game, child)
            || known(rules, child, self.game.node(child)).is_some()
        {
            return None;
        }
        let mut remembered = self.answers.get(ply, number);
        if let Some(answer) = remembered.find(|&answer| self.game.can_play(child, answer)) {
            return Some(answer);
        }
        let mut moves = self.pool.moves();
        let mut candidates = self.pool.candidates();
        self.game.moves(child, &mut moves);
        let at = (child, player, ply + 1);
        (self.orderer).rank(rules, at, &moves, true, None, &mut candidates);
        let answer = (!candidates.is_empty()).then(|| select(&mut candidates, 0).mv);
        self.pool.return_moves(moves, candidates);
        if let Some(answer) = answer {
            self.answers.remember(ply, number, answer, REMEMBERED / 2);
        }
        answer
    }

    /// Judges as many answers as it takes, those of which least is known first, and says what they prove of the chance node.
    fn judge_answers(&mut self, question: &Question<'_, G>) -> Answered {
        let Question {
            player,
            place,
            outcomes,
            ..
        } = *question;
        let glances = self.glances(question);
        let mut values = self.pool.numbers();
        values.extend(glances.iter().map(|glance| glance.lower));
        let weight = |answer: usize| outcomes[answer].1 * (glances[answer].upper - values[answer]);
        let mut weights = self.pool.numbers();
        weights.extend((0..values.len()).map(weight));
        let mut left = self.pool.places();
        left.extend(0..values.len());
        left.sort_by(|&one, &two| weights[two].total_cmp(&weights[one]));
        let mut is_judged = false;
        let bounds = loop {
            let parts = outcomes.iter().zip(&values);
            let sum: f64 = parts.map(|(&(_, p), value)| p * value).sum();
            let bounds = self.range.narrowed_by(at_least(sum, player));
            if left.is_empty() || bounds.decides(place.window) {
                break bounds;
            }
            let missing = place.window.seen_by(player).upper - sum;
            let count = if is_judged || !self.has(Enhancement::Glances) {
                left.len()
            } else {
                count_needed(missing, left.iter().map(|&answer| weights[answer]))
            };
            let mut now: Vec<usize> = left.drain(..count).collect();
            now.sort_unstable();
            self.judge_some(question, &now, &mut values);
            is_judged = true;
        };
        if !left.is_empty() {
            self.acted(Enhancement::Glances);
        }
        self.pool.return_bounds(glances);
        self.pool.return_numbers(weights);
        self.pool.return_places(left);
        self.stats.probed_nodes += u64::from(is_judged);
        Answered {
            player,
            values,
            bounds,
            is_judged,
        }
    }

    /// Between which values the answers are without judging them, seen by the player who answers.
    fn glances(&mut self, question: &Question<'_, G>) -> Vec<Bounds> {
        let mut glances = self.pool.bounds();
        for successor in question.successors {
            let glance = if self.has(Enhancement::Glances) {
                let bounds = self.evaluator.bounds(self.game, successor, 0);
                self.with_rounding(bounds, Node::Chance, 0)
            } else {
                self.range
            };
            glances.push(glance.seen_by(question.player));
        }
        glances
    }

    /// Judges some of the answers in one batch.
    fn judge_some(&mut self, question: &Question<'_, G>, some: &[usize], values: &mut [f64]) {
        let Question { player, place, .. } = *question;
        let mut states = self.pool.states();
        states.extend((some.iter()).map(|&number| question.successors[number].clone()));
        let mut judged = self.pool.numbers();
        self.evaluator.evaluate_all(self.game, &states, &mut judged);
        self.pool.return_states(states);
        self.acted(Enhancement::Answers);
        for (&number, &value) in some.iter().zip(&judged) {
            values[number] = player.sees(value);
            let (outcome, p) = question.outcomes[number];
            self.stats.probes += 1;
            self.stats.nodes += 1;
            let there = Place {
                depth: 1,
                ply: place.ply + 1,
                tries: 1,
                ..place
            };
            let child = self.game.resolve(question.state, outcome);
            self.enter(&child, Some(Step::Outcome(outcome, p)), there);
            let leaf = Place::search(place.window, 0, place.ply + 2);
            let answer = Step::Move(question.answers[number]);
            self.judged(&question.successors[number], answer, leaf, value);
            self.leave(at_least(values[number], player), Exit::Probed);
        }
        self.pool.return_numbers(judged);
    }
}

/// How many answers to judge, each expected to bring half of what is open about it, the most first, so that they bring what is missing.
fn count_needed(missing: f64, weights: impl Iterator<Item = f64>) -> usize {
    let expected = weights.scan(0.0, |sum, weight| {
        let before = *sum;
        *sum += weight / 2.0;
        Some(before)
    });
    expected
        .take_while(|&before| before < SAFETY * missing)
        .count()
}

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
    /// What the answers are worth.
    pub(super) values: Vec<f64>,
    /// Of the chance node.
    pub(super) bounds: Bounds,
}

/// What is known of a decision of which one move is worth this much.
pub(super) fn at_least(value: f64, player: Player) -> Bounds {
    Bounds::new(player.sees(value), f64::INFINITY).seen_by(player)
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
        .then(|| self.judge_answers(state, player, place, outcomes, (&answers, &successors)));
        self.pool.return_states(successors);
        let candidates = self.pool.candidates();
        self.pool.return_moves(answers, candidates);
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

    /// Judges answers and what they prove of the chance node.
    fn judge_answers(
        &mut self,
        state: &G::State,
        player: Player,
        place: Place,
        outcomes: &[(G::Outcome, f64)],
        (answers, successors): (&[G::Move], &[G::State]),
    ) -> Answered {
        let mut values = self.pool.numbers();
        self.evaluator
            .evaluate_all(self.game, successors, &mut values);
        self.acted(Enhancement::Answers);
        self.stats.probed_nodes += 1;
        let mut sum = 0.0;
        for (number, &(outcome, p)) in outcomes.iter().enumerate() {
            sum += p * values[number];
            self.stats.probes += 1;
            self.stats.nodes += 1;
            let there = Place {
                depth: 1,
                ply: place.ply + 1,
                tries: 1,
                ..place
            };
            let child = self.game.resolve(state, outcome);
            self.enter(&child, Some(Step::Outcome(outcome, p)), there);
            let leaf = Place::search(place.window, 0, place.ply + 2);
            let answer = Step::Move(answers[number]);
            self.judged(&successors[number], answer, leaf, values[number]);
            self.leave(at_least(values[number], player), Exit::Probed);
        }
        Answered {
            player,
            bounds: self.range.narrowed_by(at_least(sum, player)),
            values,
        }
    }
}

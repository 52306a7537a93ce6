//! Decisions: alpha-beta, and the batch right above the leaves.

use starmax_core::{Bounds, Evaluator, Game, InBulk, Node, Player};

use super::{Found, Place, Recursion};
use crate::judge::{ends, known};
use crate::order::{Candidate, select};
use crate::steps::{depth_below, pay_of_move, window_of_rest, worth};
use crate::{Act, Enhancement, Exit, Memory, Observer, Purpose, Step};

impl<G, E, T, O, const W: bool> Recursion<'_, G, E, T, O, W>
where
    G: Game,
    E: Evaluator<G>,
    T: Memory<G>,
    O: Observer<G>,
{
    /// A decision: the maximum of its moves, seen by the player who moves (alpha-beta, fail-soft).
    /// A probe is the same with a limit on the moves tried.
    pub(super) fn decision(
        &mut self,
        state: &G::State,
        player: Player,
        known: Bounds,
        hint: Option<usize>,
        place: Place,
    ) -> Found {
        let (window, known) = (place.window.seen_by(player), known.seen_by(player));
        let below = depth_below(self.game, state, place.depth);
        let mut moves = std::mem::take(&mut self.ready);
        let mut candidates = self.pool.candidates();
        if moves.is_empty() {
            moves = self.pool.moves();
            self.game.moves(state, &mut moves);
        }
        let values = self.judge_successors(state, &moves, below, place.purpose());
        if !values.is_empty() {
            let found = self.best_of_judged((state, player), &moves, &values, place);
            self.pool.return_numbers(values);
            self.pool.return_moves(moves, candidates);
            return found;
        }
        if W {
            let at = (state, player, place.ply);
            self.rank(at, &moves, place.purpose(), hint, &mut candidates);
        }

        let mut best = Bounds::exact(f64::NEG_INFINITY);
        let mut best_index = None;
        let mut exit = Exit::Complete;
        let mut put_off = Vec::new();
        let is_shared = self.is_shared(below);
        let mut queue = 0..moves.len();
        for tried in 0..moves.len() {
            let pick = |candidates: &mut Vec<_>, place: usize| {
                if W {
                    let candidate = select(candidates, place);
                    (candidate.mv, candidate.index)
                } else {
                    (moves[place], place)
                }
            };
            let (mv, index) = if is_shared {
                loop {
                    let (mv, index) = if let Some(place) = queue.next() {
                        pick(&mut candidates, place)
                    } else {
                        let index = put_off[tried + put_off.len() - moves.len()];
                        (moves[index], index)
                    };
                    let can_wait = tried > 0 && !queue.is_empty();
                    if can_wait && self.is_busy(&self.game.play(state, mv), below) {
                        put_off.push(index);
                        self.acted(Act::MovePutOff);
                    } else {
                        break (mv, index);
                    }
                }
            } else {
                pick(&mut candidates, tried)
            };
            let child = self.game.play(state, mv);
            let pay = pay_of_move(self.game, state, mv);
            let open = if W {
                let open = Bounds::new(window.lower.max(best.lower), window.upper);
                window_of_rest::<G>(pay, open.seen_by(player))
            } else {
                Bounds::EVERYTHING
            };
            let there = Place::search(open, below, place.ply + 1);
            let found = self.node(&child, Step::Move(mv), there);
            let found = worth::<G>(pay, found, self.range).seen_by(player);
            if found.lower > best.lower {
                best_index = Some(index);
            }
            best = best.max(found);

            let untried = tried + 1 < moves.len();
            if W && untried && best.lower >= window.upper {
                self.stats.move_cuts += 1;
                self.acted(Act::MoveCut);
                self.orderer.learn(player, mv, place.ply, place.depth);
                exit = Exit::MoveCut;
            } else if untried && self.clock.has_stopped() {
                exit = Exit::Stopped;
            } else if untried && tried + 1 >= place.tries {
                exit = Exit::Probed;
            }
            if exit != Exit::Complete {
                best.upper = best.upper.max(known.upper);
                break;
            }
        }
        self.pool.return_moves(moves, candidates);
        Found {
            bounds: best.seen_by(player),
            exit,
            best: best_index,
        }
    }

    /// The best move of a decision right above the leaves, the first of equals, where all successors are judged at once.
    pub(crate) fn best_of_all(&mut self, state: &G::State, depth: i32) -> Option<G::Move> {
        let Node::Decision(player) = self.game.node(state) else {
            return None;
        };
        let mut moves = self.pool.moves();
        self.game.moves(state, &mut moves);
        let below = depth_below(self.game, state, depth);
        let values = self.judge_successors(state, &moves, below, Purpose::Search);
        let place = Place::search(Bounds::EVERYTHING, depth, 0);
        let best = (!values.is_empty())
            .then(|| self.best_of_judged((state, player), &moves, &values, place))
            .and_then(|found| found.best.map(|best| moves[best]));
        self.pool.return_numbers(values);
        let candidates = self.pool.candidates();
        self.pool.return_moves(moves, candidates);
        best
    }

    /// A decision whose successors are all judged: there is nothing left to cut, and their order does not matter.
    fn best_of_judged(
        &mut self,
        (state, player): (&G::State, Player),
        moves: &[G::Move],
        values: &[f64],
        place: Place,
    ) -> Found {
        let there = Place::search(place.window, 0, place.ply + 1);
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, (&mv, &value)) in moves.iter().zip(values).enumerate() {
            let value = if O::ENABLED || G::PAYS {
                let child = self.game.play(state, mv);
                let found = self.judged(&child, Step::Move(mv), there, value);
                worth::<G>(pay_of_move(self.game, state, mv), found, self.range).lower
            } else {
                value
            };
            if player.sees(value) > best.0 {
                best = (player.sees(value), index);
            }
        }
        if !(O::ENABLED || G::PAYS) {
            self.stats.nodes += moves.len() as u64;
            self.stats.leaves += moves.len() as u64;
        }
        self.answers.last = Some(moves[best.1]);
        Found {
            bounds: Bounds::exact(player.sees(best.0)),
            exit: Exit::Complete,
            best: Some(best.1),
        }
    }

    /// Whether the evaluator is one that gains from batches.
    pub(super) fn judges_batches(&self) -> bool {
        (self.evaluator.in_bulk()).is_some_and(InBulk::gains_from_batches)
    }

    /// Evaluates the successors of a decision right above the leaves in one batch, where that is faster. Gives one number for each move, or
    /// none at all if some need no evaluation or more than that.
    fn judge_successors(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        depth_below: i32,
        purpose: Purpose,
    ) -> Vec<f64> {
        let pays = W
            && self.has(Enhancement::Batches)
            && depth_below == 0
            && purpose == Purpose::Search
            && moves.len() > 1
            && self.judges_batches();
        if !pays {
            return Vec::new();
        }
        let rules = (self.game, self.evaluator);
        let mut states = self.pool.states();
        states.extend(moves.iter().map(|&mv| self.game.play(state, mv)));
        let is_open = |state: &G::State| {
            known(rules, state, self.game.node(state)).is_none()
                && ends(rules, state, 0, self.quiescence)
        };
        let mut values = Vec::new();
        if states.iter().all(is_open) {
            values = self.pool.numbers();
            self.evaluator.evaluate_all(self.game, &states, &mut values);
            self.acted(Enhancement::Batches);
        }
        self.pool.return_states(states);
        values
    }

    /// Visits a leaf below the root whose static value is known.
    pub(super) fn judged(
        &mut self,
        state: &G::State,
        step: Step<G>,
        place: Place,
        value: f64,
    ) -> Bounds {
        self.stats.nodes += 1;
        self.stats.leaves += 1;
        self.enter(state, Some(step), place);
        self.leave(Bounds::exact(value), Exit::Evaluated)
    }

    /// Ranks the moves of a decision, and tells the observer what shaped their order.
    fn rank(
        &mut self,
        at: (&G::State, Player, usize),
        moves: &[G::Move],
        purpose: Purpose,
        hint: Option<usize>,
        candidates: &mut Vec<Candidate<G::Move>>,
    ) {
        let rules = (self.game, self.evaluator);
        let is_probe = purpose == Purpose::Probe;
        (self.orderer).rank(rules, at, moves, is_probe, hint, candidates);
        if O::ACTS {
            let parts = (self.orderer).shaped_by(rules, at, is_probe, hint, candidates);
            for act in parts {
                self.acted(act);
            }
        }
    }
}

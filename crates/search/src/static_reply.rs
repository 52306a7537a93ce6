//! The search of backgammon programs: inside the tree only the reply that looks best is followed. Not exact.
//!
//! At the root every move is searched, in iterations that go two levels deeper each; in between a filter drops the moves that
//! are clearly worse. Below the root all successors of a decision are judged statically in one batch, and the search goes on
//! below the best of them only. A chance node is the mean of all its outcomes, in outcome order.
//!
//! An opponent who replies as the evaluator likes best may miss better replies, so a value can err to either side. In return
//! a decision costs as many evaluations as it has moves, whatever lies below.

use std::mem;
use std::time::Duration;

use starmax_core::{Bounds, Evaluator, Game, Node, Player};

use crate::clock::Clock;
use crate::deepening::{iterations, levels, not_begun};
use crate::forecast::{Last, forecast};
use crate::judge::{add_pay, ends, known, leaf, static_values};
use crate::line::line;
use crate::steps::{depth_below, pay_of_move, pay_of_outcome, worth};
use crate::{
    Estimate, Exit, Features, Interrupted, Keep, Observer, Purpose, RootMove, SearchResult,
    Settings, Stats, Step, Visit,
};

/// Everything a search carries along.
pub(crate) struct StaticReply<'a, G: Game, E, O> {
    game: &'a G,
    evaluator: &'a E,
    settings: &'a Settings,
    observer: O,
    stats: Stats,
    clock: Clock<'a>,
    range: Bounds,
    quiescence: i32,
    replies: Replies<G>,
}

/// The moves of a decision, where they lead, and how that looks.
struct Replies<G: Game> {
    moves: Vec<G::Move>,
    successors: Vec<G::State>,
    values: Vec<f64>,
    /// The values with what the moves pay.
    worths: Vec<f64>,
}

impl<G: Game> Default for Replies<G> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            successors: Vec::new(),
            values: Vec::new(),
            worths: Vec::new(),
        }
    }
}

impl<G: Game> Replies<G> {
    fn clear(&mut self) {
        self.moves.clear();
        self.successors.clear();
        self.values.clear();
        self.worths.clear();
    }

    /// The place of the best move; of equals the first.
    fn best(&self, player: Player) -> usize {
        let mut best = 0;
        for (place, &worth) in self.worths.iter().enumerate() {
            if player.sees(worth) > player.sees(self.worths[best]) {
                best = place;
            }
        }
        best
    }
}

/// Where a node stands in the search.
#[derive(Clone, Copy)]
struct Place {
    depth: i32,
    ply: usize,
}

impl Place {
    /// After a step from a state that stands here.
    fn below<G: Game>(self, game: &G, state: &G::State) -> Self {
        Self {
            depth: depth_below(game, state, self.depth),
            ply: self.ply + 1,
        }
    }
}

impl<'a, G, E, O> StaticReply<'a, G, E, O>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G>,
{
    pub(crate) fn new(
        (game, evaluator): (&'a G, &'a E),
        settings: &'a Settings,
        observer: O,
        clock: Clock<'a>,
    ) -> Self {
        Self {
            game,
            evaluator,
            settings,
            observer,
            stats: Stats::default(),
            clock,
            range: evaluator.range(game),
            quiescence: levels(settings.quiescence),
            replies: Replies::default(),
        }
    }

    /// Searches a state. The first iteration of several is always finished, so that there is an answer.
    pub(crate) fn run(
        mut self,
        state: &G::State,
        features: Option<&Features<'_, G>>,
    ) -> SearchResult<G> {
        let mut root = RootMoves::new(self.game, state, self.range);
        let mut result: Option<SearchResult<G>> = None;
        if iterations(self.settings).count() == 1 {
            self.clock.arm(self.stats.nodes);
        }
        let mut depths = iterations(self.settings).enumerate();
        while let Some((iteration, depth)) = depths.next() {
            if let Some(last) = iteration.checked_sub(1) {
                root.drop_moves(self.settings.filter.after(last), self.range);
            }
            let bounds = self.iteration(&mut root, state, depth);
            let interrupted = (self.clock.has_stopped()).then_some(Interrupted { depth, bounds });
            match &mut result {
                Some(finished) if interrupted.is_some() => finished.interrupted = interrupted,
                _ => {
                    result = Some(SearchResult {
                        value: bounds.middle(),
                        bounds,
                        best: root.best().filter(|_| depth > 0),
                        depth: if interrupted.is_some() { 0 } else { depth },
                        moves: root.moves.clone(),
                        line: Vec::new(),
                        forecast: None,
                        forecasts: Vec::new(),
                        stats: Stats::default(),
                        elapsed: Duration::ZERO,
                        threads: 1,
                        interrupted,
                        failure: None,
                    });
                }
            }
            self.clock.arm(self.stats.nodes);
            if self.clock.is_over(self.stats.nodes) {
                if let Some(finished) = result.as_mut().filter(|_| interrupted.is_none()) {
                    let next = depths.next().map(|(_, depth)| depth);
                    finished.interrupted = not_begun(next, &self.clock, self.range);
                }
                break;
            }
        }
        let mut result = result.expect("there is at least one iteration");
        result.stats = self.stats;
        result.elapsed = self.clock.elapsed();
        if self.fails() {
            result.failure = self.game.failure();
            return result;
        }
        if self.settings.line {
            result.line = self.line(state, &result);
        }
        if let Some(features) = features {
            self.forecast(state, features, &mut result);
        }
        result
    }

    /// Searches the moves that are left at the root, or a root at which nobody moves.
    fn iteration(&mut self, root: &mut RootMoves<G>, state: &G::State, depth: u32) -> Bounds {
        let place = Place {
            depth: levels(depth),
            ply: 0,
        };
        self.enter(state, None, place);
        let node = self.game.node(state);
        let rules = (self.game, self.evaluator);
        let Some(player) = root.player.filter(|_| depth > 0) else {
            let (bounds, exit) = match leaf(rules, state, node, place.depth, self.quiescence) {
                Some((value, exit)) => {
                    self.stats.leaves += 1;
                    (Bounds::exact(value), exit)
                }
                None => self.inner_node(state, node, place),
            };
            return self.leave(bounds, exit);
        };
        for root_move in root.moves.iter_mut().filter(|mv| mv.estimate.is_none()) {
            root_move.bounds = self.range;
        }
        for root_move in root.moves.iter_mut().filter(|mv| mv.estimate.is_none()) {
            let child = self.game.play(state, root_move.mv);
            let pay = pay_of_move(self.game, state, root_move.mv);
            let below = place.below(self.game, state);
            let found = self.node(&child, Step::Move(root_move.mv), below);
            if self.fails() {
                break;
            }
            root_move.bounds = worth::<G>(pay, found, self.range);
            if self.clock.has_stopped() {
                break;
            }
        }
        root.depth = depth;
        let open = root.moves.iter().filter(|mv| mv.estimate.is_none());
        let bounds = (open.map(|mv| mv.bounds.seen_by(player)))
            .reduce(Bounds::max)
            .expect("the best move is never dropped")
            .seen_by(player);
        self.leave(bounds, self.exit())
    }

    /// Visits a node that nobody judged yet.
    fn node(&mut self, state: &G::State, step: Step<G>, place: Place) -> Bounds {
        self.stats.nodes += 1;
        self.enter(state, Some(step), place);
        let node = self.game.node(state);
        let rules = (self.game, self.evaluator);
        if let Some((value, exit)) = leaf(rules, state, node, place.depth, self.quiescence) {
            self.stats.leaves += 1;
            return self.leave(Bounds::exact(value), exit);
        }
        let (bounds, exit) = self.inner_node(state, node, place);
        self.leave(bounds, exit)
    }

    /// A node at which the search does not end.
    fn inner_node(&mut self, state: &G::State, node: Node, place: Place) -> (Bounds, Exit) {
        if self.clock.is_over(self.stats.nodes) {
            return (self.range, Exit::Stopped);
        }
        let bounds = match node {
            Node::Decision(player) => self.decision(state, player, place),
            Node::Chance | Node::Terminal(_) => self.average(state, place),
        };
        if self.fails() {
            return (self.range, Exit::Stopped);
        }
        (bounds, self.exit())
    }

    /// Whether the rules have failed; then the search stops.
    fn fails(&mut self) -> bool {
        let has_failed = G::CAN_FAIL && self.game.failure().is_some();
        if has_failed {
            self.clock.stop();
        }
        has_failed
    }

    /// Why a node is left at which the search did not end.
    fn exit(&self) -> Exit {
        if self.clock.has_stopped() {
            Exit::Stopped
        } else {
            Exit::Complete
        }
    }

    /// A decision: the reply that looks best is followed.
    fn decision(&mut self, state: &G::State, player: Player, place: Place) -> Bounds {
        let mut replies = mem::take(&mut self.replies);
        replies.clear();
        self.game.moves(state, &mut replies.moves);
        if let [mv] = replies.moves[..] {
            self.replies = replies;
            let child = self.game.play(state, mv);
            let found = self.node(&child, Step::Move(mv), place.below(self.game, state));
            return worth::<G>(pay_of_move(self.game, state, mv), found, self.range);
        }
        if replies.moves.is_empty() {
            // Only rules that have failed give no moves.
            self.replies = replies;
            return self.range;
        }
        self.judge(state, &mut replies);
        let best = replies.best(player);
        self.tell_of_others(&replies, best, place.below(self.game, state));
        let (mv, value) = (replies.moves[best], replies.values[best]);
        let child = replies.successors.swap_remove(best);
        self.replies = replies;
        let found = self.follow(&child, Step::Move(mv), value, place.below(self.game, state));
        worth::<G>(pay_of_move(self.game, state, mv), found, self.range)
    }

    /// Judges what all moves lead to. Every successor is a node, and a leaf.
    fn judge(&mut self, state: &G::State, replies: &mut Replies<G>) {
        let successors = replies.moves.iter().map(|&mv| self.game.play(state, mv));
        replies.successors.extend(successors);
        let rules = (self.game, self.evaluator);
        static_values(rules, &replies.successors, &mut replies.values);
        replies.worths.extend_from_slice(&replies.values);
        add_pay(rules, state, &replies.moves, &mut replies.worths);
        self.stats.nodes += replies.moves.len() as u64;
        self.stats.leaves += replies.moves.len() as u64;
    }

    /// Searches below a node that was judged already.
    fn follow(&mut self, state: &G::State, step: Step<G>, value: f64, place: Place) -> Bounds {
        self.enter(state, Some(step), place);
        let node = self.game.node(state);
        let rules = (self.game, self.evaluator);
        if let Some((_, exit)) = known(rules, state, node) {
            return self.leave(Bounds::exact(value), exit);
        }
        if ends(rules, state, place.depth, self.quiescence) {
            return self.leave(Bounds::exact(value), Exit::Evaluated);
        }
        let (bounds, exit) = self.inner_node(state, node, place);
        self.leave(bounds, exit)
    }

    /// A chance node: the mean of its outcomes.
    fn average(&mut self, state: &G::State, place: Place) -> Bounds {
        let mut outcomes = Vec::new();
        self.game.outcomes(state, &mut outcomes);
        let mut sum = Bounds::exact(0.0);
        for (outcome, p) in outcomes {
            let found = if self.clock.has_stopped() {
                self.range
            } else {
                let child = self.game.resolve(state, outcome);
                let pay = pay_of_outcome(self.game, state, outcome);
                let below = place.below(self.game, state);
                let found = self.node(&child, Step::Outcome(outcome, p), below);
                worth::<G>(pay, found, self.range)
            };
            sum.lower += p * found.lower;
            sum.upper += p * found.upper;
        }
        self.range.narrowed_by(sum)
    }

    /// The best move, and then the replies that look best.
    fn line(&mut self, state: &G::State, result: &SearchResult<G>) -> Vec<Step<G>> {
        let mut best = result.best;
        line(self.game, state, levels(result.depth), |state, _| {
            best.take().or_else(|| self.best_reply(state))
        })
    }

    /// Fills in the forecasts of the root and of the moves that were searched to the end.
    fn forecast(
        &mut self,
        state: &G::State,
        features: &Features<'_, G>,
        result: &mut SearchResult<G>,
    ) {
        let (rules, quiescence) = ((self.game, self.evaluator), self.quiescence);
        let depth = levels(result.depth);
        let below = depth_below(self.game, state, depth);
        let mut ahead = |reached: (&G::State, Option<Last<'_, G>>), depth| {
            let choose = &mut |state: &G::State, _| self.best_reply(state);
            forecast(rules, reached, depth, quiescence, features, choose)
        };
        for root_move in &result.moves {
            let is_known = root_move.bounds.is_exact();
            let next = rules.0.play(state, root_move.mv);
            let last = Some((state, root_move.mv));
            let found = is_known.then(|| ahead((&next, last), below)).flatten();
            if Some(root_move.mv) == result.best {
                result.forecast.clone_from(&found);
            }
            result.forecasts.push(found);
        }
        if result.moves.is_empty() && result.bounds.is_exact() {
            result.forecast = ahead((state, None), depth);
        }
    }

    /// The reply that looks best.
    fn best_reply(&mut self, state: &G::State) -> Option<G::Move> {
        let Node::Decision(player) = self.game.node(state) else {
            return None;
        };
        let mut replies = Replies::default();
        self.game.moves(state, &mut replies.moves);
        self.judge(state, &mut replies);
        Some(replies.moves[replies.best(player)])
    }

    /// Lets the observer see the moves that were judged and are not followed.
    fn tell_of_others(&mut self, replies: &Replies<G>, best: usize, place: Place) {
        if !O::ENABLED {
            return;
        }
        for (index, (state, &mv)) in replies.successors.iter().zip(&replies.moves).enumerate() {
            if index != best {
                self.enter(state, Some(Step::Move(mv)), place);
                let exit = match self.game.node(state) {
                    Node::Terminal(_) => Exit::Terminal,
                    Node::Decision(_) | Node::Chance => Exit::Evaluated,
                };
                self.leave(Bounds::exact(replies.values[index]), exit);
            }
        }
    }

    #[inline]
    fn enter(&mut self, state: &G::State, step: Option<Step<G>>, place: Place) {
        if O::ENABLED {
            self.observer.enter(&Visit {
                state,
                step,
                window: Bounds::EVERYTHING,
                depth: place.depth,
                ply: place.ply,
                purpose: Purpose::Search,
            });
        }
    }

    #[inline]
    fn leave(&mut self, bounds: Bounds, exit: Exit) -> Bounds {
        if O::ENABLED {
            self.observer.leave(bounds, exit);
        }
        bounds
    }
}

/// The moves at the root, in the game's own order.
struct RootMoves<G: Game> {
    player: Option<Player>,
    moves: Vec<RootMove<G::Move>>,
    /// The depth of the iteration that gave the moves their bounds.
    depth: u32,
}

impl<G: Game> RootMoves<G> {
    fn new(game: &G, state: &G::State, range: Bounds) -> Self {
        let mut moves = Vec::new();
        let mut player = None;
        if let Node::Decision(mover) = game.node(state) {
            game.moves(state, &mut moves);
            // Only rules that have failed give no moves.
            player = Some(mover).filter(|_| !moves.is_empty());
        }
        let open = |mv| RootMove {
            mv,
            bounds: range,
            estimate: None,
        };
        Self {
            player,
            moves: moves.into_iter().map(open).collect(),
            depth: 0,
        }
    }

    /// Drops the moves that do not pass; all that are left have exact bounds.
    fn drop_moves(&mut self, keep: Keep, range: Bounds) {
        let Some(player) = self.player else { return };
        let worth = |mv: &RootMove<G::Move>| player.sees(mv.bounds.lower);
        let mut open: Vec<_> = (self.moves.iter_mut())
            .filter(|mv| mv.estimate.is_none())
            .collect();
        open.sort_by(|one, two| worth(two).total_cmp(&worth(one)));
        let values: Vec<_> = open.iter().map(|mv| worth(mv)).collect();
        for root_move in &mut open[keep.count(&values)..] {
            root_move.estimate = Some(Estimate {
                depth: self.depth,
                value: root_move.bounds.lower,
            });
            root_move.bounds = range;
        }
    }

    /// The best of the moves that are left; of equals the first.
    fn best(&self) -> Option<G::Move> {
        let player = self.player?;
        let open = self.moves.iter().filter(|mv| mv.estimate.is_none());
        let better = |best: &'_ RootMove<G::Move>, other: &'_ RootMove<G::Move>| {
            other.bounds.seen_by(player).lower > best.bounds.seen_by(player).lower
        };
        open.reduce(|best, other| if better(best, other) { other } else { best })
            .map(|best| best.mv)
    }
}

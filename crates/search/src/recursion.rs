//! The one recursion of the whole family.
//!
//! Searching a state with a window returns bounds that hold its value and decide the window: they are exact, or
//! lie wholly at or below the window's lower end, or wholly at or above its upper end. A decision's bounds are
//! the maximum of its moves' bounds, seen by the player who moves; a chance node's bounds are the weighted sum of
//! its outcomes' bounds. A node is left as soon as its bounds decide its window (Star1). Probes narrow the
//! bounds of the outcomes first (Star2); the table starts with narrower ones (Star2-TT).
//!
//! Why the results are bit for bit those of plain Expectimax: multiplication by a probability, addition in
//! a fixed order, maximum and clamping are monotone in floating point. A sum of lower bounds, made afresh in
//! outcome order, is therefore never above the *floating-point* value of the node, and a sum of
//! upper bounds never below it. Running sums only choose windows; a fresh sum decides.

mod answers;
mod chance;
mod decision;
mod targets;

use starmax_core::{Bounds, Evaluator, Game, Node, Player};

use self::answers::Answers;
use crate::busy::Busy;
use crate::clock::Clock;
use crate::deepening::levels;
use crate::judge::leaf;
use crate::order::{Orderer, select};
use crate::pool::Pool;
use crate::searcher::Workspace;
use crate::steps::{depth_below, is_free, pay_of_outcome, worth};
use crate::{
    Act, Enhancement, Enhancements, Entry, Exit, Memory, Observer, Purpose, Settings, Stats, Step,
    Visit,
};

/// State-dependent bounds are widened by this share of the range. Rounding may carry a computed value
/// past a bound that holds for the true one, but by far less than this.
const ROUNDING: f64 = 1e-9;

/// Threads that share a search keep out of each other's way at nodes with at least this many levels below.
const LEAST_SHARED_DEPTH: i32 = 2;

/// Everything a search carries along.
///
/// `W` says whether there are windows: without them everything is visited, as by plain Expectimax.
pub(crate) struct Recursion<'a, G: Game, E, T, O, const W: bool> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) memory: T,
    pub(crate) observer: O,
    pub(crate) stats: Stats,
    pub(crate) clock: Clock<'a>,
    pub(crate) range: Bounds,
    enhancements: Enhancements,
    clips: bool,
    probes: usize,
    successor_probing_depth: i32,
    pub(crate) quiescence: i32,
    /// Levels from one iteration to the next.
    step: i32,
    /// What other threads search at the same time, if there are any.
    crew: Option<&'a Busy>,
    orderer: Orderer<G::Move>,
    pool: Pool<G>,
    answers: Answers<G::Move>,
    /// The moves of the decision that is about to be visited, if they are known.
    ready: Vec<G::Move>,
}

/// Where a node stands in the search.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) window: Bounds,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// Moves to try at most: all of them, or as many as a probe is allowed.
    pub(crate) tries: usize,
}

impl Place {
    /// A full search; no limit on the moves tried.
    pub(crate) fn search(window: Bounds, depth: i32, ply: usize) -> Self {
        Self {
            window,
            depth,
            ply,
            tries: usize::MAX,
        }
    }

    fn purpose(self) -> Purpose {
        if self.tries == usize::MAX {
            Purpose::Search
        } else {
            Purpose::Probe
        }
    }
}

/// What the search of a node brought.
struct Found {
    bounds: Bounds,
    exit: Exit,
    /// The best move as its place in the game's own order.
    best: Option<usize>,
}

impl Found {
    /// At a chance node there is no best move.
    fn chance(bounds: Bounds, exit: Exit) -> Self {
        Self {
            bounds,
            exit,
            best: None,
        }
    }
}

/// The place of the best move that the table remembers.
fn hint(entry: Option<Entry>) -> Option<usize> {
    entry.and_then(|entry| entry.best).map(usize::from)
}

impl<'a, G, E, T, O, const W: bool> Recursion<'a, G, E, T, O, W>
where
    G: Game,
    E: Evaluator<G>,
    T: Memory<G>,
    O: Observer<G>,
{
    pub(crate) fn new(
        (game, evaluator): (&'a G, &'a E),
        settings: &Settings,
        memory: T,
        observer: O,
        clock: Clock<'a>,
        crew: Option<&'a Busy>,
        workspace: Workspace<G>,
    ) -> Self {
        let enhancements = settings.enhancements;
        Self {
            game,
            evaluator,
            memory,
            observer,
            stats: Stats::default(),
            clock,
            range: evaluator.range(game),
            enhancements,
            clips: settings.clips,
            probes: settings.probes,
            successor_probing_depth: levels(settings.successor_probing_depth),
            quiescence: levels(settings.quiescence),
            step: settings.steps().map_or(i32::MAX, levels),
            crew,
            orderer: Orderer::new(settings.order, enhancements, workspace.learned),
            pool: workspace.pool,
            answers: Answers::default(),
            ready: Vec::new(),
        }
    }

    /// What another search can use.
    pub(crate) fn into_workspace(self) -> Workspace<G> {
        Workspace {
            pool: self.pool,
            learned: self.orderer.into_learned(),
        }
    }

    /// Whether an enhancement is switched on.
    #[inline]
    fn has(&self, enhancement: Enhancement) -> bool {
        self.enhancements.contains(enhancement)
    }

    /// Visits a node below the root.
    #[inline]
    pub(crate) fn node(&mut self, state: &G::State, step: Step<G>, place: Place) -> Bounds {
        self.stats.nodes += 1;
        self.visit(state, Some(step), place, None)
    }

    /// Visits a node: a leaf, something known already, a decision or a chance node. `possible` is what is known of it without any
    /// search, if the caller has already found out.
    #[inline]
    pub(crate) fn visit(
        &mut self,
        state: &G::State,
        step: Option<Step<G>>,
        place: Place,
        possible: Option<Bounds>,
    ) -> Bounds {
        self.enter(state, step, place);
        let node = self.game.node(state);
        let rules = (self.game, self.evaluator);
        if let Some((value, exit)) = leaf(rules, state, node, place.depth, self.quiescence) {
            self.stats.leaves += 1;
            if O::ACTS {
                self.tell_of_leaf(state, exit);
            }
            return self.leave(Bounds::exact(value), exit);
        }
        let possible = possible.unwrap_or_else(|| self.static_bounds(state, node, place.depth));
        self.inner_node(state, node, place, possible)
    }

    /// A node that is no leaf. A function of its own, so that leaves stay cheap.
    #[inline(never)]
    fn inner_node(
        &mut self,
        state: &G::State,
        node: Node,
        place: Place,
        possible: Bounds,
    ) -> Bounds {
        let mut known = possible;
        if O::ACTS {
            self.tell_of_start(is_free(self.game, state), place, possible);
        }
        if W && known.decides(place.window) {
            self.acted(Act::KnownCut);
            return self.leave(known, Exit::Known);
        }
        let decision = node != Node::Chance;
        let key = if T::ENABLED && self.memory.serves(decision) {
            Some(self.memory.key(self.game, state, place.depth))
        } else {
            None
        };
        let entry = key.and_then(|key| self.memory.load(key));
        if let Some(entry) = entry {
            self.stats.table_hits += 1;
            known = known.narrowed_by(entry.at_depth(place.depth, self.memory.reuse()));
            if O::ACTS && known != possible {
                self.acted(if decision {
                    Act::DecisionHit
                } else {
                    Act::ChanceHit
                });
            }
            if known.decides(place.window) {
                self.stats.table_cuts += 1;
                self.acted(if decision {
                    Act::DecisionTableCut
                } else {
                    Act::ChanceTableCut
                });
                return self.leave(known, Exit::Table);
            }
        }
        if self.clock.is_over(self.stats.nodes) {
            return self.leave(known, Exit::Stopped);
        }

        if O::ACTS && W && self.clips && place.window.clipped(known) != place.window {
            self.acted(Act::Clip);
        }
        let place = if W && self.clips {
            Place {
                window: place.window.clipped(known),
                ..place
            }
        } else {
            place
        };
        let busy = (self.crew.zip(key)).filter(|_| place.depth >= LEAST_SHARED_DEPTH);
        if let Some((crew, key)) = busy {
            crew.enter(key);
        }
        let found = match node {
            Node::Decision(player) => {
                let is_known = entry.is_some();
                let entry = entry.or_else(|| self.earlier_entry(state, place.depth));
                let hint = hint(entry);
                if O::ACTS && !is_known && hint.is_some() && self.orderer.learns.table_move {
                    self.acted(Enhancement::Deepening);
                }
                self.decision(state, player, known, hint, place)
            }
            Node::Chance if W => self.chance(state, place),
            _ => self.average(state, place),
        };
        if let Some((crew, key)) = busy {
            crew.leave(key);
        }
        if self.fails() {
            return self.leave(self.range, Exit::Stopped);
        }
        let bounds = known.narrowed_by(found.bounds);
        if let Some(key) = key {
            let proven = bounds.beyond(possible);
            self.memory.store(key, place.depth, proven, found.best);
        }
        self.leave(bounds, found.exit)
    }

    /// Whether the rules have failed; then the search stops.
    #[inline]
    pub(crate) fn fails(&mut self) -> bool {
        let has_failed = G::CAN_FAIL && self.game.failure().is_some();
        if has_failed {
            self.clock.stop();
        }
        has_failed
    }

    /// Whether threads keep out of each other's way at nodes with this many levels below.
    #[inline]
    pub(crate) fn is_shared(&self, depth: i32) -> bool {
        self.crew.is_some() && depth >= LEAST_SHARED_DEPTH
    }

    /// Whether another thread searches a state right now, so that something else should be done first.
    pub(crate) fn is_busy(&self, state: &G::State, depth: i32) -> bool {
        let Some(crew) = self.crew.filter(|_| self.is_shared(depth)) else {
            return false;
        };
        let is_decision = self.game.node(state) != Node::Chance;
        self.memory.serves(is_decision) && crew.contains(self.memory.key(self.game, state, depth))
    }

    /// The place of the move that the table remembers as the best of a decision.
    pub(crate) fn remembered(&self, state: &G::State, depth: i32) -> Option<usize> {
        let is_of_use = T::ENABLED && self.memory.serves(true);
        is_of_use
            .then(|| self.memory.key(self.game, state, depth))
            .and_then(|key| hint(self.memory.load(key)))
    }

    /// What the previous iteration left about a decision that this one has not met yet.
    fn earlier_entry(&self, state: &G::State, depth: i32) -> Option<Entry> {
        let is_of_use = T::ENABLED && W && self.memory.serves(true) && depth > self.step;
        is_of_use
            .then(|| self.memory.key(self.game, state, depth - self.step))
            .and_then(|key| self.memory.load(key))
    }

    /// What is known of a state without searching it.
    fn static_bounds(&self, state: &G::State, node: Node, depth: i32) -> Bounds {
        if !W || !self.has(Enhancement::StateBounds) {
            return self.range;
        }
        let levels = depth.max(0).unsigned_abs();
        self.with_rounding(self.evaluator.bounds(self.game, state, levels), node, depth)
    }

    /// An evaluator's bounds, inside the range and with room for rounding if there are averages below.
    #[inline]
    fn with_rounding(&self, bounds: Bounds, node: Node, depth: i32) -> Bounds {
        let slack = if node == Node::Chance || depth > 1 || G::PAYS || G::HAS_FREE_STEPS {
            ROUNDING * (self.range.upper - self.range.lower)
        } else {
            0.0
        };
        self.range
            .narrowed_by(Bounds::new(bounds.lower - slack, bounds.upper + slack))
    }

    /// Expectimax: every outcome is searched.
    fn average(&mut self, state: &G::State, place: Place) -> Found {
        let mut outcomes = self.pool.outcomes();
        self.game.outcomes(state, &mut outcomes);
        let below = depth_below(self.game, state, place.depth);
        let there = Place::search(Bounds::EVERYTHING, below, place.ply + 1);
        let mut sum = Bounds::exact(0.0);
        for &(outcome, p) in &outcomes {
            let child = self.game.resolve(state, outcome);
            let pay = pay_of_outcome(self.game, state, outcome);
            let found = self.node(&child, Step::Outcome(outcome, p), there);
            let found = worth::<G>(pay, found, self.range);
            sum.lower += p * found.lower;
            sum.upper += p * found.upper;
        }
        self.pool.return_outcomes(outcomes);
        Found::chance(self.range.narrowed_by(sum), Exit::Complete)
    }

    /// The order in which the moves of a root are searched first, as places in the game's own order.
    pub(crate) fn first_order(
        &mut self,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
    ) -> Vec<usize> {
        let rules = (self.game, self.evaluator);
        let mut candidates = Vec::new();
        (self.orderer).rank(
            rules,
            (state, player, 0),
            moves,
            false,
            None,
            &mut candidates,
        );
        (0..moves.len())
            .map(|place| select(&mut candidates, place).index)
            .collect()
    }

    /// Tells the observer that the root's moves are about to be searched one by one.
    pub(crate) fn enter_root(&mut self, state: &G::State, window: Bounds, depth: i32) {
        self.enter(state, None, Place::search(window, depth, 0));
    }

    pub(crate) fn leave_root(&mut self, bounds: Bounds) -> Bounds {
        let exit = if self.clock.has_stopped() {
            Exit::Stopped
        } else {
            Exit::Complete
        };
        self.leave(bounds, exit)
    }

    /// Tells the observer what is special about a leaf.
    fn tell_of_leaf(&mut self, state: &G::State, exit: Exit) {
        if exit == Exit::Evaluated && self.evaluator.solved(self.game, state).is_some() {
            self.acted(Act::Solved);
        }
    }

    /// Tells the observer what is special about a node that is no leaf.
    fn tell_of_start(&mut self, is_free: bool, place: Place, possible: Bounds) {
        if is_free {
            self.acted(Act::FreeStep);
        } else if place.depth <= 0 {
            self.acted(Act::Quiescence);
        }
        if G::PAYS {
            self.acted(Act::Pay);
        }
        if possible != self.range {
            self.acted(Enhancement::StateBounds);
        }
    }

    /// Tells the observer that a part of the search made a difference.
    #[inline]
    pub(crate) fn acted(&mut self, act: impl Into<Act>) {
        if O::ACTS {
            self.observer.acted(act.into());
        }
    }

    #[inline]
    fn enter(&mut self, state: &G::State, step: Option<Step<G>>, place: Place) {
        if O::ENABLED {
            self.observer.enter(&Visit {
                state,
                step,
                window: place.window,
                depth: place.depth,
                ply: place.ply,
                purpose: place.purpose(),
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

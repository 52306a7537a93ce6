//! Iteration after iteration, and the root that they share.

use std::time::Duration;

use starmax_core::{Bounds, Evaluator, Game, Node, Player};

use crate::recursion::{Place, Recursion};
use crate::{
    Act, Enhancement, Interrupted, Memory, Observer, RootMove, SearchResult, Settings, Step,
    Variant,
};

pub(crate) fn levels(depth: u32) -> i32 {
    i32::try_from(depth).unwrap_or(i32::MAX)
}

/// The depths of the iterations: up to the limit in equal steps, all of them even or all odd.
pub(crate) fn iterations(settings: &Settings) -> impl Iterator<Item = u32> + use<> {
    let last = settings.limits.depth;
    let step = settings.steps().unwrap_or(last.max(1)).max(1);
    let first = if last == 0 { 0 } else { (last - 1) % step + 1 };
    (first..=last).step_by(step as usize)
}

/// Iterative deepening. The first iteration of several is always finished, so that there is an answer.
pub(crate) fn deepen<G, E, V, T, O>(
    recursion: &mut Recursion<'_, G, E, V, T, O>,
    settings: &Settings,
    state: &G::State,
    before_iteration: &mut dyn FnMut(u64) -> Option<usize>,
) -> SearchResult<G>
where
    G: Game,
    E: Evaluator<G>,
    V: Variant,
    T: Memory<G>,
    O: Observer<G>,
{
    let mut root = Root::new(recursion, state, settings.window, settings.all_moves);
    let mut result: Option<SearchResult<G>> = None;
    let mut last_order: Vec<usize> = Vec::new();
    if iterations(settings).count() == 1 {
        recursion.clock.arm(recursion.stats.nodes);
    }
    for depth in iterations(settings) {
        if let Some(threads) = before_iteration(recursion.stats.nodes) {
            recursion.clock.share(recursion.stats.nodes, threads);
        }
        if O::ACTS {
            if result.is_some() && root.order != last_order {
                recursion.acted(Enhancement::Deepening);
            }
            last_order.clone_from(&root.order);
        }
        let bounds = root.search(recursion, state, levels(depth));
        let stopped = recursion.clock.has_stopped();
        match &mut result {
            Some(finished) if stopped => {
                finished.interrupted = Some(Interrupted { depth, bounds });
            }
            _ => {
                result = Some(SearchResult {
                    value: bounds.middle(),
                    bounds,
                    best: root.best_move(),
                    depth: if stopped { 0 } else { depth },
                    moves: root.moves.clone(),
                    line: Vec::new(),
                    stats: recursion.stats,
                    elapsed: Duration::ZERO,
                    threads: 1,
                    interrupted: stopped.then_some(Interrupted { depth, bounds }),
                });
            }
        }
        if stopped {
            break;
        }
        recursion.clock.arm(recursion.stats.nodes);
        if recursion.clock.is_over(recursion.stats.nodes) {
            break;
        }
    }
    result.expect("there is at least one iteration")
}

/// The root: like any other node, but it knows each move's bounds and which move is best.
pub(crate) struct Root<G: Game> {
    player: Option<Player>,
    /// In the game's own order.
    moves: Vec<RootMove<G::Move>>,
    /// The order in which the moves are searched.
    order: Vec<usize>,
    best: Option<usize>,
    window: Bounds,
    all_moves: bool,
}

impl<G: Game> Root<G> {
    pub(crate) fn new<E, V, T, O>(
        recursion: &mut Recursion<'_, G, E, V, T, O>,
        state: &G::State,
        window: Bounds,
        all_moves: bool,
    ) -> Self
    where
        E: Evaluator<G>,
        V: Variant,
        T: Memory<G>,
        O: Observer<G>,
    {
        let player = match recursion.game.node(state) {
            Node::Decision(player) => Some(player),
            Node::Chance | Node::Terminal(_) => None,
        };
        let mut moves = Vec::new();
        let mut order = Vec::new();
        if let Some(player) = player {
            recursion.game.moves(state, &mut moves);
            order = recursion.first_order(state, player, &moves);
        }
        let bounds = recursion.range;
        Self {
            player,
            order,
            moves: (moves.into_iter())
                .map(|mv| RootMove {
                    mv,
                    bounds,
                    dropped: None,
                })
                .collect(),
            best: None,
            window,
            all_moves,
        }
    }

    /// One iteration.
    pub(crate) fn search<E, V, T, O>(
        &mut self,
        recursion: &mut Recursion<'_, G, E, V, T, O>,
        state: &G::State,
        depth: i32,
    ) -> Bounds
    where
        E: Evaluator<G>,
        V: Variant,
        T: Memory<G>,
        O: Observer<G>,
    {
        let Some(player) = self.player.filter(|_| depth > 0) else {
            let place = Place::search(self.window, depth, 0);
            return recursion.visit(state, None, place, None);
        };
        recursion.enter_root(state, self.window, depth);
        let window = self.window.seen_by(player);
        let most = window.upper.min(recursion.range.seen_by(player).upper);
        let mut best = Bounds::exact(window.lower);
        let mut best_index = None;
        let mut reached = f64::NEG_INFINITY;
        for root_move in &mut self.moves {
            root_move.bounds = recursion.range;
        }
        let (count, mut next) = (self.order.len(), 0);
        while let Some(&index) = self.order.get(next) {
            next += 1;
            // A later move in the game's order must be better to be preferred; an earlier one as good.
            let is_earlier = best_index.is_some_and(|best_index| index < best_index);
            let floor = if is_earlier {
                best.lower.next_down()
            } else {
                best.lower
            };
            if V::WINDOWS && !self.all_moves && reached >= most && floor >= most {
                recursion.acted(Act::RootCut);
                continue;
            }
            let window = if self.all_moves {
                window
            } else {
                Bounds::new(floor, window.upper)
            };
            let mv = self.moves[index].mv;
            let child = recursion.game.play(state, mv);
            if (2..count).contains(&next) && recursion.is_busy(&child, depth - 1) {
                self.order.push(index);
                recursion.acted(Act::RootMovePutOff);
                continue;
            }
            let below = Place::search(window.seen_by(player), depth - 1, 1);
            let bounds = recursion.node(&child, Step::Move(mv), below);
            self.moves[index].bounds = bounds;
            if recursion.clock.has_stopped() {
                break;
            }
            let found = bounds.seen_by(player);
            reached = reached.max(found.lower);
            if found.lower > floor {
                (best, best_index) = (found, Some(index));
            }
        }
        self.order.truncate(count);
        let bounds = (self.moves.iter())
            .map(|root_move| root_move.bounds.seen_by(player))
            .reduce(Bounds::max)
            .expect("a decision has a move")
            .seen_by(player);
        // An unfinished iteration is believed only if there is nothing better.
        if !recursion.clock.has_stopped() {
            self.best = best_index;
        } else if self.best.is_none() {
            self.best = best_index.or(Some(self.order[0]));
        }
        self.reorder(player);
        recursion.leave_root(bounds)
    }

    /// The best move that was found.
    pub(crate) fn best_move(&self) -> Option<G::Move> {
        self.best.map(|best| self.moves[best].mv)
    }

    /// The best move first, then the others by what they may still be worth.
    fn reorder(&mut self, player: Player) {
        let (moves, best) = (&self.moves, self.best);
        self.order.sort_by(|&one, &two| {
            let worth = |index: usize| moves[index].bounds.seen_by(player).upper;
            (best == Some(two))
                .cmp(&(best == Some(one)))
                .then(worth(two).total_cmp(&worth(one)))
                .then(one.cmp(&two))
        });
    }
}

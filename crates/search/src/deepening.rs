//! Iteration after iteration, and the root that they share.

use std::time::Duration;

use starmax_core::{Bounds, Evaluator, Game, Node, Player};

use crate::clock::Clock;
use crate::judge::successor_values;
use crate::recursion::{Place, Recursion};
use crate::steps::{depth_below, pay_of_move, window_of_rest, worth};
use crate::{
    Act, Enhancement, Estimate, Interrupted, Memory, Observer, RootMove, SearchResult, Settings,
    Step,
};

/// A depth that is asked for, as the levels left at a node: those go below 0 where a state is not quiet.
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

/// What to say of an iteration that a stop flag kept from beginning. A limit that ends a search between two iterations cuts nothing short.
pub(crate) fn not_begun(
    depth: Option<u32>,
    clock: &Clock<'_>,
    range: Bounds,
) -> Option<Interrupted> {
    let depth = depth.filter(|_| clock.was_told_to_stop())?;
    Some(Interrupted {
        depth,
        bounds: range,
    })
}

/// Iterative deepening. The first iteration of several is always finished, so that there is an answer.
pub(crate) fn deepen<G, E, T, O, const W: bool>(
    recursion: &mut Recursion<'_, G, E, T, O, W>,
    settings: &Settings,
    state: &G::State,
    before_iteration: &mut dyn FnMut(u64) -> Option<usize>,
) -> SearchResult<G>
where
    G: Game,
    E: Evaluator<G>,
    T: Memory<G>,
    O: Observer<G>,
{
    let mut root = Root::new(recursion, state, settings.window, settings.ranked);
    let mut result: Option<SearchResult<G>> = None;
    let mut last_order: Vec<usize> = Vec::new();
    if iterations(settings).count() == 1 {
        recursion.clock.arm(recursion.stats.nodes);
    }
    let mut depths = iterations(settings).peekable();
    while let Some(depth) = depths.next() {
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
        let stopped = recursion.fails() || recursion.clock.has_stopped();
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
                    moves: root.moves(),
                    line: Vec::new(),
                    forecast: None,
                    forecasts: Vec::new(),
                    stats: recursion.stats,
                    elapsed: Duration::ZERO,
                    threads: 1,
                    interrupted: stopped.then_some(Interrupted { depth, bounds }),
                    failure: None,
                });
            }
        }
        if stopped {
            break;
        }
        recursion.clock.arm(recursion.stats.nodes);
        if recursion.clock.is_over(recursion.stats.nodes) {
            if let Some(finished) = &mut result {
                finished.interrupted = not_begun(depths.next(), &recursion.clock, recursion.range);
            }
            break;
        }
    }
    let mut result = result.expect("there is at least one iteration");
    if !recursion.fails() {
        estimate_unknown(recursion, state, &mut result.moves);
    }
    result
}

/// Gives every move of which nothing but bounds is known a static value.
fn estimate_unknown<G, E, T, O, const W: bool>(
    recursion: &Recursion<'_, G, E, T, O, W>,
    state: &G::State,
    moves: &mut [RootMove<G::Move>],
) where
    G: Game,
    E: Evaluator<G>,
{
    let mut unknown: Vec<_> = (moves.iter_mut())
        .filter(|root_move| !root_move.bounds.is_exact() && root_move.estimate.is_none())
        .collect();
    let rules = (recursion.game, recursion.evaluator);
    let moves: Vec<_> = unknown.iter().map(|root_move| root_move.mv).collect();
    let successors: Vec<_> = (moves.iter())
        .map(|&mv| recursion.game.play(state, mv))
        .collect();
    let mut values = Vec::with_capacity(successors.len());
    successor_values(rules, state, &moves, &successors, &mut values);
    for (root_move, value) in unknown.iter_mut().zip(values) {
        let value = root_move.bounds.clamp(value);
        root_move.estimate = Some(Estimate { depth: 1, value });
    }
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
    /// How many of the best moves get exact values.
    ranked: usize,
    /// The last value of each move that was exact, and its depth.
    values: Vec<Option<Estimate>>,
}

impl<G: Game> Root<G> {
    pub(crate) fn new<E, T, O, const W: bool>(
        recursion: &mut Recursion<'_, G, E, T, O, W>,
        state: &G::State,
        window: Bounds,
        ranked: usize,
    ) -> Self
    where
        E: Evaluator<G>,
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
            // Only rules that have failed give no moves.
            player: player.filter(|_| !moves.is_empty()),
            order,
            moves: (moves.into_iter())
                .map(|mv| RootMove {
                    mv,
                    bounds,
                    estimate: None,
                })
                .collect(),
            best: None,
            window,
            ranked: ranked.max(1),
            values: Vec::new(),
        }
    }

    /// Finds the best move of a decision, which may be one that is searched further because it is not quiet. Begins with the move that the table
    /// remembers.
    pub(crate) fn choose<E, T, O, const W: bool>(
        &mut self,
        recursion: &mut Recursion<'_, G, E, T, O, W>,
        state: &G::State,
        depth: i32,
    ) -> Option<G::Move>
    where
        E: Evaluator<G>,
        T: Memory<G>,
        O: Observer<G>,
    {
        let remembered = recursion.remembered(state, depth);
        self.order.sort_by_key(|&index| Some(index) != remembered);
        self.search_moves(recursion, state, self.player?, depth);
        self.best_move()
    }

    /// One iteration.
    pub(crate) fn search<E, T, O, const W: bool>(
        &mut self,
        recursion: &mut Recursion<'_, G, E, T, O, W>,
        state: &G::State,
        depth: i32,
    ) -> Bounds
    where
        E: Evaluator<G>,
        T: Memory<G>,
        O: Observer<G>,
    {
        match self.player {
            Some(player) if depth > 0 => self.search_moves(recursion, state, player, depth),
            _ => {
                let place = Place::search(self.window, depth, 0);
                recursion.visit(state, None, place, None)
            }
        }
    }

    /// One iteration over the moves of a decision.
    fn search_moves<E, T, O, const W: bool>(
        &mut self,
        recursion: &mut Recursion<'_, G, E, T, O, W>,
        state: &G::State,
        player: Player,
        depth: i32,
    ) -> Bounds
    where
        E: Evaluator<G>,
        T: Memory<G>,
        O: Observer<G>,
    {
        recursion.enter_root(state, self.window, depth);
        let window = self.window.seen_by(player);
        let most = window.upper.min(recursion.range.seen_by(player).upper);
        // The best moves so far, each with what it is worth at least, the best first.
        let mut leaders: Vec<(f64, usize)> = Vec::new();
        let mut reached = f64::NEG_INFINITY;
        for root_move in &mut self.moves {
            root_move.bounds = recursion.range;
        }
        let below = depth_below(recursion.game, state, depth);
        let (count, mut next) = (self.order.len(), 0);
        while let Some(&index) = self.order.get(next) {
            next += 1;
            // A later move in the game's order must be better to be preferred; an earlier one as good.
            let floor = match leaders.last() {
                Some(&(worth, last)) if leaders.len() == self.ranked && index < last => {
                    worth.next_down()
                }
                Some(&(worth, _)) if leaders.len() == self.ranked => worth,
                _ => window.lower,
            };
            if W && reached >= most && floor >= most {
                recursion.acted(Act::RootCut);
                continue;
            }
            let window = Bounds::new(floor, window.upper);
            let mv = self.moves[index].mv;
            let child = recursion.game.play(state, mv);
            if (2..count).contains(&next) && recursion.is_busy(&child, below) {
                self.order.push(index);
                recursion.acted(Act::RootMovePutOff);
                continue;
            }
            let pay = pay_of_move(recursion.game, state, mv);
            let open = window_of_rest::<G>(pay, window.seen_by(player));
            let bounds = recursion.node(&child, Step::Move(mv), Place::search(open, below, 1));
            if recursion.fails() {
                break;
            }
            let bounds = worth::<G>(pay, bounds, recursion.range);
            self.moves[index].bounds = bounds;
            if recursion.clock.has_stopped() {
                break;
            }
            let found = bounds.seen_by(player);
            reached = reached.max(found.lower);
            if found.lower > floor {
                leaders.truncate(self.ranked - 1);
                let is_before = |&(worth, other): &(f64, usize)| {
                    worth > found.lower || worth == found.lower && other < index
                };
                leaders.insert(leaders.partition_point(is_before), (found.lower, index));
            }
        }
        self.order.truncate(count);
        let bounds = (self.moves.iter())
            .map(|root_move| root_move.bounds.seen_by(player))
            .reduce(Bounds::max)
            .expect("a decision has a move")
            .seen_by(player);
        let best = leaders.first().map(|&(_, index)| index);
        // An unfinished iteration is believed only if there is nothing better.
        if !recursion.clock.has_stopped() {
            self.best = best;
            self.keep_values(depth);
        } else if self.best.is_none() {
            self.best = best.or(Some(self.order[0]));
        }
        self.reorder(player);
        recursion.leave_root(bounds)
    }

    /// Remembers the values of a finished iteration.
    fn keep_values(&mut self, depth: i32) {
        self.values.resize(self.moves.len(), None);
        for (root_move, value) in self.moves.iter().zip(&mut self.values) {
            if root_move.bounds.is_exact() {
                *value = Some(Estimate {
                    depth: depth.unsigned_abs(),
                    value: root_move.bounds.lower,
                });
            }
        }
    }

    /// All moves with what is known of them.
    fn moves(&self) -> Vec<RootMove<G::Move>> {
        let mut moves = self.moves.clone();
        for (root_move, &value) in moves.iter_mut().zip(&self.values) {
            if !root_move.bounds.is_exact() {
                root_move.estimate = value.map(|estimate| Estimate {
                    value: root_move.bounds.clamp(estimate.value),
                    ..estimate
                });
            }
        }
        moves
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

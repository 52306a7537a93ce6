use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{mem, panic, thread};

use starmax_core::{Bounds, Evaluator, Game, Hashable};

use crate::busy::Busy;
use crate::clock::Clock;
use crate::deepening::{Root, deepen, levels};
use crate::forecast::{Last, forecast};
use crate::line::line;
use crate::recursion::Recursion;
use crate::searcher::Workspace;
use crate::static_reply::StaticReply;
use crate::steps::depth_below;
use crate::{
    Algorithm, Features, Filter, Interrupted, Memory, NoTable, Now, Observer, Order, SearchResult,
    Settings, Step, Table, TableUse,
};

/// How iterations grow.
#[derive(Default)]
struct Growth {
    /// Nodes of all iterations so far.
    all: u64,
    /// Nodes of the last one.
    last: u64,
}

impl Growth {
    /// The nodes of the next iteration, if it grows by the same factor as the last one did. `nodes` are those of all iterations so far.
    fn expected(&mut self, nodes: u64) -> u64 {
        let before = std::mem::replace(&mut self.last, nodes - self.all);
        self.all = nodes;
        self.last.saturating_mul(self.last) / before.max(1)
    }
}

/// Sets a flag when it is dropped, even by a panic.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A search, ready to run: the game, its evaluator, and how to search.
///
/// ```
/// use starmax_core::{Constant, Rules};
/// use starmax_games::TicTacToe;
/// use starmax_search::{Algorithm, Search};
///
/// let game = TicTacToe;
/// let result = Search::new(&game, &Constant(0.0))
///     .algorithm(Algorithm::AlphaBeta)
///     .depth(9)
///     .run(&game.initial());
/// assert_eq!(result.value, 0.0, "tic-tac-toe is a draw");
/// ```
pub struct Search<'a, G: Game, E, T = NoTable, O = ()> {
    game: &'a G,
    evaluator: &'a E,
    settings: Settings,
    memory: T,
    observer: O,
    stop: Option<&'a AtomicBool>,
    now: Option<&'a Now<'a>>,
    features: Option<&'a Features<'a, G>>,
}

impl<'a, G: Game, E: Evaluator<G>> Search<'a, G, E> {
    /// A search with the default settings, without a table and without an observer.
    pub fn new(game: &'a G, evaluator: &'a E) -> Self {
        Self {
            game,
            evaluator,
            settings: Settings::default(),
            memory: NoTable,
            observer: (),
            stop: None,
            now: None,
            features: None,
        }
    }
}

impl<'a, G, E, T, O> Search<'a, G, E, T, O>
where
    G: Game,
    E: Evaluator<G>,
    T: Memory<G> + Copy,
    O: Observer<G>,
{
    /// Replaces all settings.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    pub(crate) fn current_settings(&self) -> &Settings {
        &self.settings
    }

    /// Chooses the algorithm, with its usual settings; limits stay.
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        let limits = self.settings.limits;
        self.settings = Settings::new(algorithm);
        self.settings.limits = limits;
        self
    }

    /// Sets the depth: levels below the root.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.settings.limits.depth = depth;
        self
    }

    /// Visits at most about this many nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.settings.limits.nodes = Some(nodes);
        self
    }

    /// Spends at most this much time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.settings.limits.time = Some(time);
        self
    }

    /// Sets the order in which moves are tried.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.settings.order = order;
        self
    }

    /// Sets which moves at the root [`Algorithm::StaticReply`] searches further.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.settings.filter = filter;
        self
    }

    /// Asks only about this window: the result is exact, or lies wholly at or outside one end of it.
    ///
    /// # Panics
    /// When the window is turned inside out.
    #[must_use]
    pub fn window(mut self, window: Bounds) -> Self {
        assert!(window.lower <= window.upper, "{window} is no window");
        self.settings.window = window;
        self
    }

    /// Stops soon after `flag` is set, from another thread or a signal handler.
    #[must_use]
    pub fn stop_when(mut self, flag: &'a AtomicBool) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Looks at this clock instead of the standard library's.
    #[must_use]
    pub fn clock(mut self, now: &'a Now<'a>) -> Self {
        self.now = Some(now);
        self
    }

    /// Also finds the mean of these features over the leaves that best play leads to: chances to win beside a value, for example. Moves are
    /// looked up after the search, with the help of its table.
    #[must_use]
    pub fn forecast(mut self, features: &'a Features<'a, G>) -> Self {
        self.features = Some(features);
        self
    }

    /// Remembers decisions and chance nodes in `table`. Only for games that have a hash:
    ///
    /// ```compile_fail
    /// # use starmax_core::*;
    /// # struct Nameless;
    /// # impl Rules for Nameless {
    /// #     type State = (); type Move = (); type Outcome = (); type Player = Player; type Payoff = f64;
    /// #     fn initial(&self) {}
    /// #     fn node(&self, _: &()) -> Node { Node::Terminal(0.0) }
    /// #     fn moves(&self, _: &(), _: &mut Vec<()>) {}
    /// #     fn outcomes(&self, _: &(), _: &mut Vec<((), f64)>) {}
    /// #     fn play(&self, _: &(), _: ()) {}
    /// #     fn resolve(&self, _: &(), _: ()) {}
    /// # }
    /// # impl Game for Nameless {
    /// #     fn utility(&self) -> Bounds { Bounds::exact(0.0) }
    /// # }
    /// let table = starmax_search::Table::with_mebibytes(1);
    /// // `Nameless` does not implement `Hashable`.
    /// starmax_search::Search::new(&Nameless, &Constant(0.0)).table(&table);
    /// ```
    #[must_use]
    pub fn table(self, table: &'a Table) -> Search<'a, G, E, TableUse<'a>, O>
    where
        G: Hashable,
    {
        self.memory(TableUse::everywhere(table))
    }

    /// Remembers what `memory` says.
    #[must_use]
    pub fn memory<M: Memory<G> + Copy>(self, memory: M) -> Search<'a, G, E, M, O> {
        Search {
            game: self.game,
            evaluator: self.evaluator,
            settings: self.settings,
            memory,
            observer: self.observer,
            stop: self.stop,
            now: self.now,
            features: self.features,
        }
    }

    /// Lets `observer` watch.
    #[must_use]
    pub fn observe<P: Observer<G>>(self, observer: P) -> Search<'a, G, E, T, P> {
        Search {
            game: self.game,
            evaluator: self.evaluator,
            settings: self.settings,
            memory: self.memory,
            observer,
            stop: self.stop,
            now: self.now,
            features: self.features,
        }
    }

    /// Searches `state`.
    pub fn run(self, state: &G::State) -> SearchResult<G> {
        self.memory.begin_search();
        self.run_with_crew(None, &mut Workspace::default(), state, &mut |_| None)
    }

    /// Searches `state` with several threads that share the table: same value and same best move, sooner. Without a
    /// table there is one thread, and the others are only called after an iteration that was not very short
    /// ([`Settings::nodes_for_threads`]).
    ///
    /// Each thread searches everything, but begins with what no other thread is doing, and finds in the table what the others have
    /// done. A limit on nodes is shared out among them; an observer sees the first thread.
    ///
    /// ```
    /// use starmax_core::{Constant, Rules};
    /// use starmax_games::Pig;
    /// use starmax_search::{Search, Table};
    ///
    /// let game = Pig::new(20);
    /// let table = Table::with_mebibytes(1);
    /// let search = || Search::new(&game, &Constant(0.0)).depth(10).table(&table);
    /// let two = search().run_on(2.try_into().unwrap(), &game.initial());
    /// assert_eq!(two.value, search().run(&game.initial()).value);
    /// ```
    pub fn run_on(self, threads: NonZeroUsize, state: &G::State) -> SearchResult<G>
    where
        G: Sync,
        G::State: Sync,
        E: Sync,
        T: Send + Sync,
    {
        self.run_in(&mut Workspace::default(), threads, state)
    }

    pub(crate) fn run_in(
        self,
        workspace: &mut Workspace<G>,
        threads: NonZeroUsize,
        state: &G::State,
    ) -> SearchResult<G>
    where
        G: Sync,
        G::State: Sync,
        E: Sync,
        T: Send + Sync,
    {
        let threads = threads.get();
        let is_shared = self.memory.is_there() && self.settings.algorithm != Algorithm::StaticReply;
        self.memory.begin_search();
        if threads == 1 || !is_shared {
            return self.run_with_crew(None, workspace, state, &mut |_| None);
        }
        let (crew, is_done) = (&Busy::new(), &AtomicBool::new(false));
        let (game, evaluator, memory, now) = (self.game, self.evaluator, self.memory, self.now);
        let mut settings = self.settings.clone();
        settings.line = false;
        settings.limits.time = None;
        let share = |nodes| nodes / threads as u64;
        settings.limits.nodes = settings.limits.nodes.map(share);
        thread::scope(|scope| {
            let mut helpers = Vec::new();
            let mut growth = Growth::default();
            let call_helpers = &mut |nodes| {
                if growth.expected(nodes) < settings.nodes_for_threads || !helpers.is_empty() {
                    return None;
                }
                // A thread that does not start is not missed.
                helpers.extend((1..threads).filter_map(|_| {
                    let helper = Search {
                        game,
                        evaluator,
                        settings: settings.clone(),
                        memory,
                        observer: (),
                        stop: Some(is_done),
                        now,
                        features: None,
                    };
                    let work = || {
                        let workspace = &mut Workspace::default();
                        (helper.run_with_crew(Some(crew), workspace, state, &mut |_| None)).stats
                    };
                    thread::Builder::new().spawn_scoped(scope, work).ok()
                }));
                Some(1 + helpers.len())
            };
            let mut result = {
                let _helpers_stop = SetAtEnd(is_done);
                self.run_with_crew(Some(crew), workspace, state, call_helpers)
            };
            result.threads += helpers.len();
            for helper in helpers {
                match helper.join() {
                    Ok(more) => result.stats += more,
                    Err(panic) => panic::resume_unwind(panic),
                }
            }
            result
        })
    }

    /// Searches `state`, together with a crew if there is one. `before_iteration` is told the nodes so far, and gives the number of
    /// threads if it has changed.
    fn run_with_crew(
        self,
        crew: Option<&Busy>,
        workspace: &mut Workspace<G>,
        state: &G::State,
        before_iteration: &mut dyn FnMut(u64) -> Option<usize>,
    ) -> SearchResult<G> {
        if self.settings.algorithm == Algorithm::StaticReply {
            self.run_static_reply(state)
        } else if self.settings.algorithm.has_windows() {
            self.run_recursion::<true>(crew, workspace, state, before_iteration)
        } else {
            self.run_recursion::<false>(crew, workspace, state, before_iteration)
        }
    }

    fn run_static_reply(self, state: &G::State) -> SearchResult<G> {
        let clock = Clock::with(self.now, self.settings.limits, self.stop);
        let rules = (self.game, self.evaluator);
        StaticReply::new(rules, &self.settings, self.observer, clock).run(state, self.features)
    }

    fn run_recursion<const W: bool>(
        self,
        crew: Option<&Busy>,
        workspace: &mut Workspace<G>,
        state: &G::State,
        before_iteration: &mut dyn FnMut(u64) -> Option<usize>,
    ) -> SearchResult<G> {
        let (game, evaluator, memory) = (self.game, self.evaluator, self.memory);
        let settings = self.settings;
        let clock = Clock::with(self.now, settings.limits, self.stop);
        let mut recursion = Recursion::<_, _, _, _, W>::new(
            (game, evaluator),
            &settings,
            memory,
            self.observer,
            clock,
            crew,
            mem::take(workspace),
        );
        let mut result = deepen(&mut recursion, &settings, state, before_iteration);
        result.stats = recursion.stats;
        result.elapsed = recursion.clock.elapsed();
        if recursion.fails() {
            result.failure = game.failure();
            return result;
        }
        // After a search that was stopped there is little time left, but it should not go without a line.
        let was_told = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let heeded = self.stop.filter(|_| !was_told);
        let is_out_of_time = (settings.limits.time).is_some_and(|time| result.elapsed >= time);
        let (nodes, clock) = if was_told || is_out_of_time {
            let clock = recursion.clock.allowing(0, heeded);
            (0, clock.without_time())
        } else {
            (result.stats.nodes, recursion.clock.allowing(0, heeded))
        };
        *workspace = recursion.into_workspace();
        let guide = |share, more| Guide {
            recursion: Recursion::<_, _, _, _, W>::new(
                (game, evaluator),
                &settings,
                memory,
                (),
                clock.allowing(nodes / share + more, heeded),
                None,
                Workspace::default(),
            ),
        };
        if settings.line {
            let mut guide = guide(LINE_SHARE, LINE_NODES);
            result.line = guide.line(state, &result);
            if guide.recursion.clock.was_told_to_stop() {
                (result.interrupted).get_or_insert(Interrupted {
                    depth: result.depth,
                    bounds: result.bounds,
                });
            }
        }
        if let Some(features) = self.features {
            guide(FORECAST_SHARE, FORECAST_NODES).forecast(state, features, &mut result);
        }
        result
    }
}

/// A line may cost this part of the nodes of the search, and this many nodes more.
const LINE_SHARE: u64 = 4;
const LINE_NODES: u64 = 10_000;

/// Forecasts of all moves together may cost this part of the nodes of the search, and this many nodes more.
const FORECAST_SHARE: u64 = 4;
const FORECAST_NODES: u64 = 200_000;

/// Follows best play after a search, each move found by a search of its own to the depth that is left. That costs a small part of the search
/// itself, thanks to its table, and nothing in the recursion. What would cost more is left unfinished.
struct Guide<'a, G: Game, E, T, const W: bool> {
    recursion: Recursion<'a, G, E, T, (), W>,
}

impl<G, E, T, const W: bool> Guide<'_, G, E, T, W>
where
    G: Game,
    E: Evaluator<G>,
    T: Memory<G>,
{
    /// The best move of a decision with this many levels left.
    fn best_move(&mut self, state: &G::State, depth: i32) -> Option<G::Move> {
        if let Some(best) = self.recursion.best_of_all(state, depth) {
            return Some(best);
        }
        let mut root = Root::new(&mut self.recursion, state, Bounds::EVERYTHING, 1);
        let best = root.choose(&mut self.recursion, state, depth);
        best.filter(|_| !self.recursion.clock.has_stopped())
    }

    /// The best move, the likeliest outcome, and so on.
    fn line(&mut self, state: &G::State, result: &SearchResult<G>) -> Vec<Step<G>> {
        let mut best = result.best;
        let game = self.recursion.game;
        line(game, state, levels(result.depth), |state, depth| {
            best.take().or_else(|| self.best_move(state, depth))
        })
    }

    /// Fills in the forecasts of the root and of its moves whose values are exact.
    fn forecast(
        &mut self,
        state: &G::State,
        features: &Features<'_, G>,
        result: &mut SearchResult<G>,
    ) {
        let game = self.recursion.game;
        let depth = levels(result.depth);
        let below = depth_below(game, state, depth);
        result.forecasts = (result.moves.iter())
            .map(|root_move| {
                let next = game.play(state, root_move.mv);
                (root_move.bounds.is_exact())
                    .then(|| {
                        let last = Some((state, root_move.mv));
                        self.forecast_of((&next, last), below, features)
                    })
                    .flatten()
            })
            .collect();
        let best = (result.moves.iter()).position(|root_move| Some(root_move.mv) == result.best);
        result.forecast = match best {
            Some(best) => result.forecasts[best].clone(),
            None if result.bounds.is_exact() => self.forecast_of((state, None), depth, features),
            None => None,
        };
    }

    fn forecast_of(
        &mut self,
        reached: (&G::State, Option<Last<'_, G>>),
        depth: i32,
        features: &Features<'_, G>,
    ) -> Option<Vec<f64>> {
        let rules = (self.recursion.game, self.recursion.evaluator);
        let quiescence = self.recursion.quiescence;
        let choose = &mut |state: &G::State, depth| self.best_move(state, depth);
        forecast(rules, reached, depth, quiescence, features, choose)
    }
}

#[cfg(test)]
mod tests {
    use starmax_games::{NodeId, Tree, mix};
    use starmax_testkit::differential::{
        Answers, Trial, compare, seed_of_comparison, trees_to_compare,
    };

    use super::*;
    use crate::{Act, Acts};

    #[test]
    fn an_iteration_is_expected_to_grow_as_the_last_one_did() {
        let mut growth = Growth::default();
        let expected = [0, 20, 220, 620, 620].map(|nodes| growth.expected(nodes));
        assert_eq!(expected, [0, 400, 2000, 800, 0]);
    }

    /// Marks half of the nodes below, at random, as searched by others.
    fn pretend_to_be_busy(
        crew: &Busy,
        memory: TableUse<'_>,
        tree: &Tree,
        node: NodeId,
        depth: u32,
    ) {
        for depth in 0..=levels(depth) {
            let key = memory.key(tree, &node, depth);
            if mix(key).is_multiple_of(2) {
                crew.enter(key);
            }
        }
        for &child in tree.children(node) {
            pretend_to_be_busy(crew, memory, tree, child, depth);
        }
    }

    const TREES: usize = 4_000;

    /// Real threads are seldom in each other's way in a small tree, and never twice alike.
    #[test]
    fn what_looks_busy_is_put_off_but_not_forgotten() {
        let mut acts = Acts::default();
        let (seed, trees) = (seed_of_comparison(), trees_to_compare(TREES));
        let mut settings = Settings::new(Algorithm::Starmax);
        let tally = compare(seed, trees, |trial| {
            let Trial { tree, judge, .. } = trial;
            let table = Table::with_entries(256);
            let memory = TableUse::everywhere(&table);
            settings.limits.depth = trial.depth;
            let mut run = |window| {
                let crew = Busy::new();
                pretend_to_be_busy(&crew, memory, tree, tree.root(), trial.depth);
                let search = Search::new(tree, judge).settings(settings.clone());
                let search = search.window(window).memory(memory).observe(&mut acts);
                search.run_with_crew(
                    Some(&crew),
                    &mut Workspace::default(),
                    &tree.root(),
                    &mut |_| None,
                )
            };
            let bounds = trial.windows.iter().map(|&window| run(window).bounds);
            let bounds = bounds.collect();
            let result = run(Bounds::EVERYTHING);
            let best = result.best.map(|best| best as usize);
            Answers {
                bounds,
                root: (result.value, best),
            }
        });
        assert!(tally.is_clean(), "seed {seed}: {tally}");
        for act in [Act::RootMovePutOff, Act::MovePutOff, Act::OutcomePutOff] {
            let happened = acts.count(act) > 0;
            assert!(happened || trees < TREES, "{act} never happened: {acts}");
        }
    }
}

use starmax_core::{Bounds, Game};

use crate::{Exit, Observer, Purpose, Step, Visit};

/// One visit of a node, as [`Trace`] remembers it.
#[non_exhaustive]
pub struct Visited<G: Game> {
    /// The visit of the node above, as its place in the trace; `None` at a root.
    pub parent: Option<usize>,
    /// The state of the node.
    pub state: G::State,
    /// How the search came here from the node above.
    pub step: Option<Step<G>>,
    /// The window the node was given.
    pub window: Bounds,
    /// Levels left to search; less than 0 where a state was not quiet at depth 0.
    pub depth: i32,
    /// Why the node was visited.
    pub purpose: Purpose,
    /// What was proven.
    pub bounds: Bounds,
    /// Why the node was left.
    pub exit: Exit,
}

/// An observer that remembers every visit, in order, up to a limit.
///
/// ```
/// use starmax_core::Constant;
/// use starmax_games::Tree;
/// use starmax_search::{Algorithm, Order, Search, Trace};
///
/// let tree: Tree = "max[min[3 12 8] min[2 4 6] min[14 5 2]]".parse()?;
/// let mut trace = Trace::default();
/// let result = Search::new(&tree, &Constant(3.0))
///     .algorithm(Algorithm::AlphaBeta)
///     .order(Order::as_given())
///     .depth(2)
///     .observe(&mut trace)
///     .run(&tree.root());
/// assert_eq!(result.value, 3.0);
/// let leaves = trace.visits.iter().filter(|visit| visit.exit.is_leaf()).count();
/// assert_eq!(leaves, 7, "4 and 6 are cut");
/// # Ok::<(), starmax_games::TreeError>(())
/// ```
pub struct Trace<G: Game> {
    /// The visits, each after the visit of the node above.
    pub visits: Vec<Visited<G>>,
    /// How many visits did not fit.
    pub forgotten: usize,
    limit: usize,
    open: Vec<Option<usize>>,
}

impl<G: Game> Trace<G> {
    /// Remembers at most `limit` visits.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self {
            visits: Vec::new(),
            forgotten: 0,
            limit,
            open: Vec::new(),
        }
    }
}

impl<G: Game> Default for Trace<G> {
    fn default() -> Self {
        Self::with_limit(usize::MAX)
    }
}

impl<G: Game> Observer<G> for Trace<G> {
    fn enter(&mut self, visit: &Visit<'_, G>) {
        if self.visits.len() >= self.limit {
            self.forgotten += 1;
            self.open.push(None);
            return;
        }
        let parent = self.open.last().copied().flatten();
        self.open.push(Some(self.visits.len()));
        self.visits.push(Visited {
            parent,
            state: visit.state.clone(),
            step: visit.step,
            window: visit.window,
            depth: visit.depth,
            purpose: visit.purpose,
            bounds: Bounds::EVERYTHING,
            exit: Exit::Stopped,
        });
    }

    fn leave(&mut self, bounds: Bounds, exit: Exit) {
        if let Some(Some(index)) = self.open.pop() {
            self.visits[index].bounds = bounds;
            self.visits[index].exit = exit;
        }
    }
}

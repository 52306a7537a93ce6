use std::sync::atomic::AtomicBool;
use std::time::Duration;

use starmax_core::{ManyPlayers, Node};

use crate::clock::Clock;
use crate::{Limits, Stats};

/// A search of a game of several players, ready to run: max^n with chance nodes, one level deeper at a time.
///
/// Each player takes the move with the largest payoff for themselves, the first of equal ones; a chance node has the mean payoff of each
/// player. There is nothing to cut: what a player loses, nobody in particular wins.
///
/// ```
/// use starmax_core::Notation;
/// use starmax_games::Trio;
/// use starmax_search::MaxN;
///
/// let game = Trio::default();
/// let result = MaxN::new(&game).depth(8).run(&game.parse_state("a:4/3")?);
/// assert_eq!(result.best, Some(2));
/// assert_eq!(result.payoffs, [1.0, 1.0, -2.0]);
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
pub struct MaxN<'a, G> {
    game: &'a G,
    limits: Limits,
    stop: Option<&'a AtomicBool>,
}

/// What max^n found.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct MaxNResult<M> {
    /// One payoff per player at the root, searched to [`MaxNResult::depth`].
    pub payoffs: Vec<f64>,
    /// The best move of the player who decides at the root, the first of equal ones; `None` if nobody decides there.
    pub best: Option<M>,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// Every root move in the game's own order.
    pub moves: Vec<MaxNMove<M>>,
    /// What the search cost.
    pub stats: Stats,
    /// How long the search took.
    pub elapsed: Duration,
    /// The depth of the iteration that a limit cut short or a stop flag kept from beginning, if any.
    pub interrupted: Option<u32>,
}

/// A move at the root and what it brings to everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct MaxNMove<M> {
    /// The move.
    pub mv: M,
    /// One payoff per player.
    pub payoffs: Vec<f64>,
}

impl<'a, G: ManyPlayers> MaxN<'a, G> {
    /// A search to depth 3 without other limits.
    pub fn new(game: &'a G) -> Self {
        Self {
            game,
            limits: Limits {
                depth: 3,
                nodes: None,
                time: None,
            },
            stop: None,
        }
    }

    /// Replaces all limits. The depth is at least 1, and the first iteration is always finished, so that there is an answer.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the depth: levels below the root.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Visits at most about this many nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Spends at most this much time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Stops soon after `flag` is set, from another thread or a signal handler.
    #[must_use]
    pub fn stop_when(mut self, flag: &'a AtomicBool) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Searches `state`.
    ///
    /// # Panics
    /// When the game has no move at a decision, or fewer payoffs than players.
    pub fn run(self, state: &G::State) -> MaxNResult<G::Move> {
        let mut recursion = Recursion {
            game: self.game,
            clock: Clock::new(self.limits, self.stop),
            stats: Stats::default(),
        };
        let mut finished = recursion.root(state, 1).expect("no limit holds yet");
        let (mut depth, mut interrupted) = (1, None);
        recursion.clock.arm(recursion.stats.nodes);
        while depth < self.limits.depth {
            if recursion.clock.is_over(recursion.stats.nodes) {
                // A limit that ends a search between two iterations cuts nothing short.
                interrupted = recursion.clock.was_told_to_stop().then_some(depth + 1);
                break;
            }
            let Some(deeper) = recursion.root(state, depth + 1) else {
                interrupted = Some(depth + 1);
                break;
            };
            finished = deeper;
            depth += 1;
        }
        MaxNResult {
            payoffs: finished.payoffs,
            best: finished.best,
            depth,
            moves: finished.moves,
            stats: recursion.stats,
            elapsed: recursion.clock.elapsed(),
            interrupted,
        }
    }
}

/// What one iteration finds.
struct Iteration<M> {
    payoffs: Vec<f64>,
    best: Option<M>,
    moves: Vec<MaxNMove<M>>,
}

struct Recursion<'a, G> {
    game: &'a G,
    clock: Clock<'a>,
    stats: Stats,
}

impl<G: ManyPlayers> Recursion<'_, G> {
    /// One iteration; `None` if it was cut short. The root itself is not counted.
    fn root(&mut self, state: &G::State, depth: u32) -> Option<Iteration<G::Move>> {
        let Node::Decision(player) = self.game.node(state) else {
            return Some(Iteration {
                payoffs: self.inside(state, depth)?,
                best: None,
                moves: Vec::new(),
            });
        };
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let moves: Vec<_> = (moves.into_iter())
            .map(|mv| {
                let payoffs = self.visit(&self.game.play(state, mv), depth - 1)?;
                Some(MaxNMove { mv, payoffs })
            })
            .collect::<Option<_>>()?;
        let best = (moves.iter())
            .reduce(|best, next| {
                if next.payoffs[player] > best.payoffs[player] {
                    next
                } else {
                    best
                }
            })
            .expect("a decision has a move");
        Some(Iteration {
            payoffs: best.payoffs.clone(),
            best: Some(best.mv),
            moves,
        })
    }

    /// The payoffs of a node below the root; `None` if the search must stop.
    fn visit(&mut self, state: &G::State, depth: u32) -> Option<Vec<f64>> {
        self.stats.nodes += 1;
        if self.clock.is_over(self.stats.nodes) {
            return None;
        }
        self.inside(state, depth)
    }

    fn inside(&mut self, state: &G::State, depth: u32) -> Option<Vec<f64>> {
        match self.game.node(state) {
            Node::Decision(player) if depth > 0 => {
                let mut moves = Vec::new();
                self.game.moves(state, &mut moves);
                let mut best: Option<Vec<f64>> = None;
                for mv in moves {
                    let payoffs = self.visit(&self.game.play(state, mv), depth - 1)?;
                    if (best.as_ref()).is_none_or(|best| payoffs[player] > best[player]) {
                        best = Some(payoffs);
                    }
                }
                Some(best.expect("a decision has a move"))
            }
            Node::Chance if depth > 0 => {
                let mut outcomes = Vec::new();
                self.game.outcomes(state, &mut outcomes);
                let mut mean = vec![0.0; self.game.players()];
                for (outcome, p) in outcomes {
                    let payoffs = self.visit(&self.game.resolve(state, outcome), depth - 1)?;
                    for (sum, payoff) in mean.iter_mut().zip(payoffs) {
                        *sum += p * payoff;
                    }
                }
                Some(mean)
            }
            _ => {
                self.stats.leaves += 1;
                Some(self.game.payoffs(state))
            }
        }
    }
}

//! Star2-TT as printed: Veness & Blair 2007, Figure 4.1, each of its faults by itself or together.
//!
//! In negamax form: every value and window is seen by the player who moves next. Where the depth ends the
//! value is 0.

use std::collections::HashMap;

use starmax_core::{Bounds, Hashable, Node, Player};

use super::{player_to_move, successors, weighted_successors};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// E5: probes with the window of Hauk, Buro & Schaeffer's Figure 7, closed at AX, and takes and stores
    /// the result as a lower bound. (Veness & Blair do not.)
    TakesFailedProbesForBounds,
    /// E6: sets both bounds of an outcome that failed low or high.
    SetsBothBounds,
    /// E7: successor probing stores under the successor's key.
    StoresUnderSuccessor,
    /// E8: accepts entries of greater depth.
    AcceptsDeeperEntries,
    /// E9: returns a sum that rounding may have moved back into the window.
    RoundsIntoTheWindow,
}

/// The table, with bounds seen by the player who moves next.
#[derive(Default)]
pub(crate) struct Table(HashMap<u64, Entry>);

#[derive(Clone, Copy)]
struct Entry {
    bounds: Bounds,
    depth: i32,
}

pub(crate) struct Star2Tt<'a, G: Hashable> {
    pub(crate) game: &'a G,
    pub(crate) table: &'a mut Table,
    pub(crate) faults: &'a [Fault],
}

impl<G: Hashable> Star2Tt<'_, G> {
    /// The root of a regular tree with this window; everything seen by Max.
    pub(crate) fn search(&mut self, state: &G::State, window: Bounds, depth: i32) -> f64 {
        let player = player_to_move(self.game, state);
        let Bounds { lower, upper } = window.seen_by(player);
        player.sees(self.negamax(state, player, lower, upper, depth, usize::MAX))
    }

    /// Alpha-beta with the table, over the first `limit` moves: negamax, or negamax-probe.
    fn negamax(
        &mut self,
        state: &G::State,
        player: Player,
        mut alpha: f64,
        mut beta: f64,
        depth: i32,
        limit: usize,
    ) -> f64 {
        match self.game.node(state) {
            Node::Terminal(value) => return player.sees(value),
            _ if depth == 0 => return 0.0,
            Node::Chance => return self.star2_tt(state, player, alpha, beta, depth),
            Node::Decision(_) => {}
        }
        let known = self.retrieve(state, depth);
        if known.lower >= beta || known.is_exact() {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        alpha = alpha.max(known.lower);
        beta = beta.min(known.upper);

        let successors = successors(self.game, state);
        let is_probe = limit < successors.len();
        let mut score = f64::NEG_INFINITY;
        for successor in successors.iter().take(limit) {
            let floor = alpha.max(score);
            let opponent = player.opponent();
            let v = -self.negamax(successor, opponent, -beta, -floor, depth - 1, usize::MAX);
            score = score.max(v);
            if score >= beta {
                break;
            }
        }

        let failed_low = score <= alpha;
        let mut proven = known;
        if !failed_low || (is_probe && self.has(Fault::TakesFailedProbesForBounds)) {
            proven.lower = proven.lower.max(score);
        }
        if score < beta && !is_probe {
            proven.upper = proven.upper.min(score);
        }
        self.store(state, depth, proven);
        score
    }

    /// Figure 4.1.
    fn star2_tt(
        &mut self,
        state: &G::State,
        player: Player,
        mut alpha: f64,
        mut beta: f64,
        depth: i32,
    ) -> f64 {
        let Bounds { lower: l, upper: u } = self.game.utility().seen_by(player);
        // Transposition cut-offs
        let known = self.retrieve(state, depth);
        if known.lower >= beta || known.is_exact() {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        alpha = alpha.max(known.lower);
        beta = beta.min(known.upper);

        let successors = weighted_successors(self.game, state);
        let mut cinfo = Cinfo {
            p: successors.iter().map(|(p, _)| *p).collect(),
            bounds: vec![Bounds::new(l, u); successors.len()],
        };
        // Successor probing using the transposition table
        for (i, (_, successor)) in successors.iter().enumerate() {
            cinfo.bounds[i] = cinfo.bounds[i].narrowed_by(self.retrieve(successor, depth - 1));
            let sum = cinfo.sum();
            if sum.lower >= beta || sum.upper <= alpha {
                let under_successor = self.has(Fault::StoresUnderSuccessor);
                self.store(if under_successor { successor } else { state }, depth, sum);
                return if sum.lower >= beta {
                    sum.lower
                } else {
                    sum.upper
                };
            }
        }
        // Star2 probing phase
        for (i, (_, successor)) in successors.iter().enumerate() {
            let cmax = cinfo.child_max(beta, i);
            let closed_at = if self.has(Fault::TakesFailedProbesForBounds) {
                cinfo.child_min(alpha, i).max(l)
            } else {
                cinfo.bounds[i].lower
            };
            let val = self.negamax(successor, player, closed_at, cmax.min(u), depth - 1, 1);
            cinfo.bounds[i].lower = cinfo.bounds[i].lower.max(val).min(u);
            if val >= cmax {
                self.store(state, depth, cinfo.sum());
                return self.cut(cinfo.sum().lower, beta, f64::max);
            }
        }
        // Star1 phase
        for (i, (_, successor)) in successors.iter().enumerate() {
            let cmin = cinfo.child_min(alpha, i);
            let cmax = cinfo.child_max(beta, i);
            let (ax, bx) = (cmin.max(l), cmax.min(u));
            let val = self.negamax(successor, player, ax, bx, depth - 1, usize::MAX);
            if self.has(Fault::SetsBothBounds) || val > ax {
                cinfo.bounds[i].lower = val;
            }
            if self.has(Fault::SetsBothBounds) || val < bx {
                cinfo.bounds[i].upper = val;
            }
            if val >= cmax {
                self.store(state, depth, cinfo.sum());
                return self.cut(cinfo.sum().lower, beta, f64::max);
            }
            if val <= cmin {
                self.store(state, depth, cinfo.sum());
                return self.cut(cinfo.sum().upper, alpha, f64::min);
            }
            cinfo.bounds[i] = Bounds::exact(val);
        }
        self.store(state, depth, cinfo.sum());
        cinfo.sum().lower
    }

    /// The result of a cut, kept on its side of the window.
    fn cut(&self, sum: f64, end: f64, outer: fn(f64, f64) -> f64) -> f64 {
        if self.has(Fault::RoundsIntoTheWindow) {
            sum
        } else {
            outer(sum, end)
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }

    fn retrieve(&self, state: &G::State, depth: i32) -> Bounds {
        let deeper = self.has(Fault::AcceptsDeeperEntries);
        match self.table.0.get(&self.game.hash(state)) {
            Some(entry) if entry.depth == depth || deeper && entry.depth > depth => entry.bounds,
            _ => Bounds::EVERYTHING,
        }
    }

    fn store(&mut self, state: &G::State, depth: i32, bounds: Bounds) {
        let hash = self.game.hash(state);
        self.table.0.insert(hash, Entry { bounds, depth });
    }
}

struct Cinfo {
    p: Vec<f64>,
    bounds: Vec<Bounds>,
}

impl Cinfo {
    fn sum(&self) -> Bounds {
        self.p
            .iter()
            .zip(&self.bounds)
            .fold(Bounds::exact(0.0), |sum, (p, bounds)| {
                Bounds::new(sum.lower + p * bounds.lower, sum.upper + p * bounds.upper)
            })
    }

    fn child_min(&self, alpha: f64, i: usize) -> f64 {
        (alpha - self.sum().upper + self.p[i] * self.bounds[i].upper) / self.p[i]
    }

    fn child_max(&self, beta: f64, i: usize) -> f64 {
        (beta - self.sum().lower + self.p[i] * self.bounds[i].lower) / self.p[i]
    }
}

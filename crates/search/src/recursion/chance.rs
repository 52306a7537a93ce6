//! Chance nodes.

use starmax_core::{Bounds, Evaluator, Game, Node, outcome_bounds};

use super::answers::{Answered, at_least};
use super::targets::{Hopes, Target};
use super::{Found, Place, Recursion};
use crate::pool::Branch;
use crate::steps::{depth_below, pay_of_outcome, window_of_rest, worth};
use crate::{Act, Enhancement, Exit, Memory, Observer, Step};

/// What a chance node needs is shared out among its outcomes where at least this many levels follow. Below that a probe is too short to
/// end early.
const LEAST_DEPTH_TO_SHARE: i32 = 3;
/// A probe asks for this many times the share of its outcome, because not every outcome will bring its own.
const ASKED_OF_SHARE: f64 = 1.2;
/// Of more outcomes than this the first ones stand for the others, so that the work does not grow with the square of their number.
const MOST_WEIGHED: usize = 64;

/// What outcomes come to is guessed where at least this many levels follow them. Below that a search costs little more than a guess.
const LEAST_DEPTH_TO_GUESS: i32 = 3;

/// How the outcomes of a chance node are looked at, one pass after the other, until its bounds decide its window.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    /// A few moves each, for a quick bound.
    Probe,
    /// With the window that is left to an outcome if the others come out as guessed.
    Target,
    /// With the window outside of which the whole node is decided.
    Window,
    /// In full. Needed only if rounding denies a cut that the windows promised.
    Full,
}

impl<G, E, T, O, const W: bool> Recursion<'_, G, E, T, O, W>
where
    G: Game,
    E: Evaluator<G>,
    T: Memory<G>,
    O: Observer<G>,
{
    /// A chance node: the weighted sum of its outcomes, left as soon as that sum decides the window.
    pub(super) fn chance(&mut self, state: &G::State, place: Place) -> Found {
        let hits = self.stats.table_hits;
        let below = depth_below(self.game, state, place.depth);
        let answered = self.answer_outcomes(state, place, below);
        if let Some(Answered {
            bounds, is_judged, ..
        }) = answered
            && bounds.decides(place.window)
        {
            let exit = if is_judged {
                self.exit_of(Pass::Probe, bounds)
            } else {
                self.acted(Act::KnownCut);
                Exit::Known
            };
            return Found::chance(bounds, exit);
        }
        let mut branches = self.branches(state, place.depth, below);
        if let Some(Answered { values, player, .. }) = &answered {
            for (branch, &value) in branches.iter_mut().zip(values) {
                branch.known = branch.known.narrowed_by(at_least(value, *player));
            }
        }
        let sum = self.sum(&branches);
        let is_answered = answered.is_some();
        if let Some(Answered { values, .. }) = answered {
            self.pool.return_numbers(values);
        }
        let found = if !sum.decides(place.window) {
            self.passes(state, &mut branches, sum, place, below, is_answered)
        } else if self.stats.table_hits > hits {
            self.stats.table_cuts += 1;
            self.acted(Act::OutcomesTableCut);
            Found::chance(sum, Exit::Table)
        } else {
            self.acted(Act::KnownCut);
            Found::chance(sum, Exit::Known)
        };
        self.pool.return_branches(branches);
        found
    }

    /// The outcomes of a chance node with what is known of each before any search.
    fn branches(&mut self, state: &G::State, depth: i32, below: i32) -> Vec<Branch<G>> {
        let asks_table = self.has(Enhancement::SuccessorProbing)
            && T::ENABLED
            && self.memory.serves(true)
            && depth >= self.successor_probing_depth;
        let mut outcomes = self.pool.outcomes();
        let mut bounds = self.pool.bounds();
        let mut branches = self.pool.branches();
        self.game.outcomes(state, &mut outcomes);
        let asks_evaluator = W && self.has(Enhancement::StateBounds);
        let finds_moves = asks_evaluator && below == 1 && self.judges_batches();
        if asks_evaluator && !finds_moves {
            let levels = below.max(0).unsigned_abs();
            let (game, evaluator) = (self.game, self.evaluator);
            match evaluator.in_bulk() {
                Some(bulk) => bulk.outcome_bounds(game, state, &outcomes, levels, &mut bounds),
                None => outcome_bounds(evaluator, game, state, &outcomes, levels, &mut bounds),
            }
        }
        for (place, &(outcome, p)) in outcomes.iter().enumerate() {
            let mut possible = self.range;
            let pay = pay_of_outcome(self.game, state, outcome);
            let mut known = possible;
            let mut moves = Vec::new();
            if asks_evaluator || asks_table {
                let child = self.game.resolve(state, outcome);
                if finds_moves {
                    moves = self.pool.moves();
                    bounds.push(self.bounds_and_moves(&child, &mut moves));
                }
                if let Some(&bounds) = bounds.get(place) {
                    possible = self.with_rounding(bounds, self.game.node(&child), below);
                    known = possible;
                    if O::ACTS && possible != self.range {
                        self.acted(Enhancement::StateBounds);
                    }
                }
                if asks_table
                    && let Some(entry) =
                        (self.memory).load(self.memory.key(self.game, &child, below))
                {
                    self.stats.table_hits += 1;
                    let proven = entry.at_depth(below, self.memory.reuse());
                    known = known.narrowed_by(proven);
                    if O::ACTS && known != possible {
                        self.acted(Enhancement::SuccessorProbing);
                    }
                }
            }
            branches.push(Branch {
                outcome,
                p,
                possible,
                known: worth::<G>(pay, known, self.range),
                guess: None,
                moves,
            });
        }
        self.pool.return_outcomes(outcomes);
        self.pool.return_bounds(bounds);
        branches
    }

    /// The bounds of a state after an outcome, with one level left, and its moves if it takes them to know.
    fn bounds_and_moves(&self, child: &G::State, moves: &mut Vec<G::Move>) -> Bounds {
        let (game, evaluator) = (self.game, self.evaluator);
        match (game.node(child), evaluator.in_bulk()) {
            (Node::Terminal(_), _) => self.range,
            (Node::Decision(_), Some(bulk)) => bulk.decision_bounds(game, child, moves),
            _ => evaluator.bounds(game, child, 1),
        }
    }

    /// Looks at the outcomes until their sum, which comes along, decides the window.
    fn passes(
        &mut self,
        state: &G::State,
        branches: &mut [Branch<G>],
        sum: Bounds,
        place: Place,
        below: i32,
        is_answered: bool,
    ) -> Found {
        let mut order = self.pool.places();
        order.extend(0..branches.len());
        self.put_in_order(&mut order, state, branches, below == 1);
        if below >= LEAST_DEPTH_TO_GUESS && self.has(Enhancement::Targets) && self.judges_batches()
        {
            self.guess_outcomes(state, branches, below);
        }
        let found = self.passes_in(&mut order, state, branches, sum, place, is_answered);
        self.pool.return_places(order);
        found
    }

    /// Sorts outcomes by how far they can move the node, for the work they take.
    fn put_in_order(
        &mut self,
        order: &mut [usize],
        state: &G::State,
        branches: &mut [Branch<G>],
        counts_work: bool,
    ) {
        if !self.has(Enhancement::OutcomeOrder) {
            return;
        }
        let counts_work = counts_work && G::WORK_VARIES && self.has(Enhancement::WorkOrder);
        let mut weights = self.pool.numbers();
        for branch in &mut *branches {
            let work = if counts_work && !branch.known.is_exact() {
                self.work(state, branch)
            } else {
                1
            };
            let Branch { p, known, .. } = *branch;
            weights.push(p * (known.upper - known.lower) / work as f64);
        }
        if O::ACTS {
            self.tell_of_order(order, branches, &weights, counts_work);
        }
        order.sort_by(|&one, &two| weights[two].total_cmp(&weights[one]));
        self.pool.return_numbers(weights);
    }

    /// Tells the observer whether outcomes with these weights are going to be in another order, and whether that is because of the work.
    fn tell_of_order(
        &mut self,
        order: &[usize],
        branches: &[Branch<G>],
        weights: &[f64],
        counts_work: bool,
    ) {
        let sorted = |weight: &dyn Fn(usize) -> f64| {
            let mut sorted = order.to_vec();
            sorted.sort_by(|&one, &two| weight(two).total_cmp(&weight(one)));
            sorted
        };
        let with_work = sorted(&|branch| weights[branch]);
        if with_work != order {
            self.acted(Enhancement::OutcomeOrder);
        }
        let without_work = sorted(&|branch| {
            let Branch { p, known, .. } = branches[branch];
            p * (known.upper - known.lower)
        });
        if counts_work && with_work != without_work {
            self.acted(Enhancement::WorkOrder);
        }
    }

    /// How much work it is to search a decision right above the leaves: the number of its moves.
    fn work(&mut self, state: &G::State, branch: &mut Branch<G>) -> usize {
        if branch.moves.is_empty() {
            let child = self.game.resolve(state, branch.outcome);
            let Node::Decision(_) = self.game.node(&child) else {
                return 1;
            };
            branch.moves = self.pool.moves();
            self.game.moves(&child, &mut branch.moves);
        }
        branch.moves.len().max(1)
    }

    /// [`Recursion::passes`], with the outcomes in this order.
    fn passes_in(
        &mut self,
        order: &mut Vec<usize>,
        state: &G::State,
        branches: &mut [Branch<G>],
        mut sum: Bounds,
        place: Place,
        is_answered: bool,
    ) -> Found {
        let window = place.window;
        let below = depth_below(self.game, state, place.depth);
        let is_shared = self.is_shared(below);
        let mut probed = false;
        for pass in [Pass::Probe, Pass::Target, Pass::Window, Pass::Full] {
            let mut hopes = Hopes::new(branches);
            let is_of_use = match pass {
                Pass::Probe => self.probes > 0 && below >= 1 && !is_answered,
                Pass::Target => hopes.has_target(sum, window),
                Pass::Window | Pass::Full => true,
            };
            if !is_of_use {
                continue;
            }
            order.truncate(branches.len());
            if pass != Pass::Full && probed {
                // What could be proven about an outcome says how much is left to move.
                self.put_in_order(order, state, branches, below == 1);
            }
            let mut next = 0;
            while let Some(&branch) = order.get(next) {
                next += 1;
                let Branch {
                    outcome,
                    p,
                    possible,
                    known,
                    ..
                } = branches[branch];
                if known.is_exact() {
                    continue;
                }
                let child = self.game.resolve(state, outcome);
                if is_shared && next < branches.len() && self.is_busy(&child, below) {
                    order.push(branch);
                    self.acted(Act::OutcomePutOff);
                    continue;
                }
                let target = hopes.take(&branches[branch], sum, window);
                let asked = (pass, target);
                let rest = (&*branches, &order[next - 1..]);
                let Some(open) = self.window_of_next(&child, asked, rest, sum, place) else {
                    continue;
                };
                let mut there = Place::search(open, below, place.ply + 1);
                if pass == Pass::Probe {
                    there.tries = self.probes;
                    self.stats.probes += 1;
                    self.stats.probed_nodes += u64::from(!probed);
                    probed = true;
                }
                let step = Some(Step::Outcome(outcome, p));
                self.stats.nodes += 1;
                let pay = pay_of_outcome(self.game, state, outcome);
                there.window = window_of_rest::<G>(pay, there.window);
                self.ready = std::mem::take(&mut branches[branch].moves);
                let found = self.visit(&child, step, there, Some(possible));
                branches[branch].moves = std::mem::take(&mut self.ready);
                let proven = known.narrowed_by(worth::<G>(pay, found, self.range));
                branches[branch].known = proven;
                if below == 1 && proven.is_exact() {
                    self.answers.learn(place.ply, branch);
                }
                sum.lower += p * (proven.lower - known.lower);
                sum.upper -= p * (known.upper - proven.upper);
                if sum.decides(window) {
                    sum = self.sum(branches);
                    if sum.decides(window) {
                        return Found::chance(sum, self.exit_of(pass, sum));
                    }
                }
                if self.clock.has_stopped() {
                    return Found::chance(self.sum(branches), Exit::Stopped);
                }
            }
            sum = self.sum(branches);
            if sum.decides(window) {
                return Found::chance(sum, self.exit_of(pass, sum));
            }
        }
        // After a full pass every outcome is exact, and so is their sum.
        Found::chance(sum, Exit::Complete)
    }

    /// The window with which the first of the outcomes that are left is looked at, or `None` if it is not in this pass.
    fn window_of_next(
        &mut self,
        child: &G::State,
        (pass, target): (Pass, Option<Target>),
        (branches, left): (&[Branch<G>], &[usize]),
        sum: Bounds,
        place: Place,
    ) -> Option<Bounds> {
        let Branch { p, known, .. } = branches[left[0]];
        let window = place.window;
        // Outside of these bounds this outcome alone brings the node out of its window.
        let needed = Bounds {
            lower: (window.lower - (sum.upper - p * known.upper)) / p,
            upper: (window.upper - (sum.lower - p * known.lower)) / p,
        };
        match pass {
            Pass::Probe => {
                let asked = match target {
                    Some(target) => target.ends_beyond(needed),
                    None => self.asked(branches, left, sum, needed, place),
                };
                let open = self.probe_window(child, sum, window, asked, known)?;
                if O::ACTS && self.probe_window(child, sum, window, needed, known) != Some(open) {
                    self.acted(match target {
                        Some(_) => Enhancement::Targets,
                        None => Enhancement::FairShares,
                    });
                }
                self.acted(Act::Probe);
                Some(open)
            }
            Pass::Target => {
                let open = target?.window(needed, known)?;
                self.acted(Enhancement::Targets);
                Some(open)
            }
            Pass::Window => Some(needed),
            Pass::Full => {
                self.acted(Act::FullPass);
                Some(known)
            }
        }
    }

    /// Why a chance node is left whose bounds decide its window during this pass.
    fn exit_of(&mut self, pass: Pass, bounds: Bounds) -> Exit {
        if pass == Pass::Probe {
            self.stats.probe_cuts += 1;
            self.acted(Act::ProbeCut);
            Exit::ProbeCut
        } else if bounds.is_exact() {
            Exit::Complete
        } else {
            self.stats.search_cuts += 1;
            self.acted(Act::SearchCut);
            Exit::SearchCut
        }
    }

    /// What a probe asks of the first of the outcomes that are left: a little more than its share of what brings the node out of its window
    /// together with the others. To do it alone takes `needed`; for a share the probe may end much earlier.
    fn asked(
        &self,
        branches: &[Branch<G>],
        left: &[usize],
        sum: Bounds,
        needed: Bounds,
        place: Place,
    ) -> Bounds {
        let shares = place.depth >= LEAST_DEPTH_TO_SHARE && self.has(Enhancement::FairShares);
        if !shares {
            return needed;
        }
        let weighed = &left[..left.len().min(MOST_WEIGHED)];
        let open = weighed.iter().map(|&branch| &branches[branch]);
        let weight: f64 = (open.filter(|branch| !branch.known.is_exact()))
            .map(|branch| branch.p)
            .sum();
        let weight = weight * (left.len() as f64 / weighed.len() as f64);
        let Bounds { lower, upper } = branches[left[0]].known;
        let share = ASKED_OF_SHARE / weight;
        Bounds {
            lower: (upper - share * (sum.upper - place.window.lower)).max(needed.lower),
            upper: (lower + share * (place.window.upper - sum.lower)).min(needed.upper),
        }
    }

    /// The window of a probe, or `None` where a probe cannot help.
    ///
    /// Some moves of a decision prove only how good it is at least for the player who moves; so a probe can
    /// bring the node out of its window on that player's side only, and looks at the other side in full.
    fn probe_window(
        &mut self,
        child: &G::State,
        sum: Bounds,
        window: Bounds,
        asked: Bounds,
        known: Bounds,
    ) -> Option<Bounds> {
        let Node::Decision(player) = self.game.node(child) else {
            return None;
        };
        let is_thrifty = self.has(Enhancement::ThriftyProbes);
        if is_thrifty && sum.seen_by(player).upper <= window.seen_by(player).upper {
            self.acted(Enhancement::ThriftyProbes);
            return None;
        }
        let (asked, known) = (asked.seen_by(player), known.seen_by(player));
        Some(Bounds::new(known.lower, asked.upper).seen_by(player))
    }

    /// The bounds of a chance node, made afresh from its outcomes in their order.
    fn sum(&self, branches: &[Branch<G>]) -> Bounds {
        let mut sum = Bounds::exact(0.0);
        for branch in branches {
            sum.lower += branch.p * branch.known.lower;
            sum.upper += branch.p * branch.known.upper;
        }
        self.range.narrowed_by(sum)
    }
}

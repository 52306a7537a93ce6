//! A search of any game as a tree: what was visited, and what was left out beside it.

use std::collections::VecDeque;

use starmax_core::{Game, Node, Notation};
use starmax_search::{Exit, Step, Trace, Visited};

use super::drawing::{Call, Drawing, Drawn, Fate, Shape, in_probe};
use super::words::{number, told};

/// More nodes are not drawn.
const MOST: usize = 400;
/// More children of a node are not drawn one by one.
const WIDEST: usize = 40;
/// More children that were not visited are not drawn one by one.
const CUT: usize = 3;

impl Drawing {
    /// A search of a game as a tree. Visits of the same node by the same way are one node. What would be too much is folded, and numbers say what
    /// is missing.
    #[must_use]
    pub fn of_search<G: Game + Notation>(
        headline: String,
        seen_by: &str,
        game: &G,
        trace: &Trace<G>,
        best: Option<G::Move>,
        uses_windows: bool,
    ) -> Self {
        let visited = Visits::new(game, trace, best, uses_windows);
        let nodes = visited.nodes();
        let leaves = (trace.visits.iter()).filter(|visit| visit.exit.is_leaf());
        let mut extent = format!(
            "{} visits, {} of leaves; values are seen by {seen_by}",
            trace.visits.len(),
            leaves.count(),
        );
        if visited.first(0).exit == Exit::Stopped {
            extent += "; the search was stopped";
        }
        if trace.forgotten > 0 {
            extent += &format!("; {} later visits are not shown", trace.forgotten);
        }
        Self {
            headline,
            extent,
            range: game.utility(),
            nodes,
        }
    }
}

/// A place in the tree that was visited at least once.
#[derive(Default)]
struct Place {
    /// In the order of their first visits.
    children: Vec<usize>,
    /// Its visits as places in the trace.
    visits: Vec<usize>,
    turns: Vec<usize>,
    /// Visits of all places below.
    below: usize,
}

struct Visits<'t, G: Game> {
    game: &'t G,
    trace: &'t Trace<G>,
    best: Option<G::Move>,
    uses_windows: bool,
    in_probe: Vec<bool>,
    /// Each before its children, the root first.
    places: Vec<Place>,
}

/// What is drawn below a place.
enum Below {
    /// A visited place.
    Place(usize),
    /// A step that was not taken.
    Untaken(String, Shape, Option<f64>),
    /// Several nodes in a box.
    Folded(String, Fate, Option<f64>),
}

impl<'t, G: Game + Notation> Visits<'t, G> {
    fn new(game: &'t G, trace: &'t Trace<G>, best: Option<G::Move>, uses_windows: bool) -> Self {
        let visits = &trace.visits;
        let mut places = vec![Place::default()];
        let mut place_of: Vec<usize> = Vec::with_capacity(visits.len());
        let mut leaves = 0;
        for (number, visit) in visits.iter().enumerate() {
            let place = visit.parent.map_or(0, |parent| {
                let parent = place_of[parent];
                let is_same = |&&child: &&usize| {
                    let first: &Place = &places[child];
                    visits[first.visits[0]].step == visit.step
                };
                let known = places[parent].children.iter().find(is_same).copied();
                known.unwrap_or_else(|| {
                    let new = places.len();
                    places.push(Place::default());
                    places[parent].children.push(new);
                    new
                })
            });
            place_of.push(place);
            places[place].visits.push(number);
            if visit.exit.is_leaf() {
                leaves += 1;
                places[place].turns.push(leaves);
            }
        }
        for place in (0..places.len()).rev() {
            let count = |&child: &usize| places[child].visits.len() + places[child].below;
            places[place].below = places[place].children.iter().map(count).sum();
        }
        Self {
            game,
            trace,
            best,
            uses_windows,
            in_probe: in_probe(visits),
            places,
        }
    }

    fn first(&self, place: usize) -> &'t Visited<G> {
        &self.trace.visits[self.places[place].visits[0]]
    }

    /// What became of steps that were not taken.
    fn untaken(&self) -> &'static str {
        if self.trace.forgotten > 0 {
            "cut or visited later"
        } else if self.first(0).exit == Exit::Stopped {
            "cut or not reached"
        } else {
            "cut"
        }
    }

    /// All that is drawn: level after level, as long as there is room.
    fn nodes(&self) -> Vec<Drawn> {
        let mut below: Vec<Option<Vec<Below>>> = self.places.iter().map(|_| None).collect();
        let mut waiting = VecDeque::from([0]);
        let mut count = 1;
        while let Some(place) = waiting.pop_front() {
            let children = self.below(place);
            if count + children.len() > MOST {
                continue;
            }
            count += children.len();
            waiting.extend(children.iter().filter_map(|child| match child {
                Below::Place(place) => Some(*place),
                Below::Untaken(..) | Below::Folded(..) => None,
            }));
            below[place] = Some(children);
        }
        let mut nodes = Vec::with_capacity(count);
        self.draw(0, None, &below, &mut nodes);
        nodes
    }

    /// What there is to draw below a place.
    fn below(&self, place: usize) -> Vec<Below> {
        let Place {
            children, visits, ..
        } = &self.places[place];
        let is_cut = |&visit: &usize| self.trace.visits[visit].exit.is_cut();
        if children.is_empty() && !visits.iter().any(is_cut) {
            return Vec::new();
        }
        let mut shown = children.clone();
        let mut below = Vec::new();
        if shown.len() > WIDEST {
            // The best move is never among those that are folded.
            if let Some(best) = (WIDEST..shown.len()).find(|&at| self.is_best(shown[at])) {
                shown.swap(WIDEST - 1, best);
            }
            let rest = shown.split_off(WIDEST);
            let count = |&child: &usize| self.places[child].visits.len() + self.places[child].below;
            let visits: usize = rest.iter().map(count).sum();
            let odds = rest.iter().filter_map(|&child| self.probability(child));
            let text = format!("{} more, {visits} visits", rest.len());
            below.push(Below::Folded(text, Fate::Searched, odds_of_all(odds)));
        }
        below.splice(0..0, shown.into_iter().map(Below::Place));
        below.extend(self.not_taken(place));
        below
    }

    /// The steps by the rules that lead to no place that was visited.
    fn not_taken(&self, place: usize) -> Vec<Below> {
        let (game, state) = (self.game, &self.first(place).state);
        let children = &self.places[place].children;
        let is_taken = |step: Step<G>| {
            let mut steps = children.iter().map(|&child| self.first(child).step);
            steps.any(|taken| match (taken, step) {
                (Some(Step::Outcome(one, _)), Step::Outcome(two, _)) => one == two,
                (taken, step) => taken == Some(step),
            })
        };
        let mut steps: Vec<Step<G>> = Vec::new();
        match game.node(state) {
            Node::Terminal(_) => {}
            Node::Decision(_) => {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                steps.extend(moves.into_iter().map(Step::Move));
            }
            Node::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(state, &mut outcomes);
                steps.extend(outcomes.into_iter().map(|(o, p)| Step::Outcome(o, p)));
            }
        }
        steps.retain(|&step| !is_taken(step));
        if steps.len() > CUT {
            let odds = steps.iter().filter_map(|&step| odds(step));
            let text = format!("{} more {}", steps.len(), self.untaken());
            return vec![Below::Folded(text, Fate::Cut, odds_of_all(odds))];
        }
        let untaken = |step: Step<G>| {
            let next = match step {
                Step::Move(mv) => game.play(state, mv),
                Step::Outcome(outcome, _) => game.resolve(state, outcome),
            };
            let text = written(game, state, step);
            Below::Untaken(text, game.node(&next).into(), odds(step))
        };
        steps.into_iter().map(untaken).collect()
    }

    fn probability(&self, place: usize) -> Option<f64> {
        self.first(place).step.and_then(odds)
    }

    /// Whether the best move leads from the root to this place.
    fn is_best(&self, place: usize) -> bool {
        let visit = self.first(place);
        let from_root = visit.parent == Some(0);
        from_root
            && self
                .best
                .is_some_and(|best| visit.step == Some(Step::Move(best)))
    }

    /// Draws a place and everything below it, each node before its children.
    fn draw(
        &self,
        place: usize,
        parent: Option<usize>,
        below: &[Option<Vec<Below>>],
        nodes: &mut Vec<Drawn>,
    ) {
        let number = nodes.len();
        let mut drawn = self.drawn(place, below[place].is_none());
        drawn.attach(parent, nodes);
        nodes.push(drawn);
        for child in below[place].iter().flatten() {
            let mut drawn = match child {
                Below::Place(place) => {
                    self.draw(*place, Some(number), below, nodes);
                    continue;
                }
                Below::Untaken(name, shape, odds) => Drawn {
                    names: vec![name.clone()],
                    story: format!("{} {name}\n{}", shape.name(), self.untaken()),
                    ..unvisited(shape.clone(), Fate::Cut, *odds)
                },
                Below::Folded(text, fate, odds) => Drawn {
                    story: text.clone(),
                    ..unvisited(Shape::Leaf(text.clone()), *fate, *odds)
                },
            };
            drawn.attach(Some(number), nodes);
            nodes.push(drawn);
        }
    }

    fn drawn(&self, number_of_place: usize, is_folded: bool) -> Drawn {
        let place = &self.places[number_of_place];
        let first = self.first(number_of_place);
        let calls: Vec<Call> = (place.visits.iter())
            .map(|&at| Call::new(&self.trace.visits[at], self.in_probe[at], self.uses_windows))
            .collect();
        let last = calls.last().filter(|call| call.exit.is_leaf());
        let shape = match last {
            Some(leaf) if place.children.is_empty() => Shape::Leaf(number(leaf.bounds.lower)),
            _ => self.game.node(&first.state).into(),
        };
        let step = first.step.zip(first.parent).map(|(step, parent)| {
            let above = &self.trace.visits[parent].state;
            written(self.game, above, step)
        });
        let mut names: Vec<String> = step.into_iter().collect();
        let title = [shape.name().to_owned()].into_iter();
        let title = title.chain(names.iter().cloned());
        let title = title.chain([self.game.write_position(&first.state)]);
        let mut story = vec![title.collect::<Vec<_>>().join(" ")];
        let range = self.game.utility();
        story.extend(calls.iter().map(|call| told(call, range)));
        if is_folded {
            let folded = format!("{} visits below", place.below);
            story.push(folded.clone());
            names.push(folded);
        }
        let fate = if calls.iter().all(|call| call.by_probe) {
            Fate::Probed
        } else {
            Fate::Searched
        };
        Drawn {
            names,
            story: story.join("\n"),
            calls,
            turns: place.turns.clone(),
            is_best: self.is_best(number_of_place),
            ..unvisited(shape, fate, self.probability(number_of_place))
        }
    }
}

impl Drawn {
    /// Makes this the next node and a child of the one with this number.
    fn attach(&mut self, parent: Option<usize>, nodes: &mut [Self]) {
        let number = nodes.len();
        self.parent = parent;
        if let Some(parent) = parent {
            self.level = nodes[parent].level + 1;
            nodes[parent].children.push(number);
        }
    }
}

/// A node without visits that has no place in the tree yet.
fn unvisited(shape: Shape, fate: Fate, probability: Option<f64>) -> Drawn {
    Drawn {
        parent: None,
        children: Vec::new(),
        level: 0,
        shape,
        names: Vec::new(),
        story: String::new(),
        probability,
        fate,
        calls: Vec::new(),
        turns: Vec::new(),
        is_best: false,
    }
}

fn odds<G: Game>(step: Step<G>) -> Option<f64> {
    match step {
        Step::Move(_) => None,
        Step::Outcome(_, probability) => Some(probability),
    }
}

/// How likely any of these is; nothing where chance does not move.
fn odds_of_all(odds: impl Iterator<Item = f64>) -> Option<f64> {
    odds.fold(None, |sum, odds| Some(sum.unwrap_or(0.0) + odds))
}

/// A step as text.
pub(crate) fn written<G: Game + Notation>(game: &G, state: &G::State, step: Step<G>) -> String {
    match step {
        Step::Move(mv) => game.write_move(state, mv),
        Step::Outcome(outcome, _) => game.write_outcome(state, outcome),
    }
}

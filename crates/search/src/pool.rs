use starmax_core::{Bounds, Game};

use crate::order::Candidate;

/// An outcome of a chance node and what is known about the state it leads to.
pub(crate) struct Branch<G: Game> {
    pub(crate) outcome: G::Outcome,
    pub(crate) p: f64,
    /// Without any search.
    pub(crate) possible: Bounds,
    /// All in all.
    pub(crate) known: Bounds,
    /// What a shallower look makes of it, if anybody asked.
    pub(crate) guess: Option<f64>,
    /// The moves of the decision that follows, if they have been found already, else none.
    pub(crate) moves: Vec<G::Move>,
}

/// Buffers that are handed out empty and taken back, so that a search does not allocate.
pub(crate) struct Pool<G: Game> {
    moves: Vec<Vec<G::Move>>,
    candidates: Vec<Vec<Candidate<G::Move>>>,
    outcomes: Vec<Vec<(G::Outcome, f64)>>,
    bounds: Vec<Vec<Bounds>>,
    branches: Vec<Vec<Branch<G>>>,
    places: Vec<Vec<usize>>,
    numbers: Vec<Vec<f64>>,
    states: Vec<Vec<G::State>>,
}

impl<G: Game> Default for Pool<G> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            candidates: Vec::new(),
            outcomes: Vec::new(),
            bounds: Vec::new(),
            branches: Vec::new(),
            places: Vec::new(),
            numbers: Vec::new(),
            states: Vec::new(),
        }
    }
}

impl<G: Game> Pool<G> {
    #[inline]
    pub(crate) fn moves(&mut self) -> Vec<G::Move> {
        self.moves.pop().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn candidates(&mut self) -> Vec<Candidate<G::Move>> {
        self.candidates.pop().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn outcomes(&mut self) -> Vec<(G::Outcome, f64)> {
        self.outcomes.pop().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn bounds(&mut self) -> Vec<Bounds> {
        self.bounds.pop().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn branches(&mut self) -> Vec<Branch<G>> {
        self.branches.pop().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn places(&mut self) -> Vec<usize> {
        self.places.pop().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn numbers(&mut self) -> Vec<f64> {
        self.numbers.pop().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn states(&mut self) -> Vec<G::State> {
        self.states.pop().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn return_numbers(&mut self, mut numbers: Vec<f64>) {
        numbers.clear();
        self.numbers.push(numbers);
    }

    #[inline]
    pub(crate) fn return_states(&mut self, mut states: Vec<G::State>) {
        states.clear();
        self.states.push(states);
    }

    #[inline]
    pub(crate) fn return_places(&mut self, mut places: Vec<usize>) {
        places.clear();
        self.places.push(places);
    }

    #[inline]
    pub(crate) fn return_moves(
        &mut self,
        mut moves: Vec<G::Move>,
        mut candidates: Vec<Candidate<G::Move>>,
    ) {
        moves.clear();
        candidates.clear();
        self.moves.push(moves);
        self.candidates.push(candidates);
    }

    #[inline]
    pub(crate) fn return_outcomes(&mut self, mut outcomes: Vec<(G::Outcome, f64)>) {
        outcomes.clear();
        self.outcomes.push(outcomes);
    }

    #[inline]
    pub(crate) fn return_bounds(&mut self, mut bounds: Vec<Bounds>) {
        bounds.clear();
        self.bounds.push(bounds);
    }

    #[inline]
    pub(crate) fn return_branches(&mut self, mut branches: Vec<Branch<G>>) {
        for branch in branches.drain(..) {
            self.return_plain_moves(branch.moves);
        }
        self.branches.push(branches);
    }

    /// Takes back moves without candidates.
    #[inline]
    pub(crate) fn return_plain_moves(&mut self, mut moves: Vec<G::Move>) {
        if moves.capacity() > 0 {
            moves.clear();
            self.moves.push(moves);
        }
    }
}

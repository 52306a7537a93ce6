//! States of a game that Python plays, with the answers that were already given about them.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use pyo3::prelude::*;
use starmax_games::mix;

/// What happens at a state.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// This player decides.
    Player(usize),
    Chance,
    /// The game is over; one payoff in a game of one value, else one per player.
    Over(Rc<[f64]>),
}

/// A move or an outcome of a state.
pub(crate) struct PyStep<'py> {
    /// What it is in Python.
    pub(crate) choice: Bound<'py, PyAny>,
    /// The number of a move, the same in all states; the place of an outcome among the others.
    pub(crate) id: u32,
    /// Of an outcome; 1 of a move.
    pub(crate) probability: f64,
    /// Where it leads, if that is known.
    pub(crate) next: OnceCell<PyState<'py>>,
}

/// A state, cheap to copy.
#[derive(Clone)]
pub(crate) struct PyState<'py>(Rc<Seen<'py>>);

pub(crate) struct Seen<'py> {
    pub(crate) object: Bound<'py, PyAny>,
    /// A hash of the way that led here.
    pub(crate) path: u64,
    pub(crate) answer: OnceCell<Answer>,
    pub(crate) steps: OnceCell<Rc<[PyStep<'py>]>>,
    pub(crate) value: OnceCell<f64>,
    pub(crate) hash: OnceCell<u64>,
    /// Whether the state before keeps it.
    pub(crate) is_kept: Cell<bool>,
}

impl<'py> PyState<'py> {
    /// A state at which nothing is known yet.
    pub(crate) fn new(object: Bound<'py, PyAny>) -> Self {
        Self::at(object, 0)
    }

    fn at(object: Bound<'py, PyAny>, path: u64) -> Self {
        Self(Rc::new(Seen {
            object,
            path,
            answer: OnceCell::new(),
            steps: OnceCell::new(),
            value: OnceCell::new(),
            hash: OnceCell::new(),
            is_kept: Cell::new(false),
        }))
    }

    /// The state that the step with this place leads to.
    pub(crate) fn after(&self, place: usize, object: Bound<'py, PyAny>) -> Self {
        Self::at(object, mix(self.path ^ mix(place as u64 + 1)))
    }
}

impl<'py> std::ops::Deref for PyState<'py> {
    type Target = Seen<'py>;

    fn deref(&self) -> &Seen<'py> {
        &self.0
    }
}

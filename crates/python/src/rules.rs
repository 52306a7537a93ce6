//! Games that Python plays, as games of the engine.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyList;
use starmax_core::{
    Bounds, Evaluator, Failure, Game, Hashable, InBulk, ManyPlayers, Node, Notation, ParseError,
    Player, Rules,
};

use crate::errors::value_error;
use crate::source::Asked;
use crate::state::{Answer, PyState, PyStep};

/// A game of one value. With `FREE` chance costs no depth.
pub(crate) struct OneValue<'py, const FREE: bool>(pub(crate) Asked<'py>);

/// A game of several players, with what judges unfinished games.
pub(crate) struct Several<'py> {
    pub(crate) asked: Asked<'py>,
    pub(crate) evaluate: Option<Bound<'py, PyAny>>,
}

/// That Python has raised something, which [`Asked::raised`] knows.
#[derive(Debug)]
struct Raised;

impl std::fmt::Display for Raised {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Python has raised an exception")
    }
}

impl std::error::Error for Raised {}

/// What both kinds of games ask alike. After a failure all answers are the shortest possible.
impl<'py> Asked<'py> {
    fn node_at(&self, state: &PyState<'py>) -> Option<Answer> {
        if self.is_broken() {
            return None;
        }
        self.heard(self.answer(state))
    }

    /// The steps that are known, or what stands for them after a failure.
    fn choices<T>(
        &self,
        state: &PyState<'py>,
        broken: T,
        out: &mut Vec<T>,
        read: impl Fn(&PyStep<'py>) -> T,
    ) {
        let steps = (!self.is_broken()).then(|| self.heard(self.steps_of(state)));
        match steps.flatten() {
            Some(steps) => out.extend(steps.iter().map(read)),
            None => out.push(broken),
        }
    }

    fn state_after(&self, state: &PyState<'py>, id: u32) -> PyState<'py> {
        let next = (!self.is_broken()).then(|| self.heard(self.next(state, id)));
        next.flatten().unwrap_or_else(|| state.clone())
    }

    fn write_step(&self, state: &PyState<'py>, id: u32) -> String {
        let written = (self.heard(self.steps_of(state))).and_then(|steps| {
            let step = steps.iter().find(|step| step.id == id)?;
            self.heard(self.write_choice(&state.object, &step.choice))
        });
        written.unwrap_or_default()
    }
}

macro_rules! rules {
    (impl [$($generics:tt)*] $game:ty, $player:ty, $payoff:ty, $asked:tt, $read:expr, $broken:expr) => {
        impl<$($generics)*> Rules for $game {
            type State = PyState<'py>;
            type Move = u32;
            type Outcome = u32;
            type Player = $player;
            type Payoff = $payoff;

            fn initial(&self) -> PyState<'py> {
                self.$asked.start()
            }

            fn node(&self, state: &PyState<'py>) -> Node<$player, $payoff> {
                match self.$asked.node_at(state) {
                    Some(Answer::Chance) => Node::Chance,
                    Some(answer) => $read(answer),
                    None => Node::Terminal($broken(&self.$asked)),
                }
            }

            fn moves(&self, state: &PyState<'py>, out: &mut Vec<u32>) {
                self.$asked.choices(state, 0, out, |step| step.id);
            }

            fn outcomes(&self, state: &PyState<'py>, out: &mut Vec<(u32, f64)>) {
                let read = |step: &PyStep<'py>| (step.id, step.probability);
                self.$asked.choices(state, (0, 1.0), out, read);
            }

            fn play(&self, state: &PyState<'py>, mv: u32) -> PyState<'py> {
                self.$asked.state_after(state, mv)
            }

            fn resolve(&self, state: &PyState<'py>, outcome: u32) -> PyState<'py> {
                self.$asked.state_after(state, outcome)
            }
        }

        /// States have no notation that could be read.
        impl<$($generics)*> Notation for $game {
            fn write_state(&self, state: &PyState<'py>) -> String {
                self.$asked.describe(&state.object)
            }

            fn parse_state(&self, text: &str) -> Result<PyState<'py>, ParseError> {
                Err(ParseError::new(text, "a state of Python"))
            }

            fn write_move(&self, state: &PyState<'py>, mv: u32) -> String {
                self.$asked.write_step(state, mv)
            }

            fn write_outcome(&self, state: &PyState<'py>, outcome: u32) -> String {
                self.$asked.write_step(state, outcome)
            }
        }
    };
}

fn one_value(answer: Answer) -> Node {
    match answer {
        Answer::Player(0) => Node::Decision(Player::Max),
        Answer::Player(_) => Node::Decision(Player::Min),
        Answer::Chance => Node::Chance,
        Answer::Over(payoffs) => Node::Terminal(payoffs[0]),
    }
}

fn several(answer: Answer) -> Node<usize, ()> {
    match answer {
        Answer::Player(player) => Node::Decision(player),
        Answer::Chance => Node::Chance,
        Answer::Over(_) => Node::Terminal(()),
    }
}

rules!(impl ['py, const FREE: bool] OneValue<'py, FREE>, Player, f64, 0, one_value, |asked: &Asked<'py>| asked.utility.lower);
rules!(impl ['py] Several<'py>, usize, (), asked, several, |_: &Asked<'py>| ());

impl<const FREE: bool> Game for OneValue<'_, FREE> {
    const CAN_FAIL: bool = true;
    const HAS_FREE_STEPS: bool = FREE;

    fn utility(&self) -> Bounds {
        self.0.utility
    }

    fn is_free(&self, state: &Self::State) -> bool {
        FREE && matches!(self.0.node_at(state), Some(Answer::Chance))
    }

    fn failure(&self) -> Option<Failure> {
        self.0.is_broken().then(|| Arc::new(Raised) as Failure)
    }
}

impl<const FREE: bool> Hashable for OneValue<'_, FREE> {
    fn hash(&self, state: &Self::State) -> u64 {
        if self.0.is_broken() {
            return 0;
        }
        self.0.heard(self.0.hash(state)).unwrap_or(0)
    }
}

impl ManyPlayers for Several<'_> {
    fn players(&self) -> usize {
        self.asked.players
    }

    fn payoffs(&self, state: &Self::State) -> Vec<f64> {
        let even = || vec![0.0; self.asked.players];
        if let Some(Answer::Over(payoffs)) = self.asked.node_at(state) {
            return payoffs.to_vec();
        }
        let Some(evaluate) = self.evaluate.as_ref().filter(|_| !self.asked.is_broken()) else {
            return even();
        };
        let payoffs = (evaluate.call1((&state.object,)))
            .and_then(|payoffs| payoffs.extract::<Vec<f64>>())
            .and_then(|payoffs| {
                let is_right = payoffs.len() == self.asked.players
                    && payoffs.iter().all(|payoff| payoff.is_finite());
                let wrong = || {
                    value_error(format!(
                        "at {}: found the payoffs {payoffs:?}, expected {} finite numbers",
                        self.asked.describe(&state.object),
                        self.asked.players
                    ))
                };
                if is_right { Ok(payoffs) } else { Err(wrong()) }
            });
        self.asked.heard(payoffs).unwrap_or_else(even)
    }
}

/// A function of Python that judges states, one by one or many at once, or none: then unfinished games are worth 0, or what is nearest to it.
pub(crate) struct Judge<'py> {
    pub(crate) one: Option<Bound<'py, PyAny>>,
    pub(crate) many: Option<Bound<'py, PyAny>>,
}

impl<'py> Judge<'py> {
    /// What it is called in reports.
    pub(crate) const fn name(&self) -> &'static str {
        match (&self.one, &self.many) {
            (None, None) => "even",
            _ => "python",
        }
    }

    fn ask(&self, asked: &Asked<'py>, state: &PyState<'py>) -> PyResult<f64> {
        if let Some(&value) = state.value.get() {
            return Ok(value);
        }
        let value = match (&self.one, &self.many) {
            (Some(one), _) => asked.static_value(&state.object, &one.call1((&state.object,))?)?,
            (None, Some(many)) => Self::ask_all(asked, many, std::slice::from_ref(state))?[0],
            (None, None) => asked.utility.clamp(0.0),
        };
        let _ = state.value.set(value);
        Ok(value)
    }

    /// The values of many states.
    pub(crate) fn ask_many(
        &self,
        asked: &Asked<'py>,
        states: &[PyState<'py>],
    ) -> PyResult<Vec<f64>> {
        match &self.many {
            Some(many) => Self::ask_all(asked, many, states),
            None => states.iter().map(|state| self.ask(asked, state)).collect(),
        }
    }

    fn ask_all(
        asked: &Asked<'py>,
        many: &Bound<'py, PyAny>,
        states: &[PyState<'py>],
    ) -> PyResult<Vec<f64>> {
        let objects = states.iter().map(|state| &state.object);
        let values = many.call1((PyList::new(many.py(), objects)?,))?;
        // What numpy gives as one list is read much faster than item by item.
        let values = match values.getattr_opt("tolist")? {
            Some(tolist) => tolist.call0()?,
            None => values,
        };
        let mut read = Vec::with_capacity(states.len());
        for value in values.try_iter()? {
            let place = read.len().min(states.len() - 1);
            read.push(asked.static_value(&states[place].object, &value?)?);
        }
        if read.len() != states.len() {
            let (found, expected) = (read.len(), states.len());
            return Err(value_error(format!(
                "the evaluator gives {found} values for {expected} states"
            )));
        }
        for (state, &value) in states.iter().zip(&read) {
            let _ = state.value.set(value);
        }
        Ok(read)
    }
}

impl<'py, const FREE: bool> Evaluator<OneValue<'py, FREE>> for Judge<'py> {
    fn evaluate(&self, game: &OneValue<'py, FREE>, state: &PyState<'py>) -> f64 {
        let value = (!game.0.is_broken()).then(|| game.0.heard(self.ask(&game.0, state)));
        value.flatten().unwrap_or(game.0.utility.lower)
    }

    fn evaluate_all(
        &self,
        game: &OneValue<'py, FREE>,
        states: &[PyState<'py>],
        out: &mut Vec<f64>,
    ) {
        let is_known = states.iter().all(|state| state.value.get().is_some());
        match &self.many {
            Some(many) if !is_known && !game.0.is_broken() => {
                let values = game.0.heard(Self::ask_all(&game.0, many, states));
                out.extend(values.unwrap_or_else(|| vec![game.0.utility.lower; states.len()]));
            }
            _ => out.extend(states.iter().map(|state| self.evaluate(game, state))),
        }
    }

    fn in_bulk(&self) -> Option<&dyn InBulk<OneValue<'py, FREE>>> {
        self.many.is_some().then_some(self)
    }
}

impl<'py, const FREE: bool> InBulk<OneValue<'py, FREE>> for Judge<'py> {
    fn gains_from_batches(&self) -> bool {
        true
    }
}

//! A game that was walked through once: what is left of it needs no Python, so searches run at native speed and on all processors.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::FxBuildHasher;
use starmax_catalog::{OwnGame, check_not_over};
use starmax_core::{Bounds, Evaluator, Game, Hashable, Node, Notation, ParseError, Player, Rules};
use starmax_games::mix;
use starmax_search::{Place, Search, Searcher};

use crate::errors::{report_error, value_error};
use crate::key::write_key;
use crate::own::{Found, check_options};
use crate::rules::{Judge, OneValue};
use crate::source::Asked;
use crate::state::{Answer, PyState};
use crate::work::{Setting, read_options, stoppable, threads};

/// The number of states that are judged at once, where the evaluator can do that.
const BATCH: usize = 4096;

/// How often, in states, Python is asked whether a signal came.
const LOOK: usize = 4096;

/// A game as a graph of states with numbers; the first one is where it was begun.
#[pyclass(frozen, module = "starmax._native")]
pub(crate) struct Graph {
    about: String,
    evaluator: &'static str,
    utility: Bounds,
    nodes: Vec<Node>,
    /// Where the steps of each state begin, and where those of the last one end.
    first: Vec<u32>,
    steps: Vec<Step>,
    /// Static values; of a state at which the game is over its value.
    values: Vec<f64>,
    /// What states and choices are in Python.
    states: Vec<Py<PyAny>>,
    choices: Vec<Py<PyAny>>,
    /// The numbers of states by their keys.
    numbers: HashMap<Vec<u8>, u32, FxBuildHasher>,
    key: Option<Py<PyAny>>,
    describe: Py<PyAny>,
}

#[derive(Clone, Copy)]
struct Step {
    /// Its number among all choices.
    choice: u32,
    next: u32,
    probability: f64,
}

/// The graph of a game as far as it is known.
struct Walk<'py> {
    states: Vec<Bound<'py, PyAny>>,
    numbers: HashMap<Vec<u8>, u32, FxBuildHasher>,
    limit: usize,
}

impl<'py> Walk<'py> {
    /// The number of a state, a new one if it was not met before. Without keys no state is met twice.
    fn number(&mut self, asked: &Asked<'py>, state: PyState<'py>) -> PyResult<u32> {
        let number = u32::try_from(self.states.len()).map_err(value_error)?;
        if asked.has_key() {
            let key = asked.key(&state)?;
            if let Some(&known) = self.numbers.get(&key) {
                return Ok(known);
            }
            self.numbers.insert(key, number);
        }
        if self.states.len() >= self.limit {
            let hint = if asked.has_key() {
                ""
            } else {
                "; with a key, states that are reached in several ways would be one"
            };
            return Err(PyValueError::new_err(format!(
                "the game has more than {} states{hint}",
                self.limit
            )));
        }
        self.states.push(state.object.clone());
        Ok(number)
    }
}

/// Numbers of choices: equal ones have the same.
struct Choices<'py> {
    numbers: Bound<'py, PyDict>,
    all: Vec<Py<PyAny>>,
}

impl<'py> Choices<'py> {
    fn number(&mut self, choice: &Bound<'py, PyAny>) -> PyResult<u32> {
        // Outcomes need not be hashable.
        if let Ok(Some(number)) = self.numbers.get_item(choice) {
            return number.extract();
        }
        let number = u32::try_from(self.all.len()).map_err(value_error)?;
        let _ = self.numbers.set_item(choice, number);
        self.all.push(choice.clone().unbind());
        Ok(number)
    }
}

impl Graph {
    /// Walks through a game from a state.
    pub(crate) fn walk<'py>(
        py: Python<'py>,
        game: OneValue<'py, false>,
        judge: &Judge<'py>,
        limit: usize,
    ) -> PyResult<Self> {
        let asked = &game.0;
        let mut walk = Walk {
            states: Vec::new(),
            numbers: HashMap::default(),
            limit,
        };
        let mut choices = Choices {
            numbers: PyDict::new(py),
            all: Vec::new(),
        };
        walk.number(asked, game.initial())?;
        let (mut nodes, mut first, mut steps) = (Vec::new(), vec![0], Vec::new());
        while nodes.len() < walk.states.len() {
            if nodes.len() % LOOK == 0 {
                py.check_signals()?;
            }
            let state = PyState::new(walk.states[nodes.len()].clone());
            nodes.push(match asked.answer(&state)? {
                Answer::Player(0) => Node::Decision(Player::Max),
                Answer::Player(_) => Node::Decision(Player::Min),
                Answer::Chance => Node::Chance,
                Answer::Over(payoffs) => Node::Terminal(payoffs[0]),
            });
            for step in asked.steps_of(&state)?.iter() {
                let next = asked.next(&state, step.id)?;
                steps.push(Step {
                    choice: choices.number(&step.choice)?,
                    next: walk.number(asked, next)?,
                    probability: step.probability,
                });
            }
            first.push(u32::try_from(steps.len()).map_err(value_error)?);
        }
        let values = values(asked, judge, &nodes, &walk.states)?;
        Ok(Self {
            about: asked.name.clone(),
            evaluator: judge.name(),
            utility: asked.utility,
            nodes,
            first,
            steps,
            values,
            states: walk.states.into_iter().map(Bound::unbind).collect(),
            choices: choices.all,
            numbers: walk.numbers,
            key: asked.key_function(),
            describe: asked.describe_function(),
        })
    }

    /// The number of a state that was met.
    fn number_of(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        let Some(key) = &self.key else {
            return Err(PyValueError::new_err(
                "the game has no key, so that only its first state is known",
            ));
        };
        let mut bytes = Vec::new();
        write_key(&key.bind(py).call1((state,))?, &mut bytes)?;
        self.numbers.get(&bytes).copied().ok_or_else(|| {
            let text = self.describe.bind(py).call1((state,));
            let text = text.map_or_else(|error| error.to_string(), |text| text.to_string());
            PyValueError::new_err(format!(
                "{text} was not met when the game was walked through"
            ))
        })
    }

    fn steps(&self, state: u32) -> &[Step] {
        let place = state as usize;
        &self.steps[self.first[place] as usize..self.first[place + 1] as usize]
    }
}

/// Static values of all states.
fn values<'py>(
    asked: &Asked<'py>,
    judge: &Judge<'py>,
    nodes: &[Node],
    states: &[Bound<'py, PyAny>],
) -> PyResult<Vec<f64>> {
    let mut values: Vec<f64> = (nodes.iter())
        .map(|node| match *node {
            Node::Terminal(value) => value,
            Node::Decision(_) | Node::Chance => f64::NAN,
        })
        .collect();
    let open: Vec<usize> = (0..states.len())
        .filter(|&place| values[place].is_nan())
        .collect();
    for batch in open.chunks(BATCH) {
        let unjudged = batch
            .iter()
            .map(|&place| PyState::new(states[place].clone()));
        let judged = judge.ask_many(asked, &unjudged.collect::<Vec<_>>())?;
        for (&place, value) in batch.iter().zip(judged) {
            values[place] = value;
        }
    }
    Ok(values)
}

#[pymethods]
impl Graph {
    /// How many states there are.
    fn __len__(&self) -> usize {
        self.nodes.len()
    }

    /// How many moves and outcomes there are.
    #[getter]
    fn steps_in_all(&self) -> usize {
        self.steps.len()
    }

    /// Searches from the first state.
    fn search<'py>(&self, py: Python<'py>, options: Vec<Setting>) -> PyResult<Found<'py>> {
        self.found(py, 0, &options)
    }

    /// Searches from a state that was met.
    fn search_from<'py>(
        &self,
        py: Python<'py>,
        state: Bound<'py, PyAny>,
        options: Vec<Setting>,
    ) -> PyResult<Found<'py>> {
        let root = self.number_of(py, &state)?;
        self.found(py, root, &options)
    }
}

impl Graph {
    fn found<'py>(&self, py: Python<'py>, root: u32, settings: &[Setting]) -> PyResult<Found<'py>> {
        let options = read_options(Place::Search, settings)?;
        check_options(&options)?;
        let game = GraphGame(self);
        let about = OwnGame {
            name: &self.about,
            evaluator: self.evaluator,
            has_hash: true,
            usual_table: 16,
        };
        let settings = about.settings(&options).map_err(report_error)?;
        if !options.algorithm().handles_chance()
            && self.nodes.iter().any(|node| matches!(node, Node::Chance))
        {
            return Err(report_error(about.no_chance(&options)));
        }
        check_not_over(&game, &root).map_err(report_error)?;
        let mut searcher = Searcher::new(about.table(&options).map_err(report_error)?);
        // What deeper entries there are would depend on which thread came first.
        let threads = if options.reuse_deeper {
            NonZeroUsize::MIN
        } else {
            threads(&options)
        };
        let judge = Known(self);
        let result = stoppable(py, |stop| {
            (Search::new(&game, &judge)
                .settings(settings)
                .stop_when(stop))
            .run_by(&mut searcher, threads, &root)
        })?;
        let report = about.report(&game, &root, &options, &result);
        let json = serde_json::to_string(&report).map_err(value_error)?;
        let object = |mv: u32| self.choices[mv as usize].bind(py).clone();
        let mut left: Vec<(String, u32)> = (result.moves.iter())
            .map(|found| (game.write_move(&root, found.mv), found.mv))
            .collect();
        let ranked = report.moves.iter().filter_map(|mv| {
            let place = left.iter().position(|(text, _)| *text == mv.text)?;
            Some(object(left.remove(place).1))
        });
        let ranked = ranked.collect();
        Ok((json, report.text(), result.best.map(object), ranked))
    }
}

/// The graph as a game.
struct GraphGame<'a>(&'a Graph);

/// Its static values.
struct Known<'a>(&'a Graph);

impl Rules for GraphGame<'_> {
    type State = u32;
    type Move = u32;
    type Outcome = u32;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> u32 {
        0
    }

    #[inline]
    fn node(&self, &state: &u32) -> Node {
        self.0.nodes[state as usize]
    }

    #[inline]
    fn moves(&self, &state: &u32, out: &mut Vec<u32>) {
        out.extend(self.0.steps(state).iter().map(|step| step.choice));
    }

    /// Outcomes are known by their places.
    #[inline]
    fn outcomes(&self, &state: &u32, out: &mut Vec<(u32, f64)>) {
        let steps = self.0.steps(state).iter();
        out.extend(
            (0..)
                .zip(steps)
                .map(|(place, step)| (place, step.probability)),
        );
    }

    #[inline]
    fn play(&self, &state: &u32, mv: u32) -> u32 {
        let step = self.0.steps(state).iter().find(|step| step.choice == mv);
        step.map_or(state, |step| step.next)
    }

    #[inline]
    fn resolve(&self, &state: &u32, outcome: u32) -> u32 {
        self.0.steps(state)[outcome as usize].next
    }
}

impl Game for GraphGame<'_> {
    fn utility(&self) -> Bounds {
        self.0.utility
    }

    #[inline]
    fn can_play(&self, &state: &u32, mv: u32) -> bool {
        self.0.steps(state).iter().any(|step| step.choice == mv)
    }
}

impl Hashable for GraphGame<'_> {
    #[inline]
    fn hash(&self, &state: &u32) -> u64 {
        mix(u64::from(state))
    }
}

impl Evaluator<GraphGame<'_>> for Known<'_> {
    #[inline]
    fn evaluate(&self, _: &GraphGame<'_>, &state: &u32) -> f64 {
        self.0.values[state as usize]
    }
}

/// States and choices as Python writes them.
impl GraphGame<'_> {
    fn text(object: &Bound<'_, PyAny>) -> String {
        let text = match object.extract::<String>() {
            Ok(text) => Ok(text),
            Err(_) => object.repr().and_then(|text| text.extract()),
        };
        text.unwrap_or_default()
    }

    fn choice(&self, choice: u32) -> String {
        Python::attach(|py| Self::text(self.0.choices[choice as usize].bind(py)))
    }
}

impl Notation for GraphGame<'_> {
    fn write_state(&self, &state: &u32) -> String {
        Python::attach(|py| {
            let state = self.0.states[state as usize].bind(py);
            let text = self.0.describe.bind(py).call1((state,));
            text.map_or_else(|error| error.to_string(), |text| Self::text(&text))
        })
    }

    fn parse_state(&self, text: &str) -> Result<u32, ParseError> {
        Err(ParseError::new(text, "a state of Python"))
    }

    fn write_move(&self, _: &u32, mv: u32) -> String {
        self.choice(mv)
    }

    fn write_outcome(&self, &state: &u32, outcome: u32) -> String {
        self.choice(self.0.steps(state)[outcome as usize].choice)
    }
}

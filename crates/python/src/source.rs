//! Asks Python what happens in a game. Every answer is checked, so that a game which is wrong raises an exception and misleads nobody.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use starmax_core::Bounds;

use crate::errors::value_error;
use crate::key;
use crate::state::{Answer, PyState, PyStep};

/// A game, as `python/starmax/_own.py` hands it over.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Parts<'py> {
    name: String,
    expand: Option<Bound<'py, PyAny>>,
    node: Option<Bound<'py, PyAny>>,
    moves: Option<Bound<'py, PyAny>>,
    outcomes: Option<Bound<'py, PyAny>>,
    play: Option<Bound<'py, PyAny>>,
    resolve: Option<Bound<'py, PyAny>>,
    key: Option<Bound<'py, PyAny>>,
    utility: (f64, f64),
    pub(crate) evaluate: Option<Bound<'py, PyAny>>,
    pub(crate) evaluate_all: Option<Bound<'py, PyAny>>,
    describe: Bound<'py, PyAny>,
    /// How many players have payoffs of their own; 0 in a game of one value.
    pub(crate) players: usize,
    /// Whether states are those of `OpenSpiel`.
    spiel: bool,
    /// Whether chance costs no depth.
    pub(crate) free_chance: bool,
}

/// Whom to ask.
enum Source<'py> {
    Steps {
        node: Bound<'py, PyAny>,
        moves: Bound<'py, PyAny>,
        outcomes: Option<Bound<'py, PyAny>>,
        play: Bound<'py, PyAny>,
        resolve: Option<Bound<'py, PyAny>>,
    },
    Expand(Bound<'py, PyAny>),
    /// The state itself, which is one of `OpenSpiel`.
    Spiel,
}

/// A game that Python plays, while it is being searched.
pub(crate) struct Asked<'py> {
    py: Python<'py>,
    pub(crate) name: String,
    source: Source<'py>,
    start: Bound<'py, PyAny>,
    /// Why chance is not allowed, if it is not.
    pub(crate) no_chance: RefCell<Option<PyErr>>,
    key: Option<Bound<'py, PyAny>>,
    describe: Bound<'py, PyAny>,
    pub(crate) utility: Bounds,
    /// How many players have payoffs of their own; 2 in a game of one value.
    pub(crate) players: usize,
    has_one_value: bool,
    /// How many more states may be remembered; none while a game is checked.
    room: Cell<usize>,
    remembers: bool,
    /// The numbers of moves.
    numbers: Bound<'py, PyDict>,
    /// What Python raised, or what was wrong with an answer.
    raised: RefCell<Option<PyErr>>,
    /// Set together with that.
    pub(crate) is_broken: AtomicBool,
    last_look: Cell<Instant>,
    questions: Cell<u32>,
}

/// The number of states that are remembered with all that was said about them.
const ROOM: usize = 1 << 16;

/// How often, in questions and in time, Python is asked whether a signal came.
const QUESTIONS: u32 = 8;
const PERIOD: Duration = Duration::from_millis(20);

/// So far a sum of probabilities may be from 1.
const TOLERANCE: f64 = 1e-9;

/// The players of `OpenSpiel` that are none.
const SPIEL_CHANCE: i64 = -1;
const SPIEL_OVER: i64 = -4;

impl<'py> Asked<'py> {
    /// A game of one value, or of several players. What it says is remembered unless it is only looked at to find what is wrong with it.
    pub(crate) fn new(
        py: Python<'py>,
        parts: &Parts<'py>,
        start: Bound<'py, PyAny>,
        remembers: bool,
    ) -> PyResult<Self> {
        let (lower, upper) = parts.utility;
        if !(lower <= upper && lower.is_finite() && upper.is_finite()) {
            return Err(PyValueError::new_err(format!(
                "found the utility ({lower}, {upper}), expected two finite numbers, the lower one first"
            )));
        }
        let needed = |part: &Option<Bound<'py, PyAny>>, name: &str| {
            let missing = || PyTypeError::new_err(format!("the game has no method {name}"));
            part.clone().ok_or_else(missing)
        };
        let source = if parts.spiel {
            Source::Spiel
        } else if let Some(expand) = &parts.expand {
            Source::Expand(expand.clone())
        } else {
            Source::Steps {
                node: needed(&parts.node, "node")?,
                moves: needed(&parts.moves, "moves")?,
                outcomes: parts.outcomes.clone(),
                play: needed(&parts.play, "play")?,
                resolve: parts.resolve.clone(),
            }
        };
        Ok(Self {
            py,
            name: parts.name.clone(),
            source,
            start,
            no_chance: RefCell::new(None),
            key: parts.key.clone(),
            describe: parts.describe.clone(),
            utility: Bounds::new(lower, upper),
            players: parts.players.max(2),
            has_one_value: parts.players == 0,
            room: Cell::new(if remembers { ROOM } else { 0 }),
            remembers,
            numbers: PyDict::new(py),
            raised: RefCell::new(None),
            is_broken: AtomicBool::new(false),
            last_look: Cell::new(Instant::now()),
            questions: Cell::new(0),
        })
    }

    /// Where the game begins.
    pub(crate) fn start(&self) -> PyState<'py> {
        PyState::new(self.start.clone())
    }

    pub(crate) const fn has_key(&self) -> bool {
        self.key.is_some()
    }

    pub(crate) fn key_function(&self) -> Option<Py<PyAny>> {
        self.key.clone().map(Bound::unbind)
    }

    pub(crate) fn describe_function(&self) -> Py<PyAny> {
        self.describe.clone().unbind()
    }

    /// Whether states can be told apart by a hash.
    pub(crate) fn has_hash(&self) -> bool {
        self.key.is_some() || matches!(self.source, Source::Spiel)
    }

    /// What went wrong, if anything did.
    pub(crate) fn raised(&self) -> PyResult<()> {
        self.raised.take().map_or(Ok(()), Err)
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    /// An answer, or `None` if there is none: then the first reason is kept.
    pub(crate) fn heard<T>(&self, answer: PyResult<T>) -> Option<T> {
        match answer {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.raised.borrow_mut().get_or_insert(error);
                self.is_broken.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// Python hears signals while its own functions run, but not those that are compiled.
    fn listen(&self) -> PyResult<()> {
        let questions = self.questions.get().wrapping_add(1);
        self.questions.set(questions);
        if questions.is_multiple_of(QUESTIONS) && self.last_look.get().elapsed() > PERIOD {
            self.last_look.set(Instant::now());
            self.py.check_signals()?;
        }
        Ok(())
    }

    /// Something wrong at a state.
    fn wrong(&self, state: &Bound<'py, PyAny>, what: impl std::fmt::Display) -> PyErr {
        value_error(format!("at {}: {what}", self.describe(state)))
    }

    /// A state as text.
    pub(crate) fn describe(&self, state: &Bound<'py, PyAny>) -> String {
        let text = (self.describe.call1((state,))).and_then(|text| text.extract::<String>());
        self.heard(text).unwrap_or_default()
    }

    /// What happens at a state.
    pub(crate) fn answer(&self, state: &PyState<'py>) -> PyResult<Answer> {
        if let Some(answer) = state.answer.get() {
            return Ok(answer.clone());
        }
        let (answer, steps) = self.look(&state.object)?;
        if let Answer::Chance = answer
            && let Some(error) = self.no_chance.take()
        {
            return Err(error);
        }
        if self.remembers {
            if let Some(steps) = steps {
                let _ = state.steps.set(steps);
            }
            let _ = state.answer.set(answer.clone());
        }
        Ok(answer)
    }

    /// What can be chosen at a state.
    pub(crate) fn steps(&self, state: &PyState<'py>) -> PyResult<Rc<[PyStep<'py>]>> {
        if let Some(steps) = state.steps.get() {
            return Ok(Rc::clone(steps));
        }
        let steps = match self.look(&state.object)? {
            (_, Some(steps)) => steps,
            (Answer::Over(_), None) => Rc::default(),
            (Answer::Player(_), None) => self.moves(&state.object)?,
            (Answer::Chance, None) => self.outcomes(&state.object)?,
        };
        if self.remembers {
            return Ok(Rc::clone(state.steps.get_or_init(|| steps)));
        }
        Ok(steps)
    }

    /// What can be chosen where it is known what happens.
    pub(crate) fn steps_of(&self, state: &PyState<'py>) -> PyResult<Rc<[PyStep<'py>]>> {
        let known = state.steps.get().is_none().then(|| state.answer.get());
        let steps = match known.flatten() {
            Some(Answer::Player(_)) => self.moves(&state.object)?,
            Some(Answer::Chance) => self.outcomes(&state.object)?,
            Some(Answer::Over(_)) | None => return self.steps(state),
        };
        Ok(Rc::clone(state.steps.get_or_init(|| steps)))
    }

    /// The state after a step.
    pub(crate) fn next(&self, state: &PyState<'py>, id: u32) -> PyResult<PyState<'py>> {
        let steps = self.steps_of(state)?;
        let place = match steps.get(id as usize) {
            // Outcomes have the number of their place.
            Some(step) if step.id == id => Some(id as usize),
            _ => steps.iter().position(|step| step.id == id),
        };
        let Some(place) = place else {
            return Err(self.wrong(&state.object, "asked twice, the game answers differently"));
        };
        let step = &steps[place];
        if let Some(next) = step.next.get() {
            return Ok(if next.is_kept.get() || self.keep(next) {
                next.clone()
            } else {
                state.after(place, next.object.clone())
            });
        }
        let is_chance = matches!(self.answer(state)?, Answer::Chance);
        let next = state.after(place, self.take(&state.object, &step.choice, is_chance)?);
        if self.keep(&next) {
            let _ = step.next.set(next.clone());
        }
        Ok(next)
    }

    /// Whether there is room to remember what will be said about a state. Else it is asked again on every visit.
    fn keep(&self, state: &PyState<'py>) -> bool {
        let left = self.room.get().checked_sub(1);
        self.room.set(left.unwrap_or(0));
        state.is_kept.set(left.is_some());
        left.is_some()
    }

    /// The hash of a state.
    pub(crate) fn hash(&self, state: &PyState<'py>) -> PyResult<u64> {
        if let Some(&hash) = state.hash.get() {
            return Ok(hash);
        }
        let hash = match &self.key {
            None => return Ok(state.path),
            Some(_) => key::hash(&self.key(state)?),
        };
        let _ = state.hash.set(hash);
        Ok(hash)
    }

    /// The key of a state; empty without keys.
    pub(crate) fn key(&self, state: &PyState<'py>) -> PyResult<Vec<u8>> {
        let mut bytes = Vec::new();
        if let Some(key) = &self.key {
            self.listen()?;
            key::write_key(&key.call1((&state.object,))?, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// A move or an outcome as text.
    pub(crate) fn write_choice(
        &self,
        state: &Bound<'py, PyAny>,
        choice: &Bound<'py, PyAny>,
    ) -> PyResult<String> {
        if let Source::Spiel = self.source {
            let player = state.call_method0(intern!(self.py, "current_player"))?;
            let name = intern!(self.py, "action_to_string");
            return state.call_method1(name, (player, choice))?.extract();
        }
        match choice.cast::<PyString>() {
            Ok(text) => Ok(text.to_cow()?.into_owned()),
            Err(_) => choice.repr()?.extract(),
        }
    }

    /// A number that a function of Python gave for a state.
    pub(crate) fn static_value(
        &self,
        state: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<f64> {
        let value: f64 = value.extract().map_err(|_| {
            let found = value
                .repr()
                .map_or_else(|_| "something".to_owned(), |text| text.to_string());
            self.wrong(
                state,
                format!("the evaluator gives {found}, expected a number"),
            )
        })?;
        if !self.utility.contains(value) {
            let expected = format!(
                "the static value {value} is outside the utility {}",
                self.utility
            );
            return Err(self.wrong(state, expected));
        }
        Ok(value)
    }

    fn look(&self, state: &Bound<'py, PyAny>) -> PyResult<(Answer, Option<Rc<[PyStep<'py>]>>)> {
        self.listen()?;
        match &self.source {
            Source::Steps { node, .. } => {
                let answer = node.call1((state,))?;
                Ok((self.read_node(state, &answer)?, None))
            }
            Source::Expand(expand) => self.expanded(state, &expand.call1((state,))?),
            Source::Spiel => {
                let player = state.call_method0(intern!(self.py, "current_player"))?;
                let answer = match player.extract::<i64>()? {
                    SPIEL_CHANCE => Answer::Chance,
                    SPIEL_OVER => {
                        let payoffs = state.call_method0(intern!(self.py, "returns"))?;
                        self.over(state, payoffs.extract::<Vec<f64>>()?)?
                    }
                    player => match usize::try_from(player) {
                        Ok(player) if player < self.players => Answer::Player(player),
                        _ => {
                            let what = "the game is not played by one player after the other";
                            return Err(self.wrong(state, what));
                        }
                    },
                };
                Ok((answer, None))
            }
        }
    }

    /// Reads what happens at a state: `"max"`, `"min"`, `"chance"` or a value; in games of several players a number of a player, `"chance"` or
    /// payoffs.
    fn read_node(&self, state: &Bound<'py, PyAny>, node: &Bound<'py, PyAny>) -> PyResult<Answer> {
        let wrong = |expected: &str| {
            let found = node
                .repr()
                .map_or_else(|_| "something".to_owned(), |text| text.to_string());
            self.wrong(
                state,
                format!("found the node {found}, expected {expected}"),
            )
        };
        if let Ok(text) = node.cast::<PyString>() {
            return match (&*text.to_cow()?, self.has_one_value) {
                ("chance", _) => Ok(Answer::Chance),
                ("max", true) => Ok(Answer::Player(0)),
                ("min", true) => Ok(Answer::Player(1)),
                (_, true) => Err(wrong(
                    "\"max\", \"min\", \"chance\" or the value of a game that is over",
                )),
                (_, false) => Err(wrong(
                    "the number of a player, \"chance\" or the payoffs of a game that is over",
                )),
            };
        }
        if self.has_one_value {
            let value: f64 = (node.extract()).map_err(|_| {
                wrong("\"max\", \"min\", \"chance\" or the value of a game that is over")
            })?;
            return self.over(state, vec![value]);
        }
        if let Ok(player) = node.extract::<usize>() {
            if player < self.players {
                return Ok(Answer::Player(player));
            }
            return Err(wrong(&format!("a player from 0 to {}", self.players - 1)));
        }
        let payoffs: Vec<f64> = (node.extract()).map_err(|_| {
            wrong("the number of a player, \"chance\" or the payoffs of a game that is over")
        })?;
        self.over(state, payoffs)
    }

    fn over(&self, state: &Bound<'py, PyAny>, payoffs: Vec<f64>) -> PyResult<Answer> {
        if self.has_one_value {
            let value = payoffs.first().copied().unwrap_or(f64::NAN);
            if !self.utility.contains(value) {
                let what = format!("the value {value} is outside the utility {}", self.utility);
                return Err(self.wrong(state, what));
            }
        } else if payoffs.len() != self.players || payoffs.iter().any(|payoff| !payoff.is_finite())
        {
            let what = format!(
                "found the payoffs {payoffs:?}, expected {} finite numbers",
                self.players
            );
            return Err(self.wrong(state, what));
        }
        Ok(Answer::Over(payoffs.into()))
    }

    /// Reads `("max", [(move, next), ...])`, `("chance", [(outcome, probability, next), ...])` or the value of a game that is over.
    fn expanded(
        &self,
        state: &Bound<'py, PyAny>,
        answer: &Bound<'py, PyAny>,
    ) -> PyResult<(Answer, Option<Rc<[PyStep<'py>]>>)> {
        let pair = (answer.cast::<PyTuple>().ok()).filter(|pair| pair.len() == 2);
        let Some(pair) = pair else {
            return match self.read_node(state, answer)? {
                over @ Answer::Over(_) => Ok((over, Some(Rc::default()))),
                Answer::Player(_) | Answer::Chance => Err(self.wrong(
                    state,
                    "expand gives no steps, expected a pair of the node and its steps",
                )),
            };
        };
        let answer = self.read_node(state, &pair.get_item(0)?)?;
        let steps = pair.get_item(1)?;
        let mut read = Vec::new();
        for step in steps.try_iter()? {
            let step = step?;
            let (choice, probability, next) = if let Answer::Chance = answer {
                step.extract::<(Bound<'py, PyAny>, f64, Bound<'py, PyAny>)>()?
            } else {
                let (choice, next) = step.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
                (choice, 1.0, next)
            };
            read.push((choice, probability, Some(next)));
        }
        let parent = PyState::new(state.clone());
        let steps = self.numbered(&parent, matches!(answer, Answer::Chance), read)?;
        Ok((answer, Some(steps)))
    }

    fn moves(&self, state: &Bound<'py, PyAny>) -> PyResult<Rc<[PyStep<'py>]>> {
        self.listen()?;
        let moves = match &self.source {
            Source::Spiel => state.call_method0(intern!(self.py, "legal_actions"))?,
            Source::Steps { moves, .. } => moves.call1((state,))?,
            Source::Expand(_) => return Ok(Rc::default()),
        };
        let mut read = Vec::new();
        for choice in moves.try_iter()? {
            read.push((choice?, 1.0, None));
        }
        self.numbered(&PyState::new(state.clone()), false, read)
    }

    fn outcomes(&self, state: &Bound<'py, PyAny>) -> PyResult<Rc<[PyStep<'py>]>> {
        self.listen()?;
        let outcomes = match &self.source {
            Source::Spiel => state.call_method0(intern!(self.py, "chance_outcomes"))?,
            Source::Steps { outcomes, .. } => {
                let missing = || PyTypeError::new_err("the game has no method outcomes");
                outcomes.as_ref().ok_or_else(missing)?.call1((state,))?
            }
            Source::Expand(_) => return Ok(Rc::default()),
        };
        let mut read = Vec::new();
        for outcome in outcomes.try_iter()? {
            let (choice, probability) = outcome?.extract::<(Bound<'py, PyAny>, f64)>()?;
            read.push((choice, probability, None));
        }
        self.numbered(&PyState::new(state.clone()), true, read)
    }

    /// Gives steps their numbers, and checks them.
    fn numbered(
        &self,
        parent: &PyState<'py>,
        is_chance: bool,
        read: Vec<(Bound<'py, PyAny>, f64, Option<Bound<'py, PyAny>>)>,
    ) -> PyResult<Rc<[PyStep<'py>]>> {
        let wrong = |what: String| self.wrong(&parent.object, what);
        if read.is_empty() {
            return Err(wrong("there is nothing to choose from".to_owned()));
        }
        let mut steps = Vec::with_capacity(read.len());
        let mut sum = 0.0;
        for (place, (choice, probability, next)) in read.into_iter().enumerate() {
            if is_chance && !(probability > 0.0 && probability <= 1.0) {
                let text = choice.repr()?.to_string();
                return Err(wrong(format!("{text} has the probability {probability}")));
            }
            sum += probability;
            let id = if is_chance {
                u32::try_from(place).map_err(value_error)?
            } else {
                self.number(&choice)?
            };
            let known = OnceCell::new();
            if let Some(object) = next {
                let _ = known.set(parent.after(place, object));
            }
            steps.push(PyStep {
                choice,
                id,
                probability,
                next: known,
            });
        }
        if is_chance && (sum - 1.0).abs() > TOLERANCE {
            return Err(wrong(format!("the probabilities sum to {sum}")));
        }
        Ok(steps.into())
    }

    /// The number of a move.
    fn number(&self, choice: &Bound<'py, PyAny>) -> PyResult<u32> {
        if let Source::Spiel = self.source {
            return choice.extract();
        }
        if let Some(number) = self.numbers.get_item(choice)? {
            return number.extract();
        }
        let number = self.numbers.len();
        self.numbers.set_item(choice, number)?;
        u32::try_from(number).map_err(value_error)
    }

    /// The state after a step, from Python.
    fn take(
        &self,
        state: &Bound<'py, PyAny>,
        choice: &Bound<'py, PyAny>,
        is_chance: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.listen()?;
        match &self.source {
            Source::Spiel => state.call_method1(intern!(self.py, "child"), (choice,)),
            Source::Steps { play, resolve, .. } => match (is_chance, resolve) {
                (false, _) => play.call1((state, choice)),
                (true, Some(resolve)) => resolve.call1((state, choice)),
                (true, None) => Err(PyTypeError::new_err("the game has no method resolve")),
            },
            Source::Expand(_) => {
                Err(self.wrong(state, "asked twice, the game answers differently"))
            }
        }
    }
}

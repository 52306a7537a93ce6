//! Static values of many positions at once.

use std::ops::ControlFlow;

use starmax_arena::Crew;
use starmax_core::{Evaluator, Game, Node, Notation};
use starmax_search::Options;

use crate::judge::{EvaluatorTask, Judge, WantedJudge};
use crate::noise::WithNoise;
use crate::opened::{Opened, State};
use crate::position::read_root;
use crate::{Noise, Registration, ReportError, RootText};

/// Many positions.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::atomic::AtomicBool;
///
/// use starmax_arena::Crew;
/// use starmax_catalog::{Positions, open_game};
///
/// let game = open_game("pig")?;
/// let texts = ["max:12-7+5".to_owned(), "min:12-7+5".to_owned()];
/// let crew = Crew { threads: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
/// let values = game.evaluate(Positions::Texts(&texts), &Default::default(), &crew)?;
/// assert_eq!(values, [0.375, -0.125]);
/// # Ok::<(), starmax_catalog::ReportError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Positions<'a> {
    /// As they are written.
    Texts(&'a [String]),
    /// As rows of numbers, one after the other, in a game that has them ([`Registration::ROWS`]).
    Rows(&'a [i8]),
}

/// The number of positions that one thread judges in a row.
const CHUNK: usize = 512;

impl<R: Registration> Opened<R> {
    pub(crate) fn evaluate_all(
        &self,
        positions: Positions<'_>,
        options: &Options,
        crew: &Crew<'_>,
    ) -> Result<Vec<f64>, ReportError> {
        let task = EvaluateTask::<R> {
            game: &self.game,
            positions,
            crew,
        };
        let noise = Noise::of(options);
        let judge = self.judge(WantedJudge::of(options))?;
        judge.judge.run(WithNoise { noise, task })
    }

    pub(crate) fn rows_of(&self, positions: &[String]) -> Result<Vec<i8>, ReportError> {
        let rows = R::ROWS.ok_or(ReportError::NoRows(R::ABOUT.name))?;
        let mut out = Vec::with_capacity(rows.length * positions.len());
        for (place, text) in positions.iter().enumerate() {
            (rows.write)(&read_one(&self.game, text, place)?, &mut out);
        }
        Ok(out)
    }
}

fn read_one<G: Notation>(game: &G, text: &str, place: usize) -> Result<G::State, ReportError> {
    let root = RootText {
        position: Some(text),
        roll: None,
    };
    read_root(game, root).map_err(|error| at(place, error))
}

fn at(place: usize, error: ReportError) -> ReportError {
    let error = Box::new(error);
    ReportError::Position { place, error }
}

struct EvaluateTask<'a, R: Registration> {
    game: &'a R::Game,
    positions: Positions<'a>,
    crew: &'a Crew<'a>,
}

impl<R: Registration> EvaluatorTask<R::Game> for EvaluateTask<'_, R> {
    type Output = Result<Vec<f64>, ReportError>;

    fn run<E: Evaluator<R::Game> + Sync>(self, evaluator: &E) -> Self::Output {
        let rows = match self.positions {
            Positions::Texts(_) => None,
            Positions::Rows(_) => Some(R::ROWS.ok_or(ReportError::NoRows(R::ABOUT.name))?),
        };
        let count = match (self.positions, &rows) {
            (Positions::Rows(numbers), Some(rows)) => numbers.len() / rows.length,
            (Positions::Texts(texts), _) => texts.len(),
            (Positions::Rows(_), None) => 0,
        };
        let read = |place: usize| match (self.positions, &rows) {
            (Positions::Rows(numbers), Some(rows)) => {
                let row = &numbers[place * rows.length..][..rows.length];
                (rows.read)(row).map_err(|error| at(place, error.into()))
            }
            (Positions::Texts(texts), _) => read_one(self.game, &texts[place], place),
            (Positions::Rows(_), None) => Err(ReportError::NoRows(R::ABOUT.name)),
        };
        let work = |states: &mut Vec<State<R>>, first: usize| {
            let end = count.min(first + CHUNK);
            states.clear();
            for place in first..end {
                states.push(read(place)?);
            }
            Ok((first, values(self.game, evaluator, states)))
        };
        let mut all = vec![f64::NAN; count];
        let (mut done, mut first_error) = (0, None);
        let shared = self.crew.share(
            (0..count).step_by(CHUNK),
            Vec::new,
            work,
            |judged: Result<_, ReportError>| match judged {
                Ok((first, values)) => {
                    done += values.len();
                    all[first..first + values.len()].copy_from_slice(&values);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    first_error = Some(error);
                    ControlFlow::Break(())
                }
            },
        );
        shared.map_err(ReportError::NoThread)?;
        match first_error {
            Some(error) => Err(error),
            None if done < count => Err(ReportError::Interrupted),
            None => Ok(all),
        }
    }
}

/// The values of some states, each seen by the player whose turn it is.
fn values<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, states: &[G::State]) -> Vec<f64> {
    let mut values = Vec::with_capacity(states.len());
    let is_over = |state: &G::State| matches!(game.node(state), Node::Terminal(_));
    if states.iter().any(is_over) {
        values.extend(states.iter().map(|state| match game.node(state) {
            Node::Terminal(value) => value,
            _ => evaluator.evaluate(game, state),
        }));
    } else {
        evaluator.evaluate_all(game, states, &mut values);
    }
    for (value, state) in values.iter_mut().zip(states) {
        *value = game.player(state).sees(*value);
    }
    values
}

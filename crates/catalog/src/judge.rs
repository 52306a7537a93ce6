//! Who judges positions: evaluators by name.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use starmax_core::{Evaluator, Game};
use starmax_search::Options;

use crate::ReportError;
use crate::registry::{About, Registration};

/// An evaluator whose type is erased: the search is compiled once for all of them.
pub type AnyEvaluator<'a, G> = &'a (dyn Evaluator<G> + Sync);

/// An evaluator of any type, with all that it needs.
pub type AnyJudge<G> = Box<dyn Evaluator<G> + Send + Sync>;

/// Something to be done with an evaluator whose type is known only to the registration.
pub trait EvaluatorTask<G: Game> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> Self::Output;
}

/// One of the evaluators of a game. [`AnyJudge`] will do; what is worth a search of its own in the binary lets a task run with its type.
pub trait Judge<G: Game>: Send + Sync {
    /// Runs a task with the evaluator.
    fn run<T: EvaluatorTask<G>>(&self, task: T) -> T::Output;
}

impl<G: Game> Judge<G> for AnyJudge<G> {
    fn run<T: EvaluatorTask<G>>(&self, task: T) -> T::Output {
        let erased: AnyEvaluator<'_, G> = &**self;
        task.run(&erased)
    }
}

/// The usual evaluator of a game, which has a search of its own in the binary, or any other one.
pub enum UsualOrAny<G: Game, E> {
    /// The usual one.
    Usual(E),
    /// Any other.
    Any(AnyJudge<G>),
}

impl<G: Game, E: Evaluator<G> + Send + Sync> Judge<G> for UsualOrAny<G, E> {
    fn run<T: EvaluatorTask<G>>(&self, task: T) -> T::Output {
        match self {
            Self::Usual(evaluator) => task.run(evaluator),
            Self::Any(judge) => judge.run(task),
        }
    }
}

/// Which judge is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WantedJudge<'a> {
    /// By name; `None` is the usual one.
    pub(crate) evaluator: Option<&'a str>,
    /// A file of match equities.
    pub(crate) met: Option<&'a str>,
}

impl<'a> WantedJudge<'a> {
    /// The one that options of a search name.
    pub(crate) fn of(options: &'a Options) -> Self {
        Self {
            evaluator: options.evaluator.as_deref(),
            met: options.met.as_deref(),
        }
    }
}

/// A judge and its name.
pub(crate) struct NamedJudge<J> {
    pub(crate) name: String,
    /// The file of match equities that it goes by.
    met: Option<String>,
    pub(crate) judge: J,
}

/// The judges of an opened game that were asked for so far: a file is read once.
pub(crate) struct Judges<J>(Mutex<Vec<Arc<NamedJudge<J>>>>);

impl<J> Default for Judges<J> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<J> Judges<J> {
    /// Knows the usual judge already.
    pub(crate) fn with_usual<R: Registration<Judge = J>>(judge: J) -> Self {
        let name = R::ABOUT.evaluators[0].0.to_owned();
        let met = None;
        Self(Mutex::new(vec![Arc::new(NamedJudge { name, met, judge })]))
    }

    /// The judge that was asked for, or the usual one.
    pub(crate) fn find<R: Registration<Judge = J>>(
        &self,
        game: &R::Game,
        wanted: WantedJudge<'_>,
    ) -> Result<Arc<NamedJudge<J>>, ReportError> {
        let WantedJudge { evaluator, met } = wanted;
        let name = evaluator_name(&R::ABOUT, evaluator)?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known =
            |judge: &&Arc<NamedJudge<J>>| judge.name == name && judge.met.as_deref() == met;
        if let Some(found) = known.iter().find(is_known) {
            return Ok(Arc::clone(found));
        }
        let found = Arc::new(NamedJudge {
            name: name.to_owned(),
            met: met.map(str::to_owned),
            judge: match met {
                None => R::judge(game, name)?,
                Some(file) => R::judge_with_equities(game, name, Path::new(file))?,
            },
        });
        known.push(Arc::clone(&found));
        Ok(found)
    }
}

/// The name of the evaluator that was asked for, or of the usual one. `net:FILE` in the description stands for any file.
pub(crate) fn evaluator_name<'a>(
    about: &About,
    asked: Option<&'a str>,
) -> Result<&'a str, ReportError> {
    let Some(asked) = asked else {
        return Ok(about.evaluators[0].0);
    };
    let is_meant = |name: &str| match name.strip_suffix("FILE") {
        Some(start) => asked
            .strip_prefix(start)
            .is_some_and(|file| !file.is_empty()),
        None => name == asked,
    };
    let names = about.evaluators.iter().map(|&(name, _)| name);
    if names.clone().any(is_meant) {
        return Ok(asked);
    }
    Err(ReportError::UnknownEvaluator {
        game: about.name,
        name: asked.to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::{Request, RootText, open_game};

    #[test]
    fn a_net_is_read_once_from_its_file() {
        let shipped = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../judges/nets/dice-5x5-k4.json"
        );
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("net.json");
        fs::copy(shipped, &file).unwrap();
        let game = open_game("dice").unwrap();
        let evaluator = format!("net:{}", file.display());
        let request = Request::default().with(|options| {
            options.evaluator = Some(evaluator.clone());
            options.depth = Some(1);
        });
        let first = game.search(RootText::default(), &request).unwrap();
        fs::remove_file(&file).unwrap();
        let second = game.search(RootText::default(), &request).unwrap();
        assert_eq!(
            (first.value, first.evaluator),
            (second.value, evaluator.clone())
        );
        assert!(
            open_game("dice")
                .unwrap()
                .search(RootText::default(), &request)
                .is_err()
        );
    }

    #[test]
    fn a_game_lists_its_evaluators_when_there_is_no_such_one() {
        let game = open_game("pig").unwrap();
        let request =
            Request::default().with(|options| options.evaluator = Some("net:".to_owned()));
        let error = game.search(RootText::default(), &request).unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown evaluator \"net:\" of pig, expected one of lead, even"
        );
    }
}

//! Searches of games that Python plays.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use pyo3::prelude::*;
use starmax_catalog::{OwnGame, OwnPlayers, check_not_over};
use starmax_core::{Notation, Rules};
use starmax_report::Report;
use starmax_search::{MaxN, Options, Place, Search, TableUse};
use starmax_testkit::{find_defect, find_defect_of_many_players};

use crate::errors::{report_error, value_error};
use crate::graph::Graph;
use crate::rules::{Judge, OneValue, Several};
use crate::source::{Asked, Parts};
use crate::state::PyState;
use crate::work::{Setting, read_options};

/// A report as JSON and as text, the best move, and the moves in the order of the report.
pub(crate) type Found<'py> = (
    String,
    String,
    Option<Bound<'py, PyAny>>,
    Vec<Bound<'py, PyAny>>,
);

/// Searches a game that Python plays from one of its states.
#[pyfunction]
pub(crate) fn search<'py>(
    py: Python<'py>,
    game: Parts<'py>,
    state: Bound<'py, PyAny>,
    options: Vec<Setting>,
) -> PyResult<Found<'py>> {
    let options = read_options(Place::Search, &options)?;
    check_options(&options)?;
    let asked = Asked::new(py, &game, state, true)?;
    let state = asked.start();
    if game.players > 0 {
        let evaluate = game.evaluate;
        return search_several(&Several { asked, evaluate }, &state, &options);
    }
    let judge = Judge {
        one: game.evaluate,
        many: game.evaluate_all,
    };
    if game.free_chance {
        search_one_value(&OneValue::<true>(asked), &judge, &state, &options)
    } else {
        search_one_value(&OneValue::<false>(asked), &judge, &state, &options)
    }
}

/// What is for games by name only.
pub(crate) fn check_options(options: &Options) -> PyResult<()> {
    let named = [
        ("evaluator", options.evaluator.is_some()),
        ("met", options.met.is_some()),
        ("noise", options.noise.is_some()),
    ];
    match named.iter().find(|(_, is_set)| *is_set) {
        Some((name, _)) => Err(value_error(format!(
            "the option \"{name}\" cannot be used with a game of your own, whose evaluator is a function"
        ))),
        None => Ok(()),
    }
}

fn search_one_value<'py, const FREE: bool>(
    game: &OneValue<'py, FREE>,
    judge: &Judge<'py>,
    state: &PyState<'py>,
    options: &Options,
) -> PyResult<Found<'py>> {
    let asked = &game.0;
    let about = OwnGame {
        name: &asked.name,
        evaluator: judge.name(),
        has_hash: asked.has_hash(),
        usual_table: 1,
    };
    let settings = about.settings(options).map_err(report_error)?;
    let table = about.table(options).map_err(report_error)?;
    if !options.algorithm().handles_chance() {
        let error = report_error(about.no_chance(options));
        asked.no_chance.replace(Some(error));
    }
    let is_over = check_not_over(game, state);
    asked.raised()?;
    is_over.map_err(report_error)?;
    let memory = table.as_ref().map(|table| TableUse::new(table, &settings));
    let result = Search::new(game, judge)
        .settings(settings)
        .memory(memory)
        .run(state);
    asked.raised()?;
    let report = about.report(game, state, options, &result);
    let moves = result.moves.iter().map(|found| found.mv);
    let found = shown(asked, game, state, &report, result.best, moves.collect());
    asked.raised()?;
    found
}

fn search_several<'py>(
    game: &Several<'py>,
    state: &PyState<'py>,
    options: &Options,
) -> PyResult<Found<'py>> {
    let asked = &game.asked;
    let about = OwnPlayers { name: &asked.name };
    let limits = about.limits(options).map_err(report_error)?;
    let is_over = check_not_over(game, state);
    asked.raised()?;
    is_over.map_err(report_error)?;
    let result = (MaxN::new(game).limits(limits))
        .stop_when(&asked.is_broken)
        .run(state);
    asked.raised()?;
    let (best, moves) = (
        result.best,
        result.moves.iter().map(|found| found.mv).collect(),
    );
    let report = about.report(game, state, options, result);
    let found = shown(asked, game, state, &report, best, moves);
    asked.raised()?;
    found
}

/// The report with its moves as Python knows them.
fn shown<'py, G: Rules<State = PyState<'py>, Move = u32> + Notation>(
    asked: &Asked<'py>,
    game: &G,
    state: &PyState<'py>,
    report: &Report,
    best: Option<u32>,
    moves: Vec<u32>,
) -> PyResult<Found<'py>> {
    let steps = asked.steps_of(state)?;
    let object = |id: u32| {
        let step = steps.iter().find(|step| step.id == id);
        step.map(|step| step.choice.clone())
    };
    let mut left: Vec<(String, u32)> = (moves.into_iter())
        .map(|id| (game.write_move(state, id), id))
        .collect();
    let ranked = report.moves.iter().filter_map(|mv| {
        let place = left.iter().position(|(text, _)| *text == mv.text)?;
        object(left.remove(place).1)
    });
    let ranked = ranked.collect();
    let json = serde_json::to_string(report).map_err(value_error)?;
    Ok((json, report.text(), best.and_then(object), ranked))
}

/// What is wrong with a game that Python plays, if anything is.
#[pyfunction]
pub(crate) fn check<'py>(
    py: Python<'py>,
    game: Parts<'py>,
    state: Bound<'py, PyAny>,
) -> PyResult<Option<String>> {
    let asked = Asked::new(py, &game, state, false)?;
    if game.players > 0 {
        let evaluate = game.evaluate;
        let game = Several { asked, evaluate };
        return inspected(&game.asked, || find_defect_of_many_players(&game));
    }
    let has_hash = asked.has_hash();
    let game = OneValue::<false>(asked);
    inspected(&game.0, || find_defect(&game, has_hash))
}

/// What an inspection has found. Once a game has failed, its answers are nonsense, at which the inspection may stumble: the failure is what counts.
fn inspected(
    asked: &Asked<'_>,
    inspect: impl FnOnce() -> Result<(), String>,
) -> PyResult<Option<String>> {
    let found = catch_unwind(AssertUnwindSafe(inspect));
    asked.raised()?;
    match found {
        Ok(found) => Ok(found.err()),
        Err(panic) => resume_unwind(panic),
    }
}

/// Walks a game once, and gives what is left of it.
#[pyfunction]
pub(crate) fn enumerate<'py>(
    py: Python<'py>,
    game: Parts<'py>,
    state: Bound<'py, PyAny>,
    limit: usize,
) -> PyResult<Graph> {
    if game.players > 0 {
        return Err(value_error(
            "only games of one value can be enumerated: max^n searches this one as it is",
        ));
    }
    let asked = Asked::new(py, &game, state, true)?;
    let judge = Judge {
        one: game.evaluate,
        many: game.evaluate_all,
    };
    Graph::walk(py, OneValue::<false>(asked), &judge, limit)
}

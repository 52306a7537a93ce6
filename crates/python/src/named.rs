//! Games by name.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use serde_json::json;
use starmax_arena::Crew;
use starmax_catalog::{
    GameEntry, Games, Noise, OpenGame, Positions, ReportError, Request, RootText, SelfPlay,
    open_game,
};
use starmax_report::Theme;
use starmax_search::{Options, Place};

use crate::errors::{report_error, value_error};
use crate::playing::play_out;
use crate::work::{Setting, read_options, stoppable, threads};

/// A game by name, with its parameters set.
#[pyclass(frozen, module = "starmax._native")]
pub(crate) struct NativeGame(Box<dyn OpenGame>, usize);

/// A report as JSON and as text.
type Shown = (String, String);

#[pymethods]
impl NativeGame {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Self> {
        let game = py.detach(|| open_game(spec)).map_err(report_error)?;
        let name = spec.split(':').next();
        let games = Games::default();
        let about = (games.iter().map(GameEntry::about)).find(|about| Some(about.name) == name);
        Ok(Self(game, about.map_or(2, |about| about.players.len())))
    }

    /// How many players there are.
    #[getter]
    fn player_count(&self) -> usize {
        self.1
    }

    fn search(
        &self,
        py: Python<'_>,
        position: Option<&str>,
        roll: Option<&str>,
        options: Vec<Setting>,
    ) -> PyResult<Shown> {
        let root = RootText { position, roll };
        let options = with_threads(read_options(Place::Search, &options)?);
        let found = stoppable(py, |stop| {
            let request = Request {
                options,
                chances: true,
                stop: Some(stop),
                begun: None,
            };
            self.0.search(root, &request)
        })?;
        let report = found.map_err(report_error)?;
        let json = serde_json::to_string(&report).map_err(value_error)?;
        Ok((json, report.text()))
    }

    /// Searches with one thread, and gives the report, the picture, the text for Graphviz and the trace.
    fn watch(
        &self,
        py: Python<'_>,
        position: Option<&str>,
        roll: Option<&str>,
        options: Vec<Setting>,
    ) -> PyResult<(String, String, String, String)> {
        let root = RootText { position, roll };
        let options = read_options(Place::Search, &options)?;
        let found = stoppable(py, |stop| {
            let request = Request {
                options,
                chances: true,
                stop: Some(stop),
                begun: None,
            };
            let watched = self.0.watch(root, &request)?;
            let mut trace = Vec::new();
            let written = watched.write_trace(&mut trace);
            written.expect("memory can be written to");
            let drawing = watched.drawing();
            let json = serde_json::to_string(watched.report()).unwrap_or_default();
            let trace = String::from_utf8_lossy(&trace).into_owned();
            Ok((json, drawing.svg(), drawing.dot(), trace))
        })?;
        found.map_err(report_error)
    }

    /// Searches positions side by side.
    fn search_many(
        &self,
        py: Python<'_>,
        roots: Vec<(Option<String>, Option<String>)>,
        options: Vec<Setting>,
    ) -> PyResult<Vec<Shown>> {
        let options = with_threads(read_options(Place::Search, &options)?);
        let found = stoppable(py, |stop| {
            let crew = Crew {
                threads: threads(&options),
                stop,
            };
            let request = Request {
                options: Options {
                    threads: None,
                    ..options.clone()
                },
                chances: true,
                stop: Some(stop),
                begun: None,
            };
            let work = |(): &mut (), place: usize| {
                let (position, roll) = &roots[place];
                let root = RootText {
                    position: position.as_deref(),
                    roll: roll.as_deref(),
                };
                (place, self.0.search(root, &request))
            };
            let mut reports: Vec<_> = roots.iter().map(|_| None).collect();
            let mut first_error = Ok(());
            let shared = crew.share(
                0..roots.len(),
                || (),
                work,
                |(place, found)| match found {
                    Ok(report) => {
                        reports[place] = Some(report);
                        ControlFlow::Continue(())
                    }
                    Err(error) => {
                        let error = Box::new(error);
                        first_error = Err(ReportError::Position { place, error });
                        ControlFlow::Break(())
                    }
                },
            );
            shared.map_err(ReportError::NoThread)?;
            first_error?;
            let all: Option<Vec<_>> = reports.into_iter().collect();
            all.ok_or(ReportError::Interrupted)
        })?;
        let shown = found.map_err(report_error)?.into_iter().map(|report| {
            let json = serde_json::to_string(&report).map_err(value_error)?;
            Ok((json, report.text()))
        });
        shown.collect()
    }

    fn moves(&self, position: Option<&str>, roll: Option<&str>) -> PyResult<String> {
        let moves = (self.0.moves(RootText { position, roll })).map_err(report_error)?;
        serde_json::to_string(&moves).map_err(value_error)
    }

    fn draw(&self, position: Option<&str>, roll: Option<&str>) -> PyResult<String> {
        (self.0.draw(RootText { position, roll })).map_err(report_error)
    }

    /// A position as SVG; `None` where there are no pictures of the game.
    fn picture(
        &self,
        position: Option<&str>,
        roll: Option<&str>,
        mv: Option<&str>,
    ) -> PyResult<Option<String>> {
        match (self.0).picture(RootText { position, roll }, mv, Theme::Auto) {
            Ok(svg) => Ok(Some(svg)),
            Err(ReportError::NoPicture(_)) => Ok(None),
            Err(error) => Err(report_error(error)),
        }
    }

    fn perft(
        &self,
        py: Python<'_>,
        position: Option<&str>,
        roll: Option<&str>,
        depth: u32,
    ) -> PyResult<String> {
        let root = RootText { position, roll };
        let levels = stoppable(py, |stop| self.0.perft(root, depth, stop))?;
        let levels: Vec<_> = (levels.map_err(report_error)?.iter().enumerate())
            .map(|(level, count)| {
                json!({
                    "level": level,
                    "nodes": count.nodes(),
                    "decisions": count.decisions,
                    "chance": count.chance,
                    "terminals": count.terminals,
                })
            })
            .collect();
        Ok(serde_json::Value::from(levels).to_string())
    }

    /// Random positions.
    fn positions(&self, py: Python<'_>, count: usize, seed: u64) -> Vec<String> {
        py.detach(|| self.0.positions(seed).take(count).collect())
    }

    /// Positions from games of an engine against itself.
    fn self_play_positions(
        &self,
        py: Python<'_>,
        count: u64,
        seed: u64,
        play: (u32, bool),
        options: Vec<Setting>,
    ) -> PyResult<Vec<String>> {
        let (depth, contact) = play;
        let options = read_options(Place::SelfPlay, &options)?;
        let found = stoppable(py, |stop| {
            let crew = Crew {
                threads: threads(&options),
                stop,
            };
            let play = SelfPlay {
                evaluator: options.evaluator.as_deref(),
                noise: Noise::of(&options),
                depth,
                filter: contact.then_some("contact"),
            };
            let mut positions = vec![String::new(); usize::try_from(count).unwrap_or(usize::MAX)];
            let mut result = Ok(());
            let shared = crew.share(
                (0..).zip(0..positions.len()),
                || (),
                |(), (number, place)| (place, self.0.self_play_position(&play, seed, number)),
                |(place, position)| match position {
                    Ok(position) => {
                        positions[place] = position;
                        ControlFlow::Continue(())
                    }
                    Err(error) => {
                        result = Err(error);
                        ControlFlow::Break(())
                    }
                },
            );
            shared.map_err(ReportError::NoThread)?;
            result.map(|()| positions)
        })?;
        found.map_err(report_error)
    }

    /// Static values of positions, as the bytes of floats.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<String>,
        options: Vec<Setting>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        self.judged(py, Positions::Texts(&positions), &options)
    }

    /// The same of positions that are rows of numbers.
    fn evaluate_rows<'py>(
        &self,
        py: Python<'py>,
        rows: &[u8],
        options: Vec<Setting>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let rows: Vec<i8> = rows.iter().map(|byte| byte.cast_signed()).collect();
        self.judged(py, Positions::Rows(&rows), &options)
    }

    /// The length of a row; 0 if there are none.
    #[getter]
    fn row_length(&self) -> usize {
        self.0.row_length()
    }

    /// Positions as rows of numbers.
    fn rows<'py>(&self, py: Python<'py>, positions: Vec<String>) -> PyResult<Bound<'py, PyBytes>> {
        let rows = py
            .detach(|| self.0.rows(&positions))
            .map_err(report_error)?;
        let bytes: Vec<u8> = rows.into_iter().map(i8::cast_unsigned).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// A game to its end, as JSON.
    fn play_out(
        &self,
        py: Python<'_>,
        position: Option<&str>,
        roll: Option<&str>,
        players: Vec<String>,
        seed: u64,
    ) -> PyResult<String> {
        let root = RootText { position, roll };
        let played = stoppable(py, |stop| play_out(&*self.0, root, &players, seed, stop))?;
        played.map_err(report_error)
    }
}

impl NativeGame {
    fn judged<'py>(
        &self,
        py: Python<'py>,
        positions: Positions<'_>,
        options: &[Setting],
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (options, used) = split_threads(options);
        let options = read_options(Place::SelfPlay, &options)?;
        let used = read_options(Place::Search, &used)?;
        let values = stoppable(py, |stop| {
            let crew = Crew {
                threads: threads(&used),
                stop,
            };
            self.0.evaluate(positions, &options, &crew)
        })?;
        let values = values.map_err(report_error)?;
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_ne_bytes())
            .collect();
        Ok(PyByteArray::new(py, &bytes))
    }
}

/// The number of threads is no option of who plays against itself.
fn split_threads(settings: &[Setting]) -> (Vec<Setting>, Vec<Setting>) {
    (settings.iter().cloned()).partition(|(name, _)| name != "threads")
}

fn with_threads(options: Options) -> Options {
    Options {
        threads: Some(threads(&options)),
        ..options
    }
}

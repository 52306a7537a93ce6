//! Reports for programs to read, one line each. What has no line here serializes as it is.

use std::io::{self, Write};

use serde::Serialize;
use starmax_core::{Game, Notation};
use starmax_search::Trace;

use crate::draw::tree::{in_probe, written};
use crate::{Cost, Named, TreeReport, Unfinished};

impl TreeReport {
    /// The report as JSON on one line.
    ///
    /// # Panics
    /// Never: every part of a report can be written as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.line(&Named::default(), None, 0)
    }

    /// The report as JSON, with options and visits if they are known.
    pub(crate) fn line(
        &self,
        options: &Named,
        visits: Option<Vec<VisitLine<'_>>>,
        more: usize,
    ) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            algorithm: &'static str,
            #[serde(flatten)]
            options: &'a Named,
            value: Option<f64>,
            bounds: [f64; 2],
            best: Option<usize>,
            #[serde(skip_serializing_if = "Option::is_none")]
            interrupted: Option<Unfinished>,
            stats: Cost,
            #[serde(skip_serializing_if = "Option::is_none")]
            visits: Option<Vec<VisitLine<'a>>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            more_visits: Option<usize>,
        }
        let line = Line {
            algorithm: self.algorithm.name(),
            options,
            value: self.value,
            bounds: [self.bounds.lower, self.bounds.upper],
            best: self.best,
            interrupted: self.interrupted,
            stats: self.cost,
            visits,
            more_visits: (more > 0).then_some(more),
        };
        serde_json::to_string(&line).expect("names and numbers can be written as JSON")
    }
}

/// A visit of a node as JSON.
#[derive(Serialize)]
pub(crate) struct VisitLine<'a> {
    /// The path from the root.
    pub(crate) node: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<&'a str>,
    /// Search, or probe for everything that a probe led to.
    pub(crate) purpose: &'static str,
    /// An end without limit is null, and so is the window of an algorithm without windows.
    pub(crate) window: Option<[f64; 2]>,
    pub(crate) bounds: [f64; 2],
    /// Why the node was left.
    pub(crate) exit: &'static str,
}

/// What the first line of a trace says.
#[derive(Clone, Debug, Serialize)]
pub struct TraceHeading<'a> {
    /// The game with its parameters.
    pub game: &'a str,
    /// The position that was asked about.
    pub position: &'a str,
    /// The outcome that was given with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<&'a str>,
    /// The algorithm that searched.
    pub algorithm: &'a str,
    /// The evaluator that judged.
    pub evaluator: &'a str,
    /// The options that were set.
    #[serde(flatten)]
    pub options: &'a Named,
    /// The depth of the iteration.
    pub depth: u32,
    /// Who sees the values: Max, as the game names them.
    pub values_seen_by: &'a str,
}

/// A visit as a line of a trace.
#[derive(Serialize)]
struct TraceLine {
    visit: usize,
    parent: Option<usize>,
    step: Option<String>,
    position: String,
    purpose: &'static str,
    window: Option<[f64; 2]>,
    bounds: [f64; 2],
    exit: &'static str,
    depth: i32,
}

/// The last line of a trace.
#[derive(Serialize)]
struct TraceEnd {
    visits: usize,
    left_out: usize,
}

/// Writes a trace as JSON, one line for the heading, one for each visit in order, and one that says how many there are and how many were left out.
///
/// # Errors
/// When it cannot be written.
pub fn write_trace<G: Game + Notation>(
    heading: &TraceHeading<'_>,
    game: &G,
    trace: &Trace<G>,
    uses_windows: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_line(out, heading)?;
    let in_probe = in_probe(&trace.visits);
    for (number, (visit, by_probe)) in trace.visits.iter().zip(in_probe).enumerate() {
        let step = visit.step.zip(visit.parent);
        let line = TraceLine {
            visit: number,
            parent: visit.parent,
            step: step.map(|(step, above)| written(game, &trace.visits[above].state, step)),
            position: game.write_state(&visit.state),
            purpose: if by_probe { "probe" } else { "search" },
            window: uses_windows.then_some([visit.window.lower, visit.window.upper]),
            bounds: [visit.bounds.lower, visit.bounds.upper],
            exit: visit.exit.name(),
            depth: visit.depth,
        };
        write_line(out, &line)?;
    }
    let end = TraceEnd {
        visits: trace.visits.len(),
        left_out: trace.forgotten,
    };
    write_line(out, &end)
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

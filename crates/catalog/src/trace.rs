//! Searches that can be looked at: every visit of the last iteration.

use std::io::{self, Write};

use starmax_core::{Bounds, Game, Notation};
use starmax_report::{Drawing, Report, TraceHeading, write_trace};
use starmax_search::{Exit, Observer, Trace, Visit};

/// A search that was watched, without its types.
pub trait WatchedSearch {
    /// What was found.
    fn report(&self) -> &Report;

    /// The last iteration as a tree. What would be too much to look at is folded.
    fn drawing(&self) -> Drawing;

    /// Writes the visits of the last iteration as JSON, one line each, between a heading and a line that says how many were left out.
    ///
    /// # Errors
    /// When they cannot be written.
    fn write_trace(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Remembers the visits of the iteration that was begun last.
pub(crate) struct LastIteration<G: Game>(Trace<G>);

impl<G: Game> LastIteration<G> {
    /// More visits are only counted.
    const MOST: usize = 1_000_000;
}

impl<G: Game> Default for LastIteration<G> {
    fn default() -> Self {
        Self(Trace::with_limit(Self::MOST))
    }
}

impl<G: Game> Observer<G> for LastIteration<G> {
    fn enter(&mut self, visit: &Visit<'_, G>) {
        if visit.step.is_none() {
            *self = Self::default();
        }
        self.0.enter(visit);
    }

    fn leave(&mut self, bounds: Bounds, exit: Exit) {
        self.0.leave(bounds, exit);
    }
}

/// A search that was watched.
pub(crate) struct Watched<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) report: Report,
    pub(crate) last: LastIteration<G>,
    /// The name of Max.
    pub(crate) seen_by: &'static str,
    pub(crate) uses_windows: bool,
}

impl<G: Game> Watched<'_, G> {
    fn trace(&self) -> &Trace<G> {
        &self.last.0
    }

    /// The depth of the last iteration.
    fn depth(&self) -> u32 {
        let root = self.trace().visits.first();
        root.map_or(0, |root| root.depth.max(0).unsigned_abs())
    }
}

impl<G: Game + Notation> WatchedSearch for Watched<'_, G> {
    fn report(&self) -> &Report {
        &self.report
    }

    fn drawing(&self) -> Drawing {
        let report = &self.report;
        let roll = (report.roll.as_ref()).map_or_else(String::new, |roll| format!(" {roll}"));
        let best =
            (report.best.as_ref()).map_or_else(String::new, |mv| format!(", best move {mv}"));
        let headline = format!(
            "{} {}{roll}: {}, depth {}{best}",
            report.game,
            report.position,
            report.algorithm,
            self.depth(),
        );
        let root = self.trace().visits.first().map(|root| &root.state);
        let best = (root.zip(report.best.as_deref()))
            .and_then(|(root, best)| self.game.parse_move(root, best).ok());
        Drawing::of_search(
            headline,
            self.seen_by,
            self.game,
            self.trace(),
            best,
            self.uses_windows,
        )
    }

    fn write_trace(&self, out: &mut dyn Write) -> io::Result<()> {
        let heading = TraceHeading {
            game: &self.report.game,
            position: &self.report.position,
            roll: self.report.roll.as_deref(),
            algorithm: &self.report.algorithm,
            evaluator: &self.report.evaluator,
            options: &self.report.options,
            depth: self.depth(),
            values_seen_by: self.seen_by,
        };
        write_trace(&heading, self.game, self.trace(), self.uses_windows, out)
    }
}

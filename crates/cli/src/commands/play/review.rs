//! What the moves of a game lost, asked for at its end or in between.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressStyle};
use starmax_catalog::{ReportError, Request};
use starmax_report::{Assessment, Decision, ErrorReport};
use starmax_search::Options;

use super::Sitting;
use super::strength::PATIENCE;
use crate::args::processors;
use crate::interrupt::{HEEDED, STOP};

/// Errors of each player that are shown unless all are asked for.
const SHOWN: usize = 10;

/// What was found out about moves; an undo does not make it wrong.
#[derive(Default)]
pub(super) struct Review {
    /// By position and move.
    known: BTreeMap<(String, String), Assessment>,
}

impl Review {
    fn get(&self, decision: &Decision) -> Option<&Assessment> {
        let key = (decision.position.clone(), decision.played.clone());
        self.known.get(&key)
    }

    fn keep(&mut self, decision: Decision, assessment: Assessment) {
        let key = (decision.position, decision.played);
        self.known.insert(key, assessment);
    }
}

impl Sitting<'_> {
    /// Says what every move lost. The judge is the same whatever the engine is: the usual search of the game.
    pub(super) fn report(&mut self, argument: &str) -> anyhow::Result<()> {
        let decisions = self.game.decisions();
        if decisions.is_empty() {
            say!("  no move was made yet");
            return Ok(());
        }
        let is_complete = self.assess(&decisions)?;
        let judged: Vec<_> = (decisions.into_iter())
            .map(|decision| {
                let assessment = self.review.get(&decision).cloned();
                (decision, assessment)
            })
            .collect();
        let shown = if argument == "all" { usize::MAX } else { SHOWN };
        let name = |player| self.side.name(player, self.players);
        say!("{}", ErrorReport::new(&judged).text(shown, name));
        if !is_complete {
            say!("Interrupted: some moves were not judged. The command report goes on.");
        }
        Ok(())
    }

    /// Judges the moves that were not judged yet. Says whether that was done to the end.
    fn assess(&mut self, decisions: &[Decision]) -> anyhow::Result<bool> {
        let (about, engine) = (self.game.about(), &self.args.engine.options);
        let usual = about.level.is_none().then_some(about.depth);
        let depth = self.args.analysis_depth.or(usual);
        let request = Request {
            options: Options {
                depth,
                level: about.level.filter(|_| depth.is_none()),
                time: Some(PATIENCE),
                evaluator: engine.evaluator.clone(),
                met: engine.met.clone(),
                threads: Some(processors()),
                ..Options::default()
            },
            stop: Some(&STOP),
            begun: Some(&HEEDED),
            ..Request::default()
        };
        let is_open =
            |decision: &Decision| !decision.is_forced && self.review.get(decision).is_none();
        let open: Vec<_> = (decisions.iter().enumerate())
            .filter(|(_, decision)| is_open(decision))
            .collect();
        let bar = progress_bar(open.len());
        for (number, decision) in open {
            match self.game.assess(number, &request) {
                Ok(assessment) => self.review.keep(decision.clone(), assessment),
                Err(ReportError::Interrupted) => {
                    bar.finish_and_clear();
                    STOP.store(false, Ordering::Relaxed);
                    return Ok(false);
                }
                Err(error) => return Err(error.into()),
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(true)
    }
}

fn progress_bar(moves: usize) -> ProgressBar {
    ProgressBar::new(moves as u64).with_style(
        ProgressStyle::with_template("judging moves {wide_bar} {pos}/{len}, {eta} left")
            .expect("a valid template"),
    )
}

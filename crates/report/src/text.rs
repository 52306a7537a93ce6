//! Reports for people to read.

use std::fmt::{self, Display, Write};

use crate::{Cost, DroppedReport, Report};

/// Whatever `write` writes, as a string.
fn text(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text).expect("a string takes everything");
    text
}

impl Report {
    /// The report as a few lines of text.
    #[must_use]
    pub fn text(&self) -> String {
        text(|out| self.write(out))
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let roll = (self.roll.as_ref()).map_or(String::new(), |roll| format!("  roll {roll}"));
        writeln!(out, "{}  {}{roll}", self.game, self.position)?;
        let (algorithm, depth) = (&self.algorithm, self.depth);
        write!(out, "{algorithm}, depth {depth}")?;
        if let Some(without) = &self.without {
            write!(out, ", without {without}")?;
        }
        if let Some(filter) = &self.filter {
            write!(out, ", filter {filter}")?;
        }
        write!(out, ", judged by {}", self.evaluator)?;
        if let Some(noise) = self.noise {
            let seed = self.noise_seed.unwrap_or_default();
            write!(out, " with noise {noise} (seed {seed})")?;
        }
        writeln!(out)?;
        writeln!(out)?;
        let width = (self.moves.iter().map(|mv| mv.text.chars().count()).max()).unwrap_or(0);
        for (number, mv) in self.moves.iter().enumerate() {
            let value = match (mv.value, mv.dropped) {
                (Some(value), _) => format!("{value:+.6}"),
                (None, Some(DroppedReport { depth, value })) => {
                    format!("{value:+.6} at depth {depth}, dropped")
                }
                (None, None) => interval(mv.bounds),
            };
            writeln!(out, "{:3}. {:width$}  {value}", number + 1, mv.text)?;
        }
        if !self.moves.is_empty() {
            writeln!(out)?;
        }
        match &self.payoffs {
            Some(payoffs) => {
                let payoffs: Vec<_> = payoffs
                    .iter()
                    .map(|payoff| format!("{payoff:+.6}"))
                    .collect();
                writeln!(out, "payoffs  {}", payoffs.join("  "))?;
            }
            None if let (Some(value), Some(_)) = (self.value, &self.filter) => writeln!(
                out,
                "value    {value:+.6} at depth {depth}, along the replies that look best: not proven"
            )?,
            None if let Some(value) = self.value => {
                writeln!(out, "value    {value:+.6}, proven at depth {depth}")?;
            }
            None => writeln!(
                out,
                "value    {}, nothing narrower proven",
                interval(self.bounds)
            )?,
        }
        if let Some(best) = &self.best {
            writeln!(out, "best     {best}")?;
        }
        if !self.line.is_empty() {
            writeln!(out, "line     {}", self.line.join(" "))?;
        }
        if let Some(unfinished) = self.interrupted {
            let depth = unfinished.depth;
            let bounds = unfinished.bounds.filter(|_| self.filter.is_none());
            match bounds {
                _ if depth == self.depth => {
                    writeln!(out, "stopped  in the line, after depth {depth}")?;
                }
                Some(bounds) => {
                    let proven = interval(bounds);
                    writeln!(out, "stopped  in depth {depth}, proven there {proven}")?;
                }
                None => writeln!(out, "stopped  in depth {depth}")?,
            }
        }
        writeln!(out, "cost     {}", self.stats)
    }
}

fn interval([lower, upper]: [f64; 2]) -> String {
    format!("[{lower:+.6}, {upper:+.6}]")
}

impl Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} nodes, {} leaves, {} probes, {} probe cuts, {} search cuts, {} move cuts, {} table hits, {} table cuts",
            self.nodes,
            self.leaves,
            self.probes,
            self.probe_cuts,
            self.search_cuts,
            self.move_cuts,
            self.table_hits,
            self.table_cuts,
        )?;
        write!(f, ", {:.3} s", self.seconds)
    }
}

//! Reports for people to read.

mod analysis;
mod cube;
mod rollout;
mod tournament;

use std::fmt::{self, Display, Write};

use crate::FILTER;
use crate::{Chance, Cost, MoveReport, Reading, Report};

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
        for (name, value) in self.options.iter() {
            let space = if value.is_empty() { "" } else { " " };
            write!(out, ", {name}{space}{value}")?;
        }
        writeln!(out, ", judged by {}", self.evaluator)?;
        writeln!(out)?;
        self.write_moves(out)?;
        // Where a player decides, it is clear who looks.
        let seen_by = match self.moves[..] {
            [] => format!(", seen by {}", self.player),
            _ => String::new(),
        };
        match &self.payoffs {
            Some(payoffs) => {
                let payoffs: Vec<_> = payoffs
                    .iter()
                    .map(|payoff| format!("{payoff:+.6}"))
                    .collect();
                writeln!(out, "payoffs  {}", payoffs.join("  "))?;
            }
            None if let Some(value) = self.value => {
                let value = self.number(value, self.equity);
                writeln!(out, "value    {value}{}{seen_by}", self.how_exact())?;
            }
            None => {
                let bounds =
                    (self.bounds).map_or("unknown".to_owned(), |bounds| self.interval(bounds));
                writeln!(out, "value    {bounds}, not known more exactly{seen_by}")?;
            }
        }
        if let (Some(chances), []) = (&self.chances, &self.moves[..]) {
            writeln!(out, "       {}", Chance::headings(chances))?;
            writeln!(out, "chances{}", Chance::columns(chances))?;
        }
        if let Some(best) = &self.best {
            writeln!(out, "best     {best}")?;
        }
        if !self.line.is_empty() {
            writeln!(out, "line     {}", self.line.join(" "))?;
        }
        if let Some(unfinished) = self.interrupted {
            let depth = unfinished.depth;
            match unfinished.bounds {
                _ if depth == self.depth => {
                    writeln!(out, "stopped  in the line, after depth {depth}")?;
                }
                Some(bounds) => {
                    let bounds = self.interval(bounds);
                    writeln!(
                        out,
                        "stopped  in depth {depth}, where the value is in {bounds}"
                    )?;
                }
                None => writeln!(out, "stopped  in depth {depth}")?,
            }
        }
        writeln!(out, "cost     {}", self.stats)
    }
}

impl Report {
    /// The moves with their values and chances, the best first.
    fn write_moves(&self, out: &mut String) -> fmt::Result {
        let width = (self.moves.iter().map(|mv| mv.text.chars().count()).max()).unwrap_or(0);
        if let Some(chances) = self.moves.iter().find_map(|mv| mv.chances.as_ref()) {
            let heads = format!(
                "     {:width$}  {}{}",
                "",
                self.head_of_values(),
                Chance::headings(chances)
            );
            writeln!(out, "{heads}")?;
        }
        for (number, mv) in self.moves.iter().enumerate() {
            write!(
                out,
                "{:3}. {:width$}  {}",
                number + 1,
                mv.text,
                self.worth(mv)
            )?;
            writeln!(
                out,
                "{}",
                Chance::columns(mv.chances.as_deref().unwrap_or_default())
            )?;
        }
        if !self.moves.is_empty() {
            writeln!(out)?;
        }
        Ok(())
    }

    /// What a move is worth: a number alone is as exact as the value of the report, an estimate says so.
    fn worth(&self, mv: &MoveReport) -> String {
        let MoveReport { value, depth, .. } = mv;
        if mv.is_searched_as_deep_as(self) {
            return self.number(*value, mv.equity);
        }
        let value = self.number(*value, mv.equity);
        let bound = match mv.bounds {
            Some([_, upper]) => format!(", at most {}", self.number(upper, None)),
            None if self.options.has(FILTER) => ", dropped".to_owned(),
            None => String::new(),
        };
        format!("about {value} (depth {depth}){bound}")
    }

    /// Whether values are chances to win a match.
    fn is_of_match(&self) -> bool {
        self.unit == Some(Reading::MATCH_WINNING_CHANCE)
    }

    /// A value, with its equity where that says more.
    fn number(&self, value: f64, equity: Option<f64>) -> String {
        let (value, equity) = if self.is_of_match() {
            (format!("{:7.4}%", 100.0 * value), equity)
        } else {
            (
                format!("{value:+.6}"),
                equity.filter(|&equity| equity != value),
            )
        };
        equity.map_or(value.clone(), |equity| format!("{value} {equity:+.4}"))
    }

    /// What stands above the values of moves, as wide as they are.
    fn head_of_values(&self) -> &'static str {
        let shows_equity = |mv: &MoveReport| mv.equity.is_some_and(|equity| equity != mv.value);
        if self.is_of_match() {
            "     mwc     EMG"
        } else if self.moves.iter().any(shows_equity) {
            "   value     EMG"
        } else {
            "    value"
        }
    }

    fn interval(&self, [lower, upper]: [f64; 2]) -> String {
        let [lower, upper] = [lower, upper].map(|end| self.number(end, None));
        format!("[{}, {}]", lower.trim_start(), upper.trim_start())
    }

    /// What is behind the value.
    fn how_exact(&self) -> String {
        let depth = self.depth;
        if self.exact {
            format!(", exact to depth {depth}")
        } else if self.options.has(FILTER) {
            format!(" at depth {depth}, along the replies that look best: not exact")
        } else {
            format!(" at depth {depth}, some of it from a greater depth: not exact")
        }
    }
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

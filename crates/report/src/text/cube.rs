//! Cube decisions for people to read.

use std::fmt::{self, Write};

use super::text;
use crate::{CubeEstimate, CubeExplanation, CubeReport, EquityMargin};

const NO_DOUBLE: &str = "no double";

impl CubeReport {
    /// The report as a few lines of text.
    #[must_use]
    pub fn text(&self) -> String {
        text(|out| self.write(out))
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "{}  {}", self.game, self.position)?;
        match (&self.estimate, self.depth) {
            (Some(estimate), depth) => {
                let how = estimate.how(depth);
                writeln!(out, "{} on roll, {how}", self.player)?;
            }
            (None, 0) => writeln!(out, "{} on roll, judged without a search", self.player)?,
            (None, depth) => writeln!(out, "{} on roll, searched to depth {depth}", self.player)?,
        }
        writeln!(out)?;
        let chances = self.match_winning_chances;
        let errors = self.estimate.as_ref().map(|estimate| estimate.errors);
        let rows = [
            (
                NO_DOUBLE,
                Some(self.no_double),
                chances.map(|all| all.no_double),
                errors.and_then(|all| all.no_double),
            ),
            (
                "double, take",
                self.double_take,
                chances.and_then(|all| all.double_take),
                errors.and_then(|all| all.double_take),
            ),
            (
                "double, beaver",
                self.double_beaver,
                None,
                errors.and_then(|all| all.double_beaver),
            ),
            (
                "double, pass",
                Some(self.double_pass),
                chances.map(|all| all.double_pass),
                None,
            ),
        ];
        for (action, equity, chance, error) in rows {
            let Some(equity) = equity.filter(|_| self.can_double || action == NO_DOUBLE) else {
                continue;
            };
            write!(out, "{action:14}  {equity:+.4}")?;
            match (error, errors) {
                (Some(error), _) => write!(out, " ± {error:.4}")?,
                (None, Some(_)) if chance.is_some() => write!(out, "         ")?,
                (None, _) => {}
            }
            if let Some(chance) = chance {
                write!(out, "  {:7.4}% mwc", 100.0 * chance)?;
            }
            writeln!(out)?;
        }
        writeln!(out)?;
        writeln!(out, "decision       {}", self.decision)?;
        if let Some(estimate) = &self.estimate {
            let beaver = self.double_beaver.zip(self.double_take);
            estimate.write(out, beaver.is_some_and(|(beaver, take)| beaver < take))?;
        }
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] =
            self.chances.map(|chance| format!("{:.2}%", 100.0 * chance));
        let loss = format!("{:.2}%", 100.0 * (1.0 - self.chances[0]));
        writeln!(
            out,
            "wins           {win}  gammon {gammon}  backgammon {backgammon}"
        )?;
        writeln!(
            out,
            "loses          {loss}  gammon {lose_gammon}  backgammon {lose_backgammon}"
        )?;
        if let Some(share) = self.market_losers {
            writeln!(
                out,
                "market losers  {:.1}% of the next exchanges",
                100.0 * share
            )?;
        }
        self.explanation
            .map_or(Ok(()), |explanation| explanation.write(out))
    }
}

impl CubeEstimate {
    /// How it was rolled out.
    fn how(&self, depth: u32) -> String {
        let by = (self.algorithm).map_or(String::new(), |algorithm| format!(" by {algorithm}"));
        let truncated = (self.truncate).map_or(String::new(), |after| {
            format!(", truncated after {after} rolls")
        });
        let luck = if self.without_luck { "" } else { ", with luck" };
        let unfinished = if self.finished { "" } else { ", unfinished" };
        format!(
            "rolled out: {} trials, depth {depth}{by}{truncated}{luck}, seed {}{unfinished}",
            self.trials, self.seed
        )
    }

    fn write(&self, out: &mut String, is_beaver: bool) -> fmt::Result {
        let play_on = if is_beaver { "to play on" } else { "to take" };
        let margins = [
            (self.double_by, "to double", "not to double"),
            (self.take_by, play_on, "to pass"),
        ];
        let sure = |(margin, yes, no): (Option<EquityMargin>, _, _)| {
            let margin = margin?;
            let what = if margin.equity > 0.0 { yes } else { no };
            Some(format!("{what} by {}", margin.text()))
        };
        let all: Vec<String> = margins.into_iter().filter_map(sure).collect();
        if all.is_empty() {
            return Ok(());
        }
        writeln!(out, "estimated      {}", all.join(",\n               "))
    }
}

impl EquityMargin {
    fn text(self) -> String {
        let size = self.equity.abs();
        match self.standard_error {
            Some(error) if error > 0.0 => {
                format!(
                    "{size:.4} ± {error:.4} ({:.1} standard errors)",
                    size / error
                )
            }
            Some(_) | None => format!("{size:.4}"),
        }
    }
}

impl CubeExplanation {
    fn write(&self, out: &mut String) -> fmt::Result {
        let three = |points: [f64; 3]| {
            let [dead, live, between] = points.map(|point| format!("{:.2}%", 100.0 * point));
            format!("{between}  (dead cube {dead}, live cube {live})")
        };
        let [mine, his] = self.gammon_values;
        let [win, loss] = self.mean_win_and_loss;
        writeln!(out)?;
        writeln!(out, "take point     {}", three(self.take_point))?;
        writeln!(out, "cash point     {}", three(self.cash_point))?;
        writeln!(out, "efficiency     {:.3}", self.efficiency)?;
        writeln!(
            out,
            "gammon price   {:.3} for the player, {:.3} for the opponent",
            mine / 2.0,
            his / 2.0
        )?;
        writeln!(out, "mean size      of a win {win:.3}, of a loss {loss:.3}")
    }
}

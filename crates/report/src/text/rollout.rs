//! Rollouts for people to read.

use crate::Reading;
use crate::{Chance, RolledOut, RolloutReport};

impl RolloutReport {
    /// What was rolled out, with values, errors and chances, and how sure the best move is.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.heading();
        text += &self.table();
        text += "\n";
        if let (Some(value), Some([lower, upper])) = (self.value, self.interval) {
            // Where a player decides, it is clear who looks.
            let seen_by = match self.moves[0].text {
                None => format!(", seen by {}", self.player),
                Some(_) => String::new(),
            };
            text += &format!("value    {value:+.4}, 95% [{lower:+.4}, {upper:+.4}]{seen_by}\n");
            if let (Some(Reading::MATCH_WINNING_CHANCE), Some(equity)) = (self.unit, self.equity) {
                text += &format!("equity   {equity:+.4}; values are chances to win the match\n");
            }
        }
        if let Some(best) = &self.best {
            text += &format!("best     {best}{}\n", self.how_sure());
        }
        if let Some(times) = self.moves[0].gain().filter(|_| self.without_luck) {
            text += &format!(
                "luck     taken out; with it the standard error would be {times:.1} times as large\n"
            );
        }
        let cut: u64 = (self.moves.iter())
            .filter_map(|mv| mv.cut)
            .map(u64::from)
            .sum();
        if cut > 0 {
            text += &format!(
                "cut      {cut} trials of games that had not ended after {} moves and rolls; {} judged them\n",
                self.longest, self.evaluator
            );
        }
        if !self.others.is_empty() {
            let others = (self.others.iter())
                .map(|other| format!("{} ({:+.3})", other.text, other.searched));
            text += &format!("others   {}\n", filled(others));
        }
        let trials = self.stats.trials;
        text + &format!("cost     {trials} trials, {:.3} s\n", self.stats.seconds)
    }

    fn heading(&self) -> String {
        let roll = (self.roll.as_ref()).map_or(String::new(), |roll| format!("  roll {roll}"));
        let truncated = (self.truncate).map_or(String::new(), |after| {
            let events = if after == 1 {
                "chance event"
            } else {
                "chance events"
            };
            format!(", truncated after {after} {events}")
        });
        let by = (self.algorithm).map_or(String::new(), |algorithm| format!(" by {algorithm}"));
        let met = (self.met.as_ref()).map_or(String::new(), |file| format!(", met {file}"));
        format!(
            "{}  {}{roll}\nrollout, depth {}{by}, judged by {}{met}{truncated}, seed {}\n\n",
            self.game, self.position, self.depth, self.evaluator, self.seed
        )
    }

    fn table(&self) -> String {
        let width = (self.moves.iter())
            .map(|mv| mv.name().chars().count())
            .max()
            .unwrap_or(0);
        let chances = self.moves.iter().find_map(|mv| mv.chances.as_deref());
        let mut text = format!(
            "     {:width$}    value   error  95%                 trials",
            ""
        );
        text += &Chance::headings(chances.unwrap_or_default());
        text += "\n";
        for (number, mv) in (1..).zip(&self.moves) {
            text += &format!("{number:3}. {:width$}  {}", mv.name(), mv.figures());
            text += &Chance::columns(mv.chances.as_deref().unwrap_or_default());
            text += mv.remark();
            text += "\n";
        }
        text
    }

    /// By how much the best move is better than the next one.
    fn how_sure(&self) -> String {
        let Some(margin) = &self.margin else {
            return String::new();
        };
        let better = format!(", better than {} by {:.4}", margin.next, margin.value);
        match margin.standard_error {
            Some(error) if error > 0.0 => format!(
                "{better} ± {error:.4} ({:.1} standard errors)",
                margin.value / error
            ),
            Some(_) | None => better,
        }
    }
}

impl RolledOut {
    fn name(&self) -> &str {
        self.text.as_deref().unwrap_or("before the roll")
    }

    fn figures(&self) -> String {
        let unknown = || "-".to_owned();
        let value = (self.value).map_or_else(unknown, |value| format!("{value:+.4}"));
        let error = (self.standard_error).map_or_else(unknown, |error| format!("{error:.4}"));
        let interval = (self.interval).map_or_else(unknown, |[lower, upper]| {
            format!("[{lower:+.4}, {upper:+.4}]")
        });
        format!("{value:>7}  {error:>6}  {interval:<18}  {:>6}", self.trials)
    }

    fn remark(&self) -> &'static str {
        match self.stopped {
            Some("worse") => "  (stopped: clearly worse)",
            Some("precise") => "  (stopped: precise enough)",
            Some(_) => "",
            None => "  (unfinished)",
        }
    }

    /// How many times larger the standard error is with luck; `None` where that says nothing, as when one of them is 0.
    fn gain(&self) -> Option<f64> {
        let (with_luck, without) = self.standard_error_with_luck.zip(self.standard_error)?;
        let gain = with_luck / without;
        (0.01..1000.0).contains(&gain).then_some(gain)
    }
}

/// A list in lines that are not too long, below each other.
fn filled(items: impl Iterator<Item = String>) -> String {
    const LONGEST: usize = 100;
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.len() + item.len() < LONGEST => *line += &format!(", {item}"),
            _ => lines.push(item),
        }
    }
    lines.join(",\n         ")
}

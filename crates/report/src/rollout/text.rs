//! Rollouts for people to read.

use super::{RolledOut, RolloutReport};

impl RolloutReport {
    /// What was rolled out, with values, errors and chances, and how sure the best move is.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.heading();
        text += &self.table();
        text += "\n";
        if let (Some(value), Some([lower, upper])) = (self.value, self.interval) {
            text += &format!("value    {value:+.4}, 95% [{lower:+.4}, {upper:+.4}]\n");
        }
        if let Some(best) = &self.best {
            text += &format!("best     {best}{}\n", self.how_sure());
        }
        if let Some(times) = self.moves[0].gain().filter(|_| self.without_luck) {
            text += &format!(
                "luck     taken out; with it the standard error would be {times:.1} times as large\n"
            );
        }
        if !self.others.is_empty() {
            let others: Vec<_> = (self.others.iter())
                .map(|other| format!("{} ({:+.3})", other.text, other.searched))
                .collect();
            text += &format!("others   {}\n", others.join(", "));
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
        format!(
            "{}  {}{roll}\nrollout, depth {}, judged by {}{truncated}, seed {}\n\n",
            self.game, self.position, self.depth, self.evaluator, self.seed
        )
    }

    fn table(&self) -> String {
        let widths = |mv: &RolledOut| mv.name().chars().count();
        let width = self.moves.iter().map(widths).max().unwrap_or(0);
        let mut endings: Vec<_> = (self.moves.iter())
            .filter_map(|mv| mv.chances.as_ref())
            .map(|chances| chances.iter().map(|chance| chance.ending).collect())
            .next()
            .unwrap_or_default();
        let mut text = format!("     {:width$}    value   error  trials", "");
        for ending in &mut endings {
            text += &format!("  {:>6}", words(ending));
        }
        text += "\n";
        for (number, mv) in (1..).zip(&self.moves) {
            let mut line = format!("{number:3}. {:width$}  {}", mv.name(), mv.figures());
            for (ending, chance) in endings.iter().zip(mv.chances.iter().flatten()) {
                let width = words(ending).chars().count().max(6);
                line += &format!("  {:>width$}", format!("{:.2}%", 100.0 * chance.rate));
            }
            text += line.trim_end();
            text += mv.remark(self.finished);
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
        let number = |figure: Option<f64>| figure.map_or("-".to_owned(), |it| format!("{it:.4}"));
        let value = (self.value).map_or("-".to_owned(), |value| format!("{value:+.4}"));
        format!(
            "{value:>7}  {:>6}  {:>6}",
            number(self.standard_error),
            self.trials
        )
    }

    fn remark(&self, is_finished: bool) -> &'static str {
        match self.stopped {
            Some("worse") => "  (stopped: clearly worse)",
            Some("precise") => "  (stopped: precise enough)",
            None if !is_finished => "  (unfinished)",
            _ => "",
        }
    }

    /// How many times larger the standard error is with luck.
    fn gain(&self) -> Option<f64> {
        let (with_luck, without) = self.standard_error_with_luck.zip(self.standard_error)?;
        (without > 0.0)
            .then(|| with_luck / without)
            .filter(|gain| *gain < 1e4)
    }
}

/// The name of an ending, for the head of a column.
fn words(ending: &str) -> String {
    ending.replace('_', " ")
}

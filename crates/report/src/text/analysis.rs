//! Matches for people to read.

use starmax_games::Backgammon;

use crate::{AnalysedDecision, AnalysisReport, PlayerAnalysis, Tally};

impl AnalysisReport {
    /// The report as text, with the boards of at most `shown` blunders.
    #[must_use]
    pub fn text(&self, shown: usize) -> String {
        let mut text = self.title();
        text += &format!("\njudged at {}", self.level);
        if !self.finished {
            text += "; not finished: this is what was judged so far";
        }
        text += "\n\n";
        text += &self.table();
        for problem in &self.problems {
            text += &format!("left out  {problem}\n");
        }
        let blunders = self.blunders();
        let [one, two] = [0, 1].map(|player| {
            let own = blunders.iter().filter(|decision| decision.player == player);
            own.count()
        });
        text += &format!(
            "\nblunders, {:.3} or more lost: {one} by {}, {two} by {}\n",
            self.blunder, self.players[0].name, self.players[1].name,
        );
        for decision in blunders.iter().take(shown) {
            text += &format!("\n{}\n", self.described(decision));
            text += &board(decision);
        }
        if blunders.len() > shown {
            text += &format!("\nand {} more\n", blunders.len() - shown);
        }
        text
    }

    /// Who played what against whom.
    #[must_use]
    pub fn title(&self) -> String {
        let [one, two] = self.players.each_ref().map(|player| player.name.as_str());
        match self.length {
            0 => format!("{one} against {two}, for money"),
            1 => format!("{one} against {two}, match to 1 point"),
            length => format!("{one} against {two}, match to {length} points"),
        }
    }

    fn table(&self) -> String {
        let rows = self.rows();
        let width = |column: usize| {
            let widths = rows.iter().map(|row| row[column].chars().count());
            widths.max().unwrap_or(0)
        };
        let widths = [width(0), width(1), width(2)];
        let line = |[name, one, two]: &[String; 3]| {
            let [first, second, third] = widths;
            let line = format!("{name:first$}  {one:>second$}  {two:>third$}");
            line.trim_end().to_owned() + "\n"
        };
        rows.iter().map(line).collect()
    }

    /// The table of both players: what a row is about, and a cell for each.
    #[must_use]
    pub fn rows(&self) -> Vec<[String; 3]> {
        type Cell<'a> = &'a dyn Fn(&PlayerAnalysis) -> String;
        type Part = fn(&PlayerAnalysis) -> &Tally;
        let mut rows = Vec::new();
        let mut row = |name: &str, cell: Cell<'_>| {
            let [one, two] = self.players.each_ref().map(cell);
            rows.push([name.to_owned(), one, two]);
        };
        row("", &|player| player.name.clone());
        let parts: [(&str, Part); 3] = [
            ("checker play", |player| &player.checkers),
            ("cube", |player| &player.cube),
            ("total", |player| &player.total),
        ];
        for (name, part) in parts {
            row(&format!("{name}: decisions"), &|player| {
                part(player).decisions.to_string()
            });
            row("  errors, blunders", &|player| {
                format!("{}, {}", part(player).errors, part(player).blunders)
            });
            row("  equity lost", &|player| {
                format!("{:.3}", part(player).lost)
            });
            row(&format!("  {} lost", self.unit_in_words()), &|player| {
                self.in_unit(part(player).lost_in_unit)
            });
            row("  error rate", &|player| {
                format!("{:.1}", part(player).error_rate)
            });
        }
        row("luck (equity)", &|player| format!("{:+.3}", player.luck));
        row(&format!("luck ({})", self.unit_in_words()), &|player| {
            self.in_unit_signed(player.luck_in_unit)
        });
        let known = |value: Option<f64>, write: &dyn Fn(f64) -> String| {
            value.map_or_else(|| "not finished".to_owned(), write)
        };
        row("result", &|player| {
            known(player.result, &|value| self.result(value))
        });
        row("result without luck", &|player| {
            known(player.result_without_luck, &|value| self.result(value))
        });
        rows
    }

    fn unit_in_words(&self) -> &'static str {
        if self.length == 0 {
            "points"
        } else {
            "match chance"
        }
    }

    fn in_unit(&self, value: f64) -> String {
        if self.length == 0 {
            format!("{value:.3}")
        } else {
            format!("{:.2}%", 100.0 * value)
        }
    }

    fn in_unit_signed(&self, value: f64) -> String {
        let sign = if value < 0.0 { "-" } else { "+" };
        sign.to_owned() + &self.in_unit(value.abs())
    }

    fn result(&self, value: f64) -> String {
        if self.length == 0 {
            format!("{value:+.3}")
        } else {
            format!("{:.1}%", 100.0 * value)
        }
    }

    /// A decision in a line: where, who, what, and what it lost.
    #[must_use]
    pub fn described(&self, decision: &AnalysedDecision) -> String {
        let name = &self.players[decision.player].name;
        let roll = (decision.roll.as_ref()).map_or(String::new(), |roll| format!("{roll}: "));
        let line = match decision.line {
            0 => String::new(),
            line => format!(" (line {line})"),
        };
        format!(
            "game {}, action {}{line}: {name}, {roll}{}, lost {:.3}; best {} ({:+.3} against {:+.3})",
            decision.game,
            decision.action,
            decision.played,
            decision.lost,
            decision.best,
            decision.best_equity,
            decision.equity,
        )
    }
}

/// The position of a decision, drawn.
fn board(decision: &AnalysedDecision) -> String {
    let game = Backgammon::default();
    let drawn = (game.parse_with_match(&decision.position))
        .and_then(|(state, _)| game.draw_text(&decision.position, &state));
    drawn.unwrap_or_else(|_| decision.position.clone()) + "\n"
}

//! Tournaments for people to read.

use crate::{PairingReport, TournamentReport};

impl TournamentReport {
    /// The players, how every two of them stand, and for three or more who scores how much against whom.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}, seed {}\n", self.game, self.seed);
        for (number, player) in (1..).zip(&self.players) {
            text += &format!("  {number}  {player}\n");
        }
        text +=
            "\nplayers      games      won    drawn     lost   score   95% (Wilson)    95% (pairs)";
        let pairings = &self.pairings;
        if pairings.iter().any(|pairing| pairing.points.is_some()) {
            text += "    points/game  95%";
        }
        text += "\n";
        for pairing in pairings {
            text += &pairing.line();
            text += "\n";
        }
        if self.players.len() > 2 {
            text += "\npercent that the row scores against the column\n";
            text += &cross_table(self.players.len(), pairings);
        }
        if let Some(error) = self.error {
            for pairing in pairings.iter().filter(|pairing| pairing.sure) {
                text += &format!(
                    "\n{} (the chance to say so of equal players is at most {error})\n",
                    pairing.verdict()
                );
            }
        }
        text
    }
}

impl PairingReport {
    /// One line of the table.
    fn line(&self) -> String {
        let [first, second] = self.numbers;
        let by_pairs = self.by_pairs.map_or_else(String::new, interval);
        let wilson = self
            .rate
            .map_or_else(String::new, |_| interval(self.wilson));
        let line = format!(
            "{:8} {:>9} {:>8} {:>8} {:>8}  {:>6}   {wilson:<13}   {by_pairs:<13}  {}",
            format!("{first} - {second}"),
            self.games,
            self.wins,
            self.draws,
            self.losses,
            self.share(),
            self.points_per_game(),
        );
        let line = line.trim_end();
        if self.finished {
            line.to_owned()
        } else {
            format!("{line}  (unfinished)")
        }
    }

    /// Points per game with their interval, where they matter.
    fn points_per_game(&self) -> String {
        let interval = (self.points_interval).map_or_else(String::new, |[lower, upper]| {
            format!("[{lower:+.3}, {upper:+.3}]")
        });
        (self.points).map_or_else(String::new, |points| format!("{points:>+11.3}  {interval}"))
    }

    /// The score so far in a few words, for a progress bar.
    #[must_use]
    pub fn summary(&self) -> String {
        let [first, second] = self.numbers;
        match self.rate {
            Some(_) => format!(
                "{first} - {second}: {} {}",
                self.share(),
                interval(self.wilson)
            ),
            None => format!("{first} - {second}"),
        }
    }

    /// The score in percent.
    fn share(&self) -> String {
        (self.rate).map_or_else(|| "-".to_owned(), |rate| format!("{}%", percent(rate)))
    }

    fn verdict(&self) -> String {
        let [first, second] = self.numbers;
        let (better, worse) = if self.rate > Some(0.5) {
            (first, second)
        } else {
            (second, first)
        };
        format!(
            "{better} wins more games than {worse}: stopped after {} games",
            self.games
        )
    }
}

fn cross_table(players: usize, pairings: &[PairingReport]) -> String {
    let mut text = " ".repeat(4);
    for number in 1..=players {
        text += &format!(" {number:>6}");
    }
    for row in 1..=players {
        text += &format!("\n{row:>4}");
        for column in 1..=players {
            let rate = (pairings.iter()).find_map(|pairing| match pairing.numbers {
                numbers if numbers == [row, column] => Some(pairing.rate),
                numbers if numbers == [column, row] => Some(pairing.rate.map(|rate| 1.0 - rate)),
                _ => None,
            });
            let cell = match rate {
                None => "*".to_owned(),
                Some(None) => "-".to_owned(),
                Some(Some(rate)) => format!("{:.2}", 100.0 * rate),
            };
            text += &format!(" {cell:>6}");
        }
    }
    text + "\n"
}

fn percent(rate: f64) -> String {
    format!("{:.1}", 100.0 * rate)
}

fn interval([lower, upper]: [f64; 2]) -> String {
    format!("[{}, {}]", percent(lower), percent(upper))
}

/// What the players won in several games.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Score {
    games: u32,
    points: Vec<f64>,
}

impl Score {
    pub(super) fn new(players: usize) -> Self {
        Self {
            games: 0,
            points: vec![0.0; players],
        }
    }

    pub(super) fn games(&self) -> u32 {
        self.games
    }

    /// The score after one more game: winners get what they won, and losers lose nothing. Without winners all payoffs are added up.
    pub(super) fn after(&self, payoffs: &[f64], has_winners: bool) -> Self {
        let points = |(&points, &payoff): (&f64, &f64)| {
            points + if has_winners { payoff.max(0.0) } else { payoff }
        };
        Self {
            games: self.games + 1,
            points: self.points.iter().zip(payoffs).map(points).collect(),
        }
    }

    pub(super) fn text(&self, names: &[&str]) -> String {
        let points: Vec<_> = (names.iter().zip(&self.points))
            .map(|(name, points)| format!("{name} {points}"))
            .collect();
        format!("Score after {} games: {}.", self.games, points.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_get_points_and_losers_lose_none() {
        let score = Score::new(2).after(&[2.0, -2.0], true);
        let score = score.after(&[-1.0, 1.0], true).after(&[-0.0, 0.0], true);
        assert_eq!(score.text(&["X", "O"]), "Score after 3 games: X 2, O 1.");
    }

    #[test]
    fn payoffs_are_added_up_where_nobody_wins() {
        let score = Score::new(3).after(&[1.0, 1.0, -2.0], false);
        let score = score.after(&[1.0, -2.0, 1.0], false);
        assert_eq!(
            score.text(&["A", "B", "C"]),
            "Score after 2 games: A 2, B -1, C -1."
        );
    }
}

//! What the moves of a game lost against the best ones.

use std::fmt::Write;

use serde::Serialize;

use super::{Assessment, Decision};

/// What the moves of each player lost, as one judge sees it.
///
/// ```
/// use starmax_report::{Assessment, Decision, ErrorReport};
///
/// let decision = Decision {
///     player: 0,
///     position: "xx.oo....".to_owned(),
///     roll: None,
///     played: "a3".to_owned(),
///     is_forced: false,
/// };
/// let assessment = Assessment { best: "c1".to_owned(), best_value: 1.0, value: -1.0, depth: 5 };
/// let report = ErrorReport::new(&[(decision, Some(assessment))]);
/// assert_eq!(report.players[0].lost, 2.0);
/// assert_eq!(report.players[0].decisions[0].best, "c1");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorReport {
    /// The least and the greatest depth to which moves were searched; `None` when nobody had a choice.
    pub depths: Option<[u32; 2]>,
    /// The players who moved, in their order.
    pub players: Vec<PlayerErrors>,
}

/// What the moves of a player lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerErrors {
    /// The number of the player, from 0.
    pub player: usize,
    /// Moves that were made.
    pub moves: usize,
    /// What was lost in all of them.
    pub lost: f64,
    /// Moves with a choice, the most expensive first.
    pub decisions: Vec<MoveError>,
}

/// What a move lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveError {
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// The position before the move.
    pub position: String,
    /// What chance had brought just before.
    pub roll: Option<String>,
    /// The move.
    pub played: String,
    /// The best move.
    pub best: String,
    /// How much worse the move is than the best one.
    pub lost: f64,
}

/// Less than this is not seen in four decimals.
const SMALLEST: f64 = 0.000_05;

impl ErrorReport {
    /// The report about the moves of a game in their order. A move without an assessment counts if it was forced, and is left out if it
    /// was not.
    #[must_use]
    pub fn new(moves: &[(Decision, Option<Assessment>)]) -> Self {
        let mut players: Vec<PlayerErrors> = Vec::new();
        for (number, (decision, assessment)) in (1..).zip(moves) {
            if assessment.is_none() && !decision.is_forced {
                continue;
            }
            let player = decision.player;
            let place = players.partition_point(|errors| errors.player < player);
            if players
                .get(place)
                .is_none_or(|errors| errors.player != player)
            {
                players.insert(place, PlayerErrors::new(player));
            }
            let errors = &mut players[place];
            errors.moves += 1;
            if let Some(assessment) = assessment.as_ref().filter(|_| !decision.is_forced) {
                errors.lost += assessment.loss();
                errors.decisions.push(MoveError {
                    number,
                    position: decision.position.clone(),
                    roll: decision.roll.clone(),
                    played: decision.played.clone(),
                    best: assessment.best.clone(),
                    lost: assessment.loss(),
                });
            }
        }
        for errors in &mut players {
            (errors.decisions).sort_by(|one, two| two.lost.total_cmp(&one.lost));
        }
        let depths = moves.iter().flat_map(|(_, assessment)| assessment);
        let depths = depths.map(|assessment| assessment.depth);
        let least = depths.clone().min();
        Self {
            depths: least.zip(depths.max()).map(<[u32; 2]>::from),
            players,
        }
    }

    /// The report as text, with at most `shown` errors of each player. `name` says who a player is.
    #[must_use]
    pub fn text(&self, shown: usize, name: impl Fn(usize) -> String) -> String {
        let depth = match self.depths {
            None => return "Nobody had a choice yet.".to_owned(),
            Some([least, greatest]) if least == greatest => format!("depth {least}"),
            Some([least, greatest]) => format!("depths {least} to {greatest}"),
        };
        let mut text =
            format!("Judged at {depth}. The error rate is the loss per decision, in thousandths.");
        for errors in &self.players {
            text += "\n";
            text += &errors.text(shown, &name(errors.player));
        }
        text
    }
}

impl PlayerErrors {
    fn new(player: usize) -> Self {
        Self {
            player,
            moves: 0,
            lost: 0.0,
            decisions: Vec::new(),
        }
    }

    /// What a move lost on average.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no game has that many moves")]
    pub fn per_move(&self) -> f64 {
        self.lost / self.moves.max(1) as f64
    }

    /// What a move with a choice lost on average, in thousandths, as is usual in backgammon.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no game has that many moves")]
    pub fn error_rate(&self) -> f64 {
        1000.0 * self.lost / self.decisions.len().max(1) as f64
    }

    fn text(&self, shown: usize, name: &str) -> String {
        let counted = |count: usize, what: &str| {
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {what}{plural}")
        };
        let moves = counted(self.moves, "move");
        let errors = self.decisions.iter().filter(|error| error.lost >= SMALLEST);
        let count = errors.clone().count();
        if count == 0 {
            return format!("{name} lost nothing in {moves}");
        }
        let mut text = format!(
            "{name} lost {:.4} in {moves}: {:.4} per move, error rate {:.1} ({})",
            self.lost,
            self.per_move(),
            self.error_rate(),
            counted(self.decisions.len(), "decision"),
        );
        let rows: Vec<_> = errors.take(shown).map(MoveError::cells).collect();
        let width = |column: usize| {
            let widths = rows.iter().map(|row| row[column].chars().count());
            widths.max().unwrap_or(0)
        };
        let widths = [width(0), width(1), width(2), width(3)];
        for [lost, number, played, best] in &rows {
            write!(
                text,
                "\n  {lost:>0$}  move {number:>1$}  {played:2$}  best {best}",
                widths[0], widths[1], widths[2]
            )
            .expect("a string takes everything");
        }
        if count > shown {
            text += &format!("\n  and {}", counted(count - shown, "smaller error"));
        }
        text
    }
}

impl MoveError {
    fn cells(&self) -> [String; 4] {
        let roll = (self.roll.as_ref()).map_or(String::new(), |roll| format!("{roll}: "));
        [
            format!("-{:.4}", self.lost),
            self.number.to_string(),
            format!("{roll}{}", self.played),
            self.best.clone(),
        ]
    }
}

//! A match of backgammon, judged decision by decision.

use serde::{Deserialize, Serialize};

/// A match, every decision of it judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisReport {
    /// How many points win the match; 0 for money.
    pub length: u16,
    /// How it was judged, in words of the command line.
    pub level: String,
    /// What losses and luck are counted in besides equity: `mwc`, the chance to win the match, or `points`.
    pub unit: &'static str,
    /// From how much equity lost a decision is a blunder.
    pub blunder: f64,
    /// Whether every decision was judged.
    pub finished: bool,
    /// What was wrong in the file; the games go on without it.
    pub problems: Vec<String>,
    /// Max, who is first in the file, and Min.
    pub players: [PlayerAnalysis; 2],
    /// What each game came to.
    pub games: Vec<AnalysedGame>,
    /// All decisions in their order.
    pub decisions: Vec<AnalysedDecision>,
}

/// How a player did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerAnalysis {
    /// The name.
    pub name: String,
    /// Moves of checkers.
    pub checkers: Tally,
    /// Doubles, takes and passes.
    pub cube: Tally,
    /// Both.
    pub total: Tally,
    /// What the dice gave, compared with the mean over all rolls, as equity.
    pub luck: f64,
    /// The same in the unit of the match.
    pub luck_in_unit: f64,
    /// What the player got: points, or 1 for the match and 0 for nothing. `None` when the match is not finished.
    pub result: Option<f64>,
    /// The result without luck, in the same unit.
    pub result_without_luck: Option<f64>,
}

/// What some decisions lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Decisions that count: moves with a choice, offers and answers of the cube, and chances to double where it was close or an error not to.
    pub decisions: usize,
    /// Those that lost something.
    pub errors: usize,
    /// Those that lost much.
    pub blunders: usize,
    /// The equity lost.
    pub lost: f64,
    /// The same in the unit of the match.
    pub lost_in_unit: f64,
    /// The equity lost per decision, in thousandths.
    pub error_rate: f64,
}

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AnalysedGame {
    /// The score before it.
    pub score: [u16; 2],
    /// Whether it is the Crawford game.
    pub crawford: bool,
    /// The player who won, 0 or 1, if it was finished.
    pub winner: Option<usize>,
    /// How many points that was.
    pub points: u16,
}

/// What a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// A move of checkers.
    Move,
    /// Whether to double.
    Double,
    /// Whether to take.
    Take,
    /// Whether to give up.
    Resign,
}

/// A decision and what it lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedDecision {
    /// The game, from 1.
    pub game: usize,
    /// The action in the game, from 1. A roll without a double before it and the move after it are one action and two decisions.
    pub action: usize,
    /// The line in the file; 0 if there is none.
    pub line: usize,
    /// Who decided: 0 or 1.
    pub player: usize,
    /// What about.
    pub choice: Choice,
    /// The position, an XGID.
    pub position: String,
    /// The dice, if they were thrown.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub roll: Option<String>,
    /// What was done.
    pub played: String,
    /// What should have been done.
    pub best: String,
    /// What was done, as an equity seen by the player.
    pub equity: f64,
    /// The best, likewise.
    pub best_equity: f64,
    /// What was lost; 0 where nothing was.
    pub lost: f64,
    /// The same in the unit of the match.
    pub lost_in_unit: f64,
    /// Whether it counts as a decision.
    pub counts: bool,
    /// What the roll gave the player, compared with the mean over all rolls, as equity; `None` where there was none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub luck: Option<f64>,
    /// The same in the unit of the match.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub luck_in_unit: Option<f64>,
    /// The chance of the first player to win with best play: the match, or the game for money.
    pub win_chance: f64,
    /// The moves that were best, or the cube actions, with their equities, the best first.
    pub ranked: Vec<(String, f64)>,
}

/// From how much equity lost a decision counts as an error.
const ERROR: f64 = 0.02;

impl Tally {
    fn add(&mut self, decision: &AnalysedDecision, blunder: f64) {
        self.decisions += usize::from(decision.counts);
        self.errors += usize::from(decision.lost >= ERROR);
        self.blunders += usize::from(decision.lost >= blunder);
        self.lost += decision.lost;
        self.lost_in_unit += decision.lost_in_unit;
        #[expect(clippy::cast_precision_loss, reason = "no match has that many")]
        let count = self.decisions.max(1) as f64;
        self.error_rate = 1000.0 * self.lost / count;
    }
}

impl AnalysisReport {
    /// Counts what the decisions of each player lost, and what the dice gave them.
    pub fn count(&mut self, results: Option<[f64; 2]>) {
        for (number, player) in self.players.iter_mut().enumerate() {
            let name = std::mem::take(&mut player.name);
            *player = PlayerAnalysis {
                name,
                ..PlayerAnalysis::default()
            };
            for decision in self.decisions.iter().filter(|one| one.player == number) {
                player.total.add(decision, self.blunder);
                match decision.choice {
                    Choice::Move => player.checkers.add(decision, self.blunder),
                    Choice::Double | Choice::Take | Choice::Resign => {
                        player.cube.add(decision, self.blunder);
                    }
                }
                player.luck += decision.luck.unwrap_or(0.0);
                player.luck_in_unit += decision.luck_in_unit.unwrap_or(0.0);
            }
        }
        let net_luck = self.players[0].luck_in_unit - self.players[1].luck_in_unit;
        for (number, player) in self.players.iter_mut().enumerate() {
            player.result = results.map(|results| results[number]);
            let luck = if number == 0 { net_luck } else { -net_luck };
            player.result_without_luck = player.result.map(|result| result - luck);
        }
    }

    /// The decisions that lost most, the worst first.
    #[must_use]
    pub fn blunders(&self) -> Vec<&AnalysedDecision> {
        let mut worst: Vec<_> = (self.decisions.iter())
            .filter(|decision| decision.lost >= self.blunder)
            .collect();
        worst.sort_by(|one, two| two.lost.total_cmp(&one.lost));
        worst
    }

    /// The decisions as comma-separated values, with a line of names.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "memory takes everything")]
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names = "game,action,line,player,choice,position,roll,played,best,equity,best_equity,lost,lost_in_unit,counts,luck,luck_in_unit,win_chance";
        let mut records = vec![names.split(',').map(str::to_owned).collect::<Vec<_>>()];
        for one in &self.decisions {
            let number =
                |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
            records.push(vec![
                one.game.to_string(),
                one.action.to_string(),
                one.line.to_string(),
                self.players[one.player].name.clone(),
                one.choice.name().to_owned(),
                one.position.clone(),
                one.roll.clone().unwrap_or_default(),
                one.played.clone(),
                one.best.clone(),
                number(Some(one.equity)),
                number(Some(one.best_equity)),
                number(Some(one.lost)),
                number(Some(one.lost_in_unit)),
                one.counts.to_string(),
                number(one.luck),
                number(one.luck_in_unit),
                number(Some(one.win_chance)),
            ]);
        }
        for record in records {
            writer
                .write_record(record)
                .expect("memory takes everything");
        }
        let bytes = writer.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("text goes in")
    }
}

impl Choice {
    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Double => "double",
            Self::Take => "take",
            Self::Resign => "resign",
        }
    }
}

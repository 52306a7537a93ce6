//! What was decided, and the lines that say so.

use std::time::Duration;

use super::command::Role;
use super::dialect::Dialect;

/// What to do.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Decision {
    Move(Played),
    Cube(CubeAction),
    Turn(CubeAction, Played),
}

/// A move of checkers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// Every step of it: `8/5 6/5`, or `pass`.
    pub(super) steps: String,
    /// The position ID after it.
    pub(super) position: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CubeAction {
    Double,
    NoDouble,
    /// The protocol has no answers to a double; these three are our own.
    Take,
    Beaver,
    Pass,
}

impl CubeAction {
    fn name(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::NoDouble => "nodouble",
            Self::Take => "take",
            Self::Beaver => "beaver",
            Self::Pass => "pass",
        }
    }
}

/// What is known about a decision.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Facts {
    pub(super) role: Role,
    pub(super) plies: u32,
    pub(super) time: Duration,
    pub(super) nodes: Option<u64>,
    /// Trials of a rollout.
    pub(super) trials: Option<u64>,
    pub(super) equity: Option<f64>,
    /// The chance to win the match.
    pub(super) match_chance: Option<f64>,
    /// The chances to win, to win a gammon or more, and to win a backgammon.
    pub(super) chances: Option<[f64; 3]>,
    /// The equities of no double, double and take, double and pass.
    pub(super) cube: Option<(f64, Option<f64>, f64)>,
    /// Good play from here on.
    pub(super) line: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    /// What led to it, if a search did.
    pub(super) facts: Vec<Facts>,
    pub(super) decision: Decision,
}

impl Answer {
    /// The lines that are sent; with the position after the move, if that is wanted and the dialect has it.
    pub(super) fn lines(&self, dialect: Dialect, wants_move_id: bool) -> Vec<String> {
        let mut lines: Vec<String> = self.facts.iter().map(|facts| facts.line(dialect)).collect();
        match &self.decision {
            Decision::Move(played) => {
                lines.push(format!("bestmove {}", played.steps));
                if wants_move_id && dialect == Dialect::V01 {
                    lines.push(format!("bestmoveid {}", played.position));
                }
            }
            Decision::Cube(action) => lines.push(format!("bestcube {}", action.name())),
            Decision::Turn(action, played) => {
                let mv = match dialect {
                    Dialect::V01 => format!("moveid={}", played.position),
                    Dialect::V02 => format!("move={}", played.steps),
                };
                lines.push(format!("bestturn cube={} {mv}", action.name()));
            }
        }
        lines
    }
}

impl Facts {
    fn line(&self, dialect: Dialect) -> String {
        let mut words = vec!["info".to_owned()];
        let mut say = |key: &str, value: String| words.extend([key.to_owned(), value]);
        let number = |number: f64| format!("{number:.4}");
        if dialect == Dialect::V01 {
            say("role", self.role.name().to_owned());
        }
        say("depth", self.plies.to_string());
        if let Some(nodes) = self.nodes {
            say("nodes", nodes.to_string());
        }
        if let Some(trials) = self.trials {
            say("trials", trials.to_string());
        }
        say("time_ms", self.time.as_millis().to_string());
        if let Some(equity) = self.equity {
            let key = match dialect {
                Dialect::V01 => "eq",
                Dialect::V02 => "score",
            };
            say(key, number(equity));
        }
        if let Some(chance) = self.match_chance {
            say("mwc", number(chance));
        }
        if let Some(chances) = self.chances {
            for (key, chance) in ["pwin", "pgammon", "pbg"].into_iter().zip(chances) {
                say(key, number(chance));
            }
        }
        if let Some((no_double, take, pass)) = self.cube {
            say("nodouble", number(no_double));
            if let Some(take) = take {
                say("take", number(take));
                say("pass", number(pass));
            }
        }
        if !self.line.is_empty() {
            say("pv", self.line.join(" "));
        }
        words.join(" ")
    }
}

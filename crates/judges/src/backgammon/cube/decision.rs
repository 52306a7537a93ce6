use std::fmt;

/// Why a player may not double, or has nothing to win by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDouble {
    /// Nobody may double in the Crawford game.
    Crawford,
    /// The cube is the opponent's.
    NotOwner,
    /// A win with the cube as it is wins the match.
    DeadCube,
    /// The cube is as large as it can get.
    LargestCube,
}

impl fmt::Display for NoDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crawford => "this is the Crawford game",
            Self::NotOwner => "the opponent owns the cube",
            Self::DeadCube => "the cube is dead, because a win is enough for the match",
            Self::LargestCube => "the cube is as large as it can get",
        })
    }
}

/// What the player on roll can do with the cube, and what it is worth, seen by this player. The values are those of
/// [`Stakes`](super::Stakes); also those of doubles that are not allowed are given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeValues {
    /// Rolls without a double.
    pub no_double: f64,
    /// Doubles, and the opponent takes.
    pub double_take: f64,
    /// Doubles, and the opponent takes and turns the cube once more, where beavers are allowed.
    pub double_beaver: Option<f64>,
    /// Doubles, and the opponent gives up.
    pub double_pass: f64,
    /// Whether somebody has doubled before.
    pub is_redouble: bool,
    /// Why the player does not double in any case, if so.
    pub why_no_double: Option<NoDouble>,
}

impl CubeValues {
    /// The value of the opponent's best answer to a double.
    #[must_use]
    pub fn double(&self) -> f64 {
        self.played_on().min(self.double_pass)
    }

    /// The value with best play.
    #[must_use]
    pub fn optimal(&self) -> f64 {
        if self.why_no_double.is_some() {
            self.no_double
        } else {
            self.no_double.max(self.double())
        }
    }

    /// What both players should do. A double that gains nothing and loses nothing is made only when the opponent passes.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if let Some(reason) = self.why_no_double {
            return Verdict::MayNotDouble(reason);
        }
        let played_on = self.played_on();
        let answer = if played_on > self.double_pass {
            Answer::Pass
        } else if played_on < self.double_take {
            Answer::Beaver
        } else {
            Answer::Take
        };
        // Where the opponent passes, nobody can do better than to cash, and to wait is a risk.
        let gains = self.double() > self.no_double
            || answer == Answer::Pass && self.double() == self.no_double;
        let action = if gains {
            Action::Double
        } else if self.no_double > self.double_pass {
            Action::TooGood
        } else {
            Action::NoDouble
        };
        Verdict::Decision {
            action,
            answer,
            is_redouble: self.is_redouble,
        }
    }

    fn played_on(&self) -> f64 {
        let beaver = self.double_beaver.unwrap_or(f64::INFINITY);
        self.double_take.min(beaver)
    }
}

/// What the player on roll should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Roll: it is too early to double.
    NoDouble,
    /// Double.
    Double,
    /// Roll: to play on for a gammon is worth more than what the opponent loses by passing.
    TooGood,
}

/// What the opponent should do after a double, also after one that should not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Play on.
    Take,
    /// Give up.
    Pass,
    /// Play on and turn the cube once more.
    Beaver,
}

/// What both players should do, written in the words of players: `double, take`, `too good to redouble, pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is something to decide.
    Decision {
        /// For the player on roll.
        action: Action,
        /// For the opponent.
        answer: Answer,
        /// Whether the cube was turned before.
        is_redouble: bool,
    },
    /// There is not.
    MayNotDouble(NoDouble),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MayNotDouble(reason) => write!(f, "may not double: {reason}"),
            Self::Decision {
                action,
                answer,
                is_redouble,
            } => {
                let before = match action {
                    Action::NoDouble => "no ",
                    Action::Double => "",
                    Action::TooGood => "too good to ",
                };
                let double = if *is_redouble { "redouble" } else { "double" };
                let answer = match answer {
                    Answer::Take => "take",
                    Answer::Pass => "pass",
                    Answer::Beaver => "beaver",
                };
                write!(f, "{before}{double}, {answer}")
            }
        }
    }
}

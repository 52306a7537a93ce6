use starmax_core::{Bounds, Player};
use starmax_games::{Crawford, Cube};
use thiserror::Error;

use super::decision::{CubeValues, NoDouble};
use super::explanation::Explanation;
use super::line::Line;
use super::met::MatchEquities;
use super::money;
use super::score::Score;
use super::sizes::{Sizes, win_and_sizes};
use crate::backgammon::Chances;

/// What a game is about: what its ends are worth, and from that, what a position with a cube is worth.
///
/// Values are seen by Max unless said otherwise. For money they are points, times the cube. In a match they are
/// twice the chance to win it, less 1: from -1, which is lost, to 1.
///
/// Positions are judged by the model of Rick Janowski: from the chances without a cube it makes the value with a dead cube and the one with a
/// fully live cube, and takes a mean of both, weighted by the [`efficiency`](super::efficiency) of the cube. In a match the live values follow all further doubles
/// until the cube is dead.
///
/// ```
/// use starmax_core::Player;
/// use starmax_games::{Crawford, Cube};
/// use starmax_judges::backgammon::{Chances, MatchEquities, Stakes};
///
/// let chances = Chances { win: 0.7, win_gammon: 0.16, lose_gammon: 0.06, ..Chances::default() };
/// let cube = Cube::default();
/// let money = Stakes::money(false).decide(&chances, Player::Max, cube, 0.68);
/// assert_eq!(money.verdict().to_string(), "double, take");
/// let score = Stakes::at_score(MatchEquities::usual(), [4, 2], Crawford::Before)?;
/// assert_eq!(score.decide(&chances, Player::Max, cube, 0.68).verdict().to_string(), "double, pass");
/// # Ok::<(), starmax_judges::backgammon::ScoreError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Stakes {
    pub(super) kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Money { jacoby: bool, beavers: bool },
    Match(Score),
}

/// Why there is nothing to be said about a score.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ScoreError {
    /// The table ends before.
    #[error(
        "found {away} points to go, expected {length} at most, the length of the match equity table"
    )]
    TooLong {
        /// As many points a player needs.
        away: u16,
        /// So far the table goes at this time of the match.
        length: usize,
    },
    /// Somebody has won.
    #[error("found {} and {} points to go, expected 1 or more: nobody has won the match yet", away[0], away[1])]
    Over {
        /// As many points Max and Min need.
        away: [u16; 2],
    },
    /// The Crawford game is the first one in which somebody needs one point.
    #[error("found {} and {} points to go {}, expected {}", away[0], away[1], in_words(*when), expected_with(*when))]
    Crawford {
        /// As many points Max and Min need.
        away: [u16; 2],
        /// When that should be.
        when: Crawford,
    },
}

fn in_words(when: Crawford) -> &'static str {
    match when {
        Crawford::Before => "before the Crawford game",
        Crawford::Now => "in the Crawford game",
        Crawford::After => "after the Crawford game",
    }
}

fn expected_with(when: Crawford) -> &'static str {
    match when {
        Crawford::Before => "2 or more",
        Crawford::Now | Crawford::After => "1 for one player",
    }
}

impl Stakes {
    /// A game for money; with the Jacoby rule gammons count only after a double.
    #[must_use]
    pub const fn money(jacoby: bool) -> Self {
        Self {
            kind: Kind::Money {
                jacoby,
                beavers: false,
            },
        }
    }

    /// The same with or without beavers: the taker of a double may turn the cube at once and keep it. In matches nobody may.
    #[must_use]
    pub fn with_beavers(self, allowed: bool) -> Self {
        match self.kind {
            Kind::Money { jacoby, .. } => Self {
                kind: Kind::Money {
                    jacoby,
                    beavers: allowed,
                },
            },
            Kind::Match(_) => self,
        }
    }

    /// A game of a match in which Max and Min still need as many points as `away` says.
    ///
    /// # Errors
    /// When the table does not go so far, a player needs no point, or the Crawford game cannot be `when` at this score.
    pub fn at_score(
        table: &MatchEquities,
        away: [u16; 2],
        when: Crawford,
    ) -> Result<Self, ScoreError> {
        Score::new(table, away, when).map(|score| Self {
            kind: Kind::Match(score),
        })
    }

    /// What the end of a game is worth: `points` without the cube, from 1 to 3. The Jacoby rule looks whether a player has turned the
    /// cube, which then has an owner.
    #[inline]
    #[must_use]
    pub fn result(&self, winner: Player, points: u8, cube: Cube) -> f64 {
        let points = points.clamp(1, 3);
        let value = match &self.kind {
            Kind::Money { jacoby, .. } => {
                let counted = if *jacoby && cube.owner.is_none() {
                    1
                } else {
                    points
                };
                f64::from(counted) * f64::from(cube.value())
            }
            Kind::Match(score) => {
                score.level(cube.turned).wins[usize::from(winner)][usize::from(points) - 1]
            }
        };
        winner.sees(value)
    }

    /// An interval that holds the value of every position with this cube, whatever the players do: a player need not double, and can pass
    /// a double.
    #[inline]
    #[must_use]
    pub fn bounds(&self, cube: Cube) -> Bounds {
        self.bounds_with([3, 3], cube)
    }

    /// [`Stakes::bounds`] when Max and Min can win no more than these points without the cube: 1 against a player who has
    /// borne off a checker.
    #[inline]
    #[must_use]
    pub fn bounds_with(&self, most_points: [u8; 2], cube: Cube) -> Bounds {
        Bounds::new(
            self.result(Player::Min, most_points[1], cube),
            self.result(Player::Max, most_points[0], cube),
        )
    }

    /// The same while the opponent of `doubler` has not yet answered a double. The cube still shows what it showed before.
    #[must_use]
    pub fn bounds_of_offer(&self, most_points: [u8; 2], doubler: Player, cube: Cube) -> Bounds {
        let pass = self.result(doubler, 1, cube);
        let taken = self.bounds_with(most_points, cube.doubled_by(doubler));
        let taken = match &self.kind {
            Kind::Money { beavers: true, .. } => {
                let beaver = cube.doubled_by(doubler).doubled_by(doubler);
                taken.hull(self.bounds_with(most_points, beaver))
            }
            _ => taken,
        };
        match doubler {
            Player::Max => Bounds::new(taken.lower.min(pass), pass),
            Player::Min => Bounds::new(pass, taken.upper.max(pass)),
        }
    }

    /// Whether it makes sense that a player who is on roll doubles; [`Stakes::why_no_double`] says why not.
    #[inline]
    #[must_use]
    pub fn may_double(&self, player: Player, cube: Cube) -> bool {
        self.why_no_double(player, cube).is_none()
    }

    /// Why a player may not double, or has nothing to win by it.
    #[inline]
    #[must_use]
    pub fn why_no_double(&self, player: Player, cube: Cube) -> Option<NoDouble> {
        if cube.owner == Some(player.opponent()) {
            return Some(NoDouble::NotOwner);
        }
        if cube.turned >= cube.most_turns {
            return Some(NoDouble::LargestCube);
        }
        match &self.kind {
            Kind::Match(score) if score.is_crawford => Some(NoDouble::Crawford),
            Kind::Match(score) if score.level(cube.turned).decides[usize::from(player)] => {
                Some(NoDouble::DeadCube)
            }
            _ => None,
        }
    }

    /// The value when `player`, who is on roll and sees these chances, does not double now. Everybody may do it later.
    #[inline]
    #[must_use]
    pub fn undoubled(&self, chances: &Chances, player: Player, cube: Cube, efficiency: f64) -> f64 {
        let (win, sizes) = win_and_sizes(chances);
        player.sees(self.line(player, sizes, cube).blend(win, efficiency))
    }

    /// The value when `player`, who is on roll and sees these chances, makes the best of the cube, and so does the opponent.
    #[inline]
    #[must_use]
    pub fn optimal(&self, chances: &Chances, player: Player, cube: Cube, efficiency: f64) -> f64 {
        let (win, sizes) = win_and_sizes(chances);
        let no_double = self.line(player, sizes, cube).blend(win, efficiency);
        if !self.may_double(player, cube) {
            return player.sees(no_double);
        }
        let taken = self.line(player, sizes, cube.doubled_by(player));
        let mut take = taken.blend(win, efficiency);
        if let Kind::Money { beavers: true, .. } = self.kind
            && cube.turned + 2 <= cube.most_turns
        {
            take = take.min(self.beaver(player, sizes, cube).blend(win, efficiency));
        }
        let pass = player.sees(self.result(player, 1, cube));
        player.sees(no_double.max(take.min(pass)))
    }

    /// [`Stakes::optimal`] of many positions with the same cube and the same player on roll, each with its own efficiency.
    ///
    /// # Panics
    /// When the slices are not equally long.
    pub fn optimal_of_each(
        &self,
        chances: &[Chances],
        efficiencies: &[f64],
        player: Player,
        cube: Cube,
        values: &mut [f64],
    ) {
        assert!(chances.len() == efficiencies.len() && chances.len() == values.len());
        for ((chances, &efficiency), value) in chances.iter().zip(efficiencies).zip(values) {
            *value = self.optimal(chances, player, cube, efficiency);
        }
    }

    /// What `player`, who is on roll and sees these chances, can do with the cube, and what it is worth.
    #[must_use]
    pub fn decide(
        &self,
        chances: &Chances,
        player: Player,
        cube: Cube,
        efficiency: f64,
    ) -> CubeValues {
        let (win, sizes) = win_and_sizes(chances);
        let value = |line: Line| line.blend(win, efficiency);
        let can_beaver = matches!(self.kind, Kind::Money { beavers: true, .. })
            && cube.turned + 2 <= cube.most_turns;
        CubeValues {
            no_double: value(self.line(player, sizes, cube)),
            double_take: value(self.line(player, sizes, cube.doubled_by(player))),
            double_beaver: can_beaver.then(|| value(self.beaver(player, sizes, cube))),
            double_pass: player.sees(self.result(player, 1, cube)),
            is_redouble: cube.owner.is_some(),
            why_no_double: self.why_no_double(player, cube),
        }
    }

    /// What stands behind [`Stakes::decide`].
    #[must_use]
    pub fn explain(
        &self,
        chances: &Chances,
        player: Player,
        cube: Cube,
        efficiency: f64,
    ) -> Explanation {
        Explanation::new(self, chances, player, cube, efficiency)
    }

    /// A value as players compare them: 1 is a single win with this cube, -1 a single loss.
    #[must_use]
    pub fn to_equity(&self, value: f64, cube: Cube) -> f64 {
        let (middle, half) = self.scale(cube);
        (value - middle) / half
    }

    /// The inverse of [`Stakes::to_equity`].
    #[must_use]
    pub fn from_equity(&self, equity: f64, cube: Cube) -> f64 {
        let (middle, half) = self.scale(cube);
        middle + equity * half
    }

    fn scale(&self, cube: Cube) -> (f64, f64) {
        let win = self.result(Player::Max, 1, cube);
        let lose = self.result(Player::Min, 1, cube);
        (f64::midpoint(win, lose), (win - lose) / 2.0)
    }

    /// The opponent has taken the double and turned the cube once more without giving it away.
    fn beaver(&self, player: Player, sizes: [Sizes; 2], cube: Cube) -> Line {
        self.line(player, sizes, cube.doubled_by(player).doubled_by(player))
    }

    /// What a position is worth to a player, by the chance to win it. `sizes` are those of the player's wins and of the opponent's.
    #[inline]
    pub(super) fn line(&self, player: Player, sizes: [Sizes; 2], cube: Cube) -> Line {
        let access = [player, player.opponent()].map(|player| self.may_double(player, cube));
        match &self.kind {
            Kind::Money { jacoby, .. } => {
                let turns_left = cube.most_turns.saturating_sub(cube.turned);
                let gammons_count = !(*jacoby && cube.owner.is_none());
                money::line(sizes, access, turns_left, gammons_count).times(f64::from(cube.value()))
            }
            Kind::Match(score) => {
                let (sizes, access) = (max_first(player, sizes), max_first(player, access));
                score.line(usize::from(player), sizes, access, cube)
            }
        }
    }
}

/// What a player and the opponent have, as what Max and Min have.
#[inline]
pub(super) fn max_first<T>(player: Player, [mine, his]: [T; 2]) -> [T; 2] {
    match player {
        Player::Max => [mine, his],
        Player::Min => [his, mine],
    }
}

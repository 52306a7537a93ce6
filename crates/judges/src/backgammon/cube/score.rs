//! The same model for a game of a match: points become chances to win it.

use super::line::{Knot, Line};
use super::met::MatchEquities;
use super::sizes::Sizes;
use super::stakes::ScoreError;
use starmax_games::{Crawford, Cube};

/// What the ends of a game are worth with a cube of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    /// For a win, a gammon and a backgammon, of Max and of Min, each seen by the winner: twice the chance to win the match, less 1.
    pub(super) wins: [[f64; 3]; 2],
    /// Whether any win wins the match, of Max and of Min.
    pub(super) decides: [bool; 2],
}

/// A game at a score.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Score {
    pub(super) away: [u16; 2],
    pub(super) is_crawford: bool,
    /// By how often the cube was turned. In the last one every win decides; larger cubes are the same.
    levels: Vec<Level>,
}

impl Score {
    pub(super) fn new(
        table: &MatchEquities,
        away: [u16; 2],
        when: Crawford,
    ) -> Result<Self, ScoreError> {
        let length = table.length();
        if let Some(&away) = away.iter().find(|&&points| usize::from(points) > length) {
            return Err(ScoreError::TooLong { away, length });
        }
        if away.contains(&0) {
            return Err(ScoreError::Over { away });
        }
        if away.contains(&1) == (when == Crawford::Before) {
            return Err(ScoreError::Crawford { away, when });
        }
        let next = match when {
            Crawford::Before => Crawford::Before,
            Crawford::Now | Crawford::After => Crawford::After,
        };
        let mut levels: Vec<Level> = Vec::new();
        while levels.last().is_none_or(|level| level.decides != [true; 2]) {
            let cube = 1_u32 << levels.len();
            let win = |winner: usize, times: u32| {
                let points = u16::try_from(times * cube).unwrap_or(u16::MAX);
                let left = away[winner].saturating_sub(points);
                let chance = table.winning_chance(left, away[1 - winner], next);
                let needed = away[0].max(away[1]);
                chance
                    .map(|chance| 2.0 * chance - 1.0)
                    .ok_or(ScoreError::TooLong {
                        away: needed,
                        length: length - 1,
                    })
            };
            let wins = |winner| Ok([win(winner, 1)?, win(winner, 2)?, win(winner, 3)?]);
            levels.push(Level {
                wins: [wins(0)?, wins(1)?],
                decides: away.map(|points| u32::from(points) <= cube),
            });
        }
        Ok(Self {
            away,
            is_crawford: when == Crawford::Now,
            levels,
        })
    }

    #[inline]
    pub(super) fn level(&self, turned: u8) -> &Level {
        &self.levels[usize::from(turned).min(self.levels.len() - 1)]
    }

    /// With which chances of a player the opponent may as well pass, with a cube that is dead for the taker. `sizes` are those of Max's
    /// wins and of Min's.
    pub(super) fn dead_cash_point(&self, player: usize, sizes: [Sizes; 2], cube: Cube) -> f64 {
        self.dead_after(player, sizes, cube.turned, cube.turned + 1)
    }

    fn dead_after(&self, player: usize, sizes: [Sizes; 2], before: u8, after: u8) -> f64 {
        let taker = 1 - player;
        let pass = -self.level(before).wins[player][0];
        let wins = &self.level(after).wins;
        let lose = -sizes[player].mean(wins[player]);
        let win = sizes[taker].mean(wins[taker]);
        1.0 - part(pass - lose, win - lose)
    }

    /// The same with a cube that is fully live, through all further doubles.
    pub(super) fn live_cash_point(&self, player: usize, sizes: [Sizes; 2], cube: Cube) -> f64 {
        let taker = 1 - player;
        let turned = cube.turned + 1;
        let after = self.level(turned);
        if after.decides[taker] || turned >= cube.most_turns {
            return self.dead_after(player, sizes, cube.turned, turned);
        }
        if after.decides[player] {
            // The taker cannot lose more than the match, and turns the cube again at once.
            return self.dead_after(player, sizes, cube.turned, turned + 1);
        }
        let pass = -self.level(cube.turned).wins[player][0];
        let lose = -sizes[player].mean(after.wins[player]);
        let cash = after.wins[taker][0];
        let his_cash_point = self.live_cash_point(taker, sizes, Cube { turned, ..cube });
        1.0 - his_cash_point * part(pass - lose, cash - lose)
    }

    /// What a position is worth to a player when nobody doubles now. `access` says who can turn the cube: Max, Min.
    #[inline]
    pub(super) fn line(
        &self,
        player: usize,
        sizes: [Sizes; 2],
        access: [bool; 2],
        cube: Cube,
    ) -> Line {
        let opponent = 1 - player;
        let wins = &self.level(cube.turned).wins;
        let win = sizes[player].mean(wins[player]);
        let lose = -sizes[opponent].mean(wins[opponent]);
        let he_cashes = access[opponent].then(|| Knot {
            chance: 1.0 - self.live_cash_point(opponent, sizes, cube),
            value: -wins[opponent][0],
        });
        let i_cash = access[player].then(|| Knot {
            chance: self.live_cash_point(player, sizes, cube),
            value: wins[player][0],
        });
        Line::new([lose, win], he_cashes, i_cash)
    }
}

/// A table may be so flat that nothing is at stake.
#[inline]
fn part(of: f64, whole: f64) -> f64 {
    if whole > 0.0 {
        (of / whole).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

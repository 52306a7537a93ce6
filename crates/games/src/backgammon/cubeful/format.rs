use std::fmt;

use starmax_core::{Bounds, ParseError, Player};

use super::state::{CubefulState, Phase};
use crate::backgammon::match_state::{Crawford, Cube, MatchState};

/// What backgammon with the cube is played for. Written as on the command line: `match=7`, `money,jacoby`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A single game for money.
    Money {
        /// Whether gammons count only after a double.
        jacoby: bool,
        /// Whether the player who takes may double at once and keep the cube.
        beavers: bool,
    },
    /// A match to this many points.
    Match {
        /// The points that win it.
        length: u16,
    },
}

const EXPECTED: &str =
    "match=N, or money with or without jacoby and beavers, such as match=7 or money,jacoby,beavers";

/// The longest match.
const MOST_POINTS: u16 = 999;

impl Format {
    /// Reads parameters.
    pub(super) fn parse(text: &str) -> Result<Self, ParseError> {
        let error = |part: &str| Err(ParseError::new(part, EXPECTED));
        let mut parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if let [part] = parts[..]
            && let Some(length) = part.strip_prefix("match=")
        {
            let length = length.trim().parse().ok();
            let length = length.filter(|length| (1..=MOST_POINTS).contains(length));
            return length.map_or_else(
                || {
                    Err(ParseError::new(
                        part,
                        format!("match=N with N from 1 to {MOST_POINTS}"),
                    ))
                },
                |length| Ok(Self::Match { length }),
            );
        }
        let mut has = |word: &str| {
            let place = parts.iter().position(|part| *part == word);
            place.map(|place| parts.swap_remove(place)).is_some()
        };
        let (money, jacoby, beavers) = (has("money"), has("jacoby"), has("beavers"));
        match parts.first() {
            None if money => Ok(Self::Money { jacoby, beavers }),
            _ => error(text),
        }
    }

    /// The format that a position of a match or for money is from.
    #[must_use]
    pub fn of(around: &MatchState) -> Self {
        match around.length {
            0 => Self::Money {
                jacoby: around.jacoby,
                beavers: around.beavers,
            },
            length => Self::Match { length },
        }
    }

    /// Whether gammons count only after a double.
    #[must_use]
    pub fn has_jacoby(self) -> bool {
        matches!(self, Self::Money { jacoby: true, .. })
    }

    /// The points that win the match; 0 for money.
    #[must_use]
    pub fn length(self) -> u16 {
        match self {
            Self::Money { .. } => 0,
            Self::Match { length } => length,
        }
    }

    /// How many points a player needs to win the match, if it is one.
    #[inline]
    pub(super) fn away(self, state: &CubefulState, player: Player) -> Option<u32> {
        match self {
            Self::Money { .. } => None,
            Self::Match { length } => {
                Some(u32::from(length).saturating_sub(state.score[usize::from(player)]))
            }
        }
    }

    /// Whether the player on roll may double, and has a use for it.
    #[inline]
    pub(super) fn may_double(self, state: &CubefulState) -> bool {
        let player = state.board.player();
        let Cube {
            turned,
            owner,
            most_turns,
        } = state.cube;
        let is_of_use = self
            .away(state, player)
            .is_none_or(|away| away > 1 << turned);
        is_of_use
            && state.crawford != Crawford::Now
            && owner != Some(player.opponent())
            && turned < most_turns
    }

    pub(super) fn may_beaver(self, state: &CubefulState) -> bool {
        let has_beavers = matches!(self, Self::Money { beavers: true, .. });
        has_beavers && state.cube.turned + 2 <= state.cube.most_turns
    }

    /// The game that begins at this score.
    pub(super) fn opening(self, score: [u32; 2]) -> CubefulState {
        let mut state = CubefulState::start(score);
        if self.someone_is_one_away(&state) {
            state.crawford = Crawford::Now;
        }
        state
    }

    fn someone_is_one_away(self, state: &CubefulState) -> bool {
        let is_one_away = |player| self.away(state, player) == Some(1);
        is_one_away(Player::Max) || is_one_away(Player::Min)
    }

    /// What follows a game that brought the winner these points: the end, or the next game of a match.
    pub(super) fn next_game(
        self,
        state: &CubefulState,
        winner: Player,
        points: u32,
    ) -> CubefulState {
        let Self::Match { length } = self else {
            let mut end = CubefulState::start([0, 0]);
            end.score[usize::from(winner)] = points;
            end.phase = Phase::Over;
            return end;
        };
        let mut score = state.score;
        let won = &mut score[usize::from(winner)];
        *won = u32::from(length).min(*won + points);
        let mut next = CubefulState::start(score);
        next.crawford = match state.crawford {
            Crawford::Before if self.someone_is_one_away(&next) => Crawford::Now,
            Crawford::Before => Crawford::Before,
            Crawford::Now | Crawford::After => Crawford::After,
        };
        if score.contains(&u32::from(length)) {
            next.phase = Phase::Over;
            next.crawford = Crawford::Before;
        }
        next
    }

    /// The value at the end, seen by Max.
    pub(super) fn value_of_end(self, state: &CubefulState) -> f64 {
        let [max, min] = state.score.map(f64::from);
        match self {
            Self::Money { .. } => max - min,
            Self::Match { .. } if max > min => 1.0,
            Self::Match { .. } => -1.0,
        }
    }

    pub(super) fn utility(self) -> Bounds {
        let most = match self {
            Self::Money { .. } => f64::from(3_u32 << Cube::USUAL_TURNS),
            Self::Match { .. } => 1.0,
        };
        Bounds::new(-most, most)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match { length } => write!(f, "match={length}"),
            Self::Money { jacoby, beavers } => {
                f.write_str("money")?;
                f.write_str(if *jacoby { ",jacoby" } else { "" })?;
                f.write_str(if *beavers { ",beavers" } else { "" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_written_as_they_are_read() {
        for text in [
            "match=1",
            "match=7",
            "money",
            "money,jacoby",
            "money,beavers",
            "money,jacoby,beavers",
        ] {
            assert_eq!(Format::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            Format::parse("beavers, money"),
            Format::parse("money,beavers")
        );
    }

    #[test]
    fn other_formats_are_refused() {
        for text in [
            "match",
            "match=0",
            "match=x",
            "match=1000",
            "jacoby",
            "money,money",
            "money,match=3",
            "match=3,jacoby",
            "money,",
        ] {
            let error = Format::parse(text).unwrap_err().to_string();
            assert!(error.contains("match=N"), "{text}: {error}");
        }
    }

    #[test]
    fn the_crawford_game_comes_once() {
        let format = Format::Match { length: 3 };
        let first = format.opening([0, 0]);
        let second = format.next_game(&first, Player::Max, 2);
        assert_eq!((second.score, second.crawford), ([2, 0], Crawford::Now));
        assert!(!format.may_double(&second));
        let third = format.next_game(&second, Player::Min, 1);
        assert_eq!((third.score, third.crawford), ([2, 1], Crawford::After));
        let end = format.next_game(&third, Player::Min, 4);
        assert_eq!((end.score, end.phase), ([2, 3], Phase::Over));
        assert_eq!(format.value_of_end(&end), -1.0);
    }
}

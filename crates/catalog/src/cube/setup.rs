//! What is said about a match beside a position.

use starmax_core::{ParseError, Player};
use starmax_games::{Backgammon, BackgammonState, Cube, MatchState};
use starmax_judges::backgammon::Chances;

/// The match around a position whose text does not say it. Everything is as usual unless said otherwise: for money, the cube in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CubeSetup {
    /// The points that win the match.
    pub length: Option<u16>,
    /// The points of the player on roll, and of the opponent.
    pub score: Option<[u16; 2]>,
    /// What the cube shows.
    pub cube: Option<u32>,
    /// Whose it is.
    pub owner: Option<Owner>,
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// For money: whether gammons count only after a double.
    pub jacoby: bool,
    /// For money: whether there are beavers.
    pub beavers: bool,
}

/// Whose cube it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The player on roll.
    Me,
    /// The opponent.
    Opponent,
    /// Nobody: it is in the middle.
    Nobody,
}

impl CubeSetup {
    /// Reads a position, and puts it into this match.
    pub(super) fn position(&self, text: &str) -> Result<(BackgammonState, MatchState), ParseError> {
        let game = Backgammon::default();
        let (board, around) = game.parse_with_match(text)?;
        if board.roll().is_some() {
            return Err(ParseError::new(
                text,
                "a position before the roll: nobody doubles after it",
            ));
        }
        if *self == Self::default() {
            return Ok((board, around));
        }
        if text.contains(':') {
            return Err(ParseError::new(
                text,
                "a position ID beside a match, score or cube that are given: an XGID or a GNUBGID says all of that",
            ));
        }
        let player = board.player();
        let score = self.score.unwrap_or_default();
        let around = MatchState {
            cube: self.cube(player)?,
            length: self.length.unwrap_or(0),
            score: match player {
                Player::Max => score,
                Player::Min => [score[1], score[0]],
            },
            is_crawford: self.crawford,
            jacoby: self.jacoby,
            beavers: self.beavers,
            offer: None,
        };
        around.check(text, &board)?;
        Ok((board, around))
    }

    fn cube(&self, player: Player) -> Result<Cube, ParseError> {
        let value = self.cube.unwrap_or(1);
        let most = 1 << Cube::USUAL_TURNS;
        if !value.is_power_of_two() || value > most {
            return Err(ParseError::new(
                value.to_string(),
                format!("a cube of 1, 2, 4 and so on up to {most}"),
            ));
        }
        Ok(Cube {
            turned: u8::try_from(value.trailing_zeros()).expect("at most 10"),
            owner: match self.owner {
                Some(Owner::Me) => Some(player),
                Some(Owner::Opponent) => Some(player.opponent()),
                Some(Owner::Nobody) | None => None,
            },
            ..Cube::default()
        })
    }
}

/// Reads five chances with commas between them: to win, to win a gammon or more, to win a backgammon, to lose a gammon or more, to lose a
/// backgammon.
///
/// # Errors
/// When they are not five numbers from 0 to 1 that fit to each other.
pub fn parse_chances(text: &str) -> Result<Chances, ParseError> {
    /// Chances are often rounded.
    const ROUNDING: f32 = 1e-4;
    let error = |expected: &str| ParseError::new(text, expected);
    let numbers: Option<Vec<f32>> = (text.split(','))
        .map(|number| number.trim().parse().ok())
        .collect();
    let numbers = numbers.and_then(|numbers| <[f32; Chances::COUNT]>::try_from(numbers).ok());
    let numbers = numbers
        .ok_or_else(|| error("five chances W,WG,WBG,LG,LBG, such as 0.53,0.14,0.01,0.12,0.01"))?;
    if let Some(number) = numbers.iter().find(|number| !(0.0..=1.0).contains(*number)) {
        return Err(error(&format!("chances from 0 to 1, not {number}")));
    }
    let chances = Chances::from_array(numbers);
    let pairs = [
        (chances.win_gammon, chances.win, "gammons won than wins"),
        (
            chances.win_backgammon,
            chances.win_gammon,
            "backgammons won than gammons won",
        ),
        (
            chances.lose_gammon,
            1.0 - chances.win,
            "gammons lost than losses",
        ),
        (
            chances.lose_backgammon,
            chances.lose_gammon,
            "backgammons lost than gammons lost",
        ),
    ];
    match pairs
        .iter()
        .find(|(part, whole, _)| *part > *whole + ROUNDING)
    {
        Some((part, whole, what)) => Err(error(&format!("no more {what}, not {part} of {whole}"))),
        None => Ok(chances),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_that_cannot_be_are_refused() {
        assert!(parse_chances("0.5,0.1,0,0.1,0").is_ok());
        for text in [
            "",
            "0.5",
            "0.5,0.1,0,0.1,0,0",
            "x,0,0,0,0",
            "-0.1,0,0,0,0",
            "1.1,0,0,0,0",
            "nan,0,0,0,0",
        ] {
            assert!(parse_chances(text).is_err(), "{text}");
        }
        for (text, part) in [
            ("0.3,0.4,0,0,0", "gammons won than wins"),
            ("0.3,0.2,0.3,0,0", "backgammons won than gammons won"),
            ("0.9,0.2,0.1,0.2,0", "gammons lost than losses"),
            ("0.1,0,0,0.2,0.3", "backgammons lost than gammons lost"),
        ] {
            let error = parse_chances(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_setup_is_checked() {
        let position = "4HPwATDgc/ABMA";
        let setup = |change: fn(&mut CubeSetup)| {
            let mut setup = CubeSetup::default();
            change(&mut setup);
            setup.position(position)
        };
        let (_, around) = setup(|setup| {
            (setup.length, setup.score) = (Some(7), Some([3, 5]));
            (setup.cube, setup.owner) = (Some(2), Some(Owner::Opponent));
        })
        .unwrap();
        assert_eq!(
            (around.score, around.cube.owner),
            ([3, 5], Some(Player::Min))
        );
        for wrong in [
            setup(|setup| setup.cube = Some(3)),
            setup(|setup| setup.owner = Some(Owner::Me)),
            setup(|setup| setup.crawford = true),
            setup(|setup| (setup.length, setup.score) = (Some(5), Some([5, 0]))),
            setup(|setup| (setup.length, setup.cube) = (Some(5), Some(2))),
            setup(|setup| (setup.length, setup.jacoby) = (Some(5), true)),
        ] {
            assert!(wrong.is_err(), "{wrong:?}");
        }
    }
}

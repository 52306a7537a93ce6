use anyhow::bail;

/// Which players the person at the keyboard plays; the engine plays the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The player with this number, from 0.
    One(usize),
    /// Every player.
    Everybody,
    /// No player: the engine plays against itself.
    Nobody,
}

/// Players by their place, for those who do not know the names yet.
const PLACES: [&str; 3] = ["first", "second", "third"];

impl Side {
    /// Reads the name of a player or its place, `both` or `none`.
    ///
    /// # Errors
    /// When there is no such player.
    pub(super) fn parse(text: &str, names: &[&str]) -> anyhow::Result<Self> {
        let is_text = |name: &&str| name.eq_ignore_ascii_case(text);
        let places = PLACES.iter().take(names.len());
        let number = (names.iter().position(is_text)).or_else(|| places.clone().position(is_text));
        Ok(match (number, text) {
            (Some(number), _) => Self::One(number),
            (None, "both" | "all") => Self::Everybody,
            (None, "none") => Self::Nobody,
            (None, _) => bail!(
                "found \"{text}\" for --side, expected one of {}, {}, both, none",
                names.join(", "),
                places.copied().collect::<Vec<_>>().join(", ")
            ),
        })
    }

    /// The same as text, as on the command line.
    pub(super) fn written(self, names: &[&'static str]) -> &'static str {
        match self {
            Self::One(player) => names[player],
            Self::Everybody => "both",
            Self::Nobody => "none",
        }
    }

    pub(super) fn plays(self, player: usize) -> bool {
        match self {
            Self::One(one) => one == player,
            Self::Everybody => true,
            Self::Nobody => false,
        }
    }

    /// The player, if the person plays one of them only.
    pub(super) fn only(self) -> Option<usize> {
        match self {
            Self::One(player) => Some(player),
            Self::Everybody | Self::Nobody => None,
        }
    }

    /// What a player is called where the person is one of them.
    pub(super) fn name(self, player: usize, names: &[&str]) -> String {
        let name = names[player];
        match self {
            Self::One(one) if one == player => format!("You ({name})"),
            Self::One(_) => format!("The engine ({name})"),
            Self::Everybody | Self::Nobody => name.to_owned(),
        }
    }

    /// The seat of the next player, if the person has one seat of several.
    pub(super) fn swapped(self, players: usize) -> Self {
        match self {
            Self::One(player) => Self::One((player + 1) % players),
            other => other,
        }
    }

    /// Who plays what, in words.
    pub(super) fn describe(self, names: &[&str]) -> String {
        match self {
            Self::One(player) => {
                let others: Vec<_> = (0..names.len()).filter(|&other| other != player).collect();
                let others: Vec<_> = others.into_iter().map(|other| names[other]).collect();
                format!(
                    "You are {}, the engine is {}",
                    names[player],
                    others.join(" and ")
                )
            }
            Self::Everybody => format!("You are {}", names.join(" and ")),
            Self::Nobody => format!("The engine is {}", names.join(" and ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 2] = ["X", "O"];

    #[test]
    fn a_side_is_a_name_or_a_place() {
        for (text, side) in [
            ("X", Side::One(0)),
            ("o", Side::One(1)),
            ("first", Side::One(0)),
            ("second", Side::One(1)),
            ("both", Side::Everybody),
            ("none", Side::Nobody),
        ] {
            assert_eq!(Side::parse(text, &NAMES).unwrap(), side);
        }
        assert_eq!(
            Side::parse("c", &["A", "B", "C"]).unwrap(),
            Side::parse("third", &["A", "B", "C"]).unwrap()
        );
        for text in ["", "z", "third"] {
            let error = Side::parse(text, &NAMES).unwrap_err().to_string();
            let expected = "expected one of X, O, first, second, both, none";
            assert!(error.contains(&format!("found \"{text}\"")), "{error}");
            assert!(error.ends_with(expected), "{error}");
        }
    }

    #[test]
    fn swapping_moves_one_seat_on() {
        assert_eq!(Side::One(0).swapped(2), Side::One(1));
        assert_eq!(Side::One(1).swapped(2), Side::One(0));
        assert_eq!(Side::One(1).swapped(3), Side::One(2));
        assert_eq!(Side::Everybody.swapped(2), Side::Everybody);
    }

    #[test]
    fn everybody_has_a_seat() {
        let names = ["A", "B", "C"];
        assert_eq!(
            Side::One(1).describe(&names),
            "You are B, the engine is A and C"
        );
        assert_eq!(Side::Everybody.describe(&NAMES), "You are X and O");
        assert_eq!(Side::Nobody.describe(&NAMES), "The engine is X and O");
        assert_eq!(Side::One(1).name(1, &NAMES), "You (O)");
        assert_eq!(Side::One(1).name(0, &NAMES), "The engine (X)");
        assert_eq!(Side::Everybody.name(0, &NAMES), "X");
    }
}

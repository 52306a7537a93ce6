//! The board in words.

use starmax_core::{Notation, Player};
use starmax_games::{Backgammon, MatchState, Offer};

use super::Board;
use super::geometry::{BAR, OFF};

impl Board<'_> {
    pub(super) fn name(&self, player: Player) -> &str {
        self.names[usize::from(player)]
    }

    /// Whose turn it is, and what waits to be done.
    pub(super) fn headline(&self) -> String {
        let player = self.state.player();
        let (name, other) = (self.name(player), self.name(player.opponent()));
        let game = Backgammon::default();
        if let Some(winner) = self.state.winner() {
            let win = match game.win_in_points(self.state) {
                Some(2) => " a gammon",
                Some(3) => " a backgammon",
                _ => "",
            };
            return format!("{} wins{win}", self.name(winner));
        }
        match (self.around.offer, self.state.roll()) {
            (Some(Offer::Double), _) => {
                let value = self.around.cube.value() * 2;
                format!("{name} doubles to {value}, {other} to answer")
            }
            (Some(Offer::Resignation { by, points }), _) => {
                let kind = match points {
                    1 => "a single game",
                    2 => "a gammon",
                    _ => "a backgammon",
                };
                format!("{} offers to resign {kind}", self.name(by))
            }
            (None, None) => format!("{name} to roll"),
            (None, Some(roll)) => match self.mv {
                None => format!("{name} to play {roll}"),
                Some(mv) => format!("{name} plays {roll}: {}", game.write_move(self.state, mv)),
            },
        }
    }

    /// The match and its rules.
    pub(super) fn setting(&self) -> String {
        let MatchState {
            length,
            is_crawford,
            jacoby,
            beavers,
            ..
        } = self.around;
        let game = match length {
            0 => "Money game".to_owned(),
            1 => "Match to 1 point".to_owned(),
            length => format!("Match to {length} points"),
        };
        let rules = [
            (is_crawford, ", Crawford game"),
            (jacoby, ", Jacoby rule"),
            (beavers, ", beavers"),
        ];
        let in_force = rules.iter().filter(|(is_in_force, _)| *is_in_force);
        game + &in_force.map(|(_, rule)| *rule).collect::<String>()
    }

    /// What is to be seen, for those who cannot see it.
    pub(super) fn description(&self) -> String {
        let [viewer, other] = [self.viewer, self.viewer.opponent()];
        format!(
            "{}. {} {} {} {}{} Points are counted from the side of each player.",
            self.headline(),
            self.army(viewer),
            self.army(other),
            self.cube_in_words(),
            self.setting(),
            self.score_in_words(),
        )
    }

    fn army(&self, player: Player) -> String {
        let checkers = self.state.checkers(player);
        let tone = match player {
            Player::Max => "light",
            Player::Min => "dark",
        };
        let places: Vec<String> = (checkers.counts().into_iter().enumerate())
            .rev()
            .filter(|&(_, count)| count > 0)
            .map(|(place, count)| match place {
                OFF => format!("{count} borne off"),
                BAR => format!("{count} on the bar"),
                point => format!("{count} on point {point}"),
            })
            .collect();
        format!(
            "{} has the {tone} checkers, {} pips: {}.",
            self.name(player),
            checkers.pips(),
            places.join(", ")
        )
    }

    fn cube_in_words(&self) -> String {
        let MatchState {
            cube, is_crawford, ..
        } = self.around;
        let value = cube.value();
        match cube.owner {
            _ if is_crawford => "The cube is not used.".to_owned(),
            None => format!("The cube is in the middle and stands at {value}."),
            Some(owner) => format!(
                "{} owns the cube, which stands at {value}.",
                self.name(owner)
            ),
        }
    }

    fn score_in_words(&self) -> String {
        if !self.has_score() {
            return ".".to_owned();
        }
        let points = |player| self.around.score[usize::from(player)];
        let [viewer, other] = [self.viewer, self.viewer.opponent()];
        format!(
            ", {} {}, {} {}.",
            self.name(viewer),
            points(viewer),
            self.name(other),
            points(other)
        )
    }

    /// Whether there is a match, or a score in a session for money.
    pub(super) fn has_score(&self) -> bool {
        self.around.length > 0 || self.around.score != [0, 0]
    }
}

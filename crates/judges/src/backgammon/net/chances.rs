use starmax_games::Scoring;

use super::NetInputs;

/// How a game may end, seen by one player: five chances from 0 to 1.
///
/// A gammon is also a win, and a backgammon is also a gammon, so one point is made with `win - win_gammon`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// To win at all.
    pub win: f32,
    /// To win two points or more.
    pub win_gammon: f32,
    /// To win three points.
    pub win_backgammon: f32,
    /// To lose two points or more.
    pub lose_gammon: f32,
    /// To lose three points.
    pub lose_backgammon: f32,
}

impl Chances {
    /// How many chances there are.
    pub const COUNT: usize = 5;

    /// The chances when the game is won with this many points.
    #[must_use]
    pub fn won(points: u8) -> Self {
        let at_least = |least| f32::from(u8::from(points >= least));
        Self {
            win: 1.0,
            win_gammon: at_least(2),
            win_backgammon: at_least(3),
            ..Self::default()
        }
    }

    /// The chances in the order of the fields.
    #[inline]
    #[must_use]
    pub fn from_array(numbers: [f32; Self::COUNT]) -> Self {
        let [
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
        ] = numbers;
        Self {
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
        }
    }

    /// The fields in their order.
    #[inline]
    #[must_use]
    pub fn to_array(self) -> [f32; Self::COUNT] {
        [
            self.win,
            self.win_gammon,
            self.win_backgammon,
            self.lose_gammon,
            self.lose_backgammon,
        ]
    }

    /// The same seen by the other player.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// The points that can be expected, from -3 to 3.
    #[inline]
    #[must_use]
    pub fn equity(self) -> f32 {
        2.0 * self.win - 1.0
            + (self.win_gammon - self.lose_gammon)
            + (self.win_backgammon - self.lose_backgammon)
    }

    /// What can be expected when wins count so.
    #[inline]
    #[must_use]
    pub fn value(self, scoring: Scoring) -> f32 {
        match scoring {
            Scoring::Points => self.equity(),
            Scoring::Win => 2.0 * self.win - 1.0,
        }
    }

    /// The same without gammons that the rules exclude: a player who has borne off a checker loses one point at most.
    #[inline]
    #[must_use]
    pub(super) fn possible(mut self, inputs: &NetInputs) -> Self {
        let [mine, his] = inputs.have_borne_off();
        if his {
            (self.win_gammon, self.win_backgammon) = (0.0, 0.0);
        }
        if mine {
            (self.lose_gammon, self.lose_backgammon) = (0.0, 0.0);
        }
        self
    }

    /// The nearest chances that can be: besides, no more gammons than wins, and no more backgammons than gammons.
    #[must_use]
    pub(super) fn nearest_possible(self, inputs: &NetInputs) -> Self {
        let win = self.win.clamp(0.0, 1.0);
        let win_gammon = self.win_gammon.clamp(0.0, win);
        let lose_gammon = self.lose_gammon.clamp(0.0, 1.0 - win);
        let consistent = Self {
            win,
            win_gammon,
            win_backgammon: self.win_backgammon.clamp(0.0, win_gammon),
            lose_gammon,
            lose_backgammon: self.lose_backgammon.clamp(0.0, lose_gammon),
        };
        consistent.possible(inputs)
    }
}

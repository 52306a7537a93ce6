use crate::backgammon::Chances;

/// How large the wins of a player are: which part of them are gammons (backgammons too), and which part backgammons.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    gammons: f64,
    backgammons: f64,
}

impl Sizes {
    fn new(wins: f64, gammons: f32, backgammons: f32) -> Self {
        let part = |chance: f32| {
            if wins > 0.0 {
                (f64::from(chance) / wins).clamp(0.0, 1.0)
            } else {
                0.0
            }
        };
        let gammons = part(gammons);
        Self {
            gammons,
            backgammons: part(backgammons).min(gammons),
        }
    }

    /// The mean, when wins, gammons and backgammons are worth this.
    #[inline]
    pub(super) fn mean(self, [single, gammon, backgammon]: [f64; 3]) -> f64 {
        single + self.gammons * (gammon - single) + self.backgammons * (backgammon - gammon)
    }

    /// The mean in points.
    #[inline]
    pub(super) fn points(self) -> f64 {
        1.0 + self.gammons + self.backgammons
    }
}

/// The chance of a player to win, and the sizes of this player's wins and of the opponent's.
#[inline]
pub(super) fn win_and_sizes(chances: &Chances) -> (f64, [Sizes; 2]) {
    let win = f64::from(chances.win).clamp(0.0, 1.0);
    let mine = Sizes::new(win, chances.win_gammon, chances.win_backgammon);
    let his = Sizes::new(1.0 - win, chances.lose_gammon, chances.lose_backgammon);
    (win, [mine, his])
}

use starmax_core::Player;
use starmax_games::Cube;

use super::money;
use super::sizes::{Sizes, win_and_sizes};
use super::stakes::{Kind, Stakes, max_first};
use crate::backgammon::Chances;

/// What stands behind a cube decision, seen by the player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explanation {
    /// How live the cube is taken to be, from 0 to 1.
    pub efficiency: f64,
    /// The chance to win.
    pub win: f64,
    /// How many points a win counts on average, without the cube. Gammons count as they do after a double.
    pub mean_win: f64,
    /// The same for a loss.
    pub mean_loss: f64,
    /// The least chances to win with which the opponent takes the double of the player on roll.
    pub opponent_takes: Point,
    /// The least chances to win with which the player on roll would take the same double of the opponent.
    pub player_takes: Point,
    /// What a gammon of the player is worth beyond a win, and one of the opponent, when half of what is between a loss and a win is 1:
    /// with the cube as it is. For money both are 1, or 0 where gammons do not count; half of it is often called the gammon price.
    pub gammon_values: [f64; 2],
    /// The same with the cube that was doubled once.
    pub gammon_values_doubled: [f64; 2],
    /// The value without a double if the cube were dead, and if it were fully live.
    pub no_double: Point,
    /// The value of a double that is taken, if the cube were dead, and if it were fully live.
    pub double_take: Point,
    /// What the ends are worth with the cube as it is.
    pub now: Worth,
    /// What they are worth after a double.
    pub doubled: Worth,
}

/// Two numbers between which the truth lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// With a cube that nobody will turn again.
    pub dead: f64,
    /// With a cube that is always turned at the very best moment.
    pub live: f64,
}

impl Point {
    /// In between, as far from `dead` as the efficiency says.
    #[must_use]
    pub fn blend(self, efficiency: f64) -> f64 {
        efficiency * self.live + (1.0 - efficiency) * self.dead
    }

    fn from_cash([dead, live]: [f64; 2]) -> Self {
        Self {
            dead: 1.0 - dead,
            live: 1.0 - live,
        }
    }
}

/// What the ends of a game are worth to the player on roll: points for money, chances to win the match else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// A win, a gammon, a backgammon.
    pub wins: [f64; 3],
    /// The same for losses.
    pub losses: [f64; 3],
}

impl Worth {
    fn new(stakes: &Stakes, player: Player, cube: Cube) -> Self {
        let worth = |winner: Player, points| {
            let value = player.sees(stakes.result(winner, points, cube));
            match stakes.kind {
                Kind::Money { .. } => value,
                Kind::Match(_) => f64::midpoint(1.0, value),
            }
        };
        let all = |winner| [1, 2, 3].map(|points| worth(winner, points));
        Self {
            wins: all(player),
            losses: all(player.opponent()),
        }
    }

    fn gammon_values(&self) -> [f64; 2] {
        let half = (self.wins[0] - self.losses[0]) / 2.0;
        [
            (self.wins[1] - self.wins[0]) / half,
            (self.losses[0] - self.losses[1]) / half,
        ]
    }
}

impl Explanation {
    pub(super) fn new(
        stakes: &Stakes,
        chances: &Chances,
        player: Player,
        cube: Cube,
        efficiency: f64,
    ) -> Self {
        let (win, sizes) = win_and_sizes(chances);
        let dead_and_live = |cube| {
            let line = stakes.line(player, sizes, cube);
            Point {
                dead: line.dead(win),
                live: line.live(win),
            }
        };
        let doubled = cube.doubled_by(player);
        let [now_worth, doubled_worth] =
            [cube, doubled].map(|cube| Worth::new(stakes, player, cube));
        Self {
            efficiency,
            win,
            mean_win: sizes[0].points(),
            mean_loss: sizes[1].points(),
            opponent_takes: Point::from_cash(cash_points(stakes, player, sizes, cube)),
            player_takes: {
                let [mine, his] = sizes;
                Point::from_cash(cash_points(stakes, player.opponent(), [his, mine], cube))
            },
            gammon_values: now_worth.gammon_values(),
            gammon_values_doubled: doubled_worth.gammon_values(),
            no_double: dead_and_live(cube),
            double_take: dead_and_live(doubled),
            now: now_worth,
            doubled: doubled_worth,
        }
    }
}

/// With which chances of the doubler the opponent may as well pass: with a dead cube and with a live one.
fn cash_points(stakes: &Stakes, doubler: Player, sizes: [Sizes; 2], cube: Cube) -> [f64; 2] {
    match &stakes.kind {
        Kind::Money { .. } => {
            let turns_left = cube.most_turns.saturating_sub(cube.turned);
            money::cash_points(sizes[0], sizes[1], turns_left)
        }
        Kind::Match(score) => {
            let (number, sizes) = (usize::from(doubler), max_first(doubler, sizes));
            [
                score.dead_cash_point(number, sizes, cube),
                score.live_cash_point(number, sizes, cube),
            ]
        }
    }
}

//! The model of Rick Janowski for money.

use super::line::{Knot, Line};
use super::sizes::Sizes;

/// So far from its largest value the limit of a cube does not matter.
const FAR: u8 = 6;

/// With which chances of a player the opponent may as well pass, when the cube can be turned this often: with a dead cube after the double
/// and with a live one. `mine` are the sizes of the player's wins.
pub(super) fn cash_points(mine: Sizes, his: Sizes, turns_left: u8) -> [f64; 2] {
    let (win, loss) = (mine.points(), his.points());
    let dead = |win: f64, loss: f64| (loss + 0.5) / (win + loss);
    if turns_left >= FAR {
        let live = (loss + 1.0) / (win + loss + 0.5);
        return [dead(win, loss), live];
    }
    // The last doubles are of dead cubes. Before them, the taker's value rises from losing twice the cube to cashing it.
    let (mut live, mut his_live) = (dead(win, loss), dead(loss, win));
    for _ in 1..turns_left {
        let part = |win: f64| (win - 0.5) / (win + 1.0);
        (live, his_live) = (1.0 - part(win) * his_live, 1.0 - part(loss) * live);
    }
    [dead(win, loss), live]
}

/// What a position is worth with a cube of 1 that nobody doubles now. `access` says who can turn it: the player, the opponent.
#[inline]
pub(super) fn line(
    [mine, his]: [Sizes; 2],
    access: [bool; 2],
    turns_left: u8,
    gammons_count: bool,
) -> Line {
    let (win, lose) = if gammons_count {
        (mine.points(), -his.points())
    } else {
        (1.0, -1.0)
    };
    let cash = |mine, his| {
        let [_, live] = cash_points(mine, his, turns_left);
        live
    };
    let he_cashes = access[1].then(|| Knot {
        chance: 1.0 - cash(his, mine),
        value: -1.0,
    });
    let i_cash = access[0].then(|| Knot {
        chance: cash(mine, his),
        value: 1.0,
    });
    Line::new([lose, win], he_cashes, i_cash)
}

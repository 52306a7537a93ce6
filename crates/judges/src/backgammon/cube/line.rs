/// A point of a line: the winning chance of the player, and the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot {
    pub(super) chance: f64,
    pub(super) value: f64,
}

/// What a position is worth to a player by the chance to win, from `lose` at 0 to `win` at 1.
///
/// With a dead cube that is a straight line. With a live one, which is turned at the very moment when the opponent may as well pass, it
/// is bent where each of the players cashes. Who has no access to the cube never does: then the knot is the end of the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) lose: f64,
    pub(super) he_cashes: Knot,
    pub(super) i_cash: Knot,
    pub(super) win: f64,
}

impl Line {
    /// `None` is the knot of a player who has no access to the cube.
    #[inline]
    pub(super) fn new(
        [lose, win]: [f64; 2],
        he_cashes: Option<Knot>,
        i_cash: Option<Knot>,
    ) -> Self {
        let at = |chance, value| Knot { chance, value };
        Self {
            lose,
            he_cashes: he_cashes.unwrap_or(at(0.0, lose)),
            i_cash: i_cash.unwrap_or(at(1.0, win)),
            win,
        }
    }

    /// The same with another unit.
    #[inline]
    pub(super) fn times(self, factor: f64) -> Self {
        let scaled = |knot: Knot| Knot {
            value: factor * knot.value,
            ..knot
        };
        Self {
            lose: factor * self.lose,
            he_cashes: scaled(self.he_cashes),
            i_cash: scaled(self.i_cash),
            win: factor * self.win,
        }
    }

    #[inline]
    pub(super) fn dead(&self, chance: f64) -> f64 {
        self.lose + (self.win - self.lose) * chance
    }

    #[inline]
    pub(super) fn live(&self, chance: f64) -> f64 {
        let (his, mine) = (self.he_cashes, self.i_cash);
        if chance < his.chance {
            self.lose + (his.value - self.lose) * (chance / his.chance)
        } else if chance < mine.chance {
            let part = (chance - his.chance) / (mine.chance - his.chance);
            his.value + (mine.value - his.value) * part
        } else if mine.chance < 1.0 {
            let part = (chance - mine.chance) / (1.0 - mine.chance);
            mine.value + (self.win - mine.value) * part
        } else {
            self.win
        }
    }

    /// Cubes are neither dead nor fully live: `efficiency` is from 0, dead, to 1, live.
    #[inline]
    pub(super) fn blend(&self, chance: f64, efficiency: f64) -> f64 {
        efficiency * self.live(chance) + (1.0 - efficiency) * self.dead(chance)
    }
}

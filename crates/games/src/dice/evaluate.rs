use starmax_core::{Bounds, Evaluator, Player};

use super::{Dice, DiceState};

/// Judges [`Dice`] by pairs, as the thesis does (section 4.2.1): X's pairs minus O's.
///
/// A pair is two stones of one player side by side, or with one empty square between them, in a row, column or diagonal. A win
/// counts as 32 pairs, so the value is the difference divided by 32, without rounding. A lead of more than 31
/// pairs, possible only on boards crowded beyond what play brings, counts as 31: never as much as a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs;

const WIN: i32 = 32;

impl Pairs {
    #[inline]
    fn value(lead: i32) -> f64 {
        f64::from(lead.clamp(1 - WIN, WIN - 1)) / f64::from(WIN)
    }
}

impl Evaluator<Dice> for Pairs {
    #[inline]
    fn evaluate(&self, _: &Dice, state: &DiceState) -> f64 {
        Self::value(lead(state))
    }

    fn bounds(&self, game: &Dice, state: &DiceState, depth: u32) -> Bounds {
        bounds(*game, state, depth, Self::value)
    }
}

/// Judges [`Dice`] by the hyperbolic tangent of 0.15 times the lead in pairs: as [`Pairs`], but leads spread over the whole of
/// [-1, 1], as the values of a trained net do.
#[derive(Clone, Debug, PartialEq)]
pub struct PairsTanh {
    /// For leads from 0 up.
    values: Vec<f64>,
}

const STEEPNESS: f64 = 0.15;
/// Leads beyond this one count no more; their values could not be told from a win.
const LARGEST_LEAD: u16 = 100;

impl PairsTanh {
    fn value(&self, lead: i32) -> f64 {
        let size = lead.unsigned_abs().min(u32::from(LARGEST_LEAD)) as usize;
        if lead < 0 {
            -self.values[size]
        } else {
            self.values[size]
        }
    }
}

impl Default for PairsTanh {
    fn default() -> Self {
        let value = |lead| (STEEPNESS * f64::from(lead)).tanh();
        Self {
            values: (0..=LARGEST_LEAD).map(value).collect(),
        }
    }
}

impl Evaluator<Dice> for PairsTanh {
    #[inline]
    fn evaluate(&self, _: &Dice, state: &DiceState) -> f64 {
        self.value(lead(state))
    }

    fn bounds(&self, game: &Dice, state: &DiceState, depth: u32) -> Bounds {
        bounds(*game, state, depth, |lead| self.value(lead))
    }
}

#[inline]
fn lead(state: &DiceState) -> i32 {
    i32::from(state.pairs(Player::Max)) - i32::from(state.pairs(Player::Min))
}

/// What the value of a state can be within `depth` levels, where `value` judges a lead in pairs.
///
/// A stone never costs its player any lead, so the lead moves at most by what each player's stones to come can
/// bring. Only a player who can finish a line with these stones can win, and only a board that they fill is a draw.
fn bounds(game: Dice, state: &DiceState, depth: u32, value: impl Fn(i32) -> f64) -> Bounds {
    let [max, min] = [Player::Max, Player::Min].map(|player| Prospects::new(state, player, depth));
    let lead = lead(state);
    let undecided = Bounds {
        lower: if min.can_finish_line(game) {
            -1.0
        } else {
            value(lead - min.most_gained())
        },
        upper: if max.can_finish_line(game) {
            1.0
        } else {
            value(lead + max.most_gained())
        },
    };
    let can_fill_board =
        max.stones + max.to_come + min.stones + min.to_come >= u32::from(game.squares());
    if can_fill_board {
        undecided.hull(Bounds::exact(0.0))
    } else {
        undecided
    }
}

/// What a player may still do within some levels.
pub(super) struct Prospects {
    stones: u32,
    /// Stones that the player may still put.
    pub(super) to_come: u32,
    pairs: u32,
    /// Pairs of the opponent that there may be to break.
    breakable: u32,
}

/// A stone lies on so many lines. On each it breaks one pair at most, or makes one pair with one other stone or two with two.
const LINES: u32 = 4;

impl Prospects {
    pub(super) fn new(state: &DiceState, player: Player, depth: u32) -> Self {
        let decisions = match state.roll() {
            Some(_) => depth.div_ceil(2),
            None => depth / 2,
        };
        let turns = |player| {
            if player == state.player {
                decisions.div_ceil(2)
            } else {
                decisions / 2
            }
        };
        let opponent = player.opponent();
        Self {
            stones: u32::from(state.stones(player)),
            to_come: turns(player),
            pairs: u32::from(state.pairs(player)),
            breakable: u32::from(state.pairs(opponent)) + LINES * turns(opponent),
        }
    }

    /// Whether the stones and pairs at hand do not rule it out.
    ///
    /// A line that lacks `n` stones has `line - n` of them already. Neighbours among these are a pair unless at least two
    /// of the empty squares lie between them, so all but `n / 2` of the `line - n - 1` neighbours are pairs.
    fn can_finish_line(&self, game: Dice) -> bool {
        let line = u32::from(game.line);
        let lacking = self.to_come;
        lacking > 0
            && self.stones + lacking >= line
            && self.pairs + lacking + lacking / 2 + 1 >= line
    }

    /// How much lead the stones to come can bring at most.
    fn most_gained(&self) -> i32 {
        let gained = (0..self.to_come).map(|stone| {
            let others = self.stones + stone;
            (others + self.breakable)
                .min(LINES + others / 2)
                .min(2 * LINES)
        });
        gained.sum::<u32>().cast_signed()
    }
}

#[cfg(test)]
mod tests {
    use starmax_core::Notation;

    use super::*;

    fn values(position: &str) -> (f64, f64) {
        let game = Dice::default();
        let state = game.parse_state(position).unwrap();
        let tanh = PairsTanh::default();
        (Pairs.evaluate(&game, &state), tanh.evaluate(&game, &state))
    }

    #[test]
    fn pairs_are_neighbours_or_have_one_empty_square_between_them() {
        for (position, lead) in [
            ("5/5/5/5/5:x", 0.0),
            ("xx3/5/5/5/5:x", 1.0),
            ("x1x2/5/5/5/5:x", 1.0),
            ("x2x1/5/5/5/5:x", 0.0),
            ("xox2/5/5/5/5:x", 0.0),
            ("xxx2/5/5/5/5:x", 2.0),
            ("o4/5/2o2/5/o4:x", -2.0),
            ("oo3/5/x4/5/1xx2:x", 1.0),
        ] {
            let (pairs, tanh) = values(position);
            assert_eq!(pairs, lead / 32.0, "{position}");
            assert!((tanh - (0.15 * lead).tanh()).abs() < 1e-15, "{position}");
        }
    }

    #[test]
    fn a_huge_lead_is_still_no_win() {
        let (pairs, tanh) = values("xxx1x/xxx1x/xxx1x/5/xxx1x:x");
        assert_eq!(pairs, 31.0 / 32.0);
        assert!(0.99 < tanh && tanh < 1.0);
    }
}

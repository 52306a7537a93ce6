use starmax_core::{Bounds, Evaluator, InBulk, Player};

use super::prospects::{Most, Prospects, Reach};
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

    #[inline]
    fn in_bulk(&self) -> Option<&dyn InBulk<Dice>> {
        Some(self)
    }
}

impl InBulk<Dice> for Pairs {
    fn outcome_bounds(
        &self,
        game: &Dice,
        state: &DiceState,
        outcomes: &[(u8, f64)],
        depth: u32,
        out: &mut Vec<Bounds>,
    ) {
        outcome_bounds(*game, state, outcomes, depth, Self::value, out);
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

    #[inline]
    fn in_bulk(&self) -> Option<&dyn InBulk<Dice>> {
        Some(self)
    }
}

impl InBulk<Dice> for PairsTanh {
    fn outcome_bounds(
        &self,
        game: &Dice,
        state: &DiceState,
        outcomes: &[(u8, f64)],
        depth: u32,
        out: &mut Vec<Bounds>,
    ) {
        let value = |lead| self.value(lead);
        outcome_bounds(*game, state, outcomes, depth, value, out);
    }
}

#[inline]
fn lead(state: &DiceState) -> i32 {
    i32::from(state.pairs(Player::Max)) - i32::from(state.pairs(Player::Min))
}

/// What the value of a state can be within `depth` levels, where `value` judges a lead in pairs.
fn bounds(game: Dice, state: &DiceState, depth: u32, value: impl Fn(i32) -> f64) -> Bounds {
    let (mover, opponent) = if let Some(roll) = state.roll() {
        let reach = Reach::new(game, state, depth, roll..roll + 1);
        (reach.mover[usize::from(roll)], reach.opponent)
    } else {
        // A search goes on to ask for all outcomes, which has the sum of tighter bounds.
        let most = |player| Prospects::new(state, player, depth).most(game);
        (most(state.player), most(state.player.opponent()))
    };
    Span::new(game, state, depth, value).bounds(mover, opponent)
}

/// The bounds of the states after each of the outcomes.
fn outcome_bounds(
    game: Dice,
    state: &DiceState,
    outcomes: &[(u8, f64)],
    depth: u32,
    value: impl Fn(i32) -> f64,
    out: &mut Vec<Bounds>,
) {
    let reach = Reach::new(game, state, depth, 0..game.size);
    let span = Span::new(game, state, depth + 1, value);
    out.extend(outcomes.iter().map(|&(roll, _)| {
        let mover = reach.mover[usize::from(roll)];
        span.bounds(mover, reach.opponent)
    }));
}

/// Turns what the players can gain into bounds of a value.
struct Span<V> {
    player: Player,
    lead: i32,
    /// Whether the stones to come can fill the board.
    may_draw: bool,
    value: V,
}

impl<V: Fn(i32) -> f64> Span<V> {
    fn new(game: Dice, state: &DiceState, depth: u32, value: V) -> Self {
        let stones = state.stones(Player::Max) + state.stones(Player::Min);
        let to_come = state.decisions(depth);
        Self {
            player: state.player,
            lead: lead(state),
            may_draw: u32::from(stones) + to_come >= u32::from(game.squares()),
            value,
        }
    }

    /// A stone never costs its player any lead, so the lead moves at most by what each player's stones to come can
    /// bring. Only a player who can finish a line with these stones can win, and only a board that they fill is a draw.
    fn bounds(&self, mover: Most, opponent: Most) -> Bounds {
        let (max, min) = match self.player {
            Player::Max => (mover, opponent),
            Player::Min => (opponent, mover),
        };
        let undecided = Bounds {
            lower: match min {
                Most::Win => -1.0,
                Most::Lead(gain) => (self.value)(self.lead - i32::from(gain)),
            },
            upper: match max {
                Most::Win => 1.0,
                Most::Lead(gain) => (self.value)(self.lead + i32::from(gain)),
            },
        };
        if self.may_draw {
            undecided.hull(Bounds::exact(0.0))
        } else {
            undecided
        }
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

//! The net's judgement of backgammon with the cube.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use starmax_core::{Bounds, Evaluator, Game, InBulk, Player};
use starmax_games::{
    BackgammonState, Crawford, Cube, CubefulBackgammon, CubefulState, Format, Phase,
};

use super::bearoff::has_few_left;
use super::cube::{MatchEquities, ScoreError, Stakes, efficiency};
use super::{BackgammonNet, Bearoff, Chances};

/// Judges [`CubefulBackgammon`]: a net says how likely the game ends in which way, and [`Stakes`] what that is worth with this cube at this score.
///
/// A position before the roll is judged with the best cube action, one after the decision to roll without it. Between the games of a
/// match the table of match equities is taken at its word, and every search ends there. So it does in the last rolls of a game for money, whose
/// values with the cube are in the [tables](Bearoff::cubeful).
#[derive(Debug)]
pub struct CubefulNet {
    net: BackgammonNet,
    stakes: AllStakes,
}

/// What games are played for.
#[derive(Debug)]
enum AllStakes {
    Money(Stakes),
    Match {
        length: u32,
        equities: Arc<MatchEquities>,
        /// At every score, as it is asked for.
        known: Box<[OnceLock<Stakes>]>,
    },
}

const CRAWFORDS: usize = 3;

impl CubefulNet {
    /// The judgement of a net in games of this format.
    ///
    /// # Errors
    /// When the table of match equities is for shorter matches.
    pub fn new(
        net: BackgammonNet,
        format: Format,
        equities: Arc<MatchEquities>,
    ) -> Result<Self, ScoreError> {
        let stakes = match format {
            Format::Money { jacoby, beavers } => {
                AllStakes::Money(Stakes::money(jacoby).with_beavers(beavers))
            }
            Format::Match { length } => {
                // The longest way to go shows whether the table is long enough.
                let when = if length == 1 {
                    Crawford::Now
                } else {
                    Crawford::Before
                };
                Stakes::at_score(&equities, [length, length], when)?;
                let length = u32::from(length);
                let scores = length as usize * length as usize * CRAWFORDS;
                AllStakes::Match {
                    length,
                    equities,
                    known: (0..scores).map(|_| OnceLock::new()).collect(),
                }
            }
        };
        Ok(Self { net, stakes })
    }

    /// The net.
    #[must_use]
    pub fn net(&self) -> &BackgammonNet {
        &self.net
    }

    /// What the game of a state is played for.
    ///
    /// # Panics
    /// When the state is of a longer match than this judges.
    #[inline]
    #[must_use]
    pub fn stakes(&self, state: &CubefulState) -> &Stakes {
        match &self.stakes {
            AllStakes::Money(stakes) => stakes,
            AllStakes::Match {
                length,
                equities,
                known,
            } => {
                let away = state.score().map(|points| length - points);
                let [max, min] = away.map(|away| away as usize - 1);
                let place = (max * *length as usize + min) * CRAWFORDS + state.crawford() as usize;
                known[place].get_or_init(|| {
                    let away =
                        away.map(|away| u16::try_from(away).expect("no longer than the match"));
                    Stakes::at_score(equities, away, state.crawford())
                        .expect("the table is long enough for the whole match")
                })
            }
        }
    }

    /// What the chances of the player on roll are worth at a state, seen by Max.
    #[inline]
    fn value(&self, state: &CubefulState, chances: &Chances) -> f64 {
        let (board, cube, stakes) = (state.board(), state.cube(), self.stakes(state));
        let player = board.player();
        let efficiency = efficiency(board);
        match state.phase() {
            Phase::MayDouble => stakes.optimal(chances, player, cube, efficiency),
            Phase::Doubled => {
                player.sees(stakes.decide(chances, player, cube, efficiency).double())
            }
            _ => stakes.undoubled(chances, player, cube, efficiency),
        }
    }

    /// What is known between games: how likely a match is won from here. A game for money is even before it begins.
    #[inline]
    fn between_games(&self, state: &CubefulState) -> f64 {
        let AllStakes::Match {
            length, equities, ..
        } = &self.stakes
        else {
            return 0.0;
        };
        let away = |points: u32| u16::try_from(length - points).expect("a length of 16 bits");
        let [max, min] = state.score().map(away);
        let chance = equities.winning_chance(max, min, state.crawford());
        2.0 * chance.expect("the table is long enough for the whole match") - 1.0
    }
}

/// The tables know no limit of the cube. They are asked where both players together have this many doubles left, more than the last rolls of
/// a game call for.
const DOUBLES_LEFT: u8 = 6;

/// The exact value of the last rolls for money, seen by Max.
#[inline]
fn solved_for_money(board: &BackgammonState, cube: Cube, phase: Phase) -> Option<f64> {
    if !has_few_left(board) || cube.turned + DOUBLES_LEFT > cube.most_turns {
        return None;
    }
    let player = board.player();
    let with_cube = |owner| Bearoff::shared().cubeful(board, owner);
    let doubled = || Some((2.0 * with_cube(Some(player.opponent()))?).min(1.0));
    let value = match phase {
        Phase::MayDouble => with_cube(cube.owner)?.max(doubled()?),
        Phase::Doubled => doubled()?,
        _ => with_cube(cube.owner)?,
    };
    Some(player.sees(value * f64::from(cube.value())))
}

thread_local! {
    /// Empty between uses.
    static BUFFERS: Cell<(Vec<BackgammonState>, Vec<Chances>)> = const { Cell::new((Vec::new(), Vec::new())) };
}

impl Evaluator<CubefulBackgammon> for CubefulNet {
    fn evaluate(&self, _: &CubefulBackgammon, state: &CubefulState) -> f64 {
        match state.phase() {
            Phase::Opening => self.between_games(state),
            _ => self.value(state, &self.net.chances(state.board())),
        }
    }

    fn evaluate_all(&self, _: &CubefulBackgammon, states: &[CubefulState], out: &mut Vec<f64>) {
        let (mut boards, mut chances) = BUFFERS.take();
        boards.extend(states.iter().map(|state| *state.board()));
        self.net.chances_of_all(&boards, &mut chances);
        out.extend(
            states
                .iter()
                .zip(&chances)
                .map(|(state, chances)| match state.phase() {
                    Phase::Opening => self.between_games(state),
                    _ => self.value(state, chances),
                }),
        );
        boards.clear();
        chances.clear();
        BUFFERS.set((boards, chances));
    }

    /// A player can always roll instead of doubling, and pass instead of taking: nobody loses more than with the present cube.
    fn bounds(&self, game: &CubefulBackgammon, state: &CubefulState, _depth: u32) -> Bounds {
        let (board, cube, stakes) = (state.board(), state.cube(), self.stakes(state));
        let most_won_from = |loser| if board.off(loser) > 0 { 1 } else { 3 };
        let most = [Player::Min, Player::Max].map(most_won_from);
        match state.phase() {
            Phase::Opening | Phase::Over => game.utility(),
            Phase::Doubled => stakes.bounds_of_offer(most, board.player(), cube),
            Phase::MayDouble | Phase::Rolling | Phase::Moving => stakes.bounds_with(most, cube),
        }
    }

    #[inline]
    fn solved(&self, _: &CubefulBackgammon, state: &CubefulState) -> Option<f64> {
        match (&self.stakes, state.phase()) {
            (AllStakes::Match { .. }, Phase::Opening) => Some(self.between_games(state)),
            (AllStakes::Money(_), Phase::Opening | Phase::Over) | (AllStakes::Match { .. }, _) => {
                None
            }
            (AllStakes::Money(_), phase) => solved_for_money(state.board(), state.cube(), phase),
        }
    }

    #[inline]
    fn in_bulk(&self) -> Option<&dyn InBulk<CubefulBackgammon>> {
        Some(self)
    }
}

impl InBulk<CubefulBackgammon> for CubefulNet {
    fn gains_from_batches(&self) -> bool {
        true
    }
}

//! A small neural net that judges Dice on the 5x5 board, as in Veness and Blair (2007, section V).

mod file;
mod inputs;
mod lanes;
mod runs;
mod view;
mod weights;

use std::sync::LazyLock;

use starmax_core::{Bounds, Evaluator, Player};
use starmax_games::{Dice, DiceState};

use self::view::View;

pub use file::{NetError, NetFile};
pub use inputs::NetInputs;
pub use weights::{HiddenUnits, NetWeights, squash, squash_slope};

const SIZE: usize = 5;
const LINE: usize = 4;
const SQUARES: usize = SIZE * SIZE;
const HIDDEN: usize = 10;

/// The place of a player in arrays.
#[inline]
fn index(player: Player) -> usize {
    match player {
        Player::Max => 0,
        Player::Min => 1,
    }
}

/// Judges [`Dice`] on the 5x5 board with four in a row by a net that learned from games against itself.
///
/// It sees the stones and the runs of two and three ([`NetInputs`]) and has ten hidden units. Its values lie inside [-1, 1]. A
/// roll is not seen: a state is worth the same before and after the die is thrown.
///
/// ```
/// use starmax_core::{Evaluator, Notation};
/// use starmax_games::Dice;
/// use starmax_judges::dice::DiceNet;
///
/// let game = Dice::default();
/// let value = |position| -> Result<f64, starmax_core::ParseError> {
///     Ok(DiceNet::shipped().evaluate(&game, &game.parse_state(position)?))
/// };
/// assert!(value("5/1xxx1/5/2o2/5:x")? > value("5/1xxx1/5/2o2/5:o")?);
/// // Swapped colours and a mirrored board are the same game for the other player.
/// assert_eq!(value("5/1xxx1/5/2o2/5:x")?, -value("5/1o3/1o1x1/1o3/5:o")?);
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiceNet {
    /// As X and as O sees it when it is their turn.
    views: Box<[View; 2]>,
}

impl DiceNet {
    /// The net that comes with the program; `starmax train dice` wrote it.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<DiceNet> = LazyLock::new(|| {
            let file = NetFile::parse(include_str!("../nets/dice-5x5-k4.json"));
            DiceNet::new(&file.expect("the shipped net can be read").weights)
        });
        &SHIPPED
    }

    /// The net with these weights.
    #[must_use]
    pub fn new(weights: &NetWeights) -> Self {
        Self {
            views: Box::new([Player::Max, Player::Min].map(|player| View::new(weights, player))),
        }
    }

    /// Whether the net can judge this game.
    #[must_use]
    pub fn fits(game: &Dice) -> bool {
        (usize::from(game.size()), usize::from(game.line())) == (SIZE, LINE)
    }
}

impl Evaluator<Dice> for DiceNet {
    #[inline]
    fn evaluate(&self, game: &Dice, state: &DiceState) -> f64 {
        debug_assert!(Self::fits(game), "the net is for 5x5 boards with k = 4");
        let value = self.views[index(state.player())].value(state.small_board());
        state.player().sees(f64::from(value))
    }

    /// While no stone can come the value stays as it is. Otherwise it may be anything.
    ///
    /// Bounds on what the stones to come can add, or only on what the net says short of a win, would be tighter. But they made
    /// searches visit more nodes, not fewer: they end the search of a node with a weak bound where a search would prove a strong one.
    fn bounds(&self, game: &Dice, state: &DiceState, depth: u32) -> Bounds {
        if state.decisions(depth) == 0 {
            Bounds::exact(self.evaluate(game, state))
        } else {
            self.range(game)
        }
    }
}

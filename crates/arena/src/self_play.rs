use rand::{Rng, RngExt};
use starmax_core::{Evaluator, Game, Hashable};
use starmax_search::{Algorithm, Settings};

use crate::game::play_out;
use crate::{Contestant, Engine, Rolls};

/// A contestant plays a game against itself. Returns the states at which it had a choice, from the first to the last.
pub fn self_play<G: Game>(
    game: &G,
    contestant: &mut impl Contestant<G>,
    rng: &mut impl Rng,
) -> Vec<G::State> {
    contestant.begin(rng.next_u64());
    let mut choices = Vec::new();
    play_out(game, &mut Rolls::new(rng), |_, state, moves| {
        if moves.len() == 1 {
            return moves[0];
        }
        choices.push(state.clone());
        contestant.choose(game, state, moves)
    });
    choices
}

/// A position for experiments, as Veness and Blair took them: a decision with at least two moves, any one of a game in which an
/// engine of this depth plays against itself. Openings, middle games and endgames all occur.
///
/// `None` if there was no choice in the whole game.
///
/// ```
/// use rand::SeedableRng;
/// use rand_xoshiro::Xoshiro256PlusPlus;
/// use starmax_arena::self_play_position;
/// use starmax_games::{Dice, PairsTanh};
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let state = self_play_position(&Dice::default(), &PairsTanh::default(), 3, &mut rng);
/// assert!(state.is_some());
/// ```
pub fn self_play_position<G: Hashable>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    depth: u32,
    rng: &mut impl Rng,
) -> Option<G::State> {
    self_play_position_where(game, evaluator, depth, rng, |_| true)
}

/// The same among the decisions that are `wanted`; `None` if the game had no such choice.
///
/// ```
/// use rand::SeedableRng;
/// use rand_xoshiro::Xoshiro256PlusPlus;
/// use starmax_arena::self_play_position_where;
/// use starmax_games::{Backgammon, BackgammonState, Pips};
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let wanted = BackgammonState::is_contact;
/// let state = self_play_position_where(&Backgammon::default(), &Pips, 1, &mut rng, wanted);
/// assert!(state.is_some_and(|state| state.is_contact()));
/// ```
pub fn self_play_position_where<G: Hashable>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    depth: u32,
    rng: &mut impl Rng,
    wanted: impl Fn(&G::State) -> bool,
) -> Option<G::State> {
    let mut settings = Settings::new(Algorithm::Star2);
    settings.limits.depth = depth;
    let mut choices = self_play(game, &mut Engine::sharing(settings, evaluator), rng);
    choices.retain(wanted);
    if choices.is_empty() {
        return None;
    }
    let chosen = rng.random_range(0..choices.len());
    Some(choices.swap_remove(chosen))
}

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Game, Node, Pay, Player};

use crate::{Contestant, Fixture, Rolls, Schedule};

/// A game that has had this many decisions is over, and even.
pub const LONGEST_GAME: usize = 10_000;

/// Plays one game. The result is seen by the first contestant: above 0 it won, below 0 it lost, 0 is a draw.
///
/// It is the value of the game's end as far as it lies above or below the middle of the game's utility: plus or minus 1 in
/// most games, more where one can win by more. Where there is only one move it is played without asking.
pub fn play_game<G: Game>(
    game: &G,
    fixture: Fixture,
    contestants: [&mut dyn Contestant<G>; 2],
) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(fixture.seed);
    let [first, second] = contestants;
    let (max, min) = match fixture.first_side {
        Player::Max => (first, second),
        Player::Min => (second, first),
    };
    max.begin(rng.next_u64());
    min.begin(rng.next_u64());
    let mut rolls = Rolls::new(rng).starting_with(fixture.first_roll);
    let value = play_out(game, &mut rolls, |player, state, moves| match player {
        _ if moves.len() == 1 => moves[0],
        Player::Max => max.choose(game, state, moves),
        Player::Min => min.choose(game, state, moves),
    });
    let even = game.utility().middle();
    // Adding 0 turns -0 into 0.
    (fixture.first_side).sees(value.unwrap_or(even) - even) + 0.0
}

/// Plays a game to its end and returns its value, with all that was paid on the way, seen by Max; `None` when it was too long.
pub(crate) fn play_out<G: Game, R: Rng>(
    game: &G,
    rolls: &mut Rolls<R>,
    mut choose: impl FnMut(Player, &G::State, &[G::Move]) -> G::Move,
) -> Option<f64> {
    let mut state = game.initial();
    let mut so_far = Pay::NOTHING;
    let (mut moves, mut outcomes) = (Vec::new(), Vec::new());
    let mut decisions = 0;
    loop {
        state = match game.node(&state) {
            Node::Terminal(value) => return Some(so_far.and(value)),
            Node::Chance => {
                outcomes.clear();
                game.outcomes(&state, &mut outcomes);
                let outcome = rolls.roll(&outcomes);
                so_far = so_far.then(game.pay_of_outcome(&state, outcome));
                game.resolve(&state, outcome)
            }
            Node::Decision(_) if decisions == LONGEST_GAME => return None,
            Node::Decision(player) => {
                decisions += 1;
                moves.clear();
                game.moves(&state, &mut moves);
                let mv = choose(player, &state, &moves);
                so_far = so_far.then(game.pay_of_move(&state, mv));
                game.play(&state, mv)
            }
        };
    }
}

/// What came of a pair of games, seen by the first contestant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairResult {
    /// The results of both games, as [`play_game`] gives them. In the first one the first contestant is Max.
    pub points: [f64; 2],
}

/// Plays the pair of games with this number, from 0: the same dice twice, with swapped sides.
pub fn play_pair<G: Game>(
    game: &G,
    schedule: Schedule,
    pair: u64,
    contestants: [&mut dyn Contestant<G>; 2],
) -> PairResult {
    let [first, second] = contestants;
    let mut play = |number| play_game(game, schedule.game(number), [&mut *first, &mut *second]);
    PairResult {
        points: [play(2 * pair), play(2 * pair + 1)],
    }
}

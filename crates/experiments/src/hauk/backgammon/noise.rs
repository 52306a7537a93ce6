//! An evaluation with noise.

use starmax_arena::noise;
use starmax_backgammon::{BackgammonNet, Chances};
use starmax_core::{Evaluator, Hashable};
use starmax_games::{Backgammon, BackgammonState, mix};

/// The shipped net with noise on each of its five chances, as GNU Backgammon adds it to its own nets. It is a function of the state: whoever
/// asks gets the same.
pub(super) struct NoisyNet {
    pub(super) seed: u64,
    /// The standard deviation of the noise of each chance.
    pub(super) deviation: f32,
}

impl NoisyNet {
    /// The value of a state of which the net sees these chances.
    fn value(&self, game: Backgammon, state: &BackgammonState, chances: Chances) -> f64 {
        let hash = mix(game.hash(state) ^ self.seed);
        let mut chances = chances.to_array();
        for (number, chance) in (0_u64..).zip(&mut chances) {
            #[expect(clippy::cast_possible_truncation, reason = "noise is not that exact")]
            let noise = noise(hash ^ number) as f32;
            *chance += self.deviation * noise;
        }
        let value = made_possible(state, Chances::from_array(chances)).value(game.scoring());
        state.player().sees(f64::from(value))
    }
}

impl Evaluator<Backgammon> for NoisyNet {
    fn evaluate(&self, game: &Backgammon, state: &BackgammonState) -> f64 {
        self.value(*game, state, BackgammonNet::shipped().chances(state))
    }

    fn evaluate_all(&self, game: &Backgammon, states: &[BackgammonState], out: &mut Vec<f64>) {
        let mut chances = Vec::with_capacity(states.len());
        BackgammonNet::shipped().chances_of_all(states, &mut chances);
        out.extend(
            (states.iter().zip(chances)).map(|(state, chances)| self.value(*game, state, chances)),
        );
    }
}

/// The nearest chances that can be: no more gammons than wins, no more backgammons than gammons, and none against whom has borne off a
/// checker.
fn made_possible(state: &BackgammonState, chances: Chances) -> Chances {
    let me = state.player();
    let most = |loser, wins: f32| if state.off(loser) > 0 { 0.0 } else { wins };
    let win = chances.win.clamp(0.0, 1.0);
    let win_gammon = chances.win_gammon.clamp(0.0, most(me.opponent(), win));
    let lose_gammon = chances.lose_gammon.clamp(0.0, most(me, 1.0 - win));
    Chances {
        win,
        win_gammon,
        win_backgammon: chances.win_backgammon.clamp(0.0, win_gammon),
        lose_gammon,
        lose_backgammon: chances.lose_backgammon.clamp(0.0, lose_gammon),
    }
}

#[cfg(test)]
mod tests {
    use starmax_core::{Game, Notation};

    use super::*;

    /// The values after each move, one by one and all at once the same.
    fn values(net: &NoisyNet, position: &str) -> Vec<f64> {
        let game = Backgammon::default();
        let state = game.parse_state(position).unwrap();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let states: Vec<_> = moves.into_iter().map(|mv| game.play(&state, mv)).collect();
        let mut values = Vec::new();
        net.evaluate_all(&game, &states, &mut values);
        let one_by_one = states.iter().map(|state| net.evaluate(&game, state));
        assert_eq!(values, one_by_one.collect::<Vec<_>>());
        values
    }

    fn net(seed: u64, deviation: f32) -> NoisyNet {
        NoisyNet { seed, deviation }
    }

    const MANY_MOVES: &str = "4HPwATDgc/ABMA-11";

    #[test]
    fn without_noise_it_is_the_net() {
        let game = Backgammon::default();
        let state = game.parse_state("4HPwATDgc/ABMA").unwrap();
        assert_eq!(
            net(1, 0.0).evaluate(&game, &state),
            BackgammonNet::shipped().evaluate(&game, &state)
        );
    }

    #[test]
    fn noise_is_a_function_of_the_state_and_of_the_seed() {
        let [one, again, other] = [1, 1, 2].map(|seed| values(&net(seed, 0.03), MANY_MOVES));
        assert_eq!(one, again);
        assert!(one.iter().zip(&other).all(|(one, other)| one != other));
    }

    #[test]
    fn the_value_has_about_two_and_a_half_times_the_deviation() {
        let quiet = values(&net(0, 0.0), MANY_MOVES);
        let differences: Vec<f64> = (0..50)
            .flat_map(|seed| values(&net(seed, 0.02), MANY_MOVES))
            .zip(quiet.iter().cycle())
            .map(|(noisy, quiet)| noisy - quiet)
            .collect();
        let squares: f64 = differences
            .iter()
            .map(|difference| difference.powi(2))
            .sum();
        let deviation = (squares / differences.len() as f64).sqrt();
        assert!((0.045..0.06).contains(&deviation), "{deviation}");
    }

    #[test]
    fn noise_brings_nothing_that_cannot_be() {
        // Both have borne off checkers: one point at most is at stake.
        let values = (0..50).flat_map(|seed| values(&net(seed, 2.0), "gwAAMAQAAAAAAA-21"));
        assert!(values.into_iter().all(|value| value.abs() <= 1.0));
    }
}

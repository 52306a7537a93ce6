//! Temporal differences: the net learns to say at each moment of a game what it says later on.

use starmax_core::Player;
use starmax_judges::dice::{HiddenUnits, NetInputs, NetWeights, squash, squash_slope};

/// A moment of a game that the net judges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Who is to move.
    pub(crate) player: Player,
    /// What the net sees.
    pub(crate) inputs: NetInputs,
}

/// How the net learns from a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The step along the gradient.
    pub(crate) rate: f32,
    /// 0 looks at the next moment alone, 1 at the outcome alone.
    pub(crate) lambda: f32,
}

/// Learns from a whole game with this outcome, seen by Max: TD(lambda) in its forward view, from the last moment to the first.
pub(crate) fn learn(weights: &mut NetWeights, moments: &[Moment], outcome: f32, pace: Pace) {
    let mut target = outcome;
    for &Moment { player, inputs } in moments.iter().rev() {
        let value = move_towards(weights, &inputs, sees(player, target), pace.rate);
        target = pace.lambda * target + (1.0 - pace.lambda) * sees(player, value);
    }
}

fn sees(player: Player, value: f32) -> f32 {
    match player {
        Player::Max => value,
        Player::Min => -value,
    }
}

/// Moves the net's judgement of one state towards a target, down the gradient of the squared error, and returns what it was
/// before.
fn move_towards(weights: &mut NetWeights, inputs: &NetInputs, target: f32, rate: f32) -> f32 {
    let hidden = weights.hidden_sums(inputs).map(squash);
    let value = squash(weights.output_sum(&hidden));
    let step = rate * (target - value) * squash_slope(value);

    let mut steps = HiddenUnits::default();
    for (unit, &activity) in hidden.iter().enumerate() {
        steps[unit] = step * weights.output[unit] * squash_slope(activity);
        weights.output[unit] += step * activity;
    }
    weights.output_bias += step;
    weights.step(inputs, &steps);
    value
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use starmax_games::{Dice, DiceState, random_position};

    use super::*;
    use crate::training::random_weights;

    #[test]
    fn a_step_goes_down_the_gradient() {
        let (game, mut rng) = (Dice::default(), Xoshiro256PlusPlus::seed_from_u64(1));
        for seed in 0..20 {
            let inputs = NetInputs::new(&random_position(&game, &mut rng));
            let weights = random_weights(seed);
            let target = 0.5;
            let error = |weights: &NetWeights| (target - weights.value(&inputs)).powi(2);
            let mut stepped = weights.clone();
            let rate = 1e-3;
            move_towards(&mut stepped, &inputs, target, rate);

            // The squared error falls by twice the rate times the squared length of half its gradient.
            let rows = |w: &NetWeights| -> Vec<f32> {
                let rows = w.own.iter().chain(&w.opponent).chain(&w.runs);
                let rows = rows.chain([&w.bias, &w.output]).flatten().copied();
                rows.chain([w.output_bias]).collect()
            };
            let moved = rows(&weights).into_iter().zip(rows(&stepped));
            let length: f32 = moved.map(|(a, b)| ((b - a) / rate).powi(2)).sum();
            let expected = 2.0 * rate * length;
            let fallen = error(&weights) - error(&stepped);
            assert!(
                (fallen / expected - 1.0).abs() < 0.05,
                "{fallen} {expected}"
            );
        }
    }

    #[test]
    fn lambda_says_how_far_ahead_a_moment_looks() {
        let (game, mut rng) = (Dice::default(), Xoshiro256PlusPlus::seed_from_u64(2));
        let moment = |state: DiceState| Moment {
            player: state.player(),
            inputs: NetInputs::new(&state),
        };
        let [first, last] = [0; 2].map(|_| moment(random_position(&game, &mut rng)));
        let (outcome, rate) = (-1.0, 0.1);
        for lambda in [0.0, 0.25, 1.0] {
            let mut learned = random_weights(3);
            let mut by_hand = learned.clone();
            learn(&mut learned, &[first, last], outcome, Pace { rate, lambda });

            let seen = sees(last.player, outcome);
            let value = move_towards(&mut by_hand, &last.inputs, seen, rate);
            let target = lambda * outcome + (1.0 - lambda) * sees(last.player, value);
            move_towards(
                &mut by_hand,
                &first.inputs,
                sees(first.player, target),
                rate,
            );
            assert_eq!(learned, by_hand, "{lambda}");
        }
    }
}

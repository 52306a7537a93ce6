#![expect(
    clippy::inline_always,
    reason = "compiled anew for the processor at hand"
)]

use starmax_backgammon::{Chances, NetInputs, NetWeights, WideWork, logistic};

use super::sample::Sample;

const WIDTH: usize = NetWeights::WIDTH;
const SECOND: usize = NetWeights::SECOND;
const OUTPUTS: usize = NetWeights::OUTPUTS;

/// How much the chances count. Without wins there are no gammons.
const IMPORTANCE: [f32; Chances::COUNT] = [2.0, 1.0, 1.0, 1.0, 1.0];

/// Adds up in which direction the weights make the net worse on some samples. Gives the error: cross entropy, summed up.
pub(super) struct Gradient<'a> {
    pub(super) weights: &'a NetWeights,
    pub(super) samples: &'a [Sample],
    pub(super) sums: &'a mut NetWeights,
}

impl WideWork for Gradient<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let mut rows = Vec::new();
        let mut error = 0.0;
        for sample in self.samples {
            error += f64::from(learn(self.weights, sample, self.sums, &mut rows));
        }
        error
    }
}

#[inline(always)]
fn learn(
    weights: &NetWeights,
    sample: &Sample,
    gradient: &mut NetWeights,
    rows: &mut Vec<usize>,
) -> f32 {
    let inputs = sample.inputs();
    let set = inputs.set();
    rows.clear();
    inputs.for_each_row(|row| rows.push(row));

    let mut first: [f32; WIDTH] = *weights.at(NetWeights::bias());
    for &row in &*rows {
        add(&mut first, 1.0, weights.at(NetWeights::row(row)));
    }
    let first = first.map(|sum| sum.clamp(0.0, 1.0));
    let mut second: [f32; SECOND] = *weights.at(NetWeights::second_bias(set));
    for (unit, clipped) in first.into_iter().enumerate() {
        if clipped > 0.0 {
            add(
                &mut second,
                clipped * clipped,
                weights.at(NetWeights::second(set, unit)),
            );
        }
    }
    let second = second.map(|sum| sum.max(0.0));
    let mut outputs: [f32; OUTPUTS] = *weights.at(NetWeights::output_bias(set));
    for (unit, given) in second.into_iter().enumerate() {
        add(
            &mut outputs,
            given,
            weights.at(NetWeights::output(set, unit)),
        );
    }

    let (slopes, error) = judge(&inputs, outputs, sample.targets());

    add(gradient.at_mut(NetWeights::output_bias(set)), 1.0, &slopes);
    let mut second_slopes = [0.0; SECOND];
    for (unit, given) in second.into_iter().enumerate() {
        if given > 0.0 {
            let place = NetWeights::output(set, unit);
            second_slopes[unit] = dot(weights.at(place), &slopes);
            add(gradient.at_mut(place), given, &slopes);
        }
    }
    add(
        gradient.at_mut(NetWeights::second_bias(set)),
        1.0,
        &second_slopes,
    );
    let mut first_slopes = [0.0; WIDTH];
    for (unit, clipped) in first.into_iter().enumerate() {
        if clipped > 0.0 {
            let place = NetWeights::second(set, unit);
            if clipped < 1.0 {
                first_slopes[unit] = 2.0 * clipped * dot(weights.at(place), &second_slopes);
            }
            add(gradient.at_mut(place), clipped * clipped, &second_slopes);
        }
    }
    add(gradient.at_mut(NetWeights::bias()), 1.0, &first_slopes);
    for &row in &*rows {
        add(gradient.at_mut(NetWeights::row(row)), 1.0, &first_slopes);
    }
    error
}

/// How fast the error grows with each output, and the error. Chances that the rules exclude teach nothing.
#[inline(always)]
fn judge(
    inputs: &NetInputs,
    outputs: [f32; OUTPUTS],
    targets: [f32; Chances::COUNT],
) -> ([f32; OUTPUTS], f32) {
    let [mine, his] = inputs.places().map(|places| places[0] == 0);
    let is_possible = [true, his, his, mine, mine];
    let mut slopes = [0.0; OUTPUTS];
    let mut error = 0.0;
    for chance in 0..Chances::COUNT {
        if is_possible[chance] {
            let (says, target) = (logistic(outputs[chance]), targets[chance]);
            slopes[chance] = IMPORTANCE[chance] * (says - target);
            error += IMPORTANCE[chance] * (says - target).powi(2);
        }
    }
    (slopes, error)
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], factor: f32, numbers: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

/// The sum of all products, in an order that fits registers of any width.
#[inline(always)]
fn dot<const N: usize>(numbers: &[f32; N], others: &[f32; N]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let chunks = numbers.as_chunks::<LANES>().0.iter();
    for (numbers, others) in chunks.zip(others.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += numbers[lane] * others[lane];
        }
    }
    sums.iter().sum()
}

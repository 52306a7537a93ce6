//! Loops here count: what iterators do is not always compiled for the processor at hand.
#![expect(
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "compiled anew for the processor at hand"
)]

use starmax_judges::backgammon::{Chances, NetInputs, NetWeights, WideWork, logistic};

use super::sample::Sample;

const WIDTH: usize = NetWeights::WIDTH;
const PAIRS: usize = NetWeights::PAIRS;
const SECOND: usize = NetWeights::SECOND;
const OUTPUTS: usize = NetWeights::OUTPUTS;

/// How much the chances count. Without wins there are no gammons.
const IMPORTANCE: [f32; Chances::COUNT] = [2.0, 1.0, 1.0, 1.0, 1.0];

/// What each chance adds to the points that can be expected.
const POINTS: [f32; Chances::COUNT] = [2.0, 1.0, 1.0, -1.0, -1.0];

/// Adds up how fast each weight makes the net worse on some samples: in the sense of cross entropy, and of the points that it expects. Gives the squared errors, summed up.
pub(super) struct Gradient<'a> {
    pub(super) weights: &'a NetWeights,
    pub(super) samples: &'a [Sample],
    /// Positions that a player could choose between.
    pub(super) choices: &'a [[Sample; 2]],
    pub(super) importance: Importance,
    pub(super) sums: &'a mut NetWeights,
}

/// How much half of the square of an error in points counts, beside cross entropy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Importance {
    /// Of the error itself.
    pub(super) points: f32,
    /// Of the difference between the errors of two positions that a player could choose between.
    pub(super) difference: f32,
}

impl Importance {
    pub(super) const NONE: Self = Self {
        points: 0.0,
        difference: 0.0,
    };
}

impl WideWork for Gradient<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(mut self) -> f64 {
        let [scratch, other] = &mut [(); 2].map(|()| Box::new(Scratch::NEW));
        let mut error = 0.0;
        for sample in self.samples {
            self.forward(sample, scratch);
            error += f64::from(scratch.error);
            self.backward(scratch, 0.0);
        }
        for [one, two] in self.choices {
            self.forward(one, scratch);
            self.forward(two, other);
            error += f64::from(scratch.error + other.error);
            let difference = self.importance.difference * (scratch.points - other.points);
            self.backward(scratch, difference);
            self.backward(other, -difference);
        }
        error
    }
}

impl Gradient<'_> {
    /// What the net says about a sample, and how wrong that is.
    #[inline(always)]
    fn forward(&self, sample: &Sample, scratch: &mut Scratch) {
        let weights = self.weights;
        let Scratch {
            set,
            rows,
            row_count,
            active,
            active_count,
            first,
            second,
            outputs,
            ..
        } = scratch;
        let inputs = sample.inputs();
        *set = inputs.set();
        *row_count = 0;
        inputs.for_each_row(|row| {
            rows[*row_count] = row;
            *row_count += 1;
        });

        *first = *weights.at(NetWeights::bias());
        for row in 0..*row_count {
            add(first, 1.0, weights.at(NetWeights::row(rows[row])));
        }
        for unit in 0..WIDTH {
            first[unit] = first[unit].clamp(0.0, 1.0);
        }
        *active_count = 0;
        for pair in 0..PAIRS {
            active[*active_count] = pair;
            *active_count += usize::from(first[pair] * first[PAIRS + pair] > 0.0);
        }
        *second = *weights.at(NetWeights::second_bias(*set));
        for place in 0..*active_count {
            let pair = active[place];
            let given = first[pair] * first[PAIRS + pair];
            add(second, given, weights.at(NetWeights::second(*set, pair)));
        }
        *outputs = *weights.at(NetWeights::output_bias(*set));
        for unit in 0..SECOND {
            second[unit] = second[unit].max(0.0);
            add(
                outputs,
                second[unit],
                weights.at(NetWeights::output(*set, unit)),
            );
        }
        judge(&inputs, sample.targets(), scratch);
    }

    /// Adds the slopes of a sample that was judged; `more` is how fast the error grows with its points, beside what they count for themselves.
    #[inline(always)]
    fn backward(&mut self, scratch: &mut Scratch, more: f32) {
        let (weights, gradient) = (self.weights, &mut *self.sums);
        let Scratch {
            set,
            rows,
            row_count,
            active,
            active_count,
            first,
            second,
            first_slopes,
            second_slopes,
            output_slopes,
            slopes_of_points,
            points,
            ..
        } = scratch;
        let set = *set;
        let slope_of_points = self.importance.points * *points + more;
        for output in 0..OUTPUTS {
            output_slopes[output] += slope_of_points * slopes_of_points[output];
        }
        *first_slopes = [0.0; WIDTH];
        add(
            gradient.at_mut(NetWeights::output_bias(set)),
            1.0,
            output_slopes,
        );
        for unit in 0..SECOND {
            let place = NetWeights::output(set, unit);
            let mut slope = 0.0;
            for output in 0..Chances::COUNT {
                slope += weights.at::<OUTPUTS>(place)[output] * output_slopes[output];
            }
            let is_active = second[unit] > 0.0;
            second_slopes[unit] = if is_active { slope } else { 0.0 };
            add(gradient.at_mut(place), second[unit], output_slopes);
        }
        add(
            gradient.at_mut(NetWeights::second_bias(set)),
            1.0,
            second_slopes,
        );
        for place in 0..*active_count {
            let pair = active[place];
            let [left, right] = [pair, PAIRS + pair];
            let place = NetWeights::second(set, pair);
            let slope = dot(weights.at(place), second_slopes);
            add(
                gradient.at_mut(place),
                first[left] * first[right],
                second_slopes,
            );
            let slope_of = |unit: usize, other: usize| {
                let is_clipped = first[unit] >= 1.0;
                if is_clipped {
                    0.0
                } else {
                    slope * first[other]
                }
            };
            first_slopes[left] = slope_of(left, right);
            first_slopes[right] = slope_of(right, left);
        }
        add(gradient.at_mut(NetWeights::bias()), 1.0, first_slopes);
        for row in 0..*row_count {
            add(
                gradient.at_mut(NetWeights::row(rows[row])),
                1.0,
                first_slopes,
            );
        }
    }
}

/// What is computed for a sample. On the heap, because the compiler would take arrays of its own apart and then not find registers for them.
struct Scratch {
    set: usize,
    /// The rows that are on, first.
    rows: [usize; NetInputs::ROWS],
    row_count: usize,
    /// The pairs of the first layer that give something, first.
    active: [usize; PAIRS],
    active_count: usize,
    /// Sums of the first layer, clipped.
    first: [f32; WIDTH],
    second: [f32; SECOND],
    outputs: [f32; OUTPUTS],
    /// How fast the error grows with the sum of each unit.
    first_slopes: [f32; WIDTH],
    second_slopes: [f32; SECOND],
    output_slopes: [f32; OUTPUTS],
    /// How fast the points grow with each output.
    slopes_of_points: [f32; OUTPUTS],
    /// The error in points.
    points: f32,
    /// The squared error, summed over the chances.
    error: f32,
}

impl Scratch {
    const NEW: Self = Self {
        set: 0,
        rows: [0; NetInputs::ROWS],
        row_count: 0,
        active: [0; PAIRS],
        active_count: 0,
        first: [0.0; WIDTH],
        second: [0.0; SECOND],
        outputs: [0.0; OUTPUTS],
        first_slopes: [0.0; WIDTH],
        second_slopes: [0.0; SECOND],
        output_slopes: [0.0; OUTPUTS],
        slopes_of_points: [0.0; OUTPUTS],
        points: 0.0,
        error: 0.0,
    };
}

/// How fast cross entropy grows with each output, and the errors. Chances that the rules exclude teach nothing.
#[inline(always)]
fn judge(inputs: &NetInputs, targets: [f32; Chances::COUNT], scratch: &mut Scratch) {
    let [mine, his] = inputs.have_borne_off();
    let is_possible = [true, !his, !his, !mine, !mine];
    let (mut error, mut points) = (0.0, 0.0);
    let mut slopes = [0.0; OUTPUTS];
    let mut slopes_of_points = [0.0; OUTPUTS];
    for chance in 0..Chances::COUNT {
        if is_possible[chance] {
            let (says, target) = (logistic(scratch.outputs[chance]), targets[chance]);
            slopes[chance] = IMPORTANCE[chance] * (says - target);
            error += IMPORTANCE[chance] * (says - target).powi(2);
            slopes_of_points[chance] = POINTS[chance] * says * (1.0 - says);
            points += POINTS[chance] * (says - target);
        }
    }
    scratch.output_slopes = slopes;
    scratch.slopes_of_points = slopes_of_points;
    scratch.points = points;
    scratch.error = error;
}

/// The sum of products, in an order that fits registers.
#[inline(always)]
fn dot(left: &[f32; SECOND], right: &[f32; SECOND]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    for part in 0..SECOND / LANES {
        for lane in 0..LANES {
            sums[lane] += left[part * LANES + lane] * right[part * LANES + lane];
        }
    }
    for half in [4, 2, 1] {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
    }
    sums[0]
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], factor: f32, numbers: &[f32; N]) {
    for place in 0..N {
        sums[place] += factor * numbers[place];
    }
}

#[cfg(test)]
mod tests {
    use starmax_core::Rules;
    use starmax_games::Backgammon;
    use starmax_judges::backgammon::with_wide_registers;

    use super::super::training::random_weights;
    use super::*;

    const TARGETS: [f32; Chances::COUNT] = [0.9, 0.4, 0.1, 0.3, 0.05];
    const OTHER_TARGETS: [f32; Chances::COUNT] = [0.3, 0.2, 0.0, 0.4, 0.1];

    const IMPORTANCES: Importance = Importance {
        points: 3.0,
        difference: 5.0,
    };

    /// By how many points a net is wrong about a sample.
    fn wrong(weights: &NetWeights, sample: &Sample) -> f64 {
        let target = Chances::from_array(sample.targets()).equity();
        f64::from(weights.chances(&sample.inputs()).equity() - target)
    }

    fn error(weights: &NetWeights, sample: &Sample) -> f64 {
        let of_points = 0.5 * f64::from(IMPORTANCES.points) * wrong(weights, sample).powi(2);
        cross_entropy(weights, sample) + of_points
    }

    fn error_of_choice(weights: &NetWeights, [one, two]: &[Sample; 2]) -> f64 {
        let difference = wrong(weights, one) - wrong(weights, two);
        let of_difference = 0.5 * f64::from(IMPORTANCES.difference) * difference.powi(2);
        error(weights, one) + error(weights, two) + of_difference
    }

    fn cross_entropy(weights: &NetWeights, sample: &Sample) -> f64 {
        let says = weights.chances(&sample.inputs()).to_array();
        let terms = IMPORTANCE.into_iter().zip(sample.targets()).zip(says);
        let error = |((importance, target), says): ((f32, f32), f32)| {
            let [importance, target, says] = [importance, target, says].map(f64::from);
            -importance * (target * says.ln() + (1.0 - target) * (1.0 - says).ln())
        };
        terms.map(error).sum()
    }

    /// The slopes from samples and choices beside those of an error that is computed by its definition.
    fn check_slopes(
        samples: &[Sample],
        choices: &[[Sample; 2]],
        error: impl Fn(&NetWeights) -> f64,
    ) {
        const STEP: f32 = 0.01;
        let mut weights = random_weights(1);
        let mut gradient = NetWeights::zero();
        with_wide_registers(Gradient {
            weights: &weights,
            samples,
            choices,
            importance: IMPORTANCES,
            sums: &mut gradient,
        });
        let inputs = NetInputs::new(&Backgammon::default().initial());
        let set = inputs.set();
        let mut row = 0;
        inputs.for_each_row(|last| row = last);
        let places = [
            NetWeights::row(row),
            NetWeights::bias(),
            NetWeights::second(set, 3),
            NetWeights::second_bias(set),
            NetWeights::output(set, 3),
            NetWeights::output_bias(set),
        ];
        for place in places.into_iter().flat_map(|place| place..place + 5) {
            let mut error_at = |change: f32| {
                weights.numbers_mut()[place] += change;
                error(&weights)
            };
            let (above, below) = (error_at(STEP), error_at(-2.0 * STEP));
            error_at(STEP);
            let expected = (above - below) / f64::from(2.0 * STEP);
            let found = f64::from(gradient.numbers()[place]);
            let tolerance = 1e-3 + 0.05 * expected.abs();
            assert!(
                (found - expected).abs() < tolerance,
                "{place}: {found} {expected}"
            );
        }
    }

    fn initial() -> Sample {
        let inputs = NetInputs::new(&Backgammon::default().initial());
        Sample::new(&inputs.places(), TARGETS)
    }

    #[test]
    fn it_is_the_slope_of_the_error() {
        let sample = initial();
        check_slopes(&[sample], &[], |weights| error(weights, &sample));
    }

    #[test]
    fn the_difference_between_two_choices_has_its_own_slope() {
        let one = initial();
        let [mut mine, his] = one.inputs().places();
        mine[13] -= 1;
        mine[10] += 1;
        let two = Sample::new(&[mine, his], OTHER_TARGETS);
        check_slopes(&[], &[[one, two]], |weights| {
            error_of_choice(weights, &[one, two])
        });
    }
}

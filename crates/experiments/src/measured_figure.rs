use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A measured figure: the mean of a sample and how far it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredFigure {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean; 0 for a figure that is not random, infinite when one sample of many says nothing.
    pub se: f64,
    /// How many values the mean is of.
    pub samples: u64,
}

impl MeasuredFigure {
    /// A figure that has no spread.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Self {
            mean: value,
            se: 0.0,
            samples: 1,
        }
    }

    /// The mean of random values.
    ///
    /// # Panics
    /// When there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        assert!(!values.is_empty(), "a mean needs values");
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let se = if values.len() == 1 {
            f64::INFINITY
        } else {
            (squares / (count - 1.0) / count).sqrt()
        };
        Self {
            mean,
            se,
            samples: values.len() as u64,
        }
    }

    /// The standard deviation of random values, for two of them at least.
    #[must_use]
    pub fn deviation_of(values: &[f64]) -> Self {
        Self::bootstrapped(values, |values| {
            Self::of(values).se * (values.len() as f64).sqrt()
        })
    }

    /// Any statistic of random values, its standard error found by drawing from the values again and again.
    ///
    /// # Panics
    /// When there are no values.
    #[must_use]
    pub fn bootstrapped(values: &[f64], statistic: impl Fn(&[f64]) -> f64) -> Self {
        const DRAWS: usize = 1000;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let drawn: Vec<f64> = (0..DRAWS)
            .map(|_| {
                let again: Vec<f64> = (values.iter())
                    .map(|_| values[rng.random_range(0..values.len())])
                    .collect();
                statistic(&again)
            })
            .collect();
        Self {
            mean: statistic(values),
            se: Self::of(&drawn).se * (DRAWS as f64).sqrt(),
            samples: values.len() as u64,
        }
    }

    /// The mean of some values as a percentage of the mean of others, which were found at the same places.
    #[must_use]
    pub fn percent_of(values: &[f64], wholes: &[f64]) -> Self {
        let (part, whole) = (Self::of(values), Self::of(wholes));
        let ratio = part.mean / whole.mean;
        let residuals: Vec<f64> = (values.iter().zip(wholes))
            .map(|(value, whole)| value - ratio * whole)
            .collect();
        Self {
            mean: 100.0 * ratio,
            se: 100.0 * Self::of(&residuals).se / whole.mean,
            samples: part.samples,
        }
    }

    /// The same, multiplied.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            mean: factor * self.mean,
            se: factor.abs() * self.se,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_is_the_deviation_over_the_root_of_the_count() {
        let figure = MeasuredFigure::of(&[1.0, 3.0, 5.0, 7.0]);
        assert_eq!(figure.mean, 4.0);
        assert_eq!(figure.se, (20.0_f64 / 3.0 / 4.0).sqrt());
        assert_eq!(figure.samples, 4);
    }

    #[test]
    fn a_percentage_is_surer_than_its_parts_when_they_go_together() {
        let wholes = [100.0, 200.0, 300.0];
        let exact = MeasuredFigure::percent_of(&[50.0, 100.0, 150.0], &wholes);
        assert_eq!((exact.mean, exact.se), (50.0, 0.0));
        let rough = MeasuredFigure::percent_of(&[60.0, 90.0, 150.0], &wholes);
        assert_eq!(rough.mean, 50.0);
        assert!(0.0 < rough.se && rough.se < MeasuredFigure::of(&[60.0, 90.0, 150.0]).se / 2.0);
    }

    #[test]
    fn the_deviation_is_that_of_the_values() {
        let deviation = MeasuredFigure::deviation_of(&[1.0, 3.0, 5.0, 7.0]);
        assert!((deviation.mean - (20.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((0.5..1.0).contains(&deviation.se), "{deviation:?}");
    }

    #[test]
    fn a_bootstrapped_mean_has_the_usual_standard_error() {
        let values: Vec<f64> = (0..50).map(f64::from).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (drawn, usual) = (
            MeasuredFigure::bootstrapped(&values, mean),
            MeasuredFigure::of(&values),
        );
        assert_eq!((drawn.mean, drawn.samples), (usual.mean, usual.samples));
        assert!(
            (drawn.se / usual.se - 1.0).abs() < 0.1,
            "{drawn:?} {usual:?}"
        );
    }

    #[test]
    fn one_random_value_says_nothing_about_the_spread() {
        assert_eq!(MeasuredFigure::of(&[3.0]).se, f64::INFINITY);
        assert_eq!(MeasuredFigure::exact(3.0).se, 0.0);
    }
}

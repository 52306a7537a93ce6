/// A measured figure: the mean of a sample and how far it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean; 0 for a figure that is not random, infinite when one sample of many says nothing.
    pub se: f64,
    /// How many values the mean is of.
    pub samples: u64,
}

impl Estimate {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_is_the_deviation_over_the_root_of_the_count() {
        let estimate = Estimate::of(&[1.0, 3.0, 5.0, 7.0]);
        assert_eq!(estimate.mean, 4.0);
        assert_eq!(estimate.se, (20.0_f64 / 3.0 / 4.0).sqrt());
        assert_eq!(estimate.samples, 4);
    }

    #[test]
    fn one_random_value_says_nothing_about_the_spread() {
        assert_eq!(Estimate::of(&[3.0]).se, f64::INFINITY);
        assert_eq!(Estimate::exact(3.0).se, 0.0);
    }
}

use starmax_core::Bounds;

use crate::Z95;

/// How many numbers there were, their mean, and how much they vary.
///
/// ```
/// use starmax_arena::Moments;
///
/// let mut moments = Moments::default();
/// assert_eq!(moments.standard_error(), None);
/// for number in [1.0, 2.0, 3.0, 4.0] {
///     moments.add(number);
/// }
/// assert_eq!(moments.mean(), 2.5);
/// assert!((moments.standard_error().unwrap() - (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Moments {
    /// Takes note of a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let distance = number - self.mean;
        self.mean += distance / self.count as f64;
        self.squares += distance * (number - self.mean);
    }

    /// How many numbers there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 before the first one.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean, as if the numbers were independent of each other; `None` before the second one.
    ///
    /// Numbers from stratified dice are spread more evenly, so it is rather too large than too small.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let (count, squares) = (self.count as f64, self.squares.max(0.0));
        (self.count > 1).then(|| (squares / (count - 1.0) / count).sqrt())
    }

    /// The interval that holds the true mean in 95 of 100 cases; `None` before the second number.
    #[must_use]
    pub fn interval(&self) -> Option<Bounds> {
        let half = Z95 * self.standard_error()?;
        Some(Bounds::new(self.mean - half, self.mean + half))
    }

    /// The same for the numbers with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            mean: -self.mean,
            ..self
        }
    }
}

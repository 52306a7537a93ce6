use starmax_core::ParseError;

/// Two dice. Which of them shows which number does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// The roll of these two dice, each from 1 to 6.
    ///
    /// # Panics
    /// When a die is outside that range.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Self {
        Self::checked(one, other).expect("a die shows 1 to 6")
    }

    pub(super) fn checked(one: u8, other: u8) -> Option<Self> {
        let is_die = |die| (1..=6).contains(&die);
        (is_die(one) && is_die(other)).then(|| Self {
            high: one.max(other),
            low: one.min(other),
        })
    }

    /// The larger number.
    #[inline]
    #[must_use]
    pub fn high(self) -> u8 {
        self.high
    }

    /// The smaller number.
    #[inline]
    #[must_use]
    pub fn low(self) -> u8 {
        self.low
    }

    /// Both numbers, the larger one first.
    pub(super) fn dice(self) -> [u8; 2] {
        [self.high, self.low]
    }

    /// Whether both dice show the same number, which is then played four times.
    #[inline]
    #[must_use]
    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// How likely the roll is: 1/36 for doubles, 2/36 for others.
    #[inline]
    #[must_use]
    pub fn probability(self) -> f64 {
        if self.is_double() {
            1.0 / 36.0
        } else {
            2.0 / 36.0
        }
    }

    /// The 21 rolls: 11, 21, 22, 31, 32, 33, and so on to 66.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Self { high, low }))
    }

    /// Reads `31`, `13`, `3-1` or `3,1`.
    pub(super) fn parse(text: &str) -> Result<Self, ParseError> {
        match text.trim().as_bytes() {
            &[one, other] | &[one, b'-' | b',', other] => {
                Self::checked(one.wrapping_sub(b'0'), other.wrapping_sub(b'0'))
            }
            _ => None,
        }
        .ok_or_else(|| ParseError::new(text, "a roll: two dice from 1 to 6, such as 31 or 66"))
    }
}

/// Writes the larger die first: `31`.
impl std::fmt::Display for Roll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

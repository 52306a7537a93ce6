//! Many distributions, one behind the other.

use super::Distribution;

/// What happens later than all but this share of the time counts as one roll earlier.
const NEGLIGIBLE: f64 = 1e-9;

/// Distributions by number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    /// Where each row begins in `chances`, and where the last one ends.
    starts: Vec<u32>,
    chances: Vec<f32>,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self {
            starts: vec![0],
            chances: Vec::new(),
        }
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(super) fn row(&self, number: usize) -> Distribution<'_> {
        let bounds = self.starts[number] as usize..self.starts[number + 1] as usize;
        Distribution::new(&self.chances[bounds])
    }

    /// Adds a row, without the rolls at its end that hardly ever come.
    pub(super) fn push(&mut self, chances: &[f64]) {
        let mut late = 0.0;
        let mut kept = chances;
        while let Some((&last, others)) = kept.split_last() {
            if late + last >= NEGLIGIBLE {
                break;
            }
            late += last;
            kept = others;
        }
        if let Some((&last, others)) = kept.split_last() {
            self.chances
                .extend(others.iter().map(|&chance| single(chance)));
            self.chances.push(single(last + late));
        }
        self.end_row();
    }

    fn end_row(&mut self) {
        let end = u32::try_from(self.chances.len()).expect("a row of 32 for each position");
        self.starts.push(end);
    }

    /// The length of each row, then all chances.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let lengths = (0..self.len()).map(|number| self.row(number).chances().len());
        out.extend(lengths.map(|length| u8::try_from(length).expect("at most 32 rolls")));
        out.extend(self.chances.iter().flat_map(|chance| chance.to_le_bytes()));
    }

    /// Takes this many rows from the beginning, if there are that many.
    pub(super) fn read(bytes: &mut &[u8], count: usize) -> Option<Self> {
        let mut starts = vec![0];
        let mut end = 0;
        for &length in bytes.split_off(..count)? {
            end += u32::from(length);
            starts.push(end);
        }
        let (chances, _) = bytes.split_off(..4 * end as usize)?.as_chunks();
        Some(Self {
            starts,
            chances: chances
                .iter()
                .map(|&bytes| f32::from_le_bytes(bytes))
                .collect(),
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "seven digits of an estimate are enough"
)]
fn single(chance: f64) -> f32 {
    chance as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        let mut rows = Rows::new();
        rows.push(&[]);
        rows.push(&[0.25, 0.75]);
        rows.push(&[0.0, 0.5, 0.5 - 2e-10, 1e-10, 1e-10]);
        rows
    }

    #[test]
    fn late_rolls_that_hardly_ever_come_are_cut() {
        let rows = rows();
        assert!(rows.row(0).chances().is_empty());
        assert_eq!(rows.row(1).chances(), [0.25, 0.75]);
        assert_eq!(rows.row(2).chances(), [0.0, 0.5, 0.5]);
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        rows().write(&mut bytes);
        bytes.push(7);
        let mut rest = &bytes[..];
        assert_eq!(Rows::read(&mut rest, 3), Some(rows()));
        assert_eq!(rest, [7]);
    }

    #[test]
    fn rows_that_are_cut_short_are_not_read() {
        let mut bytes = Vec::new();
        rows().write(&mut bytes);
        for length in 0..bytes.len() {
            assert_eq!(Rows::read(&mut &bytes[..length], 3), None);
        }
    }
}

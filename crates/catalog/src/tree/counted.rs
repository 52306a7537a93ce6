use std::sync::atomic::{AtomicU64, Ordering};

use starmax_core::Bounds;
use starmax_games::Tree;
use starmax_search::{Exit, Observer, Visit};

/// Lets others see how many nodes were visited so far.
pub(super) struct Counted<'a, O> {
    pub(super) count: &'a AtomicU64,
    pub(super) observer: O,
}

impl<O: Observer<Tree>> Observer<Tree> for Counted<'_, O> {
    fn enter(&mut self, visit: &Visit<'_, Tree>) {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.observer.enter(visit);
    }

    fn leave(&mut self, bounds: Bounds, exit: Exit) {
        self.observer.leave(bounds, exit);
    }
}

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Which nodes are searched right now, by any of the threads that share a search.
///
/// A thread that finds a node busy looks at its siblings first and comes back later, when the table knows the node or there is
/// nothing else to do. This is only a hint: two nodes may share a slot, and then a node looks busy that is not, or the other way
/// round.
pub(crate) struct Busy {
    slots: Box<[AtomicU64]>,
}

/// Far more than there are nodes on the paths of all threads.
const SLOTS: usize = 1 << 12;
const NOBODY: u64 = 0;

impl Busy {
    pub(crate) fn new() -> Self {
        Self {
            slots: (0..SLOTS).map(|_| AtomicU64::new(NOBODY)).collect(),
        }
    }

    /// Whether the node with this key is searched.
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// The search of a node begins.
    pub(crate) fn enter(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// The search of a node ends.
    pub(crate) fn leave(&self, key: u64) {
        // Another node may have taken the slot.
        let _ = (self.slot(key)).compare_exchange(key, NOBODY, Relaxed, Relaxed);
    }

    #[expect(clippy::cast_possible_truncation, reason = "a few bits")]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % SLOTS]
    }
}

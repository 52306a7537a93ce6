//! What there is only so much of: connections, and memory for tables.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::PATIENCE;

/// Places that are taken and given back.
pub(super) struct Places {
    free: Mutex<usize>,
    given_back: Condvar,
}

/// Places that are given back when this goes.
pub(super) struct Taken {
    places: Arc<Places>,
    count: usize,
}

impl Places {
    pub(super) fn new(all: usize) -> Self {
        Self {
            free: Mutex::new(all),
            given_back: Condvar::new(),
        }
    }

    /// Takes places, if there are enough now.
    pub(super) fn try_take(self: &Arc<Self>, count: usize) -> Option<Taken> {
        self.take_unless(count, || true)
    }

    /// Takes places, as soon as there are enough, or none once nobody waits any more.
    pub(super) fn take_unless(
        self: &Arc<Self>,
        count: usize,
        is_given_up: impl Fn() -> bool,
    ) -> Option<Taken> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free < count {
            if is_given_up() {
                return None;
            }
            let waited = self.given_back.wait_timeout(free, PATIENCE);
            (free, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        *free -= count;
        Some(Taken {
            places: Arc::clone(self),
            count,
        })
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let free = self.places.free.lock();
        *free.unwrap_or_else(PoisonError::into_inner) += self.count;
        self.places.given_back.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_and_others_get_them() {
        let places = Arc::new(Places::new(3));
        let two = places.try_take(2).expect("three are free");
        assert!(places.try_take(2).is_none());
        let one = places.try_take(1).expect("one is free");
        let waiting = Arc::clone(&places);
        let waiter = std::thread::spawn(move || waiting.take_unless(3, || false).is_some());
        drop(two);
        drop(one);
        assert!(waiter.join().expect("it does not panic"));
        assert!(places.try_take(3).is_some());
    }
}

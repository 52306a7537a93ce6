//! What a thread has worked out lately.

use std::cell::Cell;

use super::{POINTS, Pace, Track, Turn};

/// Something for each position, the last one met of those that share a place.
pub(super) struct Memo<T> {
    entries: Vec<Option<(u128, Box<T>)>>,
}

const PACES: usize = 1 << 13;
const TURNS: usize = 1 << 9;

impl<T> Memo<T> {
    fn new(size: usize) -> Self {
        Self {
            entries: (0..size).map(|_| None).collect(),
        }
    }

    /// What is known about a position, or made now.
    pub(super) fn get(&mut self, track: &Track, make: impl FnOnce(&Track) -> T) -> &T {
        let key = key(track);
        let size = self.entries.len();
        let entry = &mut self.entries[place(key) & (size - 1)];
        if !matches!(entry, Some((known, _)) if *known == key) {
            *entry = Some((key, Box::new(make(track))));
        }
        &entry.as_ref().expect("just made").1
    }
}

/// Four bits for each point.
fn key(track: &Track) -> u128 {
    const _: () = assert!(4 * POINTS <= 128);
    track
        .iter()
        .rev()
        .fold(0, |key, &count| key << 4 | u128::from(count))
}

#[expect(clippy::cast_possible_truncation, reason = "a hash")]
fn place(key: u128) -> usize {
    let mixed = (key as u64 ^ (key >> 61) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as usize
}

struct Memos {
    paces: Memo<Pace>,
    turns: Memo<Turn>,
}

thread_local! {
    static MEMOS: Cell<Option<Box<Memos>>> = const { Cell::new(None) };
}

pub(super) fn with_both<T>(use_them: impl FnOnce(&mut Memo<Turn>, &mut Memo<Pace>) -> T) -> T {
    let memos = MEMOS.take();
    let mut memos = memos.unwrap_or_else(|| {
        Box::new(Memos {
            paces: Memo::new(PACES),
            turns: Memo::new(TURNS),
        })
    });
    let result = use_them(&mut memos.turns, &mut memos.paces);
    MEMOS.set(Some(memos));
    result
}

pub(super) fn with_paces<T>(use_them: impl FnOnce(&mut Memo<Pace>) -> T) -> T {
    with_both(|_, paces| use_them(paces))
}

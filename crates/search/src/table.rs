//! The transposition table: what earlier searches proved about a state.
//!
//! An entry keeps both bounds of a state, each with the depth it was proven at, because a chance node that is
//! left early knows something from both sides (Veness and Blair 2007, section III). Bounds keep all 64 bits of
//! an `f64`, so an exact value stays exact and no rounding has to be argued about.
//!
//! Threads share a table without locks. A slot is four atomic words, one of them the key xor-ed with a digest of
//! the other three: a slot that two threads wrote at once does not match any key and reads as absent. Nothing
//! here is `unsafe`; the worst that a race can do is lose an entry.

use std::collections::TryReserveError;
use std::mem::size_of;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use starmax_core::{Bounds, Game, Hashable};

use crate::{Remembers, Settings};

/// What the table knows about a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The proven bounds.
    pub bounds: Bounds,
    /// The depth at which the lower bound holds.
    pub lower_depth: i32,
    /// The depth at which the upper bound holds.
    pub upper_depth: i32,
    /// The best move known, as its place in the game's own order.
    pub best: Option<u16>,
}

/// Which depths of an entry may answer a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    /// Only the depth asked for: every search returns what Expectimax would.
    #[default]
    EqualDepth,
    /// That depth and greater ones: better play, but no longer the value at the depth asked for.
    DeeperToo,
}

impl Entry {
    /// What the entry proves about the value at `depth`.
    #[inline]
    #[must_use]
    pub fn at_depth(&self, depth: i32, reuse: Reuse) -> Bounds {
        let fits = |known: i32| match reuse {
            Reuse::EqualDepth => known == depth,
            Reuse::DeeperToo => known >= depth,
        };
        // Sides of different depths may contradict each other; then the deeper one is believed.
        let contradict = self.bounds.lower > self.bounds.upper;
        let is_lower_believed = !contradict || self.lower_depth >= self.upper_depth;
        let is_upper_believed = !contradict || !is_lower_believed;
        Bounds {
            lower: if fits(self.lower_depth) && is_lower_believed {
                self.bounds.lower
            } else {
                f64::NEG_INFINITY
            },
            upper: if fits(self.upper_depth) && is_upper_believed {
                self.bounds.upper
            } else {
                f64::INFINITY
            },
        }
    }

    /// The entry after `bounds` were proven at `depth`, an infinite end proving nothing. Each side on its own.
    fn merged(self, depth: i32, bounds: Bounds, best: Option<u16>) -> Self {
        let (lower, lower_depth) =
            merged_lower((self.bounds.lower, self.lower_depth), (bounds.lower, depth));
        let (mirrored_upper, upper_depth) = merged_lower(
            (-self.bounds.upper, self.upper_depth),
            (-bounds.upper, depth),
        );
        Self {
            bounds: Bounds::new(lower, -mirrored_upper),
            lower_depth,
            upper_depth,
            best: best.or(self.best),
        }
    }
}

/// The lower bound to keep, with its depth: the higher one of the same depth, else the deeper one that proves anything.
fn merged_lower(known: (f64, i32), new: (f64, i32)) -> (f64, i32) {
    if known.1 == new.1 {
        (known.0.max(new.0), new.1)
    } else if new.0.is_finite() && (new.1 > known.1 || !known.0.is_finite()) {
        new
    } else {
        known
    }
}

/// One state's entry: four words, so that two slots share a cache line.
#[derive(Default)]
struct Slot {
    /// The key xor-ed with the digest of the other three words.
    check: AtomicU64,
    lower: AtomicU64,
    upper: AtomicU64,
    /// Depths, best move, generation and epoch; empty if the epoch is not that of the table.
    meta: AtomicU64,
}

const SLOTS: usize = 2;

/// The slots that one key may use, on one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

const _: () = assert!(size_of::<Cluster>() == 64);

const FIRST_EPOCH: u8 = 1;
const NO_MOVE: u16 = u16::MAX;

/// Scatters the depth over a key (2 to the 64 divided by the golden ratio).
const DEPTH_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// Which searches an entry belongs to.
#[derive(Clone, Copy)]
struct Age {
    /// Counts the times that everything was forgotten; never 0, which is the mark of an unused slot.
    epoch: u8,
    /// Counts the searches since then.
    generation: u8,
}

/// Packs what an entry has besides its bounds. Its depths have 16 bits each; [`Table::store`] takes no others.
#[expect(
    clippy::cast_possible_truncation,
    reason = "depths that do not fit are not stored"
)]
fn pack(entry: &Entry, age: Age) -> u64 {
    u64::from(entry.lower_depth.cast_unsigned() as u16)
        | u64::from(entry.upper_depth.cast_unsigned() as u16) << 16
        | u64::from(entry.best.unwrap_or(NO_MOVE)) << 32
        | u64::from(age.generation) << 48
        | u64::from(age.epoch) << 56
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "each field is cut out of the word"
)]
fn unpack(meta: u64, bounds: Bounds) -> Entry {
    let best = (meta >> 32) as u16;
    Entry {
        bounds,
        lower_depth: i32::from(meta as i16),
        upper_depth: i32::from((meta >> 16) as i16),
        best: (best != NO_MOVE).then_some(best),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the field is cut out of the word"
)]
const fn generation_of(meta: u64) -> u8 {
    (meta >> 48) as u8
}

const fn epoch_of(meta: u64) -> u8 {
    (meta >> 56) as u8
}

/// Mixes three words so that no word, nor any exchange of words between entries, cancels out. (A plain xor would
/// not notice the bounds of another exact entry: they are equal, and vanish.)
#[inline]
const fn digest(lower: u64, upper: u64, meta: u64) -> u64 {
    let mixed = lower.wrapping_mul(0x9fb2_1c65_1e98_df25)
        ^ upper.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23)
        ^ meta.wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(43);
    mixed ^ (mixed >> 32)
}

impl Slot {
    /// The four words, and the key they were stored under if no other thread was writing meanwhile.
    fn read(&self) -> (u64, u64, Bounds) {
        let (lower, upper) = (self.lower.load(Relaxed), self.upper.load(Relaxed));
        let meta = self.meta.load(Relaxed);
        let key = self.check.load(Relaxed) ^ digest(lower, upper, meta);
        (
            key,
            meta,
            Bounds::new(f64::from_bits(lower), f64::from_bits(upper)),
        )
    }

    fn write(&self, key: u64, entry: &Entry, age: Age) {
        let (lower, upper) = (entry.bounds.lower.to_bits(), entry.bounds.upper.to_bits());
        let meta = pack(entry, age);
        let check = key ^ digest(lower, upper, meta);
        self.check.store(check, Relaxed);
        self.lower.store(lower, Relaxed);
        self.upper.store(upper, Relaxed);
        self.meta.store(meta, Relaxed);
    }
}

/// A transposition table of fixed size, which threads may share.
///
/// What it holds is true for one game, one evaluator and one limit of quiescence. Let it forget, or take another, before
/// any of them changes.
///
/// ```
/// use starmax_core::Bounds;
/// use starmax_search::{Reuse, Table};
///
/// let table = Table::with_mebibytes(1);
/// table.store(42, 3, Bounds::new(-1.0, 0.5), Some(7));
/// table.store(42, 3, Bounds::new(0.0, 1.0), None);
/// let entry = table.load(42).unwrap();
/// assert_eq!(entry.at_depth(3, Reuse::EqualDepth), Bounds::new(0.0, 0.5));
/// assert_eq!(entry.at_depth(2, Reuse::EqualDepth), Bounds::EVERYTHING);
/// assert_eq!(entry.best, Some(7));
/// ```
pub struct Table {
    clusters: Box<[Cluster]>,
    epoch: u8,
    generation: AtomicU8,
}

impl Table {
    /// A table that takes `mebibytes` MiB of memory (at least 1).
    ///
    /// # Panics
    /// When there is not that much memory.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Self {
        Self::try_with_mebibytes(mebibytes).expect("memory for the table")
    }

    /// A table that takes `mebibytes` MiB of memory (at least 1).
    ///
    /// # Errors
    /// When there is not that much memory.
    pub fn try_with_mebibytes(mebibytes: usize) -> Result<Self, TryReserveError> {
        Self::try_with_entries(
            mebibytes
                .max(1)
                .saturating_mul(1024 * 1024 / Self::BYTES_PER_ENTRY),
        )
    }

    /// A table for about `entries` states.
    ///
    /// # Panics
    /// When there is not enough memory.
    #[must_use]
    pub fn with_entries(entries: usize) -> Self {
        Self::try_with_entries(entries).expect("memory for the table")
    }

    /// What an entry takes of memory.
    pub const BYTES_PER_ENTRY: usize = size_of::<Slot>();

    /// A table for about `entries` states.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn try_with_entries(entries: usize) -> Result<Self, TryReserveError> {
        let count = entries.div_ceil(SLOTS).max(1);
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count)?;
        clusters.resize_with(count, Cluster::default);
        Ok(Self {
            clusters: clusters.into_boxed_slice(),
            epoch: FIRST_EPOCH,
            generation: AtomicU8::new(0),
        })
    }

    /// Room for this many states.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.clusters.len() * SLOTS
    }

    /// Forgets everything, at no cost: entries of another epoch count as empty. From then on it is like a new table.
    pub fn forget(&mut self) {
        *self.generation.get_mut() = 0;
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.clusters.fill_with(Cluster::default);
            FIRST_EPOCH
        });
    }

    /// Tells that another search begins: what older searches left is replaced first.
    pub fn begin_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// What is known of the state with this key.
    #[inline]
    #[must_use]
    pub fn load(&self, key: u64) -> Option<Entry> {
        for slot in &self.cluster(key).0 {
            let (found, meta, bounds) = slot.read();
            if found == key && epoch_of(meta) == self.epoch {
                return Some(unpack(meta, bounds));
            }
        }
        None
    }

    /// Remembers that the state with this key has a value within `bounds` at `depth`. An infinite end proves nothing.
    ///
    /// Where the cluster is full, an entry of an older search gives way, then the one of the smaller depth. A depth that does not fit into
    /// 16 bits is not worth remembering.
    #[inline]
    pub fn store(&self, key: u64, depth: i32, bounds: Bounds, best: Option<u16>) {
        if i16::try_from(depth).is_err() {
            return;
        }
        let age = Age {
            epoch: self.epoch,
            generation: self.generation.load(Relaxed),
        };
        let mut worst = (&self.cluster(key).0[0], (true, i32::MAX));
        for slot in &self.cluster(key).0 {
            let (found, meta, known) = slot.read();
            if epoch_of(meta) != age.epoch {
                worst = (slot, (false, i32::MIN));
                continue;
            }
            let entry = unpack(meta, known);
            if found == key {
                let merged = entry.merged(depth, bounds, best);
                slot.write(key, &merged, age);
                return;
            }
            let worth = (
                generation_of(meta) == age.generation,
                entry.lower_depth.max(entry.upper_depth),
            );
            if worth < worst.1 {
                worst = (slot, worth);
            }
        }
        let entry = Entry {
            bounds,
            lower_depth: depth,
            upper_depth: depth,
            best,
        };
        worst.0.write(key, &entry, age);
    }

    /// The upper bits of `key * clusters` choose the cluster, so any number of clusters will do.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the product is below the number of clusters"
    )]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

/// What a search remembers: nothing ([`NoTable`]), or a [`Table`] for a game that has a hash ([`TableUse`]).
pub trait Memory<G: Game> {
    /// `false` removes every look-up at compile time.
    const ENABLED: bool;

    /// The key of a state searched to this depth.
    fn key(&self, game: &G, state: &G::State, depth: i32) -> u64;

    /// Whether decisions (or, if not, chance nodes) are remembered.
    fn serves(&self, decision: bool) -> bool;

    /// What is known of the state with this key.
    fn load(&self, key: u64) -> Option<Entry>;

    /// Remembers bounds of the state with this key.
    fn store(&self, key: u64, depth: i32, bounds: Bounds, best: Option<usize>);

    /// Which depths may be reused.
    fn reuse(&self) -> Reuse;

    /// Another search begins.
    fn begin_search(&self);

    /// Whether there is a table at all.
    fn is_there(&self) -> bool {
        Self::ENABLED
    }
}

/// Remembers nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<G: Game> Memory<G> for NoTable {
    const ENABLED: bool = false;

    fn key(&self, _game: &G, _state: &G::State, _depth: i32) -> u64 {
        0
    }

    fn serves(&self, _decision: bool) -> bool {
        false
    }

    fn load(&self, _key: u64) -> Option<Entry> {
        None
    }

    fn store(&self, _key: u64, _depth: i32, _bounds: Bounds, _best: Option<usize>) {}

    fn reuse(&self) -> Reuse {
        Reuse::EqualDepth
    }

    fn begin_search(&self) {}
}

/// A [`Table`] and what it is used for.
#[derive(Clone, Copy)]
pub struct TableUse<'a> {
    /// The table.
    pub table: &'a Table,
    /// For what.
    pub remembers: Remembers,
}

impl<'a> TableUse<'a> {
    /// Remembers what the settings say.
    #[must_use]
    pub fn new(table: &'a Table, settings: &Settings) -> Self {
        let remembers = settings.remembers;
        Self { table, remembers }
    }

    /// Remembers decisions and chance nodes, and reuses equal depths only.
    #[must_use]
    pub fn everywhere(table: &'a Table) -> Self {
        Self {
            table,
            remembers: Remembers {
                decisions: true,
                chance: true,
                reuse: Reuse::EqualDepth,
            },
        }
    }
}

impl<G: Hashable> Memory<G> for TableUse<'_> {
    const ENABLED: bool = true;

    /// A state that recurs at several depths has an entry for each, unless deeper ones are to be found too.
    #[inline]
    fn key(&self, game: &G, state: &G::State, depth: i32) -> u64 {
        let hash = game.hash(state);
        match self.remembers.reuse {
            Reuse::EqualDepth => hash ^ u64::from(depth.cast_unsigned()).wrapping_mul(DEPTH_KEY),
            Reuse::DeeperToo => hash,
        }
    }

    #[inline]
    fn serves(&self, decision: bool) -> bool {
        if decision {
            self.remembers.decisions
        } else {
            self.remembers.chance
        }
    }

    #[inline]
    fn load(&self, key: u64) -> Option<Entry> {
        self.table.load(key)
    }

    #[inline]
    fn store(&self, key: u64, depth: i32, bounds: Bounds, best: Option<usize>) {
        // A move that does not fit is not worth remembering.
        let best = best.and_then(|best| u16::try_from(best).ok());
        self.table.store(key, depth, bounds, best);
    }

    fn reuse(&self) -> Reuse {
        self.remembers.reuse
    }

    fn begin_search(&self) {
        self.table.begin_search();
    }
}

/// A table, if there is one: the same code serves searches with and without.
impl<G: Hashable> Memory<G> for Option<TableUse<'_>> {
    const ENABLED: bool = true;

    #[inline]
    fn key(&self, game: &G, state: &G::State, depth: i32) -> u64 {
        self.as_ref()
            .map_or(0, |memory| memory.key(game, state, depth))
    }

    #[inline]
    fn serves(&self, decision: bool) -> bool {
        (self.as_ref()).is_some_and(|memory| Memory::<G>::serves(memory, decision))
    }

    #[inline]
    fn load(&self, key: u64) -> Option<Entry> {
        (self.as_ref()).and_then(|memory| Memory::<G>::load(memory, key))
    }

    #[inline]
    fn store(&self, key: u64, depth: i32, bounds: Bounds, best: Option<usize>) {
        if let Some(memory) = self {
            Memory::<G>::store(memory, key, depth, bounds, best);
        }
    }

    fn reuse(&self) -> Reuse {
        (self.as_ref()).map_or(Reuse::EqualDepth, Memory::<G>::reuse)
    }

    fn begin_search(&self) {
        if let Some(memory) = self {
            Memory::<G>::begin_search(memory);
        }
    }

    fn is_there(&self) -> bool {
        self.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_table_knows_nothing_not_even_key_zero() {
        let table = Table::with_entries(16);
        assert_eq!(table.load(0), None);
        assert_eq!(table.load(u64::MAX), None);
    }

    #[test]
    fn states_that_clash_never_answer_for_each_other() {
        let table = Table::with_entries(2);
        for key in 1..1000u64 {
            let bounds = Bounds::new(-(key as f64), key as f64);
            table.store(key, 1, bounds, None);
            for other in 1..1000u64 {
                if let Some(entry) = table.load(other) {
                    assert_eq!(entry.bounds.upper, other as f64);
                }
            }
        }
    }

    #[test]
    fn the_smaller_depth_gives_way_and_older_searches_go_first() {
        let table = Table::with_entries(2);
        let bounds = Bounds::exact(0.0);
        table.store(1, 5, bounds, None);
        table.store(2, 3, bounds, None);
        table.store(3, 4, bounds, None);
        assert!(table.load(1).is_some() && table.load(2).is_none() && table.load(3).is_some());
        table.begin_search();
        table.store(3, 4, bounds, None);
        table.store(4, 1, bounds, None);
        assert!(table.load(1).is_none() && table.load(3).is_some() && table.load(4).is_some());
    }

    #[test]
    fn a_table_that_has_forgotten_is_as_a_new_one() {
        let mut kept = Table::with_entries(8);
        for round in 0..600u64 {
            let fresh = Table::with_entries(8);
            for number in 0..40 {
                let key = (round * 40 + number).wrapping_mul(DEPTH_KEY);
                let depth = i32::try_from(number * 7 % 5).expect("a small number");
                for table in [&kept, &fresh] {
                    table.store(key, depth, Bounds::exact(1.0), None);
                }
            }
            for number in 0..(round + 1) * 40 {
                let key = number.wrapping_mul(DEPTH_KEY);
                assert_eq!(kept.load(key), fresh.load(key), "round {round}");
            }
            kept.forget();
        }
    }

    #[test]
    fn depths_below_zero_are_kept_and_those_beyond_16_bits_are_not_stored() {
        let (least, most) = (i32::from(i16::MIN), i32::from(i16::MAX));
        let stored = |depth| {
            let table = Table::with_entries(2);
            table.store(9, depth, Bounds::exact(1.0), None);
            (table.load(9)).map(|entry| (entry.lower_depth, entry.upper_depth))
        };
        for depth in [least, -8, -1, 0, 1, most] {
            assert_eq!(stored(depth), Some((depth, depth)));
        }
        for depth in [i32::MIN, least - 1, most + 1, i32::MAX] {
            assert_eq!(stored(depth), None, "{depth}");
        }
    }

    #[test]
    fn a_size_in_mebibytes_is_kept() {
        let table = Table::with_mebibytes(2);
        assert_eq!(size_of::<Cluster>() * table.clusters.len(), 2 * 1024 * 1024);
    }

    #[test]
    fn each_side_keeps_its_greatest_depth() {
        let table = Table::with_entries(2);
        table.store(9, 2, Bounds::new(-1.0, 1.0), Some(3));
        table.store(9, 4, Bounds::new(-9.0, f64::INFINITY), None);
        table.store(9, 3, Bounds::new(-0.5, 0.5), None);
        let entry = table.load(9).expect("just stored");
        assert_eq!((entry.bounds.lower, entry.lower_depth), (-9.0, 4));
        assert_eq!((entry.bounds.upper, entry.upper_depth), (0.5, 3));
        assert_eq!(entry.at_depth(2, Reuse::EqualDepth), Bounds::EVERYTHING);
        assert_eq!(entry.at_depth(3, Reuse::DeeperToo), Bounds::new(-9.0, 0.5));
        assert_eq!(
            entry.at_depth(4, Reuse::DeeperToo),
            Bounds::new(-9.0, f64::INFINITY)
        );
        assert_eq!(entry.best, Some(3));
    }

    #[test]
    fn threads_that_hammer_one_table_never_read_a_mixture() {
        let table = Table::with_entries(8);
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..1_000_000u32 {
                        let key = (round * 4 + thread) % 64 + 1;
                        let value = f64::from(key * 1_000);
                        table.store(
                            u64::from(key),
                            1,
                            Bounds::exact(value),
                            u16::try_from(key).ok(),
                        );
                        let other = round % 64 + 1;
                        if let Some(entry) = table.load(u64::from(other)) {
                            assert_eq!(entry.bounds, Bounds::exact(f64::from(other * 1_000)));
                            assert_eq!(entry.best, u16::try_from(other).ok());
                        }
                    }
                });
            }
        });
    }
}

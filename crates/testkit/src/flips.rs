//! Files with a flipped bit.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tempfile::TempDir;

/// What a reader may make of a file with a flipped bit. A test fails on anything else: another result, or a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flip {
    /// It says that something is wrong.
    Detected,
    /// The result is the same as without the flip.
    NoEffect,
}

/// What came of many flips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flips {
    /// Said to be wrong.
    pub detected: usize,
    /// With the same result.
    pub without_effect: usize,
}

/// Flips 1,000 bits of a file, one at a time, and lets `read` look at each. Half of them are near the beginning, where files say what they
/// are.
pub fn flip_bits(file: &[u8], mut read: impl FnMut(&[u8]) -> Flip) -> Flips {
    const FLIPS: usize = 1000;
    const BEGINNING: usize = 1000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut file = file.to_vec();
    let mut flips = Flips::default();
    for number in 0..FLIPS {
        let end = if number % 2 == 0 {
            file.len()
        } else {
            file.len().min(BEGINNING)
        };
        let (byte, bit) = (rng.random_range(0..end), 1 << rng.random_range(0..8));
        file[byte] ^= bit;
        match read(&file) {
            Flip::Detected => flips.detected += 1,
            Flip::NoEffect => flips.without_effect += 1,
        }
        file[byte] ^= bit;
    }
    flips
}

/// A folder for files that are written very often, in memory if the system has a place for that.
///
/// # Panics
/// When no folder can be made.
#[must_use]
pub fn quick_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .expect("a folder can be made")
}

use std::ops::Range;

use rand::{Rng, RngExt};

/// What parsers of text and of numbers stumble over.
const PIECES: &[&[u8]] = &[
    b"",
    b" ",
    b"\t",
    b"\n",
    b"\r\n",
    b"\0",
    b"-",
    b"+",
    b".",
    b",",
    b":",
    b"=",
    b"/",
    b"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b"0",
    b"-1",
    b"-0.0",
    b"1e999",
    b"1e-999",
    b"inf",
    b"nan",
    b"null",
    b"255",
    b"256",
    b"65536",
    b"4294967296",
    b"18446744073709551616",
    b"99999999999999999999999999999999999999999",
    b"\xc3\xa9",
    b"\xf0\x9f\x8e\xb2",
    b"\xff",
    b"\xff\xff\xff\xff",
    b"\x80\0\0\0",
];

/// The input with one to four random changes, some of them pieces of other inputs.
pub(crate) fn mutated(rng: &mut impl Rng, input: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..rng.random_range(1..=4) {
        mutate(rng, &mut bytes, others);
    }
    bytes
}

fn mutate(rng: &mut impl Rng, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
    let range = range_in(rng, bytes.len());
    match rng.random_range(0..7) {
        0 => {
            bytes.drain(range);
        }
        1 => {
            let copy = bytes[range].to_vec();
            let place = rng.random_range(0..=bytes.len());
            bytes.splice(place..place, copy);
        }
        2 => {
            let piece = PIECES[rng.random_range(0..PIECES.len())];
            bytes.splice(range, piece.iter().copied());
        }
        3 => {
            let other = &others[rng.random_range(0..others.len())];
            let piece = other[range_in(rng, other.len())].to_vec();
            bytes.splice(range, piece);
        }
        4 => bytes.truncate(range.end),
        kind => {
            if let Some(byte) = bytes.get_mut(range.start) {
                *byte = if kind == 5 {
                    *byte ^ 1 << rng.random_range(0..8)
                } else {
                    rng.random()
                };
            }
        }
    }
}

/// A part of at most this many bytes, most often a small one.
fn range_in(rng: &mut impl Rng, length: usize) -> Range<usize> {
    let start = rng.random_range(0..=length);
    let longest = [1, 4, 16, length][rng.random_range(0..4)];
    start..start + rng.random_range(0..=longest.min(length - start))
}

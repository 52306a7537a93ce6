/// The checksum of some bytes, one part after the other: FNV-1a with 64 bits, in hexadecimal. Lines of journals and nets of Dice
/// have it.
///
/// Every step is one to one in the sum so far and in the byte, so that no change of a single byte goes unnoticed.
///
/// ```
/// use starmax_files::checksum;
///
/// assert_eq!(checksum(&[b"foobar"]), "85944171f73967e8");
/// assert_eq!(checksum(&[b"foo", b"bar"]), checksum(&[b"foobar"]));
/// ```
#[must_use]
pub fn checksum(parts: &[&[u8]]) -> String {
    let bytes = parts.iter().copied().flatten();
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{sum:016x}")
}

/// A checksum of many bytes, part by part, which takes them by eight. Sealed files and tables have it.
///
/// Every step is one to one in the sum so far and in the word, so that no change of a single word goes unnoticed.
#[must_use]
pub fn checksum_of_words(parts: &[&[u8]]) -> u64 {
    parts.iter().fold(0, |sum, bytes| {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let words = words.iter().chain([&last]);
        words.fold(sum ^ bytes.len() as u64, |sum, &word| {
            (sum ^ u64::from_le_bytes(word))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_changes_the_checksums() {
        let bytes: Vec<u8> = (0..=250).collect();
        let sums = |bytes: &[u8]| {
            let parts = bytes.split_at(100);
            let parts = [parts.0, parts.1];
            (checksum(&parts), checksum_of_words(&parts))
        };
        let whole = sums(&bytes);
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let flipped = sums(&flipped);
            assert!(flipped.0 != whole.0 && flipped.1 != whole.1, "bit {bit}");
        }
    }
}

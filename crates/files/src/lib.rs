//! Files that are always whole, and checksums that tell whether they still are what was written.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The checksum of some bytes, one part after the other: FNV-1a with 64 bits, in hexadecimal.
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

/// A checksum of many bytes, part by part, which takes them by eight.
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

/// Puts a new file in the place of an old one, or where there is none, and returns it. There is always a whole file, also after a kill or
/// a power cut: the old one until the new one is complete and on the disk.
///
/// `write` fills the new file while it has another name, the same with `.new` at its end. Two must not replace a file at once.
///
/// # Errors
/// When it cannot be written. Then the old file is as it was.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let unfinished = path.with_added_extension("new");
    let put_in_place = || {
        let mut file = File::create(&unfinished)?;
        write(&mut file)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)?;
        Ok(file)
    };
    let file = put_in_place().inspect_err(|_: &io::Error| {
        fs::remove_file(&unfinished).ok();
    })?;
    sync_folder_of(path);
    Ok(file)
}

/// Brings the name of a new file to the disk, where the system can do that.
pub fn sync_folder_of(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) {
        File::open(folder.unwrap_or(Path::new(".")))
            .and_then(|folder| folder.sync_all())
            .ok();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_is_replaced_or_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, |file| file.write_all(b"one")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        let failed = replace(&path, |file| {
            file.write_all(b"tw")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        replace(&path, |file| file.write_all(b"three")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"three");
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 1, "nothing unfinished is left");
    }

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

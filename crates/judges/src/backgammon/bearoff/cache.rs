//! The tables as files in the user's cache folder.
//!
//! A file has a magic word, a version, a checksum and the tables, all numbers with the lowest byte first. Readers
//! see a whole file or none, however many processes write it.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use starmax_files::{checksum_of_words, replace};
use thiserror::Error;

use super::Bearoff;
use super::cubeful::WhenAsked;
use super::one_sided::OneSided;
use super::two_sided::TwoSided;

const OUR_FOLDER: &str = "starmax";

/// Tables that have a file.
pub(super) trait Kept: Sized {
    const MAGIC: [u8; 8];
    /// Another number for every change of the tables or of the file.
    const VERSION: u64;
    /// The file's name.
    const FILE: &'static str;

    fn write(&self, out: &mut Vec<u8>);

    /// Takes the tables from the beginning, if they are there.
    fn read(bytes: &mut &[u8]) -> Option<Self>;
}

impl Kept for Bearoff {
    const MAGIC: [u8; 8] = *b"bearoff\n";
    const VERSION: u64 = 1;
    const FILE: &'static str = "bearoff";

    fn write(&self, out: &mut Vec<u8>) {
        self.one_sided.write(out);
        self.two_sided.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            one_sided: OneSided::read(bytes)?,
            two_sided: TwoSided::read(bytes)?,
            cubeful: WhenAsked::default(),
        })
    }
}

/// Why the tables were built and could not be kept for the next time. They can be used all the same.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CacheProblem {
    /// The system does not say where.
    #[error(
        "found no cache folder for the bearoff tables, expected XDG_CACHE_HOME or HOME to be set"
    )]
    NoFolder,
    /// The file could not be written.
    #[error("cannot keep the bearoff tables in {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Our folder in the cache folder of the user.
pub(super) fn folder() -> Result<PathBuf, CacheProblem> {
    cache_of(env::home_dir(), |name| env::var_os(name))
        .map(|folder| folder.join(OUR_FOLDER))
        .ok_or(CacheProblem::NoFolder)
}

/// Where programs of this user keep what they can make again. Paths that are not absolute do not count.
fn cache_of(home: Option<PathBuf>, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let named = |name| variable(name).map(PathBuf::from);
    let below_home = |folder| home.map(|home| home.join(folder));
    let folder = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        below_home("Library/Caches")
    } else {
        named("XDG_CACHE_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| below_home(".cache"))
    };
    folder.filter(|folder| folder.is_absolute())
}

/// Reads the tables, or builds and keeps them when there is no file, or none that is whole and of this version.
pub(super) fn read_or_build<T: Kept>(
    folder: &Path,
    build: impl FnOnce() -> T,
) -> (T, Option<CacheProblem>) {
    let path = folder.join(T::FILE);
    if let Some(tables) = fs::read(&path).ok().and_then(|bytes| decode(&bytes)) {
        return (tables, None);
    }
    let tables = build();
    let problem = save(&tables, folder, &path)
        .err()
        .map(|source| CacheProblem::Write { path, source });
    (tables, problem)
}

fn save(tables: &impl Kept, folder: &Path, path: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    replace(path, |file| file.write_all(&encode(tables))).map(drop)
}

fn encode<T: Kept>(tables: &T) -> Vec<u8> {
    let mut payload = Vec::new();
    tables.write(&mut payload);
    let mut bytes = Vec::with_capacity(payload.len() + 24);
    bytes.extend(T::MAGIC);
    bytes.extend(T::VERSION.to_le_bytes());
    bytes.extend(checksum_of_words(&[&payload]).to_le_bytes());
    bytes.extend(payload);
    bytes
}

fn decode<T: Kept>(mut bytes: &[u8]) -> Option<T> {
    let mut word = || bytes.split_off(..8).and_then(|word| word.try_into().ok());
    let (magic, version, sum) = (word()?, word()?, word()?);
    let is_ours = magic == T::MAGIC
        && u64::from_le_bytes(version) == T::VERSION
        && u64::from_le_bytes(sum) == checksum_of_words(&[bytes]);
    if !is_ours {
        return None;
    }
    let tables = T::read(&mut bytes)?;
    bytes.is_empty().then_some(tables)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use starmax_core::Notation;
    use starmax_games::Backgammon;
    use starmax_testkit::{Flip, Flips, flip_bits};

    use super::super::cubeful::Cubeful;
    use super::*;

    const FILE: &str = Bearoff::FILE;

    static TABLES: LazyLock<Bearoff> = LazyLock::new(Bearoff::in_memory);
    static CUBEFUL: LazyLock<Cubeful> = LazyLock::new(|| Cubeful::build(TABLES.two_sided.turns()));

    /// Whether the tables were built, and what was wrong. They are always the right ones.
    fn open(folder: &Path) -> (bool, Option<CacheProblem>) {
        let mut built = false;
        let (tables, problem) = read_or_build(folder, || {
            built = true;
            TABLES.clone()
        });
        assert!(tables == *TABLES);
        (built, problem)
    }

    fn is_read(folder: &Path) -> bool {
        matches!(open(folder), (false, None))
    }

    #[test]
    fn tables_are_built_once() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("not/there/yet");
        assert!(matches!(open(&folder), (true, None)));
        assert!(is_read(&folder));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_damaged_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let whole = encode(&*TABLES);
        let with_byte = |place: usize, byte: u8| {
            let mut bytes = whole.clone();
            assert_ne!(bytes[place], byte);
            bytes[place] = byte;
            bytes
        };
        let last = whole.len() - 1;
        let damaged = [
            Vec::new(),
            b"something else".to_vec(),
            whole[..last].to_vec(),
            whole[..whole.len() / 2].to_vec(),
            [&whole[..], &[0]].concat(),
            with_byte(0, b'B'),
            with_byte(8, 0), // the version
            with_byte(20, whole[20] ^ 1),
            with_byte(24, whole[24] ^ 1),
            with_byte(1_000_000, whole[1_000_000] ^ 128),
            with_byte(last, whole[last] ^ 16),
        ];
        for bytes in damaged {
            fs::write(&path, bytes).unwrap();
            assert!(matches!(open(folder.path()), (true, None)));
        }
        assert!(is_read(folder.path()));
    }

    #[test]
    fn no_flipped_bit_makes_other_tables() {
        let flips = flip_bits(&encode(&*TABLES), |bytes| match decode::<Bearoff>(bytes) {
            Some(_) => Flip::NoEffect,
            None => Flip::Detected,
        });
        let expected = Flips {
            detected: 1000,
            without_effect: 0,
        };
        assert_eq!(flips, expected);
    }

    #[test]
    fn a_file_of_another_shape_is_not_read_even_with_a_checksum() {
        let payload = vec![255; 100_000];
        let mut bytes = Bearoff::MAGIC.to_vec();
        bytes.extend(Bearoff::VERSION.to_le_bytes());
        bytes.extend(checksum_of_words(&[&payload]).to_le_bytes());
        bytes.extend(payload);
        assert!(decode::<Bearoff>(&bytes).is_none());
    }

    #[test]
    fn without_a_folder_the_tables_are_used_from_memory() {
        let parent = tempfile::tempdir().unwrap();
        let file = parent.path().join("file");
        fs::write(&file, "in the way").unwrap();
        let (built, problem) = open(&file);
        let text = problem.expect("a file has no files in it").to_string();
        assert!(built);
        assert!(
            text.starts_with("cannot keep the bearoff tables in "),
            "{text}"
        );
    }

    #[test]
    fn several_at_once_do_not_harm_each_other() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        assert!(open(folder.path()).1.is_none());
                        let _ = fs::remove_file(folder.path().join(FILE));
                    }
                });
            }
        });
        assert!(open(folder.path()).1.is_none());
        assert!(is_read(folder.path()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// A change of the tables needs a change of the version too.
    #[test]
    fn the_tables_are_the_same_on_every_machine() {
        assert_eq!(
            version_and_checksum(&*TABLES),
            (1, 5_387_525_645_884_659_967)
        );
        assert_eq!(
            version_and_checksum(&*CUBEFUL),
            (1, 15_882_776_880_967_772_423)
        );
    }

    fn version_and_checksum<T: Kept>(tables: &T) -> (u64, u64) {
        (T::VERSION, checksum_of_words(&[&encode(tables)]))
    }

    #[test]
    fn the_cubeful_table_has_a_file_of_its_own_once_it_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(Cubeful::FILE);
        let known = Backgammon::default().parse_state("gwAAMAQAAAAAAA").unwrap();
        let tables = || Bearoff::load_from(folder.path()).0;

        let first = tables();
        assert!(!file.exists());
        let value = first.cubeful(&known, None);
        assert!(value.is_some());
        assert!(first.cubeful.problem().is_none());
        let (read, _) = read_or_build(folder.path(), || -> Cubeful { panic!("there is a file") });
        assert!(read == *CUBEFUL);
        assert_eq!(tables().cubeful(&known, None), value);

        fs::write(&file, "damaged").unwrap();
        assert_eq!(tables().cubeful(&known, None), value);
        assert!(fs::read(&file).unwrap() == encode(&*CUBEFUL));

        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        let last = tables();
        assert_eq!(last.cubeful(&known, None), value);
        let problem = last.cubeful.problem().unwrap().to_string();
        assert!(problem.contains(Cubeful::FILE), "{problem}");
    }

    #[cfg(not(any(windows, target_os = "macos")))]
    #[test]
    fn the_cache_folder_is_the_one_of_the_standard() {
        let home = || Some(PathBuf::from("/user"));
        let set_to = |value: &'static str| move |_: &str| Some(OsString::from(value));
        let at_home = Some(PathBuf::from("/user/.cache"));
        assert_eq!(cache_of(home(), |_| None), at_home);
        assert_eq!(cache_of(home(), set_to("")), at_home);
        assert_eq!(cache_of(home(), set_to("not/absolute")), at_home);
        assert_eq!(cache_of(home(), set_to("/fast")), Some("/fast".into()));
        assert_eq!(cache_of(None, set_to("/fast")), Some("/fast".into()));
        assert_eq!(cache_of(None, |_| None), None);
        assert_eq!(cache_of(Some("relative".into()), |_| None), None);
    }
}

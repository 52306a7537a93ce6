use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Target;
use crate::mutation::mutated;

/// Runs a target with the files that are named on the command line, as after a find of `cargo fuzz`.
///
/// # Errors
/// When a file cannot be read.
pub fn run_files(target: Target) -> io::Result<()> {
    for path in std::env::args_os().skip(1) {
        target(&fs::read(path)?);
    }
    Ok(())
}

/// Runs a target with its corpus, and with this many random changes of it. The same every time.
///
/// # Panics
/// When something is wrong, after the input has been shown.
pub fn survives(name: &str, target: Target, changes: usize) {
    let inputs = corpus(name);
    assert!(!inputs.is_empty(), "{name} has no corpus");
    for input in &inputs {
        run(name, target, input);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..changes {
        let input = &inputs[rng.random_range(0..inputs.len())];
        run(name, target, &mutated(&mut rng, input, &inputs));
    }
}

#[expect(clippy::print_stderr, reason = "an input that is to be looked at")]
fn run(name: &str, target: Target, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(input))) {
        eprintln!("{name} with these bytes: b\"{}\"", input.escape_ascii());
        resume_unwind(panic);
    }
}

/// The inputs of a target that are kept, by the names of their files.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(name);
    let mut paths: Vec<PathBuf> = (fs::read_dir(&folder).into_iter().flatten())
        .map(|entry| entry.expect("a folder that can be read").path())
        .collect();
    paths.sort();
    (paths.iter())
        .map(|path| fs::read(path).expect("a file that can be read"))
        .collect()
}

//! Programs that a system asks to end do so soon, however long their work is.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::signal;

/// Enough for a busy machine.
const SOON: Duration = Duration::from_secs(5);

#[test]
fn long_work_ends_soon_when_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let endless = "starmax:depth=99";
    for arguments in [
        &["search", "dice:11x11", "--depth", "99"][..],
        &["search", "trio:pile=60", "--depth", "60"],
        &["perft", "dice:11x11", "--depth", "15"],
        &["play", "dice:11x11", "--side", "none", "--depth", "99"],
        &["tournament", "dice:11x11", "-p", endless, "-p", endless],
        &["train", "dice", "--games", "1000000000", "--out", out],
        &[
            "positions",
            "dice:11x11",
            "--count",
            "1000",
            "--from",
            "self-play",
            "--depth",
            "9",
        ],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_starmax"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments:?} ended early");
        let asked = Instant::now();
        signal(&child, "-TERM");
        child.wait().unwrap();
        assert!(asked.elapsed() < SOON, "{arguments:?}");
    }
}

//! Watching processes: tests wait for what they need, however slow the machine is.

#[cfg(target_os = "linux")]
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than any machine needs; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_mins(2);

/// How often to look.
const LOOK: Duration = Duration::from_millis(20);

/// Waits until `is_so`.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "waited in vain until {what}");
        sleep(LOOK);
    }
}

/// Waits until a process does more than a program does to start.
#[cfg(target_os = "linux")]
pub(crate) fn wait_until_working(id: u32) {
    const TICKS: u64 = 40;
    let before = processor_ticks(id);
    wait_until("it works", || processor_ticks(id) >= before + TICKS);
}

/// The time that a process has spent working so far, in hundredths of a second.
#[cfg(target_os = "linux")]
pub(crate) fn processor_ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("the process exists");
    // What follows the name: the state, and so on; the times of user and system are fields 14 and 15 of all.
    let (_, fields) = stat.rsplit_once(") ").expect("a name in parentheses");
    let fields: Vec<_> = fields.split(' ').collect();
    let ticks = |field: usize| fields[field - 3].parse::<u64>().expect("a number");
    ticks(14) + ticks(15)
}

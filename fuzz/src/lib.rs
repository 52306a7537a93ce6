//! Every parser and every algorithm on bytes that nobody thought of.
//!
//! A target is a function that takes any bytes and panics if something is wrong. Each has a thin program in `fuzz_targets`, which
//! `cargo fuzz run NAME` drives where a nightly toolchain is installed, and which elsewhere runs the files that it is given. Inputs worth keeping
//! are in `corpus/NAME`; [`survives`] runs them and changes of them as an ordinary test.

mod agreement;
mod journal;
mod mutation;
mod nets;
mod notation;
mod records;
mod survival;
#[cfg(test)]
mod tests;
mod text;

pub use agreement::agreement;
pub use journal::journal;
pub use nets::{backgammon_net, dice_net, sealed_file};
pub use notation::{backgammon, ballard, dice, fibs, pig, tic_tac_toe, trio};
pub use records::records;
pub use survival::{run_files, survives};
pub use text::{game, player, settings, tree};

/// Takes any bytes; panics if something is wrong.
pub type Target = fn(&[u8]);

/// Makes a list of functions with their names.
macro_rules! targets {
    ($($name:ident),* $(,)?) => { &[$((stringify!($name), $name)),*] };
}

/// All targets.
pub const TARGETS: &[(&str, Target)] = targets![
    agreement,
    backgammon,
    backgammon_net,
    ballard,
    dice,
    dice_net,
    fibs,
    game,
    journal,
    pig,
    player,
    records,
    sealed_file,
    settings,
    tic_tac_toe,
    tree,
    trio,
];

/// The program of a target.
#[macro_export]
macro_rules! fuzz {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::$name(data));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            $crate::run_files($crate::$name)
        }
    };
}

//! Players of tournaments.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(player);

//! Boards of FIBS.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(fibs);

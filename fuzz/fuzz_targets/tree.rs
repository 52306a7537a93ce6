//! Trees as JSON and in the compact notation.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(tree);

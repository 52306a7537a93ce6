//! Positions of Trio.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(trio);

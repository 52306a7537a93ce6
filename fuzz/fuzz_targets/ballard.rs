//! Places in Ballard's trees.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(ballard);

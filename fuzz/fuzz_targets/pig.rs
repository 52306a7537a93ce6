//! Positions, rolls and moves of Pig.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(pig);

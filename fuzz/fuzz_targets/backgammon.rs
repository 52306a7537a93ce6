//! Positions, rolls and moves of backgammon, in every notation.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(backgammon);

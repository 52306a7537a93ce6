//! Positions, rolls and moves of Dice.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(dice);

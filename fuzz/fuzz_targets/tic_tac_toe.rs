//! Positions and moves of tic-tac-toe.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(tic_tac_toe);

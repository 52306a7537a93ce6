//! A game by its name with parameters, and a line of a batch.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(game);

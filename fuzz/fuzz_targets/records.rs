//! Files of matches of backgammon.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(records);

//! Every algorithm against plain Expectimax.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(agreement);

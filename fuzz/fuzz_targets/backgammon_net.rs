//! Nets of backgammon as files, and what all kernels make of them.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(backgammon_net);

//! Names and numbers of settings.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(settings);

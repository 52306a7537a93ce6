//! Nets of Dice as files.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(dice_net);

//! Journals.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(journal);

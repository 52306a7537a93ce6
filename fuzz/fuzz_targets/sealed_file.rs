//! Files with a title and a checksum.
#![cfg_attr(fuzzing, no_main)]

starmax_fuzz::fuzz!(sealed_file);

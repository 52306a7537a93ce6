//! Files that are always whole, and checksums that tell whether they still are what was written.
//!
//! [`replace`] is how a file is written in one piece; a [`SealedFile`] says what it is and has a checksum; a
//! [`Journal`](journal::Journal) grows result by result. A [`Shard`] is the part of a job that one of several machines does.

mod checksum;
pub mod journal;
mod replace;
mod sealed;
mod shard;

pub use checksum::{checksum, checksum_of_words};
pub use replace::{replace, sync_folder_of};
pub use sealed::{SealedError, SealedFile};
pub use shard::{Shard, ShardError};

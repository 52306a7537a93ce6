//! Nets trained by self-play.

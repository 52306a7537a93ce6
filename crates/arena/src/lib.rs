//! Players, games and tournaments with the same dice for both sides.

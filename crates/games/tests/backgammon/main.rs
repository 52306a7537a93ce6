//! Backgammon: legal moves against a second generator, rules by hand, and notation.

mod board;
mod fibs;
mod generator;
mod matches;
mod notation;
mod ogid;
mod rules;
mod slow;
mod typed_moves;

//! Backgammon: legal moves against a second generator and against recorded decisions, rules by hand, and notation.

mod decisions;
mod generator;
mod notation;
mod rules;
mod slow;

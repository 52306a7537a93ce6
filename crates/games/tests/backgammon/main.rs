//! Backgammon: legal moves against a second generator, rules by hand, and notation.

mod fibs;
mod generator;
mod notation;
mod rules;
mod slow;

//! The nouns of Starmax: what a game of chance is, and how its states are judged and written.
//!
//! [`Rules`] say what can happen in a game. [`Game`] adds what is at stake when one or two players share one value,
//! [`ManyPlayers`] when each of several players has a payoff of their own. [`Notation`] turns states and moves of either kind into
//! text, and [`Evaluator`] judges states that are not yet finished. One value is always seen by
//! [`Player::Max`]: it is good for `Max` when it is large, no matter who moves. [`Bounds`] is the
//! currency of the search: a window, a proven result and the range of an evaluation are all closed intervals.
//!
//! A whole game, in which `Max` may take a sure 1 or flip a coin for 3:
//!
//! ```
//! use starmax_core::{Bounds, Game, Node, Player, Rules};
//!
//! #[derive(Clone, Copy, PartialEq)]
//! enum State { Choose, Flip, Won(f64) }
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! enum Choice { Sure, Gamble }
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! enum Coin { Heads, Tails }
//!
//! struct Gamble;
//!
//! impl Rules for Gamble {
//!     type State = State;
//!     type Move = Choice;
//!     type Outcome = Coin;
//!     type Player = Player;
//!     type Payoff = f64;
//!
//!     fn initial(&self) -> State { State::Choose }
//!     fn node(&self, state: &State) -> Node {
//!         match *state {
//!             State::Choose => Node::Decision(Player::Max),
//!             State::Flip => Node::Chance,
//!             State::Won(amount) => Node::Terminal(amount),
//!         }
//!     }
//!     fn moves(&self, _: &State, out: &mut Vec<Choice>) { out.extend([Choice::Sure, Choice::Gamble]); }
//!     fn outcomes(&self, _: &State, out: &mut Vec<(Coin, f64)>) { out.extend([(Coin::Heads, 0.5), (Coin::Tails, 0.5)]); }
//!     fn play(&self, _: &State, choice: Choice) -> State {
//!         match choice { Choice::Sure => State::Won(1.0), Choice::Gamble => State::Flip }
//!     }
//!     fn resolve(&self, _: &State, coin: Coin) -> State {
//!         State::Won(if coin == Coin::Heads { 3.0 } else { 0.0 })
//!     }
//! }
//!
//! impl Game for Gamble {
//!     fn utility(&self) -> Bounds { Bounds::new(0.0, 3.0) }
//! }
//!
//! let game = Gamble;
//! assert_eq!(game.node(&game.initial()), Node::Decision(Player::Max));
//! ```

mod bounds;
mod evaluator;
mod game;
mod many_players;
mod notation;
mod pay;
mod player;
mod rules;

pub use bounds::Bounds;
pub use evaluator::{Constant, Evaluator, InBulk, evaluate_all_with_noise, outcome_bounds};
pub use game::{Failure, Game, Hashable, WINNING};
pub use many_players::ManyPlayers;
pub use notation::{Notation, ParseError, choose_by_text};
pub use pay::Pay;
pub use player::Player;
pub use rules::{Node, Rules};

//! Searches games of chance: any perfect-information game with dice, draws or coins. The one dependency that a game of your own needs.
//!
//! The rules of a game are a few short functions. This is a whole one, and its search:
//!
//! ```
//! use starmax_engine::{Bounds, Constant, Game, Node, Player, Rules, Search};
//!
//! /// A race to ten points. The player whose turn it is walks two steps, or tosses a coin for five or none.
//! struct Race;
//!
//! #[derive(Clone, Copy)]
//! struct State { steps: [u8; 2], turn: usize, coin_is_up: bool }
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! enum Move { Walk, Toss }
//!
//! impl State {
//!     fn advance(mut self, steps: u8) -> Self {
//!         self.steps[self.turn] += steps;
//!         Self { turn: 1 - self.turn, coin_is_up: false, ..self }
//!     }
//! }
//!
//! impl Rules for Race {
//!     type State = State;
//!     type Move = Move;
//!     type Outcome = bool;
//!     type Player = Player;
//!     type Payoff = f64;
//!
//!     fn initial(&self) -> State { State { steps: [0, 0], turn: 0, coin_is_up: false } }
//!     fn node(&self, state: &State) -> Node {
//!         match state.steps.map(|steps| steps >= 10) {
//!             [true, _] => Node::Terminal(1.0),
//!             [_, true] => Node::Terminal(-1.0),
//!             _ if state.coin_is_up => Node::Chance,
//!             _ => Node::Decision([Player::Max, Player::Min][state.turn]),
//!         }
//!     }
//!     fn moves(&self, _: &State, out: &mut Vec<Move>) { out.extend([Move::Walk, Move::Toss]); }
//!     fn outcomes(&self, _: &State, out: &mut Vec<(bool, f64)>) { out.extend([(true, 0.5), (false, 0.5)]); }
//!     fn play(&self, state: &State, mv: Move) -> State {
//!         match mv { Move::Walk => state.advance(2), Move::Toss => State { coin_is_up: true, ..*state } }
//!     }
//!     fn resolve(&self, state: &State, heads: bool) -> State { state.advance(if heads { 5 } else { 0 }) }
//! }
//!
//! impl Game for Race {
//!     fn utility(&self) -> Bounds { Bounds::new(-1.0, 1.0) }
//! }
//!
//! // Max is three steps from the end, Min is five.
//! let state = State { steps: [7, 5], turn: 0, coin_is_up: false };
//! let unfinished_games_are_even = Constant(0.0);
//! let result = Search::new(&Race, &unfinished_games_are_even).depth(6).run(&state);
//! assert_eq!((result.best, result.value), (Some(Move::Toss), 0.375));
//! ```
//!
//! # What to import for what
//!
//! | for | import |
//! |---|---|
//! | the rules of a game | [`Rules`], [`Node`], [`Player`]; [`Bounds`] and [`Game`] for one or two players, [`ManyPlayers`] for several |
//! | judging states that are not over | [`Evaluator`], [`InBulk`] where many at once are cheaper, [`Constant`] where nothing is known |
//! | positions and moves as text | [`Notation`], [`ParseError`] |
//! | a search | [`Search`]; [`MaxN`] for several players |
//! | a search with a table | [`Table`], and [`Hashable`] for the game |
//! | one search after another | [`Searcher`], which keeps buffers and a table |
//! | choosing how to search | [`Algorithm`], [`Settings`], [`Limits`], [`Order`], [`Enhancements`] |
//! | what a search found | [`SearchResult`], [`RootMove`], [`Step`], [`Stats`] |
//! | watching it | [`Observer`] with [`Visit`] and [`Exit`]; [`Trace`] keeps every visit, [`Acts`] counts what each part did |
//! | testing the rules | [`perft`]; the crate `starmax-testkit` has a check of the whole contract |
//! | games that are there already | [`games`], such as `games::Backgammon` |
//! | nets and tables that judge them | [`judges`], such as `judges::backgammon::BackgammonNet` |
//! | the algorithms as the papers have them | [`textbook`] |
//!
//! The features `games` and `judges` are on unless you say `default-features = false`.

#[doc(inline)]
pub use starmax_core::*;
#[doc(inline)]
pub use starmax_search::*;

#[cfg(feature = "games")]
pub use starmax_games as games;
#[cfg(feature = "judges")]
pub use starmax_judges as judges;
pub use starmax_textbook as textbook;

//! The search engine: a state goes in, a [`SearchResult`] comes out.
//!
//! [`Search`] is the way in. It runs one generic recursion that covers the whole family of algorithms, from plain
//! Expectimax to Star2-TT and beyond: an algorithm is a preset of its switches (see [`Settings`]). Every one of
//! them returns the same value and the same best move as plain Expectimax, bit for bit; they differ in what it costs.
//! For comparison there is also the search of backgammon programs, which is not exact ([`Algorithm::StaticReply`]). Games of several
//! players are searched by [`MaxN`].
//!
//! ```
//! use starmax_core::Constant;
//! use starmax_games::Pig;
//! use starmax_search::{Algorithm, Search, Table};
//!
//! let game = Pig::new(12);
//! let table = Table::with_mebibytes(1);
//! let result = Search::new(&game, &Constant(0.0))
//!     .algorithm(Algorithm::Star2Tt)
//!     .depth(8)
//!     .table(&table)
//!     .run(&starmax_core::Rules::initial(&game));
//! assert!(result.bounds.is_exact());
//! println!("{:?} is worth {}", result.best, result.value);
//! ```
//!
//! To watch a search, give it an [`Observer`]; [`Trace`] is one that remembers everything, [`Acts`] one that counts what each part of
//! the search did.

mod acts;
mod busy;
mod clock;
mod deepening;
mod enhancement;
mod filter;
mod forecast;
mod judge;
mod line;
mod maxn;
mod observer;
mod options;
mod order;
mod perft;
mod pool;
mod recursion;
mod result;
mod search;
mod searcher;
mod settings;
mod static_reply;
mod steps;
mod table;
mod trace;

pub use acts::{Act, Acts};
pub use clock::Now;
pub use enhancement::{Enhancement, Enhancements};
pub use filter::{Filter, Keep};
pub use forecast::{Features, Last};
pub use maxn::{MaxN, MaxNMove, MaxNResult};
pub use observer::{Exit, Observer, Purpose, Visit};
pub use options::{
    GameKind, Level, OPTIONS, OptionError, Options, Place, SearchOption, Ties, options_at,
    parse_time,
};
pub use order::{Order, ProbeChoice, Scheme};
pub use perft::{Perft, perft};
pub use result::{Estimate, Interrupted, RootMove, SearchResult, Stats, Step};
pub use search::Search;
pub use searcher::Searcher;
pub use settings::{Algorithm, Limits, Remembers, Settings, SettingsError};
pub use table::{Entry, Memory, NoTable, Reuse, Table, TableUse};
pub use trace::{Trace, Visited};

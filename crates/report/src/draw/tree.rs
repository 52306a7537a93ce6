//! Trees and what a search did with them: as text, for Graphviz, and as pictures.

mod dot;
mod svg;
mod text;
mod traced;
mod watch;
mod words;

pub use traced::TracedTree;
pub use watch::Recording;

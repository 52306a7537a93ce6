//! Trees and what a search did with them: as text, for Graphviz, and as pictures.

mod dot;
mod drawing;
mod game;
mod svg;
mod text;
mod traced;
mod watch;
mod words;

pub use drawing::Drawing;
pub(crate) use drawing::in_probe;
pub(crate) use game::written;
pub use traced::TracedTree;
pub use watch::Recording;

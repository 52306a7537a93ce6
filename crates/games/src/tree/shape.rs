use std::fmt;

/// A tree in nested form, for tests and generators; [`super::Tree::new`] checks it and makes it searchable.
///
/// It is written as the tree is, without bounds.
///
/// ```
/// use starmax_games::Shape::{Chance, Leaf, Max};
///
/// let gamble = Max(vec![Leaf(1.0), Chance(vec![(0.5, Leaf(3.0)), (0.5, Leaf(0.0))])]);
/// assert_eq!(gamble.to_string(), "max[1 ch(0.5:3 0.5:0)]");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The end, with its value seen by `Max`.
    Leaf(f64),
    /// `Max` chooses one of these.
    Max(Vec<Shape>),
    /// `Min` chooses one of these.
    Min(Vec<Shape>),
    /// Chance chooses one of these, each with its probability.
    Chance(Vec<(f64, Shape)>),
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(value) => write!(f, "{value}"),
            Self::Max(children) => {
                f.write_str("max[")?;
                write_all(f, children, |f, child| write!(f, "{child}"))?;
                f.write_str("]")
            }
            Self::Min(children) => {
                f.write_str("min[")?;
                write_all(f, children, |f, child| write!(f, "{child}"))?;
                f.write_str("]")
            }
            Self::Chance(children) => {
                f.write_str("ch(")?;
                write_all(f, children, |f, (p, child)| write!(f, "{p}:{child}"))?;
                f.write_str(")")
            }
        }
    }
}

fn write_all<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    write: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (number, item) in items.iter().enumerate() {
        if number > 0 {
            f.write_str(" ")?;
        }
        write(f, item)?;
    }
    Ok(())
}

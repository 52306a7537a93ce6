use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};
use starmax_core::{Bounds, Game, Node, Player, Rules};

use super::build::Builder;
use super::error::quoted;
use super::{NodeId, Tree, TreeError};

const KINDS: &str = r#""max", "min" or "chance""#;
const KINDS_OR_NAME: &str = r#""max", "min", "chance" or "name""#;
const WRAPPER: &str = r#""bounds" or "root""#;
const KINDS_OR_WRAPPER: &str = r#""max", "min", "chance", "bounds" or "root""#;

const NAME: &str = "name";
/// Longer names would not fit beside a node.
const LONGEST_NAME: usize = 40;

impl Tree {
    /// Reads a tree from JSON; the form is described at [`Tree`].
    ///
    /// # Errors
    /// Names the place that is wrong, what was found and what was expected.
    pub fn from_json(text: &str) -> Result<Self, TreeError> {
        let mut reader = Reader::default();
        let mut json = serde_json::Deserializer::from_str(text);
        // The builder has a limit of its own, and nothing is read further once it complains.
        json.disable_recursion_limit();
        let whole = Subtree {
            reader: &mut reader,
            probability: None,
            may_be_wrapped: true,
        };
        match Read(whole).deserialize(&mut json).and_then(|()| json.end()) {
            Ok(()) => reader.builder.finish(reader.bounds),
            Err(error) => Err(reader.error.unwrap_or_else(|| TreeError::Json {
                place: reader.builder.next_place(),
                message: error.to_string(),
            })),
        }
    }

    /// The tree as JSON on one line, with its bounds.
    #[must_use]
    pub fn to_json(&self) -> String {
        let Bounds { lower, upper } = self.utility();
        let root = Written {
            tree: self,
            node: self.root(),
        };
        format!("{{\"bounds\":[{lower},{upper}],\"root\":{root}}}")
    }
}

/// A node as JSON. Numbers are written as Rust writes them: `7` and not `7.0`.
struct Written<'t> {
    tree: &'t Tree,
    node: NodeId,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.tree.node(&self.node) {
            Node::Terminal(value) => return write!(f, "{value}"),
            Node::Decision(Player::Max) => "max",
            Node::Decision(Player::Min) => "min",
            Node::Chance => "chance",
        };
        f.write_str("{")?;
        if let Some(name) = self.tree.name(self.node) {
            write!(f, "\"name\":{},", serde_json::Value::from(name))?;
        }
        write!(f, "\"{kind}\":[")?;
        for (number, &node) in self.tree.children(self.node).iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let child = Self { node, ..*self };
            match self.tree.probability(node) {
                None => write!(f, "{comma}{child}")?,
                Some(p) => write!(f, "{comma}[{p},{child}]")?,
            }
        }
        f.write_str("]}")
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    builder: Builder,
    bounds: Option<Bounds>,
    /// Why reading stopped. Kept here because an error inside serde can only be text.
    error: Option<TreeError>,
}

impl Reader {
    fn keep<T, E: Error>(&mut self, result: Result<T, TreeError>) -> Result<T, E> {
        result.map_err(|error| self.fail(error))
    }

    fn fail<E: Error>(&mut self, error: TreeError) -> E {
        self.error = Some(error);
        E::custom("the reader knows")
    }

    fn two_keys<E: Error>(&mut self, place: String, first: &str, second: &str) -> E {
        self.fail(TreeError::TwoKeys {
            place,
            first: quoted(first),
            second: quoted(second),
        })
    }

    fn unknown_key<E: Error>(&mut self, place: String, key: &str, known: &'static str) -> E {
        self.fail(TreeError::UnknownKey {
            place,
            key: quoted(key),
            known,
        })
    }
}

/// Reads whatever comes and hands it to a visitor, which knows what it expects.
struct Read<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Read<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

/// A node with everything below it.
struct Subtree<'r> {
    reader: &'r mut Reader,
    probability: Option<f64>,
    may_be_wrapped: bool,
}

impl<'r> Subtree<'r> {
    fn below(reader: &'r mut Reader, probability: Option<f64>) -> Self {
        Self {
            reader,
            probability,
            may_be_wrapped: false,
        }
    }

    fn leaf<E: Error>(self, value: f64) -> Result<(), E> {
        let added = self.reader.builder.leaf(value, self.probability);
        self.reader.keep(added)
    }

    /// Reads a node from its first key on; its name may come before or after its children.
    fn branch<'de, A: MapAccess<'de>>(self, first: String, mut map: A) -> Result<(), A::Error> {
        let mut name = None;
        let mut kind = first;
        if kind == NAME {
            name = Some(map.next_value_seed(Read(Name))?);
            let next: Option<String> = map.next_key()?;
            kind = next.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        }
        let Self { reader, .. } = self;
        let node = match kind.as_str() {
            "max" => Node::Decision(Player::Max),
            "min" => Node::Decision(Player::Min),
            "chance" => Node::Chance,
            _ => {
                let place = reader.builder.next_place();
                if name.is_some() && kind == NAME {
                    return Err(reader.two_keys(place, NAME, NAME));
                }
                let known = match (&name, self.may_be_wrapped) {
                    (Some(_), _) => KINDS,
                    (None, true) => KINDS_OR_WRAPPER,
                    (None, false) => KINDS_OR_NAME,
                };
                return Err(reader.unknown_key(place, &kind, known));
            }
        };
        map.next_value_seed(Read(Children {
            reader,
            node,
            probability: self.probability,
        }))?;
        while let Some(key) = map.next_key::<String>()? {
            if key == NAME && name.is_none() {
                name = Some(map.next_value_seed(Read(Name))?);
                continue;
            }
            let place = reader.builder.place();
            return Err(match key.as_str() {
                NAME => reader.two_keys(place, NAME, NAME),
                "max" | "min" | "chance" | "bounds" | "root" => reader.two_keys(place, &kind, &key),
                _ => reader.unknown_key(place, &key, KINDS_OR_NAME),
            });
        }
        if let Some(name) = name {
            reader.builder.name(name);
        }
        let closed = reader.builder.close();
        reader.keep(closed)
    }

    /// Reads `{"bounds":..., "root":...}` from its first key on, in either order.
    fn wrapper<'de, A: MapAccess<'de>>(self, first: String, mut map: A) -> Result<(), A::Error> {
        let Self { reader, .. } = self;
        let mut has_root = false;
        let mut next = Some(first);
        while let Some(key) = next {
            match key.as_str() {
                "bounds" if reader.bounds.is_none() => {
                    reader.bounds = Some(map.next_value_seed(Read(Interval))?);
                }
                "root" if !has_root => {
                    map.next_value_seed(Read(Subtree::below(reader, None)))?;
                    has_root = true;
                }
                "bounds" | "root" => return Err(reader.two_keys("the top".to_owned(), &key, &key)),
                _ => return Err(reader.unknown_key("the top".to_owned(), &key, WRAPPER)),
            }
            next = map.next_key()?;
        }
        if has_root {
            Ok(())
        } else {
            Err(A::Error::missing_field("root"))
        }
    }
}

impl<'de> Visitor<'de> for Subtree<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number or an object with the key {KINDS}")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.leaf(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.leaf(value as f64)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.leaf(value as f64)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        match map.next_key::<String>()? {
            None => Err(A::Error::invalid_length(0, &self)),
            Some(key) if self.may_be_wrapped && (key == "bounds" || key == "root") => {
                self.wrapper(key, map)
            }
            Some(key) => self.branch(key, map),
        }
    }
}

/// A node that is no leaf and its children, up to where it is closed.
struct Children<'r> {
    reader: &'r mut Reader,
    node: Node,
    probability: Option<f64>,
}

impl<'de> Visitor<'de> for Children<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of children")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut children: A) -> Result<(), A::Error> {
        let Self { reader, node, .. } = self;
        let opened = reader.builder.open(node, self.probability);
        reader.keep(opened)?;
        loop {
            let reader = &mut *reader;
            let child = if node == Node::Chance {
                children.next_element_seed(Read(OutcomePair { reader }))?
            } else {
                children.next_element_seed(Read(Subtree::below(reader, None)))?
            };
            if child.is_none() {
                return Ok(());
            }
        }
    }
}

/// `[probability, child]`.
struct OutcomePair<'r> {
    reader: &'r mut Reader,
}

impl<'de> Visitor<'de> for OutcomePair<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pair [probability, child]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<(), A::Error> {
        let Some(probability) = pair.next_element_seed(Read(Number("a probability")))? else {
            return Err(A::Error::invalid_length(0, &self));
        };
        let child = Subtree::below(&mut *self.reader, Some(probability));
        if pair.next_element_seed(Read(child))?.is_none() {
            return Err(A::Error::invalid_length(1, &self));
        }
        match pair.next_element::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(A::Error::invalid_length(3, &self)),
        }
    }
}

/// A name for people to read.
struct Name;

impl Visitor<'_> for Name {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a name of 1 to {LONGEST_NAME} characters on one line")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<String, E> {
        let is_long = name.chars().count() > LONGEST_NAME;
        if name.trim().is_empty() || is_long || name.chars().any(char::is_control) {
            return Err(E::invalid_value(Unexpected::Str(&quoted(name)), &self));
        }
        Ok(name.to_owned())
    }
}

/// `[lower, upper]`.
struct Interval;

impl<'de> Visitor<'de> for Interval {
    type Value = Bounds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bounds [lower, upper]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<Bounds, A::Error> {
        let Some(lower) = pair.next_element_seed(Read(Number("a lower bound")))? else {
            return Err(A::Error::invalid_length(0, &self));
        };
        let Some(upper) = pair.next_element_seed(Read(Number("an upper bound")))? else {
            return Err(A::Error::invalid_length(1, &self));
        };
        match pair.next_element::<IgnoredAny>()? {
            None => Ok(Bounds::new(lower, upper)),
            Some(_) => Err(A::Error::invalid_length(3, &self)),
        }
    }
}

/// A number; the text says of what kind.
struct Number(&'static str);

impl Visitor<'_> for Number {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, a number", self.0)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<f64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<f64, E> {
        Ok(number as f64)
    }
}

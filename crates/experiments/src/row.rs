use std::fmt;

use serde::{Serialize, Serializer};

/// What a row of a table is about, as keys and values in a fixed order: `n = 4`, or `board = 5, depth = 3`.
///
/// ```
/// use starmax_experiments::Row;
///
/// let row = Row::from([("ordering", "static".into()), ("depth", 3.into())]);
/// assert_eq!(serde_json::to_string(&row)?, r#"{"ordering":"static","depth":3}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row(Vec<(&'static str, Key)>);

/// One value that tells a row from the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Key {
    /// A size, a depth.
    Number(u64),
    /// A name.
    Text(&'static str),
}

impl Row {
    /// The keys with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Key)> {
        self.0.iter().map(|(name, key)| (*name, key))
    }

    /// The number that a key stands for.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        match self.get(name)? {
            Key::Number(number) => Some(*number),
            Key::Text(_) => None,
        }
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Key> {
        self.iter()
            .find(|&(other, _)| other == name)
            .map(|(_, key)| key)
    }
}

impl<const LENGTH: usize> From<[(&'static str, Key); LENGTH]> for Row {
    fn from(keys: [(&'static str, Key); LENGTH]) -> Self {
        Self(keys.into())
    }
}

/// As in "board 5, depth 3".
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<String> = self
            .iter()
            .map(|(name, key)| format!("{} {key}", name.replace('_', " ")))
            .collect();
        f.pad(&keys.join(", "))
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl From<u64> for Key {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&'static str> for Key {
    fn from(text: &'static str) -> Self {
        Self::Text(text)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => fmt::Display::fmt(number, f),
            Self::Text(text) => f.pad(text),
        }
    }
}

//! Lines with their checksums.

use std::path::Path;

use serde::Serialize;

use super::JournalError;
use super::error::file_error;
use crate::checksum;

/// What comes between the text of a line and its checksum.
const SUM: &str = ",\"sum\":\"";

/// So much of a foreign file is shown in an error.
const LONGEST_QUOTE: usize = 200;

pub(super) fn quote(text: &str) -> String {
    text.chars().take(LONGEST_QUOTE).collect()
}

/// The text of an object, with its checksum as the last entry.
pub(super) fn sealed(object: &impl Serialize, path: &Path) -> Result<String, JournalError> {
    let text = serde_json::to_string(object)
        .map_err(|source| file_error("write to", path, source.into()))?;
    Ok(sealed_text(&text).unwrap_or_else(|| panic!("{text} is no object with an entry")))
}

/// The text of an object with an entry, with its checksum as the last one.
pub(super) fn sealed_text(object: &str) -> Option<String> {
    let open = object.strip_suffix('}')?;
    (open.starts_with("{\"")).then(|| format!("{open}{SUM}{}\"}}", checksum(&[open.as_bytes()])))
}

/// The text of an object without its checksum, if it is the right one.
pub(super) fn unsealed(line: &[u8]) -> Option<String> {
    let line = str::from_utf8(line).ok()?;
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let (open, sum) = line.strip_suffix("\"}")?.rsplit_once(SUM)?;
    (sum == checksum(&[open.as_bytes()])).then(|| format!("{open}}}"))
}

/// A line as versions before this one wrote it.
pub(super) fn is_unsealed_object(line: &str) -> bool {
    let object = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line);
    object.is_ok_and(|object| !object.contains_key("sum"))
}

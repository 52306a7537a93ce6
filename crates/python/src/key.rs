//! Keys of states: bytes that say everything the future depends on, and their hashes. Python's own hashes will not do: -1 and -2 have the same.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyString, PyTuple};
use starmax_games::mix;

/// Appends a key so that different keys give different bytes.
pub(crate) fn write_key(key: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> PyResult<()> {
    let framed = |out: &mut Vec<u8>, kind: u8, bytes: &[u8]| {
        out.push(kind);
        out.extend((bytes.len() as u64).to_le_bytes());
        out.extend(bytes);
    };
    if let Ok(bytes) = key.cast::<PyBytes>() {
        framed(out, b'b', bytes.as_bytes());
    } else if let Ok(text) = key.cast::<PyString>() {
        framed(out, b's', text.to_cow()?.as_bytes());
    } else if key.is_instance_of::<PyInt>() || key.is_instance_of::<PyBool>() {
        match key.extract::<i64>() {
            Ok(number) => {
                out.push(b'i');
                out.extend(number.to_le_bytes());
            }
            Err(_) => framed(out, b'I', key.str()?.to_cow()?.as_bytes()),
        }
    } else if let Ok(items) = key.cast::<PyTuple>() {
        out.push(b't');
        out.extend((items.len() as u64).to_le_bytes());
        for item in items.iter_borrowed() {
            write_key(&item, out)?;
        }
    } else if let Ok(number) = key.cast::<PyFloat>() {
        out.push(b'f');
        out.extend(number.value().to_bits().to_le_bytes());
    } else if let Ok(bytes) = key.cast::<PyByteArray>() {
        framed(out, b'b', &bytes.to_vec());
    } else if key.is_none() {
        out.push(b'n');
    } else {
        let kind = key.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "the key is of type {kind}, expected bytes, str, int, float, None or a tuple of those"
        )));
    }
    Ok(())
}

/// A well-mixed hash of bytes.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(mix(bytes.len() as u64), |hash, word| mix(hash ^ word))
}

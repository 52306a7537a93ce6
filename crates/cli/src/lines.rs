//! Lines of input of which nobody knows how long they are.

use std::io::{self, BufRead, Read};

/// One line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its bytes, with the end of the line if there was one.
    Whole(Vec<u8>),
    /// It was longer than allowed; the rest of it has been passed over.
    TooLong,
}

/// The next line, of at most `longest` bytes; `None` at the end.
pub(crate) fn next_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    // One more for the end of the line.
    let most = longest as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > longest && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_be_as_long_as_allowed_but_no_longer() {
        let mut input = &b"1234\n12345\n123456789\n\n1234"[..];
        let lines: Vec<_> =
            std::iter::from_fn(|| next_line(&mut input, 4).expect("memory can be read")).collect();
        let whole = |text: &str| Line::Whole(text.into());
        assert_eq!(
            lines,
            [
                whole("1234\n"),
                Line::TooLong,
                Line::TooLong,
                whole("\n"),
                whole("1234")
            ]
        );
    }
}

//! What the other side did wrong, in the codes of its dialect.

use std::fmt::Display;

use super::dialect::Dialect;

/// Why a line is not answered as it hoped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Complaint {
    pub(super) kind: Kind,
    detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No such command.
    Unknown,
    /// A known command that is not written as it should be.
    Syntax,
    /// A value that cannot be.
    Value,
    /// Something else has to be said first.
    Missing,
    /// What the dialect has and this engine has not.
    Unsupported,
    /// Too much is asked at the same time.
    Busy,
    /// The search could not be done.
    Failed,
}

/// Longer texts of others are not repeated as a whole.
const LONGEST: usize = 300;

impl Complaint {
    pub(super) fn new(kind: Kind, detail: impl Display) -> Self {
        Self {
            kind,
            detail: detail.to_string(),
        }
    }

    /// `found`, where something else was expected.
    pub(super) fn value(found: &str, expected: impl Display) -> Self {
        let detail = format!("found \"{found}\", expected {expected}");
        Self::new(Kind::Value, detail)
    }

    /// A command that should look like this.
    pub(super) fn syntax(usage: &str) -> Self {
        Self::new(Kind::Syntax, format!("expected: {usage}"))
    }

    /// The line that is sent; whatever it repeats stays on that line.
    pub(super) fn line(&self, dialect: Dialect) -> String {
        let code = match (dialect, self.kind) {
            (Dialect::V01, Kind::Unknown) => "unknown_command",
            (Dialect::V01, Kind::Syntax | Kind::Value) => "bad_argument",
            (Dialect::V01, Kind::Missing) => "missing_context",
            (Dialect::V01, Kind::Unsupported) => "unsupported_feature",
            (Dialect::V01, Kind::Busy) => "search_in_progress",
            (Dialect::V01, Kind::Failed) => "internal",
            (Dialect::V02, Kind::Unknown | Kind::Syntax) => "bad_command",
            (Dialect::V02, Kind::Value) => "bad_value",
            (Dialect::V02, Kind::Missing | Kind::Busy | Kind::Failed) => "bad_state",
            (Dialect::V02, Kind::Unsupported) => "unsupported",
        };
        let clean = |sign: char| {
            if sign.is_control() {
                char::REPLACEMENT_CHARACTER
            } else {
                sign
            }
        };
        let detail: String = self.detail.chars().take(LONGEST).map(clean).collect();
        format!("error {code} {detail}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_stays_on_one_short_line() {
        let nasty = format!("a\nb\u{7}{}", "x".repeat(9999));
        for dialect in [Dialect::V01, Dialect::V02] {
            let line = Complaint::value(&nasty, "something").line(dialect);
            assert!(!line.contains(char::is_control), "{line}");
            assert!(line.chars().count() < LONGEST + 40, "{line}");
        }
    }
}

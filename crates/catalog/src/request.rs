//! What is asked of a search, before the types of the game are known.

use std::sync::atomic::{AtomicBool, Ordering};

use starmax_search::{Options, Settings};

use crate::{About, ReportError};

/// A position and what chance brought, as typed.
#[derive(Clone, Copy, Debug, Default)]
pub struct RootText<'a> {
    /// The position; `None` or `start` is where the game starts.
    pub position: Option<&'a str>,
    /// The outcome at the position.
    pub roll: Option<&'a str>,
}

impl RootText<'_> {
    /// The position before the roll, if there is one, else what `after` writes. `start` writes where the game starts.
    pub(crate) fn written(
        &self,
        start: impl FnOnce() -> String,
        after: impl FnOnce() -> String,
    ) -> String {
        match (self.roll, self.position) {
            (Some(_), None | Some("start")) => start(),
            (Some(_), Some(position)) => position.to_owned(),
            (None, _) => after(),
        }
    }
}

/// What is asked of a search: its options, and how it is watched.
///
/// ```
/// use starmax_catalog::Request;
/// use starmax_search::Options;
///
/// let request = Request::from(Options { depth: Some(5), ..Options::default() });
/// assert_eq!(request.options.depth, Some(5));
/// ```
#[derive(Clone, Default)]
pub struct Request<'a> {
    /// How to search.
    pub options: Options,
    /// Whether to find out how likely each ending is, where the evaluator can tell.
    pub chances: bool,
    /// Stops the search when set.
    pub stop: Option<&'a AtomicBool>,
    /// Set when the search begins; from then on it looks at `stop`. Before that it may wait for a file or a table.
    pub begun: Option<&'a AtomicBool>,
}

impl From<Options> for Request<'_> {
    fn from(options: Options) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }
}

/// The usual size of a table.
const TABLE_MEBIBYTES: usize = 16;

impl Request<'_> {
    /// An error if the search was stopped.
    pub(crate) fn check_stop(&self) -> Result<(), ReportError> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(ReportError::Interrupted);
        }
        Ok(())
    }

    /// The same request with other options.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Options)) -> Self {
        let mut request = self.clone();
        change(&mut request.options);
        request
    }

    /// The size of the table in MiB, 0 if there is none.
    #[must_use]
    pub fn table_size(&self) -> usize {
        self.options.table_size(TABLE_MEBIBYTES)
    }

    /// Tells that the search begins.
    pub(crate) fn begin(&self) {
        if let Some(begun) = self.begun {
            begun.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn settings(&self, about: &About) -> Settings {
        self.settings_to(about.depth)
    }

    pub(crate) fn settings_to(&self, usual_depth: u32) -> Settings {
        let mut settings = self.options.settings(usual_depth);
        settings.line = true;
        settings
    }
}

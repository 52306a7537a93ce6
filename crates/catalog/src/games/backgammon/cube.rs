//! The doubling cube, which the rules of backgammon here do not have.

use starmax_games::BackgammonState;
use starmax_judges::backgammon::takes_double;

use super::BackgammonRegistration;
use crate::{Opened, ReportError, Request};

impl Opened<BackgammonRegistration> {
    /// Whether to go on when the player on roll has doubled. A roll and the best move after it show enough, whatever depth or limits the
    /// request has.
    ///
    /// # Errors
    /// When the request makes no sense, or the search was stopped.
    pub fn takes_double(
        &self,
        state: &BackgammonState,
        request: &Request<'_>,
    ) -> Result<bool, ReportError> {
        let request = request.with(|options| {
            options.depth = Some(2);
            options.nodes = None;
            options.time = None;
        });
        let report = self.search_at(state, &request)?;
        // Seen by the player on roll, who has doubled.
        let value = report.value.ok_or(ReportError::Interrupted)?;
        Ok(takes_double(-value))
    }
}

//! Whether a request makes sense.

use starmax_search::{GameKind, Options};

use crate::ReportError;
use crate::error::CHANCE;
use crate::registry::Registration;

/// Whether the algorithm can search the game, and with these options.
pub(crate) fn check_options<R: Registration>(options: &Options) -> Result<(), ReportError> {
    let algorithm = options.algorithm();
    if R::HAS_CHANCE && !algorithm.handles_chance() {
        return Err(ReportError::WrongAlgorithm {
            algorithm,
            game: R::ABOUT.name,
            reason: CHANCE,
        });
    }
    let kind = if R::HAS_CHANCE {
        GameKind::WithChance
    } else {
        GameKind::WithoutChance
    };
    Ok(options.check(R::ABOUT.name, kind)?)
}

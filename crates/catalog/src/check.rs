//! Whether a request makes sense.

use starmax_search::{GameKind, Options};

use crate::ReportError;
use crate::registry::Registration;

/// Whether the algorithm can search the game, and with these options.
pub(crate) fn check_options<R: Registration>(options: &Options) -> Result<(), ReportError> {
    let algorithm = options.algorithm();
    if R::HAS_CHANCE && !algorithm.handles_chance() {
        return Err(ReportError::WrongAlgorithm {
            algorithm,
            game: R::ABOUT.name,
            reason: "the game has chance; expectimax, star1, star2, star2.5, star2-tt, starmax and static-reply handle it",
        });
    }
    let kind = if R::HAS_CHANCE {
        GameKind::WithChance
    } else {
        GameKind::WithoutChance
    };
    Ok(options.check(R::ABOUT.name, kind)?)
}

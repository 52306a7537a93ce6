use starmax_catalog::Games;

use crate::args::PositionArgs;
use crate::{Outcome, batch};

pub(crate) fn run(args: &PositionArgs, games: &Games<'_>) -> anyhow::Result<Outcome> {
    let game = games.open(&args.game)?;
    if args.is_batch() {
        return batch::run(false, |_| None, |line| game.draw(args.root_of(line)));
    }
    say!("{}", game.draw(args.root())?);
    Ok(Outcome::Done)
}

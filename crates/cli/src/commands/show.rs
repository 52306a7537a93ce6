use starmax_catalog::open_game;

use crate::args::PositionArgs;
use crate::{Outcome, batch};

pub(crate) fn run(args: &PositionArgs) -> anyhow::Result<Outcome> {
    let game = open_game(&args.game)?;
    if args.is_batch() {
        return batch::run(false, |_| None, |line| game.draw(args.root_of(line)));
    }
    say!("{}", game.draw(args.root())?);
    Ok(Outcome::Done)
}

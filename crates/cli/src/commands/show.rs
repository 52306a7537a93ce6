use starmax_catalog::Games;

use crate::args::PositionArgs;
use crate::{Conclusion, batch};

pub(crate) fn run(args: &PositionArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    let game = games.open(&args.game)?;
    if args.is_batch() {
        return batch::run(false, |_| None, |line| game.draw(args.root_of(line)));
    }
    say!("{}", game.draw(args.root())?);
    Ok(Conclusion::Done)
}

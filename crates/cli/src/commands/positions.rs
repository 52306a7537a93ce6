use starmax_report::open_game;

use crate::Outcome;
use crate::args::PositionsArgs;

pub(crate) fn run(args: &PositionsArgs) -> anyhow::Result<Outcome> {
    let game = open_game(&args.game)?;
    for position in game.positions(args.count as usize, args.seed) {
        say!("{position}");
    }
    Ok(Outcome::Done)
}

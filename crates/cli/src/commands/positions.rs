use starmax_report::{Noise, SelfPlay, open_game};
use starmax_search::Options;

use crate::Outcome;
use crate::args::{PositionsArgs, Source};

const SELF_PLAY_DEPTH: u32 = 3;

pub(crate) fn run(args: &PositionsArgs) -> anyhow::Result<Outcome> {
    let game = open_game(&args.game)?;
    match args.from {
        Source::Random => {
            let is_self_play_asked =
                args.engine.options != Options::default() || args.depth.is_some() || args.contact;
            if is_self_play_asked {
                anyhow::bail!(
                    "--evaluator, --noise, --depth and --contact are for --from self-play"
                );
            }
            for position in game.positions(args.seed).take(args.count as usize) {
                say!("{position}");
            }
        }
        Source::SelfPlay => {
            for number in 0..u64::from(args.count) {
                let position = game.self_play_position(&SelfPlay {
                    evaluator: args.engine.options.evaluator.as_deref(),
                    noise: Noise::of(&args.engine.options),
                    depth: args.depth.unwrap_or(SELF_PLAY_DEPTH),
                    seed: args.seed,
                    number,
                    contact: args.contact,
                })?;
                say!("{position}");
            }
        }
    }
    Ok(Outcome::Done)
}

use starmax_catalog::{Games, Noise, SelfPlay};
use starmax_search::Options;

use crate::Conclusion;
use crate::args::{PositionsArgs, Source};

const SELF_PLAY_DEPTH: u32 = 3;

pub(crate) fn run(args: &PositionsArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    let game = games.open(&args.game)?;
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
            let play = SelfPlay {
                evaluator: args.engine.options.evaluator.as_deref(),
                noise: Noise::of(&args.engine.options),
                depth: args.depth.unwrap_or(SELF_PLAY_DEPTH),
                filter: args.contact.then_some("contact"),
            };
            for number in 0..u64::from(args.count) {
                say!("{}", game.self_play_position(&play, args.seed, number)?);
            }
        }
    }
    Ok(Conclusion::Done)
}

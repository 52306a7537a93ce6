use starmax_catalog::{Games, SelfPlay};

use crate::Outcome;
use crate::args::{PositionsArgs, Source};

const SELF_PLAY_DEPTH: u32 = 3;

pub(crate) fn run(args: &PositionsArgs, games: &Games<'_>) -> anyhow::Result<Outcome> {
    let game = games.open(&args.game)?;
    match args.from {
        Source::Random => {
            let is_self_play_asked = args.evaluator.is_some()
                || args.depth.is_some()
                || args.noise.noise.is_some()
                || args.contact;
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
                evaluator: args.evaluator.as_deref(),
                noise: args.noise.noise(),
                depth: args.depth.unwrap_or(SELF_PLAY_DEPTH),
                filter: args.contact.then_some("contact"),
            };
            for number in 0..u64::from(args.count) {
                say!("{}", game.self_play_position(&play, args.seed, number)?);
            }
        }
    }
    Ok(Outcome::Done)
}

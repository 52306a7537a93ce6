use serde_json::json;
use starmax_catalog::{Games, OpenGame, RootText};

use crate::args::PerftArgs;
use crate::interrupt::STOP;
use crate::{Conclusion, batch, interrupt, note_unused};

pub(crate) fn run(args: &PerftArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let game = games.open(&args.position.game)?;
    let count = |root: RootText<'_>| answer(&*game, root, args);
    if args.position.is_batch() {
        let note = |line: &str| game.unused(args.position.root_of(line));
        return batch::run(args.json, note, |line| count(args.position.root_of(line)));
    }
    note_unused(&*game, args.position.root());
    say!("{}", count(args.position.root())?);
    Ok(Conclusion::Done)
}

fn answer(game: &dyn OpenGame, root: RootText<'_>, args: &PerftArgs) -> anyhow::Result<String> {
    interrupt::heed();
    let levels = game.perft(root, args.depth, &STOP)?;
    if args.json {
        let levels: Vec<_> = (levels.iter().enumerate())
            .map(|(level, count)| {
                json!({
                    "level": level,
                    "nodes": count.nodes(),
                    "decisions": count.decisions,
                    "chance": count.chance,
                    "terminals": count.terminals,
                })
            })
            .collect();
        return Ok(serde_json::to_string(&levels)?);
    }
    let mut text = format!(
        "{:>5} {:>14} {:>14} {:>14} {:>14}",
        "level", "nodes", "decisions", "chance", "terminals"
    );
    for (level, count) in levels.iter().enumerate() {
        text += &format!(
            "\n{level:>5} {:>14} {:>14} {:>14} {:>14}",
            count.nodes(),
            count.decisions,
            count.chance,
            count.terminals
        );
    }
    Ok(text)
}

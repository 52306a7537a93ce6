use starmax_catalog::{Games, OpenGame, RootText};

use crate::args::MovesArgs;
use crate::{Conclusion, batch, note_unused};

pub(crate) fn run(args: &MovesArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    let game = games.open(&args.position.game)?;
    if args.position.is_batch() {
        let note = |line: &str| game.unused(args.position.root_of(line));
        return batch::run(args.json, note, |line| {
            answer(&*game, args.position.root_of(line), args.json)
        });
    }
    note_unused(&*game, args.position.root());
    say!("{}", answer(&*game, args.position.root(), args.json)?);
    Ok(Conclusion::Done)
}

fn answer(game: &dyn OpenGame, root: RootText<'_>, json: bool) -> anyhow::Result<String> {
    let moves = game.moves(root)?;
    if json {
        return Ok(serde_json::to_string(&moves)?);
    }
    let width = moves
        .iter()
        .map(|mv| mv.text.chars().count())
        .max()
        .unwrap_or(0);
    let lines: Vec<_> = (moves.iter())
        .map(|mv| format!("{:width$}  {}", mv.text, mv.position))
        .collect();
    Ok(lines.join("\n"))
}

use starmax_catalog::{Games, OpenGame, ReportError, Request, Root};

use crate::args::SearchArgs;
use crate::{Outcome, batch, interrupt, note_unused};

pub(crate) fn run(args: &SearchArgs, games: &Games<'_>) -> anyhow::Result<Outcome> {
    interrupt::listen()?;
    let game = games.open(&args.position.game)?;
    let request = Request {
        chances: true,
        ..args.engine.request()
    };
    if args.position.is_batch() {
        let note = |line: &str| game.unused(args.position.root_of(line));
        return batch::run_side_by_side(args.json, args.engine.threads(), note, |line, threads| {
            let request = request.with(|options| options.threads = Some(threads));
            let text = answer(&*game, args.position.root_of(line), &request, args.json)?;
            Ok::<_, anyhow::Error>(if args.json { text } else { text + "\n" })
        });
    }
    note_unused(&*game, args.position.root());
    let text = answer(&*game, args.position.root(), &request, args.json)?;
    say!("{}", text.trim_end());
    Ok(Outcome::Done)
}

fn answer(
    game: &dyn OpenGame,
    root: Root<'_>,
    request: &Request<'_>,
    json: bool,
) -> Result<String, anyhow::Error> {
    let report = game.search(root, request).map_err(with_hint)?;
    Ok(if json {
        serde_json::to_string(&report)?
    } else {
        report.text()
    })
}

/// A position that cannot be read is the likeliest slip; say where notations are explained.
fn with_hint(error: ReportError) -> anyhow::Error {
    match error {
        ReportError::Text(_) => anyhow::anyhow!("{error} (see `starmax games`)"),
        other => other.into(),
    }
}

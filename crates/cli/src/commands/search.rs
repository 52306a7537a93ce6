use std::io::{self, Write};

use starmax_catalog::{Games, OpenGame, ReportError, Request, RootText, WatchedSearch};
use starmax_report::Report;

use crate::args::SearchArgs;
use crate::outputs::{is_shown, is_standard, only_one, write_file};
use crate::{Conclusion, batch, interrupt, note_unused};

pub(crate) fn run(args: &SearchArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let game = games.open(&args.position.game)?;
    let request = Request {
        chances: true,
        ..args.engine.request()
    };
    if args.position.is_batch() {
        if args.is_watched() {
            anyhow::bail!(
                "--svg, --dot and --trace show one search, and - asks for many: name one position"
            );
        }
        let note = |line: &str| game.unused(args.position.root_of(line));
        return batch::run_side_by_side(args.json, args.engine.threads(), note, |line, threads| {
            let request = request.with(|options| options.threads = Some(threads));
            let text = answer(&*game, args.position.root_of(line), &request, args.json)?;
            Ok::<_, anyhow::Error>(if args.json { text } else { text + "\n" })
        });
    }
    let shown = args.shown()?;
    note_unused(&*game, args.position.root());
    if args.is_watched() {
        let watched = (game.watch(args.position.root(), &request)).map_err(with_hint)?;
        show(args, shown, &*watched)?;
    } else {
        let text = answer(&*game, args.position.root(), &request, args.json)?;
        say!("{}", text.trim_end());
    }
    Ok(Conclusion::Done)
}

/// What shows how a search went.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Svg,
    Dot,
    Trace,
}

impl Shown {
    fn write(self, watched: &dyn WatchedSearch, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Svg => out.write_all(watched.drawing().svg().as_bytes()),
            Self::Dot => out.write_all(watched.drawing().dot().as_bytes()),
            Self::Trace => watched.write_trace(out),
        }
    }
}

impl SearchArgs {
    fn is_watched(&self) -> bool {
        self.svg.is_some() || self.dot.is_some() || self.trace.is_some()
    }

    /// What standard output gets in the place of the report.
    fn shown(&self) -> anyhow::Result<Option<Shown>> {
        let shown = only_one(&[
            (self.json, "--json", None),
            (is_shown(self.svg.as_ref()), "--svg -", Some(Shown::Svg)),
            (is_shown(self.dot.as_ref()), "--dot -", Some(Shown::Dot)),
            (
                is_shown(self.trace.as_ref()),
                "--trace -",
                Some(Shown::Trace),
            ),
        ])?;
        Ok(shown.flatten())
    }
}

/// Files first; then standard output.
fn show(
    args: &SearchArgs,
    shown: Option<Shown>,
    watched: &dyn WatchedSearch,
) -> anyhow::Result<()> {
    let files = [
        (&args.svg, Shown::Svg),
        (&args.dot, Shown::Dot),
        (&args.trace, Shown::Trace),
    ];
    for (file, kind) in files {
        if let Some(file) = file.as_deref().filter(|file| !is_standard(file)) {
            write_file(file, |out| kind.write(watched, out))?;
        }
    }
    let text = match shown {
        None => written(watched.report(), args.json)?,
        Some(shown) => {
            let mut out = Vec::new();
            shown.write(watched, &mut out)?;
            String::from_utf8(out)?
        }
    };
    say!("{}", text.trim_end());
    Ok(())
}

fn answer(
    game: &dyn OpenGame,
    root: RootText<'_>,
    request: &Request<'_>,
    json: bool,
) -> anyhow::Result<String> {
    written(&game.search(root, request).map_err(with_hint)?, json)
}

fn written(report: &Report, json: bool) -> anyhow::Result<String> {
    Ok(if json {
        serde_json::to_string(report)?
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

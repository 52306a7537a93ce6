mod patience;

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use starmax_catalog::{TreeOptions, trace_tree};
use starmax_games::Tree;
use starmax_report::TracedTree;

use crate::args::TreeArgs;
use crate::interrupt::STOP;
use crate::outputs::{is_shown, is_standard, only_one, write_file};
use crate::{Conclusion, batch, interrupt};
use patience::Patience;

/// A line with a tree is not longer than this: room for millions of nodes.
const LONGEST_TREE: usize = 64 * 1024 * 1024;

pub(crate) fn run(args: &TreeArgs) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let patience = &Patience::default();
    let options = TreeOptions {
        options: args.engine.options.clone(),
        stop: Some(&STOP),
        visited: Some(patience.visited()),
    };
    patience.while_working(|| {
        let draws = args.svg.is_some() || args.dot.is_some();
        if is_standard(&args.file) && !draws {
            return batch::run_up_to(LONGEST_TREE, args.json, |line| {
                let tree = Tree::from_json(line)?;
                answer(&tree, &options, args.json, patience)
            });
        }
        let shown = args.shown()?;
        let text = read(&args.file)?;
        let tree = Tree::from_json(&text).with_context(|| args.file.display().to_string())?;
        let traced = patience.solving(&tree, &options, || trace_tree(&tree, &options))?;
        let files = [(&args.svg, Shown::Svg), (&args.dot, Shown::Dot)];
        for (file, picture) in files {
            if let Some(file) = file.as_ref().filter(|file| !is_standard(file)) {
                write_file(file, |out| out.write_all(picture.of(&traced).as_bytes()))?;
            }
        }
        say!("{}", shown.of(&traced).trim_end());
        Ok(Conclusion::Done)
    })
}

/// What standard output gets.
#[derive(Clone, Copy)]
enum Shown {
    Text,
    /// The result in a line, where pictures are in files.
    Headline,
    Json,
    Svg,
    Dot,
}

impl Shown {
    fn of(self, traced: &TracedTree<'_>) -> String {
        match self {
            Self::Text => traced.text(),
            Self::Headline => traced.headline(),
            Self::Json => traced.to_json(),
            Self::Svg => traced.svg(),
            Self::Dot => traced.dot(),
        }
    }
}

impl TreeArgs {
    /// What standard output gets, of which there is only one.
    fn shown(&self) -> anyhow::Result<Shown> {
        let asked = only_one(&[
            (self.json, "--json", Shown::Json),
            (is_shown(self.svg.as_ref()), "--svg -", Shown::Svg),
            (is_shown(self.dot.as_ref()), "--dot -", Shown::Dot),
        ])?;
        let draws = self.svg.is_some() || self.dot.is_some();
        let usual = if draws { Shown::Headline } else { Shown::Text };
        Ok(asked.unwrap_or(usual))
    }
}

fn answer(
    tree: &Tree,
    options: &TreeOptions<'_>,
    json: bool,
    patience: &Patience,
) -> anyhow::Result<String> {
    let traced = patience.solving(tree, options, || trace_tree(tree, options))?;
    Ok(if json {
        traced.to_json()
    } else {
        traced.text() + "\n"
    })
}

fn read(path: &Path) -> anyhow::Result<String> {
    if is_standard(path) {
        let mut text = String::new();
        io::stdin()
            .read_to_string(&mut text)
            .context("reading standard input")?;
        return Ok(text);
    }
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

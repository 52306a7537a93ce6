mod patience;

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use starmax_games::Tree;
use starmax_report::{TracedTree, TreeOptions, solve_tree, trace_tree};

use crate::args::TreeArgs;
use crate::interrupt::STOP;
use crate::{Outcome, batch, interrupt};
use patience::Patience;

/// A line with a tree is not longer than this: room for millions of nodes.
const LONGEST_TREE: usize = 64 * 1024 * 1024;

pub(crate) fn run(args: &TreeArgs) -> anyhow::Result<Outcome> {
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
        let text = read(&args.file)?;
        let tree = Tree::from_json(&text).with_context(|| args.file.display().to_string())?;
        if !draws {
            let text = answer(&tree, &options, args.json, patience)?;
            say!("{}", text.trim_end());
            return Ok(Outcome::Done);
        }
        let traced = patience.solving(&tree, &options, || trace_tree(&tree, &options))?;
        match (&args.svg, &args.dot) {
            (Some(out), _) => write(out, &traced, &traced.svg())?,
            (None, Some(out)) => write(out, &traced, &traced.dot())?,
            (None, None) => {}
        }
        Ok(Outcome::Done)
    })
}

fn answer(
    tree: &Tree,
    options: &TreeOptions<'_>,
    json: bool,
    patience: &Patience,
) -> anyhow::Result<String> {
    Ok(if json {
        let report = patience.solving(tree, options, || solve_tree(tree, options));
        report?.to_json()
    } else {
        let traced = patience.solving(tree, options, || trace_tree(tree, options));
        traced?.text() + "\n"
    })
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
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

/// Writes a picture; into a file, the terminal still gets the result in words.
fn write(path: &Path, traced: &TracedTree<'_>, picture: &str) -> anyhow::Result<()> {
    if is_standard(path) {
        say!("{}", picture.trim_end());
        return Ok(());
    }
    fs::write(path, picture).with_context(|| format!("writing {}", path.display()))?;
    say!("{}", traced.headline());
    Ok(())
}

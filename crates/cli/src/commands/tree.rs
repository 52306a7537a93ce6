use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use starmax_games::Tree;
use starmax_report::{TracedTree, TreeOptions, solve_tree, trace_tree};

use crate::args::TreeArgs;
use crate::{Outcome, batch};

pub(crate) fn run(args: &TreeArgs) -> anyhow::Result<Outcome> {
    let options = TreeOptions {
        algorithm: args.algorithm,
        probes: args.probes.map(usize::from),
        window: args.window,
    };
    let draws = args.svg.is_some() || args.dot.is_some();
    if is_standard(&args.file) && !draws {
        return batch::run(
            args.json,
            |_| None,
            |line| -> anyhow::Result<String> {
                let tree = Tree::from_json(line)?;
                Ok(if args.json {
                    solve_tree(&tree, &options)?.to_json()
                } else {
                    trace_tree(&tree, &options)?.text() + "\n"
                })
            },
        );
    }
    let text = read(&args.file)?;
    let tree = Tree::from_json(&text).with_context(|| args.file.display().to_string())?;
    if args.json {
        say!("{}", solve_tree(&tree, &options)?.to_json());
        return Ok(Outcome::Done);
    }
    let traced = trace_tree(&tree, &options)?;
    match (&args.svg, &args.dot) {
        (Some(out), _) => write(out, &traced, &traced.svg())?,
        (None, Some(out)) => write(out, &traced, &traced.dot())?,
        (None, None) => say!("{}", traced.text().trim_end()),
    }
    Ok(Outcome::Done)
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

//! The documentation speaks of things that are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md, CONTRIBUTING.md and everything in docs.
fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = ["README.md", "CONTRIBUTING.md"]
        .map(|name| root().join(name))
        .into_iter()
        .chain(docs.filter(|path| path.extension().is_some_and(|end| end == "md")))
        .collect();
    all.sort();
    all
}

/// What stands between `start` and `end`, each time.
fn between<'a>(text: &'a str, start: &str, end: char) -> Vec<&'a str> {
    let parts = text.split(start).skip(1);
    parts.filter_map(|part| part.split(end).next()).collect()
}

/// What headings are called in links.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words
            .chars()
            .filter(|&sign| sign.is_alphanumeric() || " -_".contains(sign));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for link in between(&text, "](", ')') {
            if link.starts_with("http") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => document.clone(),
                file => document.parent().unwrap().join(file),
            };
            let is_found = target.exists()
                && (anchor.is_empty()
                    || anchors(&fs::read_to_string(&target).unwrap()).contains(anchor));
            if !is_found {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The text of all sources below a folder.
fn sources(folder: &Path, out: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            *out += &fs::read_to_string(path).unwrap();
        }
    }
}

#[test]
fn paths_and_tests_that_are_named_exist() {
    let mut code = String::new();
    sources(&root().join("crates"), &mut code);
    let mut missing = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for name in between(&text, "`", '`') {
            let is_path = ["crates/", "docs/", "examples/", "bench/", "fuzz/"]
                .iter()
                .any(|start| name.starts_with(start));
            let path = name.split_whitespace().next().unwrap_or_default();
            let is_pattern = path.contains('*') || path.contains("NAME");
            if is_path && !is_pattern && !root().join(path).exists() {
                missing.push(format!("{}: {name}", document.display()));
            }
            let is_test = name.matches('_').count() >= 3
                && name
                    .chars()
                    .all(|sign| sign == '_' || sign.is_ascii_alphanumeric());
            let is_there = |end: char| code.contains(&format!("fn {name}{end}"));
            if is_test && !is_there('(') && !is_there('<') {
                missing.push(format!("{}: {name}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

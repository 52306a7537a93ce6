//! What the manifests promise: dependencies as `deny.toml` allows them, and the oldest Rust that is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;
use toml_edit::{DocumentMut, Item};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What cargo knows of all packages, on every platform.
static METADATA: LazyLock<Value> = LazyLock::new(|| {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(ROOT)
        .output()
        .expect("cargo starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    serde_json::from_slice(&output.stdout).expect("JSON")
});

struct Package {
    name: &'static str,
    version: &'static str,
    licence: Option<&'static str>,
    source: Option<&'static str>,
    rust: Option<&'static str>,
    manifest: &'static str,
}

fn packages() -> Vec<Package> {
    let packages = METADATA["packages"].as_array().expect("packages");
    let package = |package: &'static Value| {
        let text = |name: &str| package[name].as_str();
        Package {
            name: text("name").expect("a name"),
            version: text("version").expect("a version"),
            licence: text("license"),
            source: text("source"),
            rust: text("rust_version"),
            manifest: text("manifest_path").expect("a manifest"),
        }
    };
    packages.iter().map(package).collect()
}

fn toml(file: &Path) -> DocumentMut {
    let text = fs::read_to_string(file).expect("a file");
    text.parse().expect("TOML")
}

/// A list of texts in `deny.toml`, or of one key of tables.
fn allowed(section: &str, list: &str, key: Option<&str>) -> Vec<String> {
    let deny = toml(&Path::new(ROOT).join("deny.toml"));
    let list = deny[section][list].as_array().expect("a list");
    let text = |item: &toml_edit::Value| match key {
        Some(key) => item
            .as_inline_table()?
            .get(key)?
            .as_str()
            .map(str::to_owned),
        None => item.as_str().map(str::to_owned),
    };
    list.iter()
        .map(|item| text(item).expect("a text"))
        .collect()
}

/// Whether these licences are enough for what a crate says about its own, in the words of SPDX.
fn is_enough(allowed: &[&str], licence: &str) -> bool {
    // Older crates write a slash where they mean "or".
    let text = licence
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = words.as_slice();
    let is_enough = any(allowed, &mut rest);
    assert!(rest.is_empty(), "cannot read the licence {licence}");
    is_enough
}

fn any(allowed: &[&str], words: &mut &[&str]) -> bool {
    let mut is_enough = all(allowed, words);
    while take(words, "OR") {
        is_enough |= all(allowed, words);
    }
    is_enough
}

fn all(allowed: &[&str], words: &mut &[&str]) -> bool {
    let mut is_enough = one(allowed, words);
    while take(words, "AND") {
        is_enough &= one(allowed, words);
    }
    is_enough
}

fn one(allowed: &[&str], words: &mut &[&str]) -> bool {
    if take(words, "(") {
        let is_enough = any(allowed, words);
        assert!(take(words, ")"), "a parenthesis that is not closed");
        return is_enough;
    }
    let (&name, rest) = words.split_first().expect("a licence");
    *words = rest;
    if take(words, "WITH") {
        let (&exception, rest) = words.split_first().expect("an exception");
        *words = rest;
        return allowed.contains(&format!("{name} WITH {exception}").as_str());
    }
    allowed.contains(&name)
}

fn take(words: &mut &[&str], word: &str) -> bool {
    match words.split_first() {
        Some((&first, rest)) if first == word => {
            *words = rest;
            true
        }
        _ => false,
    }
}

#[test]
fn licences_are_read_as_they_are_meant() {
    for (licence, expected) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("GPL-3.0-only OR MIT", true),
        ("MIT/GPL-3.0-only", true),
        ("MIT AND GPL-3.0-only", false),
        ("MIT AND (GPL-3.0-only OR Zlib)", true),
        ("(MIT OR GPL-3.0-only) AND Zlib", true),
        ("GPL-3.0-only OR MIT AND BSD-2-Clause", false),
        ("MIT WITH some-exception", false),
        ("Zlib WITH linking", true),
    ] {
        let allowed = ["MIT", "Zlib", "Zlib WITH linking"];
        assert_eq!(is_enough(&allowed, licence), expected, "{licence}");
    }
}

#[test]
fn every_licence_is_allowed_and_every_allowed_one_is_needed() {
    let allowed = allowed("licenses", "allow", None);
    let allowed: Vec<&str> = allowed.iter().map(String::as_str).collect();
    let refused = |allowed: &[&str]| -> Vec<String> {
        (packages().iter())
            .filter(|package| {
                !package
                    .licence
                    .is_some_and(|licence| is_enough(allowed, licence))
            })
            .map(|package| {
                format!(
                    "{} {} ({:?})",
                    package.name, package.version, package.licence
                )
            })
            .collect()
    };
    assert_eq!(refused(&allowed), [""; 0], "not allowed by deny.toml");
    for licence in &allowed {
        let others: Vec<&str> = (allowed.iter().copied())
            .filter(|other| other != licence)
            .collect();
        assert!(!refused(&others).is_empty(), "nothing needs {licence}");
    }
}

#[test]
fn every_crate_is_there_once_but_for_exceptions_that_are_needed() {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages() {
        versions
            .entry(package.name)
            .or_default()
            .insert(package.version);
    }
    let mut skipped = BTreeSet::new();
    for skip in allowed("bans", "skip", Some("crate")) {
        let (name, version) = skip.split_once('@').expect("crate@version");
        let versions = versions
            .get_mut(name)
            .unwrap_or_else(|| panic!("nothing needs {skip}"));
        assert!(
            versions.len() > 1 && versions.remove(version),
            "nothing needs an exception for {skip}"
        );
        skipped.insert(skip);
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(
        versions.is_empty(),
        "several versions: {versions:?}, besides {skipped:?}"
    );
}

#[test]
fn everything_comes_from_the_registry_or_from_here() {
    let registries = allowed("sources", "allow-registry", None);
    for package in packages() {
        let is_known = package.source.is_none_or(|source| {
            (registries.iter()).any(|registry| source.strip_prefix("registry+") == Some(registry))
        });
        assert!(is_known, "{} comes from {:?}", package.name, package.source);
    }
}

/// The numbers of a version of Rust.
fn numbers(version: &str) -> [u32; 3] {
    let mut numbers = version
        .split('.')
        .map(|number| number.parse().expect("a number"));
    std::array::from_fn(|_| numbers.next().unwrap_or(0))
}

#[test]
fn nothing_needs_a_newer_rust_than_the_manifest_says() {
    let workspace = toml(&Path::new(ROOT).join("Cargo.toml"));
    let ours = workspace["workspace"]["package"]["rust-version"]
        .as_str()
        .expect("a version");
    for package in packages() {
        if package.source.is_none() {
            let manifest = toml(Path::new(package.manifest));
            let inherits = |item: Option<&Item>| {
                let workspace = item.and_then(|item| item.get("workspace"));
                workspace.and_then(Item::as_bool) == Some(true)
            };
            let rust = manifest["package"].get("rust-version");
            assert!(inherits(rust), "rust-version in {}", package.manifest);
            assert!(
                inherits(manifest.get("lints")),
                "lints in {}",
                package.manifest
            );
            assert_eq!(package.rust, Some(ours), "{}", package.name);
        } else if let Some(theirs) = package.rust {
            assert!(
                numbers(theirs) <= numbers(ours),
                "{} {} needs Rust {theirs}",
                package.name,
                package.version
            );
        }
    }
}

#[test]
fn what_is_published_says_what_it_is_and_needs_only_what_is_published() {
    let packages = METADATA["packages"].as_array().expect("packages");
    let ours = || {
        packages
            .iter()
            .filter(|package| package["source"].is_null())
    };
    let published: BTreeMap<&str, &Value> = ours()
        .filter(|package| package["publish"].is_null())
        .map(|package| (package["name"].as_str().expect("a name"), package))
        .collect();
    assert!(published.contains_key("starmax-engine"));
    for (name, package) in &published {
        assert!(package["description"].is_string(), "{name}: description");
        for list in ["keywords", "categories"] {
            let length = package[list].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&length), "{name}: {list}");
        }
        let folder = Path::new(package["manifest_path"].as_str().expect("a path"));
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.with_file_name(licence).exists(), "{name}: {licence}");
        }
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        for dependency in dependencies.iter().filter(|one| one["path"].is_string()) {
            let (needed, version) = (&dependency["name"], &dependency["req"]);
            // Cargo leaves a dev-dependency without a version out of the package.
            if dependency["kind"] == "dev" && version == "*" {
                continue;
            }
            let needed = needed.as_str().expect("a name");
            let there = published.get(needed);
            let there = there.unwrap_or_else(|| panic!("{name} needs {needed}"));
            let expected = format!("^{}", there["version"].as_str().expect("a version"));
            assert_eq!(version, &expected, "{name} needs {needed}");
        }
    }
}

//! Charts and the page that shows them.

mod drawing;
mod gallery;
mod page;
mod report;

/// Whether every tag that is opened is closed, in order, and no `&` or `<` stands for itself.
fn assert_well_formed(markup: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup.strip_prefix("<!DOCTYPE html>").unwrap_or(markup);
    while let Some((text, after)) = rest.split_once('<') {
        assert_text(text);
        let (tag, after) = after.split_once('>').expect("a tag ends");
        assert!(!tag.contains('<'), "a tag within <{tag}>");
        let name = tag.split_whitespace().next().expect("a tag has a name");
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        assert_text(tag);
        rest = after;
    }
    assert!(open.is_empty(), "{open:?} left open");
    assert_eq!(rest, "\n");
}

fn assert_text(text: &str) {
    const ENTITIES: [&str; 4] = ["amp;", "lt;", "gt;", "quot;"];
    for after in text.split('&').skip(1) {
        let is_known = ENTITIES.iter().any(|entity| after.starts_with(entity));
        assert!(is_known, "&{after}");
    }
}

/// Keeps what the tests draw where people can look at it.
fn keep(file: &str, content: &str) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("charts");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(file), content).unwrap();
}

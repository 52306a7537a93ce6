//! Pictures, read again.

/// Whether every tag that is opened is closed, in order, and no `&` or `<` stands for itself.
pub(crate) fn assert_well_formed(markup: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup;
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

/// The value of an attribute in a tag.
pub(crate) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split('"').next()
}

/// The groups that have an attribute, each from its tag to its end.
pub(crate) fn groups<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let groups = svg.split("<g").skip(1);
    let groups = groups.map(|group| group.split("</g>").next().unwrap_or(group));
    groups
        .filter(|group| attribute(group, name).is_some())
        .collect()
}

/// The checkers as they are drawn, Max's first: those of stacks are counted unless a number says how many there are.
pub(crate) fn drawn_checkers(svg: &str) -> [[u8; 26]; 2] {
    let mut counts = [[0; 26]; 2];
    for group in groups(svg, "data-checkers") {
        let player = attribute(group, "data-player").unwrap();
        let place = match attribute(group, "data-place").unwrap() {
            "off" => 0,
            "bar" => 25,
            point => point.parse().unwrap(),
        };
        let stated: u8 = attribute(group, "data-checkers").unwrap().parse().unwrap();
        let (shape, counts) = match player {
            "max" => ("max\"", &mut counts[0]),
            "min" => ("min\"", &mut counts[1]),
            other => panic!("{other}"),
        };
        let text = group
            .split("</text>")
            .next()
            .filter(|_| group.contains("<text"));
        let number = text.map(|text| text.rsplit('>').next().unwrap().parse::<u8>().unwrap());
        assert!(number.is_none_or(|number| number == stated), "{group}");
        if place == 0 {
            let slabs = group.matches(&format!("<rect class=\"{shape}")).count();
            assert_eq!((slabs, number), (stated.into(), Some(stated)));
        } else {
            let discs = group
                .matches(&format!("<circle class=\"groove {shape}"))
                .count();
            assert_eq!(discs, usize::from(stated.min(5)), "{group}");
            assert_eq!(number.is_some(), stated > 5, "{group}");
        }
        assert_eq!(counts[place], 0, "{player} {place} twice");
        counts[place] = stated;
    }
    counts
}

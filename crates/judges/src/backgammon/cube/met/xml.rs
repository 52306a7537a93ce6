//! The format of GNU Backgammon, which other programs read too.

use roxmltree::{Document, Node, ParsingOptions};

use super::{Entry, MatchEquities, MatchEquitiesError, ROUNDING, Row};

const BEFORE: &str = "pre-crawford-table";
const AFTER: &str = "post-crawford-table";

/// No table has more parts, and no hostile text can make more.
const MOST_NODES: u32 = 1 << 20;

pub(super) fn parse(text: &str) -> Result<MatchEquities, MatchEquitiesError> {
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let line = error.pos().row as usize;
        MatchEquitiesError::new(line, format!("no XML ({error})"), "a match equity table")
    })?;
    let reader = Reader::new(text);
    let root = document.root_element();
    if !root.has_tag_name("met") {
        let found = format!("<{}>", root.tag_name().name());
        return Err(MatchEquitiesError::new(reader.line(root), found, "<met>"));
    }
    let table = children(root, BEFORE).next();
    let table = table.ok_or_else(|| reader.missing(root, BEFORE))?;
    let rows = reader.rows_of(table)?;
    reader.check_length(root, rows.len())?;
    let after = reader.rows_after(root)?;
    let name = root
        .descendants()
        .find(|node| node.has_tag_name("name"))
        .and_then(|node| node.text())
        .map(|name| name.trim().to_owned());
    MatchEquities::new(name, &rows, &after)
}

/// Knows where lines end: to count them for every number anew would take long.
struct Reader {
    line_ends: Vec<usize>,
}

impl Reader {
    fn new(text: &str) -> Self {
        Self {
            line_ends: text.match_indices('\n').map(|(place, _)| place).collect(),
        }
    }

    fn line(&self, node: Node) -> usize {
        1 + self
            .line_ends
            .partition_point(|&end| end < node.range().start)
    }

    /// The row after Crawford. A table may have one for each player, but only if they say the same.
    fn rows_after(&self, root: Node) -> Result<Row, MatchEquitiesError> {
        let mut first: Option<Row> = None;
        for table in children(root, AFTER) {
            let mut rows = self.rows_of(table)?;
            if rows.len() != 1 {
                let found = format!("{} rows after Crawford", rows.len());
                return Err(MatchEquitiesError::new(self.line(table), found, "1"));
            }
            let row = rows.remove(0);
            let Some(first) = &first else {
                first = Some(row);
                continue;
            };
            let differs =
                |(one, other): (&Entry, &Entry)| (one.chance - other.chance).abs() > ROUNDING;
            if first.entries.iter().zip(&row.entries).any(differs) {
                return Err(MatchEquitiesError::new(
                    row.line,
                    "other chances after Crawford for the other player",
                    format!("the same as in line {}", first.line),
                ));
            }
        }
        first.ok_or_else(|| self.missing(root, AFTER))
    }

    fn rows_of(&self, table: Node) -> Result<Vec<Row>, MatchEquitiesError> {
        let kind = table.attribute("type").unwrap_or("explicit");
        if kind != "explicit" {
            return Err(MatchEquitiesError::new(
                self.line(table),
                format!("a table of type \"{kind}\""),
                "\"explicit\": formulas are not read",
            ));
        }
        children(table, "row")
            .map(|row| self.read_row(row))
            .collect()
    }

    fn read_row(&self, row: Node) -> Result<Row, MatchEquitiesError> {
        let entries: Result<_, _> = children(row, "me")
            .map(|me| Entry::parse(me.text().unwrap_or(""), self.line(me)))
            .collect();
        Ok(Row {
            line: self.line(row),
            entries: entries?,
        })
    }

    fn check_length(&self, root: Node, rows: usize) -> Result<(), MatchEquitiesError> {
        let Some(length) = root.descendants().find(|node| node.has_tag_name("length")) else {
            return Ok(());
        };
        let text = length.text().unwrap_or("").trim();
        if text.parse() == Ok(rows) {
            return Ok(());
        }
        Err(MatchEquitiesError::new(
            self.line(length),
            format!("a length of {text}"),
            format!("{rows}, as there are rows"),
        ))
    }

    fn missing(&self, root: Node, name: &str) -> MatchEquitiesError {
        MatchEquitiesError::new(self.line(root), format!("no <{name}>"), "one")
    }
}

fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children()
        .filter(move |child| child.has_tag_name(name))
}

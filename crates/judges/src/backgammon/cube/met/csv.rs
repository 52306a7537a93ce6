use super::{Entry, MatchEquities, MatchEquitiesError, Row};

const AWAY: &str = "away";
const AFTER: &str = "post_crawford";

pub(super) fn parse(text: &str) -> Result<MatchEquities, MatchEquitiesError> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    check_heading(lines.next())?;
    let mut rows = Vec::new();
    let mut last = 1;
    for (line, text) in lines.by_ref() {
        last = line;
        let (name, row) = read_row(line, text)?;
        if name == AFTER {
            return match lines.next() {
                None => MatchEquities::new(None, &rows, &row),
                Some((line, text)) => Err(MatchEquitiesError::new(
                    line,
                    format!("\"{text}\""),
                    format!("nothing behind the row {AFTER}"),
                )),
            };
        }
        let away = rows.len() + 1;
        if name.parse() != Ok(away) {
            return Err(MatchEquitiesError::new(
                line,
                format!("a row for \"{name}\""),
                format!("one for {away}, or {AFTER}"),
            ));
        }
        rows.push(row);
    }
    Err(MatchEquitiesError::new(
        last,
        "the end",
        format!("a row {AFTER}"),
    ))
}

fn check_heading(heading: Option<(usize, &str)>) -> Result<(), MatchEquitiesError> {
    let is_right = |text: &str| {
        let mut names = text.split(',').map(str::trim);
        names.next() == Some(AWAY)
            && names
                .zip(1_usize..)
                .all(|(name, away)| name.parse() == Ok(away))
    };
    let (line, found) = match heading {
        Some((_, text)) if is_right(text) => return Ok(()),
        Some((line, text)) => (line, format!("\"{text}\"")),
        None => (1, "nothing".to_owned()),
    };
    let expected = format!("\"{AWAY},1,2,3\" and so on");
    Err(MatchEquitiesError::new(line, found, expected))
}

fn read_row(line: usize, text: &str) -> Result<(&str, Row), MatchEquitiesError> {
    let (name, numbers) = text.split_once(',').unwrap_or((text, ""));
    let entries: Result<_, _> = numbers
        .split(',')
        .map(|number| Entry::parse(number, line))
        .collect();
    let row = Row {
        line,
        entries: entries?,
    };
    Ok((name.trim(), row))
}

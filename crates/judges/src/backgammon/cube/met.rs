use std::sync::LazyLock;

use starmax_games::Crawford;
use thiserror::Error;

mod csv;
mod xml;

/// Chances to win a match, by the points that both players still need.
///
/// ```
/// use starmax_games::Crawford;
/// use starmax_judges::backgammon::MatchEquities;
///
/// let table = MatchEquities::usual();
/// assert_eq!(table.winning_chance(3, 5, Crawford::Before), Some(0.64795));
/// assert_eq!(table.winning_chance(1, 2, Crawford::Now), Some(0.67736));
/// assert_eq!(table.winning_chance(1, 2, Crawford::After), Some(1.0 - 0.48803));
/// assert_eq!(table.winning_chance(26, 1, Crawford::Now), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEquities {
    name: Option<String>,
    length: usize,
    /// Up to the Crawford game: a line of `length` for each number of points that the player needs. Two chances that
    /// belong together sum to 1, bit for bit.
    before: Vec<f64>,
    /// After it: chances of the one who needs more than one point.
    after: Vec<f64>,
}

/// Why a text is no match equity table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: found {found}, expected {expected}")]
pub struct MatchEquitiesError {
    /// Where, from 1.
    pub line: usize,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: String,
}

impl MatchEquitiesError {
    fn new(line: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self {
            line,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// A number and its line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    chance: f64,
    line: usize,
}

impl Entry {
    fn parse(text: &str, line: usize) -> Result<Self, MatchEquitiesError> {
        let text = text.trim();
        match text.parse() {
            Ok(chance) if (0.0..=1.0).contains(&chance) => Ok(Self { chance, line }),
            _ => Err(MatchEquitiesError::new(
                line,
                format!("\"{text}\""),
                "a chance from 0 to 1",
            )),
        }
    }
}

/// Some numbers and the line on which they begin.
#[derive(Debug)]
struct Row {
    line: usize,
    entries: Vec<Entry>,
}

/// Tables are rounded, each chance by itself.
const ROUNDING: f64 = 0.003;

static USUAL: LazyLock<MatchEquities> = LazyLock::new(|| {
    let text = include_bytes!("../../../met/kazaross-xg2.csv");
    MatchEquities::parse(text).expect("the shipped table is whole")
});

impl MatchEquities {
    /// The table of Neil Kazaross from rollouts of eXtreme Gammon, to 25 points.
    #[must_use]
    pub fn usual() -> &'static Self {
        &USUAL
    }

    /// Reads a table: XML as of GNU Backgammon, or CSV with the layout that `met/README.md` describes.
    ///
    /// # Errors
    /// When it is neither, or has numbers that no table can have.
    pub fn parse(bytes: &[u8]) -> Result<Self, MatchEquitiesError> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.split(|&byte| byte == b'\n').count();
            MatchEquitiesError::new(line, "bytes that are no UTF-8", "text")
        })?;
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('<') {
            xml::parse(text)
        } else {
            csv::parse(text)
        }
    }

    fn new(name: Option<String>, rows: &[Row], after: &Row) -> Result<Self, MatchEquitiesError> {
        check_sizes(rows, after)?;
        let length = rows.len();
        let mut before = vec![0.5; length * length];
        for (mine, row) in rows.iter().enumerate() {
            for (his, &Entry { chance, line }) in row.entries.iter().enumerate().skip(mine) {
                let counterpart = 1.0 - rows[his].entries[mine].chance;
                if (chance - counterpart).abs() > ROUNDING {
                    let (one, other) = (mine + 1, his + 1);
                    return Err(MatchEquitiesError::new(
                        line,
                        format!("{chance} at {one} away against {other}"),
                        format!(
                            "{counterpart}, because {other} away against {one} has the rest (line {})",
                            rows[his].entries[mine].line
                        ),
                    ));
                }
                if mine < his {
                    before[mine * length + his] = chance;
                    before[his * length + mine] = 1.0 - chance;
                }
            }
        }
        for (row, chances) in rows.iter().zip(before.chunks(length)) {
            check_order(row, chances, |one, next| one <= next, "no less than")?;
        }
        let after_chances: Vec<f64> = after.entries.iter().map(|entry| entry.chance).collect();
        check_order(
            after,
            &after_chances,
            |one, next| one >= next,
            "no more than",
        )?;
        if let Some(even) = after.entries.first()
            && (even.chance - 0.5).abs() > ROUNDING
        {
            return Err(MatchEquitiesError::new(
                even.line,
                format!("{} after Crawford at 1 away against 1", even.chance),
                "0.5",
            ));
        }
        Ok(Self {
            name,
            length,
            before,
            after: after_chances,
        })
    }

    /// What the table calls itself, if it does.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// How many points a player can need at most.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The chance of a player who needs `mine` points to win the match against one who needs `his`, before a game that is
    /// played at this time. Who needs none has won; if nobody does, it is taken to be the first player.
    ///
    /// `None` beyond the table. After the Crawford game a player needs one point; where none does, the chances are those of before.
    #[must_use]
    pub fn winning_chance(&self, mine: u16, his: u16, when: Crawford) -> Option<f64> {
        let after = |away: u16| self.after.get(usize::from(away) - 1).copied();
        match (mine, his, when) {
            (0, ..) => Some(1.0),
            (_, 0, _) => Some(0.0),
            (1, 1, Crawford::After) => Some(0.5),
            (1, his, Crawford::After) => after(his).map(|chance| 1.0 - chance),
            (mine, 1, Crawford::After) => after(mine),
            (mine, his, _) => {
                let (mine, his) = (usize::from(mine) - 1, usize::from(his) - 1);
                let is_inside = mine < self.length && his < self.length;
                is_inside.then(|| self.before[mine * self.length + his])
            }
        }
    }
}

fn check_sizes(rows: &[Row], after: &Row) -> Result<(), MatchEquitiesError> {
    let length = rows.len();
    if length == 0 {
        return Err(MatchEquitiesError::new(
            after.line,
            "no rows before this one",
            "one for each number of points that a player needs",
        ));
    }
    let count = |row: &Row| format!("{} numbers", row.entries.len());
    if let Some(row) = rows.iter().find(|row| row.entries.len() != length) {
        let expected = format!("{length}, as there are rows");
        return Err(MatchEquitiesError::new(row.line, count(row), expected));
    }
    if after.entries.len() != length && after.entries.len() + 1 != length {
        let expected = format!("{length}, or one less, after Crawford");
        return Err(MatchEquitiesError::new(after.line, count(after), expected));
    }
    Ok(())
}

/// The more points a player needs, the smaller the chance.
fn check_order(
    row: &Row,
    chances: &[f64],
    is_right: impl Fn(f64, f64) -> bool,
    relation: &str,
) -> Result<(), MatchEquitiesError> {
    let wrong = chances
        .windows(2)
        .position(|pair| !is_right(pair[0], pair[1]));
    match wrong {
        None => Ok(()),
        Some(place) => Err(MatchEquitiesError::new(
            row.entries[place + 1].line,
            format!("{} in column {}", chances[place + 1], place + 2),
            format!(
                "{relation} {}, which is in the column before",
                chances[place]
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "away,1,2,3\n1,0.5,0.68,0.75\n2,0.32,0.5,0.6\n3,0.25,0.4,0.5\npost_crawford,0.5,0.49,0.32\n";

    fn error_of(text: &str) -> String {
        MatchEquities::parse(text.as_bytes())
            .expect_err(text)
            .to_string()
    }

    fn as_xml(pre_type: &str, rows: &[&str], after: &str) -> String {
        let row = |row: &str| {
            let numbers = row.replace(' ', "</me>\n<me>");
            format!("<row>\n<me>{numbers}</me>\n</row>\n")
        };
        let before: String = rows.iter().copied().map(row).collect();
        let after = row(after);
        format!(
            "<?xml version=\"1.0\"?>\n<!DOCTYPE met PUBLIC \"-//GNU Backgammon//DTD Match Equity Tables//EN\" \"met.dtd\">\n<met>\n\
             <info><name>Small</name><description>For a test</description><length>{}</length></info>\n\
             <pre-crawford-table type=\"{pre_type}\">\n{before}</pre-crawford-table>\n\
             <post-crawford-table type=\"explicit\" player=\"both\">\n{after}</post-crawford-table>\n</met>\n",
            rows.len()
        )
    }

    const ROWS: [&str; 3] = ["0.5 0.68 0.75", "0.32 0.5 0.6", "0.25 0.4 0.5"];

    #[test]
    fn both_formats_hold_the_same_table() {
        let csv = MatchEquities::parse(SMALL.as_bytes()).unwrap();
        let xml = as_xml("explicit", &ROWS, "0.5 0.49 0.32");
        let xml = MatchEquities::parse(xml.as_bytes()).unwrap();
        assert_eq!((csv.name(), xml.name()), (None, Some("Small")));
        assert_eq!((csv.before, csv.after), (xml.before, xml.after));
    }

    #[test]
    fn who_needs_no_point_has_won() {
        let table = MatchEquities::usual();
        for when in [Crawford::Before, Crawford::Now, Crawford::After] {
            assert_eq!(table.winning_chance(0, 9, when), Some(1.0));
            assert_eq!(table.winning_chance(9, 0, when), Some(0.0));
        }
    }

    #[test]
    fn chances_of_both_players_sum_to_one() {
        let table = MatchEquities::usual();
        assert_eq!(table.length(), 25);
        for (mine, his) in (1..=25).flat_map(|mine| (1..=25).map(move |his| (mine, his))) {
            for when in [Crawford::Before, Crawford::Now, Crawford::After] {
                let chance = |mine, his| table.winning_chance(mine, his, when).unwrap();
                assert_eq!(chance(mine, his) + chance(his, mine), 1.0);
            }
        }
    }

    #[test]
    fn the_last_column_after_crawford_may_be_missing() {
        let table = MatchEquities::parse(SMALL.replace(",0.49,0.32", ",0.49").as_bytes()).unwrap();
        assert_eq!(table.winning_chance(3, 1, Crawford::After), None);
        assert_eq!(table.winning_chance(2, 1, Crawford::After), Some(0.49));
        assert_eq!(table.winning_chance(3, 1, Crawford::Now), Some(0.25));
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let cases = [
            (
                "",
                "line 1: found nothing, expected \"away,1,2,3\" and so on",
            ),
            (
                "hello",
                "line 1: found \"hello\", expected \"away,1,2,3\" and so on",
            ),
            (
                &SMALL.replace("0.68", "1.68"),
                "line 2: found \"1.68\", expected a chance from 0 to 1",
            ),
            (
                &SMALL.replace("0.68", "NaN"),
                "line 2: found \"NaN\", expected a chance from 0 to 1",
            ),
            (
                &SMALL.replace("0.4,", "0.45,"),
                "line 3: found 0.6 at 2 away against 3, expected 0.55, because 3 away against 2 has the rest (line 4)",
            ),
            (
                &SMALL.replace("\n3,", "\n4,"),
                "line 4: found a row for \"4\", expected one for 3, or post_crawford",
            ),
            (
                &SMALL.replace("0.4,0.5", "0.4"),
                "line 4: found 2 numbers, expected 3, as there are rows",
            ),
            (
                &SMALL.replace(",0.49,0.32", ""),
                "line 5: found 1 numbers, expected 3, or one less, after Crawford",
            ),
            (
                &SMALL.replace("0.49,0.32", "0.32,0.49"),
                "line 5: found 0.49 in column 3, expected no more than 0.32, which is in the column before",
            ),
            (
                &SMALL
                    .replace("0.68", "0.78")
                    .replace("0.32,0.5", "0.22,0.5"),
                "line 2: found 0.75 in column 3, expected no less than 0.78, which is in the column before",
            ),
            (
                &SMALL.replace("d,0.5", "d,0.6"),
                "line 5: found 0.6 after Crawford at 1 away against 1, expected 0.5",
            ),
            (
                "away,1\n1,0.5\n",
                "line 2: found the end, expected a row post_crawford",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(error_of(text), expected);
        }
    }

    #[test]
    fn errors_of_xml_have_lines_too() {
        let formula = as_xml("zadeh", &ROWS, "0.5 0.49 0.32");
        assert_eq!(
            error_of(&formula),
            "line 5: found a table of type \"zadeh\", expected \"explicit\": formulas are not read"
        );
        let wrong = as_xml(
            "explicit",
            &["0.5 0.68 x", ROWS[1], ROWS[2]],
            "0.5 0.49 0.32",
        );
        assert_eq!(
            error_of(&wrong),
            "line 9: found \"x\", expected a chance from 0 to 1"
        );
        assert_eq!(
            error_of("<catalog/>"),
            "line 1: found <catalog>, expected <met>"
        );
        assert!(error_of("<met>").starts_with("line 1: found no XML"));
        assert_eq!(
            error_of("<met>\n</met>"),
            "line 1: found no <pre-crawford-table>, expected one"
        );
        let short = as_xml("explicit", &ROWS, "0.5 0.49 0.32").replace(">3</length", ">5</length");
        assert_eq!(
            error_of(&short),
            "line 4: found a length of 5, expected 3, as there are rows"
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let error = MatchEquities::parse(b"away,1\n1,\xff").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: found bytes that are no UTF-8, expected text"
        );
    }
}

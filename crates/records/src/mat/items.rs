//! What stands in the columns of one line.

use starmax_games::Roll;

/// One thing that a player did, or the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A roll and what stands behind it, in single spaces.
    Roll {
        roll: Roll,
        text: String,
    },
    Double {
        to: Option<u32>,
    },
    Take,
    Pass,
    Resign {
        points: Option<u8>,
    },
    Wins {
        points: Option<u16>,
    },
    /// A word that nothing begins with.
    Unknown(String),
}

/// The items of a line, each with its column. Every word belongs to one of them.
pub(super) fn items(text: &str, first_column: usize) -> Vec<(usize, Item)> {
    let mut items: Vec<(usize, Item)> = Vec::new();
    for (column, word) in words(text, first_column) {
        match start(word) {
            // A roll that cannot be played, and not the answer to a double.
            Some(Item::Pass) if is_empty_roll(items.last()) => {}
            Some(item) => items.push((column, item)),
            None => match items.last_mut() {
                Some((_, item)) => add(item, word),
                None => items.push((column, Item::Unknown(word.to_owned()))),
            },
        }
    }
    items
}

fn is_empty_roll(item: Option<&(usize, Item)>) -> bool {
    matches!(item, Some((_, Item::Roll { text, .. })) if text.is_empty())
}

const TAB: usize = 8;

/// The words of a text with their columns.
fn words(text: &str, first_column: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut column = first_column;
    let mut start = None;
    let mut found = Vec::new();
    for (place, sign) in text.char_indices() {
        if !sign.is_whitespace() {
            start.get_or_insert((place, column));
        } else if let Some((begin, at)) = start.take() {
            found.push((at, &text[begin..place]));
        }
        column = if sign == '\t' {
            (column / TAB + 1) * TAB
        } else {
            column + 1
        };
    }
    if let Some((begin, at)) = start {
        found.push((at, &text[begin..]));
    }
    found.into_iter()
}

/// The item that begins with this word.
fn start(word: &str) -> Option<Item> {
    if let Some(dice) = word
        .strip_suffix(':')
        .filter(|dice| dice.starts_with(|sign: char| sign.is_ascii_digit()))
    {
        let text = String::new();
        let item = roll(dice).map(|roll| Item::Roll { roll, text });
        return item.or_else(|| Some(Item::Unknown(word.to_owned())));
    }
    let word = word
        .trim_end_matches([':', '.', '!', ','])
        .to_ascii_lowercase();
    Some(match word.as_str() {
        "doubles" | "double" | "redoubles" | "redouble" | "beavers" | "beaver" | "raccoons"
        | "raccoon" => Item::Double { to: None },
        "takes" | "take" | "accepts" | "accept" => Item::Take,
        "drops" | "drop" | "rejects" | "reject" | "passes" | "pass" => Item::Pass,
        "resigns" | "resign" => Item::Resign { points: None },
        "wins" | "win" => Item::Wins { points: None },
        _ => return None,
    })
}

/// Two dice, such as `31` or `3-1`.
fn roll(text: &str) -> Option<Roll> {
    let die = |sign: &u8| (b'1'..=b'6').contains(sign).then(|| sign - b'0');
    match text.as_bytes() {
        [one, other] | [one, b'-' | b',', other] => Some(Roll::new(die(one)?, die(other)?)),
        _ => None,
    }
}

/// Adds a word that does not begin an item.
fn add(item: &mut Item, word: &str) {
    match item {
        Item::Roll { text, .. } | Item::Unknown(text) => {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        Item::Double { to } => *to = to.or_else(|| number(word)),
        Item::Resign { points } => {
            let word = word.to_ascii_lowercase();
            let named = match word.trim_matches(['(', ')', '.']) {
                "single" | "1" => Some(1),
                "gammon" | "2" => Some(2),
                "backgammon" | "3" => Some(3),
                _ => None,
            };
            *points = points.or(named);
        }
        Item::Wins { points } => *points = points.or_else(|| number(word)),
        Item::Take | Item::Pass => {}
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Option<T> {
    word.trim_start_matches("=>").parse().ok()
}

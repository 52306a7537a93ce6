use super::{INFO, OTHER_INFO, colour, letter, with_signs};
use crate::table::Table;
use crate::{Action, GameRecord, MatchRecord, Problem};

/// Writes a match as an `.sgf` file that GNU Backgammon loads.
///
/// # Errors
/// When the match is against the rules.
pub fn write_sgf(record: &MatchRecord) -> Result<String, Problem> {
    let mut text = String::new();
    for (number, game) in record.games.iter().enumerate() {
        text += &write_game(record, number, game)?;
    }
    Ok(text)
}

fn write_game(record: &MatchRecord, number: usize, game: &GameRecord) -> Result<String, Problem> {
    let mut table = Table::new(record, game);
    let mut nodes = String::new();
    let mut is_resigned = false;
    for (place, entry) in game.actions.iter().enumerate() {
        let done = table.act(entry.player, entry.action);
        done.map_err(|expected| Problem {
            line: entry.line,
            game: number + 1,
            action: Some(place + 1),
            message: format!("expected {expected}"),
        })?;
        let colour = colour(entry.player);
        nodes += &match entry.action {
            Action::Move { roll, mv } => {
                let hops = mv.hops().flat_map(|(from, to)| [from, to]);
                let letters: String = hops.map(|place| letter(entry.player, place)).collect();
                format!("\n;{colour}[{roll}{letters}]")
            }
            Action::Roll { roll } => format!("\n;PL[{colour}]DI[{roll}]"),
            Action::Double | Action::Beaver => format!("\n;{colour}[double]"),
            Action::Take => format!("\n;{colour}[take]"),
            Action::Pass => format!("\n;{colour}[drop]"),
            Action::Resign { .. } => {
                is_resigned = true;
                continue;
            }
        };
    }
    let [max, min] = game.score_before;
    let [white, black] = [0, 1].map(|player: usize| escaped(&record.players[player]));
    let mut root = format!(
        "(;FF[4]GM[6]CA[UTF-8]AP[Starmax]MI[length:{}][game:{number}][ws:{max}][bs:{min}]PW[{white}]PB[{black}]",
        record.length
    );
    if number == 0 {
        root += &info(record);
    }
    let rules = rules(record, game);
    if !rules.is_empty() {
        root += &format!("RU[{}]", rules.join(":"));
    }
    if let Some(result) = game.result.or(table.result()) {
        let end = if is_resigned { "R" } else { "" };
        root += &format!("RE[{}+{}{end}]", colour(result.winner), result.points);
    }
    Ok(format!("{root}{nodes})\n"))
}

fn rules(record: &MatchRecord, game: &GameRecord) -> Vec<&'static str> {
    let rules = [
        (record.rules.crawford, "Crawford"),
        (game.crawford, "CrawfordGame"),
        (record.rules.jacoby, "Jacoby"),
        (record.rules.beavers, "Beavers"),
    ];
    let agreed = rules.into_iter().filter(|(is_agreed, _)| *is_agreed);
    agreed.map(|(_, name)| name).collect()
}

fn info(record: &MatchRecord) -> String {
    let mut text = String::new();
    for (property, name) in INFO {
        if let Some(value) = record.info(name) {
            let value = if property == "DT" {
                with_signs(value, '.', '-')
            } else {
                value.to_owned()
            };
            text += &format!("{property}[{}]", escaped(&value));
        }
    }
    let is_known = |name: &str| INFO.iter().any(|(_, known)| *known == name);
    let mut others = String::new();
    for (name, value) in record.info.iter().filter(|(name, _)| !is_known(name)) {
        others += &format!("[{}][{}]", escaped(name), escaped(value));
    }
    if !others.is_empty() {
        text += &format!("{OTHER_INFO}{others}");
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

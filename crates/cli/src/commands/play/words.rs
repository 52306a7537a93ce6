//! What is said at the table.

use starmax_report::MoveReport;

use super::side::Side;

/// Long lines are cut to this many characters where they are repeated.
const LONGEST: usize = 60;

/// Text short enough to be repeated.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Each move with its number. Moves that are numbers themselves go without.
pub(super) fn numbered(moves: &[String]) -> Vec<String> {
    if are_numbers(moves) {
        return moves.to_vec();
    }
    let number = |(number, mv): (usize, &String)| format!("{}. {mv}", number + 1);
    moves.iter().enumerate().map(number).collect()
}

/// The moves with their numbers, a few per line.
pub(super) fn listed(moves: &[String]) -> String {
    let items = numbered(moves);
    let width = items.iter().map(String::len).max().unwrap_or(0) + 3;
    let per_line = (78 / width).max(1);
    let line = |items: &[String]| {
        let cells = items.iter().map(|item| format!("{item:width$}"));
        format!("  {}", cells.collect::<String>().trim_end())
    };
    let lines: Vec<_> = items.chunks(per_line).map(line).collect();
    lines.join("\n")
}

fn are_numbers(moves: &[String]) -> bool {
    moves.iter().all(|mv| mv.parse::<u64>().is_ok())
}

/// The move that is written so or has this number.
pub(super) fn choose<'a>(text: &str, moves: &'a [String]) -> Option<&'a String> {
    let written = moves.iter().find(|mv| mv.eq_ignore_ascii_case(text));
    let numbered = || {
        let number: usize = text.parse().ok().filter(|_| !are_numbers(moves))?;
        moves.get(number.checked_sub(1)?)
    };
    written.or_else(numbered)
}

/// A longer list of moves is not part of an error.
const LONGEST_LIST: usize = 120;

/// What was expected where nothing was understood.
pub(super) fn not_understood(text: &str, moves: &[String]) -> String {
    let text = shortened(text);
    let expected = match moves {
        [] => "undo, new, swap, report, position, help or quit".to_owned(),
        _ if are_numbers(moves) => format!("one of {}, or help", moves.join(", ")),
        [only] => format!("{only}, its number 1, or help"),
        [first, ..] if moves.join(", ").len() > LONGEST_LIST => format!(
            "a move such as {first}, a number from 1 to {}, or help",
            moves.len()
        ),
        _ => format!(
            "one of {}, a number from 1 to {}, or help",
            moves.join(", "),
            moves.len()
        ),
    };
    format!("found \"{text}\", expected {expected}")
}

/// How far a move is behind the best one, if that can be seen in four decimals.
pub(super) fn behind(mv: &MoveReport, best: Option<f64>) -> String {
    const SMALLEST: f64 = 0.000_05;
    let behind = best.map(|best| best - mv.value);
    let behind = behind.filter(|&behind| behind >= SMALLEST);
    behind.map_or(String::new(), |behind| format!("(-{behind:.4})"))
}

/// Lines of columns, each as wide as it must be.
pub(super) fn in_columns<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths);
        let cells: Vec<_> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// How a game ended that has no winners.
pub(super) fn payoffs(names: &[&str], payoffs: &[f64]) -> String {
    let payoffs: Vec<_> = (names.iter().zip(payoffs))
        .map(|(name, payoff)| format!("{name} {:+}", payoff + 0.0))
        .collect();
    format!("The game is over: {}.", payoffs.join(", "))
}

/// How a game ended; `win` says what was won, where there are wins of several kinds.
pub(super) fn result(names: &[&str], side: Side, payoffs: &[f64], win: Option<&str>) -> String {
    let Some(winner) = payoffs.iter().position(|&payoff| payoff > 0.0) else {
        return "The game is over: a draw.".to_owned();
    };
    if let Some(win) = win {
        return match side {
            Side::One(player) if player == winner => format!("You win {win}."),
            Side::One(_) => format!("You lose {win}."),
            Side::Everybody | Side::Nobody => format!("{} wins {win}.", names[winner]),
        };
    }
    let comment = match side {
        Side::One(player) if player == winner => ". Well played!",
        Side::One(_) => ". Better luck next time!",
        Side::Everybody | Side::Nobody => ".",
    };
    format!("The game is over: {} wins{comment}", names[winner])
}

const BOLD: &str = "\u{1b}[1;33m";
const PLAIN: &str = "\u{1b}[0m";

/// The same board with colour for what stands in brackets.
pub(super) fn highlighted(board: &str) -> String {
    board
        .replace('[', &format!("{BOLD}["))
        .replace(']', &format!("]{PLAIN}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn a_move_is_chosen_by_text_or_number() {
        let squares = moves(&["a3", "b3", "e3"]);
        assert_eq!(choose("b3", &squares), Some(&squares[1]));
        assert_eq!(choose("E3", &squares), Some(&squares[2]));
        assert_eq!(choose("3", &squares), Some(&squares[2]));
        for text in ["", "0", "4", "-1", "c3", "99999999999999999999"] {
            assert_eq!(choose(text, &squares), None, "{text}");
        }
    }

    #[test]
    fn moves_that_are_numbers_are_not_numbered_again() {
        let children = moves(&["0", "1", "2"]);
        assert_eq!(listed(&children), "  0   1   2");
        assert_eq!(choose("1", &children), Some(&children[1]));
        assert_eq!(choose("3", &children), None);
    }

    #[test]
    fn many_moves_take_several_lines() {
        let many: Vec<_> = (b'a'..=b's')
            .map(|column| format!("{}19", char::from(column)))
            .collect();
        let listed = listed(&many);
        assert_eq!(listed.lines().count(), 3);
        assert!(listed.lines().all(|line| line.len() < 80), "{listed}");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(shortened("b3"), "b3");
        assert_eq!(shortened(&"é".repeat(1000)), "é".repeat(60) + "...");
    }

    #[test]
    fn results_are_told_in_words_or_payoffs() {
        let names = ["X", "O"];
        for (side, payoffs, told) in [
            (Side::One(0), [1.0, -1.0], "X wins. Well played!"),
            (Side::One(1), [1.0, -1.0], "X wins. Better luck next time!"),
            (Side::Nobody, [-1.0, 1.0], "O wins."),
            (Side::One(0), [0.0, -0.0], "a draw."),
        ] {
            let result = result(&names, side, &payoffs, None);
            assert_eq!(result, format!("The game is over: {told}"));
        }
        for (side, told) in [
            (Side::One(1), "You win a gammon: 2 points."),
            (Side::One(0), "You lose a gammon: 2 points."),
            (Side::Everybody, "O wins a gammon: 2 points."),
        ] {
            let win = Some("a gammon: 2 points");
            assert_eq!(result(&names, side, &[-2.0, 2.0], win), told);
        }
        assert_eq!(
            super::payoffs(&["A", "B", "C"], &[1.0, -2.0, 1.0]),
            "The game is over: A +1, B -2, C +1."
        );
    }

    #[test]
    fn an_error_does_not_list_too_many_moves() {
        let many: Vec<_> = (1..=40).map(|number| format!("m{number}")).collect();
        assert_eq!(
            not_understood("x", &many),
            "found \"x\", expected a move such as m1, a number from 1 to 40, or help"
        );
    }

    #[test]
    fn brackets_are_highlighted() {
        assert_eq!(highlighted(" .[x]o"), " .\u{1b}[1;33m[x]\u{1b}[0mo");
    }
}

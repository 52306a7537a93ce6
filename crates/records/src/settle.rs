//! Files as they are, played again: what is left follows the rules.

use starmax_core::Player;
use starmax_games::Roll;

use crate::raw::{RawAction, RawEntry, RawGame, RawMatch, RawResult};
use crate::table::{Table, side};
use crate::{Action, Entry, GameRecord, GameResult, INFO_NAMES, MatchRecord, Problem};

/// The match in a file, and what is wrong in it. A game goes as far as its actions follow the rules.
pub(crate) fn settle(raw: RawMatch) -> (MatchRecord, Vec<Problem>) {
    let mut record = MatchRecord {
        length: raw.length,
        players: raw.players.map(|name| in_single_spaces(&name)),
        rules: raw.rules,
        info: in_order(raw.info),
        games: Vec::with_capacity(raw.games.len()),
    };
    record.rules.crawford &= record.length > 1;
    record.rules.jacoby &= record.length == 0;
    // Some files do not say that beavers were agreed on, and have one.
    record.rules.beavers |= raw.games.iter().any(has_beaver);
    record.rules.beavers &= record.length == 0;
    let mut problems = Vec::new();
    let mut was_crawford = false;
    for (number, raw) in (1..).zip(&raw.games) {
        let is_next_to_last = raw.score_before.contains(&record.length.saturating_sub(1));
        let expected_crawford = record.rules.crawford && is_next_to_last && !was_crawford;
        let crawford = raw.crawford.unwrap_or(expected_crawford) && record.length > 0;
        was_crawford |= crawford;
        let mut settling = Settling {
            number,
            problems: &mut problems,
            table: Table::new(&record, &GameRecord::default()),
            game: GameRecord {
                score_before: raw.score_before,
                crawford,
                ..GameRecord::default()
            },
        };
        settling.check_score(&record, raw);
        settling.table = Table::new(&record, &settling.game);
        settling.play(&record, raw);
        let game = settling.game;
        record.games.push(game);
    }
    (record, problems)
}

fn in_single_spaces(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has_beaver(game: &RawGame) -> bool {
    let is_double = |entry: &RawEntry| matches!(entry.action, RawAction::Double { .. });
    (game.actions.windows(2)).any(|pair| pair.iter().all(is_double))
}

/// Names that are known first; of a name that is there twice, the first value.
fn in_order(info: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut ordered: Vec<(String, String)> = Vec::new();
    let (known, others): (Vec<_>, Vec<_>) =
        (info.into_iter()).partition(|(name, _)| INFO_NAMES.contains(&name.as_str()));
    for name in INFO_NAMES {
        ordered.extend(known.iter().find(|(key, _)| key == name).cloned());
    }
    let mut seen = std::collections::BTreeSet::new();
    ordered.extend((others.into_iter()).filter(|(name, _)| seen.insert(name.clone())));
    ordered
}

/// A game that is played again.
struct Settling<'a> {
    number: usize,
    problems: &'a mut Vec<Problem>,
    table: Table,
    game: GameRecord,
}

impl Settling<'_> {
    fn report(&mut self, line: usize, action: Option<usize>, message: String) {
        self.problems.push(Problem {
            line,
            game: self.number,
            action,
            message,
        });
    }

    /// Compares the score with that of the game before.
    fn check_score(&mut self, record: &MatchRecord, raw: &RawGame) {
        let Some(last) = record.games.last() else {
            return;
        };
        let Some(result) = last.result else { return };
        let mut expected = last.score_before;
        let points = &mut expected[index(result.winner)];
        *points = points.saturating_add(result.points);
        if expected != raw.score_before {
            let [one, other] = raw.score_before;
            let [first, second] = expected;
            self.report(
                raw.line,
                None,
                format!(
                    "found the score {one}-{other}, expected {first}-{second} after the game before"
                ),
            );
        }
    }

    fn play(&mut self, record: &MatchRecord, raw: &RawGame) {
        self.game.result = raw.result.map(|result| GameResult {
            winner: result.winner,
            points: result.points,
        });
        let [one, other] = raw.score_before;
        if record.length > 0 && one.max(other) >= record.length {
            let length = record.length;
            self.report(
                raw.line,
                None,
                format!(
                    "found a game at {one}-{other}, expected a score below the match length of {length}; it is left out"
                ),
            );
            return;
        }
        for (number, entry) in raw.actions.iter().enumerate() {
            let later = &raw.actions[number + 1..];
            if let Err(message) = self.act(entry, later, raw.result) {
                let left = later.len();
                let rest = match left {
                    0 => "it is left out".to_owned(),
                    1 => "it and one action behind it are left out".to_owned(),
                    _ => format!("it and {left} actions behind it are left out"),
                };
                self.report(entry.line, Some(number + 1), format!("{message}; {rest}"));
                return;
            }
        }
        self.finish(record, raw);
    }

    fn act(
        &mut self,
        entry: &RawEntry,
        later: &[RawEntry],
        result: Option<RawResult>,
    ) -> Result<(), String> {
        let player = entry.player;
        match &entry.action {
            RawAction::Move { roll, text } => self.play_roll(entry, *roll, text, later.is_empty()),
            RawAction::Roll { roll } => {
                let is_played = later.first().is_some_and(|next| {
                    matches!(&next.action, RawAction::Move { roll: thrown, .. }
                        if thrown == roll && next.player == player)
                });
                if is_played {
                    return Ok(());
                }
                self.play_roll(entry, *roll, "", true)
            }
            RawAction::Double { to } => {
                let action = if self.table.is_waiting() {
                    Action::Beaver
                } else {
                    Action::Double
                };
                let shows = self.table.cube().value();
                self.push(entry, action, "a double")?;
                // A beaver has turned the cube once already.
                let next = if action == Action::Beaver {
                    4 * shows
                } else {
                    2 * shows
                };
                if let Some(to) = to.filter(|&to| to != next) {
                    let number = self.game.actions.len();
                    let message =
                        format!("found a double to {to}, expected {next}, which is taken instead");
                    self.report(entry.line, Some(number), message);
                }
                Ok(())
            }
            RawAction::Take => self.push(entry, Action::Take, "a take"),
            RawAction::Pass => self.push(entry, Action::Pass, "a drop"),
            RawAction::Resign { points } => {
                let points = match (points, result) {
                    (Some(points), _) => *points,
                    (None, Some(result)) => self.times_the_cube(result.points).unwrap_or(1),
                    (None, None) => 1,
                };
                self.push(entry, Action::Resign { points }, "a resignation")
            }
            RawAction::Unreadable(message) => Err(message.clone()),
        }
    }

    fn play_roll(
        &mut self,
        entry: &RawEntry,
        roll: Roll,
        text: &str,
        is_last: bool,
    ) -> Result<(), String> {
        let player = entry.player;
        if let Some(taker) = self.table.silent_taker(player) {
            let take = RawEntry {
                line: entry.line,
                player: taker,
                action: RawAction::Take,
            };
            self.push(&take, Action::Take, "a take")?;
        }
        let can_act = self.table.turn_objection(player);
        if let Some(expected) = can_act {
            return Err(format!("found the roll {roll}, expected {expected}"));
        }
        let is_open = text.is_empty() && is_last && !self.table.must_pass(player, roll);
        let action = if is_open {
            Action::Roll { roll }
        } else {
            let mv = self.table.parse_move(player, roll, text)?;
            Action::Move { roll, mv }
        };
        self.push(entry, action, "a move")
    }

    fn push(&mut self, entry: &RawEntry, action: Action, what: &str) -> Result<(), String> {
        let (line, player) = (entry.line, entry.player);
        let done = self.table.act(player, action);
        done.map_err(|expected| {
            format!(
                "found {what} by the {} player, expected {expected}",
                side(player)
            )
        })?;
        self.game.actions.push(Entry {
            line,
            player,
            action,
        });
        Ok(())
    }

    /// Which of a single game, a gammon and a backgammon gives these points.
    fn times_the_cube(&self, points: u16) -> Option<u8> {
        let cube = self.table.cube().value();
        (1..=3).find(|&times| cube * u32::from(times) == u32::from(points))
    }

    /// Compares the end of the game with the result; a game that was not played to its end was resigned.
    fn finish(&mut self, record: &MatchRecord, raw: &RawGame) {
        let Some(written) = raw.result else {
            self.game.result = self.table.result();
            return;
        };
        let Some(played) = self.table.result() else {
            self.resign(record, written);
            return;
        };
        let needed = |winner| {
            record
                .length
                .saturating_sub(raw.score_before[index(winner)])
        };
        let is_capped =
            record.length > 0 && written.points == played.points.min(needed(played.winner));
        let cube = self.table.cube();
        // Whether the Jacoby rule was agreed on is not always written.
        let is_single = record.length == 0 && cube.turned == 0 && written.points == 1;
        let is_right = written.points == played.points || is_capped || is_single;
        if written.winner != played.winner || !is_right {
            let message = format!(
                "found {} for the {} player, expected {} for the {} player, which is taken instead",
                points(written.points),
                side(written.winner),
                points(played.points),
                side(played.winner)
            );
            self.report(written.line, None, message);
            self.game.result = Some(played);
        }
    }

    fn resign(&mut self, record: &MatchRecord, written: RawResult) {
        let loser = written.winner.opponent();
        let needed = record
            .length
            .saturating_sub(self.game.score_before[index(written.winner)]);
        let cube = self.table.cube().value();
        let is_capped = record.length > 0 && written.points == needed;
        let times = self.times_the_cube(written.points).or_else(|| {
            (1..=3).find(|&times| is_capped && cube * u32::from(times) >= u32::from(needed))
        });
        let Some(times) = times else {
            let message = format!(
                "found {}, expected 1, 2 or 3 times the cube of {cube}",
                points(written.points)
            );
            self.report(written.line, None, message);
            return;
        };
        let entry = RawEntry {
            line: written.line,
            player: loser,
            action: RawAction::Resign {
                points: Some(times),
            },
        };
        let resigned = self.push(&entry, Action::Resign { points: times }, "a resignation");
        resigned.expect("a game that is not over can be resigned");
    }
}

fn points(points: u16) -> String {
    match points {
        1 => "1 point".to_owned(),
        points => format!("{points} points"),
    }
}

/// Where a player's number stands.
pub(crate) fn index(player: Player) -> usize {
    match player {
        Player::Max => 0,
        Player::Min => 1,
    }
}

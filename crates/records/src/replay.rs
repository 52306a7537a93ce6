//! A match played again.

use starmax_core::Player;
use starmax_games::{BackgammonState, MatchState};

use crate::table::Table;
use crate::{Action, MatchRecord, Problem};

/// A decision in a match, and what was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Which game, counted from 0 as in [`MatchRecord::games`].
    pub game: usize,
    /// Which action of the game, counted from 0 as in [`GameRecord::actions`](crate::GameRecord::actions).
    pub number: usize,
    /// The line in the file.
    pub line: usize,
    /// Who decides.
    pub player: Player,
    /// The position, with the roll where one was thrown. After a double the doubler is on roll.
    pub state: BackgammonState,
    /// The same position without the roll.
    pub before_roll: BackgammonState,
    /// The cube and the score. After a double [`MatchState::offer`] says so. After a beaver the cube is where it goes if it is taken as a double only:
    /// turned once, on the side of the one who beavered.
    pub around: MatchState,
    /// Whether the player could have doubled before the roll.
    pub could_double: bool,
    /// What was decided.
    pub action: Action,
}

/// Goes through a match, decision by decision.
///
/// What is against the rules is a [`Problem`]; the rest of that game is left out, and the next game follows.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    record: &'a MatchRecord,
    game: usize,
    number: usize,
    table: Option<Table>,
}

impl<'a> Replay<'a> {
    pub(crate) fn new(record: &'a MatchRecord) -> Self {
        Self {
            record,
            game: 0,
            number: 0,
            table: None,
        }
    }

    fn go_to_next_game(&mut self) {
        self.game += 1;
        self.number = 0;
        self.table = None;
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<Decision, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let game = self.record.games.get(self.game)?;
            let Some(entry) = game.actions.get(self.number) else {
                self.go_to_next_game();
                continue;
            };
            let table = (self.table).get_or_insert_with(|| Table::new(self.record, game));
            let (number, game) = (self.number, self.game);
            self.number += 1;
            let done = table.act(entry.player, entry.action);
            return Some(match done {
                Ok(seen) => Ok(Decision {
                    game,
                    number,
                    line: entry.line,
                    player: entry.player,
                    state: seen.state,
                    before_roll: seen.before_roll,
                    around: seen.around,
                    could_double: seen.could_double,
                    action: entry.action,
                }),
                Err(expected) => {
                    self.go_to_next_game();
                    Err(Problem {
                        line: entry.line,
                        game: game + 1,
                        action: Some(number + 1),
                        message: format!("expected {expected}"),
                    })
                }
            });
        }
    }
}

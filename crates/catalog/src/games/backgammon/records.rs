//! Matches that are being played, as `.mat` files.

use starmax_core::{Player, Rules};
use starmax_games::{
    Crawford, CubefulBackgammon, CubefulMove, CubefulRoll, CubefulState, Format, Phase,
};
use starmax_records::{
    Action, Entry, GameRecord, MatchRecord, MatchRules, read as read_file, write_mat,
};

use crate::Step;

type CubefulStep = Step<CubefulMove, CubefulRoll>;

/// A match, or a game for money, as a file.
pub(super) fn write(
    game: CubefulBackgammon,
    names: [&str; 2],
    start: &CubefulState,
    steps: &[CubefulStep],
) -> Result<String, String> {
    if *start != game.initial() {
        return Err(
            "a file holds whole matches, and this one began at another position".to_owned(),
        );
    }
    let (jacoby, beavers) = match game.format() {
        Format::Money { jacoby, beavers } => (jacoby, beavers),
        Format::Match { .. } => (false, false),
    };
    let mut record = MatchRecord {
        length: game.format().length(),
        players: names.map(str::to_owned),
        rules: MatchRules {
            crawford: game.format().length() > 1,
            jacoby,
            beavers,
        },
        ..MatchRecord::default()
    };
    let mut state = *start;
    for step in steps {
        let player = game.player(&state);
        let actions = match *step {
            Step::Outcome(outcome) => {
                if state.phase() == Phase::Opening {
                    record.games.push(begun(&state));
                }
                state = game.resolve(&state, outcome);
                continue;
            }
            Step::Move(mv) => {
                let actions = actions(&state, player, mv);
                state = game.play(&state, mv);
                actions
            }
            Step::Resignation { player, way } => {
                let player = SIDES[player];
                let points = POINTS[way];
                // The format has no other place for a roll that was not played.
                let rolled = state
                    .board()
                    .roll()
                    .map(|roll| (state.board().player(), Action::Roll { roll }));
                state = game.resigned(&state, player, points);
                rolled
                    .into_iter()
                    .chain([(player, Action::Resign { points })])
                    .collect()
            }
        };
        let last = record.games.last_mut().ok_or("a game begins with a roll")?;
        last.actions.extend(
            actions
                .into_iter()
                .map(|(player, action)| entry(player, action)),
        );
    }
    if let (Phase::Moving, Some(roll), Some(last)) =
        (state.phase(), state.board().roll(), record.games.last_mut())
    {
        last.actions
            .push(entry(state.board().player(), Action::Roll { roll }));
    }
    write_mat(&record).map_err(|problem| problem.to_string())
}

const SIDES: [Player; 2] = [Player::Max, Player::Min];
const POINTS: [u8; 3] = [1, 2, 3];

fn entry(player: Player, action: Action) -> Entry {
    Entry {
        line: 0,
        player,
        action,
    }
}

fn begun(state: &CubefulState) -> GameRecord {
    GameRecord {
        score_before: state
            .score()
            .map(|points| u16::try_from(points).unwrap_or(u16::MAX)),
        crawford: state.crawford() == Crawford::Now,
        ..GameRecord::default()
    }
}

fn actions(state: &CubefulState, player: Player, mv: CubefulMove) -> Vec<(Player, Action)> {
    match (mv, state.board().roll()) {
        (CubefulMove::Checkers(mv), Some(roll)) => vec![(player, Action::Move { roll, mv })],
        (CubefulMove::Checkers(_), None) | (CubefulMove::Roll, _) => Vec::new(),
        (CubefulMove::Double, _) => vec![(player, Action::Double)],
        (CubefulMove::Take, _) => vec![(player, Action::Take)],
        (CubefulMove::Pass, _) => vec![(player, Action::Pass)],
        (CubefulMove::Beaver, _) => {
            vec![(player, Action::Beaver), (player.opponent(), Action::Take)]
        }
    }
}

/// The steps of a match from a file.
pub(super) fn read(game: CubefulBackgammon, bytes: &[u8]) -> Result<Vec<CubefulStep>, String> {
    let reading = read_file(bytes, None).map_err(|error| error.to_string())?;
    if let Some(problem) = reading.problems.first() {
        return Err(problem.to_string());
    }
    let record = reading.record;
    let found = match record.length {
        0 => Format::Money {
            jacoby: record.rules.jacoby,
            beavers: record.rules.beavers,
        },
        length => Format::Match { length },
    };
    if found != game.format() {
        let own = game.format();
        return Err(format!(
            "found a file of backgammon:{found}, expected one of backgammon:{own}"
        ));
    }
    if record.length == 0 && record.games.len() > 1 {
        let count = record.games.len();
        return Err(format!("found {count} games for money, expected one"));
    }
    let mut replay = Replay {
        game,
        state: game.initial(),
        steps: Vec::new(),
    };
    for (number, game) in (1..).zip(&record.games) {
        replay
            .begin(game)
            .map_err(|expected| format!("game {number}: expected {expected}"))?;
        for entry in &game.actions {
            (replay.act(entry.player, entry.action)).map_err(|expected| {
                format!("line {}, game {number}: expected {expected}", entry.line)
            })?;
        }
    }
    Ok(replay.steps)
}

/// A match that is played again with the cube as part of the game.
struct Replay {
    game: CubefulBackgammon,
    state: CubefulState,
    steps: Vec<CubefulStep>,
}

impl Replay {
    fn begin(&self, record: &GameRecord) -> Result<(), String> {
        let score = record.score_before.map(u32::from);
        let own = self.state.score();
        if self.state.phase() == Phase::Opening
            && (score == own || self.game.format().length() == 0)
        {
            return Ok(());
        }
        Err(match self.state.phase() {
            Phase::Opening => format!("the score {}-{}", own[0], own[1]),
            Phase::Over => "no game after the end of the match".to_owned(),
            _ => "the end of the game before".to_owned(),
        })
    }

    fn act(&mut self, player: Player, action: Action) -> Result<(), String> {
        match action {
            Action::Move { roll, mv } => {
                self.roll(player, roll)?;
                self.play(player, CubefulMove::Checkers(mv))
            }
            Action::Roll { roll } => self.roll(player, roll),
            Action::Double => self.play(player, CubefulMove::Double),
            // Whoever has doubled takes a beaver.
            Action::Take if self.state.phase() == Phase::Rolling => Ok(()),
            Action::Take => self.play(player, CubefulMove::Take),
            Action::Beaver => self.play(player, CubefulMove::Beaver),
            Action::Pass => self.play(player, CubefulMove::Pass),
            Action::Resign { points } => {
                let way = usize::from(points.clamp(1, 3)) - 1;
                self.steps.push(Step::Resignation {
                    player: player.into(),
                    way,
                });
                self.state = self.game.resigned(&self.state, player, points);
                Ok(())
            }
        }
    }

    /// Brings the dice, after the decision not to double.
    fn roll(&mut self, player: Player, roll: starmax_games::Roll) -> Result<(), String> {
        if self.state.phase() == Phase::MayDouble {
            self.play(player, CubefulMove::Roll)?;
        }
        let begins = match self.state.phase() {
            Phase::Opening => Some(player),
            Phase::Rolling => None,
            // A resignation can follow a roll.
            Phase::Moving if self.state.board().roll() == Some(roll) => return Ok(()),
            _ => return Err("no roll here".to_owned()),
        };
        if begins.is_some() && roll.is_double() {
            return Err("an opening roll, which is no double".to_owned());
        }
        let outcome = CubefulRoll { roll, begins };
        self.steps.push(Step::Outcome(outcome));
        self.state = self.game.resolve(&self.state, outcome);
        Ok(())
    }

    fn play(&mut self, player: Player, mv: CubefulMove) -> Result<(), String> {
        let mut moves = Vec::new();
        let is_over = matches!(
            self.state.phase(),
            Phase::Over | Phase::Opening | Phase::Rolling
        );
        if !is_over {
            self.game.moves(&self.state, &mut moves);
        }
        if !moves.contains(&mv) || self.game.player(&self.state) != player {
            return Err("what can be played here; a double must be of use".to_owned());
        }
        self.steps.push(Step::Move(mv));
        self.state = self.game.play(&self.state, mv);
        Ok(())
    }
}

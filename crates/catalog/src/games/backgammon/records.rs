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

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use starmax_arena::Rolls;
    use starmax_core::Node;

    use super::*;

    /// So many steps of a match that is played at random, and what they lead to.
    fn random_match(
        game: CubefulBackgammon,
        seed: u64,
        most: usize,
    ) -> (Vec<CubefulStep>, CubefulState) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut steps, mut state) = (Vec::new(), game.initial());
        while steps.len() < most {
            let step = match game.node(&state) {
                Node::Terminal(_) => break,
                Node::Chance => {
                    let mut outcomes = Vec::new();
                    game.outcomes(&state, &mut outcomes);
                    Step::Outcome(Rolls::new(&mut rng).roll(&outcomes))
                }
                Node::Decision(player)
                    if state.phase() != Phase::Doubled && rng.random_bool(0.002) =>
                {
                    let way = rng.random_range(0..3);
                    let player = player.into();
                    Step::Resignation { player, way }
                }
                Node::Decision(_) => {
                    let mut moves = Vec::new();
                    game.moves(&state, &mut moves);
                    let mut mv = moves[rng.random_range(0..moves.len())];
                    // Most players do not double.
                    if mv == CubefulMove::Double && rng.random_bool(0.95) {
                        mv = CubefulMove::Roll;
                    }
                    Step::Move(mv)
                }
            };
            state = after(game, &state, step);
            steps.push(step);
        }
        (steps, state)
    }

    fn after(game: CubefulBackgammon, state: &CubefulState, step: CubefulStep) -> CubefulState {
        match step {
            Step::Move(mv) => game.play(state, mv),
            Step::Outcome(outcome) => game.resolve(state, outcome),
            Step::Resignation { player, way } => game.resigned(state, SIDES[player], POINTS[way]),
        }
    }

    /// Where nothing can be moved, a file does not say whether that has been done.
    fn without_choice(game: CubefulBackgammon, state: CubefulState) -> CubefulState {
        let mut moves = Vec::new();
        if state.phase() == Phase::Moving {
            game.moves(&state, &mut moves);
        }
        match moves[..] {
            [CubefulMove::Checkers(mv)] if mv.is_pass() => game.play(&state, moves[0]),
            _ => state,
        }
    }

    #[test]
    fn matches_come_back_from_their_files() {
        for format in ["match=1", "match=5", "money", "money,jacoby,beavers"] {
            let game = CubefulBackgammon::parse_parameters(format).unwrap();
            for seed in 0..60 {
                for most in [7, 50, 333, usize::MAX] {
                    let (steps, end) = random_match(game, seed, most);
                    let text = write(game, ["Ann", "Bob"], &game.initial(), &steps).unwrap();
                    let read = read(game, text.as_bytes());
                    let read = read.unwrap_or_else(|error| {
                        panic!("{format}, seed {seed}, {most}: {error}\n{text}")
                    });
                    let state = read
                        .iter()
                        .fold(game.initial(), |state, &step| after(game, &state, step));
                    // That a player does not double is written only with the roll that follows.
                    let rolls = end.phase() == Phase::Rolling
                        && steps.last() == Some(&Step::Move(CubefulMove::Roll));
                    let offers = end.phase() == Phase::Doubled;
                    let end = without_choice(game, end);
                    if !rolls && !offers {
                        assert_eq!(state, end, "{format}, seed {seed}, {most}\n{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn files_of_other_games_are_refused() {
        let five = CubefulBackgammon::parse_parameters("match=5").unwrap();
        let written = |head: &str| {
            format!(
                " {head} point match\n\n Game 1\n Ann : 0            Bob : 0\n  1) 31: 8/5 6/5\n"
            )
        };
        assert_eq!(read(five, written("5").as_bytes()).unwrap().len(), 2);
        for (text, part) in [
            (
                written("7"),
                "found a file of backgammon:match=7, expected one of backgammon:match=5",
            ),
            (written("5").replace("8/5", "8/4"), "line 5"),
            (
                written("5").replace("Ann : 0", "Ann : 1"),
                "expected the score 0-0",
            ),
            ("hello".to_owned(), ""),
        ] {
            let error = read(five, text.as_bytes()).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        let later = five.resigned(
            &five.resolve(
                &five.initial(),
                CubefulRoll {
                    roll: starmax_games::Roll::new(3, 1),
                    begins: Some(Player::Max),
                },
            ),
            Player::Max,
            1,
        );
        assert!(write(five, ["Ann", "Bob"], &later, &[]).is_err());
    }
}

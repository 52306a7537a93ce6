//! A game in progress, without its types.

mod assessment;
mod stage;

use rand::Rng;
use starmax_arena::Rolls;
use starmax_core::{Node, Notation, Rules};
use starmax_report::{Assessment, Decision, Report};

use crate::position::moves_at;
use crate::{About, ReportError, Request, TableManners};

pub(crate) use assessment::{assessed, known_assessment};
pub(crate) use stage::{MoveOf, OutcomeOf, Stage, StateOf};

/// Who acts next in a game in progress.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// The player with this number, from 0.
    Player(usize),
    /// Chance.
    Chance,
    /// Nobody: the game is over, with one payoff per player.
    Over(Vec<f64>),
}

/// A game in progress: whose turn it is, what can be done, and how to take it back.
pub trait Match {
    /// What there is to know about the game.
    fn about(&self) -> About;

    /// The position for a person to look at, who is the player `viewer` if that is known.
    fn board(&self, viewer: Option<usize>) -> String;

    /// The position as one line of text.
    fn position(&self) -> String;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// Plays a move, written in any way that the game can read.
    ///
    /// # Errors
    /// When there is no such move; the error says what is wrong or lists the legal ones.
    fn play(&mut self, text: &str) -> Result<(), ReportError>;

    /// Why a text is no legal move, in a sentence for the player; `None` where there is no more to say than what the legal moves are.
    fn object_to_move(&self, text: &str) -> Option<String>;

    /// A legal move in words, as it is announced: `X plays 8/5 6/5`; `None` where there is nothing to announce.
    fn tell_move(&self, text: &str) -> Option<String>;

    /// What the last step brought about, where that is worth a sentence: the end of one game of a match.
    fn tell_change(&self) -> Option<String>;

    /// What a person can do besides moves.
    fn table(&self) -> TableManners;

    /// Ends the game, or one game of a match, for a player who gives up in one of the ways of [`TableManners::resignations`]. An opponent who
    /// judges by a request accepts only what is not worse than to play on. Says whether it was accepted.
    ///
    /// # Errors
    /// When the request makes no sense or is stopped.
    fn resign(
        &mut self,
        player: usize,
        way: usize,
        opponent: Option<&Request<'_>>,
    ) -> Result<bool, ReportError>;

    /// The game as a file, with the names of both players.
    ///
    /// # Errors
    /// When there are no files of this game, or this one cannot be written.
    fn write_record(&self, names: [&str; 2]) -> Result<String, ReportError>;

    /// Goes on with a game from a file, in place of this one.
    ///
    /// # Errors
    /// When the file cannot be read, or is not of this game; then nothing has changed.
    fn read_record(&mut self, bytes: &[u8]) -> Result<(), ReportError>;

    /// Lets chance choose, and says in words what it chose.
    fn roll(&mut self, rng: &mut dyn Rng) -> String;

    /// Takes what chance chose elsewhere, such as the dice of a real board.
    ///
    /// # Errors
    /// When there is no such outcome.
    fn take_outcome(&mut self, text: &str) -> Result<(), ReportError>;

    /// What chance does next, in words that the outcome follows: `X rolls`.
    fn announce_outcome(&self) -> String;

    /// Goes back to the last earlier moment whose turn `is_wanted`. Says whether there was one.
    fn undo(&mut self, is_wanted: &dyn Fn(&Turn) -> bool) -> bool;

    /// Takes the last undo back. Says whether there was one, with no other move since.
    fn redo(&mut self) -> bool;

    /// Starts again where the game started.
    fn restart(&mut self);

    /// What happened so far, in order.
    fn events(&self) -> Vec<Event>;

    /// The moves that were made so far, in order.
    fn decisions(&self) -> Vec<Decision>;

    /// What the move with this number of [`Match::decisions`] was worth beside the best one.
    ///
    /// # Errors
    /// When the request makes no sense, or when it is stopped.
    ///
    /// # Panics
    /// When there were fewer moves.
    fn assess(&self, number: usize, request: &Request<'_>) -> Result<Assessment, ReportError>;

    /// Whether the game is about winning and losing, and not only about payoffs.
    fn has_winners(&self) -> bool;

    /// What was won at the end of the game, in words that follow `wins`, where there are wins of several kinds: `a gammon: 2 points`.
    fn describe_win(&self) -> Option<String>;

    /// A value in words, as the player who sees it so would say it; `None` where values are no matter of winning or losing.
    fn judge(&self, value: f64) -> Option<&'static str>;

    /// Searches the position.
    ///
    /// # Errors
    /// When the request makes no sense.
    fn search(&self, request: &Request<'_>) -> Result<Report, ReportError>;
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player moved.
    Move(String),
    /// Chance chose.
    Outcome(String),
    /// A player gave up, in one of the ways of [`TableManners::resignations`].
    Resignation(&'static str),
}

/// A step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M, O> {
    /// A player moves.
    Move(M),
    /// Chance chooses.
    Outcome(O),
    /// A player gives up.
    Resignation {
        /// Who does.
        player: usize,
        /// Which of [`TableManners::resignations`].
        way: usize,
    },
}

/// What an opponent gives away at most by accepting a resignation.
const GENEROSITY: f64 = 0.001;

/// A state of a game in progress and what led to it.
struct Moment<S: Stage> {
    state: StateOf<S>,
    /// The last move until now.
    last: Option<MoveOf<S>>,
    /// `None` at the start.
    event: Option<Event>,
    /// The same with its types.
    step: Option<Step<MoveOf<S>, OutcomeOf<S>>>,
}

/// A game in progress: its moments from the start to now.
pub(crate) struct GameInProgress<'a, S: Stage> {
    stage: &'a S,
    game: &'a S::Game,
    past: Vec<Moment<S>>,
    /// What was taken back, one stretch per undo; each stretch in order.
    undone: Vec<Vec<Moment<S>>>,
}

impl<'a, S: Stage> GameInProgress<'a, S> {
    /// A game from `start`.
    ///
    /// # Errors
    /// When the game is over there.
    pub(crate) fn new(stage: &'a S, start: StateOf<S>) -> Result<Self, ReportError> {
        let game = stage.game();
        if let Node::Terminal(_) = game.node(&start) {
            return Err(ReportError::NothingToPlay(game.write_state(&start)));
        }
        let start = Moment {
            state: start,
            last: None,
            event: None,
            step: None,
        };
        Ok(Self {
            stage,
            game,
            past: vec![start],
            undone: Vec::new(),
        })
    }

    fn now(&self) -> &Moment<S> {
        self.past.last().expect("the start is never taken back")
    }

    fn state(&self) -> &StateOf<S> {
        &self.now().state
    }

    fn push(&mut self, moment: Moment<S>) {
        self.past.push(moment);
    }

    fn turn_at(&self, state: &StateOf<S>) -> Turn {
        match self.game.node(state) {
            Node::Decision(player) => Turn::Player(player.into()),
            Node::Chance => Turn::Chance,
            Node::Terminal(end) => Turn::Over(self.stage.payoffs(state, end)),
        }
    }

    /// What chance may choose now.
    fn outcomes(&self) -> Vec<(<S::Game as Rules>::Outcome, f64)> {
        let mut outcomes = Vec::new();
        self.game.outcomes(self.state(), &mut outcomes);
        outcomes
    }

    /// Goes on with what chance chose.
    fn resolve(&mut self, outcome: <S::Game as Rules>::Outcome) {
        let (game, now) = (self.game, self.now());
        let next = Moment {
            state: game.resolve(&now.state, outcome),
            last: now.last,
            event: Some(Event::Outcome(game.write_outcome(&now.state, outcome))),
            step: Some(Step::Outcome(outcome)),
        };
        self.push(next);
    }

    /// Goes on with a move.
    fn make(&mut self, mv: MoveOf<S>) {
        let (game, state) = (self.game, self.state());
        let next = Moment {
            state: game.play(state, mv),
            last: Some(mv),
            event: Some(Event::Move(game.write_move(state, mv))),
            step: Some(Step::Move(mv)),
        };
        self.push(next);
    }

    /// Goes on after a resignation. Says whether there is such a one.
    fn give_up(&mut self, player: usize, way: usize) -> bool {
        let Some(state) = self.stage.resigned(self.state(), player, way) else {
            return false;
        };
        let way_in_words = self.stage.table().resignations[way];
        self.push(Moment {
            state,
            last: self.now().last,
            event: Some(Event::Resignation(way_in_words)),
            step: Some(Step::Resignation { player, way }),
        });
        true
    }

    /// Each move with the moments before and after it.
    fn moves_made(&self) -> impl Iterator<Item = (&Moment<S>, &Moment<S>)> {
        let pairs = self.past.iter().zip(&self.past[1..]);
        pairs.filter(|(_, after)| matches!(after.event, Some(Event::Move(_))))
    }

    /// The most that can be won, where either player can win as much as the other.
    fn highest_win(&self) -> Option<f64> {
        let utility = self.stage.utility()?;
        (utility.lower == -utility.upper).then_some(utility.upper)
    }
}

impl<S: Stage> Match for GameInProgress<'_, S> {
    fn about(&self) -> About {
        self.stage.about()
    }

    fn board(&self, viewer: Option<usize>) -> String {
        self.stage.board(self.state(), self.now().last, viewer)
    }

    fn position(&self) -> String {
        self.game.write_state(self.state())
    }

    fn turn(&self) -> Turn {
        self.turn_at(self.state())
    }

    fn moves(&self) -> Vec<String> {
        let moves = moves_at(self.game, self.state());
        let write = |mv| self.game.write_move(self.state(), mv);
        moves.into_iter().map(write).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), ReportError> {
        let (game, state) = (self.game, self.state());
        let mv = game.parse_move(state, text)?;
        self.undone.clear();
        self.make(mv);
        Ok(())
    }

    fn tell_move(&self, text: &str) -> Option<String> {
        self.stage.tell_move(self.state(), text)
    }

    fn tell_change(&self) -> Option<String> {
        let [.., before, after] = &self.past[..] else {
            return None;
        };
        self.stage.tell_change(&before.state, &after.state)
    }

    fn table(&self) -> TableManners {
        self.stage.table()
    }

    fn resign(
        &mut self,
        player: usize,
        way: usize,
        opponent: Option<&Request<'_>>,
    ) -> Result<bool, ReportError> {
        let Some(next) = self.stage.resigned(self.state(), player, way) else {
            return Ok(false);
        };
        if let Some(request) = opponent {
            let played_on = self.stage.worth(self.state(), player, request)?;
            if self.stage.worth(&next, player, request)? > played_on + GENEROSITY {
                return Ok(false);
            }
        }
        self.undone.clear();
        Ok(self.give_up(player, way))
    }

    fn write_record(&self, names: [&str; 2]) -> Result<String, ReportError> {
        let steps: Vec<_> = self.past.iter().filter_map(|moment| moment.step).collect();
        let written = (self.stage).write_record(names, &self.past[0].state, &steps);
        written.map_err(ReportError::Record)
    }

    fn read_record(&mut self, bytes: &[u8]) -> Result<(), ReportError> {
        let steps = self.stage.read_record(bytes).map_err(ReportError::Record)?;
        let mut game = Self::new(self.stage, self.game.initial())?;
        for step in steps {
            match step {
                Step::Move(mv) => game.make(mv),
                Step::Outcome(outcome) => game.resolve(outcome),
                Step::Resignation { player, way } => {
                    game.give_up(player, way);
                }
            }
        }
        *self = game;
        Ok(())
    }

    fn roll(&mut self, rng: &mut dyn Rng) -> String {
        let outcome = Rolls::new(rng).roll(&self.outcomes());
        let text = self.game.write_outcome(self.state(), outcome);
        let words = self.stage.tell_outcome(self.state(), &text);
        self.resolve(outcome);
        words
    }

    fn take_outcome(&mut self, text: &str) -> Result<(), ReportError> {
        let outcome = self.game.parse_outcome(self.state(), text)?;
        self.undone.clear();
        self.resolve(outcome);
        Ok(())
    }

    fn announce_outcome(&self) -> String {
        let Some(&(outcome, _)) = self.outcomes().first() else {
            return String::new();
        };
        let text = self.game.write_outcome(self.state(), outcome);
        let words = self.stage.tell_outcome(self.state(), &text);
        let announced = words.strip_suffix(&text);
        announced.unwrap_or(&words).trim_end().to_owned()
    }

    fn object_to_move(&self, text: &str) -> Option<String> {
        self.game.object_to_move(self.state(), text)
    }

    fn undo(&mut self, is_wanted: &dyn Fn(&Turn) -> bool) -> bool {
        let is_wanted = |moment: &Moment<S>| is_wanted(&self.turn_at(&moment.state));
        let earlier = &self.past[..self.past.len() - 1];
        let Some(last) = earlier.iter().rposition(is_wanted) else {
            return false;
        };
        self.undone.push(self.past.split_off(last + 1));
        true
    }

    fn redo(&mut self) -> bool {
        let stretch = self.undone.pop();
        let is_possible = stretch.is_some();
        self.past.extend(stretch.into_iter().flatten());
        is_possible
    }

    fn restart(&mut self) {
        self.past.truncate(1);
        self.undone.clear();
    }

    fn events(&self) -> Vec<Event> {
        let events = self.past.iter().filter_map(|moment| moment.event.clone());
        events.collect()
    }

    fn decisions(&self) -> Vec<Decision> {
        let game = self.game;
        let decision = |(before, after): (&Moment<S>, &Moment<S>)| {
            let state = &before.state;
            Decision {
                player: game.player(state).into(),
                position: game.write_state(state),
                roll: match &before.event {
                    Some(Event::Outcome(roll)) => Some(roll.clone()),
                    Some(Event::Move(_) | Event::Resignation(_)) | None => None,
                },
                played: match &after.event {
                    Some(Event::Move(text)) => text.clone(),
                    Some(Event::Outcome(_) | Event::Resignation(_)) | None => String::new(),
                },
                is_forced: moves_at(game, state).len() < 2,
            }
        };
        self.moves_made().map(decision).collect()
    }

    fn assess(&self, number: usize, request: &Request<'_>) -> Result<Assessment, ReportError> {
        let (before, after) = self.moves_made().nth(number).expect("a move of the game");
        let mv = after.last.expect("a move was made");
        self.stage.assess(&before.state, mv, request)
    }

    fn has_winners(&self) -> bool {
        self.highest_win().is_some()
    }

    fn describe_win(&self) -> Option<String> {
        self.stage.describe_win(self.state())
    }

    fn judge(&self, value: f64) -> Option<&'static str> {
        let highest = self.highest_win()?;
        let ordinary = self.stage.ordinary_win().unwrap_or(highest);
        Some(if value >= highest {
            "won"
        } else if value <= -highest {
            "lost"
        } else {
            words(value / ordinary)
        })
    }

    fn search(&self, request: &Request<'_>) -> Result<Report, ReportError> {
        self.stage.search_now(self.state(), request)
    }
}

/// A value in words, where an ordinary win is 1 and a loss -1.
fn words(value: f64) -> &'static str {
    const WORDS: [(f64, &str); 6] = [
        (0.6, "winning"),
        (0.25, "better"),
        (0.05, "slightly better"),
        (-0.05, "even"),
        (-0.25, "slightly worse"),
        (-0.6, "worse"),
    ];
    let reached = |&&(least, _): &&(f64, _)| value >= least;
    WORDS
        .iter()
        .find(reached)
        .map_or("losing", |&(_, words)| words)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{RootText, open_game};

    const FIRST: &dyn Fn(&Turn) -> bool = &|turn| *turn == Turn::Player(0);
    const ANYBODY: &dyn Fn(&Turn) -> bool = &|_| true;

    fn root(position: &str) -> RootText<'_> {
        RootText {
            position: Some(position),
            roll: None,
        }
    }

    #[test]
    fn an_undone_stretch_comes_back_unless_another_move_is_played() {
        let game = open_game("tic-tac-toe").unwrap();
        let mut game = game.play(RootText::default()).unwrap();
        for mv in ["a1", "b2", "c3", "a3"] {
            game.play(mv).unwrap();
        }
        assert!(game.undo(FIRST));
        assert_eq!(game.position(), "x...o....");
        assert!(game.undo(FIRST));
        assert_eq!(game.position(), ".........");
        assert!(!game.undo(FIRST));
        assert!(game.redo());
        assert_eq!(game.position(), "x...o....");
        assert!(game.redo());
        assert_eq!(game.position(), "x...o.o.x");
        assert!(!game.redo());
        assert!(game.undo(FIRST));
        game.play("a2").unwrap();
        assert!(!game.redo());
        game.restart();
        assert_eq!(game.position(), ".........");
        assert!(!game.undo(ANYBODY));
    }

    #[test]
    fn events_tell_moves_from_outcomes() {
        let game = open_game("dice:3x3").unwrap();
        let mut game = game.play(RootText::default()).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let told = game.roll(&mut rng);
        let mv = game.moves()[0].clone();
        game.play(&mv).unwrap();
        let [Event::Outcome(roll), Event::Move(played)] = &game.events()[..] else {
            panic!("{:?}", game.events());
        };
        assert_eq!(told, format!("X rolls {roll}"));
        assert_eq!(*played, mv);
    }

    #[test]
    fn a_finished_game_cannot_be_played() {
        for (game, position) in [("dice", "5/xxxx1/5/5/5:o"), ("trio", "b:0")] {
            let game = open_game(game).unwrap();
            let error = game.play(root(position)).err().unwrap().to_string();
            assert_eq!(
                error,
                format!("the game is over at {position}: there is nothing to play")
            );
        }
    }

    #[test]
    fn values_have_words_where_there_are_winners() {
        let game = open_game("dice").unwrap();
        let game = game.play(RootText::default()).unwrap();
        for (value, words) in [
            (1.0, "won"),
            (0.7, "winning"),
            (0.31, "better"),
            (0.1, "slightly better"),
            (0.0, "even"),
            (-0.1, "slightly worse"),
            (-0.31, "worse"),
            (-0.7, "losing"),
            (-1.0, "lost"),
        ] {
            assert_eq!(game.judge(value), Some(words));
        }
        for without in ["ballard", "trio"] {
            let game = open_game(without).unwrap();
            assert_eq!(game.play(RootText::default()).unwrap().judge(1.0), None);
        }
    }
}

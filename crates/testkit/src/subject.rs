//! A game under test, and what it says about a state as plain data: checks and records are then written once.

use std::fmt::Debug;

use starmax_core::{Bounds, Game, Hashable, ManyPlayers, Node, Notation, ParseError, Rules};

/// More steps than any game takes.
pub(crate) const LONGEST_GAME: usize = 10_000;

/// A game of any kind, with all that there is besides its rules.
pub(crate) struct Subject<'a, R: Rules> {
    pub(crate) rules: &'a R,
    pub(crate) stakes: Stakes<R>,
    hash: Option<fn(&R, &R::State) -> u64>,
    words: Words<R>,
    /// Only a game with a notation has them.
    pub(crate) readers: Option<Readers<R>>,
}

/// What is played for.
pub(crate) enum Stakes<R: Rules> {
    /// One value at the end, inside of this utility.
    OneValue {
        utility: Bounds,
        value: fn(R::Payoff) -> f64,
    },
    /// A payoff for each of this many players, at every state.
    Payoffs {
        players: usize,
        payoffs: fn(&R, &R::State) -> Vec<f64>,
    },
}

struct Words<R: Rules> {
    state: fn(&R, &R::State) -> String,
    mv: fn(&R, &R::State, R::Move) -> String,
    outcome: fn(&R, &R::State, R::Outcome) -> String,
}

/// Reads what is possible at a state.
type ReadAt<R, T> = fn(&R, &<R as Rules>::State, &str) -> Result<T, ParseError>;

pub(crate) struct Readers<R: Rules> {
    pub(crate) state: fn(&R, &str) -> Result<R::State, ParseError>,
    mv: ReadAt<R, R::Move>,
    outcome: ReadAt<R, R::Outcome>,
}

impl<G: Game> Stakes<G> {
    pub(crate) fn one_value(game: &G) -> Self {
        Self::OneValue {
            utility: game.utility(),
            value: |value| value,
        }
    }
}

impl<G: ManyPlayers> Stakes<G> {
    pub(crate) fn payoffs(game: &G) -> Self {
        Self::Payoffs {
            players: game.players(),
            payoffs: G::payoffs,
        }
    }
}

impl<R: Rules> Stakes<R> {
    pub(crate) fn players(&self) -> usize {
        match *self {
            Self::OneValue { .. } => 2,
            Self::Payoffs { players, .. } => players,
        }
    }

    /// What no payoff may leave.
    pub(crate) fn utility(&self) -> Bounds {
        match *self {
            Self::OneValue { utility, .. } => utility,
            Self::Payoffs { .. } => Bounds::EVERYTHING,
        }
    }
}

impl<'a, R: Notation> Subject<'a, R> {
    /// A game that is written and read in its notation.
    pub(crate) fn in_notation(rules: &'a R, stakes: Stakes<R>) -> Self {
        Self {
            rules,
            stakes,
            hash: None,
            words: Words {
                state: R::write_state,
                mv: R::write_move,
                outcome: R::write_outcome,
            },
            readers: Some(Readers {
                state: R::parse_state,
                mv: R::parse_move,
                outcome: R::parse_outcome,
            }),
        }
    }
}

impl<'a, R: Notation> Subject<'a, R> {
    /// A game that is written in its notation, but not read.
    pub(crate) fn only_written(rules: &'a R, stakes: Stakes<R>) -> Self {
        Self {
            readers: None,
            ..Self::in_notation(rules, stakes)
        }
    }
}

impl<'a, R: Rules<State: Debug>> Subject<'a, R> {
    /// A game without a notation, written as its types are debugged.
    pub(crate) fn debugged(rules: &'a R, stakes: Stakes<R>) -> Self {
        Self {
            rules,
            stakes,
            hash: None,
            words: Words {
                state: |_, state| format!("{state:?}"),
                mv: |_, _, mv| format!("{mv:?}"),
                outcome: |_, _, outcome| format!("{outcome:?}"),
            },
            readers: None,
        }
    }
}

impl<R: Hashable> Subject<'_, R> {
    /// The same game with its hashes.
    pub(crate) fn hashed(mut self) -> Self {
        self.hash = Some(R::hash);
        self
    }
}

/// What tells a state from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) position: String,
    /// Not all games have one.
    pub(crate) hash: Option<u64>,
}

/// Everything that a game says about one state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View<P> {
    pub(crate) identity: Identity,
    pub(crate) kind: Kind<P>,
    /// Whose turn it is.
    pub(crate) player: P,
    pub(crate) steps: Vec<Step>,
    /// One per player; a game with one value has it at terminals only.
    pub(crate) payoffs: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind<P> {
    Decision(P),
    Chance,
    Terminal,
}

/// A move or an outcome.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) text: String,
    /// Only outcomes have one.
    pub(crate) probability: Option<f64>,
    /// Whether no step before equals this one.
    pub(crate) is_new: bool,
    /// Whether the text, if it is one of a notation, is read as this step.
    pub(crate) is_read_back: bool,
}

fn view_steps<T: Copy + Eq>(
    choices: &[(T, Option<f64>)],
    write: impl Fn(T) -> String,
    is_read_as: impl Fn(&str, T) -> bool,
) -> Vec<Step> {
    let is_new = |number: usize| (choices[..number].iter()).all(|&(it, _)| it != choices[number].0);
    let step = |(number, &(choice, probability)): (usize, &(T, Option<f64>))| {
        let text = write(choice);
        Step {
            probability,
            is_new: is_new(number),
            is_read_back: is_read_as(&text, choice),
            text,
        }
    };
    choices.iter().enumerate().map(step).collect()
}

impl<R: Rules> Subject<'_, R> {
    fn moves(&self, state: &R::State) -> Vec<R::Move> {
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        moves
    }

    fn outcomes(&self, state: &R::State) -> Vec<(R::Outcome, f64)> {
        let mut outcomes = Vec::new();
        self.rules.outcomes(state, &mut outcomes);
        outcomes
    }

    pub(crate) fn identity(&self, state: &R::State) -> Identity {
        Identity {
            position: (self.words.state)(self.rules, state),
            hash: self.hash.map(|hash| hash(self.rules, state)),
        }
    }

    pub(crate) fn view(&self, state: &R::State) -> View<R::Player> {
        let (rules, words, readers) = (self.rules, &self.words, self.readers.as_ref());
        let node = rules.node(state);
        let (kind, steps) = match node {
            Node::Decision(player) => {
                let choices: Vec<_> = self.moves(state).into_iter().map(|mv| (mv, None)).collect();
                let steps = view_steps(
                    &choices,
                    |mv| (words.mv)(rules, state, mv),
                    |text, mv| {
                        readers.is_none_or(|readers| (readers.mv)(rules, state, text) == Ok(mv))
                    },
                );
                (Kind::Decision(player), steps)
            }
            Node::Chance => {
                let outcomes = self.outcomes(state).into_iter();
                let choices: Vec<_> = outcomes.map(|(outcome, p)| (outcome, Some(p))).collect();
                let steps = view_steps(
                    &choices,
                    |outcome| (words.outcome)(rules, state, outcome),
                    |text, outcome| {
                        readers.is_none_or(|readers| {
                            (readers.outcome)(rules, state, text) == Ok(outcome)
                        })
                    },
                );
                (Kind::Chance, steps)
            }
            Node::Terminal(_) => (Kind::Terminal, Vec::new()),
        };
        let payoffs = match (&self.stakes, node) {
            (Stakes::OneValue { value, .. }, Node::Terminal(end)) => vec![value(end)],
            (Stakes::OneValue { .. }, _) => Vec::new(),
            (Stakes::Payoffs { payoffs, .. }, _) => payoffs(rules, state),
        };
        View {
            identity: self.identity(state),
            kind,
            player: rules.player(state),
            steps,
            payoffs,
        }
    }

    /// The state after the step with this number in the view.
    pub(crate) fn step(&self, state: &R::State, number: usize) -> R::State {
        if let Node::Chance = self.rules.node(state) {
            self.rules.resolve(state, self.outcomes(state)[number].0)
        } else {
            self.rules.play(state, self.moves(state)[number])
        }
    }
}

//! One view of every game, with one value or with a payoff per player, as plain data: checks and records are then written once.

use starmax_core::{
    Bounds, Game, Hashable, Node, Notation, ParseError, Player, VectorGame, VectorNode,
    VectorNotation, choose_by_text,
};

/// More steps than any game takes.
pub(crate) const LONGEST_GAME: usize = 10_000;

pub(crate) trait Rules {
    type State;

    fn players(&self) -> usize;
    fn player_name(&self, player: usize) -> String;
    /// What no payoff may leave.
    fn utility(&self) -> Bounds;
    fn initial(&self) -> Self::State;
    fn view(&self, state: &Self::State) -> View;
    fn identity(&self, state: &Self::State) -> Identity;
    fn parse(&self, position: &str) -> Result<Self::State, ParseError>;
    /// The state after the step with this number in the view.
    fn step(&self, state: &Self::State, number: usize) -> Self::State;
}

/// What tells a state from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) position: String,
    /// Games of several players have none.
    pub(crate) hash: Option<u64>,
}

/// Everything that a game says about one state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) identity: Identity,
    pub(crate) kind: Kind,
    /// Whose turn it is.
    pub(crate) player: usize,
    pub(crate) steps: Vec<Step>,
    /// One per player; a game with one value has it at terminals only.
    pub(crate) payoffs: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Decision(usize),
    Chance,
    Terminal,
}

/// A move or an outcome.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) text: String,
    /// Only outcomes have one.
    pub(crate) probability: Option<f64>,
    /// Which of the steps is the first that equals this one.
    pub(crate) first_equal: Option<usize>,
    /// Which of the steps the text is read as.
    pub(crate) read_as: Option<usize>,
}

fn view_steps<T: Copy + Eq>(
    choices: &[(T, Option<f64>)],
    write: impl Fn(T) -> String,
    read: impl Fn(&str) -> Option<T>,
) -> Vec<Step> {
    let first = |wanted| choices.iter().position(|&(choice, _)| choice == wanted);
    let step = |&(choice, probability): &(T, Option<f64>)| {
        let text = write(choice);
        Step {
            probability,
            first_equal: first(choice),
            read_as: read(&text).and_then(first),
            text,
        }
    };
    choices.iter().map(step).collect()
}

fn number_of(player: Player) -> usize {
    match player {
        Player::Max => 0,
        Player::Min => 1,
    }
}

/// A game with one value.
pub(crate) struct OneValue<'a, G>(pub(crate) &'a G);

impl<G: Game> OneValue<'_, G> {
    fn moves(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.0.moves(state, &mut moves);
        moves
    }

    fn outcomes(&self, state: &G::State) -> Vec<(G::Outcome, f64)> {
        let mut outcomes = Vec::new();
        self.0.outcomes(state, &mut outcomes);
        outcomes
    }
}

impl<G: Hashable + Notation> Rules for OneValue<'_, G> {
    type State = G::State;

    fn players(&self) -> usize {
        2
    }

    fn player_name(&self, player: usize) -> String {
        ["Max", "Min"][player].to_owned()
    }

    fn utility(&self) -> Bounds {
        self.0.utility()
    }

    fn initial(&self) -> G::State {
        self.0.initial()
    }

    fn view(&self, state: &G::State) -> View {
        let game = self.0;
        let (kind, steps, payoffs) = match game.node(state) {
            Node::Decision(player) => {
                let choices: Vec<_> = self.moves(state).into_iter().map(|mv| (mv, None)).collect();
                let steps = view_steps(
                    &choices,
                    |mv| game.write_move(state, mv),
                    |text| game.parse_move(state, text).ok(),
                );
                (Kind::Decision(number_of(player)), steps, Vec::new())
            }
            Node::Chance => {
                let outcomes = self.outcomes(state).into_iter();
                let choices: Vec<_> = outcomes.map(|(outcome, p)| (outcome, Some(p))).collect();
                let steps = view_steps(
                    &choices,
                    |outcome| game.write_outcome(state, outcome),
                    |text| game.parse_outcome(state, text).ok(),
                );
                (Kind::Chance, steps, Vec::new())
            }
            Node::Terminal(value) => (Kind::Terminal, Vec::new(), vec![value]),
        };
        View {
            identity: self.identity(state),
            kind,
            player: number_of(game.player(state)),
            steps,
            payoffs,
        }
    }

    fn identity(&self, state: &G::State) -> Identity {
        Identity {
            position: self.0.write_state(state),
            hash: Some(self.0.hash(state)),
        }
    }

    fn parse(&self, position: &str) -> Result<G::State, ParseError> {
        self.0.parse_state(position)
    }

    fn step(&self, state: &G::State, number: usize) -> G::State {
        if self.0.node(state) == Node::Chance {
            self.0.resolve(state, self.outcomes(state)[number].0)
        } else {
            self.0.play(state, self.moves(state)[number])
        }
    }
}

/// A game with a payoff for each player.
pub(crate) struct Payoffs<'a, G>(pub(crate) &'a G);

impl<G: VectorGame> Payoffs<'_, G> {
    fn moves(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.0.moves(state, &mut moves);
        moves
    }

    fn outcomes(&self, state: &G::State) -> Vec<(G::Outcome, f64)> {
        let mut outcomes = Vec::new();
        self.0.outcomes(state, &mut outcomes);
        outcomes
    }
}

impl<G: VectorNotation> Rules for Payoffs<'_, G> {
    type State = G::State;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn player_name(&self, player: usize) -> String {
        format!("player {player}")
    }

    fn utility(&self) -> Bounds {
        Bounds::EVERYTHING
    }

    fn initial(&self) -> G::State {
        self.0.initial()
    }

    fn view(&self, state: &G::State) -> View {
        let game = self.0;
        let (kind, steps) = match game.node(state) {
            VectorNode::Decision(player) => {
                let moves = self.moves(state);
                let choices: Vec<_> = moves.iter().map(|&mv| (mv, None)).collect();
                let write = |mv| game.write_move(state, mv);
                let read = |text: &str| {
                    choose_by_text(text, "a move", moves.clone(), |&mv| write(mv)).ok()
                };
                (Kind::Decision(player), view_steps(&choices, write, read))
            }
            VectorNode::Chance => {
                let outcomes = self.outcomes(state);
                let choices: Vec<_> = outcomes
                    .iter()
                    .map(|&(outcome, p)| (outcome, Some(p)))
                    .collect();
                let write = |outcome| game.write_outcome(state, outcome);
                let read = |text: &str| {
                    let outcomes = outcomes.iter().map(|&(outcome, _)| outcome);
                    choose_by_text(text, "an outcome", outcomes, |&outcome| write(outcome)).ok()
                };
                (Kind::Chance, view_steps(&choices, write, read))
            }
            VectorNode::Terminal => (Kind::Terminal, Vec::new()),
        };
        View {
            identity: self.identity(state),
            kind,
            player: game.player(state),
            steps,
            payoffs: game.payoffs(state),
        }
    }

    fn identity(&self, state: &G::State) -> Identity {
        Identity {
            position: self.0.write_state(state),
            hash: None,
        }
    }

    fn parse(&self, position: &str) -> Result<G::State, ParseError> {
        self.0.parse_state(position)
    }

    fn step(&self, state: &G::State, number: usize) -> G::State {
        if self.0.node(state) == VectorNode::Chance {
            self.0.resolve(state, self.outcomes(state)[number].0)
        } else {
            self.0.play(state, self.moves(state)[number])
        }
    }
}

//! Any trial in the form that the papers presuppose.

use starmax_core::{Bounds, Evaluator, Game, Hashable, Node, Player, Rules};
use starmax_games::{NodeId, Tree, mix};
use starmax_testkit::QUIESCENCE_LIMIT;
use starmax_testkit::differential::{Judge, Trial};

/// A trial as a regular game: chance stands between any two decisions, the players take turns, and the game
/// ends where the search of the trial does. "Any tree can be transformed into such a form" (Hauk, Buro &
/// Schaeffer 2004, section 2.4), with decisions that have one move and chance nodes that have one outcome.
pub(crate) struct Regular {
    tree: Tree,
    judge: Judge,
    depth: i32,
}

#[derive(Clone, Copy)]
pub(crate) struct State {
    node: NodeId,
    /// How many levels below the node are searched.
    depth: i32,
    turn: Turn,
}

/// What comes next in a regular game.
#[derive(Clone, Copy)]
enum Turn {
    Move(Player),
    /// Chance, and then a move of this player.
    ChanceFor(Player),
}

impl Regular {
    pub(crate) fn new(trial: &Trial) -> Self {
        Self {
            tree: trial.tree.clone(),
            judge: trial.judge,
            depth: trial.depth.cast_signed(),
        }
    }

    /// Whether all outcomes of every chance node are equally likely.
    pub(crate) fn has_equal_odds(&self) -> bool {
        self.has_equal_odds_below(self.tree.root())
    }

    fn has_equal_odds_below(&self, node: NodeId) -> bool {
        let children = self.tree.children(node);
        let odds = |child: &NodeId| self.tree.probability(*child);
        children
            .windows(2)
            .all(|pair| odds(&pair[0]) == odds(&pair[1]))
            && children
                .iter()
                .all(|child| self.has_equal_odds_below(*child))
    }

    /// What the trial has at this node.
    fn kind(&self, State { node, depth, .. }: &State) -> Node {
        let Self { tree, judge, .. } = self;
        let kind = tree.node(node);
        if let Node::Terminal(_) = kind {
            return kind;
        }
        let ends_here = *depth <= 0 && (*depth <= -QUIESCENCE_LIMIT || judge.is_quiet(tree, node));
        match judge.solved(tree, node) {
            Some(value) => Node::Terminal(value),
            None if ends_here => Node::Terminal(judge.evaluate(tree, node)),
            None => kind,
        }
    }

    /// Whether the trial has something else here than the turn asks for.
    fn is_filler(&self, state: &State) -> bool {
        self.kind(state) != self.node(state)
    }

    fn next(&self, state: &State, number: u32) -> State {
        let turn = match state.turn {
            Turn::Move(player) => Turn::ChanceFor(player.opponent()),
            Turn::ChanceFor(player) => Turn::Move(player),
        };
        if self.is_filler(state) {
            return State { turn, ..*state };
        }
        State {
            node: self.tree.children(state.node)[number as usize],
            depth: state.depth - 1,
            turn,
        }
    }
}

impl Rules for Regular {
    type State = State;
    type Move = u32;
    type Outcome = u32;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> State {
        let node = self.tree.root();
        let player = match self.tree.node(&node) {
            Node::Decision(player) => player,
            _ => Player::Max,
        };
        State {
            node,
            depth: self.depth,
            turn: Turn::Move(player),
        }
    }

    fn node(&self, state: &State) -> Node {
        match (self.kind(state), state.turn) {
            (Node::Terminal(value), _) => Node::Terminal(value),
            (_, Turn::Move(player)) => Node::Decision(player),
            (_, Turn::ChanceFor(_)) => Node::Chance,
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<u32>) {
        if self.is_filler(state) {
            out.push(0);
        } else {
            self.tree.moves(&state.node, out);
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(u32, f64)>) {
        if self.is_filler(state) {
            out.push((0, 1.0));
        } else {
            self.tree.outcomes(&state.node, out);
        }
    }

    fn play(&self, state: &State, mv: u32) -> State {
        self.next(state, mv)
    }

    fn resolve(&self, state: &State, outcome: u32) -> State {
        self.next(state, outcome)
    }
}

impl Game for Regular {
    fn utility(&self) -> Bounds {
        self.tree.utility()
    }
}

impl Hashable for Regular {
    fn hash(&self, state: &State) -> u64 {
        let turn = match state.turn {
            Turn::Move(Player::Max) => 0,
            Turn::Move(Player::Min) => 1,
            Turn::ChanceFor(Player::Max) => 2,
            Turn::ChanceFor(Player::Min) => 3,
        };
        mix(self.tree.hash(&state.node) ^ turn)
    }
}

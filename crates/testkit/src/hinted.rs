use starmax_core::{Bounds, Failure, Game, Hashable, Node, Pay, Player, Rules, WINNING};
use starmax_games::mix;

/// The same game with all the hints that never change a result, good or bad: moves promise anything, and work varies.
#[derive(Clone, Copy, Debug)]
pub struct Hinted<'a, G>(
    /// The game.
    pub &'a G,
);

#[warn(clippy::missing_trait_methods)]
impl<G: Hashable> Rules for Hinted<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Outcome = G::Outcome;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> G::State {
        self.0.initial()
    }

    fn node(&self, state: &G::State) -> Node {
        self.0.node(state)
    }

    fn player(&self, state: &G::State) -> Player {
        self.0.player(state)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        self.0.moves(state, out);
    }

    fn outcomes(&self, state: &G::State, out: &mut Vec<(G::Outcome, f64)>) {
        self.0.outcomes(state, out);
    }

    fn play(&self, state: &G::State, mv: G::Move) -> G::State {
        self.0.play(state, mv)
    }

    fn resolve(&self, state: &G::State, outcome: G::Outcome) -> G::State {
        self.0.resolve(state, outcome)
    }
}

#[warn(clippy::missing_trait_methods)]
impl<G: Hashable> Game for Hinted<'_, G> {
    const WORK_VARIES: bool = true;
    const PAYS: bool = G::PAYS;
    const HAS_FREE_STEPS: bool = G::HAS_FREE_STEPS;
    const CAN_FAIL: bool = G::CAN_FAIL;

    fn utility(&self) -> Bounds {
        self.0.utility()
    }

    fn pay_of_move(&self, state: &G::State, mv: G::Move) -> Pay {
        self.0.pay_of_move(state, mv)
    }

    fn pay_of_outcome(&self, state: &G::State, outcome: G::Outcome) -> Pay {
        self.0.pay_of_outcome(state, outcome)
    }

    fn is_free(&self, state: &G::State) -> bool {
        self.0.is_free(state)
    }

    fn failure(&self) -> Option<Failure> {
        self.0.failure()
    }

    fn can_play(&self, state: &G::State, mv: G::Move) -> bool {
        self.0.can_play(state, mv)
    }

    fn promise(&self, state: &G::State, mv: G::Move) -> i32 {
        /// Has nothing to do with what else follows from the hash of a state.
        const SALT: u64 = 0x5eed;
        const PROMISES: [i32; 8] = [-1, 0, 0, 0, 1, 1, 2, WINNING];
        let [byte, ..] = mix(self.0.hash(&self.0.play(state, mv)) ^ SALT).to_le_bytes();
        PROMISES[usize::from(byte % 8)]
    }
}

impl<G: Hashable> Hashable for Hinted<'_, G> {
    fn hash(&self, state: &G::State) -> u64 {
        self.0.hash(state)
    }
}

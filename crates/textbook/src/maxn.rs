use starmax_core::{ManyPlayers, Node};

/// What [`maxn`] finds at a state.
#[derive(Clone, Debug, PartialEq)]
pub struct MaxNValue<M> {
    /// One payoff per player, if everybody plays for their own.
    pub payoffs: Vec<f64>,
    /// The first of the moves that are best for the player to move; none where no move is searched.
    pub best: Option<M>,
}

/// Max^n with chance nodes: each player takes the move with the largest payoff for themselves; a chance node
/// has the mean payoff of each player.
///
/// Paper: Sebastiani 2023 (slides), "Multi-Player Games: Optimal Decisions", after Russell & Norvig; the
/// algorithm is Luckhardt & Irani's of 1986. There is nothing to cut: what a player loses, nobody in
/// particular wins.
///
/// Of equal moves the first is played. That is a choice, and it matters: the others may be equal for the
/// player to move and different for the rest.
///
/// # Panics
/// When the game has no move at a decision.
pub fn maxn<G: ManyPlayers>(game: &G, state: &G::State, depth: i32) -> MaxNValue<G::Move> {
    match game.node(state) {
        Node::Decision(player) if depth > 0 => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            let mut found: Option<MaxNValue<G::Move>> = None;
            for mv in moves {
                let payoffs = maxn(game, &game.play(state, mv), depth - 1).payoffs;
                if found
                    .as_ref()
                    .is_none_or(|found| payoffs[player] > found.payoffs[player])
                {
                    found = Some(MaxNValue {
                        payoffs,
                        best: Some(mv),
                    });
                }
            }
            found.expect("a decision has at least one move")
        }
        Node::Chance if depth > 0 => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let mut mean = vec![0.0; game.players()];
            for (outcome, p) in outcomes {
                let payoffs = maxn(game, &game.resolve(state, outcome), depth - 1).payoffs;
                for (sum, payoff) in mean.iter_mut().zip(payoffs) {
                    *sum += p * payoff;
                }
            }
            MaxNValue {
                payoffs: mean,
                best: None,
            }
        }
        _ => MaxNValue {
            payoffs: game.payoffs(state),
            best: None,
        },
    }
}

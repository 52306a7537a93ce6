use starmax_core::{Game, Node};

use crate::Step;
use crate::steps::depth_below;

/// One example of good play: the moves that `choose` finds, given a state and the levels left, and the likeliest outcomes in between. It
/// ends with the game, with the levels, or where no move is found.
pub(crate) fn line<G: Game>(
    game: &G,
    state: &G::State,
    levels: i32,
    mut choose: impl FnMut(&G::State, i32) -> Option<G::Move>,
) -> Vec<Step<G>> {
    let mut line = Vec::new();
    let mut state = state.clone();
    let mut depth = levels;
    while depth > 0 {
        let step = match game.node(&state) {
            Node::Terminal(_) => break,
            Node::Chance => likeliest(game, &state),
            Node::Decision(_) => {
                let Some(mv) = choose(&state, depth) else {
                    break;
                };
                Step::Move(mv)
            }
        };
        depth = depth_below(game, &state, depth);
        state = match step {
            Step::Move(mv) => game.play(&state, mv),
            Step::Outcome(outcome, _) => game.resolve(&state, outcome),
        };
        line.push(step);
    }
    line
}

/// The likeliest outcome; of equally likely ones the middle one, because the first and the last are often extremes.
fn likeliest<G: Game>(game: &G, state: &G::State) -> Step<G> {
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut outcomes);
    let highest = outcomes
        .iter()
        .fold(0.0, |highest: f64, &(_, p)| highest.max(p));
    outcomes.retain(|&(_, p)| p == highest);
    let (outcome, p) = outcomes[outcomes.len() / 2];
    Step::Outcome(outcome, p)
}

//! What the next two rolls do to the market.

use starmax_core::{Evaluator, Node, Player, Rules};
use starmax_games::{CubefulBackgammon, CubefulMove, CubefulState, Phase};
use starmax_judges::backgammon::{Action, Answer, CubefulNet, Verdict, efficiency};

/// The share of exchanges after which the opponent passes a double, or has lost, when the player on roll does not double now. Both play what
/// looks best without a search; doubles of the opponent are left out.
pub(super) fn market_losers(
    game: CubefulBackgammon,
    judge: &CubefulNet,
    state: &CubefulState,
) -> f64 {
    let player = state.board().player();
    let mut share = 0.0;
    for (mine, p) in after_rolls(game, judge, state) {
        if has_ended(&mine) {
            share += p;
            continue;
        }
        for (his, q) in after_rolls(game, judge, &mine) {
            if !has_ended(&his) && is_pass(judge, &his, player) {
                share += p * q;
            }
        }
    }
    share
}

fn has_ended(state: &CubefulState) -> bool {
    matches!(state.phase(), Phase::Opening | Phase::Over)
}

fn is_pass(judge: &CubefulNet, state: &CubefulState, player: Player) -> bool {
    let (board, stakes) = (state.board(), judge.stakes(state));
    let chances = judge.net().chances(board);
    let values = stakes.decide(&chances, player, state.cube(), efficiency(board));
    match values.verdict() {
        Verdict::Decision { action, answer, .. } => {
            answer == Answer::Pass || action == Action::TooGood
        }
        Verdict::MayNotDouble(_) => false,
    }
}

/// The states after each roll and the move that looks best then, with their probabilities.
fn after_rolls(
    game: CubefulBackgammon,
    judge: &CubefulNet,
    state: &CubefulState,
) -> Vec<(CubefulState, f64)> {
    let rolling = match state.phase() {
        Phase::MayDouble => game.play(state, CubefulMove::Roll),
        _ => *state,
    };
    let player = state.board().player();
    let mut outcomes = Vec::new();
    game.outcomes(&rolling, &mut outcomes);
    let best = |rolled: CubefulState| {
        let mut moves = Vec::new();
        game.moves(&rolled, &mut moves);
        let states = moves.into_iter().map(|mv| game.play(&rolled, mv));
        let value = |state: &CubefulState| match game.node(state) {
            Node::Terminal(value) => value,
            _ => judge.evaluate(&game, state),
        };
        let worth = |state: CubefulState| (player.sees(value(&state)), state);
        let better = |one: (f64, CubefulState), other: (f64, CubefulState)| {
            if other.0 > one.0 { other } else { one }
        };
        let best = states.map(worth).reduce(better);
        best.expect("there is always a move").1
    };
    outcomes
        .into_iter()
        .map(|(outcome, p)| (best(game.resolve(&rolling, outcome)), p))
        .collect()
}

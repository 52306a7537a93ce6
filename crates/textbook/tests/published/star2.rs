//! Star2 as printed: Hauk, Buro & Schaeffer 2004, Figures 7 and 8, equations (2) and (3), and section 2.5.
//!
//! In negamax form: every value and window is seen by the player who moves after the chance node.

#![expect(clippy::many_single_char_names, reason = "the names of the paper")]

use starmax_core::{Bounds, Game, Node, Player, Rules};

use super::{player_to_move, successors, weighted_successors};

/// How a chance node is searched: the game, the state, the player who moves after it, alpha and beta.
pub(crate) type Chance<G> = fn(&G, &<G as Rules>::State, Player, f64, f64) -> f64;

/// The root of a regular tree with this window; everything seen by Max.
pub(crate) fn search<G: Game>(
    game: &G,
    state: &G::State,
    window: Bounds,
    chance: Chance<G>,
) -> f64 {
    let player = player_to_move(game, state);
    let Bounds { lower, upper } = window.seen_by(player);
    player.sees(n_alphabeta(game, state, player, lower, upper, chance))
}

/// Thesis, Figure A.1, calling `chance` where it should.
fn n_alphabeta<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    mut alpha: f64,
    beta: f64,
    chance: Chance<G>,
) -> f64 {
    match game.node(state) {
        Node::Terminal(value) => player.sees(value),
        Node::Chance => chance(game, state, player, alpha, beta),
        Node::Decision(_) => {
            let mut score = f64::NEG_INFINITY;
            for successor in successors(game, state) {
                let opponent = player.opponent();
                let v = -n_alphabeta(game, &successor, opponent, -beta, -alpha, chance);
                score = score.max(v);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
            score
        }
    }
}

/// Figure 8 in negamax form, calling `chance` where it should (erratum E13), with the first successor as the
/// choice.
fn n_probe<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    alpha: f64,
    beta: f64,
    chance: Chance<G>,
) -> f64 {
    if let Node::Terminal(value) = game.node(state) {
        return player.sees(value);
    }
    let choice = &successors(game, state)[0];
    -n_alphabeta(game, choice, player.opponent(), -beta, -alpha, chance)
}

/// Figure 7: after a high cut in the search phase the rest counts with L (erratum E1).
pub(crate) fn figure_7<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    alpha: f64,
    beta: f64,
) -> f64 {
    let Bounds { lower: l, upper: u } = game.utility().seen_by(player);
    let successors = weighted_successors(game, state);
    let n = successors.len() as f64;
    let mut a = n * (alpha - u);
    let mut b = n * (beta - l);
    let ax = a.max(l);
    // Probing phase
    let mut w = Vec::new();
    let mut vsum = 0.0;
    let mut rest = n;
    for (_, successor) in &successors {
        rest -= 1.0;
        b += l;
        let probed = n_probe(game, successor, player, ax, b.min(u), figure_7);
        w.push(probed);
        vsum += probed;
        if probed >= b {
            return (vsum + l * rest) / n;
        }
        b -= probed;
    }
    // Search phase
    vsum = 0.0;
    rest = n;
    for ((_, successor), probed) in successors.iter().zip(w) {
        rest -= 1.0;
        a += u;
        b += probed;
        let v = n_alphabeta(game, successor, player, a.max(l), b.min(u), figure_7);
        vsum += v;
        if v <= a {
            return (vsum + u * rest) / n;
        }
        if v >= b {
            return (vsum + l * rest) / n;
        }
        a -= v;
        b -= v;
    }
    vsum / n
}

/// Figure 7 with the search phase of equations (2) and (3): probed values on both sides (erratum E2).
pub(crate) fn equations_2_and_3<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    alpha: f64,
    beta: f64,
) -> f64 {
    let Bounds { lower: l, upper: u } = game.utility().seen_by(player);
    let successors = weighted_successors(game, state);
    let n = successors.len() as f64;
    // Probing phase
    let ax = (n * (alpha - u)).max(l);
    let mut w = Vec::new();
    let mut wsum = 0.0;
    let mut rest = n;
    for (_, successor) in &successors {
        rest -= 1.0;
        let b = n * beta - wsum - l * rest;
        let probed = n_probe(game, successor, player, ax, b.min(u), equations_2_and_3);
        w.push(probed);
        wsum += probed;
        if probed >= b {
            return (wsum + l * rest) / n;
        }
    }
    // Search phase
    let mut vsum = 0.0;
    for ((_, successor), probed) in successors.iter().zip(w) {
        wsum -= probed;
        let a = n * alpha - vsum - wsum;
        let b = n * beta - vsum - wsum;
        let v = n_alphabeta(
            game,
            successor,
            player,
            a.max(l),
            b.min(u),
            equations_2_and_3,
        );
        vsum += v;
        if v <= a || v >= b {
            return (vsum + wsum) / n;
        }
    }
    vsum / n
}

/// Section 2.5, equation (4) and the last one: B from the sum of probed values without their probabilities
/// (erratum E3). The result of a cut is weighted.
pub(crate) fn section_2_5<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    alpha: f64,
    beta: f64,
) -> f64 {
    let Bounds { lower: l, upper: u } = game.utility().seen_by(player);
    let successors = weighted_successors(game, state);
    // Probing phase
    let mut w = Vec::new();
    let (mut x, mut y) = (0.0, 1.0);
    for (p, successor) in &successors {
        y -= p;
        let b = (beta - l * y - x) / p;
        let probed = n_probe(game, successor, player, l, b.min(u), section_2_5);
        w.push(probed);
        x += p * probed;
        if probed >= b {
            return x + l * y;
        }
    }
    // Search phase
    let mut unweighted: f64 = w.iter().sum();
    let mut weighted = x;
    (x, y) = (0.0, 1.0);
    for ((p, successor), probed) in successors.iter().zip(w) {
        y -= p;
        unweighted -= probed;
        weighted -= p * probed;
        let a = (alpha - u * y - x) / p;
        let b = (beta - unweighted - x) / p;
        let v = n_alphabeta(game, successor, player, a.max(l), b.min(u), section_2_5);
        x += p * v;
        if v <= a {
            return x + u * y;
        }
        if v >= b {
            return x + weighted;
        }
    }
    x
}

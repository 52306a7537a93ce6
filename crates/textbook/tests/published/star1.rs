//! Star1 as printed: Hauk, Buro & Schaeffer 2004, Figure 4 and equation (4).

#![expect(clippy::many_single_char_names, reason = "the names of the paper")]

use starmax_core::{Bounds, Game, Node, Rules};

use super::{successors, weighted_successors};

/// How a chance node is searched: the game, the state, alpha and beta.
pub(crate) type Chance<G> = fn(&G, &<G as Rules>::State, f64, f64) -> f64;

/// Alpha-beta of the thesis, Figure 2.4 (its two loops in one), with a routine for chance nodes. It cuts at
/// `alpha >= beta`.
pub(crate) fn alphabeta<G: Game>(
    game: &G,
    state: &G::State,
    alpha: f64,
    beta: f64,
    chance: Chance<G>,
) -> f64 {
    match game.node(state) {
        Node::Terminal(value) => value,
        Node::Chance => chance(game, state, alpha, beta),
        Node::Decision(player) => {
            let mut window = Bounds::new(alpha, beta).seen_by(player);
            let mut score = f64::NEG_INFINITY;
            for successor in successors(game, state) {
                let Bounds { lower, upper } = window.seen_by(player);
                let value = alphabeta(game, &successor, lower, upper, chance);
                score = score.max(player.sees(value));
                window.lower = window.lower.max(score);
                if window.lower >= window.upper {
                    break;
                }
            }
            player.sees(score)
        }
    }
}

/// Figure 4, for equal probabilities.
pub(crate) fn figure_4<G: Game>(game: &G, state: &G::State, alpha: f64, beta: f64) -> f64 {
    uniform(game, state, alpha, beta, true, figure_4)
}

/// Figure 4 without its clip, AX = max(A, L) and BX = min(B, U): what Figure 5 was counted with.
pub(crate) fn without_clip<G: Game>(game: &G, state: &G::State, alpha: f64, beta: f64) -> f64 {
    uniform(game, state, alpha, beta, false, without_clip)
}

fn uniform<G: Game>(
    game: &G,
    state: &G::State,
    alpha: f64,
    beta: f64,
    clips: bool,
    chance: Chance<G>,
) -> f64 {
    let Bounds { lower: l, upper: u } = game.utility();
    let successors = weighted_successors(game, state);
    let n = successors.len() as f64;
    let mut a = n * (alpha - u) + u;
    let mut b = n * (beta - l) + l;
    let mut vsum = 0.0;
    let mut rest = n;
    for (_, successor) in successors {
        rest -= 1.0;
        let (ax, bx) = if clips { (a.max(l), b.min(u)) } else { (a, b) };
        let v = alphabeta(game, &successor, ax, bx, chance);
        vsum += v;
        if v <= a {
            return (vsum + u * rest) / n;
        }
        if v >= b {
            return (vsum + l * rest) / n;
        }
        a += u - v;
        b += l - v;
    }
    vsum / n
}

/// Figure 4 with the probabilities of equation (4), which keeps running sums X and Y.
pub(crate) fn equation_4<G: Game>(game: &G, state: &G::State, alpha: f64, beta: f64) -> f64 {
    let Bounds { lower: l, upper: u } = game.utility();
    let (mut x, mut y) = (0.0, 1.0);
    for (p, successor) in weighted_successors(game, state) {
        y -= p;
        let a = (alpha - u * y - x) / p;
        let b = (beta - l * y - x) / p;
        let v = alphabeta(game, &successor, a.max(l), b.min(u), equation_4);
        x += p * v;
        if v <= a {
            return x + u * y;
        }
        if v >= b {
            return x + l * y;
        }
    }
    x
}

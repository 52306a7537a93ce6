use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use starmax_core::{Node, Rules};
use starmax_games::{Backgammon, mix};
use starmax_judges::backgammon::{BackgammonNet, Chances};

use super::self_play::{Mover, Reply, random_roll};

/// Games that no training sees.
const SEED: u64 = 0x0068_656c_646f_7574;

/// How much a net regrets its moves when it looks further ahead: the mean, over some decisions of games against itself, of what
/// the move that it finds at once gives away in the eyes of a search of depth 3. In points per move, seen by the net itself.
#[must_use]
pub fn held_out_regret(net: &BackgammonNet, games: u64) -> f64 {
    let (sum, count) = (0..games)
        .into_par_iter()
        .map(|number| regrets_of_game(net, mix(SEED) ^ number))
        .collect::<Vec<_>>()
        .into_iter()
        .fold((0.0, 0), |(sum, count), (more, others)| {
            (sum + more, count + others)
        });
    sum / f64::from(count.max(1))
}

/// The sum of regrets, and how many there are.
fn regrets_of_game(net: &BackgammonNet, seed: u64) -> (f64, u32) {
    const EVERY: f64 = 0.1;
    const LONGEST: usize = 200;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let game = Backgammon::default();
    let mut mover = Mover::new(net);
    let mut state = game.initial();
    let (mut sum, mut count) = (0.0, 0);
    for _ in 0..LONGEST {
        if let Node::Terminal(_) = game.node(&state) {
            break;
        }
        let roll = random_roll(&mut rng);
        if rng.random_bool(EVERY) {
            let mut replies = Vec::new();
            mover.for_each_reply(&state, roll, |reply| replies.push(reply));
            sum += f64::from(regret(&mut mover, &replies));
            count += 1;
        }
        state = mover.best_reply(&state, roll).state;
    }
    (sum, count)
}

fn regret(mover: &mut Mover<'_>, replies: &[Reply]) -> f32 {
    let mut chosen = (f32::NEG_INFINITY, 0.0);
    let mut best = f32::NEG_INFINITY;
    for reply in replies {
        let at_once = reply.chances.equity();
        let later = match Backgammon::default().node(&reply.state) {
            Node::Terminal(_) => at_once,
            _ => -Chances::from_array(mover.look_ahead(&reply.state, |_, _| ())).equity(),
        };
        best = best.max(later);
        if at_once > chosen.0 {
            chosen = (at_once, later);
        }
    }
    best - chosen.1
}

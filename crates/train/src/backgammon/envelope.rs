//! The envelope of a net: between which values it judges.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use starmax_core::{Player, Rules};
use starmax_games::{Backgammon, BackgammonState, mix};
use starmax_judges::backgammon::{BackgammonNet, Envelope};

use super::self_play::{Mover, random_roll};

/// Games that are played before anybody looks whether to stop.
const GAMES_AT_ONCE: u32 = 1000;
/// So many of the moves in games are random.
const RANDOM_MOVES: f64 = 0.1;
/// Positions that a search might come to, from each position of a game.
const VISITS: u32 = 4;
/// One position in this many is kept to see how wide the envelope must be.
const KEPT: usize = 10;
/// One value in this many, of the positions that are kept, may lie above the envelope, and one below.
const OUTSIDE: usize = 5000;
/// What was met less often says nothing.
const LEAST_MET: u32 = 30;

const EPOCHS: u8 = 30;
/// The rate of learning in the first epoch and in the last.
const RATES: [f32; 2] = [1.0, 0.1];
/// An end comes nearer to the values by this much for each that is inside, for every number that was added up and times the rate.
const PULL: f32 = 4e-6;

/// What the envelope of a net is like on the positions that were kept to see how wide it must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How far the upper end is above the values, on average.
    pub above: f64,
    /// How far the lower end is below the values, on average.
    pub below: f64,
    /// The share of the values that lie outside.
    pub outside: f64,
}

/// A position with contact at a glance, and what a net says to it, seen by the player on roll.
struct Judged {
    kind: u8,
    holdings: [u8; Envelope::ADDED],
    value: f32,
}

impl Judged {
    /// The places of the numbers that are added up.
    fn places(&self) -> impl Iterator<Item = usize> {
        self.places_for(usize::from(self.kind))
    }

    /// The same as if it were of that kind.
    fn places_for(&self, kind: usize) -> impl Iterator<Item = usize> {
        (0..)
            .zip(self.holdings)
            .map(move |(pair, holding)| Envelope::place(kind, pair, holding))
    }
}

/// Makes the envelope of a net, from positions such as its searches come to in this many games. Calls `is_stopped` with the share that is done now and
/// then; when it says so, there is no result.
#[must_use]
pub fn fit_envelope(
    net: &BackgammonNet,
    games: u32,
    seed: u64,
    is_stopped: impl Fn(f64) -> bool + Sync,
) -> Option<(Envelope, Fit)> {
    let judged = positions(net, games, seed, |done| is_stopped(0.2 * done))?;
    let (kept, learned) = judged.split_at(judged.len() / KEPT);
    let start = middle(learned, |done| is_stopped(0.2 + 0.2 * done))?;
    let is_known = is_known(learned);
    let end = |player| {
        let mut numbers = learn_end(learned, &start, player, |done| is_stopped(0.4 + 0.6 * done))?;
        widen(&mut numbers, kept, player);
        for (number, is_known) in numbers.iter_mut().zip(is_known.iter().cycle()) {
            if !is_known {
                *number = direction(player) * Envelope::LARGEST;
            }
        }
        Some(numbers)
    };
    let (upper, lower) = rayon::join(|| end(Player::Max), || end(Player::Min));
    let (upper, lower) = (upper?, lower?);
    let fit = Fit {
        above: mean(kept, |judged| sum(&upper, judged) - judged.value),
        below: mean(kept, |judged| judged.value - sum(&lower, judged)),
        outside: mean(kept, |judged| {
            let is_inside = (sum(&lower, judged)..=sum(&upper, judged)).contains(&judged.value);
            f32::from(u8::from(!is_inside))
        }),
    };
    Some((Envelope::new(&lower, &upper), fit))
}

/// Positions from all games, in an order that is the same always.
fn positions(
    net: &BackgammonNet,
    games: u32,
    seed: u64,
    is_stopped: impl Fn(f64) -> bool,
) -> Option<Vec<Judged>> {
    let mut judged = Vec::new();
    for first in (0..games).step_by(GAMES_AT_ONCE as usize) {
        if is_stopped(f64::from(first) / f64::from(games)) {
            return None;
        }
        let some = first..games.min(first + GAMES_AT_ONCE);
        let of_games: Vec<Vec<Judged>> = some
            .into_par_iter()
            .map(|number| {
                let seed = mix(seed) ^ mix(u64::from(number));
                positions_of_game(net, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
            })
            .collect();
        judged.extend(of_games.into_iter().flatten());
    }
    Some(judged)
}

fn positions_of_game(net: &BackgammonNet, rng: &mut impl Rng) -> Vec<Judged> {
    let game = Backgammon::default();
    let mut mover = Mover::new(net);
    let mut state = game.initial();
    let mut judged = Vec::new();
    while state.is_contact() {
        for _ in 0..VISITS {
            let turns = rng.random_range(1..=3);
            let visited = (0..turns).try_fold(state, |from, _| {
                let is_random = rng.random_bool(0.5);
                let to = step(&mut mover, &from, is_random, rng);
                to.is_contact().then_some(to)
            });
            if let Some(visited) = visited {
                let (kind, holdings) = Envelope::glance(&visited);
                judged.push(Judged {
                    kind: u8::try_from(kind).expect("a few kinds"),
                    holdings,
                    value: net.chances(&visited).equity(),
                });
            }
        }
        let is_random = rng.random_bool(RANDOM_MOVES);
        state = step(&mut mover, &state, is_random, rng);
    }
    judged
}

/// A turn: the best move of the net, or any.
fn step(
    mover: &mut Mover<'_>,
    state: &BackgammonState,
    is_random: bool,
    rng: &mut impl Rng,
) -> BackgammonState {
    let roll = random_roll(rng);
    if is_random {
        let rolled = Backgammon::default().resolve(state, roll);
        mover.random_successor(&rolled, rng)
    } else {
        mover.best_reply(state, roll).state
    }
}

fn sum(numbers: &[f32], judged: &Judged) -> f32 {
    judged.places().map(|place| numbers[place]).sum()
}

fn mean(judged: &[Judged], figure: impl Fn(&Judged) -> f32) -> f64 {
    let sum: f64 = (judged.iter())
        .map(|judged| f64::from(figure(judged)))
        .sum();
    sum / judged.len().max(1) as f64
}

/// Where an end goes when it gives way: up, or down for Min.
fn direction(player: Player) -> f32 {
    match player {
        Player::Max => 1.0,
        Player::Min => -1.0,
    }
}

/// For each number of a kind, whether what it stands for was met often enough in positions of any kind.
fn is_known(judged: &[Judged]) -> Vec<bool> {
    let mut met = vec![0_u32; Envelope::NUMBERS / Envelope::KINDS];
    for place in judged.iter().flat_map(|judged| judged.places_for(0)) {
        met[place] += 1;
    }
    met.into_iter().map(|met| met >= LEAST_MET).collect()
}

fn add(numbers: &mut [f32], judged: &Judged, step: f32) {
    for place in judged.places() {
        numbers[place] += step;
    }
}

/// How much is done before an epoch, from 0 to 1.
fn share(epoch: u8) -> f64 {
    f64::from(epoch) / f64::from(EPOCHS)
}

/// The rate of learning in an epoch.
fn rate(epoch: u8) -> f32 {
    let [first, last] = RATES;
    first * (last / first).powf(f32::from(epoch) / f32::from(EPOCHS - 1))
}

/// Numbers whose sums are near the values, the same for every kind of position.
fn middle(judged: &[Judged], is_stopped: impl Fn(f64) -> bool) -> Option<Vec<f32>> {
    let mut numbers = vec![0.0; Envelope::NUMBERS / Envelope::KINDS];
    for epoch in (0..EPOCHS).step_by(2) {
        if is_stopped(share(epoch)) {
            return None;
        }
        let rate = rate(epoch) / Envelope::ADDED as f32;
        for judged in judged {
            let near: f32 = judged.places_for(0).map(|place| numbers[place]).sum();
            for place in judged.places_for(0) {
                numbers[place] += rate * (judged.value - near);
            }
        }
    }
    Some(numbers.repeat(Envelope::KINDS))
}

/// Numbers whose sums lie above the values, or below those for Min, but no more than they must: a value that lies outside moves them out in proportion, and one inside
/// pulls them in a little.
fn learn_end(
    judged: &[Judged],
    start: &[f32],
    player: Player,
    is_stopped: impl Fn(f64) -> bool,
) -> Option<Vec<f32>> {
    let direction = direction(player);
    let mut numbers = start.to_vec();
    for epoch in 0..EPOCHS {
        if is_stopped(share(epoch)) {
            return None;
        }
        let rate = rate(epoch);
        for judged in judged {
            let outside = direction * (judged.value - sum(&numbers, judged));
            let step = if outside > 0.0 {
                outside / Envelope::ADDED as f32
            } else {
                -PULL
            };
            add(&mut numbers, judged, direction * rate * step);
        }
    }
    Some(numbers)
}

/// Moves an end out until few enough of these values lie outside.
fn widen(numbers: &mut [f32], judged: &[Judged], player: Player) {
    let direction = direction(player);
    let mut outside: Vec<f32> = (judged.iter())
        .map(|judged| direction * (judged.value - sum(numbers, judged)))
        .collect();
    outside.sort_by(|one, two| two.total_cmp(one));
    let widest = outside.get(outside.len() / OUTSIDE).copied().unwrap_or(0.0);
    for number in numbers {
        *number += direction * widest.max(0.0) / Envelope::ADDED as f32;
    }
}

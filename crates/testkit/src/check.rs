use std::collections::{HashMap, HashSet};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Hashable, Notation, VectorNotation};

use crate::rules::{Identity, Kind, LONGEST_GAME, OneValue, Payoffs, Rules, Step, View};

const WALKS: u64 = 100;
const TOLERANCE: f64 = 1e-9;

/// Checks on many random walks that `game` keeps its contract; every game calls this in a test.
///
/// At every state that is met: moves and outcomes are unique, at least one, and always the same; probabilities are positive and
/// sum to 1; it is the turn of the player who decides; terminal values are inside the utility; states with equal hashes have equal texts and the other way round;
/// states, moves and outcomes are read back from their texts; a step taken twice leads to the same state; and games end.
///
/// # Panics
/// When the contract is broken; says how, and at which position.
#[track_caller]
pub fn check<G: Hashable + Notation>(game: &G) {
    if let Err(defect) = inspect(&OneValue(game)) {
        panic!("{defect}");
    }
}

/// As [`check`], for a game with a payoff per player, which are checked instead of the terminal values.
///
/// # Panics
/// When the contract is broken; says how, and at which position.
#[track_caller]
pub fn check_vector<G: VectorNotation>(game: &G) {
    if let Err(defect) = inspect(&Payoffs(game)) {
        panic!("{defect}");
    }
}

/// What is wrong, and where.
type Defect = String;

fn inspect<R: Rules>(rules: &R) -> Result<(), Defect> {
    let utility = rules.utility();
    ensure(utility.lower <= utility.upper, || {
        format!("the utility {utility} is no interval")
    })?;
    let mut inspector = Inspector {
        rules,
        seen: Seen::default(),
        inspected: HashSet::new(),
    };
    (0..WALKS).try_for_each(|seed| inspector.walk(seed))
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> Defect) -> Result<(), Defect> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

struct Inspector<'a, R> {
    rules: &'a R,
    seen: Seen,
    inspected: HashSet<String>,
}

impl<R: Rules> Inspector<'_, R> {
    /// Plays one game. All outcomes are equally likely, whatever the game says, so that rare ones are met too.
    fn walk(&mut self, seed: u64) -> Result<(), Defect> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = self.rules.initial();
        for _ in 0..LONGEST_GAME {
            self.inspect_once(&state)?;
            let count = self.rules.view(&state).steps.len();
            if count == 0 {
                return Ok(());
            }
            state = self.rules.step(&state, rng.random_range(0..count));
        }
        let position = self.rules.identity(&state).position;
        Err(format!(
            "at {position:?}: the game has not ended after {LONGEST_GAME} steps"
        ))
    }

    fn inspect_once(&mut self, state: &R::State) -> Result<(), Defect> {
        let identity = self.rules.identity(state);
        self.seen.remember(&identity)?;
        if !self.inspected.insert(identity.position.clone()) {
            return Ok(());
        }
        self.inspect_state(state)
            .map_err(|defect| format!("at {:?}: {defect}", identity.position))
    }

    fn inspect_state(&mut self, state: &R::State) -> Result<(), Defect> {
        let view = self.rules.view(state);
        inspect_steps(&view)?;
        self.inspect_values(&view)?;
        ensure(view == self.rules.view(state), || {
            "asked twice, the game answers differently".to_owned()
        })?;
        self.inspect_position(&view)?;
        self.inspect_successors(state, &view)
    }

    fn inspect_values(&self, view: &View) -> Result<(), Defect> {
        let (players, player) = (self.rules.players(), view.player);
        ensure(player < players, || {
            format!("it is the turn of player {player}, of {players} players counted from 0")
        })?;
        if let Kind::Decision(decides) = view.kind {
            ensure(decides == player, || {
                format!("player {decides} decides, but it is the turn of player {player}")
            })?;
        }
        let expected = if view.identity.hash.is_none() {
            players
        } else {
            usize::from(view.kind == Kind::Terminal)
        };
        let payoffs = &view.payoffs;
        ensure(payoffs.len() == expected, || {
            format!("{} payoffs, expected {expected}", payoffs.len())
        })?;
        let utility = self.rules.utility();
        payoffs.iter().try_for_each(|&payoff| {
            ensure(payoff.is_finite() && utility.contains(payoff), || {
                format!("the value {payoff} is outside the utility {utility}")
            })
        })
    }

    fn inspect_position(&self, view: &View) -> Result<(), Defect> {
        let position = &view.identity.position;
        ensure(
            !position.is_empty() && !position.contains(char::is_whitespace),
            || "the position is not one word".to_owned(),
        )?;
        let parsed = self
            .rules
            .parse(position)
            .map_err(|error| format!("the position is not read back: {error}"))?;
        ensure(self.rules.view(&parsed) == *view, || {
            format!(
                "the position is read back as another state, {:?}",
                self.rules.identity(&parsed).position
            )
        })
    }

    /// Takes every step, and again in reverse order: what came before must not matter.
    fn inspect_successors(&mut self, state: &R::State, view: &View) -> Result<(), Defect> {
        let step = |number| self.rules.identity(&self.rules.step(state, number));
        let count = view.steps.len();
        let once: Vec<Identity> = (0..count).map(step).collect();
        for number in (0..count).rev() {
            let again = step(number);
            ensure(once[number] == again, || {
                format!(
                    "{:?} leads to {:?}, and taken again to {:?}",
                    view.steps[number].text, once[number].position, again.position
                )
            })?;
        }
        once.iter()
            .try_for_each(|identity| self.seen.remember(identity))
    }
}

fn inspect_steps(view: &View) -> Result<(), Defect> {
    let steps = &view.steps;
    ensure(steps.is_empty() == (view.kind == Kind::Terminal), || {
        "there is nothing to choose from".to_owned()
    })?;
    for (number, step) in steps.iter().enumerate() {
        inspect_step(number, step)?;
    }
    if view.kind == Kind::Chance {
        let sum: f64 = steps.iter().filter_map(|step| step.probability).sum();
        ensure((sum - 1.0).abs() <= TOLERANCE, || {
            format!("the probabilities sum to {sum}")
        })?;
    }
    Ok(())
}

fn inspect_step(number: usize, step: &Step) -> Result<(), Defect> {
    let text = &step.text;
    ensure(step.first_equal == Some(number), || {
        format!("{text:?} is possible more than once")
    })?;
    ensure(step.read_as == Some(number), || {
        format!("{text:?} is not read back as what it was written for")
    })?;
    if let Some(probability) = step.probability {
        ensure(probability > 0.0 && probability <= 1.0, || {
            format!("{text:?} has the probability {probability}")
        })?;
    }
    Ok(())
}

/// Which hash goes with which position.
#[derive(Default)]
struct Seen {
    positions: HashMap<u64, String>,
    hashes: HashMap<String, u64>,
}

impl Seen {
    fn remember(&mut self, identity: &Identity) -> Result<(), Defect> {
        let Identity {
            position,
            hash: Some(hash),
        } = identity
        else {
            return Ok(());
        };
        let known = self
            .positions
            .entry(*hash)
            .or_insert_with(|| position.clone());
        ensure(known == position, || {
            format!("{known:?} and {position:?} have the same hash {hash:#018x}")
        })?;
        let known = self.hashes.entry(position.clone()).or_insert(*hash);
        ensure(known == hash, || {
            format!("{position:?} has two hashes, {known:#018x} and {hash:#018x}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_hashes_belong_together() {
        let identity = |position: &str, hash| Identity {
            position: position.to_owned(),
            hash: Some(hash),
        };
        let mut seen = Seen::default();
        assert!(seen.remember(&identity("a", 1)).is_ok());
        assert!(seen.remember(&identity("a", 1)).is_ok());
        let same_hash = seen.remember(&identity("b", 1)).unwrap_err();
        assert!(same_hash.contains("have the same hash"), "{same_hash}");
        let two_hashes = seen.remember(&identity("a", 2)).unwrap_err();
        assert!(two_hashes.contains("has two hashes"), "{two_hashes}");
    }
}

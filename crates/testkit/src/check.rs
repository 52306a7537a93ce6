use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Game, Hashable, ManyPlayers, Notation, Rules};

use crate::subject::{Identity, Kind, LONGEST_GAME, Stakes, Step, Subject, View};

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
    must_be_sound(&Subject::in_notation(game, Stakes::one_value(game)).hashed());
}

/// As [`check`], for a game with a payoff per player, which are checked instead of the terminal values.
///
/// # Panics
/// When the contract is broken; says how, and at which position.
#[track_caller]
pub fn check_many_players<G: ManyPlayers + Notation>(game: &G) {
    must_be_sound(&Subject::in_notation(game, Stakes::payoffs(game)));
}

/// As [`check`], for a game of your own that has neither a hash nor a notation: everything but those is checked. States are told apart, and
/// shown, by what they look like when they are debugged.
///
/// ```
/// use starmax_core::{Bounds, Game, Node, Player, Rules};
/// use starmax_testkit::check_rules;
///
/// /// One player flips a coin until it shows tails, three times at most, and wins 1 for each head.
/// struct Heads;
///
/// #[derive(Clone, Debug)]
/// struct Flips { heads: u32, in_the_air: bool, over: bool }
///
/// impl Rules for Heads {
///     type State = Flips;
///     type Move = ();
///     type Outcome = bool;
///     type Player = Player;
///     type Payoff = f64;
///
///     fn initial(&self) -> Flips { Flips { heads: 0, in_the_air: false, over: false } }
///     fn node(&self, state: &Flips) -> Node {
///         match state {
///             Flips { in_the_air: true, .. } => Node::Chance,
///             Flips { over: false, heads: 0..3, .. } => Node::Decision(Player::Max),
///             _ => Node::Terminal(f64::from(state.heads)),
///         }
///     }
///     fn moves(&self, _: &Flips, out: &mut Vec<()>) { out.push(()); }
///     fn outcomes(&self, _: &Flips, out: &mut Vec<(bool, f64)>) { out.extend([(true, 0.5), (false, 0.5)]); }
///     fn play(&self, state: &Flips, _: ()) -> Flips { Flips { in_the_air: true, ..*state } }
///     fn resolve(&self, state: &Flips, head: bool) -> Flips {
///         Flips { heads: state.heads + u32::from(head), in_the_air: false, over: !head }
///     }
/// }
///
/// impl Game for Heads {
///     fn utility(&self) -> Bounds { Bounds::new(0.0, 3.0) }
/// }
///
/// check_rules(&Heads);
/// ```
///
/// # Panics
/// When the contract is broken; says how, and at which state.
#[track_caller]
pub fn check_rules<G: Game<State: Debug>>(game: &G) {
    must_be_sound(&Subject::debugged(game, Stakes::one_value(game)));
}

/// As [`check_rules`], for a game with a hash: also, states with equal hashes must look equal and the other way round.
///
/// # Panics
/// When the contract is broken; says how, and at which state.
#[track_caller]
pub fn check_hashable<G: Hashable<State: Debug>>(game: &G) {
    must_be_sound(&Subject::debugged(game, Stakes::one_value(game)).hashed());
}

/// As [`check`] or, without a hash, as [`check_rules`]; says what is wrong instead of panicking. Notation is not read back.
///
/// # Errors
/// When the contract is broken; says how, and at which position.
pub fn find_defect<G: Hashable + Notation>(game: &G, has_hash: bool) -> Result<(), String> {
    let subject = Subject::only_written(game, Stakes::one_value(game));
    inspect(&if has_hash { subject.hashed() } else { subject })
}

/// As [`find_defect`], for a game with a payoff per player.
///
/// # Errors
/// When the contract is broken; says how, and at which position.
pub fn find_defect_of_many_players<G: ManyPlayers + Notation>(game: &G) -> Result<(), String> {
    inspect(&Subject::only_written(game, Stakes::payoffs(game)))
}

#[track_caller]
fn must_be_sound<R: Rules>(subject: &Subject<'_, R>) {
    if let Err(defect) = inspect(subject) {
        panic!("{defect}");
    }
}

/// What is wrong, and where.
type Defect = String;

fn inspect<R: Rules>(subject: &Subject<'_, R>) -> Result<(), Defect> {
    let utility = subject.stakes.utility();
    ensure(utility.lower <= utility.upper, || {
        format!("the utility {utility} is no interval")
    })?;
    let mut inspector = Inspector {
        subject,
        seen: Seen::default(),
        inspected: HashSet::new(),
    };
    (0..WALKS).try_for_each(|seed| inspector.walk(seed))
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> Defect) -> Result<(), Defect> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

struct Inspector<'a, R: Rules> {
    subject: &'a Subject<'a, R>,
    seen: Seen,
    inspected: HashSet<String>,
}

impl<R: Rules> Inspector<'_, R> {
    /// Plays one game. All outcomes are equally likely, whatever the game says, so that rare ones are met too.
    fn walk(&mut self, seed: u64) -> Result<(), Defect> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = self.subject.rules.initial();
        for _ in 0..LONGEST_GAME {
            self.inspect_once(&state)?;
            let count = self.subject.view(&state).steps.len();
            if count == 0 {
                return Ok(());
            }
            state = self.subject.step(&state, rng.random_range(0..count));
        }
        let position = self.subject.identity(&state).position;
        Err(format!(
            "at {position:?}: the game has not ended after {LONGEST_GAME} steps"
        ))
    }

    fn inspect_once(&mut self, state: &R::State) -> Result<(), Defect> {
        let identity = self.subject.identity(state);
        self.seen.remember(&identity)?;
        if !self.inspected.insert(identity.position.clone()) {
            return Ok(());
        }
        self.inspect_state(state)
            .map_err(|defect| format!("at {:?}: {defect}", identity.position))
    }

    fn inspect_state(&mut self, state: &R::State) -> Result<(), Defect> {
        let view = self.subject.view(state);
        inspect_steps(&view)?;
        self.inspect_values(&view)?;
        ensure(view == self.subject.view(state), || {
            "asked twice, the game answers differently".to_owned()
        })?;
        self.inspect_position(&view)?;
        self.inspect_successors(state, &view)
    }

    fn inspect_values(&self, view: &View<R::Player>) -> Result<(), Defect> {
        let stakes = &self.subject.stakes;
        let (players, player): (usize, usize) = (stakes.players(), view.player.into());
        ensure(player < players, || {
            format!("it is the turn of player {player}, of {players} players counted from 0")
        })?;
        if let Kind::Decision(decides) = view.kind {
            let decides: usize = decides.into();
            ensure(decides == player, || {
                format!("player {decides} decides, but it is the turn of player {player}")
            })?;
        }
        let payoffs = &view.payoffs;
        if let Stakes::Payoffs { .. } = stakes {
            ensure(payoffs.len() == players, || {
                format!("{} payoffs, expected {players}", payoffs.len())
            })?;
        }
        let utility = stakes.utility();
        payoffs.iter().try_for_each(|&payoff| {
            ensure(payoff.is_finite() && utility.contains(payoff), || {
                format!("the value {payoff} is outside the utility {utility}")
            })
        })
    }

    /// Reads the position back, where there is a notation.
    fn inspect_position(&self, view: &View<R::Player>) -> Result<(), Defect> {
        let Some(readers) = &self.subject.readers else {
            return Ok(());
        };
        let position = &view.identity.position;
        ensure(
            !position.is_empty() && !position.contains(char::is_whitespace),
            || "the position is not one word".to_owned(),
        )?;
        let parsed = (readers.state)(self.subject.rules, position)
            .map_err(|error| format!("the position is not read back: {error}"))?;
        ensure(self.subject.view(&parsed) == *view, || {
            format!(
                "the position is read back as another state, {:?}",
                self.subject.identity(&parsed).position
            )
        })
    }

    /// Takes every step, and again in reverse order: what came before must not matter.
    fn inspect_successors(
        &mut self,
        state: &R::State,
        view: &View<R::Player>,
    ) -> Result<(), Defect> {
        let step = |number| self.subject.identity(&self.subject.step(state, number));
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

fn inspect_steps<P: PartialEq>(view: &View<P>) -> Result<(), Defect> {
    let steps = &view.steps;
    ensure(steps.is_empty() == (view.kind == Kind::Terminal), || {
        "there is nothing to choose from".to_owned()
    })?;
    steps.iter().try_for_each(inspect_step)?;
    if view.kind == Kind::Chance {
        let sum: f64 = steps.iter().filter_map(|step| step.probability).sum();
        ensure((sum - 1.0).abs() <= TOLERANCE, || {
            format!("the probabilities sum to {sum}")
        })?;
    }
    Ok(())
}

fn inspect_step(step: &Step) -> Result<(), Defect> {
    let text = &step.text;
    ensure(step.is_new, || {
        format!("{text:?} is possible more than once")
    })?;
    ensure(step.is_read_back, || {
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

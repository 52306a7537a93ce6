//! A neural net that judges backgammon.

mod chances;
mod envelope;
mod file;
mod inputs;
mod kernel;
mod layers;
mod logistic;
mod quantised;
mod weights;

use std::cell::Cell;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use starmax_core::{Bounds, Evaluator, InBulk, Node, Player, Rules};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, Roll, Scoring};

use super::bearoff::WhenNeeded;
use super::race::AllRaces;

use self::layers::{Batch, Memory};
use self::quantised::Quantised;

pub use chances::Chances;
pub use envelope::Envelope;
pub use file::{NetError, NetFile};
pub use inputs::{NetInputs, Places};
pub use kernel::{Kernel, KernelError, WideWork, with_wide_registers};
pub use logistic::logistic;
pub use weights::NetWeights;

/// Somebody who knows races better than a net does, as from a table.
pub trait Races: Debug + Send + Sync {
    /// The chances of a player on roll who has these checkers and has passed an opponent with those, if they are known.
    fn chances(&self, mine: &Places, his: &Places) -> Option<Chances>;

    /// The exact value of a state with best play, seen by Max, if it is known.
    fn solved(&self, _state: &BackgammonState) -> Option<f64> {
        None
    }

    /// Where the value of a decision may lie that is searched `depth` levels further, seen by Max, if that is known.
    fn bounds(&self, _scoring: Scoring, _state: &BackgammonState, _depth: u32) -> Option<Bounds> {
        None
    }
}

/// Judges [`Backgammon`] by a net that learned from games against itself.
///
/// It sees the position before the roll, with the eyes of the player on roll ([`NetInputs`]); a roll that waits to be played is
/// not seen. [`NetWeights`] describes the layers. The net plays with small integers made from them. What the first layer sums up is
/// remembered from one position to the next, of which it then only adds what has changed; values do not depend on that.
///
/// ```
/// use starmax_core::{Evaluator, Notation, Rules};
/// use starmax_games::Backgammon;
/// use starmax_judges::backgammon::BackgammonNet;
///
/// let game = Backgammon::default();
/// let after = |position, text| -> Result<f64, starmax_core::ParseError> {
///     let state = game.parse_state(position)?;
///     let mv = game.parse_move(&state, text)?;
///     Ok(BackgammonNet::shipped().evaluate(&game, &game.play(&state, mv)))
/// };
/// // The opening 31 makes a point; there is no better move, and hardly a worse one than to break another.
/// assert!(after("4HPwATDgc/ABMA-31", "8/5 6/5")? > after("4HPwATDgc/ABMA-31", "24/23 6/3")?);
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BackgammonNet {
    quantised: Arc<Quantised>,
    kernel: Kernel,
    /// No other net has it, except copies.
    id: u64,
    races: Option<Arc<dyn Races>>,
    envelope: Option<Arc<Envelope>>,
}

/// What a thread remembers: for positions with Max and with Min on roll, of the net that judged last.
struct Thoughts {
    net: u64,
    memories: [Memory; 2],
    batch: Batch,
}

thread_local! {
    static THOUGHTS: Cell<Option<Box<Thoughts>>> = const { Cell::new(None) };
}

impl BackgammonNet {
    /// The net that comes with the program; `starmax train backgammon` wrote it.
    ///
    /// # Panics
    /// When the environment names a kernel that this processor does not have ([`Kernel::chosen`]).
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<BackgammonNet> = LazyLock::new(|| {
            let file = NetFile::parse(include_bytes!("../../nets/backgammon.net"));
            BackgammonNet::new(file.expect("the shipped net can be read"))
        });
        &SHIPPED
    }

    /// The net of a file, with the tables of the bearoff ([`Bearoff::shared`](super::Bearoff::shared)), which it was trained with, and the net of
    /// races ([`PaceNet`](super::PaceNet)) before that.
    ///
    /// # Panics
    /// When the environment names a kernel that this processor does not have ([`Kernel::chosen`]).
    #[must_use]
    pub fn new(file: NetFile) -> Self {
        let net = Self::from_quantised(file.quantised).with_races(Arc::new(AllRaces));
        Self {
            envelope: file.envelope.map(Arc::new),
            ..net
        }
    }

    /// The same net with the tables of the bearoff ([`Bearoff::shared`](super::Bearoff::shared)).
    #[must_use]
    pub fn with_shared_races(self) -> Self {
        self.with_races(Arc::new(WhenNeeded))
    }

    /// The net with these weights, rounded, and without tables.
    ///
    /// # Panics
    /// When the environment names a kernel that this processor does not have ([`Kernel::chosen`]).
    #[must_use]
    pub fn of_weights(weights: &NetWeights) -> Self {
        Self::from_quantised(Quantised::new(weights))
    }

    fn from_quantised(quantised: Quantised) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            quantised: Arc::new(quantised),
            kernel: Kernel::usual(),
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            races: None,
            envelope: None,
        }
    }

    /// The same net, computed with other instructions.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// The same net, which asks another evaluator in races.
    #[must_use]
    pub fn with_races(self, races: Arc<dyn Races>) -> Self {
        let races = Some(races);
        Self { races, ..self }
    }

    /// The envelope of the values, if there is one: of points alone.
    #[inline]
    fn envelope(&self, scoring: Scoring) -> Option<&Envelope> {
        match scoring {
            Scoring::Points => self.envelope.as_deref(),
            Scoring::Win => None,
        }
    }

    /// A value brought inside the envelope.
    #[inline]
    fn enveloped(&self, scoring: Scoring, state: &BackgammonState, value: f64) -> f64 {
        match self.envelope(scoring) {
            Some(envelope) if state.is_contact() => envelope.of(state).clamp(value),
            _ => value,
        }
    }

    /// The chances of the player on roll.
    #[inline]
    #[must_use]
    pub fn chances(&self, state: &BackgammonState) -> Chances {
        let mut chances = Chances::default();
        self.for_each_chances(std::slice::from_ref(state), |_, known| chances = known);
        chances
    }

    /// Pushes the chances of the player on roll in each state. Many at once are faster, above all if they are alike.
    pub fn chances_of_all(&self, states: &[BackgammonState], out: &mut Vec<Chances>) {
        let first = out.len();
        out.resize(first + states.len(), Chances::default());
        let out = &mut out[first..];
        self.for_each_chances(states, |number, chances| out[number] = chances);
    }

    /// Calls with the number of each state and its chances, in any order.
    #[inline]
    fn for_each_chances(&self, states: &[BackgammonState], mut call: impl FnMut(usize, Chances)) {
        let thoughts = THOUGHTS.take().filter(|thoughts| thoughts.net == self.id);
        let mut thoughts = thoughts.unwrap_or_else(|| self.no_thoughts());
        let Thoughts {
            memories, batch, ..
        } = &mut *thoughts;
        let mut numbers = [0; Batch::SIZE];
        batch.clear();
        for (number, state) in states.iter().enumerate() {
            let inputs = batch.next_inputs();
            self.kernel.look(state, inputs);
            if let Some(chances) = self.known(inputs) {
                call(number, chances);
            } else {
                numbers[batch.positions().len()] = number;
                batch.add(usize::from(state.player() == Player::Min));
            }
            if batch.is_full() || number + 1 == states.len() {
                self.kernel
                    .run(&self.quantised, memories, batch.positions_mut());
                for (position, &number) in batch.positions().iter().zip(&numbers) {
                    call(number, position.chances());
                }
                batch.clear();
            }
        }
        THOUGHTS.set(Some(thoughts));
    }

    /// Pushes the value of each state, seen by Max, after its chances have been changed.
    #[inline]
    fn values(
        &self,
        scoring: Scoring,
        states: &[BackgammonState],
        mut change: impl FnMut(usize, Chances) -> Chances,
        out: &mut Vec<f64>,
    ) {
        let first = out.len();
        out.resize(first + states.len(), 0.0);
        let out = &mut out[first..];
        self.for_each_chances(states, |number, chances| {
            let value = change(number, chances).value(scoring);
            out[number] = states[number].player().sees(f64::from(value));
        });
    }

    /// The chances of the player on roll, if another evaluator knows them better than the net ([`BackgammonNet::with_races`]).
    #[inline]
    #[must_use]
    pub fn known(&self, inputs: &NetInputs) -> Option<Chances> {
        let races = self.races.as_ref().filter(|_| inputs.is_race())?;
        let [mine, his] = inputs.places();
        races.chances(&mine, &his)
    }

    fn bounds_of_decision(
        &self,
        game: Backgammon,
        state: &BackgammonState,
        depth: u32,
        moves: &mut Vec<BackgammonMove>,
    ) -> Bounds {
        let known = if state.is_contact() {
            (self.envelope(game.scoring()))
                .map(|envelope| envelope.bounds_of_decision(state, depth, moves))
        } else {
            (self.races.as_ref()).and_then(|races| races.bounds(game.scoring(), state, depth))
        };
        known.unwrap_or_else(|| game.possible_values(state))
    }

    #[cold]
    fn no_thoughts(&self) -> Box<Thoughts> {
        Box::new(Thoughts {
            net: self.id,
            memories: [(); 2].map(|()| Memory::new(&self.quantised)),
            batch: Batch::new(),
        })
    }
}

impl Evaluator<Backgammon> for BackgammonNet {
    #[inline]
    fn evaluate(&self, game: &Backgammon, state: &BackgammonState) -> f64 {
        let value = self.chances(state).value(game.scoring());
        self.enveloped(game.scoring(), state, state.player().sees(f64::from(value)))
    }

    fn evaluate_all(&self, game: &Backgammon, states: &[BackgammonState], out: &mut Vec<f64>) {
        let first = out.len();
        self.values(game.scoring(), states, |_, chances| chances, out);
        for (value, state) in out[first..].iter_mut().zip(states) {
            *value = self.enveloped(game.scoring(), state, *value);
        }
    }

    fn bounds(&self, game: &Backgammon, state: &BackgammonState, depth: u32) -> Bounds {
        match game.node(state) {
            Node::Decision(_) => self.bounds_of_decision(*game, state, depth, &mut Vec::new()),
            _ => match self.envelope(game.scoring()) {
                Some(envelope) if depth == 0 && state.is_contact() => envelope.of(state),
                _ => game.possible_values(state),
            },
        }
    }

    #[inline]
    fn solved(&self, _: &Backgammon, state: &BackgammonState) -> Option<f64> {
        self.races.as_ref()?.solved(state)
    }

    #[inline]
    fn in_bulk(&self) -> Option<&dyn InBulk<Backgammon>> {
        Some(self)
    }
}

impl InBulk<Backgammon> for BackgammonNet {
    #[inline]
    fn gains_from_batches(&self) -> bool {
        true
    }

    /// Each of the five chances gets noise, as in GNU Backgammon; so the value has about 2.5 times its deviation.
    fn evaluate_all_with_noise(
        &self,
        game: &Backgammon,
        states: &[BackgammonState],
        noise: &mut dyn FnMut(usize) -> f64,
        out: &mut Vec<f64>,
    ) {
        let disturbed = |number: usize, chances: Chances| {
            #[expect(clippy::cast_possible_truncation, reason = "noise is not that exact")]
            let disturbed = (chances.to_array()).map(|chance| chance + noise(number) as f32);
            Chances::from_array(disturbed).nearest_possible(&NetInputs::new(&states[number]))
        };
        self.values(game.scoring(), states, disturbed, out);
    }

    fn decision_bounds(
        &self,
        game: &Backgammon,
        state: &BackgammonState,
        moves: &mut Vec<BackgammonMove>,
    ) -> Bounds {
        self.bounds_of_decision(*game, state, 1, moves)
    }

    fn outcome_bounds(
        &self,
        game: &Backgammon,
        state: &BackgammonState,
        outcomes: &[(Roll, f64)],
        depth: u32,
        out: &mut Vec<Bounds>,
    ) {
        let mut moves = Vec::new();
        out.extend(outcomes.iter().map(|&(roll, _)| {
            let rolled = game.resolve(state, roll);
            self.bounds_of_decision(*game, &rolled, depth, &mut moves)
        }));
    }
}

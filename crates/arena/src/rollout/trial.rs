use std::sync::atomic::AtomicBool;

use starmax_core::{Evaluator, Game, Node, Pay, Player, Rules};
use starmax_search::{Algorithm, Search, Settings};

use super::{Endings, StratifiedDice};

/// How trials are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// Levels that players search before they move; 1 is to evaluate where each move leads. At least 1.
    pub depth: u32,
    /// How they search deeper than that, without a table.
    pub algorithm: Algorithm,
    /// After this many chance events a trial ends, and the value is the mean over all outcomes of the next one, evaluated after the best
    /// move. `None` plays games to their end.
    pub truncate: Option<u64>,
    /// Whether luck is taken out of the results.
    pub without_luck: bool,
}

/// Moves by static evaluation, to the end of the game, luck taken out.
impl Default for Play {
    fn default() -> Self {
        Self {
            depth: 1,
            algorithm: Algorithm::Star2,
            truncate: None,
            without_luck: true,
        }
    }
}

/// A trial that has had this many moves and outcomes is over, and judged by the evaluator.
pub const LONGEST_TRIAL: usize = 10_000;

/// What came of a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its result, seen by the viewer of the trials, with the luck taken out if that is wanted.
    pub value: f64,
    /// The luck that was taken out, seen likewise: what really came of the trial is the sum of both.
    pub luck: f64,
    /// How likely each of the [`Endings`] was: 0 or 1 after a game played to its end, but luck is taken out here too. `None` if the
    /// trial ended where nobody knows.
    pub chances: Option<Vec<f64>>,
    /// Whether it was cut off as the [`LONGEST_TRIAL`].
    pub cut: bool,
}

/// Plays trials.
#[derive(Clone)]
pub struct Trials<'a, G: Game, E> {
    /// The rules.
    pub game: &'a G,
    /// Chooses the moves, says what luck is, and judges where trials end early. Where it has solved a state a trial ends.
    pub evaluator: &'a E,
    /// Who looks at the results.
    pub viewer: Player,
    /// What is counted besides the value.
    pub endings: &'a (dyn Endings<G> + Sync),
    /// How trials are played.
    pub play: Play,
    /// What chance does.
    pub dice: StratifiedDice,
}

/// A state, what is paid on the way to it, and what both are worth before anything more happens.
struct Prospect<G: Game> {
    state: G::State,
    /// The move that leads to it, if one does.
    last: Option<Last<G>>,
    pay: Pay,
    value: f64,
}

/// A decision and what was decided there.
type Last<G> = (<G as Rules>::State, <G as Rules>::Move);

/// What the outcomes of a chance node are worth on the average.
struct LookAhead<G: Game> {
    prospects: Vec<Prospect<G>>,
    mean: f64,
    chances: Option<AllChances>,
}

/// The chances after each outcome, and on the average.
struct AllChances {
    each: Vec<Vec<f64>>,
    mean: Vec<f64>,
}

impl<G: Game, E: Evaluator<G>> Trials<'_, G, E> {
    /// Plays the trial with this number from a state. Once `stop` is set, searches end soon and the result is of no use.
    #[must_use]
    pub fn play(&self, start: &G::State, number: u64, stop: &AtomicBool) -> Trial {
        let mut throws = self.dice.trial(number);
        let mut outcomes = Vec::new();
        let mut luck = Luck::default();
        let mut events = 0;
        let mut so_far = Pay::NOTHING;
        let mut state = start.clone();
        let mut last = None;
        for _ in 0..LONGEST_TRIAL {
            if let Some(value) = self.known(&state) {
                let value = so_far.and(value);
                return self.result(value, self.chances(&state, last.as_ref()), &luck);
            }
            let (pay, next, by) = match self.game.node(&state) {
                Node::Terminal(_) => unreachable!("the value is known at the end"),
                Node::Decision(player) => self.choose(player, &state, stop),
                Node::Chance => {
                    outcomes.clear();
                    self.game.outcomes(&state, &mut outcomes);
                    if self.play.truncate == Some(events) {
                        let ahead = self.look_ahead(&state, &outcomes);
                        let chances = ahead.chances.map(|all| all.mean);
                        return self.result(so_far.and(ahead.mean), chances, &luck);
                    }
                    events += 1;
                    let chosen = throws.choose(&outcomes);
                    if self.play.without_luck {
                        let mut ahead = self.look_ahead(&state, &outcomes);
                        luck.add(&ahead, chosen, so_far.discount);
                        if self.play.depth == 1 {
                            let prospect = ahead.prospects.swap_remove(chosen);
                            so_far = so_far.then(prospect.pay);
                            (state, last) = (prospect.state, prospect.last);
                            continue;
                        }
                    }
                    let (outcome, _) = outcomes[chosen];
                    let pay = self.game.pay_of_outcome(&state, outcome);
                    (pay, self.game.resolve(&state, outcome), None)
                }
            };
            so_far = so_far.then(pay);
            (state, last) = (next, by);
        }
        let value = so_far.and(self.evaluator.evaluate(self.game, &state));
        Trial {
            cut: true,
            ..self.result(value, self.chances(&state, last.as_ref()), &luck)
        }
    }

    fn result(&self, value: f64, mut chances: Option<Vec<f64>>, luck: &Luck) -> Trial {
        for (chance, luck) in chances.iter_mut().flatten().zip(&luck.chances) {
            *chance -= luck;
        }
        // Adding 0 turns -0 into 0.
        Trial {
            value: self.viewer.sees(value - luck.value) + 0.0,
            luck: self.viewer.sees(luck.value) + 0.0,
            chances,
            cut: false,
        }
    }

    /// The value at the end of a game, or where the evaluator has solved it.
    fn known(&self, state: &G::State) -> Option<f64> {
        match self.game.node(state) {
            Node::Terminal(value) => Some(value),
            Node::Decision(_) | Node::Chance => self.evaluator.solved(self.game, state),
        }
    }

    fn static_value(&self, state: &G::State) -> f64 {
        (self.known(state)).unwrap_or_else(|| self.evaluator.evaluate(self.game, state))
    }

    /// How likely each ending is at a state to which a move has led, or chance.
    fn chances(&self, state: &G::State, last: Option<&Last<G>>) -> Option<Vec<f64>> {
        match last {
            Some((before, mv)) => self.endings.chances_after(self.game, before, *mv),
            None => self.endings.chances(self.game, state),
        }
    }

    /// Where the player goes from a decision, what that pays, and how.
    fn choose(
        &self,
        player: Player,
        state: &G::State,
        stop: &AtomicBool,
    ) -> (Pay, G::State, Option<Last<G>>) {
        let at_a_glance = || {
            let best = self.best_move(player, state);
            (best.pay, best.state, best.last)
        };
        if self.play.depth == 1 {
            return at_a_glance();
        }
        let mut settings = Settings::new(self.play.algorithm);
        settings.limits.depth = self.play.depth;
        let search = Search::new(self.game, self.evaluator).settings(settings);
        match search.stop_when(stop).run(state).best {
            Some(best) => {
                let pay = self.game.pay_of_move(state, best);
                (
                    pay,
                    self.game.play(state, best),
                    Some((state.clone(), best)),
                )
            }
            None => at_a_glance(),
        }
    }

    /// The state after the move that is best statically, the first one of equals.
    fn best_move(&self, player: Player, state: &G::State) -> Prospect<G> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let states: Vec<G::State> = (moves.iter())
            .map(|&mv| self.game.play(state, mv))
            .collect();
        let values = self.static_values(&states);
        let prospects = (moves.iter().zip(states).zip(values)).map(|((&mv, next), value)| {
            let pay = self.game.pay_of_move(state, mv);
            Prospect {
                state: next,
                last: Some((state.clone(), mv)),
                pay,
                value: pay.and(value),
            }
        });
        let better = |best: Prospect<G>, other: Prospect<G>| {
            if player.sees(other.value) > player.sees(best.value) {
                other
            } else {
                best
            }
        };
        prospects.reduce(better).expect("a decision has a move")
    }

    /// The static values of states, judged in one batch but for those that are known.
    fn static_values(&self, states: &[G::State]) -> Vec<f64> {
        let mut values: Vec<Option<f64>> = states.iter().map(|state| self.known(state)).collect();
        let is_open = states
            .iter()
            .zip(&values)
            .filter(|(_, value)| value.is_none());
        let open: Vec<G::State> = is_open.map(|(state, _)| state.clone()).collect();
        let mut judged = Vec::with_capacity(open.len());
        self.evaluator.evaluate_all(self.game, &open, &mut judged);
        let unknown = values.iter_mut().filter(|value| value.is_none());
        for (value, found) in unknown.zip(judged) {
            *value = Some(found);
        }
        values.into_iter().flatten().collect()
    }

    /// A state after an outcome that pays this, or the one after the best move there.
    fn prospect(&self, pay: Pay, state: G::State) -> Prospect<G> {
        match self.game.node(&state) {
            Node::Decision(player) if self.known(&state).is_none() => {
                let best = self.best_move(player, &state);
                Prospect {
                    pay: pay.then(best.pay),
                    value: pay.and(best.value),
                    ..best
                }
            }
            Node::Decision(_) | Node::Chance | Node::Terminal(_) => Prospect {
                pay,
                value: pay.and(self.static_value(&state)),
                state,
                last: None,
            },
        }
    }

    fn look_ahead(&self, state: &G::State, outcomes: &[(G::Outcome, f64)]) -> LookAhead<G> {
        let prospects: Vec<_> = (outcomes.iter())
            .map(|&(outcome, _)| {
                let pay = self.game.pay_of_outcome(state, outcome);
                self.prospect(pay, self.game.resolve(state, outcome))
            })
            .collect();
        let weighted = || outcomes.iter().map(|&(_, probability)| probability);
        let mean = (weighted().zip(&prospects))
            .map(|(probability, prospect)| probability * prospect.value)
            .sum();
        let each: Option<Vec<_>> = (prospects.iter())
            .map(|prospect| self.chances(&prospect.state, prospect.last.as_ref()))
            .collect();
        let chances = each.map(|each| {
            let mut mean = vec![0.0; self.endings.names().len()];
            for (probability, chances) in weighted().zip(&each) {
                for (sum, chance) in mean.iter_mut().zip(chances) {
                    *sum += probability * chance;
                }
            }
            AllChances { each, mean }
        });
        LookAhead {
            prospects,
            mean,
            chances,
        }
    }
}

/// The luck of a trial so far; the value is seen by Max.
#[derive(Default)]
struct Luck {
    value: f64,
    chances: Vec<f64>,
}

impl Luck {
    /// Values at this point of the trial count with the discount so far.
    fn add<G: Game>(&mut self, ahead: &LookAhead<G>, chosen: usize, discount: f64) {
        self.value += discount * (ahead.prospects[chosen].value - ahead.mean);
        if let Some(AllChances { each, mean }) = &ahead.chances {
            self.chances.resize(mean.len(), 0.0);
            for ((sum, chance), mean) in self.chances.iter_mut().zip(&each[chosen]).zip(mean) {
                *sum += chance - mean;
            }
        }
    }
}

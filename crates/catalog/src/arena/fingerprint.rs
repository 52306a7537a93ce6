//! What a player does, in one number.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::Rolls;
use starmax_core::{Evaluator, Hashable, Node};
use starmax_games::mix;
use starmax_search::{Search, Settings, Table, TableUse};

use crate::judge::EvaluatorTask;

/// The first decisions of a game in which a player meets itself, searched no deeper than takes no time: the moves, their
/// values and the nodes that were visited. Another engine, or another net, leaves other traces.
pub(crate) struct Fingerprint<'a, G> {
    game: &'a G,
    settings: Settings,
    has_table: bool,
}

const DECISIONS: usize = 8;
const DEEPEST: u32 = 3;
const TABLE_MEBIBYTES: usize = 1;

impl<'a, G> Fingerprint<'a, G> {
    /// Of a player with these settings. A limit of time does not count: it would not leave the same traces twice.
    pub(crate) fn new(game: &'a G, mut settings: Settings, has_table: bool) -> Self {
        settings.limits.depth = settings.limits.depth.min(DEEPEST);
        settings.limits.time = None;
        Self {
            game,
            settings,
            has_table,
        }
    }
}

impl<G: Hashable> EvaluatorTask<G> for Fingerprint<'_, G> {
    type Output = u64;

    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> u64 {
        let game = self.game;
        let table = (self.has_table).then(|| Table::with_mebibytes(TABLE_MEBIBYTES));
        let search = || Search::new(game, evaluator).settings(self.settings.clone());
        let mut rolls = Rolls::new(Xoshiro256PlusPlus::seed_from_u64(0));
        let mut outcomes = Vec::new();
        let (mut state, mut decisions, mut all) = (game.initial(), 0, 0);
        loop {
            state = match game.node(&state) {
                Node::Chance => {
                    outcomes.clear();
                    game.outcomes(&state, &mut outcomes);
                    game.resolve(&state, rolls.roll(&outcomes))
                }
                Node::Decision(_) if decisions < DECISIONS => {
                    decisions += 1;
                    let memory = (table.as_ref()).map(|table| TableUse::new(table, &self.settings));
                    let result = search().memory(memory).run(&state);
                    let best = result.best.expect("a search of a decision finds a move");
                    let next = game.play(&state, best);
                    for figure in [result.stats.nodes, result.value.to_bits(), game.hash(&next)] {
                        all = mix(all ^ figure);
                    }
                    next
                }
                Node::Decision(_) | Node::Terminal(_) => return all,
            };
        }
    }
}

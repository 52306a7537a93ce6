//! From the result of a search, whose types are known, to a report.

use starmax_core::{Game, Notation};
use starmax_report::{
    Chance, Cost, FILTER, MoveReport, Named, REUSE_DEEPER, Reading, Report, Unfinished, ends,
    plain_zero,
};
use starmax_search::{SearchResult, Step};

/// What a report says in addition to the result itself.
pub(crate) struct Heading {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) roll: Option<String>,
    pub(crate) player: &'static str,
    pub(crate) algorithm: String,
    pub(crate) evaluator: String,
    pub(crate) options: Named,
    /// The ways to end that forecasts are about.
    pub(crate) endings: &'static [&'static str],
    /// How values are shown, if not as they are.
    pub(crate) reading: Option<Reading>,
}

impl Heading {
    /// Whether the search finds Expectimax's values.
    fn is_exact(&self) -> bool {
        !self.options.has(FILTER) && !self.options.has(REUSE_DEEPER)
    }

    fn chances(&self, forecast: Option<&Vec<f64>>) -> Option<Vec<Chance>> {
        let chance = |(&ending, &rate): (&&'static str, &f64)| Chance {
            ending,
            rate,
            standard_error: None,
        };
        let rates = forecast.filter(|rates| !rates.is_empty())?;
        Some(self.endings.iter().zip(rates).map(chance).collect())
    }
}

impl Heading {
    /// The report about a result.
    pub(crate) fn report<G: Game + Notation>(
        self,
        game: &G,
        state: &G::State,
        result: &SearchResult<G>,
    ) -> Report {
        let heading = self;
        let viewer = game.player(state);
        let is_exact = heading.is_exact();
        let reading = heading.reading;
        let shown = |value: f64| plain_zero(reading.map_or(value, |reading| reading.value(value)));
        let equity = |value: f64| reading.map(|reading| plain_zero(reading.equity(value)));
        let bounds = |bounds| is_exact.then(|| ends(bounds, viewer).map(shown));
        let mut moves: Vec<_> = (result.moves.iter().enumerate())
            .map(|(place, root_move)| MoveReport {
                text: game.write_move(state, root_move.mv),
                value: shown(viewer.sees(root_move.likely_value())),
                equity: equity(viewer.sees(root_move.likely_value())),
                exact: is_exact && root_move.bounds.is_exact(),
                depth: (root_move.estimate).map_or(result.depth, |estimate| estimate.depth),
                bounds: bounds(root_move.bounds),
                chances: heading.chances(result.forecasts.get(place).and_then(Option::as_ref)),
                position: game.write_position(&game.play(state, root_move.mv)),
            })
            .collect();
        let best = result.best.map(|best| game.write_move(state, best));
        // A move that an inexact algorithm dropped is worse than those that it searched further, whatever it seemed to be worth.
        let rank = |mv: &MoveReport| {
            let searched = heading.options.has(FILTER).then_some(mv.depth);
            (Some(&mv.text) == best.as_ref(), searched)
        };
        moves.sort_by(|one, two| {
            (rank(two).cmp(&rank(one)))
                .then(two.value.total_cmp(&one.value))
                .then(two.exact.cmp(&one.exact))
        });
        let chances = heading.chances(result.forecast.as_ref());
        let value = (result.bounds.is_exact()).then(|| viewer.sees(result.value));
        Report {
            game: heading.game,
            position: heading.position,
            roll: heading.roll,
            player: heading.player,
            algorithm: heading.algorithm,
            evaluator: heading.evaluator,
            options: heading.options,
            depth: result.depth,
            unit: reading.map(|reading| reading.unit),
            value: value.map(shown),
            equity: value.and_then(equity),
            exact: is_exact && result.bounds.is_exact(),
            bounds: bounds(result.bounds),
            chances,
            best,
            moves,
            line: write_line(game, state, &result.line),
            payoffs: None,
            interrupted: result.interrupted.map(|interrupted| Unfinished {
                depth: interrupted.depth,
                bounds: bounds(interrupted.bounds),
            }),
            stats: Cost::new(&result.stats, result.elapsed, result.threads),
        }
    }
}

fn write_line<G: Game + Notation>(game: &G, state: &G::State, line: &[Step<G>]) -> Vec<String> {
    let mut state = state.clone();
    let mut text = Vec::new();
    for &step in line {
        let (written, next) = match step {
            Step::Move(mv) => (game.write_move(&state, mv), game.play(&state, mv)),
            Step::Outcome(outcome, _) => (
                format!("({})", game.write_outcome(&state, outcome)),
                game.resolve(&state, outcome),
            ),
        };
        text.push(written);
        state = next;
    }
    text
}

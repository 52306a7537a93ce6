use serde::Serialize;
use starmax_core::{Bounds, Game, Node, Notation, Player};
use starmax_search::{SearchResult, Step};

use crate::{Cost, Noise};

/// What a search found, as data. Values are seen by the player to move at the root (by `Max` where chance moves).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game with its parameters.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// The outcome that was given with it; the root is the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The algorithm that searched.
    pub algorithm: String,
    /// What of the algorithm was switched off, if anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<String>,
    /// The evaluator that judged.
    pub evaluator: String,
    /// The standard deviation of the noise that was added to evaluations, if there was any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<f64>,
    /// Which noise that was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise_seed: Option<u64>,
    /// Which moves at the root were searched further, if the algorithm is not exact. Then values and bounds are those of the lines
    /// that were followed, not Expectimax's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// The depth of the last finished iteration; 0 where not even one was finished.
    pub depth: u32,
    /// The value at that depth, if it is known.
    pub value: Option<f64>,
    /// What is proven about it.
    pub bounds: [f64; 2],
    /// The best move.
    pub best: Option<String>,
    /// All moves, the best first.
    pub moves: Vec<MoveReport>,
    /// One example of good play; outcomes stand in parentheses.
    pub line: Vec<String>,
    /// One payoff per player, in games of several players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<f64>>,
    /// What an iteration that was cut short had proven. With the depth of the last finished one only the line was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<Unfinished>,
    /// What the search cost.
    pub stats: Cost,
}

/// A move at the root and what was proven about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value, if that was proven.
    pub value: Option<f64>,
    /// Bounds of its value.
    pub bounds: [f64; 2],
    /// The position it leads to.
    pub position: String,
    /// What is known of a move that was not searched as deep as the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<DroppedReport>,
}

/// What is known of a move that was not searched as deep as the best one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DroppedReport {
    /// The depth to which it was searched.
    pub depth: u32,
    /// Its value at that depth.
    pub value: f64,
}

impl MoveReport {
    /// Compared from the first part to the last: the depth, if that is less than others', and the value or what it may be at most.
    fn rank(&self) -> (u32, f64) {
        match self.dropped {
            None => (u32::MAX, self.bounds[1]),
            Some(DroppedReport { depth, value }) => (depth, value),
        }
    }
}

/// An iteration that was cut short, or never begun because the search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Unfinished {
    /// Its depth.
    pub depth: u32,
    /// What it had proven about the value at that depth; nothing in games of several players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
}

/// A legal move and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position it leads to.
    pub position: String,
}

/// Who sees the value of a state: the player who decides there, or first after chance has moved.
pub(crate) fn viewer<G: Game>(game: &G, state: &G::State) -> Player {
    /// Chance may move several times in a row, but hardly that often.
    const LONGEST: usize = 100;
    let mut state = state.clone();
    let mut outcomes = Vec::new();
    for _ in 0..LONGEST {
        match game.node(&state) {
            Node::Decision(player) => return player,
            Node::Terminal(_) => break,
            Node::Chance => {
                outcomes.clear();
                game.outcomes(&state, &mut outcomes);
                state = game.resolve(&state, outcomes[0].0);
            }
        }
    }
    Player::Max
}

/// The ends of an interval as `viewer` sees it.
pub(crate) fn ends(bounds: Bounds, viewer: Player) -> [f64; 2] {
    let bounds = bounds.seen_by(viewer);
    [plain_zero(bounds.lower), plain_zero(bounds.upper)]
}

/// There is only one zero in a report.
pub(crate) fn plain_zero(value: f64) -> f64 {
    value + 0.0
}

/// What a report says besides the result itself.
pub(crate) struct Heading {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) roll: Option<String>,
    pub(crate) algorithm: String,
    pub(crate) evaluator: String,
    pub(crate) noise: Noise,
    pub(crate) without: Option<String>,
    pub(crate) filter: Option<String>,
}

impl Report {
    pub(crate) fn new<G: Notation>(
        heading: Heading,
        game: &G,
        state: &G::State,
        result: &SearchResult<G>,
    ) -> Self {
        let viewer = viewer(game, state);
        let mut moves: Vec<_> = (result.moves.iter())
            .map(|root_move| MoveReport {
                text: game.write_move(state, root_move.mv),
                value: (root_move.bounds.is_exact())
                    .then(|| plain_zero(viewer.sees(root_move.bounds.lower))),
                bounds: ends(root_move.bounds, viewer),
                position: game.write_position(&game.play(state, root_move.mv)),
                dropped: root_move.dropped.map(|dropped| DroppedReport {
                    depth: dropped.depth,
                    value: plain_zero(viewer.sees(dropped.value)),
                }),
            })
            .collect();
        let best = result.best.map(|best| game.write_move(state, best));
        moves.sort_by(|one, two| {
            (Some(&two.text) == best.as_ref())
                .cmp(&(Some(&one.text) == best.as_ref()))
                .then(two.rank().0.cmp(&one.rank().0))
                .then(two.rank().1.total_cmp(&one.rank().1))
        });
        Self {
            game: heading.game,
            position: heading.position,
            roll: heading.roll,
            algorithm: heading.algorithm,
            without: heading.without,
            evaluator: heading.evaluator,
            noise: (!heading.noise.is_none()).then_some(heading.noise.deviation),
            noise_seed: (!heading.noise.is_none()).then_some(heading.noise.seed),
            filter: heading.filter,
            depth: result.depth,
            value: (result.bounds.is_exact()).then(|| plain_zero(viewer.sees(result.value))),
            bounds: ends(result.bounds, viewer),
            best,
            moves,
            line: write_line(game, state, &result.line),
            payoffs: None,
            interrupted: result.interrupted.map(|interrupted| Unfinished {
                depth: interrupted.depth,
                bounds: Some(ends(interrupted.bounds, viewer)),
            }),
            stats: Cost::new(&result.stats, result.elapsed, result.threads),
        }
    }
}

fn write_line<G: Notation>(game: &G, state: &G::State, line: &[Step<G>]) -> Vec<String> {
    let mut state = state.clone();
    let mut text = Vec::new();
    for &step in line {
        let (written, next) = match step {
            Step::Move(mv) => (game.write_move(&state, mv), Game::play(game, &state, mv)),
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

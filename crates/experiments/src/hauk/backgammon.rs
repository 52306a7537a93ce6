//! Backgammon: which positions are searched, how, and what that costs.

mod odd_even;
mod probing;
mod tournament;

use starmax_catalog::{Measured, Noise, SelfPlay};
use starmax_games::mix;
use starmax_search::{Algorithm, Settings};

use super::{POSITIONS, mean_column};
use crate::plan::{Draw, Plan, Stopped, Task};
use crate::published::PublishedTable;
use crate::search::{ALGORITHMS, figures, game, search, self_play_position};
use crate::{Extent, Row};

pub(crate) use odd_even::ODD_EVEN;
pub(crate) use probing::PROBING;
pub(crate) use tournament::TOURNAMENTS;

pub(super) const NODES_NOTE: &str = "Positions with contact and a roll, one of each game that the engine plays against itself at depth 1, judged by our own net. \
     Those of the thesis were drawn from the positions that GNU Backgammon was trained with, which are not available, and judged \
     by its nets: compare the shares rather than the nodes. All three algorithms with a table of chance nodes; moves in the \
     quick order (hits, points made, blots left), and probes try the first of them. Percent of the nodes of Expectimax at the same \
     positions.";

pub(super) const SECONDS_NOTE: &str = "The searches of Table C.1. Seconds are for the record: the thesis had a processor of 1.8 GHz and 21,000 evaluations a \
     second. As many searches run side by side as there are cores.";

/// Positions in which players can still hit or block each other.
pub(crate) const CONTACT: Option<&str> = Some("contact");

/// Our own net.
pub(crate) const EVALUATOR: &str = "net";

/// A node of backgammon takes as long as this many of Dice, in which the extent of a run is measured.
const NODES_OF_DICE: f64 = 8.0;

fn published_nodes() -> PublishedTable {
    PublishedTable::named("hauk-backgammon-node-expansions")
}

/// What a search costs, from the published nodes.
fn cost(algorithm: Algorithm, depth: u32) -> f64 {
    let nodes = published_nodes().figure(&depth_row(depth), mean_column(algorithm));
    NODES_OF_DICE * nodes.expect("published nodes").value()
}

fn depth_row(depth: u32) -> Row {
    Row::from([("depth", u64::from(depth).into())])
}

/// The depths of a published table, in its order.
pub(super) fn depths(table: &PublishedTable) -> impl Iterator<Item = u32> {
    (table.column("depth")).map(|depth| depth.parse().expect("a small number"))
}

/// The searches of positions with contact to a depth by some of the three algorithms.
pub(super) fn contact_plan(depth: u32, algorithms: &[Algorithm], extent: &Extent) -> Plan {
    let task = |&algorithm: &Algorithm| {
        Task::new(
            format!("backgammon contact depth {depth} {algorithm}"),
            cost(algorithm, depth),
            move |draw| {
                let position = position(draw, 0, CONTACT)?;
                let found = measure(algorithm, depth, &position, draw)?;
                Ok(figures(&found))
            },
        )
    };
    let cost_of_all = ALGORITHMS
        .map(|algorithm| cost(algorithm, depth))
        .iter()
        .sum();
    Plan {
        row: depth_row(depth),
        published: POSITIONS,
        samples: extent.samples_or_more(POSITIONS, depth, POSITIONS, cost_of_all),
        tasks: algorithms.iter().map(task).collect(),
    }
}

/// Searches a position as the thesis did.
fn measure(
    algorithm: Algorithm,
    depth: u32,
    position: &str,
    draw: Draw<'_>,
) -> Result<Measured, Stopped> {
    let mut settings = Settings::new(algorithm);
    settings.limits.depth = depth;
    settings.remembers.decisions = false;
    settings.remembers.chance = true;
    // Leaves are not in the table, and few nodes are anything else.
    let mebibytes = if depth > 3 { 16 } else { 1 };
    search(
        &*game("backgammon"),
        EVALUATOR,
        settings,
        mebibytes,
        position,
        draw,
    )
}

/// A position of a game at depth 1, of this kind; the same for all searches of a trial.
pub(crate) fn position(
    draw: Draw<'_>,
    trial: u64,
    filter: Option<&str>,
) -> Result<String, Stopped> {
    let seed = mix(mix(mix(draw.seed) ^ trial) ^ draw.number);
    let play = SelfPlay {
        evaluator: Some(EVALUATOR),
        noise: Noise::default(),
        depth: 1,
        filter,
    };
    self_play_position(&*game("backgammon"), &play, seed)
}

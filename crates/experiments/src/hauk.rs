//! The tables of Hauk's thesis: about Dice (appendix B), and about backgammon (chapter 5 and appendix C).

mod backgammon;
mod nodes;
mod orderings;
mod probing;
mod tournament;

use starmax_search::Algorithm;

use crate::dice_search::DiceSearch;
use crate::plan::{Plan, Results};
use crate::published::PublishedTable;
use crate::search::ALGORITHMS;
use crate::{Cell, Extent, MeasuredFigure, PrintedFigure, Row};

pub(crate) use backgammon::{
    CONTACT, EVALUATOR as BACKGAMMON_EVALUATOR, ODD_EVEN, PROBING as BACKGAMMON_PROBING,
    TOURNAMENTS, position as backgammon_position,
};
pub(crate) use nodes::{BACKGAMMON_NODES, BACKGAMMON_SECONDS, NODES, SECONDS};
pub(crate) use orderings::{
    EFFICIENCY as ORDERING_EFFICIENCY, NODES as ORDERING_NODES, SECONDS as ORDERING_SECONDS,
};
pub(crate) use probing::PROBING;
pub(crate) use tournament::TOURNAMENT;

/// The positions per board in the thesis, and those of backgammon.
const POSITIONS: usize = 500;

fn board_row(board: u8, depth: u32) -> Row {
    Row::from([
        ("board", u64::from(board).into()),
        ("depth", u64::from(depth).into()),
    ])
}

fn published_nodes() -> PublishedTable {
    PublishedTable::named("hauk-dice-node-expansions")
}

/// The boards and depths of a published table, in its order.
fn boards_and_depths(table: &PublishedTable) -> impl Iterator<Item = (u8, u32)> {
    let number = |text: &str| text.parse().expect("a small number");
    (table.column("board").zip(table.column("depth")))
        .map(move |(board, depth)| (number(board), u32::from(number(depth))))
}

/// The searches of a board to a depth by some of the three algorithms, at as many positions as all three of them allow: so
/// all tables look at the same ones.
fn board_plan(board: u8, depth: u32, algorithms: &[Algorithm], extent: &Extent) -> Plan {
    let published = published_nodes();
    let row = board_row(board, depth);
    let nodes = |algorithm: Algorithm| {
        (published.figure(&row, mean_column(algorithm)))
            .expect("published nodes")
            .value()
    };
    let task = |&algorithm: &Algorithm| {
        let search = DiceSearch {
            board,
            depth,
            algorithm,
            ordering: None,
        };
        search.task(nodes(algorithm))
    };
    Plan {
        samples: extent.samples_at(depth, POSITIONS, ALGORITHMS.map(nodes).iter().sum()),
        published: POSITIONS,
        tasks: algorithms.iter().map(task).collect(),
        row,
    }
}

const fn mean_column(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Star1 => "star1_mean",
        Algorithm::Star2 => "star2_mean",
        _ => "expectimax_mean",
    }
}

/// The mean and the standard deviation of a figure, each beside the published one.
fn mean_and_deviation(
    table: &'static str,
    row: &Row,
    published: &PublishedTable,
    columns: [(&'static str, &str); 2],
    values: &[f64],
) -> Vec<Cell> {
    if values.is_empty() {
        return Vec::new();
    }
    let figure = |(_, column): (_, &str)| published.figure(row, column);
    let cell = |(column, _): (&'static str, _), published: Option<PrintedFigure>, measured| Cell {
        table,
        row: row.clone(),
        column,
        published,
        measured,
    };
    let (mean, deviation) = (figure(columns[0]), figure(columns[1]));
    let se = deviation.map_or(0.0, |deviation| {
        deviation.value() / (POSITIONS as f64).sqrt()
    });
    let mean = mean.map(|mean| mean.with_se(se));
    let mut cells = vec![cell(columns[0], mean, MeasuredFigure::of(values))];
    if values.len() > 1 {
        cells.push(cell(
            columns[1],
            deviation,
            MeasuredFigure::deviation_of(values),
        ));
    }
    cells
}

/// At how many of the positions all tasks of a plan found the same value, bit for bit.
fn equal_values(plan: &Plan, results: &Results) -> usize {
    let values: Vec<Vec<u64>> = (plan.tasks.iter())
        .map(|task| results.figures(&task.id, "value", plan.samples))
        .map(|values| values.into_iter().map(f64::to_bits).collect())
        .collect();
    (0..plan.samples)
        .filter(|&number| {
            values
                .iter()
                .all(|of_task| of_task[number] == values[0][number])
        })
        .count()
}

/// A sentence about the values that the algorithms found.
pub(crate) fn agreement(complete: &[Plan], results: &Results) -> Option<String> {
    let searched: usize = complete.iter().map(|plan| plan.samples).sum();
    let equal: usize = complete
        .iter()
        .map(|plan| equal_values(plan, results))
        .sum();
    (searched > 0).then(|| {
        format!("All algorithms found the same value, bit for bit, in {equal} of {searched} searched positions.")
    })
}

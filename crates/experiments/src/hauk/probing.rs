//! How often a probe succeeds, by board and depth (B.2).

use starmax_search::Algorithm;

use super::{board_plan, boards_and_depths, mean_and_deviation};
use crate::pictures::{Line, over_key};
use crate::plan::{Plan, Results};
use crate::published::PublishedTable;
use crate::{AboutTable, Cell, Experiment, Extent};
use starmax_report::{Chart, Scale};

pub(crate) const PROBING: Probing = Probing;

const ABOUT: AboutTable = AboutTable {
    name: "hauk-b2",
    title: "Probe efficiency of Star2",
    paper: "Hauk 2004, Table B.2",
    note: "Chance nodes that were left while probing, percent of those at which outcomes were probed; mean and standard \
         deviation over positions. The searches are those of the tables of nodes.",
};

/// Table B.2.
pub(crate) struct Probing;

fn published() -> PublishedTable {
    PublishedTable::named("hauk-dice-probe-efficiency")
}

impl Experiment for Probing {
    fn about(&self) -> AboutTable {
        ABOUT
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        boards_and_depths(&published())
            .map(|(board, depth)| board_plan(board, depth, &[Algorithm::Star2], extent))
            .collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let columns = [
            ("mean_percent", "mean_percent"),
            ("sd_percent", "sd_percent"),
        ];
        let values = results.figures(&plan.tasks[0].id, "probe_percent", plan.samples);
        mean_and_deviation(ABOUT.name, &plan.row, &published(), columns, &values)
    }

    fn charts(&self, cells: &[Cell], _: &[Plan], _: &Results) -> Vec<Chart> {
        let mut boards: Vec<u64> = (cells.iter())
            .filter_map(|cell| cell.row.number("board"))
            .collect();
        boards.dedup();
        let line = |board| {
            Line::new(format!("{board}x{board}"), move |cell| {
                cell.column == "mean_percent" && cell.row.number("board") == Some(board)
            })
        };
        let lines: Vec<Line> = boards.into_iter().map(line).collect();
        let chart = over_key(
            (ABOUT.name, ABOUT.title),
            ("depth", "depth"),
            (
                "probe efficiency in percent, mean and standard error",
                Scale::Linear,
            ),
            cells,
            &lines,
        );
        vec![chart]
    }
}

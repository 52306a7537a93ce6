//! How often a probe succeeds (5.2).

use starmax_search::Algorithm;

use super::{contact_plan, depths};
use crate::hauk::mean_and_deviation;
use crate::pictures::{Line, over_key};
use crate::plan::{Plan, Results};
use crate::published::PublishedTable;
use crate::{AboutTable, Cell, Experiment, Extent, Row};
use starmax_report::{Chart, Scale};

pub(crate) const PROBING: Probing = Probing;

const ABOUT: AboutTable = AboutTable {
    name: "hauk-5.2",
    title: "Probe efficiency of Star2 in backgammon",
    paper: "Hauk 2004, Table 5.2",
    note: "Chance nodes that were left while probing, percent of those at which outcomes were probed; mean and standard \
         deviation over positions. The searches are those of Table C.1.",
};

/// Table 5.2.
pub(crate) struct Probing;

fn published() -> PublishedTable {
    PublishedTable::named("hauk-backgammon-probe-efficiency")
}

impl Experiment for Probing {
    fn about(&self) -> AboutTable {
        ABOUT
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        depths(&published())
            .map(|depth| {
                let plan = contact_plan(depth, &[Algorithm::Star2], extent);
                let row = Row::from([
                    ("class", "contact".into()),
                    ("depth", u64::from(depth).into()),
                ]);
                Plan { row, ..plan }
            })
            .collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let columns = ["mean_percent", "sd_percent"].map(|column| (column, column));
        let values = results.figures(&plan.tasks[0].id, "probe_percent", plan.samples);
        mean_and_deviation(ABOUT.name, &plan.row, &published(), columns, &values)
    }

    fn charts(&self, cells: &[Cell], _: &[Plan], _: &Results) -> Vec<Chart> {
        let line = Line::new("Star2", |cell| cell.column == "mean_percent");
        let chart = over_key(
            (ABOUT.name, ABOUT.title),
            ("depth", "depth"),
            (
                "probe efficiency in percent, mean and standard deviation",
                Scale::Linear,
            ),
            cells,
            &[line.with_errors("sd_percent")],
        );
        vec![chart]
    }
}

//! Whether values depend on who moved last: values of the same positions at different depths (5.3 and 5.4).

use starmax_search::Algorithm;

use super::{cost, measure, position};
use crate::plan::{Plan, Results, Task, sample};
use crate::published::PublishedTable;
use crate::{AboutTable, Cell, Experiment, Extent, MeasuredFigure, PrintedFigure, Row};

/// One of two trials.
pub(crate) struct OddEven {
    about: AboutTable,
    trial: &'static str,
    /// Tells the positions from those of the other trial.
    number: u64,
}

const NOTE: &str = "Value at depth 1 minus value at a larger depth, seen by the player to move: the mean, and the mean and the standard \
     deviation of its amount. One decision, with contact or without, of each of as many games that the engine plays against itself at depth 1; the \
     thesis took all decisions of some games one after the other. The figures are those of the evaluation, ours and GNU Backgammon's, \
     so the published ones are for the record.";

/// Tables 5.3 and 5.4.
pub(crate) const ODD_EVEN: [OddEven; 2] = [
    OddEven {
        about: AboutTable {
            name: "hauk-5.3",
            title: "Differences of root values between depths in backgammon, first trial",
            paper: "Hauk 2004, Table 5.3",
            note: NOTE,
        },
        trial: "A",
        number: 1,
    },
    OddEven {
        about: AboutTable {
            name: "hauk-5.4",
            title: "Differences of root values between depths in backgammon, second trial",
            paper: "Hauk 2004, Table 5.4",
            note: NOTE,
        },
        trial: "B",
        number: 2,
    },
];

const POSITIONS: usize = 3200;
const SHALLOW: u32 = 1;
const DEEP: [(u32, &str); 2] = [(3, "1 vs 3"), (5, "1 vs 5")];

impl OddEven {
    fn task(&self, depth: u32) -> Task {
        let trial = self.number;
        Task::new(
            format!("backgammon trial {} depth {depth}", self.trial),
            cost(Algorithm::Star2, depth),
            move |draw| {
                let position = position(draw, trial, None)?;
                let found = measure(Algorithm::Star2, depth, &position, draw)?;
                Ok(sample([("value", found.player.sees(found.value))]))
            },
        )
        .giving(["value"])
    }
}

impl Experiment for OddEven {
    fn about(&self) -> AboutTable {
        self.about
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let plan = |(deep, depths): (u32, &'static str)| {
            let tasks = [SHALLOW, deep].map(|depth| self.task(depth));
            let cost = tasks.iter().map(|task| task.cost as f64).sum();
            Plan {
                row: Row::from([("trial", self.trial.into()), ("depths", depths.into())]),
                published: POSITIONS,
                samples: extent.samples_at(deep, POSITIONS, cost),
                tasks: tasks.into(),
            }
        };
        DEEP.into_iter().map(plan).collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let published = PublishedTable::named("hauk-backgammon-odd-even");
        let [shallow, deep] = [0, 1]
            .map(|place: usize| results.figures(&plan.tasks[place].id, "value", plan.samples));
        let differences: Vec<f64> = (shallow.iter().zip(&deep))
            .map(|(shallow, deep)| shallow - deep)
            .collect();
        let amounts: Vec<f64> = differences
            .iter()
            .map(|difference| difference.abs())
            .collect();
        let cell = |column, measured| Cell {
            table: self.about.name,
            row: plan.row.clone(),
            column,
            published: published
                .figure(&plan.row, column)
                .map(PrintedFigure::for_the_record),
            measured,
        };
        let mut cells = vec![
            cell("average", MeasuredFigure::of(&differences)),
            cell("abs_average", MeasuredFigure::of(&amounts)),
        ];
        if amounts.len() > 1 {
            cells.push(cell("abs_sd", MeasuredFigure::deviation_of(&amounts)));
        }
        cells
    }
}

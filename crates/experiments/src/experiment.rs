use thiserror::Error;

use crate::{Cell, EXPERIMENTS, Extent, Plan, Results};
use starmax_report::Chart;

/// What there is to know about a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AboutTable {
    /// The name on the command line and in the cells.
    pub name: &'static str,
    /// What the table shows, in one line.
    pub title: &'static str,
    /// The paper and its table.
    pub paper: &'static str,
    /// What a reader must know to judge the figures.
    pub note: &'static str,
}

/// A published table that can be measured again.
pub trait Experiment: Sync {
    /// What there is to know about the table.
    fn about(&self) -> AboutTable;

    /// What has to be measured, from the first row to the last.
    fn plans(&self, extent: &Extent) -> Vec<Plan>;

    /// The cells that come of a plan whose measurements are complete.
    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell>;

    /// Pictures of the table, from its cells and from the measurements behind them.
    fn charts(&self, _cells: &[Cell], _complete: &[Plan], _results: &Results) -> Vec<Chart> {
        Vec::new()
    }

    /// What the measurements say beside the figures.
    fn remarks(&self, _cells: &[Cell], _complete: &[Plan], _results: &Results) -> Vec<String> {
        Vec::new()
    }
}

/// What came of an experiment so far.
#[derive(Clone, Debug)]
pub struct MeasuredTable {
    /// The cells of all rows that are complete.
    pub cells: Vec<Cell>,
    /// Pictures of them.
    pub charts: Vec<Chart>,
    /// What else is to be said, and what was measured at fewer positions than published.
    pub remarks: Vec<String>,
}

impl MeasuredTable {
    /// Puts together what the measurements say about a table.
    #[must_use]
    pub fn new(experiment: &dyn Experiment, extent: &Extent, results: &Results) -> Self {
        let mut plans = experiment.plans(extent);
        let scaled = Plan::scaled_of(&plans);
        plans.retain(|plan| results.are_complete(plan));
        Self::of_plans(experiment, &plans, scaled, results)
    }

    /// Puts together everything that was measured about a table, however much was asked for.
    #[must_use]
    pub fn of_all(experiment: &dyn Experiment, results: &Results) -> Self {
        let mut plans = experiment.plans(&Extent::default());
        for plan in &mut plans {
            plan.samples = results.common(plan);
        }
        let scaled = Plan::scaled_of(&plans);
        plans.retain(|plan| plan.samples > 0);
        Self::of_plans(experiment, &plans, scaled, results)
    }

    fn of_plans(
        experiment: &dyn Experiment,
        complete: &[Plan],
        scaled: Option<String>,
        results: &Results,
    ) -> Self {
        let cells: Vec<Cell> = (complete.iter())
            .flat_map(|plan| experiment.cells(plan, results))
            .collect();
        let has_figures = !cells.is_empty();
        Self {
            charts: if has_figures {
                experiment.charts(&cells, complete, results)
            } else {
                Vec::new()
            },
            remarks: (experiment.remarks(&cells, complete, results).into_iter())
                .chain(scaled)
                .collect(),
            cells,
        }
    }
}

/// The experiment of this name.
///
/// # Errors
/// Lists the known names when there is none.
pub fn find(name: &str) -> Result<&'static dyn Experiment, UnknownTable> {
    (EXPERIMENTS.iter().copied())
        .find(|experiment| experiment.about().name.eq_ignore_ascii_case(name))
        .ok_or_else(|| UnknownTable(name.to_owned()))
}

/// No experiment has this name.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown table \"{0}\", expected one of {known}", known = names())]
pub struct UnknownTable(String);

fn names() -> String {
    let names: Vec<_> = EXPERIMENTS.iter().map(|known| known.about().name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_is_found_by_its_name() {
        for experiment in EXPERIMENTS {
            let about = experiment.about();
            assert_eq!(find(about.name).unwrap().about(), about);
        }
    }

    #[test]
    fn an_unknown_table_lists_the_known_ones() {
        let error = find("ballard-4").err().unwrap().to_string();
        assert!(
            error.starts_with("unknown table \"ballard-4\", expected one of ballard-1, ballard-2"),
            "{error}"
        );
    }
}

//! The tables of Veness and Blair: four algorithms on Dice at depth 13.

use starmax_catalog::{Noise, SelfPlay};
use starmax_games::mix;
use starmax_search::{Algorithm, Enhancements, Settings};

use crate::hauk::agreement;
use crate::pictures::{Line, over_key};
use crate::plan::{Draw, Plan, Results, Sample, Stopped, Task};
use crate::published::PublishedTable;
use crate::search::{figures, game, mebibytes_for, search, self_play_position};
use crate::{AboutTable, Cell, Experiment, Extent, MeasuredFigure, PrintedFigure, Row};
use starmax_report::{Chart, Scale};

/// One of the two tables.
pub(crate) struct Veness {
    about: AboutTable,
    published: &'static str,
    figure: &'static str,
    /// One of these is this many of what is measured.
    unit: f64,
    chart_title: &'static str,
    y_label: &'static str,
}

const NOTE: &str = "Positions from games of the engine against itself, judged by our own net. All four algorithms with a table of decisions, \
         iterative deepening, killer moves and history; only Star2-TT has chance nodes in the table. Nodes of all \
         iterations together. The standard errors of all but the mean are bootstrapped; those of a smallest and a largest \
         value are mere hints.";

pub(crate) const TABLE_1: Veness = Veness {
    about: AboutTable {
        name: "veness-1",
        title: "Millions of nodes to depth 13 on the 5x5 board",
        paper: "Veness and Blair 2007, Table I",
        note: NOTE,
    },
    published: "veness-table1-million-nodes-depth13",
    figure: "nodes",
    unit: 1e6,
    chart_title: "Nodes over depth on the 5x5 board",
    y_label: "millions of nodes, mean and standard error",
};

pub(crate) const TABLE_2: Veness = Veness {
    about: AboutTable {
        name: "veness-2",
        title: "Seconds to depth 13 on the 5x5 board",
        paper: "Veness and Blair 2007, Table II",
        note: NOTE,
    },
    published: "veness-table2-seconds-depth13",
    figure: "seconds",
    unit: 1.0,
    chart_title: "Seconds at depth 13 on the 5x5 board",
    y_label: "seconds, mean and standard error",
};

/// Our own net.
const EVALUATOR: &str = "net";
const POSITIONS: usize = 50;
const DEPTH: u32 = 13;
/// The depth at which the games were played from which the positions come.
const SELF_PLAY_DEPTH: u32 = 3;

const ALGORITHMS: [Algorithm; 4] = [
    Algorithm::Expectimax,
    Algorithm::Star1,
    Algorithm::Star2,
    Algorithm::Star2Tt,
];

const fn column(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Star1 => "star1",
        Algorithm::Star2 => "star2",
        Algorithm::Star2Tt => "star2_tt",
        _ => "expectimax",
    }
}

const fn chart_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Star1 => "Star1",
        Algorithm::Star2 => "Star2",
        Algorithm::Star2Tt => "Star2-TT",
        _ => "Expectimax",
    }
}

fn statistic_row(statistic: &'static str) -> Row {
    Row::from([("statistic", statistic.into())])
}

fn task(algorithm: Algorithm, depth: u32) -> Task {
    /// Two levels more take this many times the nodes.
    const GROWTH: f64 = 4.0;
    let published =
        PublishedTable::named(TABLE_1.published).figure(&statistic_row("mean"), column(algorithm));
    let nodes = published.expect("published nodes").value() * TABLE_1.unit;
    let levels_less = f64::from(DEPTH - depth);
    let nodes = nodes / GROWTH.powf(levels_less / 2.0);
    let id = format!("dice 5x5 self-play depth {depth} {algorithm}");
    let mebibytes = mebibytes_for(nodes);
    Task::new(id, nodes, move |draw| {
        measure(algorithm, depth, draw, mebibytes)
    })
}

fn measure(
    algorithm: Algorithm,
    depth: u32,
    draw: Draw<'_>,
    mebibytes: usize,
) -> Result<Sample, Stopped> {
    let mut settings = Settings::new(algorithm);
    settings.limits.depth = depth;
    settings.enhancements = settings.enhancements.with(Enhancements::LEARNING);
    settings.remembers.chance = algorithm == Algorithm::Star2Tt;
    let play = SelfPlay {
        evaluator: Some(EVALUATOR),
        noise: Noise::default(),
        depth: SELF_PLAY_DEPTH,
        filter: None,
    };
    let game = game("dice");
    let position = self_play_position(&*game, &play, mix(mix(draw.seed) ^ draw.number))?;
    let found = search(&*game, EVALUATOR, settings, mebibytes, &position, draw)?;
    Ok(figures(&found))
}

/// The statistics of the paper.
const STATISTICS: [&str; 5] = ["min", "median", "max", "mean", "sd"];

/// The depths of the paper's Figure 6.3 before the last one.
const SHALLOW: [(u32, &str); 5] = [
    (3, "mean, depth 3"),
    (5, "mean, depth 5"),
    (7, "mean, depth 7"),
    (9, "mean, depth 9"),
    (11, "mean, depth 11"),
];

/// A statistic of some values.
fn statistic(name: &str, values: &[f64]) -> MeasuredFigure {
    match name {
        "min" => MeasuredFigure::bootstrapped(values, |values| {
            values.iter().copied().fold(f64::INFINITY, f64::min)
        }),
        "max" => MeasuredFigure::bootstrapped(values, |values| {
            values.iter().copied().fold(0.0, f64::max)
        }),
        "median" => MeasuredFigure::bootstrapped(values, median),
        "sd" => MeasuredFigure::deviation_of(values),
        _ => MeasuredFigure::of(values),
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    } else {
        sorted[middle]
    }
}

impl Veness {
    fn values(&self, plan: &Plan, place: usize, results: &Results) -> Vec<f64> {
        let figures = results.figures(&plan.tasks[place].id, self.figure, plan.samples);
        figures.iter().map(|figure| figure / self.unit).collect()
    }
}

fn depth_of(plan: &Plan) -> u32 {
    let depth = plan.row.number("depth").expect("a plan is for a depth");
    u32::try_from(depth).expect("a small number")
}

impl Experiment for Veness {
    fn about(&self) -> AboutTable {
        self.about
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let shallow = SHALLOW.iter().map(|&(depth, _)| depth);
        let depths = shallow.filter(|_| self.figure == "nodes").chain([DEPTH]);
        let plan = |depth: u32| {
            let row = Row::from([("depth", u64::from(depth).into())]);
            let tasks = ALGORITHMS.map(|algorithm| task(algorithm, depth));
            let nodes = tasks.iter().map(|task| task.cost as f64).sum();
            Plan {
                row,
                published: POSITIONS,
                samples: extent.samples_at(depth, POSITIONS, nodes),
                tasks: tasks.into(),
            }
        };
        depths.map(plan).collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let published = PublishedTable::named(self.published);
        let shallow = SHALLOW.iter().find(|&&(depth, _)| depth == depth_of(plan));
        let statistics = shallow.map_or(STATISTICS.to_vec(), |&(_, name)| vec![name]);
        let cell = |name, place: usize| {
            let row = statistic_row(name);
            let column = column(ALGORITHMS[place]);
            let figure = |row: &Row| published.figure(row, column);
            let se = figure(&statistic_row("sd"))
                .map_or(0.0, |sd| sd.value() / (POSITIONS as f64).sqrt());
            Cell {
                table: self.about.name,
                published: figure(&row).map(|figure| match (self.figure, name) {
                    ("nodes", "mean") => figure.with_se(se),
                    ("nodes", "median" | "sd") => figure,
                    _ => figure.for_the_record(),
                }),
                row,
                column,
                measured: statistic(name, &self.values(plan, place, results)),
            }
        };
        (statistics.into_iter())
            .flat_map(|name| (0..ALGORITHMS.len()).map(move |place| (name, place)))
            .map(|(name, place)| cell(name, place))
            .collect()
    }

    fn charts(&self, _: &[Cell], complete: &[Plan], results: &Results) -> Vec<Chart> {
        let published = PublishedTable::named(self.published);
        let cell = |plan: &Plan, place: usize| {
            let column = column(ALGORITHMS[place]);
            let figure = |statistic| published.figure(&statistic_row(statistic), column);
            let mean = figure("mean").zip(figure("sd")).map(|(mean, deviation)| {
                mean.with_se(deviation.value() / (POSITIONS as f64).sqrt())
            });
            Cell {
                table: self.about.name,
                row: plan.row.clone(),
                column,
                published: mean.filter(|_| depth_of(plan) == DEPTH),
                measured: MeasuredFigure::of(&self.values(plan, place, results)),
            }
        };
        let cells: Vec<Cell> = (complete.iter())
            .flat_map(|plan| (0..ALGORITHMS.len()).map(move |place| cell(plan, place)))
            .collect();
        let lines = ALGORITHMS.map(|algorithm| {
            Line::new(chart_name(algorithm), move |cell| {
                cell.column == column(algorithm)
            })
        });
        let chart = over_key(
            (self.about.name, self.chart_title),
            ("depth", "depth"),
            (self.y_label, Scale::Log),
            &cells,
            &lines,
        );
        vec![chart]
    }

    fn remarks(&self, _: &[Cell], complete: &[Plan], results: &Results) -> Vec<String> {
        let deepest = complete.iter().find(|plan| depth_of(plan) == DEPTH);
        let mut remarks: Vec<String> = agreement(complete, results).into_iter().collect();
        if let Some(plan) = deepest {
            let published = PublishedTable::named(self.published);
            let mean = |place| MeasuredFigure::of(&self.values(plan, place, results)).mean;
            let share = |place: usize| {
                let figure = |place| {
                    let row = statistic_row("mean");
                    published
                        .figure(&row, column(ALGORITHMS[place]))
                        .map_or(f64::NAN, PrintedFigure::value)
                };
                format!(
                    "{} {:.3} (published {:.3})",
                    ALGORITHMS[place],
                    mean(place) / mean(0),
                    figure(place) / figure(0)
                )
            };
            let shares: Vec<String> = (1..ALGORITHMS.len()).map(share).collect();
            remarks.push(format!("Shares of Expectimax: {}.", shares.join(", ")));
        }
        remarks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_those_of_the_values() {
        let mean = |name, values: &[f64]| statistic(name, values).mean;
        let values = [5.0, 1.0, 3.0, 7.0];
        assert_eq!(mean("min", &values), 1.0);
        assert_eq!(mean("max", &values), 7.0);
        assert_eq!(mean("median", &values), 4.0);
        assert_eq!(mean("median", &values[..3]), 3.0);
        assert_eq!(mean("mean", &values), 4.0);
        assert!((mean("sd", &values) - (20.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}

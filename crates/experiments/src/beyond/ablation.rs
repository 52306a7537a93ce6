//! What each part of starmax is worth.

use starmax_search::{Algorithm, Enhancement};

use super::{Searcher, Subject};
use crate::hauk::agreement;
use crate::plan::{Plan, Results};
use crate::{AboutTable, Cell, Experiment, Extent, MeasuredFigure, Row};
use starmax_report::{Axis, Chart, Point, Scale, Series, Source, Ticks};

/// Starmax beside the other algorithms, and without each of its parts.
pub(crate) struct Ablation;

const SEARCHES: [(Subject, u32); 8] = [
    (Subject::Dice(5), 9),
    (Subject::Dice(5), 11),
    (Subject::Dice(5), 13),
    (Subject::Dice(7), 7),
    (Subject::Dice(7), 9),
    (Subject::Dice(11), 7),
    (Subject::Dice(17), 7),
    (Subject::Backgammon, 5),
];

const POSITIONS: usize = 50;

/// Those that take so much longer than the others that they get fewer positions.
const PLAIN: [Searcher; 2] = [
    Searcher::Algorithm(Algorithm::Expectimax),
    Searcher::Algorithm(Algorithm::Star1),
];
const BASE: Searcher = Searcher::Algorithm(Algorithm::Star2Tt);

fn others() -> impl Iterator<Item = Searcher> {
    let strong = [Algorithm::Star2, Algorithm::Star2Tt, Algorithm::Starmax];
    (strong.map(Searcher::Algorithm).into_iter()).chain(Enhancement::ALL.map(Searcher::Without))
}

/// What a row or a plan is about.
fn searched(row: &Row) -> Option<(Subject, u32)> {
    let is_it = |&&(subject, depth): &&(Subject, u32)| {
        row.get("game") == Some(&subject.name().into())
            && row.number("depth") == Some(u64::from(depth))
    };
    SEARCHES.iter().find(is_it).copied()
}

/// Percent of the nodes of Star2-TT that a search takes.
fn nodes_percent(
    cells: &[Cell],
    about: (Subject, u32),
    search: &'static str,
) -> Option<MeasuredFigure> {
    let is_it = |cell: &&Cell| {
        cell.column == "nodes_percent"
            && cell.row.get("search") == Some(&search.into())
            && searched(&cell.row) == Some(about)
    };
    cells.iter().find(is_it).map(|cell| cell.measured)
}

impl Experiment for Ablation {
    fn about(&self) -> AboutTable {
        AboutTable {
            name: "ablation",
            title: "Nodes and seconds of starmax, without each of its parts, and of the other algorithms",
            paper: "our own",
            note: "Fresh positions with the roll given: random ones of Dice, judged by tanh; of backgammon those with contact, one of each game of the engine \
                   against itself at depth 1, judged by our net. Usual settings, one thread; every algorithm has a table of decisions, and all but Star1 and Star2 \
                   one of chance nodes. Percent of the nodes and of the seconds of Star2-TT at the same positions; Expectimax and Star1 at fewer positions. As many \
                   searches run side by side as there are cores.",
        }
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let plans = SEARCHES.map(|(subject, depth)| {
            let with_base = [BASE].into_iter().chain(PLAIN);
            [
                subject.plan(depth, with_base, POSITIONS, extent),
                subject.plan(depth, others(), POSITIONS, extent),
            ]
        });
        plans.into_iter().flatten().collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let (subject, depth) = searched(&plan.row).expect("one of the searches");
        let figures = |searcher: Searcher, name: &str| {
            results.figures(&subject.task_id(depth, searcher), name, plan.samples)
        };
        let first_plain = subject.task_id(depth, PLAIN[0]);
        let searchers: Vec<Searcher> = if plan.tasks.iter().any(|task| task.id == first_plain) {
            PLAIN.to_vec()
        } else {
            others().collect()
        };
        (searchers.into_iter())
            .flat_map(|searcher| {
                let row = Row::from([
                    ("game", plan.row.get("game").expect("a game").clone()),
                    ("depth", plan.row.get("depth").expect("a depth").clone()),
                    ("search", searcher.name().into()),
                ]);
                let cell = |column, measured| Cell {
                    table: "ablation",
                    row: row.clone(),
                    column,
                    published: None,
                    measured,
                };
                let [nodes, seconds] =
                    ["nodes", "seconds"].map(|name| (figures(searcher, name), figures(BASE, name)));
                [
                    cell("nodes", MeasuredFigure::of(&nodes.0)),
                    cell("seconds", MeasuredFigure::of(&seconds.0)),
                    cell(
                        "nodes_percent",
                        MeasuredFigure::percent_of(&nodes.0, &nodes.1),
                    ),
                    cell(
                        "seconds_percent",
                        MeasuredFigure::percent_of(&seconds.0, &seconds.1),
                    ),
                ]
            })
            .collect()
    }

    /// Percent of the nodes of Star2-TT, a line for each search and a place for each of starmax and what it is without.
    fn charts(&self, cells: &[Cell], _: &[Plan], _: &Results) -> Vec<Chart> {
        let names: Vec<&str> = others()
            .filter(|&searcher| searcher != BASE)
            .map(Searcher::name)
            .collect();
        let series = SEARCHES.map(|(subject, depth)| Series {
            name: format!("{}, depth {depth}", subject.name()),
            source: Source::Measured,
            points: (names.iter().enumerate())
                .filter_map(|(place, &name)| {
                    let percent = nodes_percent(cells, (subject, depth), name)?;
                    Some(Point {
                        x: (place + 1) as f64,
                        y: percent.mean,
                        error: (percent.se > 0.0).then_some(percent.se),
                    })
                })
                .collect(),
        });
        let legend: Vec<String> = (names.iter().enumerate())
            .map(|(place, name)| {
                format!("{} {}", place + 1, name.replace("starmax without ", "- "))
            })
            .collect();
        vec![Chart {
            name: "ablation".to_owned(),
            title: "Percent of the nodes of Star2-TT".to_owned(),
            x: Axis {
                label: legend.join(", "),
                scale: Scale::Linear,
                ticks: Ticks::At((1..=names.len()).map(|place| place as f64).collect()),
            },
            y: Axis {
                label: "percent of the nodes of Star2-TT".to_owned(),
                scale: Scale::Log,
                ticks: Ticks::Automatic,
            },
            series: (series.into_iter())
                .filter(|series| !series.points.is_empty())
                .collect(),
        }]
    }

    fn remarks(&self, cells: &[Cell], complete: &[Plan], results: &Results) -> Vec<String> {
        let shares: Vec<String> = (SEARCHES.iter())
            .filter_map(|&(subject, depth)| {
                let percent = |search| nodes_percent(cells, (subject, depth), search);
                let share = percent("starmax")?.mean / percent("expectimax")?.mean;
                Some(format!(
                    "{}, depth {depth}: {:.2}",
                    subject.name(),
                    100.0 * share
                ))
            })
            .collect();
        let mut remarks: Vec<String> = agreement(complete, results).into_iter().collect();
        if !shares.is_empty() {
            remarks.push(format!(
                "Starmax, percent of the nodes of Expectimax: {}.",
                shares.join("; ")
            ));
        }
        remarks
    }
}

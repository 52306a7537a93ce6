//! How searches grow with their depth.

use super::{Searcher, Subject};
use crate::hauk::agreement;
use crate::pictures::{Line, over_key};
use crate::plan::{Plan, Results};
use crate::{AboutTable, Cell, Experiment, Extent, MeasuredFigure};
use starmax_report::{Chart, Scale};

/// Nodes over depth, for each algorithm.
pub(crate) struct Growth;

const DEEPEST: [(Subject, u32); 4] = [
    (Subject::Dice(5), 13),
    (Subject::Dice(7), 9),
    (Subject::Dice(11), 7),
    (Subject::Backgammon, 5),
];

const POSITIONS: usize = 20;

/// The nodes, and how many times those of two levels less they are.
const fn columns(searcher: Searcher) -> [&'static str; 2] {
    use starmax_search::Algorithm::{Expectimax, Star1, Star2, Star2Tt};
    match searcher {
        Searcher::Algorithm(Expectimax) => ["expectimax", "expectimax_factor"],
        Searcher::Algorithm(Star1) => ["star1", "star1_factor"],
        Searcher::Algorithm(Star2) => ["star2", "star2_factor"],
        Searcher::Algorithm(Star2Tt) => ["star2_tt", "star2_tt_factor"],
        _ => ["starmax", "starmax_factor"],
    }
}

fn subject_of(plan: &Plan) -> Subject {
    let game = plan.row.get("game");
    let is_it = |subject: &Subject| game == Some(&subject.name().into());
    let mut subjects = DEEPEST.map(|(subject, _)| subject).into_iter();
    subjects.find(is_it).expect("a plan is for a game")
}

impl Experiment for Growth {
    fn about(&self) -> AboutTable {
        AboutTable {
            name: "growth",
            title: "Nodes over depth, and the effective branching factor per move",
            paper: "our own",
            note: "The positions and searches of the ablation. The factor is the nodes as a multiple of those two levels, a move and a roll, before, at the same \
                   positions. A full tree of Dice grows by the square of the board's size for each, one of backgammon by about 400.",
        }
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let depths = |(subject, deepest): (Subject, u32)| {
            (1..=deepest).step_by(2).map(move |depth| (subject, depth))
        };
        let plan = |(subject, depth): (Subject, u32)| {
            subject.plan(depth, Searcher::ALGORITHMS.into_iter(), POSITIONS, extent)
        };
        DEEPEST.into_iter().flat_map(depths).map(plan).collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let depth = plan.row.number("depth").expect("a plan is for a depth");
        let depth = u32::try_from(depth).expect("a small number");
        let shallower = |searcher| {
            let depth = depth.checked_sub(2)?;
            let task = subject_of(plan).task(depth, searcher);
            let nodes = results.figures(&task.id, "nodes", plan.samples);
            (nodes.len() == plan.samples).then_some(nodes)
        };
        let cell = |column, measured| Cell {
            table: "growth",
            row: plan.row.clone(),
            column,
            published: None,
            measured,
        };
        (Searcher::ALGORITHMS.into_iter().zip(&plan.tasks))
            .flat_map(|(searcher, task)| {
                let nodes = results.figures(&task.id, "nodes", plan.samples);
                let [column, factor] = columns(searcher);
                let growth = shallower(searcher).map(|fewer| {
                    cell(
                        factor,
                        MeasuredFigure::percent_of(&nodes, &fewer).times(0.01),
                    )
                });
                [Some(cell(column, MeasuredFigure::of(&nodes))), growth]
            })
            .flatten()
            .collect()
    }

    fn charts(&self, cells: &[Cell], _: &[Plan], _: &Results) -> Vec<Chart> {
        let chart = |(subject, _): (Subject, u32)| {
            let name = format!("growth-{}", subject.name().replace(' ', "-"));
            let title = format!("Nodes over depth: {}", subject.name());
            let of_subject: Vec<Cell> = (cells.iter())
                .filter(|cell| cell.row.get("game") == Some(&subject.name().into()))
                .cloned()
                .collect();
            let lines = Searcher::ALGORITHMS.map(|searcher| {
                let [column, _] = columns(searcher);
                Line::new(searcher.name(), move |cell| cell.column == column)
            });
            over_key(
                (&name, &title),
                ("depth", "depth"),
                ("nodes, mean and standard error", Scale::Log),
                &of_subject,
                &lines,
            )
        };
        let charts = DEEPEST.map(chart).into_iter();
        charts.filter(|chart| !chart.series.is_empty()).collect()
    }

    fn remarks(&self, _: &[Cell], complete: &[Plan], results: &Results) -> Vec<String> {
        agreement(complete, results).into_iter().collect()
    }
}

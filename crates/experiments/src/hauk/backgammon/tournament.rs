//! Players of different depths against each other, with and without noise (C.2 to C.5).

use starmax_arena::{Schedule, Z95};
use starmax_games::mix;
use starmax_search::Algorithm;

use super::{EVALUATOR, cost};
use crate::hauk::tournament::{depth_against_depth, row as chart_row};
use crate::plan::{Draw, Plan, Results, Sample, Stopped, Task, sample};
use crate::published::PublishedTable;
use crate::search::play_pair;
use crate::{AboutTable, Cell, Experiment, Extent, MeasuredFigure, PrintedFigure, Row};
use starmax_report::Chart;

/// One table of games.
pub(crate) struct Tournament {
    about: AboutTable,
    /// Its name in the thesis.
    table: &'static str,
    /// What both players search by.
    algorithm: Algorithm,
    /// The standard deviation of the noise.
    noise: &'static str,
    /// The games per pairing in the thesis.
    games: usize,
}

macro_rules! note {
    ($about_search:literal) => {
        concat!(
            $about_search,
            " Percent of games won by the deeper player, and points per game, with gammons; games come in pairs with the same dice and swapped \
             sides, the first roll goes through all 21. Standard errors are those of the mean over pairs. Usually 1,000 games per pairing at least."
        )
    };
}

const FULL: &str = note!(
    "The players search in full, judged by our net; by starmax, which plays the moves of Star2."
);
const WITH_NOISE: &str = note!(
    "The players search in full, judged by our net with noise, which is a function of the position, the same for both players, and added to each \
     of its five chances, as in GNU Backgammon; so the value has about 2.5 times the deviation."
);

/// Tables C.2 to C.5.
pub(crate) const TOURNAMENTS: [Tournament; 4] = [
    Tournament {
        about: AboutTable {
            name: "hauk-c2",
            title: "Games won at one depth against another in backgammon by static-reply",
            paper: "Hauk 2004, Table C.2",
            note: note!(
                "The thesis let GNU Backgammon play with its own search. Here static-reply, which is like it, is judged by our net: the moves of the \
                 root pass a filter, and below only the statically best reply to each roll is followed."
            ),
        },
        table: "C.2",
        algorithm: Algorithm::StaticReply,
        noise: "0",
        games: 18_000,
    },
    Tournament {
        about: AboutTable {
            name: "hauk-c3",
            title: "Games won at one depth against another in backgammon",
            paper: "Hauk 2004, Table C.3",
            note: FULL,
        },
        table: "C.3",
        algorithm: Algorithm::Starmax,
        noise: "0",
        games: 2000,
    },
    Tournament {
        about: AboutTable {
            name: "hauk-c4",
            title: "Games won at one depth against another in backgammon with noise of 0.015",
            paper: "Hauk 2004, Table C.4",
            note: WITH_NOISE,
        },
        table: "C.4",
        algorithm: Algorithm::Starmax,
        noise: "0.015",
        games: 1000,
    },
    Tournament {
        about: AboutTable {
            name: "hauk-c5",
            title: "Games won at one depth against another in backgammon with noise of 0.03",
            paper: "Hauk 2004, Table C.5",
            note: WITH_NOISE,
        },
        table: "C.5",
        algorithm: Algorithm::Starmax,
        noise: "0.03",
        games: 200,
    },
];

const DEPTHS: [u32; 3] = [1, 3, 5];
/// Fewer games say nothing about a few percent.
const FEWEST_PAIRS: usize = 500;
/// Of fewer pairs nothing is known about their spread.
const PAIRS_FOR_INTERVAL: u64 = 30;
/// About as many moves does each player make in a pair of games.
const MOVES: f64 = 50.0;

const PERCENT: &str = "percent_won_by_deep";
const POINTS: &str = "points_per_game_for_deep";

impl Tournament {
    fn task(&self, shallow: u32, deep: u32) -> Task {
        let &Self {
            algorithm, noise, ..
        } = self;
        // What a decision takes in a game, as a share of the published nodes of Star2: not all positions have contact.
        let share = if algorithm.is_exact() { 0.5 } else { 0.08 };
        let nodes: f64 = [shallow, deep]
            .map(|depth| cost(Algorithm::Star2, depth))
            .iter()
            .sum();
        Task::new(
            format!(
                "backgammon tournament {algorithm} noise {noise} depth {shallow} against {deep}"
            ),
            share * MOVES * nodes,
            move |draw| play(algorithm, noise, [deep, shallow], draw),
        )
        .giving(["won", "points"])
    }
}

/// A pair of games of players of two depths, seen by the first one.
fn play(
    algorithm: Algorithm,
    noise: &str,
    depths: [u32; 2],
    draw: Draw<'_>,
) -> Result<Sample, Stopped> {
    let seed = mix(draw.seed);
    let noise = match noise {
        "0" => String::new(),
        noise => format!(",noise={noise},noise-seed={seed}"),
    };
    let players =
        depths.map(|depth| format!("{algorithm}:depth={depth},evaluator={EVALUATOR}{noise}"));
    let points = play_pair("backgammon", &players, Schedule { seed }, draw)?;
    let won = points.map(|points| f64::from(u8::from(points > 0.0)));
    Ok(sample([
        ("won", won.iter().sum::<f64>() / 2.0),
        ("points", points.iter().sum::<f64>() / 2.0),
    ]))
}

fn row(shallow: u32, deep: u32) -> Row {
    Row::from([
        ("shallow_depth", u64::from(shallow).into()),
        ("deep_depth", u64::from(deep).into()),
    ])
}

fn depths_of(row: &Row) -> [u32; 2] {
    ["shallow_depth", "deep_depth"].map(|name| {
        let number = row.number(name).expect("both depths are in the row");
        u32::try_from(number).expect("a small number")
    })
}

impl Experiment for Tournament {
    fn about(&self) -> AboutTable {
        self.about
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let pairings = [
            (DEPTHS[0], DEPTHS[1]),
            (DEPTHS[0], DEPTHS[2]),
            (DEPTHS[1], DEPTHS[2]),
        ];
        let plan = |(shallow, deep)| {
            let task = self.task(shallow, deep);
            let published = self.games / 2;
            Plan {
                row: row(shallow, deep),
                published,
                samples: extent.samples_or_more(FEWEST_PAIRS, deep, published, task.cost as f64),
                tasks: vec![task],
            }
        };
        pairings.map(plan).into()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let figures = |name| results.figures(&plan.tasks[0].id, name, plan.samples);
        let [shallow, deep] = depths_of(&plan.row).map(u64::from);
        let published_row = Row::from([
            ("table", self.table.into()),
            ("shallow_depth", shallow.into()),
            ("deep_depth", deep.into()),
        ]);
        // The games of the thesis, taken as independent.
        let with_se = |figure: PrintedFigure| {
            let percent = figure.value();
            figure.with_se((percent * (100.0 - percent) / self.games as f64).sqrt())
        };
        let published = PublishedTable::named("hauk-backgammon-tournaments");
        let cell = |column, published, measured| Cell {
            table: self.about.name,
            row: plan.row.clone(),
            column,
            published,
            measured,
        };
        vec![
            cell(
                PERCENT,
                published.figure(&published_row, PERCENT).map(with_se),
                MeasuredFigure::of(&figures("won")).times(100.0),
            ),
            cell(POINTS, None, MeasuredFigure::of(&figures("points"))),
        ]
    }

    fn charts(&self, cells: &[Cell], _: &[Plan], _: &Results) -> Vec<Chart> {
        let both_sides = |cell: &Cell| {
            let [shallow, deep] = depths_of(&cell.row);
            let lost = Cell {
                row: chart_row(deep, shallow),
                published: (cell.published).map(|figure| {
                    PrintedFigure::derived(100.0 - figure.value(), figure.decimals())
                        .with_se(figure.se())
                }),
                measured: MeasuredFigure {
                    mean: 100.0 - cell.measured.mean,
                    ..cell.measured
                },
                ..cell.clone()
            };
            let won = Cell {
                row: chart_row(shallow, deep),
                ..cell.clone()
            };
            [won, lost]
        };
        let cells: Vec<Cell> = (cells.iter())
            .filter(|cell| cell.column == PERCENT)
            .flat_map(both_sides)
            .collect();
        vec![depth_against_depth(&self.about, &DEPTHS, &cells)]
    }

    /// The intervals.
    fn remarks(&self, cells: &[Cell], _: &[Plan], _: &Results) -> Vec<String> {
        let interval = |cell: &Cell| {
            let [shallow, deep] = depths_of(&cell.row);
            let MeasuredFigure { mean, se, samples } = cell.measured;
            format!(
                "depth {deep} against {shallow} {:.1} to {:.1} ({} games)",
                (mean - Z95 * se).max(0.0),
                (mean + Z95 * se).min(100.0),
                2 * samples
            )
        };
        let intervals: Vec<String> = (cells.iter())
            .filter(|cell| cell.column == PERCENT && cell.measured.samples >= PAIRS_FOR_INTERVAL)
            .map(interval)
            .collect();
        (!intervals.is_empty())
            .then(|| {
                format!(
                    "95% intervals of the percentages: {}.",
                    intervals.join("; ")
                )
            })
            .into_iter()
            .collect()
    }
}

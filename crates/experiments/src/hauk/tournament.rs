//! Players of different depths against each other (B.1).

use starmax_arena::Schedule;
use starmax_games::mix;

use super::{board_row, published_nodes};
use crate::dice_search::LINE;
use crate::pictures::{Line, over_key};
use crate::plan::{Draw, Plan, Results, Sample, Stopped, Task, sample};
use crate::published::PublishedTable;
use crate::search::play_pair;
use crate::{AboutTable, Cell, Experiment, Extent, MeasuredFigure, PrintedFigure, Row};
use starmax_report::{Chart, Scale};

pub(crate) const TOURNAMENT: Tournament = Tournament;

const ABOUT: AboutTable = AboutTable {
    name: "hauk-b1",
    title: "Games won at one depth against another on the 7x7 board",
    paper: "Hauk 2004, Table B.1",
    note: "Percent won by the player of the column's depth; a draw is half a win. Games come in pairs with the same dice and swapped \
         sides, the first roll goes through all values; the standard error is that of the mean over pairs. The players judge \
         by pairs of stones, search by starmax, which plays the moves of Star2, and break ties at random: with the first of \
         equal moves the deeper player wins 3 to 4 percent less against depths 1 and 3.",
};

/// Table B.1.
pub(crate) struct Tournament;

const BOARD: u8 = 7;
const DEPTHS: [u32; 5] = [1, 3, 5, 7, 9];
/// The seeds of the thesis; with each of them both players began once.
const PAIRS: usize = 9000;
/// About as many moves does each player make in a pair of games.
const MOVES: f64 = 24.0;

pub(super) fn row(row: u32, column: u32) -> Row {
    Row::from([
        ("row_depth", u64::from(row).into()),
        ("column_depth", u64::from(column).into()),
    ])
}

fn task(shallow: u32, deep: u32) -> Task {
    let published = published_nodes();
    let nodes = |depth| {
        let figure = published.figure(&board_row(BOARD, depth), "star2_mean");
        figure.expect("published nodes").value()
    };
    Task::new(
        format!("dice {BOARD}x{BOARD} tournament depth {shallow} against {deep}"),
        MOVES * (nodes(shallow) + nodes(deep)),
        move |draw| play(shallow, deep, draw),
    )
    .giving(["won"])
}

/// A pair of games; won is the share of the deeper player.
fn play(shallow: u32, deep: u32, draw: Draw<'_>) -> Result<Sample, Stopped> {
    let player = |depth| format!("starmax:depth={depth},evaluator=pairs,ties=random");
    let schedule = Schedule {
        seed: mix(draw.seed),
    };
    let points = play_pair(
        &format!("dice:{BOARD}x{BOARD},k={LINE}"),
        &[player(deep), player(shallow)],
        schedule,
        draw,
    )?;
    let won: f64 = points.map(|points| f64::midpoint(points, 1.0)).iter().sum();
    Ok(sample([("won", won / 2.0)]))
}

impl Experiment for Tournament {
    fn about(&self) -> AboutTable {
        ABOUT
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let pairings = DEPTHS.into_iter().flat_map(|deep| {
            let shallow = DEPTHS.into_iter().filter(move |&shallow| shallow < deep);
            shallow.map(move |shallow| (shallow, deep))
        });
        pairings
            .map(|(shallow, deep)| {
                let task = task(shallow, deep);
                Plan {
                    row: row(shallow, deep),
                    published: PAIRS,
                    samples: extent.samples_at(deep, PAIRS, task.cost as f64),
                    tasks: vec![task],
                }
            })
            .collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let published = PublishedTable::named("hauk-dice-tournament");
        let won = results.figures(&plan.tasks[0].id, "won", plan.samples);
        let won = MeasuredFigure::of(&won).times(100.0);
        let depth = |name| {
            let number = plan.row.number(name).expect("both depths are in the row");
            u32::try_from(number).expect("a small number")
        };
        let (shallow, deep) = (depth("row_depth"), depth("column_depth"));
        let lost = MeasuredFigure {
            mean: 100.0 - won.mean,
            ..won
        };
        // The games of the thesis, taken as independent.
        let published_se = |percent: f64| (percent * (100.0 - percent) / (2 * PAIRS) as f64).sqrt();
        let cell = |row: Row, measured| Cell {
            table: ABOUT.name,
            published: (published.figure(&row, "percent_won_by_column_player"))
                .map(|figure| figure.with_se(published_se(figure.value()))),
            row,
            column: "percent_won_by_column_player",
            measured,
        };
        let mirrored = cell(row(deep, shallow), lost);
        vec![
            cell(row(shallow, deep), won),
            // The same games, seen from the other side: they count once.
            Cell {
                published: mirrored.published.map(PrintedFigure::for_the_record),
                ..mirrored
            },
        ]
    }

    fn charts(&self, cells: &[Cell], _: &[Plan], _: &Results) -> Vec<Chart> {
        vec![depth_against_depth(&ABOUT, &DEPTHS, cells)]
    }
}

/// A line for each depth of a player, over the depth of the opponent, which is that of the table's row.
pub(super) fn depth_against_depth(about: &AboutTable, depths: &[u32], cells: &[Cell]) -> Chart {
    let line = |&depth: &u32| {
        Line::new(format!("depth {depth}"), move |cell| {
            cell.row.number("column_depth") == Some(u64::from(depth))
        })
    };
    let lines: Vec<Line> = depths.iter().map(line).collect();
    // A player of the same depth is as strong, so that every line crosses 50%.
    let equals = (depths.iter())
        .filter(|&&depth| {
            cells
                .iter()
                .any(|cell| cell.row.number("row_depth") == Some(depth.into()))
        })
        .map(|&depth| Cell {
            table: about.name,
            row: row(depth, depth),
            column: "percent_won_by_column_player",
            published: Some(PrintedFigure::derived(50.0, 0)),
            measured: MeasuredFigure::exact(50.0),
        });
    let mut cells: Vec<Cell> = cells.iter().cloned().chain(equals).collect();
    cells.sort_by_key(|cell| cell.row.number("row_depth"));
    over_key(
        (about.name, about.title),
        ("row_depth", "depth of the opponent"),
        ("percent won and standard error", Scale::Linear),
        &cells,
        &lines,
    )
}

//! Charts of every kind that the reports have, from published figures and invented measurements near them.

use starmax_experiments::published::PublishedTable;
use starmax_experiments::{Key, PrintedFigure, Row};
use starmax_report::{Axis, Chart, Point, Scale, Series, Source, Ticks};

const ALGORITHMS: [(&str, &str); 3] = [
    ("expectimax", "Expectimax"),
    ("star1", "Star1"),
    ("star2", "Star2"),
];

pub(crate) fn gallery() -> Vec<Chart> {
    vec![
        nodes("nodes-5x5", 5),
        nodes("nodes-11x11", 11),
        seconds(),
        probe_efficiency(),
        move_orders(),
        positions(),
        tournament(),
        veness_nodes(),
        eighteen_series(),
    ]
}

pub(crate) fn axis(label: &str, scale: Scale, ticks: Ticks) -> Axis {
    Axis {
        label: label.to_owned(),
        scale,
        ticks,
    }
}

pub(crate) fn series(
    name: &str,
    source: Source,
    points: impl IntoIterator<Item = Point>,
) -> Series {
    Series {
        name: name.to_owned(),
        source,
        points: points.into_iter().collect(),
    }
}

pub(crate) fn point(x: f64, y: f64) -> Point {
    Point { x, y, error: None }
}

fn depths(last: u32) -> Ticks {
    Ticks::At((1..=last).step_by(2).map(f64::from).collect())
}

fn percents() -> Ticks {
    Ticks::At((0..=5).map(|fifth| 20.0 * f64::from(fifth)).collect())
}

/// What a measurement could have found instead of a published point.
fn measured(point: &Point) -> Point {
    let factor = 1.0 + 0.07 * (point.x * 1.7 + point.y).sin();
    Point {
        y: point.y * factor,
        error: point.error.map(|error| error * factor),
        ..*point
    }
}

/// The published series and one that could have been measured.
fn both(name: &str, published: Vec<Point>) -> [Series; 2] {
    let measured = published.iter().map(measured).collect::<Vec<_>>();
    [
        series(name, Source::Measured, measured),
        series(name, Source::Published, published),
    ]
}

/// The means of a table over the depth, with their standard deviations.
fn over_depth(table: &str, keys: &[(&'static str, Key)], columns: [&str; 2]) -> Vec<Point> {
    let table = PublishedTable::named(table);
    let figure = |depth: u64, column| {
        let row = match keys {
            [] => Row::from([("depth", depth.into())]),
            [key, ..] => Row::from([key.clone(), ("depth", depth.into())]),
        };
        table.figure(&row, column)
    };
    let depths = (1..=15_u32).filter_map(|depth| {
        let [mean, sd] = columns.map(|column| figure(depth.into(), column));
        Some(Point {
            x: depth.into(),
            y: mean?.value(),
            error: sd.map(PrintedFigure::value),
        })
    });
    depths.collect()
}

fn algorithms_over_depth(table: &str, board: u64) -> Vec<Series> {
    (ALGORITHMS.iter())
        .flat_map(|(column, name)| {
            let columns = [format!("{column}_mean"), format!("{column}_sd")];
            let columns = [columns[0].as_str(), columns[1].as_str()];
            both(name, over_depth(table, &[("board", board.into())], columns))
        })
        .collect()
}

pub(crate) fn nodes(name: &str, board: u64) -> Chart {
    Chart {
        name: name.to_owned(),
        title: format!("Nodes on the {board}x{board} board, 500 positions"),
        x: axis(
            "depth",
            Scale::Linear,
            depths(if board == 5 { 15 } else { 9 }),
        ),
        y: axis(
            "mean nodes and standard deviation",
            Scale::Log,
            Ticks::Automatic,
        ),
        series: algorithms_over_depth("hauk-dice-node-expansions", board),
    }
}

fn seconds() -> Chart {
    Chart {
        name: "seconds-5x5".to_owned(),
        title: "Time on the 5x5 board, 500 positions".to_owned(),
        x: axis("depth", Scale::Linear, Ticks::At(vec![11.0, 13.0, 15.0])),
        y: axis(
            "mean seconds and standard deviation",
            Scale::Log,
            Ticks::Automatic,
        ),
        series: algorithms_over_depth("hauk-dice-seconds", 5),
    }
}

fn probe_efficiency() -> Chart {
    let boards = (5..=17_u64).step_by(2);
    let lines = boards.flat_map(|board| {
        let columns = ["mean_percent", "sd_percent"];
        let keys = [("board", board.into())];
        both(
            &format!("{board}x{board}"),
            over_depth("hauk-dice-probe-efficiency", &keys, columns),
        )
    });
    Chart {
        name: "probe-efficiency".to_owned(),
        title: "Probe efficiency of Star2".to_owned(),
        x: axis(
            "depth",
            Scale::Linear,
            Ticks::At((1..8).map(|half| f64::from(2 * half + 1)).collect()),
        ),
        y: axis(
            "percent of probed chance nodes that are cut while probing",
            Scale::Linear,
            percents(),
        ),
        series: lines
            .map(|mut line| {
                line.points.iter_mut().for_each(|point| point.error = None);
                line
            })
            .collect(),
    }
}

fn move_orders() -> Chart {
    let orders = ["none", "random", "static", "quick"];
    Chart {
        name: "move-orders".to_owned(),
        title: "Nodes of Star2 under four orders of moves on the 11x11 board".to_owned(),
        x: axis("depth", Scale::Linear, Ticks::At(vec![3.0, 5.0, 7.0, 9.0])),
        y: axis(
            "mean nodes and standard deviation",
            Scale::Log,
            Ticks::Automatic,
        ),
        series: (orders.into_iter())
            .flat_map(|order| {
                let columns = ["nodes_mean", "nodes_sd"];
                let keys = [("ordering", order.into())];
                both(order, over_depth("hauk-dice-move-ordering", &keys, columns))
            })
            .collect(),
    }
}

fn positions() -> Chart {
    let shares = [1.0, 0.77, 0.35];
    let lines = (ALGORITHMS.iter().zip(shares)).map(|((_, name), share)| {
        let points = (1..=25_u32).map(|position| {
            let x = f64::from(position);
            let wave = 1.0 + 0.25 * (1.0 - share) * (9.0 * x).sin();
            point(x, 14_000.0 * (0.08 * x).exp() * share * wave)
        });
        series(name, Source::Measured, points)
    });
    Chart {
        name: "positions-5x5".to_owned(),
        title: "Nodes at depth 7 in 25 positions on the 5x5 board".to_owned(),
        x: axis(
            "position, in the order of the nodes of Expectimax",
            Scale::Linear,
            Ticks::Automatic,
        ),
        y: axis("nodes", Scale::Log, Ticks::Automatic),
        series: lines.collect(),
    }
}

fn tournament() -> Chart {
    let table = PublishedTable::named("hauk-dice-tournament");
    let depths = [1, 3, 5, 7, 9_u32];
    let lines = depths.into_iter().flat_map(|player| {
        let points = depths.into_iter().map(|opponent| {
            let keys = [
                ("row_depth", u64::from(opponent).into()),
                ("column_depth", u64::from(player).into()),
            ];
            let figure = table.figure(&Row::from(keys), "percent_won_by_column_player");
            point(opponent.into(), figure.map_or(50.0, PrintedFigure::value))
        });
        let published: Vec<Point> = points.collect();
        let measured =
            (published.iter().zip([0.8, -0.6, 0.3, -0.2, 0.5])).map(|(point, off)| Point {
                y: point.y + off,
                error: Some(1.1),
                ..*point
            });
        [
            series(
                &format!("depth {player}"),
                Source::Measured,
                measured.collect::<Vec<_>>(),
            ),
            series(&format!("depth {player}"), Source::Published, published),
        ]
    });
    Chart {
        name: "tournament".to_owned(),
        title: "Games won against opponents that search less deeply or more deeply".to_owned(),
        x: axis(
            "depth of the opponent",
            Scale::Linear,
            Ticks::At(depths.map(f64::from).into()),
        ),
        y: axis(
            "percent of games won, with 95% intervals",
            Scale::Linear,
            Ticks::Automatic,
        ),
        series: lines.collect(),
    }
}

fn veness_nodes() -> Chart {
    let at_depth_13 = PublishedTable::named("veness-table1-million-nodes-depth13");
    let names = [
        ("expectimax", "Expectimax"),
        ("star1", "Star1"),
        ("star2", "Star2"),
        ("star2_tt", "Star2-TT"),
    ];
    let growth = [1.0, 0.92, 0.87, 0.84];
    let lines = (names.into_iter().zip(growth)).flat_map(|((column, name), growth)| {
        let mean = at_depth_13.figure(&Row::from([("statistic", "mean".into())]), column);
        let at_13 = 1e6 * mean.unwrap().value();
        let points = (1..=13_u32).map(|depth| {
            let share = (f64::from(depth) - 13.0) / 12.0;
            point(depth.into(), at_13 * (share * 16.5 * growth).exp())
        });
        [
            series(name, Source::Measured, points),
            series(name, Source::Published, [point(13.0, 1.05 * at_13)]),
        ]
    });
    Chart {
        name: "veness-nodes".to_owned(),
        title: "Nodes on the 5x5 board with the trained net, 50 positions".to_owned(),
        x: axis(
            "depth",
            Scale::Linear,
            Ticks::At((1..=13).map(f64::from).collect()),
        ),
        y: axis("mean nodes", Scale::Log, Ticks::Automatic),
        series: lines.collect(),
    }
}

fn eighteen_series() -> Chart {
    let lines = (0..18_u32).map(|place| {
        let points = (1..=6_u32).map(|x| Point {
            x: x.into(),
            y: f64::from(x * x) * (1.0 + f64::from(place) / 4.0),
            error: Some(2.0),
        });
        series(
            &format!("line number {}", place + 1),
            Source::Measured,
            points,
        )
    });
    Chart {
        name: "eighteen".to_owned(),
        title: "Eighteen lines, each with a look of its own, and a title that is so long that it does not fit into one line of the chart".to_owned(),
        x: axis("x", Scale::Linear, Ticks::Automatic),
        y: axis("y", Scale::Linear, Ticks::Automatic),
        series: lines.collect(),
    }
}

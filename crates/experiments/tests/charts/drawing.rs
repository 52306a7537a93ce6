use std::collections::BTreeSet;

use starmax_report::{Chart, Point, Scale, Series, Source, Ticks};

use super::gallery::{axis, gallery, nodes, point, series};
use super::{assert_well_formed, keep};

fn chart(scale: Scale, series: Vec<Series>) -> Chart {
    Chart {
        name: "small".to_owned(),
        title: "A small chart".to_owned(),
        x: axis("depth", Scale::Linear, Ticks::Automatic),
        y: axis("nodes", scale, Ticks::Automatic),
        series,
    }
}

fn measured(points: &[Point]) -> Vec<Series> {
    vec![series("Star2", Source::Measured, points.iter().copied())]
}

/// The points that were drawn, by what they tell.
fn stories(svg: &str) -> Vec<&str> {
    let stories = svg.split("<g><title>").skip(1);
    stories
        .map(|story| story.split_once("</title>").unwrap().0)
        .collect()
}

fn attribute<'s>(element: &'s str, name: &str) -> &'s str {
    let (_, value) = element.split_once(&format!(" {name}=\"")).unwrap();
    value.split_once('"').unwrap().0
}

#[test]
fn every_kind_of_chart_is_well_formed_and_shows_all_points() {
    for chart in gallery() {
        let svg = chart.to_svg();
        keep(&format!("{}.svg", chart.name), &svg);
        assert_well_formed(&svg);
        let points = chart.series.iter().map(|series| series.points.len());
        assert_eq!(stories(&svg).len(), points.sum::<usize>(), "{}", chart.name);
        assert!(
            !svg.contains("NaN") && !svg.contains("inf"),
            "{}",
            chart.name
        );
    }
}

#[test]
fn published_and_measured_figures_look_alike_but_not_the_same() {
    let points = [
        (3.0, 85.0, 17.0),
        (5.0, 1239.0, 317.0),
        (7.0, 14445.0, 14600.0),
    ];
    let published = points.map(|(x, y, sd)| Point {
        x,
        y,
        error: Some(sd),
    });
    let chart = chart(
        Scale::Log,
        vec![
            series(
                "Star2",
                Source::Measured,
                [point(3.0, 90.5), point(5.0, 1300.25)],
            ),
            series("Star2", Source::Published, published),
        ],
    );
    insta::assert_snapshot!(chart.to_svg());
}

#[test]
fn points_tell_their_numbers() {
    let svg = nodes("nodes", 5).to_svg();
    let expected =
        "Star2, published: depth 7, mean nodes and standard deviation 14\u{202f}445 ± 4\u{202f}626";
    assert!(stories(&svg).contains(&expected));
}

#[test]
fn points_without_a_place_are_left_out() {
    let impossible = [0.0, -5.0, f64::NAN, f64::INFINITY].map(|y| point(4.0, y));
    let mut points = vec![point(3.0, 10.0), point(f64::NAN, 1.0), point(5.0, 100.0)];
    points.extend(impossible);
    let log = chart(Scale::Log, measured(&points)).to_svg();
    assert_eq!(stories(&log).len(), 2);
    let linear = chart(Scale::Linear, measured(&points)).to_svg();
    assert_eq!(stories(&linear).len(), 4);
    for svg in [log, linear] {
        assert_well_formed(&svg);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}

#[test]
fn a_chart_without_points_says_so() {
    for series in [
        vec![],
        measured(&[]),
        measured(&[point(3.0, 0.0), point(f64::NAN, 2.0)]),
    ] {
        let svg = chart(Scale::Log, series).to_svg();
        assert_well_formed(&svg);
        assert!(svg.contains("no figures to show"));
    }
}

#[test]
fn one_point_is_a_mark_without_a_line() {
    for y in [0.0, -3.0, 7.0] {
        let svg = chart(Scale::Linear, measured(&[point(7.0, y)])).to_svg();
        assert_eq!(stories(&svg).len(), 1);
        let (_, drawn) = svg.split_once("<g class=\"ink0 measured\">").unwrap();
        let (drawn, _) = drawn.split_once("<path class=\"grid\"").unwrap();
        assert!(!drawn.contains("class=\"line\""));
    }
}

#[test]
fn an_error_bar_that_reaches_0_ends_where_the_log_axis_does() {
    let points = [
        Point {
            x: 1.0,
            y: 100.0,
            error: Some(150.0),
        },
        Point {
            x: 2.0,
            y: 100.0,
            error: Some(10.0),
        },
    ];
    let svg = chart(Scale::Log, measured(&points)).to_svg();
    let (_, bars) = svg.split_once("<path class=\"error").unwrap();
    let bars = attribute(bars, "d");
    // Two bars; three caps, since the lower end of the first is beyond the axis.
    assert_eq!(bars.matches('V').count(), 2);
    assert_eq!(bars.matches('h').count(), 3);
    let floor = svg.split("<path class=\"axis\" d=\"M").nth(1).unwrap();
    let floor = floor.split([' ', 'L']).nth(1).unwrap();
    let start = bars.split([' ', 'V']).nth(1).unwrap();
    assert_eq!(start, floor);
}

#[test]
fn errors_that_are_no_lengths_are_not_drawn() {
    let points = [f64::NAN, f64::INFINITY, 0.0, -1.0].map(|error| Point {
        x: 1.0,
        y: 2.0,
        error: Some(error),
    });
    let svg = chart(Scale::Linear, measured(&points)).to_svg();
    assert!(!svg.contains("class=\"error"));
    assert_eq!(stories(&svg).len(), 4);
}

#[test]
fn eighteen_names_have_eighteen_looks() {
    let eighteen = gallery().pop().unwrap();
    let svg = eighteen.to_svg();
    let (_, legend) = svg.rsplit_once("<path class=\"grid\"").unwrap();
    let signs = legend.split("<g class=\"ink").skip(1);
    let looks: BTreeSet<&str> = signs
        .map(|sign| sign.split_once("</g>").unwrap().0)
        .collect();
    assert_eq!(looks.len(), 18);
}

#[test]
fn names_that_return_have_one_colour_and_one_key() {
    let line = |name, source, y| series(name, source, [point(1.0, y), point(2.0, y)]);
    let svg = chart(
        Scale::Linear,
        vec![
            line("Star1", Source::Measured, 1.0),
            line("Star2", Source::Measured, 2.0),
            line("Star1", Source::Published, 3.0),
        ],
    )
    .to_svg();
    let keys: Vec<&str> = (svg.split("<text class=\"key\"").skip(1))
        .map(|key| key.split(['>', '<']).nth(1).unwrap())
        .collect();
    assert_eq!(keys, ["Star1", "Star2", "measured", "published"]);
    assert!(svg.contains("<g class=\"ink0 published\">"));
    assert!(!svg.contains("<g class=\"ink1 published\">"));
}

#[test]
fn text_is_escaped_everywhere() {
    let mut chart = chart(
        Scale::Linear,
        vec![series("a<b & \"c\"", Source::Measured, [point(1.0, 2.0)])],
    );
    chart.name = "n\"><script>".to_owned();
    chart.title = "<b>&</b>".to_owned();
    chart.x.label = "x < y".to_owned();
    chart.y.label = "p & q".to_owned();
    let svg = chart.to_svg();
    assert_well_formed(&svg);
    assert!(!svg.contains("<script") && !svg.contains("<b>"));
    assert!(svg.contains("a&lt;b &amp; &quot;c&quot;, measured: x &lt; y 1, p &amp; q 2"));
}

#[test]
fn numbers_of_any_size_are_drawn() {
    let sizes = [1e-300, 1e-12, 1.0, 1e20, 1e300];
    for scale in [Scale::Linear, Scale::Log] {
        for least in sizes {
            for most in sizes {
                let points = [point(1.0, least), point(2.0, most)];
                let svg = chart(scale, measured(&points)).to_svg();
                assert!(
                    !svg.contains("NaN") && !svg.contains("inf"),
                    "{least} {most}"
                );
                assert!(svg.len() < 20_000, "{least} {most}");
            }
        }
    }
}

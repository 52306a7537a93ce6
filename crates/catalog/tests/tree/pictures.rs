use starmax_catalog::trace_tree;
use starmax_games::Tree;
use starmax_report::TracedTree;
use starmax_search::Algorithm;

use super::{
    algorithms, deep_tree, example, file, on_a_small_stack, random_trees, with, with_window,
};

/// The picture of the front page, written anew with `UPDATE_PICTURES=1`.
#[test]
fn the_picture_of_the_front_page_is_up_to_date() {
    let tree = example("hauk-figure-5");
    let options = with_window(Algorithm::Star2, -2.0, 2.0);
    let drawn = trace_tree(&tree, &options).unwrap().svg();
    let path = file("docs/star2.svg");
    if std::env::var("UPDATE_PICTURES").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        drawn == kept,
        "docs/star2.svg is old; UPDATE_PICTURES=1 draws it anew"
    );
}

fn for_each_picture(trees: usize, look: impl Fn(&Tree, &TracedTree<'_>, &str)) {
    for tree in random_trees(trees) {
        for algorithm in algorithms(&tree) {
            for options in [with(algorithm), with_window(algorithm, -0.5, 0.5)] {
                let traced = trace_tree(&tree, &options).unwrap();
                look(&tree, &traced, &traced.svg());
            }
        }
    }
}

/// What stands between each `start` and the next `end`.
pub(super) fn all_between<'s>(
    text: &'s str,
    start: &'s str,
    end: &'s str,
) -> impl Iterator<Item = &'s str> {
    let parts = text.split(start).skip(1);
    parts.map(move |part| part.split(end).next().unwrap())
}

pub(super) fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in all_between(svg, "<", ">") {
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?} not closed");
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn pictures_are_well_formed() {
    for_each_picture(50, |_, _, svg| {
        assert_well_formed(svg);
        assert!(!svg.contains('&'));
    });
}

#[test]
fn every_node_is_drawn_and_what_was_cut_is_grey() {
    for_each_picture(50, |tree, traced, svg| {
        let nodes: Vec<&str> = all_between(svg, "<g class=\"node ", "\"").collect();
        assert_eq!(nodes.len(), tree.len());
        let text = traced.text();
        let cut_in_text = text.lines().filter(|line| line.ends_with("  cut")).count();
        let cut = nodes.iter().filter(|class| class.ends_with(" cut")).count();
        assert_eq!(cut, cut_in_text);
        let arcs = all_between(svg, "<path class=\"arc ", "\" d=\"M");
        let grey = arcs.filter(|class| *class == "cut").count();
        let in_the_legend = svg.matches("<path class=\"arc cut\" d=\"M-10").count();
        assert_eq!(grey - in_the_legend, cut);
    });
}

/// Left, top, right and bottom of every box in the tree.
fn boxes(svg: &str) -> Vec<[f64; 4]> {
    let tree = svg.split("<path class=\"rule\"").next().unwrap();
    let is_in_tree = |rect: &&str| rect.starts_with("label") || rect.starts_with("shape");
    all_between(tree, "<rect class=\"", "/>")
        .filter(is_in_tree)
        .map(|rect| {
            let side = |name: &str| -> f64 {
                all_between(rect, &format!(" {name}=\""), "\"")
                    .next()
                    .unwrap()
                    .parse()
                    .unwrap()
            };
            let (x, y) = (side("x"), side("y"));
            [x, y, x + side("width"), y + side("height")]
        })
        .collect()
}

pub(super) fn assert_nothing_overlaps(svg: &str) {
    let sizes = all_between(svg, "viewBox=\"0 0 ", "\"").next().unwrap();
    let (width, height) = sizes.split_once(' ').unwrap();
    let (width, height): (f64, f64) = (width.parse().unwrap(), height.parse().unwrap());
    let boxes = boxes(svg);
    for (number, one) in boxes.iter().enumerate() {
        assert!(one[0] > 0.0 && one[1] > 0.0 && one[2] < width && one[3] < height);
        for other in &boxes[number + 1..] {
            let apart = one[2] <= other[0]
                || other[2] <= one[0]
                || one[3] <= other[1]
                || other[3] <= one[1];
            assert!(apart, "{one:?} and {other:?} in {svg}");
        }
    }
}

#[test]
fn nothing_overlaps_and_everything_is_on_the_paper() {
    for_each_picture(100, |_, _, svg| assert_nothing_overlaps(svg));
}

#[test]
fn equal_searches_give_equal_pictures() {
    let tree = example("coin-flip");
    let draw = || trace_tree(&tree, &with(Algorithm::Starmax)).unwrap().svg();
    assert_eq!(draw(), draw());
}

#[test]
fn a_probe_and_a_search_of_one_node_are_both_shown() {
    let tree = example("hauk-figure-11");
    let traced = trace_tree(&tree, &with_window(Algorithm::Star2, -2.0, 2.0)).unwrap();
    let svg = traced.svg();
    assert_eq!(
        svg.matches("<rect class=\"label probe\"").count(),
        6 + 1,
        "one in the legend"
    );
    for window in ["[-62, 10]", "[-8, 62]", "[-11, 57]", "[3, 57]"] {
        assert!(svg.contains(&format!(">{window}<tspan")), "{window}");
    }
}

#[test]
fn large_trees_are_drawn_without_labels() {
    let branch = "ch(.5:min[1 2] .5:min[3 4])";
    let tree: Tree = format!("max[{}]", [branch; 100].join(" ")).parse().unwrap();
    let traced = trace_tree(&tree, &with(Algorithm::Star2)).unwrap();
    let svg = traced.svg();
    assert_eq!(svg.matches("<g class=\"node ").count(), tree.len());
    assert_eq!(svg.matches("class=\"label").count(), 0);
    assert_eq!(traced.dot().matches("[shape=").count(), tree.len());
}

#[test]
fn a_tree_may_be_a_single_leaf() {
    let tree: Tree = "7".parse().unwrap();
    let traced = trace_tree(&tree, &with(Algorithm::Starmax)).unwrap();
    assert_eq!(traced.report().value, Some(7.0));
    assert_eq!(
        traced
            .svg()
            .matches("<g class=\"node leaf searched\">")
            .count(),
        1
    );
    assert!(
        traced
            .text()
            .contains("\nleaf root = 7  search [-∞, ∞]: leaf\n")
    );
    assert_eq!(traced.dot().matches("[shape=box").count(), 1);
}

#[test]
fn deep_trees_are_shown_on_a_small_stack() {
    on_a_small_stack(|| {
        let tree = deep_tree();
        let traced = trace_tree(&tree, &with(Algorithm::Expectimax)).unwrap();
        assert_eq!(traced.svg().matches("<g class=\"node ").count(), tree.len());
        assert_eq!(traced.dot().matches("[shape=").count(), tree.len());
        assert!(traced.text().lines().count() > tree.len());
    });
}

#[test]
fn names_are_shown_and_mean_themselves() {
    let tree = r#"{"name":"a<b","max":[{"name":"\"c\" & d","min":[1,2]},0]}"#;
    let tree = starmax_games::Tree::from_json(tree).unwrap();
    let traced = starmax_catalog::trace_tree(&tree, &super::with(Algorithm::AlphaBeta)).unwrap();
    let (text, svg, dot) = (traced.text(), traced.svg(), traced.dot());
    assert!(text.contains("max root \"a<b\" "), "{text}");
    assert!(text.contains("  min 0 \"\"c\" & d\""), "{text}");
    assert_eq!(
        svg.matches("a&lt;b").count(),
        2,
        "a label and a title: {svg}"
    );
    assert!(
        svg.contains("&quot;c&quot; &amp; d") && !svg.contains("a<b"),
        "{svg}"
    );
    assert!(dot.contains("xlabel=\"a<b\\n"), "{dot}");
    assert!(dot.contains(r#"xlabel="\"c\" & d""#), "{dot}");
}

#[test]
fn json_has_every_visit_in_order() {
    let tree = r#"{"name":"A","max":[{"chance":[[0.5,{"min":[2,4]}],[0.5,{"min":[7,4]}]]},{"chance":[[0.5,{"min":[0,6]}],[0.5,5]]}]}"#;
    let tree = starmax_games::Tree::from_json(tree).unwrap();
    let mut options = super::with(Algorithm::Star2);
    options.options.probes = Some(2);
    let traced = starmax_catalog::trace_tree(&tree, &options).unwrap();
    let json: serde_json::Value = serde_json::from_str(&traced.to_json()).unwrap();
    assert_eq!(
        (&json["algorithm"], &json["probes"]),
        (&"star2".into(), &2.into())
    );
    let visits = json["visits"].as_array().unwrap();
    assert_eq!(
        visits.len() as u64,
        traced.report().cost.nodes + 1,
        "and the root"
    );
    assert_eq!(visits[0]["node"], "root");
    assert_eq!(visits[0]["name"], "A");
    assert_eq!(visits[0]["exit"], "complete");
    assert_eq!(visits[1]["node"], "0");
    assert!(visits[1].get("name").is_none());
    assert!(visits.iter().any(|visit| visit["purpose"] == "probe"));
    assert!(visits.iter().any(|visit| visit["exit"] == "probe-cut"));
    assert!(visits.iter().all(|visit| visit["window"].is_array()));
    assert!(json.get("more_visits").is_none());
}

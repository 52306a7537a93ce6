mod label;
mod layout;
mod legend;

use super::drawing::{Drawing, Drawn, Fate, Shape};
use super::words::probability;
use crate::draw::figures::escaped;
use crate::draw::pen::{at, centred, circle, rounded, text_width, triangle};
use label::Label;
use layout::{Footprint, LABEL, LEAF, Layout, SHAPE};

const STYLE: &str = include_str!("svg/style.css");
const MARGIN: f64 = 24.0;
/// Room for the two lines above the tree.
const HEADER: f64 = 62.0;
/// Trees with more nodes are drawn without labels.
const LABELLED: usize = 400;

/// The names of the style sheet.
const fn class(fate: Fate) -> &'static str {
    match fate {
        Fate::Searched => "searched",
        Fate::Probed => "probed",
        Fate::Cut => "cut",
    }
}

/// A tree and where its nodes are drawn.
struct Picture<'p> {
    drawing: &'p Drawing,
    /// The labels above each node, by its number.
    labels: Vec<Vec<Label>>,
    layout: Layout,
    /// Of the tree's upper left corner.
    origin: (f64, f64),
}

impl Drawing {
    /// The tree as a picture: triangles for decisions (pointing up for `Max`), circles for chance, boxes for leaves.
    ///
    /// Above each node stand the windows it was given and what was proven; a probe is marked, and what was cut is grey. The
    /// number below a leaf says when it was visited. A large tree is drawn without labels.
    #[must_use]
    pub fn svg(&self) -> String {
        let labels: Vec<Vec<Label>> = self.nodes.iter().map(|node| self.labels(node)).collect();
        let footprints: Vec<Footprint> = (self.nodes.iter().zip(&labels))
            .map(|(node, labels)| footprint(node, labels))
            .collect();
        let layout = Layout::new(&self.nodes, &footprints);

        let (headline, extent) = (escaped(&self.headline), escaped(&self.extent));
        let inner = (layout.width)
            .max(text_width(&headline, 17.0))
            .max(text_width(&extent, 12.0))
            .max(legend::LEAST_WIDTH);
        let legend = legend::legend(self, inner);
        let width = inner + 2.0 * MARGIN;
        let legend_top = MARGIN + HEADER + layout.height + MARGIN;
        let height = legend_top + legend.height + MARGIN;
        let origin = (MARGIN + (inner - layout.width) / 2.0, MARGIN + HEADER);
        let picture = Picture {
            drawing: self,
            labels,
            layout,
            origin,
        };

        [
            &opening((width, height), &headline),
            &text_line("title", MARGIN, MARGIN + 14.0, &headline),
            &text_line("subtitle", MARGIN, MARGIN + 34.0, &extent),
            picture.draw().as_str(),
            &format!("<g transform=\"translate({MARGIN} {})\">\n", at(legend_top)),
            &legend.svg,
            "</g>\n</svg>\n",
        ]
        .concat()
    }

    fn is_labelled(&self) -> bool {
        self.nodes.len() <= LABELLED
    }

    /// The names of a node, and one label for each visit if it is no leaf.
    fn labels(&self, node: &Drawn) -> Vec<Label> {
        if !self.is_labelled() {
            return Vec::new();
        }
        let names = node.names.iter().map(|name| Label::name(name));
        let calls = node.calls.iter().filter(|_| !node.shape.is_leaf());
        let visits = calls.map(|call| Label::new(call, self.range));
        names.chain(visits).collect()
    }
}

fn footprint(node: &Drawn, labels: &[Label]) -> Footprint {
    let shape = match &node.shape {
        Shape::Leaf(text) => leaf_width(text).max(text_width(&turns(node), 10.0)),
        _ => 2.0 * SHAPE,
    };
    let widths = labels.iter().map(Label::width);
    Footprint {
        width: widths.fold(shape, f64::max),
        labels: labels.len(),
    }
}

/// The beginning of the picture, with its paper.
fn opening((width, height): (f64, f64), title: &str) -> String {
    let (paper_width, paper_height) = (at(width - 1.0), at(height - 1.0));
    let (width, height) = (at(width), at(height));
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>{title}</title>
<style>
{STYLE}</style>
<rect class="paper" x="0.5" y="0.5" width="{paper_width}" height="{paper_height}" rx="8"/>
"#
    )
}

fn text_line(class: &str, x: f64, y: f64, content: &str) -> String {
    let (x, y) = (at(x), at(y));
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{content}</text>\n")
}

fn leaf_width(text: &str) -> f64 {
    (text_width(text, 12.0) + 8.0).max(2.0 * LEAF)
}

/// When a leaf was visited.
fn turns(node: &Drawn) -> String {
    let turns: Vec<String> = node.turns.iter().map(usize::to_string).collect();
    turns.join(", ")
}

impl Picture<'_> {
    /// Arcs first, those that matter above the others; then the nodes.
    fn draw(&self) -> String {
        let nodes = || 0..self.drawing.nodes.len();
        let is_cut = |&node: &usize| self.drawing.nodes[node].fate == Fate::Cut;
        let mut svg = String::new();
        for node in nodes().filter(is_cut) {
            svg += &self.arc(node);
        }
        for node in nodes().filter(|node| !is_cut(node)) {
            svg += &self.arc(node);
        }
        for node in nodes() {
            svg += &self.odds(node);
        }
        for node in nodes() {
            svg += &self.node(node);
        }
        svg
    }

    fn shifted(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (x + self.origin.0, y + self.origin.1)
    }

    /// The slanted part of the arc to a node.
    fn slant(&self, number: usize) -> Option<((f64, f64), (f64, f64))> {
        let parent = self.drawing.nodes[number].parent?;
        let (x, y) = self.shifted(self.layout.middle(parent));
        let end = self.shifted(self.layout.arrival(number));
        Some(((x, y + SHAPE), end))
    }

    fn arc(&self, number: usize) -> String {
        let node = &self.drawing.nodes[number];
        let Some((start, end)) = self.slant(number) else {
            return String::new();
        };
        let (_, middle) = self.shifted(self.layout.middle(number));
        let labels = self.labels[number].len() as f64 * LABEL;
        let best = if node.is_best { " best" } else { "" };
        let mut svg = format!(
            "<path class=\"arc {}{best}\" d=\"M{} {}L{} {}V{}\"/>\n",
            class(node.fate),
            at(start.0),
            at(start.1),
            at(end.0),
            at(end.1),
            at(middle - SHAPE - labels),
        );
        let parent = (node.parent).map(|parent| self.drawing.nodes[parent].fate);
        if node.fate == Fate::Cut && parent != Some(Fate::Cut) {
            // Above the probability, if there is one.
            let has_odds = node.probability.is_some();
            let share = if has_odds { 0.4 } else { 0.55 };
            svg += &slash(between(start, end, share));
        }
        svg
    }

    /// The probability of an outcome, on its arc.
    fn odds(&self, number: usize) -> String {
        let node = &self.drawing.nodes[number];
        let (Some(p), Some((start, end))) = (node.probability, self.slant(number)) else {
            return String::new();
        };
        let text = probability(p);
        let middle = between(start, end, 0.7);
        let patch = rounded("patch", middle, text_width(&text, 11.0), 13.0);
        let odds = centred(&format!("odds {}", class(node.fate)), middle, &text);
        format!("{patch}{odds}\n")
    }

    fn node(&self, number: usize) -> String {
        let node = &self.drawing.nodes[number];
        let (x, y) = self.shifted(self.layout.middle(number));
        let shape = match &node.shape {
            Shape::Max => triangle(x, y, SHAPE),
            Shape::Min => triangle(x, y, -SHAPE),
            Shape::Chance => circle(x, y, SHAPE),
            Shape::Leaf(text) => {
                // Arcs arrive at leaves as high as at other nodes.
                let y = y - SHAPE + LEAF;
                let shape = rounded("shape", (x, y), leaf_width(text), 2.0 * LEAF);
                let value = centred("value", (x, y), &escaped(text));
                let turn = match turns(node) {
                    turns if turns.is_empty() => turns,
                    turns => centred("turn", (x, y + LEAF + 8.0), &turns),
                };
                shape + &value + &turn
            }
        };
        let labels = &self.labels[number];
        let top = y - SHAPE - labels.len() as f64 * LABEL;
        let rows = (0..).map(|row| top + (f64::from(row) + 0.5) * LABEL - 1.5);
        let labels: String = (labels.iter().zip(rows))
            .map(|(label, row)| label.draw((x, row)))
            .collect();
        let story: Vec<String> = node.story.lines().map(escaped).collect();
        format!(
            "<g class=\"node {} {}\"><title>{}</title>{shape}{labels}</g>\n",
            node.shape.name(),
            class(node.fate),
            story.join("\n"),
        )
    }
}

fn between(start: (f64, f64), end: (f64, f64), share: f64) -> (f64, f64) {
    (
        start.0 + share * (end.0 - start.0),
        start.1 + share * (end.1 - start.1),
    )
}

/// The mark on an arc that was cut.
fn slash((x, y): (f64, f64)) -> String {
    let stroke = |shift: f64| {
        let (left, right) = (at(x + shift - 3.5), at(x + shift + 3.5));
        let (low, high) = (at(y + 4.0), at(y - 4.0));
        format!("M{left} {low}L{right} {high}")
    };
    format!(
        "<path class=\"slash\" d=\"{}{}\"/>\n",
        stroke(-2.0),
        stroke(2.0)
    )
}

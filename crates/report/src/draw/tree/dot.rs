use starmax_core::{Game, Node, Player, Rules};

use super::traced::{Call, Fate, Traced, TracedTree};
use super::words::{interval, number, probability, proven};

const HEADER: &str = r##"  labelloc="t";
  node [fontname="Helvetica", fontsize=11, style="filled", color="#374151", fillcolor="#ffffff"];
  edge [fontname="Helvetica", fontsize=10, arrowhead="none", color="#374151"];
"##;

impl TracedTree<'_> {
    /// The tree for Graphviz: triangles for decisions (pointing up for `Max`), circles for chance, boxes for leaves. What
    /// only probes saw is dashed, what was cut is grey.
    #[must_use]
    pub fn dot(&self) -> String {
        let title = format!("{}\\n{}", self.headline(), self.extent());
        let mut dot = format!("digraph tree {{\n  label=\"{title}\";\n{HEADER}");
        for node in &self.nodes {
            dot += &self.dot_node(node);
            dot += &self.dot_arc(node);
        }
        dot += "}\n";
        dot
    }

    fn dot_node(&self, node: &Traced) -> String {
        let id = node.id.index();
        let shape = match self.tree.node(&node.id) {
            Node::Decision(Player::Max) => "triangle",
            Node::Decision(Player::Min) => "invtriangle",
            Node::Chance => "circle",
            Node::Terminal(_) => "box",
        };
        let label = if let Node::Terminal(value) = self.tree.node(&node.id) {
            format!("label=\"{}\"", number(value))
        } else {
            let mut beside: Vec<String> = Vec::new();
            beside.extend(self.tree.name(node.id).map(escaped));
            if node.level == 0 {
                beside.extend(self.dot_visits(node));
            }
            if beside.is_empty() {
                "label=\"\"".to_owned()
            } else {
                format!("label=\"\", xlabel=\"{}\"", beside.join("\\n"))
            }
        };
        let style = match node.fate {
            Fate::Searched => "",
            Fate::Probed => ", style=\"filled,dashed\"",
            Fate::Cut => ", color=\"#c4c8ce\", fontcolor=\"#9ca3af\"",
        };
        format!("  n{id} [shape={shape}, {label}{style}];\n")
    }

    /// Windows and what they proved, a line for each visit.
    fn dot_visits(&self, node: &Traced) -> Vec<String> {
        let line = |call: Call<'_>| {
            let purpose = if call.by_probe { "probe " } else { "" };
            let window = call
                .window
                .map_or_else(String::new, |window| format!("{} ", interval(window)));
            let proven = proven(call.visited.bounds, self.tree.utility());
            format!(" {purpose}{window}{proven} ")
        };
        self.calls(node).map(line).collect()
    }

    /// An arc carries what was asked and answered along it: there is no room inside a triangle.
    fn dot_arc(&self, node: &Traced) -> String {
        let Some(parent) = self.tree.parent(node.id) else {
            return String::new();
        };
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.tree.probability(node.id).map(probability));
        if !self.tree.children(node.id).is_empty() {
            lines.extend(self.dot_visits(node));
        }
        let mut attributes = Vec::new();
        if !lines.is_empty() {
            attributes.push(format!("label=\"{}\"", lines.join("\\n")));
        }
        match node.fate {
            Fate::Searched => {}
            Fate::Probed => attributes.push("style=\"dashed\"".to_owned()),
            Fate::Cut => attributes.push("color=\"#c4c8ce\", fontcolor=\"#9ca3af\"".to_owned()),
        }
        if self.is_best(node.id) {
            attributes.push("penwidth=3".to_owned());
        }
        let (from, to) = (parent.index(), node.id.index());
        format!("  n{from} -> n{to} [{}];\n", attributes.join(", "))
    }
}

/// A text that means itself between quotation marks.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

use super::drawing::{Call, Drawing, Drawn, Fate, Shape};
use super::words::{interval, probability, proven};

const HEADER: &str = r##"  labelloc="t";
  node [fontname="Helvetica", fontsize=11, style="filled", color="#374151", fillcolor="#ffffff"];
  edge [fontname="Helvetica", fontsize=10, arrowhead="none", color="#374151"];
"##;

impl Drawing {
    /// The tree for Graphviz: triangles for decisions (pointing up for `Max`), circles for chance, boxes for leaves. What
    /// only probes saw is dashed, what was cut is grey.
    #[must_use]
    pub fn dot(&self) -> String {
        let title = format!("{}\\n{}", escaped(&self.headline), escaped(&self.extent));
        let mut dot = format!("digraph tree {{\n  label=\"{title}\";\n{HEADER}");
        for (number, node) in self.nodes.iter().enumerate() {
            dot += &self.dot_node(number, node);
            dot += &self.dot_arc(number, node);
        }
        dot += "}\n";
        dot
    }

    fn dot_node(&self, number: usize, node: &Drawn) -> String {
        let (shape, text) = match &node.shape {
            Shape::Max => ("triangle", ""),
            Shape::Min => ("invtriangle", ""),
            Shape::Chance => ("circle", ""),
            Shape::Leaf(text) => ("box", text.as_str()),
        };
        let mut beside: Vec<String> = node.names.iter().map(|name| escaped(name)).collect();
        if node.level == 0 && !node.shape.is_leaf() {
            beside.extend(self.dot_visits(node));
        }
        let mut label = format!("label=\"{}\"", escaped(text));
        if !beside.is_empty() {
            label += &format!(", xlabel=\"{}\"", beside.join("\\n"));
        }
        let style = match node.fate {
            Fate::Searched => "",
            Fate::Probed => ", style=\"filled,dashed\"",
            Fate::Cut => ", color=\"#c4c8ce\", fontcolor=\"#9ca3af\"",
        };
        format!("  n{number} [shape={shape}, {label}{style}];\n")
    }

    /// Windows and what they proved, a line for each visit.
    fn dot_visits(&self, node: &Drawn) -> Vec<String> {
        let line = |call: &Call| {
            let purpose = if call.by_probe { "probe " } else { "" };
            let window = call
                .window
                .map_or_else(String::new, |window| format!("{} ", interval(window)));
            let proven = proven(call.bounds, self.range);
            format!(" {purpose}{window}{proven} ")
        };
        node.calls.iter().map(line).collect()
    }

    /// An arc carries what was asked and answered along it: there is no room inside a triangle.
    fn dot_arc(&self, number: usize, node: &Drawn) -> String {
        let Some(parent) = node.parent else {
            return String::new();
        };
        let mut lines: Vec<String> = Vec::new();
        lines.extend(node.probability.map(probability));
        if !node.shape.is_leaf() {
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
        if node.is_best {
            attributes.push("penwidth=3".to_owned());
        }
        format!("  n{parent} -> n{number} [{}];\n", attributes.join(", "))
    }
}

/// A text that means itself between quotation marks.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

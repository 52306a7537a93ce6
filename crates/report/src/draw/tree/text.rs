use starmax_core::{Game, Node, Notation, Rules};

use super::drawing::Fate;
use super::traced::{Traced, TracedTree};
use super::words::{number, probability, told};

/// Lists of leaves are broken before they become wider than this.
const WIDTH: usize = 100;

impl TracedTree<'_> {
    /// The tree as an indented listing: each node with its visits, then the leaves as they were visited, then totals.
    #[must_use]
    pub fn text(&self) -> String {
        let names: Vec<String> = self.nodes.iter().map(|node| self.title(node)).collect();
        let widths = names.iter().map(|name| name.chars().count());
        let width = widths.max().unwrap_or(0);

        let mut text = format!("{}\n{}\n\n", self.headline(), self.extent());
        for (node, name) in self.nodes.iter().zip(names) {
            let visits = self.visits(node);
            let names = [name].into_iter().chain(std::iter::repeat(String::new()));
            for (name, visit) in names.zip(visits) {
                push_line(&mut text, &format!("{name:<width$}  {visit}"));
            }
        }
        text.push_str("\nleaves in the order visited:\n");
        text.push_str(&self.leaf_list());
        text.push('\n');
        push_line(&mut text, &self.totals());
        if self.forgotten > 0 {
            let shown = "visits were made after those that are shown";
            push_line(&mut text, &format!("{} {shown}", self.forgotten));
        }
        text
    }

    /// The visits of a node, a line for each, or why there are none.
    fn visits(&self, node: &Traced) -> Vec<String> {
        let mut visits: Vec<String> = (self.calls(node))
            .map(|call| told(&call, self.tree.utility()))
            .collect();
        if visits.is_empty() {
            let is_cut = node.fate == Fate::Cut;
            visits.push(if is_cut { "cut" } else { "visited later" }.to_owned());
        }
        visits
    }

    /// The node as it stands in the first column.
    fn title(&self, node: &Traced) -> String {
        let indent = "  ".repeat(node.level);
        let chance = self
            .tree
            .probability(node.id)
            .map_or_else(String::new, |p| format!("{} ", probability(p)));
        let value = match self.tree.node(&node.id) {
            Node::Terminal(value) => format!(" = {}", number(value)),
            Node::Decision(_) | Node::Chance => String::new(),
        };
        format!("{indent}{chance}{}{value}", self.name(node.id))
    }

    /// A node and all its visits, a line for each.
    pub(super) fn story(&self, node: &Traced) -> String {
        let mut lines = vec![self.name(node.id)];
        lines.extend(self.visits(node));
        lines.join("\n")
    }

    fn leaf_list(&self) -> String {
        let mut list = String::new();
        let mut line = String::new();
        for visit in self.leaf_visits() {
            let position = self.tree.write_state(&visit.state);
            let leaf = format!("  {position} = {}", number(visit.bounds.lower));
            if !line.is_empty() && line.chars().count() + leaf.chars().count() > WIDTH {
                push_line(&mut list, &line);
                line.clear();
            }
            line += &leaf;
        }
        push_line(&mut list, &line);
        list
    }

    fn totals(&self) -> String {
        let cost = &self.report().cost;
        let counts = [
            ("nodes", cost.nodes),
            ("leaves", cost.leaves),
            ("probes", cost.probes),
            ("probe cuts", cost.probe_cuts),
            ("search cuts", cost.search_cuts),
            ("move cuts", cost.move_cuts),
            ("table hits", cost.table_hits),
            ("table cuts", cost.table_cuts),
        ];
        counts
            .map(|(name, count)| format!("{name} {count}"))
            .join(", ")
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

//! Where everything is drawn: leaves evenly spaced, parents centred above their children, a level for each ply. Where labels
//! would spread the whole tree too far, only the leaves below them move apart.

use super::super::drawing::Drawn;

/// Half the height of a decision or chance node.
pub(super) const SHAPE: f64 = 14.0;
/// Half the height of a leaf.
pub(super) const LEAF: f64 = 11.0;
/// The height of a label above a node.
pub(super) const LABEL: f64 = 20.0;
/// Room for the small number below a leaf.
const BELOW_LEAF: f64 = 14.0;
/// The least room between neighbours.
const GAP: f64 = 10.0;
/// The distance of leaves at most, unless labels above them need more.
const WIDEST_PITCH: f64 = 72.0;
/// How steep arcs are at least, and how high a level of arcs is.
const SLOPE: f64 = 0.2;
const ARCS: std::ops::RangeInclusive<f64> = 46.0..=120.0;

/// How much room a node takes.
#[derive(Clone, Copy)]
pub(super) struct Footprint {
    pub(super) width: f64,
    /// Labels above the node.
    pub(super) labels: usize,
}

pub(super) struct Layout {
    /// The middle of each node, by its number.
    x: Vec<f64>,
    levels: Vec<Level>,
    level_of: Vec<usize>,
    pub(super) width: f64,
    pub(super) height: f64,
}

#[derive(Clone, Copy, Default)]
struct Level {
    /// Where arcs from above arrive: above the highest stack of labels.
    top: f64,
    /// The middle of the nodes.
    middle: f64,
}

impl Layout {
    pub(super) fn new(nodes: &[Drawn], footprints: &[Footprint]) -> Self {
        let pitch = pitch(nodes, footprints, &slots(nodes)).min(WIDEST_PITCH);
        let mut x = spread(nodes, footprints, pitch);
        let sides = || x.iter().zip(footprints);
        let left = sides().map(|(x, foot)| x - foot.width / 2.0);
        let right = sides().map(|(x, foot)| x + foot.width / 2.0);
        let (left, right) = (
            left.fold(f64::INFINITY, f64::min),
            right.fold(f64::NEG_INFINITY, f64::max),
        );
        for x in &mut x {
            *x -= left;
        }
        let levels = levels(nodes, footprints, &x);
        let bottom = levels.last().map_or(0.0, |level| level.middle);
        Self {
            x,
            level_of: nodes.iter().map(|node| node.level).collect(),
            levels,
            width: right - left,
            height: bottom + SHAPE + BELOW_LEAF,
        }
    }

    /// The middle of a node.
    pub(super) fn middle(&self, node: usize) -> (f64, f64) {
        let level = self.levels[self.level_of[node]];
        (self.x[node], level.middle)
    }

    /// Where the arc from the node above arrives.
    pub(super) fn arrival(&self, node: usize) -> (f64, f64) {
        let level = self.levels[self.level_of[node]];
        (self.x[node], level.top)
    }
}

/// The middle of each node, leaves at this distance if possible. From right to left, children before their parents:
/// a parent that would touch its right neighbour moves to the left with everything below it.
fn spread(nodes: &[Drawn], footprints: &[Footprint], pitch: f64) -> Vec<f64> {
    let half = |index: usize| footprints[index].width / 2.0;
    let mut x = vec![0.0; nodes.len()];
    // For each node, where the nodes below it end.
    let mut ends = vec![0; nodes.len()];
    // For each level, the left side of the node placed last.
    let mut sides = vec![f64::INFINITY; nodes.iter().map(|node| node.level + 1).max().unwrap_or(0)];
    let mut leaf = 0.0;
    for (index, node) in nodes.iter().enumerate().rev() {
        let limit = sides[node.level] - GAP - half(index);
        if let [first, .., last] | [first @ last] = node.children[..] {
            x[index] = f64::midpoint(x[first], x[last]);
            ends[index] = ends[last];
            let excess = x[index] - limit;
            if excess > 0.0 {
                leaf -= excess;
                for moved in index..ends[index] {
                    x[moved] -= excess;
                    let side = &mut sides[nodes[moved].level];
                    *side = side.min(x[moved] - half(moved));
                }
            }
        } else {
            leaf = limit.min(leaf - pitch);
            x[index] = leaf;
            ends[index] = index + 1;
        }
        sides[node.level] = x[index] - half(index);
    }
    x
}

/// The place of each node, counted in leaves.
fn slots(nodes: &[Drawn]) -> Vec<f64> {
    let mut slots = vec![0.0; nodes.len()];
    let mut next = 0.0;
    for (index, node) in nodes.iter().enumerate() {
        if node.children.is_empty() {
            slots[index] = next;
            next += 1.0;
        }
    }
    for (index, node) in nodes.iter().enumerate().rev() {
        if let [first, .., last] | [first @ last] = node.children[..] {
            slots[index] = f64::midpoint(slots[first], slots[last]);
        }
    }
    slots
}

/// The distance of leaves at which no two neighbours of a level touch.
fn pitch(nodes: &[Drawn], footprints: &[Footprint], slots: &[f64]) -> f64 {
    let mut pitch: f64 = 0.0;
    let levels = nodes.iter().map(|node| node.level + 1).max().unwrap_or(0);
    let mut last_of_level: Vec<Option<usize>> = vec![None; levels];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(left) = last_of_level[node.level].replace(index) {
            let room = f64::midpoint(footprints[left].width, footprints[index].width) + GAP;
            pitch = pitch.max(room / (slots[index] - slots[left]));
        }
    }
    pitch
}

fn levels(nodes: &[Drawn], footprints: &[Footprint], x: &[f64]) -> Vec<Level> {
    let count = nodes.iter().map(|node| node.level + 1).max().unwrap_or(0);
    let mut labels = vec![0; count];
    let mut reach = vec![0.0_f64; count];
    for (index, (node, footprint)) in nodes.iter().zip(footprints).enumerate() {
        labels[node.level] = footprint.labels.max(labels[node.level]);
        if let Some(parent) = node.parent {
            let across = (x[index] - x[parent]).abs();
            reach[node.level] = across.max(reach[node.level]);
        }
    }
    let mut levels = Vec::with_capacity(count);
    let mut top = 0.0;
    for level in 0..count {
        if level > 0 {
            top += (SLOPE * reach[level]).clamp(*ARCS.start(), *ARCS.end());
        }
        let middle = top + labels[level] as f64 * LABEL + SHAPE;
        levels.push(Level { top, middle });
        top = middle + SHAPE;
    }
    levels
}

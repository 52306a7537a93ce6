//! Beyond the papers: what each part of starmax is worth, and how searches grow with their depth.

mod ablation;
mod growth;

use starmax_games::mix;
use starmax_search::{Algorithm, Enhancement, Settings};

use crate::dice_search::{dice, random_position};
use crate::hauk::{BACKGAMMON_EVALUATOR, CONTACT, backgammon_position};
use crate::plan::{Draw, Plan, Sample, Stopped, Task};
use crate::search::{figures, game, mebibytes_for, search};
use crate::{Extent, Row};

pub(crate) use ablation::Ablation;
pub(crate) use growth::Growth;

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// Dice on a board of this size, judged by tanh.
    Dice(u8),
    /// Backgammon, judged by our net.
    Backgammon,
}

/// Who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Searcher {
    /// An algorithm with its usual settings.
    Algorithm(Algorithm),
    /// Starmax without one of its parts.
    Without(Enhancement),
}

impl Subject {
    const fn name(self) -> &'static str {
        match self {
            Self::Dice(5) => "dice 5x5",
            Self::Dice(7) => "dice 7x7",
            Self::Dice(11) => "dice 11x11",
            Self::Dice(_) => "dice 17x17",
            Self::Backgammon => "backgammon",
        }
    }

    /// About how many nodes searches by Star2-TT and by Expectimax have to a depth.
    fn nodes(self, depth: u32) -> [f64; 2] {
        let (at_three, per_move, plain) = match self {
            Self::Dice(board) => {
                let board = f64::from(board);
                (60.0 * board - 50.0, 3.0 * board - 7.5, 3.5 * board - 15.0)
            }
            // A node takes as long as eight of Dice.
            Self::Backgammon => (8.0 * 2_500.0, 60.0, 40.0),
        };
        let moves_more = (f64::from(depth) - 3.0) / 2.0;
        let nodes = at_three * f64::powf(per_move, moves_more);
        [nodes, plain * nodes]
    }

    /// A row of searches to a depth. Nothing of it was published.
    fn plan(
        self,
        depth: u32,
        searchers: impl Iterator<Item = Searcher>,
        positions: usize,
        extent: &Extent,
    ) -> Plan {
        let tasks: Vec<Task> = searchers
            .map(|searcher| self.task(depth, searcher))
            .collect();
        let nodes = tasks.iter().map(|task| task.cost as f64).sum();
        let samples = extent.samples_at(depth, positions, nodes);
        Plan {
            row: Row::from([
                ("game", self.name().into()),
                ("depth", u64::from(depth).into()),
            ]),
            published: samples,
            samples,
            tasks,
        }
    }

    /// The measurement of one search.
    fn task(self, depth: u32, searcher: Searcher) -> Task {
        let [strong, plain] = self.nodes(depth);
        let nodes = match searcher {
            Searcher::Algorithm(Algorithm::Expectimax | Algorithm::Star1) => plain,
            _ => strong,
        };
        let mebibytes = mebibytes_for(nodes).max(4);
        Task::new(self.task_id(depth, searcher), nodes, move |draw| {
            self.measure(depth, searcher, mebibytes, draw)
        })
    }

    fn task_id(self, depth: u32, searcher: Searcher) -> String {
        format!(
            "{} fresh positions depth {depth} {}",
            self.name(),
            searcher.name()
        )
    }

    fn measure(
        self,
        depth: u32,
        searcher: Searcher,
        mebibytes: usize,
        draw: Draw<'_>,
    ) -> Result<Sample, Stopped> {
        let mut settings = searcher.settings();
        settings.limits.depth = depth;
        let (game, evaluator, position) = match self {
            Self::Dice(board) => {
                /// Other positions than those of the thesis' tables.
                const FRESH: u64 = 0x6265_796f_6e64;
                let seed = mix(mix(mix(draw.seed ^ FRESH) ^ u64::from(board)) ^ draw.number);
                let game = dice(board);
                let position = random_position(&*game, seed);
                (game, "tanh", position)
            }
            Self::Backgammon => {
                const TRIAL: u64 = 5;
                let position = backgammon_position(draw, TRIAL, CONTACT)?;
                (game("backgammon"), BACKGAMMON_EVALUATOR, position)
            }
        };
        let found = search(&*game, evaluator, settings, mebibytes, &position, draw)?;
        Ok(figures(&found))
    }
}

impl Searcher {
    /// The algorithms that are compared, the plainest first.
    const ALGORITHMS: [Self; 5] = [
        Self::Algorithm(Algorithm::Expectimax),
        Self::Algorithm(Algorithm::Star1),
        Self::Algorithm(Algorithm::Star2),
        Self::Algorithm(Algorithm::Star2Tt),
        Self::Algorithm(Algorithm::Starmax),
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Algorithm(algorithm) => algorithm.name(),
            Self::Without(Enhancement::Deepening) => "starmax without deepening",
            Self::Without(Enhancement::SuccessorProbing) => "starmax without successor-probing",
            Self::Without(Enhancement::ThriftyProbes) => "starmax without thrifty-probes",
            Self::Without(Enhancement::StateBounds) => "starmax without state-bounds",
            Self::Without(Enhancement::OutcomeOrder) => "starmax without outcome-order",
            Self::Without(Enhancement::WorkOrder) => "starmax without work-order",
            Self::Without(Enhancement::FairShares) => "starmax without fair-shares",
            Self::Without(Enhancement::Targets) => "starmax without targets",
            Self::Without(Enhancement::Answers) => "starmax without answers",
            Self::Without(Enhancement::Glances) => "starmax without glances",
            Self::Without(Enhancement::TableMove) => "starmax without table-move",
            Self::Without(Enhancement::Killers) => "starmax without killers",
            Self::Without(Enhancement::History) => "starmax without history",
            Self::Without(Enhancement::Batches) => "starmax without batches",
            Self::Without(_) => "starmax without another part",
        }
    }

    fn settings(self) -> Settings {
        match self {
            Self::Algorithm(algorithm) => Settings::new(algorithm),
            Self::Without(enhancement) => {
                let mut settings = Settings::new(Algorithm::Starmax);
                settings.enhancements = settings.enhancements.without(enhancement.into());
                settings
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starmax_without_any_of_its_parts_has_a_name() {
        for part in Enhancement::ALL {
            let name = format!("starmax without {}", part.name());
            assert_eq!(Searcher::Without(part).name(), name);
        }
    }
}

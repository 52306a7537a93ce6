//! The measurements of a run as numbered pieces, for several machines.

use std::collections::BTreeMap;

use serde_json::json;
use starmax_files::Shard;
use starmax_files::journal::Part;
use starmax_report::ShardReport;

use crate::plan::{Record, Task};
use crate::{Experiment, Extent, Results};

/// All that some experiments need together, each measurement once. They are numbered in the order of their names, and those of a name by
/// position.
pub struct Work {
    /// The names of the tables.
    tables: Vec<&'static str>,
    extent: Extent,
    /// In the order of their names.
    tasks: Vec<NumberedTask>,
    pieces: u64,
}

struct NumberedTask {
    task: Task,
    samples: u64,
    /// The number of the first one of its measurements.
    first: u64,
}

impl Work {
    /// What these experiments need.
    #[must_use]
    pub fn of(experiments: &[&dyn Experiment], extent: &Extent) -> Self {
        let mut tables: Vec<_> = experiments.iter().map(|one| one.about().name).collect();
        tables.sort_unstable();
        let mut wanted: BTreeMap<String, (Task, u64)> = BTreeMap::new();
        for plan in experiments.iter().flat_map(|one| one.plans(extent)) {
            for task in plan.tasks {
                let samples = plan.samples as u64;
                let (_, most) = wanted.entry(task.id.clone()).or_insert((task, samples));
                *most = samples.max(*most);
            }
        }
        let mut pieces = 0;
        let tasks = wanted.into_values().map(|(task, samples)| {
            let first = pieces;
            pieces += samples;
            NumberedTask {
                task,
                samples,
                first,
            }
        });
        Self {
            tables,
            extent: *extent,
            tasks: tasks.collect(),
            pieces,
        }
    }

    /// The seed of everything random.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.extent.seed
    }

    /// How far a shard is.
    #[must_use]
    pub fn shard(&self, shard: Shard, results: &Results) -> ShardReport {
        let size = shard.size(self.pieces);
        let left = self.missing(shard, results).count() as u64;
        ShardReport {
            shard: shard.to_string(),
            job: format!(
                "reproduction of {}, seed {}",
                self.tables.join(", "),
                self.seed()
            ),
            unit: "measurements",
            done: size - left,
            pieces: size,
            all: self.pieces,
            finished: left == 0,
        }
    }

    /// The nodes that the measurements of a shard are going to visit, those that are missing and all of them.
    #[must_use]
    pub fn nodes(&self, shard: Shard, results: &Results) -> [u64; 2] {
        let missing = self.missing(shard, results).map(|(task, _)| task.cost);
        let all = (shard.pieces(self.pieces)).map(|piece| self.piece(piece).0.cost);
        [missing.sum(), all.sum()]
    }

    /// What a shard has to measure, and has not yet.
    pub(crate) fn missing<'a, 'b>(
        &'a self,
        shard: Shard,
        results: &'b Results,
    ) -> impl Iterator<Item = (&'a Task, u64)> + use<'a, 'b> {
        let all = shard
            .pieces(self.pieces)
            .map(move |piece| self.piece(piece));
        all.filter(move |(task, number)| !results.has(&task.id, *number))
    }

    /// What the journal of a shard must know.
    pub(crate) fn part(&self, shard: Shard) -> Part<Record> {
        let numbered = |one: &NumberedTask| (one.task.id.clone(), (one.first, one.samples));
        let numbers: BTreeMap<_, _> = self.tasks.iter().map(numbered).collect();
        Part {
            shard,
            pieces: self.pieces,
            job: json!({
                "tables": self.tables,
                "effort": self.extent.effort,
                "positions": self.extent.positions,
                "max_depth": self.extent.max_depth,
            }),
            number: Box::new(move |record| {
                let &(first, samples) = numbers.get(&record.task)?;
                (record.number < samples).then_some(first + record.number)
            }),
        }
    }

    fn piece(&self, piece: u64) -> (&Task, u64) {
        let after = self.tasks.partition_point(|one| one.first <= piece);
        let NumberedTask { task, first, .. } = &self.tasks[after - 1];
        (task, piece - first)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;

    use super::*;
    use crate::{EXPERIMENTS, Sample};

    fn work() -> Work {
        let extent = Extent {
            positions: NonZeroUsize::new(3),
            max_depth: Some(5),
            ..Extent::default()
        };
        Work::of(EXPERIMENTS, &extent)
    }

    fn record((task, number): (&Task, u64)) -> Record {
        Record {
            task: task.id.clone(),
            number,
            figures: Sample::new(),
        }
    }

    #[test]
    fn every_measurement_has_one_number_in_the_order_of_the_file() {
        let work = work();
        let whole = "1/1".parse().unwrap();
        let nothing = Results::default();
        let records: Vec<_> = work.missing(whole, &nothing).map(record).collect();
        assert_eq!(records.len() as u64, work.pieces);
        assert!(records.is_sorted_by(|one, two| one.place() < two.place()));
        let part = work.part(whole);
        for (piece, record) in (0..).zip(&records) {
            assert_eq!((part.number)(record), Some(piece));
        }
        let beyond = Record {
            number: 3,
            ..records[0].clone()
        };
        let (unknown, figures) = ("something else".to_owned(), Sample::new());
        let unknown = Record {
            task: unknown,
            number: 0,
            figures,
        };
        assert_eq!([(part.number)(&beyond), (part.number)(&unknown)], [None; 2]);
    }

    #[test]
    fn shards_have_each_measurement_once_and_all_its_nodes() {
        let work = work();
        let nothing = Results::default();
        let (mut places, mut nodes) = (BTreeSet::new(), 0);
        for number in 1..=7 {
            let shard = Shard::new(number, 7).unwrap();
            for (task, number) in work.missing(shard, &nothing) {
                assert!(places.insert((task.id.clone(), number)));
            }
            let [missing, all] = work.nodes(shard, &nothing);
            assert_eq!(missing, all);
            nodes += all;
        }
        assert_eq!(places.len() as u64, work.pieces);
        assert_eq!(nodes, work.nodes("1/1".parse().unwrap(), &nothing)[1]);
    }

    #[test]
    fn what_is_measured_is_missing_no_longer() {
        let work = work();
        let shard = Shard::new(2, 7).unwrap();
        let mut results = Results::default();
        let first = work.missing(shard, &results).map(record).next().unwrap();
        results.insert(first);
        let report = work.shard(shard, &results);
        assert_eq!((report.done, report.finished), (1, false));
        let [missing, all] = work.nodes(shard, &results);
        assert!(missing < all);
    }
}

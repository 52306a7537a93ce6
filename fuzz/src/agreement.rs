use std::convert::Infallible;

use rand::{RngExt, TryRng};
use starmax_search::{Algorithm, Enhancement, Order, ProbeChoice, Scheme, Search, Settings, Table};
use starmax_testkit::differential::{Answers, Tally, Trial};

/// Chance that is written down: byte by byte, then zeros.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let (&byte, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        byte
    }
}

impl TryRng for Bytes<'_> {
    type Error = Infallible;

    /// All choices between few are made by the highest bits.
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_ne_bytes([self.next(); 4]))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_be_bytes(std::array::from_fn(|_| self.next())))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| self.next());
        Ok(())
    }
}

/// A small tree, how it is judged, a depth, windows and settings: every algorithm, with and without a table, finds what plain
/// Expectimax finds, bit for bit.
///
/// # Panics
/// When one does not.
pub fn agreement(data: &[u8]) {
    let mut bytes = Bytes(data);
    let trial = Trial::random(&mut bytes);
    let fits = |algorithm: &Algorithm| algorithm.handles_chance() || !trial.tree.has_chance();
    for algorithm in Algorithm::ALL.into_iter().filter(fits) {
        let settings = settings(&mut bytes, algorithm, trial.depth);
        let table = bytes
            .random_bool(0.5)
            .then(|| Table::with_entries([4, 16, 256][bytes.random_range(0..3)]));
        let mut tally = Tally::default();
        tally.count(&trial, &answers(&trial, &settings, table.as_ref()));
        assert!(tally.is_clean(), "{tally}\n  {settings:?}");
    }
}

/// Settings on which no result depends.
fn settings(bytes: &mut Bytes<'_>, algorithm: Algorithm, depth: u32) -> Settings {
    let mut settings = Settings::new(algorithm);
    settings.limits.depth = depth;
    settings.probes = bytes.random_range(0..=4);
    settings.successor_probing_depth = bytes.random_range(0..=3);
    settings.step = bytes.random_range(1..=3);
    settings.clips = bytes.random();
    settings.ranked = [1, 2, 3, usize::MAX][bytes.random_range(0..4)];
    let left_out = bytes.random::<u32>();
    settings.enhancements = (Enhancement::ALL.into_iter())
        .filter(|&enhancement| left_out >> (enhancement as u32) & 1 == 0)
        .collect();
    settings.order = Order {
        scheme: Scheme::ALL[bytes.random_range(0..Scheme::ALL.len())],
        probe: [ProbeChoice::AsOrdered, ProbeChoice::ByQuality][bytes.random_range(0..2)],
        ..Order::default()
    };
    settings
}

fn answers(trial: &Trial, settings: &Settings, table: Option<&Table>) -> Answers {
    let root = trial.tree.root();
    let search = |window| {
        let search = Search::new(&trial.tree, &trial.judge).settings(settings.clone());
        let search = match window {
            Some(window) => search.window(window),
            None => search,
        };
        match table {
            Some(table) => search.table(table).run(&root),
            None => search.run(&root),
        }
    };
    let bounds = trial
        .windows
        .iter()
        .map(|&window| search(Some(window)).bounds)
        .collect();
    let result = search(None);
    assert!(
        result.bounds.is_exact(),
        "a search without limits is finished"
    );
    Answers {
        bounds,
        root: (result.value, result.best.map(|best| best as usize)),
    }
}

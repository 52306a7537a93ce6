//! A search of Dice positions, as the thesis and Veness and Blair made them.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::Evaluator;
use starmax_games::{Dice, DiceState, Pairs, mix, random_position};
use starmax_search::{
    Algorithm, Order, ProbeChoice, Reuse, Scheme, Search, SearchResult, Settings, Table, TableUse,
};

use crate::plan::{Draw, Sample, Stopped, Task, sample};

/// The stones in a row that win; the published figures fit 4 and 5 equally well.
pub(crate) const LINE: u8 = 4;

/// The three algorithms of the thesis.
pub(crate) const ALGORITHMS: [Algorithm; 3] =
    [Algorithm::Expectimax, Algorithm::Star1, Algorithm::Star2];

/// How random positions of a board are searched.
#[derive(Clone, Copy)]
pub(crate) struct DiceSearch {
    pub(crate) board: u8,
    pub(crate) depth: u32,
    pub(crate) algorithm: Algorithm,
    /// For the tables about move ordering; the others take the quick order and nothing else.
    pub(crate) ordering: Option<Scheme>,
}

impl DiceSearch {
    /// The measurement, which costs about this many nodes.
    pub(crate) fn task(self, nodes: f64) -> Task {
        let Self {
            board,
            depth,
            algorithm,
            ordering,
        } = self;
        let mut id = format!("dice {board}x{board} depth {depth} {algorithm}");
        if let Some(scheme) = ordering {
            id = format!("{id} ordering {scheme}");
        }
        let mebibytes = mebibytes_for(nodes);
        Task::new(id, nodes, move |draw| self.measure(draw, mebibytes))
    }

    fn settings(self) -> Settings {
        let mut settings = Settings::new(self.algorithm);
        settings.limits.depth = self.depth;
        if let Some(scheme) = self.ordering {
            settings.deepening = Some(2);
            settings.order = Order {
                scheme,
                history: true,
                probe: ProbeChoice::ByQuality,
                ..Order::default()
            };
        }
        settings
    }

    fn measure(self, draw: Draw<'_>, mebibytes: usize) -> Result<Sample, Stopped> {
        let game = Dice::new(self.board, LINE);
        let table = Table::with_mebibytes(mebibytes);
        let memory = TableUse {
            table: &table,
            decisions: false,
            chance: true,
            reuse: Reuse::EqualDepth,
        };
        search(
            game,
            &Pairs,
            self.settings(),
            memory,
            &self.position(draw),
            draw,
        )
    }

    /// The same for all searches of a board.
    fn position(self, draw: Draw<'_>) -> DiceState {
        let seed = mix(mix(mix(draw.seed) ^ u64::from(self.board)) ^ draw.number);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        random_position(&Dice::new(self.board, LINE), &mut rng)
    }
}

/// A table that a search of so many nodes does not crowd, up to the largest one, which has the size of that of Veness and Blair.
pub(crate) fn mebibytes_for(nodes: f64) -> usize {
    const BYTES_PER_NODE: f64 = 16.0;
    const LARGEST: f64 = 256.0;
    let mebibytes = (nodes * BYTES_PER_NODE / f64::from(1 << 20)).clamp(1.0, LARGEST);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 256"
    )]
    let mebibytes = mebibytes as usize;
    mebibytes.next_power_of_two()
}

/// Searches a position and says what it cost.
pub(crate) fn search(
    game: Dice,
    evaluator: &impl Evaluator<Dice>,
    settings: Settings,
    memory: TableUse<'_>,
    state: &DiceState,
    draw: Draw<'_>,
) -> Result<Sample, Stopped> {
    let SearchResult {
        stats,
        elapsed,
        value,
        interrupted,
        ..
    } = Search::new(&game, evaluator)
        .settings(settings)
        .memory(memory)
        .stop_when(draw.stop)
        .run(state);
    if interrupted.is_some() {
        return Err(Stopped);
    }
    let mut found = sample([
        ("nodes", stats.nodes as f64),
        ("leaves", stats.leaves as f64),
        ("seconds", elapsed.as_secs_f64()),
        ("value", value),
    ]);
    if let Some(share) = stats.probe_efficiency() {
        found.insert("probe_percent".to_owned(), 100.0 * share);
    }
    Ok(found)
}

//! A search of Dice positions, as the thesis and Veness and Blair made them.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_games::{Dice, DiceState, Pairs, mix, random_position};
use starmax_search::{Algorithm, Enhancement, Order, ProbeChoice, Scheme, Settings};

use crate::plan::{Draw, Sample, Stopped, Task};
use crate::search::{mebibytes_for, search};

/// The stones in a row that win; the published figures fit 4 and 5 equally well.
pub(crate) const LINE: u8 = 4;

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
        settings.remembers.decisions = false;
        settings.remembers.chance = true;
        if let Some(scheme) = self.ordering {
            settings.enhancements = [Enhancement::Deepening, Enhancement::History]
                .into_iter()
                .collect();
            settings.order = Order {
                scheme,
                probe: ProbeChoice::ByQuality,
                ..Order::default()
            };
        }
        settings
    }

    fn measure(self, draw: Draw<'_>, mebibytes: usize) -> Result<Sample, Stopped> {
        let game = Dice::new(self.board, LINE);
        search(
            &game,
            &Pairs,
            self.settings(),
            mebibytes,
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

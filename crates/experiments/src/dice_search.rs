//! A search of Dice positions, as the thesis and Veness and Blair made them.

use starmax_catalog::OpenGame;
use starmax_games::mix;
use starmax_search::{Algorithm, Enhancement, Order, ProbeChoice, Scheme, Settings};

use crate::plan::{Draw, Sample, Stopped, Task};
use crate::search::{figures, game, mebibytes_for, search};

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
        // The same for all searches of a board.
        let seed = mix(mix(mix(draw.seed) ^ u64::from(self.board)) ^ draw.number);
        let game = dice(self.board);
        let position = random_position(&*game, seed);
        let found = search(&*game, "pairs", self.settings(), mebibytes, &position, draw)?;
        Ok(figures(&found))
    }
}

/// The game on a board of this size.
pub(crate) fn dice(board: u8) -> Box<dyn OpenGame> {
    game(&format!("dice:{board}x{board},k={LINE}"))
}

/// The first random position of a seed.
pub(crate) fn random_position(game: &dyn OpenGame, seed: u64) -> String {
    let position = game.positions(seed).next();
    position.expect("there is no end of random positions")
}

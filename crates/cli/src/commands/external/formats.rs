//! Games with the cube, one for each kind of match that is played.

use std::sync::{Arc, Mutex, PoisonError};

use starmax_catalog::{CubefulRegistration, Opened, ReportError};
use starmax_core::ParseError;
use starmax_games::{CubefulState, FibsBoard, Format, MatchState};

pub(super) type Cubeful = Opened<CubefulRegistration>;

/// What a board does not say about games for money.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoneyRules {
    pub(super) jacoby: bool,
    pub(super) beavers: bool,
}

/// The games that were asked about.
pub(super) struct Formats {
    money: MoneyRules,
    opened: Mutex<Vec<Arc<Cubeful>>>,
}

impl Formats {
    pub(super) fn new(money: MoneyRules) -> Self {
        Self {
            money,
            opened: Mutex::default(),
        }
    }

    /// The game that a board is from, and where it stands there.
    pub(super) fn find(&self, board: &FibsBoard) -> anyhow::Result<(Arc<Cubeful>, CubefulState)> {
        let around = self.around(board);
        let state = board.state()?;
        around.check(&board.to_string(), &state)?;
        let opened = self.open(Format::of(&around))?;
        let state = (opened.game().position(state, &around))
            .map_err(|expected| ParseError::new(board.to_string(), expected))?;
        Ok((opened, state))
    }

    /// The cube and the score. Points that were won before do not matter for money.
    fn around(&self, board: &FibsBoard) -> MatchState {
        let around = board.around();
        match around.length {
            0 => MatchState {
                score: [0, 0],
                jacoby: self.money.jacoby,
                beavers: self.money.beavers,
                ..around
            },
            _ => around,
        }
    }

    /// The game for money.
    pub(super) fn for_money(&self) -> Result<Arc<Cubeful>, ReportError> {
        let MoneyRules { jacoby, beavers } = self.money;
        self.open(Format::Money { jacoby, beavers })
    }

    /// A match of any length.
    pub(super) fn for_match(&self) -> Result<Arc<Cubeful>, ReportError> {
        self.open(Format::Match { length: 1 })
    }

    fn open(&self, format: Format) -> Result<Arc<Cubeful>, ReportError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let known = (opened.iter()).find(|game| game.game().format() == format);
        if let Some(game) = known {
            return Ok(Arc::clone(game));
        }
        let game = Arc::new(Opened::new(&format.to_string())?);
        opened.push(Arc::clone(&game));
        Ok(game)
    }
}

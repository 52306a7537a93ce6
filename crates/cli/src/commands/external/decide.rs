//! What the player does about a board.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use starmax_catalog::{BackgammonRegistration, Opened, ReportError, Request};
use starmax_core::{Notation, Rules};
use starmax_games::{BackgammonState, FibsBoard};

use super::log;
use super::places::Places;
use crate::options::{self, OptionArgs};

/// What is sent back.
pub(super) enum Reply {
    Answer(String),
    /// The line is not a board.
    Error(String),
    /// There is no answer. GNU Backgammon plays whatever it is answered, be it nonsense; when the connection is closed it stops the game
    /// and says so.
    HangUp(String),
    /// Nobody waits for an answer any more.
    Nothing,
}

/// A player of backgammon who does not know what happened before.
pub(super) struct Decider {
    engine: OptionArgs<options::Play>,
    backgammon: Opened<BackgammonRegistration>,
    /// Whether it was said that cube and score are not used.
    has_noted: AtomicBool,
    /// Memory for tables, in MiB.
    tables: Arc<Places>,
}

impl Decider {
    /// A player who searches as it is told, if that is possible. The tables of all its searches together take so much memory.
    pub(super) fn new(
        engine: OptionArgs<options::Play>,
        tables_mebibytes: usize,
    ) -> anyhow::Result<Self> {
        let backgammon = Opened::new("")?;
        let tables = Arc::new(Places::new(tables_mebibytes));
        let decider = Self {
            engine,
            backgammon,
            tables,
            has_noted: AtomicBool::new(false),
        };
        let request = decider.engine.request();
        let request = request.with(|options| options.depth = Some(1));
        let start = decider.backgammon.game().initial();
        decider.backgammon.search_at(&start, &request)?;
        Ok(decider)
    }

    /// What to say to a line, unless the flag is set meanwhile.
    pub(super) fn reply(&self, line: &str, is_gone: &AtomicBool) -> Reply {
        let board: FibsBoard = match line.parse() {
            Ok(board) => board,
            Err(error) if line.starts_with(FibsBoard::PREFIX) => {
                return Reply::HangUp(error.to_string());
            }
            Err(error) => return Reply::Error(error.to_string()),
        };
        if let Some(unused) = board.unused()
            && !self.has_noted.swap(true, Ordering::Relaxed)
        {
            log(&format!("note: {unused}; later boards are not remarked on"));
        }
        let answer = self.answer(&board, is_gone);
        if is_gone.load(Ordering::Relaxed) {
            return Reply::Nothing;
        }
        match answer {
            Ok(answer) => Reply::Answer(answer),
            Err(reason) => Reply::HangUp(format!("{reason:#}")),
        }
    }

    fn answer(&self, board: &FibsBoard, is_gone: &AtomicBool) -> anyhow::Result<String> {
        let state = board.state()?;
        if board.is_double_offered() {
            return Ok(self.answer_double(&state, is_gone)?);
        }
        if state.roll().is_none() {
            return Ok("roll".to_owned());
        }
        let mut moves = Vec::new();
        let game = self.backgammon.game();
        game.moves(&state, &mut moves);
        match moves[..] {
            // An empty line is a move that moves nothing.
            [only] if only.is_pass() => Ok(String::new()),
            [only] => Ok(game.write_move(&state, only)),
            _ => {
                let report = self.unless_gone(is_gone, self.request(), |request| {
                    self.backgammon.search_at(&state, request)
                })?;
                Ok(report.best.ok_or(ReportError::Interrupted)?)
            }
        }
    }

    /// Takes or drops what the player on roll has doubled.
    fn answer_double(
        &self,
        state: &BackgammonState,
        is_gone: &AtomicBool,
    ) -> Result<String, ReportError> {
        let takes = self.unless_gone(is_gone, self.engine.request(), |request| {
            self.backgammon.takes_double(state, request)
        })?;
        Ok(if takes { "take" } else { "drop" }.to_owned())
    }

    /// How to search for a move. One level has nothing to remember, and a table takes longer than the search.
    fn request(&self) -> Request<'static> {
        self.engine.request().with(|options| {
            let needs_none = options.depth() == Some(1) && !options.reuse_deeper;
            options.table_mebibytes = options.table_mebibytes.or(needs_none.then_some(0));
            // Only the best move is played.
            options.top = options.algorithm().is_exact().then_some(1);
        })
    }

    /// Searches when there is memory for the table, until the flag is set.
    fn unless_gone<T>(
        &self,
        is_gone: &AtomicBool,
        request: Request<'_>,
        search: impl FnOnce(&Request<'_>) -> Result<T, ReportError>,
    ) -> Result<T, ReportError> {
        let is_given_up = || is_gone.load(Ordering::Relaxed);
        let table = (self.tables).take_unless(request.table_size(), is_given_up);
        let _table = table.ok_or(ReportError::Interrupted)?;
        search(&Request {
            stop: Some(is_gone),
            ..request
        })
    }
}

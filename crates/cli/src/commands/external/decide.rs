//! What the player does about a board.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use starmax_catalog::{BackgammonRegistration, Opened, Registration, ReportError, Request, State};
use starmax_core::{Notation, Rules};
use starmax_games::{BackgammonState, FibsBoard, Phase};

use super::formats::{Formats, MoneyRules};
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
    game: Game,
    /// Memory for tables, in MiB.
    tables: Arc<Places>,
}

/// What is played.
enum Game {
    /// Single games, of which the cube is no part.
    WithoutCube(Opened<BackgammonRegistration>),
    WithCube(Formats),
}

/// A roll and the best move after it show enough.
const SHALLOWEST_CUBE: u32 = 2;

impl Decider {
    /// A player who searches as it is told, if that is possible. The tables of all its searches together take so much memory. Without rules of
    /// games for money there is no cube.
    pub(super) fn new(
        engine: OptionArgs<options::Play>,
        tables_mebibytes: usize,
        money: Option<MoneyRules>,
    ) -> anyhow::Result<Self> {
        let game = match money {
            None => Game::WithoutCube(Opened::new("")?),
            Some(money) => Game::WithCube(Formats::new(money)),
        };
        let decider = Self {
            engine,
            game,
            tables: Arc::new(Places::new(tables_mebibytes)),
        };
        let request = decider.request().with(|options| options.depth = Some(1));
        match &decider.game {
            Game::WithoutCube(opened) => {
                opened.search_at(&opened.game().initial(), &request)?;
            }
            Game::WithCube(formats) => {
                let opened = match &request.options.met {
                    Some(_) => formats.for_match()?,
                    None => formats.for_money()?,
                };
                opened.search_at(&opened.game().initial(), &request)?;
            }
        }
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
        let answer = match &self.game {
            Game::WithoutCube(opened) => self.without_cube(opened, &board, is_gone),
            Game::WithCube(formats) => self.with_cube(formats, &board, is_gone),
        };
        if is_gone.load(Ordering::Relaxed) {
            return Reply::Nothing;
        }
        match answer {
            Ok(answer) => Reply::Answer(answer),
            Err(reason) => Reply::HangUp(format!("{reason:#}")),
        }
    }

    fn with_cube(
        &self,
        formats: &Formats,
        board: &FibsBoard,
        is_gone: &AtomicBool,
    ) -> anyhow::Result<String> {
        let around = board.around();
        let is_won_by_cube =
            |points: u16| u32::from(points) + around.cube.value() >= u32::from(around.length);
        let doubler = usize::from(board.state()?.player());
        let is_idle = around.length > 0 && is_won_by_cube(around.score[doubler]);
        if board.is_beaver_offered() || board.is_double_offered() && is_idle {
            // Who has doubled wants to play on. Who doubles where one game decides the match anyway gives the cube away.
            return Ok("take".to_owned());
        }
        let (opened, state) = formats.find(board)?;
        let request = self.request().with(|options| {
            // It is for matches, and nobody knows before what will be played.
            options.met = options.met.take().filter(|_| around.length > 0);
        });
        match state.phase() {
            Phase::Rolling | Phase::Opening => Ok("roll".to_owned()),
            Phase::Moving => self.checkers(&opened, &state, &request, is_gone),
            phase => {
                let best = self.best(&opened, &state, before_roll(&request), is_gone)?;
                let is_pass = phase == Phase::Doubled && best == "pass";
                Ok(if is_pass { "drop".to_owned() } else { best })
            }
        }
    }

    fn without_cube(
        &self,
        opened: &Opened<BackgammonRegistration>,
        board: &FibsBoard,
        is_gone: &AtomicBool,
    ) -> anyhow::Result<String> {
        let state = board.state()?;
        if board.is_double_offered() {
            return Ok(self.answer_double(opened, &state, is_gone)?);
        }
        if state.roll().is_none() {
            return Ok("roll".to_owned());
        }
        self.checkers(opened, &state, &self.request(), is_gone)
    }

    /// Moves checkers.
    fn checkers<R: Registration>(
        &self,
        opened: &Opened<R>,
        state: &State<R>,
        request: &Request<'_>,
        is_gone: &AtomicBool,
    ) -> anyhow::Result<String> {
        let mut moves = Vec::new();
        let game = opened.game();
        game.moves(state, &mut moves);
        let text = match moves[..] {
            [only] => game.write_move(state, only),
            _ => self.best(opened, state, request.clone(), is_gone)?,
        };
        // An empty line is a move that moves nothing.
        Ok(if text == "pass" { String::new() } else { text })
    }

    /// Takes or drops what the player on roll has doubled, as if there were no cube.
    fn answer_double(
        &self,
        opened: &Opened<BackgammonRegistration>,
        state: &BackgammonState,
        is_gone: &AtomicBool,
    ) -> Result<String, ReportError> {
        let takes = self.unless_gone(is_gone, self.engine.request(), |request| {
            opened.takes_double(state, request)
        })?;
        Ok(if takes { "take" } else { "drop" }.to_owned())
    }

    fn best<R: Registration>(
        &self,
        opened: &Opened<R>,
        state: &State<R>,
        request: Request<'_>,
        is_gone: &AtomicBool,
    ) -> Result<String, ReportError> {
        let report =
            self.unless_gone(is_gone, request, |request| opened.search_at(state, request))?;
        report.best.ok_or(ReportError::Interrupted)
    }

    /// How to search for a move. One level has nothing to remember, and a table takes longer than the search.
    fn request(&self) -> Request<'static> {
        self.engine.playing_request().with(|options| {
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

/// How to search for a cube action, from before the roll: to where a search for a move ends that begins after it.
fn before_roll<'a>(request: &Request<'a>) -> Request<'a> {
    request.with(|options| {
        options.depth = (options.depth()).map(|depth| SHALLOWEST_CUBE.max(depth.saturating_sub(1)));
    })
}

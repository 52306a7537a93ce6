//! Games that are made while the program runs, such as those that are written in another language: what is asked of their searches, and what
//! is reported.

use starmax_core::{Game, ManyPlayers, Node, Notation};
use starmax_report::{Named, Report};
use starmax_search::{GameKind, Limits, MaxNResult, Options, SearchResult, Settings, Table};

use crate::heading::Heading;
use crate::many_players::{Found, report};
use crate::{ReportError, Request};

/// The usual depth of a game that has not said.
const USUAL_DEPTH: u32 = 3;

/// What there is to know about such a game of one value.
#[derive(Clone, Copy, Debug)]
pub struct OwnGame<'a> {
    /// Its name.
    pub name: &'a str,
    /// What its evaluator is called.
    pub evaluator: &'a str,
    /// Whether it has a hash, so that there can be a table.
    pub has_hash: bool,
    /// The size of the table in MiB, where the algorithm wants one and nothing else is asked for. Slow rules fill a small one only, and to
    /// make a large one takes longer than many of their searches.
    pub usual_table: usize,
}

impl OwnGame<'_> {
    /// What options of a search mean for such a game.
    ///
    /// # Errors
    /// When one of them cannot be used.
    pub fn settings(&self, options: &Options) -> Result<Settings, ReportError> {
        options.check(self.name, GameKind::WithChance)?;
        Ok(Request::from(options.clone()).settings_to(USUAL_DEPTH))
    }

    /// A table of the size that is wanted, if the game can use one.
    ///
    /// # Errors
    /// When it does not fit into memory.
    pub fn table(&self, options: &Options) -> Result<Option<Table>, ReportError> {
        let mebibytes = options.table_size(self.usual_table);
        if mebibytes == 0 || !self.has_hash {
            return Ok(None);
        }
        let table = Table::try_with_mebibytes(mebibytes);
        table
            .map(Some)
            .map_err(|_| ReportError::NoMemory(mebibytes))
    }

    /// That the game has chance, and the algorithm cannot handle it.
    #[must_use]
    pub fn no_chance(&self, options: &Options) -> ReportError {
        ReportError::NoChance {
            algorithm: options.algorithm(),
            game: self.name.to_owned(),
        }
    }

    /// The report about what was found.
    pub fn report<G: Game + Notation>(
        &self,
        game: &G,
        state: &G::State,
        options: &Options,
        result: &SearchResult<G>,
    ) -> Report {
        let filter =
            (!options.algorithm().is_exact()).then(|| options.settings(USUAL_DEPTH).filter);
        let heading = Heading {
            game: self.name.to_owned(),
            position: game.write_position(state),
            roll: None,
            player: ["max", "min"][usize::from(game.player(state))],
            algorithm: options.algorithm().to_string(),
            evaluator: self.evaluator.to_owned(),
            options: Named::new(&Options {
                filter,
                ..options.clone()
            }),
            endings: &[],
            reading: None,
        };
        heading.report(game, state, result)
    }
}

/// That the game is over where it is to be searched is an error.
///
/// # Errors
/// When it is.
pub fn check_not_over<G: Notation>(game: &G, state: &G::State) -> Result<(), ReportError> {
    match game.node(state) {
        Node::Terminal(_) => Err(ReportError::Over(game.write_state(state))),
        Node::Decision(_) | Node::Chance => Ok(()),
    }
}

/// What there is to know about such a game of several players.
#[derive(Clone, Copy, Debug)]
pub struct OwnPlayers<'a> {
    /// Its name.
    pub name: &'a str,
}

/// What players are called, and all after them.
const PLAYERS: [&str; 10] = [
    "player 0",
    "player 1",
    "player 2",
    "player 3",
    "player 4",
    "player 5",
    "player 6",
    "player 7",
    "player 8",
    "a player after 8",
];

impl OwnPlayers<'_> {
    /// What options of a search mean for such a game.
    ///
    /// # Errors
    /// When one of them cannot be used.
    pub fn limits(&self, options: &Options) -> Result<Limits, ReportError> {
        options.check(self.name, GameKind::SeveralPlayers)?;
        if let Some(algorithm) = options.algorithm {
            let game = self.name.to_owned();
            return Err(ReportError::ManyPayoffs { algorithm, game });
        }
        Ok(Limits {
            depth: options.depth().unwrap_or(USUAL_DEPTH),
            nodes: options.nodes,
            time: options.time,
        })
    }

    /// The report about what was found.
    pub fn report<G: ManyPlayers + Notation>(
        &self,
        game: &G,
        state: &G::State,
        options: &Options,
        result: MaxNResult<G::Move>,
    ) -> Report {
        let found = Found {
            game: self.name.to_owned(),
            position: game.write_position(state),
            roll: None,
            player: PLAYERS[game.player(state).min(PLAYERS.len() - 1)],
            evaluator: "payoffs".to_owned(),
            options,
            result,
        };
        report(game, state, found)
    }
}

//! Tournaments: every two of several players meet, in pairs of games with the same dice.

mod text;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use starmax_arena::{Crew, PairResult, Schedule, Standing, Z95};
use starmax_core::Bounds;

use crate::{OpenGame, PlayerSpec, ReportError, open_game};

/// A tournament: what is to be played, and what has been.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
///
/// use starmax_arena::Crew;
/// use starmax_report::{Tournament, TournamentOptions};
///
/// let players = vec!["star2:depth=3".parse()?, "random".parse()?];
/// let options = TournamentOptions { games: 100, seed: 1, error: None };
/// let mut tournament = Tournament::new("dice:5x5,k=4", players, options)?;
/// let crew = Crew { threads: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
/// tournament.play(&crew, &mut |_, _| ControlFlow::Continue(()))?;
/// assert!(tournament.pairings()[0].rate > 0.6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tournament {
    spec: String,
    game: Box<dyn OpenGame>,
    players: Vec<PlayerSpec>,
    options: TournamentOptions,
    pairings: Vec<Pairing>,
}

/// How long a tournament is, and with which dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TournamentOptions {
    /// Games of every pairing; an odd number is rounded up, because games come in pairs.
    pub games: u64,
    /// The dice follow from it; they are the same in all pairings.
    pub seed: u64,
    /// Stop a pairing as soon as one player is certainly better, but for an error of this probability.
    pub error: Option<f64>,
}

struct Pairing {
    players: [usize; 2],
    standing: Standing,
}

/// A pair of games that has been played, to be written down and remembered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedPair {
    /// The numbers of the players, from 0.
    pub players: [usize; 2],
    /// The number of the pair of games, from 0.
    pub pair: u64,
    /// What the first of the two players won, first as Max, then as Min.
    pub points: [f64; 2],
}

/// How two players stand. Everything is seen by the first of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairingReport {
    /// The game.
    pub game: String,
    /// The seed of the dice.
    pub seed: u64,
    /// The players.
    pub players: [String; 2],
    /// The numbers of the players, from 1.
    pub numbers: [usize; 2],
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of games won, a draw being half a win.
    pub rate: f64,
    /// Wilson's 95% interval for the rate.
    pub wilson: [f64; 2],
    /// The 95% interval made from whole pairs of games; `None` with less than two of them.
    pub by_pairs: Option<[f64; 2]>,
    /// Whether all games are played.
    pub finished: bool,
    /// Whether the games were stopped because one player is certainly better.
    pub sure: bool,
}

/// Which results can be used again.
#[derive(Serialize)]
struct Run<'a> {
    tournament: &'a str,
    players: Vec<String>,
    seed: u64,
}

impl Tournament {
    /// Every two players meet in a game by name.
    ///
    /// # Errors
    /// When there is no such game, it is not for two players, a player cannot play it, or there are less than two of them.
    pub fn new(
        game: &str,
        players: Vec<PlayerSpec>,
        options: TournamentOptions,
    ) -> Result<Self, ReportError> {
        let spec = game.to_owned();
        let game = open_game(game)?;
        for player in &players {
            game.check_player(player)?;
        }
        if players.len() < 2 {
            return Err(ReportError::TooFewPlayers(players.len()));
        }
        let standing = Standing::new(options.games.div_ceil(2));
        let standing = match options.error {
            Some(error) => standing.stopping_when_sure(error),
            None => standing,
        };
        let pairings = (0..players.len())
            .flat_map(|first| (first + 1..players.len()).map(move |second| [first, second]))
            .map(|players| Pairing {
                players,
                standing: standing.clone(),
            })
            .collect();
        Ok(Self {
            spec,
            game,
            players,
            options,
            pairings,
        })
    }

    /// What results must have in common to belong to this tournament: the game, the players and the seed.
    #[must_use]
    pub fn run(&self) -> impl Serialize {
        Run {
            tournament: &self.spec,
            players: self.players.iter().map(PlayerSpec::to_string).collect(),
            seed: self.options.seed,
        }
    }

    /// Takes note of a pair of games that was played earlier. One beyond the end of this tournament changes nothing.
    pub fn remember(&mut self, played: PlayedPair) {
        let pairing = (self.pairings.iter_mut()).find(|pairing| pairing.players == played.players);
        if let Some(pairing) = pairing {
            let points = played.points;
            pairing.standing.record(played.pair, PairResult { points });
        }
    }

    /// Plays what is left to play. Every pair of games is handed to `receive` as soon as it is played, with how its players
    /// stand then; `receive` may break off.
    ///
    /// # Errors
    /// When there is no memory for the players' tables, or the crew was told to stop.
    pub fn play(
        &mut self,
        crew: &Crew<'_>,
        receive: &mut dyn FnMut(PlayedPair, &PairingReport) -> ControlFlow<()>,
    ) -> Result<(), ReportError> {
        let schedule = Schedule {
            seed: self.options.seed,
        };
        for number in 0..self.pairings.len() {
            let players = self.pairings[number].players;
            let mut missing = self.pairings[number].standing.missing();
            let specs = players.map(|player| self.players[player].clone());
            let mut flow = ControlFlow::Continue(());
            let mut standing = self.pairings[number].standing.clone();
            self.game.play_pairs(
                [&specs[0], &specs[1]],
                &mut missing,
                schedule,
                crew,
                &mut |pair, result| {
                    standing.record(pair, result);
                    let played = PlayedPair {
                        players,
                        pair,
                        points: result.points,
                    };
                    flow = receive(played, &self.report(players, &standing));
                    if standing.is_over() {
                        return ControlFlow::Break(());
                    }
                    flow
                },
            )?;
            self.pairings[number].standing = standing;
            if flow.is_break() {
                break;
            }
            if !self.pairings[number].standing.is_over() {
                return Err(ReportError::Interrupted);
            }
        }
        Ok(())
    }

    /// How every two players stand, in the order in which they meet.
    #[must_use]
    pub fn pairings(&self) -> Vec<PairingReport> {
        (self.pairings.iter())
            .map(|pairing| self.report(pairing.players, &pairing.standing))
            .collect()
    }

    fn report(&self, players: [usize; 2], standing: &Standing) -> PairingReport {
        let tally = standing.tally();
        let ends = |bounds: Bounds| [bounds.lower, bounds.upper];
        PairingReport {
            game: self.spec.clone(),
            seed: self.options.seed,
            players: players.map(|player| self.players[player].to_string()),
            numbers: players.map(|player| player + 1),
            games: tally.score.games(),
            wins: tally.score.wins,
            draws: tally.score.draws,
            losses: tally.score.losses,
            rate: tally.score.rate(),
            wilson: ends(tally.score.wilson(Z95)),
            by_pairs: tally.pair_interval(Z95).map(ends),
            finished: standing.is_over(),
            sure: standing.is_sure(),
        }
    }
}

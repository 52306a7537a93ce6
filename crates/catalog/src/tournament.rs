//! Tournaments: every two of several players meet, in pairs of games with the same dice.

mod part;

use std::ops::ControlFlow;

use serde::Serialize;
use starmax_arena::{Crew, PairResult, Schedule, Standing, Z95};
use starmax_core::Bounds;
use starmax_files::Shard;
use starmax_games::mix;
use starmax_report::{PairingReport, PlayedPair, TournamentReport};

use crate::arena::tables;
use crate::{Games, OpenGame, PlayerSpec, ReportError};

/// A tournament: what is to be played, and what has been.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
///
/// use starmax_arena::Crew;
/// use starmax_catalog::{Tournament, TournamentOptions};
///
/// let players = vec!["star2:depth=3".parse()?, "random".parse()?];
/// let options = TournamentOptions { games: 100, seed: 1, error: None };
/// let mut tournament = Tournament::new("dice:5x5,k=4", players, options)?;
/// let crew = Crew { threads: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
/// tournament.play(&crew, &mut |_| ControlFlow::Continue(()), &mut |_| {})?;
/// assert!(tournament.pairings()[0].rate > Some(0.6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tournament {
    spec: String,
    game: Box<dyn OpenGame>,
    players: Vec<PlayerSpec>,
    options: TournamentOptions,
    pairings: Vec<Pairing>,
    /// Which pairs of games are played here, if not all of them.
    shard: Option<Shard>,
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

/// Which results can be used again.
#[derive(Serialize)]
struct TournamentIdentity<'a> {
    tournament: &'a str,
    players: Vec<String>,
    seed: u64,
    /// What the players do in a few small searches: something else if the program or a net was changed since.
    fingerprint: String,
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
        Self::of(&Games::default(), game, players, options)
    }

    /// Every two players meet in one of some games by name.
    ///
    /// # Errors
    /// When there is no such game, it is not for two players, a player cannot play it, or there are less than two of them.
    pub fn of(
        games: &Games<'_>,
        game: &str,
        players: Vec<PlayerSpec>,
        options: TournamentOptions,
    ) -> Result<Self, ReportError> {
        let spec = game.to_owned();
        let game = games.open(game)?;
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
            shard: None,
        })
    }

    /// What results must have in common to belong to this tournament: the game, the players, what they do, and the seed.
    ///
    /// # Errors
    /// When a player can no longer play.
    pub fn run(&self) -> Result<impl Serialize, ReportError> {
        let mut fingerprint = 0;
        for player in &self.players {
            fingerprint = mix(fingerprint ^ self.game.fingerprint(player)?);
        }
        Ok(TournamentIdentity {
            tournament: &self.spec,
            players: self.players.iter().map(PlayerSpec::to_string).collect(),
            seed: self.options.seed,
            fingerprint: format!("{fingerprint:016x}"),
        })
    }

    /// Takes note of a pair of games that was played earlier. One beyond the end of this tournament changes nothing.
    ///
    /// # Errors
    /// When these players do not meet, or cannot have won so much.
    ///
    /// # Panics
    /// Never: a result can always be written.
    pub fn remember(&mut self, played: PlayedPair) -> Result<(), ReportError> {
        let wrong = |expected| ReportError::NoSuchResult {
            found: serde_json::to_string(&played).expect("a result is plain data"),
            expected,
        };
        let last = self.players.len() - 1;
        let pairing = (self.pairings.iter_mut())
            .find(|pairing| pairing.players == played.players)
            .ok_or_else(|| {
                wrong(format!(
                    "two players with numbers from 0 to {last}, the lower one first"
                ))
            })?;
        let points = played.points;
        if !points.iter().all(|&points| self.game.can_bring(points)) {
            return Err(wrong(format!("points that {} can bring", self.spec)));
        }
        pairing.standing.record(played.pair, PairResult { points });
        Ok(())
    }

    /// Plays what is left to play, of the whole tournament or of a shard. Every pair of games is handed to `keep` as soon as it is played, and counts unless `keep`
    /// breaks off. How its players stand then is handed to `show`.
    ///
    /// # Errors
    /// When there is no memory for the players' tables, before any game is played; when no thread can be started; or when
    /// the crew was told to stop.
    pub fn play(
        &mut self,
        crew: &Crew<'_>,
        keep: &mut dyn FnMut(&PlayedPair) -> ControlFlow<()>,
        show: &mut dyn FnMut(&PairingReport),
    ) -> Result<(), ReportError> {
        self.check_memory(crew)?;
        let schedule = Schedule {
            seed: self.options.seed,
        };
        for number in 0..self.pairings.len() {
            let players = self.pairings[number].players;
            let mut missing = self.missing(number);
            let specs = players.map(|player| self.players[player].clone());
            let mut flow = ControlFlow::Continue(());
            let mut standing = self.pairings[number].standing.clone();
            let played = self.game.play_pairs(
                [&specs[0], &specs[1]],
                &mut missing,
                schedule,
                crew,
                &mut |pair, result| {
                    flow = keep(&PlayedPair {
                        players,
                        pair,
                        points: result.points,
                    });
                    flow?;
                    standing.record(pair, result);
                    show(&self.pairing(players, &standing));
                    if standing.is_over() {
                        return ControlFlow::Break(());
                    }
                    flow
                },
            );
            self.pairings[number].standing = standing;
            played?;
            if flow.is_break() {
                break;
            }
            if self.missing(number).next().is_some() {
                return Err(ReportError::Interrupted);
            }
        }
        Ok(())
    }

    /// Whether there is memory for those two players who want most of it.
    fn check_memory(&self, crew: &Crew<'_>) -> Result<(), ReportError> {
        let mut sizes: Vec<_> = (self.players.iter())
            .map(PlayerSpec::table_mebibytes)
            .collect();
        sizes.sort_unstable();
        let largest = sizes.into_iter().rev().take(2);
        let tables: Result<Vec<_>, _> = largest.map(|size| tables(size, crew)).collect();
        tables.map(drop)
    }

    /// How every two players stand, in the order in which they meet.
    #[must_use]
    pub fn pairings(&self) -> Vec<PairingReport> {
        (self.pairings.iter())
            .map(|pairing| self.pairing(pairing.players, &pairing.standing))
            .collect()
    }

    /// How all players stand.
    #[must_use]
    pub fn report(&self) -> TournamentReport {
        TournamentReport {
            game: self.spec.clone(),
            seed: self.options.seed,
            players: self.players.iter().map(PlayerSpec::to_string).collect(),
            error: self.options.error,
            pairings: self.pairings(),
        }
    }

    fn pairing(&self, players: [usize; 2], standing: &Standing) -> PairingReport {
        let tally = standing.tally();
        let ends = |bounds: Bounds| [bounds.lower, bounds.upper];
        let has_points = self.game.counts_points() && tally.points.count() > 0;
        let points = has_points.then_some(tally.points);
        PairingReport {
            game: self.spec.clone(),
            seed: self.options.seed,
            players: players.map(|player| self.players[player].to_string()),
            numbers: players.map(|player| player + 1),
            games: tally.score.games(),
            wins: tally.score.wins,
            draws: tally.score.draws,
            losses: tally.score.losses,
            rate: (tally.score.games() > 0).then(|| tally.score.rate()),
            wilson: ends(tally.score.wilson(Z95)),
            by_pairs: tally.pair_interval(Z95).map(ends),
            points: points.map(|points| points.mean()),
            points_interval: points.and_then(|points| points.interval()).map(ends),
            finished: standing.is_over(),
            sure: standing.is_sure(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn tournament(game: &str, players: &[&str]) -> Tournament {
        let players = players.iter().map(|player| player.parse().unwrap());
        let options = TournamentOptions {
            games: 20,
            seed: 1,
            error: None,
        };
        Tournament::new(game, players.collect(), options).unwrap()
    }

    fn run(game: &str, player: &str) -> String {
        let tournament = tournament(game, &[player, "random"]);
        serde_json::to_string(&tournament.run().unwrap()).unwrap()
    }

    /// The run of a tournament without the names of its players.
    fn fingerprint(game: &str, player: &str) -> String {
        let run = run(game, player);
        run.split_once("\"fingerprint\":").unwrap().1.to_owned()
    }

    #[test]
    fn a_run_has_the_fingerprint_of_its_players() {
        assert_eq!(run("dice", "starmax"), run("dice", "starmax"));
        let players = [
            "starmax:depth=3",
            "starmax:depth=3,evaluator=net",
            "starmax:depth=3,evaluator=tanh",
            "starmax:depth=3,noise=0.1",
            "starmax:depth=3,noise=0.1,noise-seed=1",
            "starmax:depth=3,order=random",
            "star2:depth=3",
            "star2:depth=1",
            "random",
        ];
        let mut all: Vec<_> = players.map(|player| fingerprint("dice", player)).to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), players.len());
        for game in ["tic-tac-toe", "pig", "ballard"] {
            let one = fingerprint(game, "expectimax:depth=3");
            assert_ne!(one, fingerprint(game, "expectimax:depth=2"), "{game}");
        }
    }

    #[test]
    fn a_fingerprint_takes_no_time_and_does_not_depend_on_it() {
        let fingerprint = |player| fingerprint("dice:11x11", player);
        let long = fingerprint("star2:time=1h,depth=99");
        assert_eq!(long, fingerprint("star2:time=1ms,depth=99"));
        assert_ne!(long, fingerprint("star2:time=1h,depth=1"));
    }

    #[test]
    fn a_result_that_cannot_be_is_refused_with_its_text() {
        let mut tournament = tournament("dice", &["star2", "star1", "random"]);
        let mut remember = |players, points| {
            let played = PlayedPair {
                players,
                pair: 0,
                points,
            };
            tournament
                .remember(played)
                .map_err(|error| error.to_string())
        };
        for (players, points, text, expected) in [
            ([1, 0], [1.0, 1.0], "\"players\":[1,0]", "from 0 to 2"),
            ([0, 3], [1.0, 1.0], "\"players\":[0,3]", "from 0 to 2"),
            ([1, 1], [1.0, 1.0], "\"players\":[1,1]", "from 0 to 2"),
            ([0, 1], [7.5, 0.0], "\"points\":[7.5,0.0]", "dice can bring"),
            ([0, 1], [0.0, -1e300], "-1e+300]", "dice can bring"),
        ] {
            let error = remember(players, points).unwrap_err();
            assert!(error.starts_with("found {\"players\":"), "{error}");
            assert!(error.contains(text) && error.contains(expected), "{error}");
        }
        remember([0, 2], [-1.0, 1.0]).unwrap();
        assert_eq!(tournament.pairings()[1].games, 2);
    }

    #[test]
    fn a_pair_that_is_not_kept_does_not_count() {
        let mut tournament = tournament("dice", &["random", "random"]);
        let mut kept = 0;
        let mut keep = |_: &PlayedPair| {
            if kept == 3 {
                return ControlFlow::Break(());
            }
            kept += 1;
            ControlFlow::Continue(())
        };
        let crew = Crew {
            threads: NonZeroUsize::MIN,
            stop: &AtomicBool::new(false),
        };
        tournament.play(&crew, &mut keep, &mut |_| {}).unwrap();
        assert_eq!(tournament.pairings()[0].games, 6);
    }

    #[test]
    fn points_count_where_wins_differ() {
        let mut backgammon = tournament("backgammon", &["random", "random"]);
        for (pair, points) in [[2.0, -1.0], [3.0, 1.0], [-1.0, -1.0]]
            .into_iter()
            .enumerate()
        {
            let pair = pair as u64;
            let players = [0, 1];
            let played = PlayedPair {
                players,
                pair,
                points,
            };
            backgammon.remember(played).unwrap();
        }
        let report = &backgammon.pairings()[0];
        assert_eq!((report.wins, report.losses), (3, 3));
        assert_eq!(report.points, Some(0.5));
        let [lower, upper] = report.points_interval.unwrap();
        // The pairs brought 0.5, 2 and -1 per game: a standard deviation of 1.5.
        let half = Z95 * 1.5 / 3.0_f64.sqrt();
        assert!((lower - (0.5 - half)).abs() < 1e-12 && (upper - (0.5 + half)).abs() < 1e-12);
        let text = backgammon.report().text();
        assert!(text.contains("     +0.500  [-1.197, +2.197]"), "{text}");

        for game in ["dice", "backgammon:scoring=win"] {
            let mut wins = tournament(game, &["random", "random"]);
            let players = [0, 1];
            let points = [1.0, 1.0];
            wins.remember(PlayedPair {
                players,
                pair: 0,
                points,
            })
            .unwrap();
            assert_eq!(wins.pairings()[0].points, None, "{game}");
            assert!(!wins.report().text().contains("points"), "{game}");
        }
    }

    #[test]
    fn players_without_games_have_no_score() {
        let tournament = tournament("dice", &["random", "star1", "star2"]);
        assert_eq!(tournament.pairings()[0].rate, None);
        let text = tournament.report().text();
        let line = "1 - 2            0        0        0        0       -  (unfinished)\n";
        assert!(text.contains(line), "{text}");
        assert!(text.ends_with("   3      -      -      *\n"), "{text}");
    }
}

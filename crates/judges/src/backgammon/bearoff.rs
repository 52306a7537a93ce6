//! The end of the game, when all checkers are home: what is known without search.

use std::path::Path;
use std::sync::OnceLock;

use starmax_core::Player;
use starmax_games::{Backgammon, BackgammonState, Checkers, Scoring};

use super::{Chances, Places, Races};

mod cache;
mod cubeful;
mod index;
mod one_sided;
mod rows;
mod turns;
mod two_sided;

pub use cache::CacheProblem;
pub use index::Home;
pub use one_sided::Distribution;

pub(super) use index::{home_at, positions};
pub use turns::for_each_end;
pub(super) use turns::{ROLLS, roll_number};
pub(super) use two_sided::FEW;

use cubeful::{Access, WhenAsked};
use one_sided::OneSided;
use two_sided::TwoSided;

/// Checkers of each player.
pub(super) const CHECKERS: usize = 15;

/// Tables of the bearoff, in which both players have all their checkers on their points 1 to 6 or off.
///
/// There the players never meet: a home is the far end of the board for the opponent. No checker can be hit, and nobody can win a backgammon,
/// because the loser's checkers stay in the loser's own home.
///
/// - **One-sided**, for all 54,264 positions of up to 15 checkers of one player: the distribution of the number of rolls until
///   all checkers are off, when every turn is played for the fewest rolls on average, and the same for the first checker. Two of them give
///   an estimate of a race ([`Bearoff::race`]). It is not exact, because good players look at each other: who is behind
///   takes more risk. Where both tables apply, it is wrong by 0.0018 points on average and by 0.028 at most.
/// - **Two-sided**, for up to 6 checkers of each player: the exact value with best play ([`Bearoff::solved`]).
/// - **Cubeful**, for the same positions: the exact value with best play and the best use of the cube, for money
///   ([`Bearoff::cubeful`]). It is read or built by the first one who asks.
///
/// To build them takes less than a second; [`Bearoff::load`] keeps them in files for the next time. They are the same on every
/// machine, bit for bit.
///
/// ```
/// use starmax_judges::backgammon::Bearoff;
/// use starmax_core::Notation;
/// use starmax_games::Backgammon;
///
/// let tables = Bearoff::in_memory();
/// let state = Backgammon::default().parse_state("gwAAMAQAAAAAAA")?;
/// assert_eq!(format!("{:.5}", tables.solved(&state).unwrap()), "0.79736");
///
/// let three_on_the_ace_point = tables.rolls_to_finish([3, 0, 0, 0, 0, 0]);
/// assert!((three_on_the_ace_point.mean() - 11.0 / 6.0).abs() < 1e-6);
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bearoff {
    one_sided: OneSided,
    two_sided: TwoSided,
    cubeful: WhenAsked,
}

/// Whether the cubeful table has been asked for makes no difference.
impl PartialEq for Bearoff {
    fn eq(&self, other: &Self) -> bool {
        self.one_sided == other.one_sided && self.two_sided == other.two_sided
    }
}

/// How a race may end, seen by the player on roll. A gammon is also a win or a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceChances {
    /// To win.
    pub win: f64,
    /// To win a gammon.
    pub gammon: f64,
    /// To lose a gammon.
    pub gammon_loss: f64,
}

impl RaceChances {
    /// The mean result.
    #[must_use]
    pub fn value(self, scoring: Scoring) -> f64 {
        let gammons = match scoring {
            Scoring::Points => self.gammon - self.gammon_loss,
            Scoring::Win => 0.0,
        };
        2.0 * self.win - 1.0 + gammons
    }
}

static SHARED: OnceLock<(Bearoff, Option<CacheProblem>)> = OnceLock::new();

impl Bearoff {
    /// The tables from the user's cache folder, or built and put there for the next time. When they cannot be kept, the reason
    /// comes with them.
    ///
    /// A file that is damaged or of another version is replaced.
    #[must_use]
    pub fn load() -> (Self, Option<CacheProblem>) {
        match cache::folder() {
            Ok(folder) => Self::load_from(&folder),
            Err(problem) => (Self::in_memory(), Some(problem)),
        }
    }

    /// Those of the user's cache folder, loaded once and then the same for everybody.
    #[must_use]
    pub fn shared() -> &'static Self {
        let (tables, _) = SHARED.get_or_init(Self::load);
        tables
    }

    /// Why [`Bearoff::shared`] could not be kept, if it was loaded and could not.
    #[must_use]
    pub fn shared_problem() -> Option<&'static CacheProblem> {
        let (tables, problem) = SHARED.get()?;
        problem.as_ref().or_else(|| tables.cubeful.problem())
    }

    /// [`Bearoff::load`] with another folder, which is made if it does not exist.
    #[must_use]
    pub fn load_from(folder: &Path) -> (Self, Option<CacheProblem>) {
        let (mut tables, problem) = cache::read_or_build(folder, Self::in_memory);
        tables.cubeful = WhenAsked::kept_in(folder);
        (tables, problem)
    }

    /// The tables built anew, without any file.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            one_sided: OneSided::build(),
            two_sided: TwoSided::build(),
            cubeful: WhenAsked::default(),
        }
    }

    /// How many rolls it takes to bear off all checkers, played for the fewest on average.
    ///
    /// # Panics
    /// When there are more than 15 checkers.
    #[inline]
    #[must_use]
    pub fn rolls_to_finish(&self, home: Home) -> Distribution<'_> {
        self.one_sided.finish(home)
    }

    /// How many rolls it takes to bear off the first of 15 checkers, played for the fewest on average; none when one is
    /// off already.
    ///
    /// # Panics
    /// When there are more than 15 checkers.
    #[inline]
    #[must_use]
    pub fn rolls_to_first_off(&self, home: Home) -> Distribution<'_> {
        self.one_sided.first_off(home)
    }

    /// An estimate of the race before the roll, from the one-sided distributions: `mine` of the player on roll, who has
    /// checkers left, and `his` of the opponent.
    ///
    /// Each player is taken to play for speed alone, and for speed to the first checker where a gammon is at stake.
    ///
    /// # Panics
    /// When a player has more than 15 checkers.
    #[must_use]
    pub fn race(&self, mine: Home, his: Home) -> RaceChances {
        let (my_finish, my_first_off) = (self.rolls_to_finish(mine), self.rolls_to_first_off(mine));
        let (his_finish, his_first_off) = (self.rolls_to_finish(his), self.rolls_to_first_off(his));
        let win = my_finish.is_first(his_finish).min(1.0);
        let gammon_loss = if my_first_off.chances().is_empty() {
            0.0
        } else {
            1.0 - my_first_off.is_first(his_finish)
        };
        RaceChances {
            win,
            gammon: my_finish.is_first(his_first_off).min(win),
            gammon_loss: gammon_loss.clamp(0.0, 1.0 - win),
        }
    }

    /// The estimated value of a state, seen by Max: of the race before the roll, or of the best move when the roll is known.
    ///
    /// `None` when a checker is not home yet or the game is over.
    #[must_use]
    pub fn race_value(&self, game: &Backgammon, state: &BackgammonState) -> Option<f64> {
        let (mine, his) = homes(state)?;
        let value = match state.roll() {
            None => self.race(mine, his).value(game.scoring()),
            Some(roll) => {
                let mut lowest = f64::INFINITY;
                turns::for_each_end(mine, roll, &mut |end| {
                    lowest = lowest.min(self.race(his, end).value(game.scoring()));
                });
                -lowest
            }
        };
        let value = state.player().sees(value);
        Some(game.possible_values(state).clamp(value))
    }

    /// The exact value of a state with best play, seen by Max, before the roll or with it. It is in points, and the same when
    /// every win counts one: gammons are no longer possible.
    ///
    /// `None` when a player has more than 6 checkers left or one that is not home yet, or the game is over.
    #[inline]
    #[must_use]
    pub fn solved(&self, state: &BackgammonState) -> Option<f64> {
        if !has_few_left(state) {
            return None;
        }
        let (mine, his) = homes(state)?;
        let value = self.two_sided.value(mine, his, state.roll());
        Some(state.player().sees(value))
    }

    /// The exact value of a state for money, with best play and the best use of the cube by both from now on; in units of the cube,
    /// and **seen by the player to move**, who has not doubled this turn. `owner` has the cube, or it is in the middle.
    ///
    /// Before the roll it is the value of rolling without a double. A double that is taken is worth twice the value with the
    /// opponent as the owner, one that is passed is worth 1. With a roll it is the value of the best move, after which the opponent may
    /// double if the cube allows. The cube has no limit. Neither the Jacoby rule nor
    /// beavers make a difference: nobody can win a gammon, and no double that is right gives the opponent the better game.
    ///
    /// `None` where [`Bearoff::solved`] is. The first call reads the table from the folder of the others, or builds and keeps it.
    ///
    /// ```
    /// use starmax_core::{Notation, Player};
    /// use starmax_games::Backgammon;
    /// use starmax_judges::backgammon::Bearoff;
    ///
    /// // Two checkers on the 6-point and the 1-point are off in 15 rolls of 36; the opponent takes the last one off next.
    /// let state = Backgammon::default().parse_state("XGID=-A----A-----------------a-:0:0:1:00:0:0:0:0:10")?;
    /// let tables = Bearoff::in_memory();
    /// let undoubled = tables.cubeful(&state, None).unwrap();
    /// let taken = 2.0 * tables.cubeful(&state, Some(Player::Min)).unwrap();
    /// assert!((undoubled - -1.0 / 6.0).abs() < 1e-9);
    /// assert!((taken - -1.0 / 3.0).abs() < 1e-9);
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn cubeful(&self, state: &BackgammonState, owner: Option<Player>) -> Option<f64> {
        if !has_few_left(state) {
            return None;
        }
        let (mine, his) = homes(state)?;
        let access = match owner {
            None => Access::Both,
            Some(owner) if owner == state.player() => Access::Mine,
            Some(_) => Access::His,
        };
        let turns = self.two_sided.turns();
        let table = self.cubeful.table(turns);
        Some(table.value(turns, [mine, his], state.roll(), access))
    }
}

/// Exact where the two-sided table applies, estimated elsewhere; for checkers that are all home.
impl Races for Bearoff {
    #[expect(clippy::cast_possible_truncation, reason = "single precision will do")]
    fn chances(&self, mine: &Places, his: &Places) -> Option<Chances> {
        let (mine, his) = (home_of_places(mine)?, home_of_places(his)?);
        let is_few = |home: Home| home.into_iter().map(usize::from).sum::<usize>() <= FEW;
        if is_few(mine) && is_few(his) {
            let value = self.two_sided.value(mine, his, None);
            return Some(Chances {
                win: f64::midpoint(1.0, value) as f32,
                ..Chances::default()
            });
        }
        let race = self.race(mine, his);
        Some(Chances {
            win: race.win as f32,
            win_gammon: race.gammon as f32,
            lose_gammon: race.gammon_loss as f32,
            ..Chances::default()
        })
    }

    #[inline]
    fn solved(&self, state: &BackgammonState) -> Option<f64> {
        self.solved(state)
    }
}

/// [`Bearoff::shared`], loaded when a race asks for it: many searches never meet one.
#[derive(Debug)]
pub(super) struct WhenNeeded;

impl Races for WhenNeeded {
    fn chances(&self, mine: &Places, his: &Places) -> Option<Chances> {
        home_of_places(mine)?;
        home_of_places(his)?;
        Bearoff::shared().chances(mine, his)
    }

    #[inline]
    fn solved(&self, state: &BackgammonState) -> Option<f64> {
        if !has_few_left(state) {
            return None;
        }
        Bearoff::shared().solved(state)
    }
}

/// Whether the two-sided table is large enough for both players.
#[inline]
pub(super) fn has_few_left(state: &BackgammonState) -> bool {
    let has_few = |player| usize::from(state.off(player)) >= CHECKERS - FEW;
    has_few(Player::Max) && has_few(Player::Min)
}

fn home_of_places(places: &Places) -> Option<Home> {
    home_of(&places[1..])
}

/// The checkers of a player who has as many on each point, point 1 first, if all of them are home.
#[must_use]
pub fn home_of(points: &[u8]) -> Option<Home> {
    let (home, others) = points.split_first_chunk()?;
    let is_home = others.iter().all(|&checkers| checkers == 0);
    is_home.then_some(*home)
}

/// The checkers of the player to move and of the opponent, if all of them are home or off and the game is not over.
fn homes(state: &BackgammonState) -> Option<(Home, Home)> {
    if state.winner().is_some() {
        return None;
    }
    let player = state.player();
    let mine = home(state.checkers(player))?;
    let his = home(state.checkers(player.opponent()))?;
    Some((mine, his))
}

#[inline]
fn home(checkers: Checkers) -> Option<Home> {
    // Off the board and the six points of the home.
    const HOME_OR_OFF: u32 = 0b111_1111;
    let is_home = checkers.occupied() & !HOME_OR_OFF == 0;
    is_home.then(|| [1, 2, 3, 4, 5, 6].map(|point| checkers.count(point)))
}

//! The bearoff with the cube against a plain value iteration and known facts.

use std::sync::LazyLock;

use starmax_core::{Notation, Player, Rules};
use starmax_games::{Backgammon, BackgammonState, Roll};
use starmax_judges::backgammon::{Bearoff, Home};

static TABLES: LazyLock<Bearoff> = LazyLock::new(Bearoff::in_memory);

const MAX_OWNS: Option<Player> = Some(Player::Max);
const MIN_OWNS: Option<Player> = Some(Player::Min);
const OWNERS: [Option<Player>; 3] = [MAX_OWNS, None, MIN_OWNS];

/// `mine` of the player to move.
fn state(mine: Home, his: Home, player: Player, roll: Option<Roll>) -> BackgammonState {
    let (max, min) = match player {
        Player::Max => (mine, his),
        Player::Min => (his, mine),
    };
    let mut places = [b'-'; 26];
    for point in 0..6 {
        if max[point] > 0 {
            places[1 + point] = b'A' + max[point] - 1;
        }
        if min[point] > 0 {
            places[24 - point] = b'a' + min[point] - 1;
        }
    }
    let places = str::from_utf8(&places).unwrap();
    let turn = player.sees(1.0);
    let dice = roll.map_or("00".to_owned(), |roll| roll.to_string());
    let xgid = format!("XGID={places}:0:0:{turn}:{dice}:0:0:0:0:10");
    Backgammon::default().parse_state(&xgid).unwrap()
}

fn max_to_roll(mine: Home, his: Home) -> BackgammonState {
    state(mine, his, Player::Max, None)
}

/// All homes of one to three checkers, after the one of none.
fn homes_of_three() -> Vec<Home> {
    let mut homes = Vec::new();
    for first in 0..=6 {
        for second in 0..=first {
            for third in 0..=second {
                let mut home = Home::default();
                for point in [first, second, third] {
                    if point > 0 {
                        home[point - 1] += 1;
                    }
                }
                homes.push(home);
            }
        }
    }
    homes
}

/// Which homes the rules of the game allow the player to reach with a roll.
fn ends(homes: &[Home], home: Home, roll: Roll) -> Vec<usize> {
    let game = Backgammon::default();
    let state = state(home, [1, 0, 0, 0, 0, 0], Player::Max, Some(roll));
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let end = |mv| {
        let checkers = game.play(&state, mv).checkers(Player::Max);
        let reached = |home: &Home| checkers.counts()[1..7] == home[..];
        homes.iter().position(reached).unwrap()
    };
    moves.into_iter().map(end).collect()
}

/// Who owns the cube, seen by the player on roll.
#[derive(Clone, Copy, PartialEq)]
enum Cube {
    Mine,
    Centred,
    His,
}

impl Cube {
    const ALL: [Self; 3] = [Self::Mine, Self::Centred, Self::His];

    fn seen_by_the_other(self) -> Self {
        match self {
            Self::Mine => Self::His,
            Self::Centred => Self::Centred,
            Self::His => Self::Mine,
        }
    }
}

/// Values of the player on roll who does not double, improved again and again until they stay the same.
struct Iteration {
    homes: Vec<Home>,
    ends: Vec<Vec<Vec<usize>>>,
    values: Vec<[[f64; 3]; 84]>,
}

impl Iteration {
    fn new() -> Self {
        let homes = homes_of_three();
        assert_eq!(homes.len(), 84);
        let ends = |&home| {
            let of_roll = |roll| ends(&homes, home, roll);
            Roll::all().map(of_roll).collect()
        };
        let ends = homes[1..].iter().map(ends);
        Self {
            ends: [Vec::new()].into_iter().chain(ends).collect(),
            values: vec![[[0.0; 3]; 84]; 84],
            homes,
        }
    }

    fn best_action(&self, mine: usize, his: usize, cube: Cube) -> f64 {
        let value = |cube| self.values[mine][his][cube as usize];
        if cube == Cube::His {
            return value(cube);
        }
        let (take, pass) = (2.0 * value(Cube::His), 1.0);
        let double = if take < pass { take } else { pass };
        if double > value(cube) {
            double
        } else {
            value(cube)
        }
    }

    fn after_move(&self, mine: usize, his: usize, cube: Cube) -> f64 {
        match mine {
            0 => 1.0,
            _ => -self.best_action(his, mine, cube.seen_by_the_other()),
        }
    }

    fn after_roll(&self, his: usize, cube: Cube, ends: &[usize]) -> f64 {
        let values = ends.iter().map(|&end| self.after_move(end, his, cube));
        values.reduce(f64::max).unwrap()
    }

    fn undoubled(&self, mine: usize, his: usize, cube: Cube) -> f64 {
        let rolls = Roll::all().zip(&self.ends[mine]);
        let terms = rolls.map(|(roll, ends)| {
            let times = if roll.is_double() { 1.0 } else { 2.0 };
            times * self.after_roll(his, cube, ends)
        });
        terms.sum::<f64>() / 36.0
    }

    /// The largest change.
    fn improve(&mut self) -> f64 {
        let mut largest = 0.0_f64;
        let mut next = self.values.clone();
        for (mine, next) in next.iter_mut().enumerate().skip(1) {
            for (his, next) in next.iter_mut().enumerate().skip(1) {
                for (cube, old) in Cube::ALL.into_iter().zip(next) {
                    let value = self.undoubled(mine, his, cube);
                    largest = largest.max((value - *old).abs());
                    *old = value;
                }
            }
        }
        self.values = next;
        largest
    }
}

#[test]
fn values_are_those_of_a_value_iteration() {
    let mut iteration = Iteration::new();
    let rounds = (0..100).take_while(|_| iteration.improve() > 0.0).count();
    assert!((5..100).contains(&rounds), "{rounds} rounds");
    let homes = &iteration.homes;
    let mut compared = 0;
    for (mine, values) in iteration.values.iter().enumerate().skip(1) {
        for (his, values) in values.iter().enumerate().skip(1) {
            for player in [Player::Max, Player::Min] {
                let to_roll = state(homes[mine], homes[his], player, None);
                let owners = [Some(player), None, Some(player.opponent())];
                for (owner, expected) in owners.into_iter().zip(values) {
                    let value = TABLES.cubeful(&to_roll, owner).unwrap();
                    assert!(
                        (value - expected).abs() < 1e-9,
                        "{:?} against {:?} with the cube of {owner:?}: {value} is not {expected}",
                        homes[mine],
                        homes[his]
                    );
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 83 * 83 * 2 * 3);

    let roll = Roll::new(6, 1);
    let number = Roll::all().position(|other| other == roll).unwrap();
    for mine in 1..84 {
        for his in 1..84 {
            let rolled = state(homes[mine], homes[his], Player::Min, Some(roll));
            for (owner, cube) in [MIN_OWNS, None, MAX_OWNS].into_iter().zip(Cube::ALL) {
                let value = TABLES.cubeful(&rolled, owner).unwrap();
                let ends = &iteration.ends[mine][number];
                let expected = iteration.after_roll(his, cube, ends);
                assert!((value - expected).abs() < 1e-9);
            }
        }
    }
}

/// GNU Backgammon 1.07 says so with its database of two sides: the player on roll owns the cube, it is in the middle, the
/// opponent owns it. The database has 16 bits, rounded towards zero at every step, so its last digits are lost: on all positions
/// both differ by 0.00013 at most.
#[test]
fn known_values_are_found() {
    let known: [(Home, Home, [f64; 3]); 10] = [
        (
            [0, 0, 0, 0, 1, 1],
            [0, 0, 0, 0, 0, 1],
            [-0.285_481, -0.666_651, -0.666_651],
        ),
        (
            [0, 0, 0, 1, 1, 0],
            [2, 0, 0, 0, 0, 0],
            [-0.444_419, -0.444_419, -0.444_419],
        ),
        (
            [1, 1, 0, 0, 0, 1],
            [0, 0, 2, 0, 0, 0],
            [0.150_683, 0.147_082, 0.104_265],
        ),
        (
            [0, 1, 0, 0, 1, 1],
            [0, 0, 1, 1, 0, 1],
            [0.544_030, 0.514_580, 0.353_872],
        ),
        (
            [0, 0, 0, 0, 0, 6],
            [0, 0, 0, 0, 0, 6],
            [0.544_854, 0.484_916, 0.221_454],
        ),
        (
            [1, 1, 1, 1, 1, 1],
            [1, 1, 1, 1, 1, 1],
            [0.636_713, 0.602_197, 0.351_095],
        ),
        (
            [0, 0, 2, 2, 2, 0],
            [0, 0, 0, 2, 2, 2],
            [0.875_761, 0.864_195, 0.610_162],
        ),
        (
            [4, 0, 0, 0, 1, 0],
            [3, 1, 0, 0, 0, 0],
            [-0.521_569, -0.760_800, -0.767_422],
        ),
        (
            [0, 0, 0, 3, 2, 1],
            [0, 0, 2, 2, 1, 1],
            [0.260_914, 0.147_326, -0.013_016],
        ),
        (
            [0, 0, 0, 0, 3, 3],
            [0, 0, 0, 0, 2, 2],
            [-0.525_658, -0.859_159, -0.872_404],
        ),
    ];
    for (mine, his, values) in known {
        let to_roll = max_to_roll(mine, his);
        for (owner, expected) in OWNERS.into_iter().zip(values) {
            let value = TABLES.cubeful(&to_roll, owner).unwrap();
            assert!(
                (value - expected).abs() < 1.3e-4,
                "{mine:?} against {his:?} with the cube of {owner:?}: {value} is not {expected}"
            );
        }
    }
}

/// Two checkers off in 17 rolls of 36, then the opponent wins: nobody wants to own a cube that is never turned again.
#[test]
fn in_the_last_roll_the_cube_has_no_owner() {
    let last_roll = max_to_roll([0, 0, 1, 1, 0, 0], [1, 0, 0, 0, 0, 0]);
    for owner in OWNERS {
        let value = TABLES.cubeful(&last_roll, owner).unwrap();
        assert!((value - -2.0 / 36.0).abs() < 1e-12);
    }
    assert_eq!(
        TABLES.cubeful(
            &max_to_roll([2, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
            MIN_OWNS
        ),
        Some(1.0)
    );
}

#[test]
fn other_positions_are_not_known_with_the_cube() {
    let few = [1, 1, 1, 1, 1, 1];
    let one_more = [2, 1, 1, 1, 1, 1];
    let game = Backgammon::default();
    let not_home = "XGID=-A-----A----------------a-:0:0:1:00:0:0:0:0:10";
    let unknown = [
        max_to_roll(few, one_more),
        max_to_roll(one_more, few),
        max_to_roll([0; 6], few),
        game.initial(),
        game.parse_state(not_home).unwrap(),
    ];
    for owner in OWNERS {
        assert!(TABLES.cubeful(&max_to_roll(few, few), owner).is_some());
        for state in &unknown {
            assert_eq!(TABLES.cubeful(state, owner), None);
        }
    }
}

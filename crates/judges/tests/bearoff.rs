//! The bearoff tables against the rules of the game, slow computations and known facts.

use std::collections::HashMap;
use std::sync::LazyLock;

use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Game, Node, Notation, Player, Rules};
use starmax_games::{Backgammon, BackgammonState, Roll, Scoring};
use starmax_judges::backgammon::{Bearoff, Home};
use starmax_testkit::expectimax;

static TABLES: LazyLock<Bearoff> = LazyLock::new(Bearoff::in_memory);

static POINTS: LazyLock<Backgammon> = LazyLock::new(|| Backgammon::new(Scoring::Points));
static WINS: LazyLock<Backgammon> = LazyLock::new(|| Backgammon::new(Scoring::Win));

/// Max has the first home, Min the second one.
fn state(homes: [Home; 2], player: Player, roll: Option<Roll>) -> BackgammonState {
    let mut places = [b'-'; 26];
    for (place, (max, min)) in homes[0].into_iter().zip(homes[1]).enumerate() {
        if max > 0 {
            places[1 + place] = b'A' + max - 1;
        }
        if min > 0 {
            places[24 - place] = b'a' + min - 1;
        }
    }
    let places = str::from_utf8(&places).unwrap();
    let turn = player.sees(1.0);
    let dice = roll.map_or("00".to_owned(), |roll| roll.to_string());
    let xgid = format!("XGID={places}:0:0:{turn}:{dice}:0:0:0:0:10");
    POINTS.parse_state(&xgid).unwrap()
}

fn max_to_roll(mine: Home, his: Home) -> BackgammonState {
    state([mine, his], Player::Max, None)
}

fn random_home(random: &mut Xoshiro256PlusPlus, most: u8) -> Home {
    let mut home = Home::default();
    for _ in 0..random.random_range(1..=most) {
        home[random.random_range(0..6)] += 1;
    }
    home
}

fn all_homes(most: u8) -> Vec<Home> {
    let mut homes = vec![Home::default()];
    for point in 0..6 {
        for number in 0..homes.len() {
            let mut home = homes[number];
            while home.iter().sum::<u8>() < most {
                home[point] += 1;
                homes.push(home);
            }
        }
    }
    homes
}

/// What the rules allow a player with this home to make of it.
fn ends(home: Home, roll: Roll) -> Vec<Home> {
    let state = state([home, [1, 0, 0, 0, 0, 0]], Player::Max, Some(roll));
    let mut moves = Vec::new();
    POINTS.moves(&state, &mut moves);
    let end = |mv| POINTS.play(&state, mv).checkers(Player::Max).counts()[1..7].try_into();
    moves.into_iter().map(|mv| end(mv).unwrap()).collect()
}

fn assert_near(one: f64, other: f64, tolerance: f64) {
    assert!((one - other).abs() <= tolerance, "{one} is not {other}");
}

#[test]
fn every_distribution_sums_to_one() {
    for home in all_homes(15).into_iter().skip(1) {
        let sum = |chances: &[f32]| chances.iter().copied().map(f64::from).sum::<f64>();
        assert_near(sum(TABLES.rolls_to_finish(home).chances()), 1.0, 1e-6);
        let first_off = TABLES.rolls_to_first_off(home).chances();
        let is_full = home.iter().sum::<u8>() == 15;
        assert_eq!(first_off.is_empty(), !is_full);
        if is_full {
            assert_near(sum(first_off), 1.0, 1e-6);
        }
    }
}

#[test]
fn the_chances_of_two_checkers_in_one_roll_are_the_known_ones() {
    let chance = |home| f64::from(TABLES.rolls_to_finish(home).chances()[0]) * 36.0;
    assert_near(chance([1, 0, 0, 0, 0, 0]), 36.0, 0.0);
    assert_near(chance([2, 0, 0, 0, 0, 0]), 36.0, 0.0);
    assert_near(chance([0, 0, 0, 0, 0, 1]), 27.0, 1e-5);
    assert_near(chance([1, 0, 0, 0, 0, 1]), 15.0, 1e-5);
    assert_near(chance([0, 1, 0, 0, 1, 0]), 19.0, 1e-5);
    assert_near(chance([0, 0, 1, 1, 0, 0]), 17.0, 1e-5);
    assert_near(chance([0, 0, 0, 0, 0, 2]), 4.0, 1e-5);
}

#[test]
fn fifteen_checkers_on_the_ace_point_leave_by_two_and_four() {
    let mut expected = Vec::new();
    let mut left = HashMap::from([(15_i32, 1.0)]);
    while !left.is_empty() {
        let mut next = HashMap::new();
        let mut done = 0.0;
        for checkers in 1..=15 {
            let Some(&chance) = left.get(&checkers) else {
                continue;
            };
            for (taken, share) in [(2, 5.0 / 6.0), (4, 1.0 / 6.0)] {
                if checkers > taken {
                    *next.entry(checkers - taken).or_insert(0.0) += chance * share;
                } else {
                    done += chance * share;
                }
            }
        }
        expected.push(done);
        left = next;
    }
    let home = [15, 0, 0, 0, 0, 0];
    let chances = TABLES.rolls_to_finish(home).chances();
    assert_eq!(chances.len(), expected.len());
    for (&chance, expected) in chances.iter().zip(expected) {
        assert_near(f64::from(chance), expected, 1e-7);
    }
    assert_eq!(TABLES.rolls_to_first_off(home).chances(), [1.0]);
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn sixteen_checkers_are_too_many() {
    let _ = TABLES.rolls_to_finish([16, 0, 0, 0, 0, 0]);
}

/// Bellman's equation by the rules of the game; it has only one solution.
#[test]
fn nobody_can_be_quicker() {
    let mean = |home: Home| TABLES.rolls_to_finish(home).mean();
    let mean_first = |home: Home| TABLES.rolls_to_first_off(home).mean();
    let least = |home, roll, mean: &dyn Fn(Home) -> f64| {
        ends(home, roll)
            .into_iter()
            .map(mean)
            .fold(f64::MAX, f64::min)
    };
    for home in all_homes(15).into_iter().skip(1).step_by(13) {
        let average = |mean: &dyn Fn(Home) -> f64| {
            let terms = Roll::all().map(|roll| roll.probability() * least(home, roll, mean));
            1.0 + terms.sum::<f64>()
        };
        assert_near(mean(home), average(&mean), 1e-6);
        if home.iter().sum::<u8>() == 15 {
            assert_near(mean_first(home), average(&mean_first), 1e-6);
        }
    }
}

/// Hence the estimated chance of a gammon is never above that of a win.
#[test]
fn the_first_checker_is_off_before_the_last() {
    for home in all_homes(15) {
        let (mut first, mut last) = (0.0, 0.0);
        let first_off = TABLES.rolls_to_first_off(home).chances();
        let finish = TABLES.rolls_to_finish(home).chances();
        for (&one, &other) in first_off.iter().zip(finish) {
            first += f64::from(one);
            last += f64::from(other);
            assert!(first >= last, "{home:?}");
        }
        assert!(first_off.len() <= finish.len());
    }
}

/// Plain Expectimax to the end of the game, with a memory.
fn slow_value(state: &BackgammonState, memory: &mut HashMap<String, f64>) -> f64 {
    let player = match WINS.node(state) {
        Node::Terminal(value) => return value,
        Node::Decision(player) => player,
        Node::Chance => {
            let key = WINS.write_state(state);
            if let Some(&value) = memory.get(&key) {
                return value;
            }
            let mut sum = 0.0;
            for roll in Roll::all() {
                sum += roll.probability() * slow_value(&WINS.resolve(state, roll), memory);
            }
            let value = WINS.utility().clamp(sum);
            memory.insert(key, value);
            return value;
        }
    };
    let mut moves = Vec::new();
    WINS.moves(state, &mut moves);
    let values = moves
        .into_iter()
        .map(|mv| slow_value(&WINS.play(state, mv), memory));
    let best = values.map(|value| player.sees(value)).reduce(f64::max);
    player.sees(best.unwrap())
}

#[test]
fn solved_values_are_those_of_plain_expectimax_bit_for_bit() {
    let mut memory = HashMap::new();
    let three_far_behind = [0, 0, 0, 0, 0, 3];
    for player in [Player::Max, Player::Min] {
        slow_value(&state([three_far_behind; 2], player, None), &mut memory);
    }
    let mut positions: Vec<_> = memory.keys().cloned().collect();
    positions.sort_unstable();
    assert!(positions.len() > 10_000);
    for position in positions {
        let state = WINS.parse_state(&position).unwrap();
        assert_eq!(TABLES.solved(&state), Some(memory[&position]), "{position}");
        let rolled = WINS.resolve(&state, Roll::new(2, 1));
        let value = slow_value(&rolled, &mut memory);
        assert_eq!(TABLES.solved(&rolled), Some(value), "{position} 21");
    }
}

/// Uses the table where the depth ends, and searches on before.
struct AtTheEnd;

impl Evaluator<Backgammon> for AtTheEnd {
    fn evaluate(&self, _: &Backgammon, state: &BackgammonState) -> f64 {
        TABLES.solved(state).unwrap()
    }
}

const KNOWN: &str = "gwAAMAQAAAAAAA";

#[test]
fn the_known_position_has_its_value_at_every_depth() {
    let known = WINS.parse_state(KNOWN).unwrap();
    let value = TABLES.solved(&known).unwrap();
    assert_eq!(format!("{value:.5}"), "0.79736");
    assert_eq!(format!("{:.7}", f64::midpoint(value, 1.0)), "0.8986816");
    for depth in 0..=4 {
        assert_eq!(expectimax(&*WINS, &AtTheEnd, &known, depth), value);
    }
}

/// The value of a state before the roll for the player to roll, in units of 1/32767 point and rounded towards zero at every step.
fn value_in_16_bits(state: &BackgammonState, memory: &mut HashMap<String, i32>) -> i32 {
    const WIN: i32 = 32767;
    if state.winner().is_some() {
        return -WIN;
    }
    let key = WINS.write_state(state);
    if let Some(&value) = memory.get(&key) {
        return value;
    }
    let mut sum = 0;
    for roll in Roll::all() {
        let rolled = WINS.resolve(state, roll);
        let mut moves = Vec::new();
        WINS.moves(&rolled, &mut moves);
        let values = moves
            .into_iter()
            .map(|mv| -value_in_16_bits(&WINS.play(&rolled, mv), memory));
        sum += values.max().unwrap() * if roll.is_double() { 1 } else { 2 };
    }
    memory.insert(key, sum / 36);
    sum / 36
}

/// Tables of 16 bits give this position 0.79733 (0.8986648 to win). The difference is their rounding.
#[test]
fn the_known_position_has_a_smaller_value_in_16_bits() {
    let known = WINS.parse_state(KNOWN).unwrap();
    let stored = value_in_16_bits(&known, &mut HashMap::new()) + 32768;
    let win = f64::from(stored) / 65535.0;
    assert_eq!(format!("{win:.7}"), "0.8986648");
    assert_eq!(format!("{:.5}", 2.0 * win - 1.0), "0.79733");
}

#[test]
fn solved_values_of_many_checkers_are_those_of_a_search() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..200 {
        let homes = [(); 2].map(|()| random_home(&mut random, 6));
        let to_roll = state(homes, Player::Min, None);
        let value = expectimax(&*WINS, &AtTheEnd, &to_roll, 2);
        assert_eq!(TABLES.solved(&to_roll), Some(value));
    }
}

#[test]
fn both_players_are_treated_alike() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..1000 {
        let [mine, his] = [(); 2].map(|()| random_home(&mut random, 15));
        for roll in [None, Some(Roll::new(5, 2)), Some(Roll::new(1, 1))] {
            let one = state([mine, his], Player::Max, roll);
            let other = state([his, mine], Player::Min, roll);
            let negated = |value: Option<f64>| value.map(|value| -value);
            assert_eq!(TABLES.solved(&one), negated(TABLES.solved(&other)));
            let [one, other] = [one, other].map(|state| TABLES.race_value(&POINTS, &state));
            assert_eq!(one, negated(other));
        }
    }
}

#[test]
fn the_estimate_of_a_roll_is_that_of_its_best_move() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    for _ in 0..1000 {
        let homes = [(); 2].map(|()| random_home(&mut random, 15));
        let roll = Roll::new(random.random_range(1..=6), random.random_range(1..=6));
        let rolled = state(homes, Player::Max, Some(roll));
        let mut moves = Vec::new();
        POINTS.moves(&rolled, &mut moves);
        let after = |mv| {
            let next = POINTS.play(&rolled, mv);
            match POINTS.node(&next) {
                Node::Terminal(value) => value,
                _ => TABLES.race_value(&POINTS, &next).unwrap(),
            }
        };
        let best = moves.into_iter().map(after).reduce(f64::max);
        assert_eq!(TABLES.race_value(&POINTS, &rolled), best);
    }
}

#[test]
fn estimates_stay_inside_what_is_possible() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..5000 {
        let homes = [(); 2].map(|()| random_home(&mut random, 15));
        let to_roll = state(homes, Player::Max, None);
        for game in [*POINTS, *WINS] {
            let value = TABLES.race_value(&game, &to_roll).unwrap();
            assert!(game.possible_values(&to_roll).contains(value));
        }
        let race = TABLES.race(homes[0], homes[1]);
        assert!((0.0..=race.win).contains(&race.gammon));
        assert!((0.0..=1.0 - race.win).contains(&race.gammon_loss));
    }
}

#[test]
fn gammons_count() {
    let last_checker = [1, 0, 0, 0, 0, 0];
    let all_behind = [0, 0, 0, 0, 0, 15];
    let he_rolls = state([all_behind, last_checker], Player::Min, None);
    assert_eq!(TABLES.race_value(&POINTS, &he_rolls), Some(-2.0));
    assert_eq!(TABLES.race_value(&WINS, &he_rolls), Some(-1.0));

    // 11 rolls with a six, 51, 42, 33 and 22 bear off a checker.
    let i_roll = max_to_roll(all_behind, last_checker);
    let saved = 17.0 / 36.0;
    let value = TABLES.race_value(&POINTS, &i_roll).unwrap();
    assert_near(value, -2.0 + saved, 1e-6);
    assert_eq!(TABLES.race_value(&WINS, &i_roll), Some(-1.0));

    let one_off = max_to_roll([0, 0, 0, 0, 0, 14], last_checker);
    assert_eq!(TABLES.race_value(&POINTS, &one_off), Some(-1.0));
}

/// Estimates differ from exact values because players look at each other.
#[test]
fn both_tables_agree() {
    let homes = all_homes(6);
    let (mut sum, mut largest, mut count) = (0.0, 0.0_f64, 0);
    for (number, &mine) in homes.iter().enumerate().skip(1) {
        for &his in homes.iter().skip(1 + number % 23).step_by(23) {
            let state = max_to_roll(mine, his);
            let exact = TABLES.solved(&state).unwrap();
            let estimate = TABLES.race_value(&POINTS, &state).unwrap();
            sum += (exact - estimate).abs();
            largest = largest.max((exact - estimate).abs());
            count += 1;
        }
    }
    let mean = sum / f64::from(count);
    assert!(mean < 0.002, "the mean difference is {mean}");
    assert!(largest < 0.03, "the largest difference is {largest}");
}

#[test]
fn other_positions_are_not_known() {
    let few = [1, 1, 1, 1, 1, 1];
    let one_more = [2, 1, 1, 1, 1, 1];
    for homes in [[few, one_more], [one_more, few]] {
        let state = state(homes, Player::Max, None);
        assert_eq!(TABLES.solved(&state), None);
        assert!(TABLES.race_value(&POINTS, &state).is_some());
    }
    assert!(TABLES.solved(&max_to_roll(few, few)).is_some());

    let over = max_to_roll([0; 6], few);
    let [not_home, on_the_bar] = [
        "XGID=-A-----A----------------a-:0:0:1:00:0:0:0:0:10",
        "XGID=-A----------------------aA:0:0:1:00:0:0:0:0:10",
    ]
    .map(|xgid| POINTS.parse_state(xgid).unwrap());
    for state in [over, not_home, on_the_bar, POINTS.initial()] {
        assert_eq!(TABLES.solved(&state), None);
        assert_eq!(TABLES.race_value(&POINTS, &state), None);
    }
}

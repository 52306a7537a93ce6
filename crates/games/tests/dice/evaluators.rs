use starmax_core::{Bounds, Evaluator, InBulk, Node, Notation, Player, Rules};
use starmax_games::{Dice, DiceState, Pairs, PairsTanh, random_position};
use starmax_testkit::dice::crowded;
use starmax_testkit::{check_bounds, extremes, successors};

use crate::{games, rng};

#[test]
fn bounds_hold_for_every_continuation() {
    for (size, line, depths) in [
        (3, 2, 7),
        (3, 3, 7),
        (4, 3, 6),
        (4, 4, 6),
        (5, 4, 5),
        (5, 5, 5),
    ] {
        let game = Dice::new(size, line);
        let mut rng = rng(5);
        let mut states: Vec<_> = (0..15).map(|_| random_position(&game, &mut rng)).collect();
        states.extend(crowded(game, 25, 3));
        check_bounds(&game, &Pairs, &states, depths);
        check_bounds(&game, &PairsTanh::default(), &states, depths);
    }
}

#[test]
fn bounds_hold_for_the_next_stone_on_many_boards() {
    for game in games().into_iter().filter(|game| game.size() <= 7) {
        let states = crowded(game, 1000, 6);
        check_bounds(&game, &Pairs, &states, 2);
    }
}

/// The states that a state leads to by chance, and the state itself.
fn with_all_rolls(game: Dice, states: Vec<DiceState>) -> Vec<DiceState> {
    let is_chance = |state: &DiceState| matches!(game.node(state), Node::Chance);
    let rolled = (states.iter().filter(|state| is_chance(state)))
        .flat_map(|state| successors(&game, state))
        .collect();
    [states, rolled].concat()
}

#[test]
fn bounds_hold_after_every_roll() {
    for (size, line, depths, count) in [
        (3, 2, 4, 200),
        (3, 3, 4, 200),
        (4, 2, 4, 100),
        (4, 3, 4, 100),
        (5, 2, 4, 40),
        (5, 3, 4, 40),
        (5, 4, 4, 60),
        (6, 4, 4, 20),
        (6, 6, 4, 20),
        (6, 4, 5, 5),
        (7, 3, 4, 10),
        (7, 4, 4, 15),
        (7, 5, 4, 10),
        (7, 4, 5, 3),
        (8, 4, 3, 15),
        (12, 5, 3, 5),
        (13, 4, 2, 15),
        (15, 5, 2, 15),
        (16, 4, 2, 15),
        (19, 5, 2, 15),
    ] {
        let game = Dice::new(size, line);
        let states = with_all_rolls(game, crowded(game, count, 21));
        check_bounds(&game, &Pairs, &states, depths);
        check_bounds(&game, &PairsTanh::default(), &states, depths);
    }
}

#[test]
fn bounds_of_the_next_stone_are_reached() {
    for size in 3..=19 {
        for line in [2, 3, 4, 5, size].into_iter().filter(|&line| line <= size) {
            let game = Dice::new(size, line);
            for state in crowded(game, 60, 22) {
                let stones = state.stones(Player::Max) + state.stones(Player::Min);
                let may_be_drawn = stones + 1 == u16::from(size) * u16::from(size);
                if state.roll().is_none() || may_be_drawn {
                    continue;
                }
                let lead = Bounds::exact(Pairs.evaluate(&game, &state));
                let reached = extremes(&game, &Pairs, &state, 1).hull(lead);
                let bounds = Pairs.bounds(&game, &state, 1);
                assert_eq!(bounds, reached, "{}", game.write_state(&state));
            }
        }
    }
}

/// What numbers of stones and pairs alone tell of the lead that a player can gain, or `None` if they do not rule out a win.
fn most_gained(game: Dice, state: &DiceState, player: Player, depth: u32) -> Option<u32> {
    let decisions = match state.roll() {
        Some(_) => depth.div_ceil(2),
        None => depth / 2,
    };
    let (to_come, opponents) = if player == state.player() {
        (decisions.div_ceil(2), decisions / 2)
    } else {
        (decisions / 2, decisions.div_ceil(2))
    };
    let [stones, pairs, breakable] = [
        state.stones(player),
        state.pairs(player),
        state.pairs(player.opponent()),
    ]
    .map(u32::from);
    let line = u32::from(game.line());
    let may_win =
        to_come > 0 && stones + to_come >= line && pairs + to_come + to_come / 2 + 1 >= line;
    let gain = |others: u32| {
        (others + breakable + 4 * opponents)
            .min(4 + others / 2)
            .min(8)
    };
    (!may_win).then(|| (stones..stones + to_come).map(gain).sum())
}

#[test]
fn bounds_are_never_wider_than_numbers_of_stones_and_pairs_allow() {
    for game in games() {
        for state in crowded(game, 200, 24) {
            let stones = state.stones(Player::Max) + state.stones(Player::Min);
            if let Node::Terminal(_) = game.node(&state) {
                continue;
            }
            for depth in 0..=12 {
                let lead = 32.0 * Pairs.evaluate(&game, &state);
                let end = |player: Player| {
                    let gained = most_gained(game, &state, player, depth)?;
                    Some((lead + player.sees(f64::from(gained))).clamp(-31.0, 31.0) / 32.0)
                };
                let mut widest = Bounds::new(
                    end(Player::Min).unwrap_or(-1.0),
                    end(Player::Max).unwrap_or(1.0),
                );
                if u32::from(stones) + depth.div_ceil(2) >= u32::from(game.size()).pow(2) {
                    widest = widest.hull(Bounds::exact(0.0));
                }
                let bounds = Pairs.bounds(&game, &state, depth);
                assert!(
                    widest.lower <= bounds.lower && bounds.upper <= widest.upper,
                    "{} at depth {depth}: {bounds} is wider than {widest}",
                    game.write_state(&state)
                );
            }
        }
    }
}

#[test]
fn bounds_of_all_rolls_together_are_those_of_each() {
    for game in games() {
        let outcomes: Vec<_> = (0..game.size()).map(|roll| (roll, 0.5)).collect();
        for state in crowded(game, 100, 23) {
            if !matches!(game.node(&state), Node::Chance) {
                continue;
            }
            for depth in 0..=9 {
                let mut together = Vec::new();
                Pairs.outcome_bounds(&game, &state, &outcomes, depth, &mut together);
                let each = successors(&game, &state);
                let each: Vec<_> = each
                    .iter()
                    .map(|state| Pairs.bounds(&game, state, depth))
                    .collect();
                assert_eq!(together, each, "{}", game.write_state(&state));
            }
        }
    }
}

#[test]
fn bounds_hold_where_a_line_is_near() {
    let positions = [
        (4, "xxx2/5/5/5/5:x", "a line that lacks its end"),
        (4, "xx1x1/5/5/5/5:o", "a line that lacks its middle"),
        (4, "x2x1/5/5/5/5:x1", "half a line, and no pair in it"),
        (4, "5/o4/1o3/5/3o1:o3", "half a line down a diagonal"),
        (5, "x3x/5/5/5/5:x", "a line that lacks all its pairs"),
        (4, "oo3/xx3/oo3/xx3/5:x3", "two stones each on two lines"),
    ];
    for (line, position, what) in positions {
        let game = Dice::new(5, line);
        let state = game.parse_state(position).expect(what);
        check_bounds(&game, &Pairs, &[state], 5);
        check_bounds(&game, &PairsTanh::default(), &[state], 5);
    }
}

#[test]
fn one_stone_can_bring_all_that_the_bounds_allow() {
    let game = Dice::new(11, 11);
    let positions = [
        ("11/11/11/3x1x1x3/11/3x3x3/11/3x1x1x3/11/11/11:x6", 8),
        ("11/11/11/5x5/4o1o4/3x3x3/4o1o4/5x5/11/11/11:x6", 6),
        ("11/11/11/11/4ooo4/4o1o4/4ooo4/11/11/11/11:x6", 4),
        ("11/11/11/11/11/3x3x3/11/11/11/11/11:x6", 2),
    ];
    for (position, most) in positions {
        let state = game.parse_state(position).unwrap();
        let lead = Pairs.evaluate(&game, &state);
        let bounds = Pairs.bounds(&game, &state, 1);
        assert_eq!(bounds, Bounds::new(lead, lead + f64::from(most) / 32.0));
        assert_eq!(bounds, extremes(&game, &Pairs, &state, 1));
    }
}

#[test]
fn who_cannot_finish_a_line_in_time_cannot_win() {
    let game = Dice::default();
    let bounds =
        |position: &str, depth| Pairs.bounds(&game, &game.parse_state(position).unwrap(), depth);
    assert_eq!(bounds("5/5/5/5/5:x", 0), Bounds::exact(0.0));
    assert_eq!(
        bounds("5/5/5/5/5:x", 2),
        Bounds::exact(0.0),
        "a first stone makes no pair"
    );
    assert_eq!(
        bounds("5/1xx2/5/5/5:x1", 1),
        Bounds::new(1.0 / 32.0, 3.0 / 32.0)
    );
    assert_eq!(bounds("5/1xxx1/5/5/5:x2", 1).upper, 1.0);
    assert_eq!(
        bounds("5/1xxx1/5/5/5:x1", 1).upper,
        5.0 / 32.0,
        "the line is in another row"
    );
    assert_eq!(bounds("5/1xxx1/5/5/5:x1", 5).upper, 1.0);
    assert_eq!(
        bounds("5/oxxxo/5/5/5:x2", 1).upper,
        2.0 / 32.0,
        "no room for a line"
    );
    assert_eq!(bounds("5/1xxx1/5/5/5:o1", 1).upper, 2.0 / 32.0);
}

#[test]
fn static_values_never_reach_a_win() {
    for game in games() {
        let states = crowded(game, 100, 4);
        for state in states
            .iter()
            .filter(|state| !matches!(game.node(state), Node::Terminal(_)))
        {
            for value in [
                Pairs.evaluate(&game, state),
                PairsTanh::default().evaluate(&game, state),
            ] {
                assert!(-1.0 < value && value < 1.0, "{}", game.write_state(state));
            }
        }
    }
}

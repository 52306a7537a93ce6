//! Backgammon with the cube: every search equals a plain Expectimax that has rules of the cube of its own, bit for bit.
//!
//! `STARMAX_POSITIONS` sets how many positions are tried.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Game, Node, Player, Rules};
use starmax_games::{
    Backgammon, BackgammonState, Crawford, CubefulBackgammon, CubefulState, Format, MatchState,
    Offer, Phase, Roll,
};
use starmax_judges::backgammon::{BackgammonNet, CubefulNet, MatchEquities};
use starmax_search::{Algorithm, Search, Table};
use starmax_testkit::random_walk;

/// A game of the cube, written down a second time.
struct Plain<'a> {
    game: CubefulBackgammon,
    judge: &'a CubefulNet,
    equities: &'a MatchEquities,
}

impl Plain<'_> {
    fn length(&self) -> u16 {
        self.game.format().length()
    }

    /// What a game that ends so is worth to Max.
    fn end(&self, winner: Player, points: u8, around: &MatchState) -> f64 {
        let points = if around.jacoby && around.cube.turned == 0 {
            1
        } else {
            points
        };
        let points = u32::from(points) * around.cube.value();
        if self.length() == 0 {
            return winner.sees(f64::from(points));
        }
        let mut away = around.score.map(|score| u32::from(self.length() - score));
        let needed = &mut away[usize::from(winner)];
        *needed = needed.saturating_sub(points);
        if *needed == 0 {
            return winner.sees(1.0);
        }
        let someone_was_one_away = around.score.iter().any(|score| score + 1 == self.length());
        let when = if someone_was_one_away {
            Crawford::After
        } else if away.contains(&1) {
            Crawford::Now
        } else {
            Crawford::Before
        };
        let [max, min] = away.map(|away| u16::try_from(away).unwrap());
        2.0 * self.equities.winning_chance(max, min, when).unwrap() - 1.0
    }

    fn can_double(&self, player: Player, around: &MatchState) -> bool {
        let mine = around.score[usize::from(player)];
        let wins_match =
            self.length() > 0 && u32::from(self.length() - mine) <= around.cube.value();
        let is_his = around.cube.owner == Some(player.opponent());
        !is_his && !around.is_crawford && !wins_match && around.cube.turned < 10
    }

    fn leaf(&self, board: BackgammonState, around: &MatchState) -> f64 {
        let state = self.game.position(board, around).unwrap();
        self.judge.evaluate(&self.game, &state)
    }

    /// A player is on roll and may still double.
    fn before_roll(&self, board: BackgammonState, around: &MatchState, depth: i32) -> f64 {
        if depth <= 0 {
            return self.leaf(board, around);
        }
        let player = board.player();
        let roll = self.rolls(board, around, depth);
        if !self.can_double(player, around) {
            return roll;
        }
        let double = self.answer(board, around, depth);
        if player.sees(double) > player.sees(roll) {
            double
        } else {
            roll
        }
    }

    /// The other player answers a double.
    fn answer(&self, board: BackgammonState, around: &MatchState, depth: i32) -> f64 {
        let player = board.player();
        let mut cube = around.cube;
        cube.turned += 1;
        cube.owner = Some(player.opponent());
        let mut answers = vec![self.rolls(board, &MatchState { cube, ..*around }, depth)];
        if around.beavers && cube.turned < 10 {
            cube.turned += 1;
            answers.push(self.rolls(board, &MatchState { cube, ..*around }, depth));
        }
        answers.push(self.end(player, 1, around));
        answers
            .into_iter()
            .reduce(|best, value| {
                if player.sees(value) < player.sees(best) {
                    value
                } else {
                    best
                }
            })
            .unwrap()
    }

    fn rolls(&self, board: BackgammonState, around: &MatchState, depth: i32) -> f64 {
        let range = self.judge.range(&self.game);
        let sum = Roll::all().fold(0.0, |sum, roll| {
            let rolled = Backgammon::default().resolve(&board, roll);
            sum + roll.probability() * self.checkers(rolled, around, depth - 1)
        });
        range.clamp(sum)
    }

    fn checkers(&self, board: BackgammonState, around: &MatchState, depth: i32) -> f64 {
        if depth <= 0 {
            return self.leaf(board, around);
        }
        let rules = Backgammon::default();
        let mut moves = Vec::new();
        rules.moves(&board, &mut moves);
        let player = board.player();
        let value = |mv| {
            let next = rules.play(&board, mv);
            match rules.win_in_points(&next) {
                Some(points) => self.end(player, points, around),
                None => self.before_roll(next, around, depth - 1),
            }
        };
        moves
            .into_iter()
            .map(value)
            .reduce(|best, value| {
                if player.sees(value) > player.sees(best) {
                    value
                } else {
                    best
                }
            })
            .unwrap()
    }

    fn value(&self, state: &CubefulState, depth: i32) -> f64 {
        let (board, around) = (*state.board(), self.game.around(state));
        let without_offer = MatchState {
            offer: None,
            ..around
        };
        match (state.phase(), around.offer) {
            (Phase::MayDouble, _) => self.before_roll(board, &around, depth),
            (Phase::Rolling, _) => self.rolls(board, &around, depth),
            (Phase::Doubled, Some(Offer::Double)) => self.answer(board, &without_offer, depth),
            (Phase::Moving, _) => self.checkers(board, &around, depth),
            (phase, _) => panic!("{phase:?}"),
        }
    }
}

fn judge(format: Format) -> CubefulNet {
    let equities = Arc::new(MatchEquities::usual().clone());
    CubefulNet::new(BackgammonNet::shipped().clone(), format, equities).unwrap()
}

/// Positions of games at random, with the shares of phases that such games have.
fn positions(
    game: CubefulBackgammon,
    rng: &mut Xoshiro256PlusPlus,
    count: usize,
) -> Vec<CubefulState> {
    let mut found = Vec::new();
    while found.len() < count {
        let walk = random_walk(&game, rng, 400);
        for _ in 0..4 {
            let state = walk[rng.random_range(0..walk.len())];
            let is_in_game = !matches!(state.phase(), Phase::Opening | Phase::Over);
            if is_in_game && !matches!(game.node(&state), Node::Terminal(_)) {
                found.push(state);
            }
        }
    }
    found
}

#[test]
fn every_search_equals_a_plain_one_with_rules_of_its_own() {
    let count = std::env::var("STARMAX_POSITIONS").map_or(60, |count| count.parse().unwrap());
    let formats = [
        "match=1",
        "match=3",
        "match=5",
        "match=25",
        "money",
        "money,jacoby",
        "money,jacoby,beavers",
    ];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    let (mut phases, mut turned, mut crawford) = ([0; 6], 0, 0);
    for number in 0..count {
        let format = formats[number % formats.len()];
        let game = CubefulBackgammon::parse_parameters(format).unwrap();
        let judge = judge(game.format());
        let plain = Plain {
            game,
            judge: &judge,
            equities: MatchEquities::usual(),
        };
        let state = positions(game, &mut rng, 1)[0];
        phases[state.phase() as usize] += 1;
        turned += usize::from(state.cube().turned > 0);
        crawford += usize::from(state.crawford() == Crawford::Now);
        let depth = if state.phase() == Phase::Moving { 3 } else { 2 };
        let expected = plain.value(&state, depth);
        for algorithm in [Algorithm::Expectimax, Algorithm::Star2, Algorithm::Starmax] {
            let table = Table::with_mebibytes(1);
            let found = Search::new(&game, &judge)
                .algorithm(algorithm)
                .depth(depth.unsigned_abs())
                .table(&table)
                .run(&state);
            assert_eq!(found.value, expected, "{format} {algorithm} {state:?}");
        }
    }
    assert!(
        phases[Phase::MayDouble as usize] > 0 && phases[Phase::Doubled as usize] > 0,
        "{phases:?}"
    );
    assert!(
        phases[Phase::Rolling as usize] > 0 && phases[Phase::Moving as usize] > 0,
        "{phases:?}"
    );
    assert!(turned > 0 && crawford > 0);
}

#[test]
fn no_value_leaves_its_bounds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
    for format in [
        "match=3",
        "match=9",
        "money",
        "money,jacoby",
        "money,jacoby,beavers",
    ] {
        let game = CubefulBackgammon::parse_parameters(format).unwrap();
        let judge = judge(game.format());
        for state in positions(game, &mut rng, 300) {
            let value = judge.evaluate(&game, &state);
            let bounds = judge.bounds(&game, &state, 0);
            assert!(
                bounds.contains(value),
                "{format} {value} {bounds} {state:?}"
            );
            assert!(game.utility().contains(value));
        }
    }
}

#[test]
fn many_states_at_once_are_judged_as_one_by_one() {
    let game = CubefulBackgammon::parse_parameters("match=7").unwrap();
    let judge = judge(game.format());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let states = positions(game, &mut rng, 100);
    let mut values = Vec::new();
    judge.evaluate_all(&game, &states, &mut values);
    for (state, value) in states.iter().zip(values) {
        assert_eq!(judge.evaluate(&game, state), value);
    }
}

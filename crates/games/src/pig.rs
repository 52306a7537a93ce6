use starmax_core::{Bounds, Evaluator, Game, Hashable, Node, Notation, ParseError, Player, Rules};

use crate::{Parameters, mix};

/// Pig: a dice game of pushing one's luck, in which a player moves several times in a row.
///
/// Two players race to `goal` points. On a turn a player rolls a die as often as they like. A 1 ends the turn and loses what the
/// turn has gained; any other roll is added to the turn total. The player may `hold` instead of rolling
/// again: then the turn total is added to the player's score, and the turn passes.
/// Max begins; the value is 1 when Max wins, -1 when Min does.
///
/// Two points on which descriptions of Pig differ: the game ends as soon as a player's score and turn total reach the goal
/// (holding is then the only sensible move), and a turn starts with a roll (players who
/// only ever hold would never finish).
///
/// A position such as `max:12-7+5` says that it is Max's turn, that Max has 12 points and Min 7, and that the turn has gained 5 so
/// far. `max:12-7+5+die` is the same with the die in the air.
///
/// ```
/// use starmax_core::{Notation, Rules};
/// use starmax_games::Pig;
///
/// let game = Pig::new(20);
/// let state = game.parse_state("max:12-7+5")?;
/// let held = game.play(&state, game.parse_move(&state, "hold")?);
/// assert_eq!(game.write_state(&held), "min:17-7+0");
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pig {
    goal: u32,
}

/// The scores, the turn so far, and whether the die is in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PigState {
    player: Player,
    max_score: u32,
    min_score: u32,
    turn_total: u32,
    die_in_the_air: bool,
}

/// What a player may do in [`Pig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PigMove {
    /// Throw the die.
    Roll,
    /// Keep what the turn has gained, and pass.
    Hold,
}

const LARGEST_GOAL: u32 = 1000;
const DEFAULT_GOAL: u32 = 20;
const SIDES: u8 = 6;

impl Pig {
    /// The game to `goal` points, at least 1 and at most 1000. Usual at the table are 100.
    ///
    /// # Panics
    /// When `goal` is outside that range.
    #[must_use]
    pub fn new(goal: u32) -> Self {
        assert!(
            (1..=LARGEST_GOAL).contains(&goal),
            "the goal is from 1 to {LARGEST_GOAL}"
        );
        Self { goal }
    }

    /// The game as named on the command line: `goal=30`, or nothing for a goal of 20.
    ///
    /// # Errors
    /// When a parameter is unknown or out of range.
    pub fn parse_parameters(text: &str) -> Result<Self, ParseError> {
        let parameters = Parameters::parse(text, &["goal"])?;
        let goal = parameters.number("goal", DEFAULT_GOAL, 1..=LARGEST_GOAL)?;
        Ok(Self::new(goal))
    }

    /// The points that win.
    #[must_use]
    pub fn goal(&self) -> u32 {
        self.goal
    }

    fn is_won(self, state: &PigState) -> bool {
        state.score(state.player) + state.turn_total >= self.goal
    }

    /// Whether play can lead to `state`, give or take scores that no rolls add up to.
    fn is_possible(self, state: &PigState) -> bool {
        let highest = self.goal - 1;
        state.max_score <= highest
            && state.min_score <= highest
            && state.turn_total <= highest + u32::from(SIDES) - state.score(state.player)
            && !(state.die_in_the_air && self.is_won(state))
    }
}

/// The short game, to 20 points: small enough to be searched deeply.
impl Default for Pig {
    fn default() -> Self {
        Self::new(DEFAULT_GOAL)
    }
}

impl PigState {
    fn score(&self, player: Player) -> u32 {
        match player {
            Player::Max => self.max_score,
            Player::Min => self.min_score,
        }
    }

    fn passed(self) -> Self {
        Self {
            player: self.player.opponent(),
            turn_total: 0,
            die_in_the_air: false,
            ..self
        }
    }
}

impl Rules for Pig {
    type State = PigState;
    type Move = PigMove;
    /// The roll, 1 to 6.
    type Outcome = u8;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> PigState {
        PigState {
            player: Player::Max,
            max_score: 0,
            min_score: 0,
            turn_total: 0,
            die_in_the_air: false,
        }
    }

    fn node(&self, state: &PigState) -> Node {
        if state.die_in_the_air {
            Node::Chance
        } else if self.is_won(state) {
            Node::Terminal(state.player.sees(1.0))
        } else {
            Node::Decision(state.player)
        }
    }

    fn player(&self, state: &PigState) -> Player {
        state.player
    }

    fn moves(&self, state: &PigState, out: &mut Vec<PigMove>) {
        out.push(PigMove::Roll);
        if state.turn_total > 0 {
            out.push(PigMove::Hold);
        }
    }

    fn outcomes(&self, _: &PigState, out: &mut Vec<(u8, f64)>) {
        out.extend((1..=SIDES).map(|roll| (roll, 1.0 / f64::from(SIDES))));
    }

    fn play(&self, state: &PigState, mv: PigMove) -> PigState {
        match (mv, state.player) {
            (PigMove::Roll, _) => PigState {
                die_in_the_air: true,
                ..*state
            },
            (PigMove::Hold, Player::Max) => PigState {
                max_score: state.max_score + state.turn_total,
                ..state.passed()
            },
            (PigMove::Hold, Player::Min) => PigState {
                min_score: state.min_score + state.turn_total,
                ..state.passed()
            },
        }
    }

    fn resolve(&self, state: &PigState, roll: u8) -> PigState {
        if roll == 1 {
            return state.passed();
        }
        PigState {
            turn_total: state.turn_total + u32::from(roll),
            die_in_the_air: false,
            ..*state
        }
    }
}

impl Game for Pig {
    fn utility(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }
}

impl Hashable for Pig {
    fn hash(&self, state: &PigState) -> u64 {
        let fields = [
            state.max_score,
            state.min_score,
            state.turn_total,
            u32::from(state.player == Player::Max),
            u32::from(state.die_in_the_air),
        ];
        // No field exceeds the largest goal plus one roll.
        let packed = fields
            .iter()
            .fold(0, |packed, &field| packed << 11 | u64::from(field));
        mix(packed)
    }
}

impl Notation for Pig {
    fn write_state(&self, state: &PigState) -> String {
        let player = match state.player {
            Player::Max => "max",
            Player::Min => "min",
        };
        let die = if state.die_in_the_air { "+die" } else { "" };
        let PigState {
            max_score,
            min_score,
            turn_total,
            ..
        } = state;
        format!("{player}:{max_score}-{min_score}+{turn_total}{die}")
    }

    fn parse_state(&self, text: &str) -> Result<PigState, ParseError> {
        let state = read_state(text).ok_or_else(|| {
            ParseError::new(
                text,
                "a position such as max:12-7+5 (Max's turn, Max has 12, Min 7, the turn has gained 5), \
                 with +die behind it when the die is in the air",
            )
        })?;
        if !self.is_possible(&state) {
            return Err(ParseError::new(
                text,
                format!(
                    "scores below the goal of {}, passed at most by the last roll of a turn",
                    self.goal
                ),
            ));
        }
        Ok(state)
    }

    fn write_move(&self, _: &PigState, mv: PigMove) -> String {
        match mv {
            PigMove::Roll => "roll".to_owned(),
            PigMove::Hold => "hold".to_owned(),
        }
    }

    fn write_outcome(&self, _: &PigState, roll: u8) -> String {
        roll.to_string()
    }
}

fn read_state(text: &str) -> Option<PigState> {
    let (player, rest) = text.split_once(':')?;
    let player = match player {
        "max" => Player::Max,
        "min" => Player::Min,
        _ => return None,
    };
    let (rest, die_in_the_air) = match rest.strip_suffix("+die") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (scores, turn_total) = rest.split_once('+')?;
    let (max_score, min_score) = scores.split_once('-')?;
    Some(PigState {
        player,
        max_score: max_score.parse().ok()?,
        min_score: min_score.parse().ok()?,
        turn_total: turn_total.parse().ok()?,
        die_in_the_air,
    })
}

/// Judges [`Pig`] by the lead: Max's score minus Min's, as a share of the goal.
///
/// What the turn has gained counts half for the player whose turn it is, because a 1 may still take it away. Both scores are
/// below the goal, so the value is inside (-1, 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PigLead;

impl Evaluator<Pig> for PigLead {
    fn evaluate(&self, game: &Pig, state: &PigState) -> f64 {
        let turn = state.player.sees(f64::from(state.turn_total) / 2.0);
        (f64::from(state.max_score) - f64::from(state.min_score) + turn) / f64::from(game.goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(position: &str) -> PigState {
        Pig::default().parse_state(position).unwrap()
    }

    fn after_roll(position: &str, roll: u8) -> String {
        let game = Pig::default();
        game.write_state(&game.resolve(&state(position), roll))
    }

    fn after_move(position: &str, mv: PigMove) -> String {
        let game = Pig::default();
        game.write_state(&game.play(&state(position), mv))
    }

    #[test]
    fn a_roll_is_added_to_the_turn_total() {
        assert_eq!(after_move("min:12-7+5", PigMove::Roll), "min:12-7+5+die");
        assert_eq!(after_roll("min:12-7+5+die", 4), "min:12-7+9");
    }

    #[test]
    fn a_one_loses_the_turn_total_and_the_turn() {
        assert_eq!(after_roll("max:12-7+5+die", 1), "min:12-7+0");
        assert_eq!(after_roll("min:12-7+5+die", 1), "max:12-7+0");
    }

    #[test]
    fn holding_banks_the_turn_total_and_passes() {
        assert_eq!(after_move("max:12-7+5", PigMove::Hold), "min:17-7+0");
        assert_eq!(after_move("min:12-7+5", PigMove::Hold), "max:12-12+0");
    }

    #[test]
    fn reaching_the_goal_wins_at_once() {
        let game = Pig::default();
        assert_eq!(game.node(&state("max:12-7+8")), Node::Terminal(1.0));
        assert_eq!(game.node(&state("min:12-7+13")), Node::Terminal(-1.0));
        assert_eq!(game.node(&state("max:12-7+7")), Node::Decision(Player::Max));
        assert_eq!(game.node(&state("max:12-7+7+die")), Node::Chance);
    }

    #[test]
    fn a_turn_starts_with_a_roll() {
        let moves = |position| {
            let mut moves = Vec::new();
            Pig::default().moves(&state(position), &mut moves);
            moves
        };
        assert_eq!(moves("max:12-7+0"), [PigMove::Roll]);
        assert_eq!(moves("max:12-7+2"), [PigMove::Roll, PigMove::Hold]);
    }

    #[test]
    fn bad_positions_are_errors() {
        let cases = [
            ("", "such as"),
            ("12-7+5", "such as"),
            ("x:12-7+5", "such as"),
            ("max:12-7", "such as"),
            ("max:12+5", "such as"),
            ("max:12-7-5", "such as"),
            ("max:12-7+5+", "such as"),
            ("max:12-7+5+dice", "such as"),
            ("max:-1-7+5", "such as"),
            ("max:20-7+0", "below the goal of 20"),
            ("max:0-20+0", "below the goal of 20"),
            ("max:12-7+14", "last roll"),
            ("max:12-7+8+die", "last roll"),
            ("max:4294967295-0+1", "below the goal"),
            ("max:0-0+4294967295", "last roll"),
        ];
        for (text, reason) in cases {
            let error = Pig::default().parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn the_turn_total_counts_half_for_its_owner() {
        let lead = |position| PigLead.evaluate(&Pig::default(), &state(position));
        assert_eq!(lead("max:12-7+0"), 0.25);
        assert_eq!(lead("max:12-7+4"), 0.35);
        assert_eq!(lead("min:12-7+4+die"), 0.15);
    }

    #[test]
    fn the_goal_is_a_parameter() {
        assert_eq!(Pig::parse_parameters(""), Ok(Pig::new(20)));
        assert_eq!(Pig::parse_parameters("goal=100").unwrap().goal(), 100);
        let error = Pig::parse_parameters("goal=0").unwrap_err().to_string();
        assert_eq!(
            error,
            "found \"goal=0\", expected goal=N with N from 1 to 1000"
        );
        let error = Pig::parse_parameters("points=5").unwrap_err().to_string();
        assert!(error.ends_with("one of goal"), "{error}");
    }
}

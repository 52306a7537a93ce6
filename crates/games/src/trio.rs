use starmax_core::{ManyPlayers, Node, Notation, ParseError, Rules};

use crate::Parameters;

/// Trio: three players take stones from a pile, and nobody wants the last one.
///
/// Players `a`, `b` and `c` take turns. On a turn a three-sided die is rolled; the player then takes at least one stone
/// and at most as many as rolled. The player who takes the last stone pays 2, of which the two others get 1 each.
///
/// In a position such as `a:12` player `a` is about to roll before a pile of 12 stones; in `b:7/2` player `b` has rolled
/// a 2 and takes next. The game is over at `b:0`: player `a`, who moved last, pays.
///
/// ```
/// use starmax_core::{Notation, Rules};
/// use starmax_games::Trio;
///
/// let game = Trio::new(12);
/// let rolled = game.resolve(&game.initial(), 2);
/// assert_eq!(game.write_state(&rolled), "a:12/2");
/// assert_eq!(game.write_state(&game.play(&rolled, 1)), "b:11");
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trio {
    pile: u32,
}

/// Whose turn it is, the stones left, and the roll that is waiting to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrioState {
    player: usize,
    pile: u32,
    roll: Option<u32>,
}

const PLAYERS: [&str; 3] = ["a", "b", "c"];
const SIDES: u32 = 3;
const DEFAULT_PILE: u32 = 12;
const LARGEST_PILE: u32 = 1000;

impl Trio {
    /// The game with `pile` stones, at least 1 and at most 1000.
    ///
    /// # Panics
    /// When `pile` is outside that range.
    #[must_use]
    pub fn new(pile: u32) -> Self {
        assert!(
            (1..=LARGEST_PILE).contains(&pile),
            "the pile is from 1 to {LARGEST_PILE}"
        );
        Self { pile }
    }

    /// The game as named on the command line: `pile=15`, or nothing for a pile of 12.
    ///
    /// # Errors
    /// When a parameter is unknown or out of range.
    pub fn parse_parameters(text: &str) -> Result<Self, ParseError> {
        let parameters = Parameters::parse(text, &["pile"])?;
        let pile = parameters.number("pile", DEFAULT_PILE, 1..=LARGEST_PILE)?;
        Ok(Self::new(pile))
    }

    fn is_possible(self, state: &TrioState) -> bool {
        state.pile <= self.pile
            && state
                .roll
                .is_none_or(|roll| (1..=SIDES).contains(&roll) && state.pile > 0)
    }
}

impl Default for Trio {
    fn default() -> Self {
        Self::new(DEFAULT_PILE)
    }
}

impl Rules for Trio {
    type State = TrioState;
    /// How many stones are taken.
    type Move = u32;
    /// The most stones that may be taken.
    type Outcome = u32;
    type Player = usize;
    type Payoff = ();

    fn initial(&self) -> TrioState {
        TrioState {
            player: 0,
            pile: self.pile,
            roll: None,
        }
    }

    fn node(&self, state: &TrioState) -> Node<usize, ()> {
        match state {
            TrioState { pile: 0, .. } => Node::Terminal(()),
            TrioState { roll: None, .. } => Node::Chance,
            _ => Node::Decision(state.player),
        }
    }

    fn player(&self, state: &TrioState) -> usize {
        state.player
    }

    fn moves(&self, state: &TrioState, out: &mut Vec<u32>) {
        out.extend(1..=state.roll.unwrap_or(0).min(state.pile));
    }

    fn outcomes(&self, _: &TrioState, out: &mut Vec<(u32, f64)>) {
        out.extend((1..=SIDES).map(|roll| (roll, 1.0 / f64::from(SIDES))));
    }

    fn play(&self, state: &TrioState, stones: u32) -> TrioState {
        TrioState {
            player: (state.player + 1) % PLAYERS.len(),
            pile: state.pile - stones,
            roll: None,
        }
    }

    fn resolve(&self, state: &TrioState, roll: u32) -> TrioState {
        TrioState {
            roll: Some(roll),
            ..*state
        }
    }
}

impl ManyPlayers for Trio {
    fn players(&self) -> usize {
        PLAYERS.len()
    }

    /// While stones are left, nobody is ahead.
    fn payoffs(&self, state: &TrioState) -> Vec<f64> {
        let mut payoffs = vec![0.0; PLAYERS.len()];
        if state.pile == 0 {
            payoffs.fill(1.0);
            let moved_last = (state.player + PLAYERS.len() - 1) % PLAYERS.len();
            payoffs[moved_last] = -2.0;
        }
        payoffs
    }
}

impl Notation for Trio {
    fn write_state(&self, state: &TrioState) -> String {
        let player = PLAYERS[state.player];
        match state.roll {
            None => format!("{player}:{}", state.pile),
            Some(roll) => format!("{player}:{}/{roll}", state.pile),
        }
    }

    fn parse_state(&self, text: &str) -> Result<TrioState, ParseError> {
        read_state(text).filter(|state| self.is_possible(state)).ok_or_else(|| {
            ParseError::new(
                text,
                format!(
                    "a position such as a:{} (a player and the pile, at most {} stones) or b:1/{SIDES} \
                     (with a roll from 1 to {SIDES})",
                    self.pile, self.pile
                ),
            )
        })
    }

    fn write_move(&self, _: &TrioState, stones: u32) -> String {
        stones.to_string()
    }

    fn write_outcome(&self, _: &TrioState, roll: u32) -> String {
        roll.to_string()
    }
}

fn read_state(text: &str) -> Option<TrioState> {
    let (player, rest) = text.split_once(':')?;
    let (pile, roll) = match rest.split_once('/') {
        Some((pile, roll)) => (pile, Some(roll.parse().ok()?)),
        None => (rest, None),
    };
    Some(TrioState {
        player: PLAYERS.iter().position(|name| *name == player)?,
        pile: pile.parse().ok()?,
        roll,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(position: &str) -> TrioState {
        Trio::default().parse_state(position).unwrap()
    }

    #[test]
    fn a_roll_comes_before_every_move() {
        let game = Trio::default();
        assert_eq!(game.node(&game.initial()), Node::Chance);
        assert_eq!(game.node(&state("c:12/3")), Node::Decision(2));
        assert_eq!(game.node(&state("c:0")), Node::Terminal(()));
    }

    #[test]
    fn the_roll_and_the_pile_limit_what_may_be_taken() {
        let moves = |position| {
            let mut moves = Vec::new();
            Trio::default().moves(&state(position), &mut moves);
            moves
        };
        assert_eq!(moves("a:12/3"), [1, 2, 3]);
        assert_eq!(moves("a:12/1"), [1]);
        assert_eq!(moves("a:2/3"), [1, 2]);
    }

    #[test]
    fn who_takes_the_last_stone_pays_the_others() {
        let game = Trio::default();
        let end = game.play(&state("c:2/3"), 2);
        assert_eq!(game.write_state(&end), "a:0");
        assert_eq!(game.payoffs(&end), [1.0, 1.0, -2.0]);
        assert_eq!(game.payoffs(&state("b:0")), [-2.0, 1.0, 1.0]);
        assert_eq!(game.payoffs(&state("b:1")), [0.0, 0.0, 0.0]);
    }

    #[test]
    fn bad_positions_are_errors() {
        for text in [
            "", "a", "a:", "d:3", "a:13", "a:-1", "a:3/0", "a:3/4", "a:0/1", "a:3/", "a:3/1/1",
        ] {
            let error = Trio::default().parse_state(text).unwrap_err().to_string();
            assert!(error.contains("a position such as a:12"), "{text}: {error}");
        }
    }

    #[test]
    fn the_pile_is_a_parameter() {
        assert_eq!(Trio::parse_parameters(""), Ok(Trio::new(12)));
        assert_eq!(Trio::parse_parameters("pile=15"), Ok(Trio::new(15)));
        let error = Trio::parse_parameters("pile=1001").unwrap_err().to_string();
        assert_eq!(
            error,
            "found \"pile=1001\", expected pile=N with N from 1 to 1000"
        );
    }
}

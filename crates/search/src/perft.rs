use std::ops::ControlFlow;

use starmax_core::{Node, Rules};

/// How many nodes of each kind lie at one distance from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Nodes at which a player chooses.
    pub decisions: u64,
    /// Nodes at which chance chooses.
    pub chance: u64,
    /// Nodes at which the game is over.
    pub terminals: u64,
}

impl Perft {
    /// Nodes of any kind.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.decisions + self.chance + self.terminals
    }
}

/// Counts every path of play from `state`, level by level, down to `depth` levels: a test of the rules.
///
/// `stop` is asked now and then; once it says so the counting ends and `None` is returned.
///
/// ```
/// use starmax_core::Rules;
/// use starmax_games::TicTacToe;
/// use starmax_search::perft;
///
/// let game = TicTacToe;
/// let levels = perft(&game, &game.initial(), 3, || false).unwrap();
/// let nodes: Vec<u64> = levels.iter().map(|level| level.nodes()).collect();
/// assert_eq!(nodes, [1, 9, 72, 504]);
/// ```
pub fn perft<G: Rules>(
    game: &G,
    state: &G::State,
    depth: u32,
    stop: impl Fn() -> bool,
) -> Option<Vec<Perft>> {
    let mut levels = vec![Perft::default(); depth as usize + 1];
    match count(game, state, &mut levels, &stop) {
        ControlFlow::Continue(()) => Some(levels),
        ControlFlow::Break(()) => None,
    }
}

fn count<G: Rules>(
    game: &G,
    state: &G::State,
    levels: &mut [Perft],
    stop: &impl Fn() -> bool,
) -> ControlFlow<()> {
    let Some((level, below)) = levels.split_first_mut() else {
        return ControlFlow::Continue(());
    };
    match game.node(state) {
        Node::Terminal(_) => level.terminals += 1,
        Node::Decision(_) => {
            level.decisions += 1;
            if stop() {
                return ControlFlow::Break(());
            }
            if !below.is_empty() {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                for mv in moves {
                    count(game, &game.play(state, mv), below, stop)?;
                }
            }
        }
        Node::Chance => {
            level.chance += 1;
            if !below.is_empty() {
                let mut outcomes = Vec::new();
                game.outcomes(state, &mut outcomes);
                for (outcome, _) in outcomes {
                    count(game, &game.resolve(state, outcome), below, stop)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

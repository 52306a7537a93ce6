//! How games of backgammon end.

use starmax_arena::rollout::Endings;
use starmax_core::{Node, Player, Rules};
use starmax_games::{
    Backgammon, BackgammonState, CubefulBackgammon, CubefulMove, CubefulState, Phase, Scoring,
};
use starmax_judges::backgammon::{BackgammonNet, Chances};

/// Wins, gammons and backgammons, or only wins where every win counts one.
pub(super) struct BackgammonEndings<'a> {
    scoring: Scoring,
    /// Knows the chances before the end.
    net: Option<&'a BackgammonNet>,
    viewer: Player,
}

impl<'a> BackgammonEndings<'a> {
    pub(super) fn new(game: Backgammon, net: Option<&'a BackgammonNet>, viewer: Player) -> Self {
        Self {
            scoring: game.scoring(),
            net,
            viewer,
        }
    }
}

/// In the order of [`Chances`].
const NAMES: [&str; Chances::COUNT] = [
    "win",
    "win_gammon",
    "win_backgammon",
    "lose_gammon",
    "lose_backgammon",
];

impl Endings<Backgammon> for BackgammonEndings<'_> {
    fn names(&self) -> &'static [&'static str] {
        match self.scoring {
            Scoring::Points => &NAMES,
            Scoring::Win => &NAMES[..1],
        }
    }

    fn chances(&self, game: &Backgammon, state: &BackgammonState) -> Option<Vec<f64>> {
        let (chances, player) = match game.node(state) {
            Node::Terminal(value) => {
                let winner = if value > 0.0 {
                    Player::Max
                } else {
                    Player::Min
                };
                (Chances::won(points(value)), winner)
            }
            // A net sees the position before the roll.
            Node::Chance | Node::Decision(_) => (self.net?.chances(state), state.player()),
        };
        let seen = if player == self.viewer {
            chances
        } else {
            chances.flipped()
        };
        let all = seen.to_array().map(f64::from);
        Some(all[..self.names().len()].to_vec())
    }
}

/// How a game would end without the cube. A double that is passed ends nothing here: it is the position that counts.
pub(super) struct CubefulEndings<'a>(BackgammonEndings<'a>);

/// The rules without the cube.
const BOARD: Backgammon = Backgammon::new(Scoring::Points);

impl<'a> CubefulEndings<'a> {
    pub(super) fn new(net: &'a BackgammonNet, viewer: Player) -> Self {
        Self(BackgammonEndings::new(BOARD, Some(net), viewer))
    }
}

impl Endings<CubefulBackgammon> for CubefulEndings<'_> {
    fn names(&self) -> &'static [&'static str] {
        self.0.names()
    }

    fn chances(&self, _: &CubefulBackgammon, state: &CubefulState) -> Option<Vec<f64>> {
        match state.phase() {
            // Nobody knows any more how the game before has ended.
            Phase::Opening | Phase::Over => None,
            _ => self.0.chances(&BOARD, state.board()),
        }
    }

    fn chances_after(
        &self,
        _: &CubefulBackgammon,
        state: &CubefulState,
        mv: CubefulMove,
    ) -> Option<Vec<f64>> {
        match mv {
            CubefulMove::Checkers(mv) => self.0.chances(&BOARD, &BOARD.play(state.board(), mv)),
            _ => self.0.chances(&BOARD, state.board()),
        }
    }
}

/// How many points a game was won with.
fn points(value: f64) -> u8 {
    [3, 2, 1]
        .into_iter()
        .find(|&points| value.abs() >= f64::from(points))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use starmax_core::Notation;

    use super::*;

    #[test]
    fn a_match_remembers_how_its_games_end_only_by_their_last_move() {
        let game = CubefulBackgammon::parse_parameters("match=7").unwrap();
        let net = BackgammonNet::shipped();
        let endings = |viewer| CubefulEndings::new(net, viewer);
        // X bears off the last checker, and O has none off.
        let near_end = "XGID=-A------------------o-----:0:0:1:21:0:0:0:7:10";
        let state = game.parse_state(near_end).unwrap();
        let mv = game.parse_move(&state, "1/off").unwrap();
        let (max, min) = (endings(Player::Max), endings(Player::Min));
        let won = Some(vec![1.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(max.chances_after(&game, &state, mv), won);
        let lost = Some(vec![0.0, 0.0, 0.0, 1.0, 0.0]);
        assert_eq!(min.chances_after(&game, &state, mv), lost);
        assert_eq!(max.chances(&game, &game.play(&state, mv)), None);
        // A pass leaves the chances of the board.
        let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10";
        let doubled = game.parse_state(start).unwrap();
        let expected = net.chances(doubled.board()).to_array().map(f64::from);
        let passed = max.chances_after(&game, &doubled, CubefulMove::Pass);
        assert_eq!(passed, Some(expected.to_vec()));
    }
}

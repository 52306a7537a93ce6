//! The whole `starmax` command for a game of your own.
//!
//! `cargo run --release -p starmax --example own_game -- search matches`
//!
//! A project of its own needs one dependency, the package `starmax`.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::process::ExitCode;

use starmax_cli::starmax_catalog::{
    About, AnyJudge, GameEntry, Registered, Registration, ReportError,
};
use starmax_cli::starmax_core::{
    Bounds, Constant, Game, Hashable, Node, Notation, ParseError, Player, Rules,
};

/// Two players take 1 to 3 matches in turn, and after each of them the wind may take another one. The player who takes the last one loses; if
/// the wind does, nobody has won.
struct Matches {
    pile: u8,
}

#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
struct MatchesState {
    pile: u8,
    /// Who takes, or has just taken.
    player: Player,
    /// Whether the wind comes next.
    wind: bool,
}

impl Rules for Matches {
    type State = MatchesState;
    type Move = u8;
    type Outcome = u8;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> MatchesState {
        MatchesState {
            pile: self.pile,
            player: Player::Max,
            wind: false,
        }
    }

    fn node(&self, state: &MatchesState) -> Node {
        match (state.pile, state.wind) {
            (0, true) => Node::Terminal(state.player.sees(-1.0)),
            (0, false) => Node::Terminal(0.0),
            (_, true) => Node::Chance,
            (_, false) => Node::Decision(state.player),
        }
    }

    fn player(&self, state: &MatchesState) -> Player {
        state.player
    }

    fn moves(&self, state: &MatchesState, out: &mut Vec<u8>) {
        out.extend(1..=state.pile.min(3));
    }

    fn outcomes(&self, _: &MatchesState, out: &mut Vec<(u8, f64)>) {
        out.extend([(0, 0.75), (1, 0.25)]);
    }

    fn play(&self, state: &MatchesState, taken: u8) -> MatchesState {
        MatchesState {
            pile: state.pile - taken,
            wind: true,
            ..*state
        }
    }

    fn resolve(&self, state: &MatchesState, blown: u8) -> MatchesState {
        MatchesState {
            pile: state.pile - blown,
            player: state.player.opponent(),
            wind: false,
        }
    }
}

impl Game for Matches {
    fn utility(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }
}

/// For tables of positions.
impl Hashable for Matches {
    fn hash(&self, state: &MatchesState) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(state)
    }
}

/// For people.
impl Notation for Matches {
    fn write_state(&self, state: &MatchesState) -> String {
        let player = MatchesRegistration::ABOUT.name_of(state.player);
        let wind = if state.wind { "+wind" } else { "" };
        format!("{player}:{}{wind}", state.pile)
    }

    fn parse_state(&self, text: &str) -> Result<MatchesState, ParseError> {
        let read = || {
            let (player, rest) = text.split_once(':')?;
            let (pile, wind) = match rest.strip_suffix("+wind") {
                Some(pile) => (pile, true),
                None => (rest, false),
            };
            Some(MatchesState {
                pile: pile.parse().ok().filter(|pile| *pile <= self.pile)?,
                player: match player {
                    "Ada" => Player::Max,
                    "Bob" => Player::Min,
                    _ => return None,
                },
                wind,
            })
        };
        let expected = format!("a position such as Ada:{} or Bob:7+wind", self.pile);
        read().ok_or_else(|| ParseError::new(text, expected))
    }

    fn write_move(&self, _: &MatchesState, taken: u8) -> String {
        taken.to_string()
    }

    fn write_outcome(&self, _: &MatchesState, blown: u8) -> String {
        ["calm", "wind"][usize::from(blown)].to_owned()
    }
}

/// What the command must know besides the rules.
struct MatchesRegistration;

impl Registration for MatchesRegistration {
    type Game = Matches;
    type Judge = AnyJudge<Matches>;

    const ABOUT: About = About {
        name: "matches",
        summary: "Take 1 to 3 matches, but not the last one; the wind takes some too.",
        players: &["Ada", "Bob"],
        parameters: &[("pile", "matches at the start, 1 to 200 (default 15)")],
        notation: "whose turn, the pile, and +wind when the wind comes next (such as Ada:15, Bob:7+wind)",
        evaluators: &[("even", "every unfinished game is worth 0")],
        depth: 9,
        level: None,
    };

    fn open(parameters: &str) -> Result<Matches, ParseError> {
        let pile = match parameters {
            "" => Some(15),
            other => other
                .strip_prefix("pile=")
                .and_then(|pile| pile.parse().ok())
                .filter(|pile| (1..=200).contains(pile)),
        };
        let pile =
            pile.ok_or_else(|| ParseError::new(parameters, "pile=N with N from 1 to 200"))?;
        Ok(Matches { pile })
    }

    fn judge(_: &Matches, _name: &str) -> Result<AnyJudge<Matches>, ReportError> {
        Ok(Box::new(Constant(0.0)))
    }
}

static MATCHES: Registered<MatchesRegistration> = Registered::new();

fn main() -> ExitCode {
    let own: [&dyn GameEntry; 1] = [&MATCHES];
    starmax_cli::main_with(&own)
}

//! Games from a position to their end.

use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use starmax_catalog::{Event, Match, OpenGame, PlayerSpec, ReportError, Request, RootText, Turn};
use starmax_core::ParseError;
use starmax_search::Options;

/// More steps than any game takes.
const LONGEST_GAME: usize = 10_000;

/// Plays a game to its end. The players, as in tournaments, take turns at the decisions of the first player, of the second one and so on; dice follow
/// from the seed.
pub(crate) fn play_out(
    game: &dyn OpenGame,
    root: RootText<'_>,
    players: &[String],
    seed: u64,
    stop: &AtomicBool,
) -> Result<String, ReportError> {
    let mut played = game.play(root)?;
    let names = played.about().players;
    if players.len() != names.len() {
        let found = players.join(" ");
        return Err(ParseError::new(found, format!("{} players", names.len())).into());
    }
    let engines: Vec<_> = (players.iter())
        .map(|player| engine(game, player))
        .collect::<Result<_, _>>()?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let start = played.position();
    let mut steps = Vec::new();
    let payoffs = loop {
        let turn = match played.turn() {
            Turn::Over(payoffs) => break payoffs,
            turn if steps.len() < LONGEST_GAME => turn,
            Turn::Player(_) | Turn::Chance => return Err(ReportError::Interrupted),
        };
        let by = match turn {
            Turn::Player(number) => {
                let mv = choose(&*played, engines[number].as_ref(), &mut rng, stop)?;
                played.play(&mv)?;
                Some(names[number])
            }
            Turn::Chance | Turn::Over(_) => {
                played.roll(&mut rng);
                None
            }
        };
        steps.push(step(&*played, by));
    };
    Ok(json!({
        "position": start,
        "players": players,
        "names": names,
        "seed": seed,
        "steps": steps,
        "payoffs": payoffs,
    })
    .to_string())
}

/// How a player searches; one who moves at random does not.
fn engine(game: &dyn OpenGame, player: &str) -> Result<Option<Options>, ReportError> {
    let spec: PlayerSpec = player.parse()?;
    // Players of games for several players are checked by the search.
    match game.check_player(&spec) {
        Ok(()) | Err(ReportError::NotForTwo(_)) => {}
        Err(error) => return Err(error),
    }
    let text = player.trim();
    Ok(if text == "random" {
        None
    } else {
        Some(text.parse()?)
    })
}

fn choose(
    game: &dyn Match,
    engine: Option<&Options>,
    rng: &mut Xoshiro256PlusPlus,
    stop: &AtomicBool,
) -> Result<String, ReportError> {
    let moves = game.moves();
    let any = rng.random_range(0..moves.len());
    let Some(options) = engine.filter(|_| moves.len() > 1) else {
        return Ok(moves[any].clone());
    };
    let request = Request {
        stop: Some(stop),
        ..Request::from(options.clone())
    };
    let best = game.search(&request)?.best;
    best.ok_or(ReportError::Interrupted)
}

fn step(game: &dyn Match, by: Option<&str>) -> Value {
    let (what, text) = match game.events().pop() {
        Some(Event::Move(text)) => ("move", text),
        Some(Event::Outcome(text)) => ("roll", text),
        Some(Event::Resignation(way)) => ("resignation", way.to_owned()),
        None => ("nothing", String::new()),
    };
    json!({ "player": by, what: text, "position": game.position() })
}

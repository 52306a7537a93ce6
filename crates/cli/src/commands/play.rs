use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_report::{Match, Report, Request, Turn, open_game};

use crate::Outcome;
use crate::args::{PlayArgs, Side};
use crate::interrupt::{self, IDLE, STOP};

const HELP: &str = "type a move or its number; hint, undo, moves, position, help, quit";

/// What the person at the keyboard wants.
enum Wish {
    Move(String),
    Hint,
    Undo,
    Moves,
    Position,
    Help,
    Quit,
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<Outcome> {
    interrupt::listen()?;
    let game = open_game(&args.position.game)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    let mut table = Table {
        game: game.play(args.position.root())?,
        request: Request {
            reuse_deeper: true,
            ..args.engine.request()
        },
        side: args.side,
        rng: Xoshiro256PlusPlus::seed_from_u64(seed),
    };
    say!(
        "{} with the dice of seed {seed}; {HELP}",
        args.position.game
    );
    table.play()?;
    Ok(Outcome::Done)
}

fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::from(now.subsec_micros())
}

/// A game on the table, with its players around it.
struct Table<'a> {
    game: Box<dyn Match + 'a>,
    request: Request<'a>,
    side: Side,
    rng: Xoshiro256PlusPlus,
}

impl Table<'_> {
    /// Plays until the game is over or the person has had enough.
    fn play(&mut self) -> anyhow::Result<()> {
        let players = self.game.players();
        loop {
            match self.game.turn() {
                Turn::Over(payoffs) => {
                    say!("\n{}", self.game.board());
                    let payoffs = players.iter().zip(payoffs);
                    let result: Vec<_> = payoffs
                        .map(|(player, payoff)| format!("{player} {:+}", payoff + 0.0))
                        .collect();
                    say!("The game is over: {}.", result.join(", "));
                    return Ok(());
                }
                Turn::Chance => say!("  roll: {}", self.game.roll(&mut self.rng)),
                Turn::Player(player) if self.side.plays(player) => {
                    if !self.ask(&players[player])? {
                        return Ok(());
                    }
                }
                Turn::Player(player) => {
                    let report = self.think()?;
                    let Some(best) = report.best else {
                        anyhow::bail!("the engine found no move");
                    };
                    let value =
                        (report.value).map_or(String::new(), |value| format!("  [{value:+.4}]"));
                    say!("  {} (engine) plays {best}{value}", players[player]);
                    self.game.play(&best)?;
                }
            }
        }
    }

    /// Lets the person act. Says whether the game goes on.
    fn ask(&mut self, player: &str) -> anyhow::Result<bool> {
        say!("\n{}", self.game.board());
        let moves = self.game.moves();
        show(&moves)?;
        loop {
            match wish(player, &moves)? {
                Wish::Quit => return Ok(false),
                Wish::Help => say!("  {HELP}"),
                Wish::Moves => show(&moves)?,
                Wish::Position => say!("  {}", self.game.position()),
                Wish::Hint => {
                    let report = self.think()?;
                    for mv in &report.moves {
                        let value = mv.value.map_or_else(
                            || format!("at most {:+.4}", mv.bounds[1]),
                            |value| format!("{value:+.4}"),
                        );
                        say!("  {}  {value}", mv.text);
                    }
                }
                Wish::Undo => {
                    let side = self.side;
                    if self.game.undo(&|player| side.plays(player)) {
                        return Ok(true);
                    }
                    say!("  there is nothing to take back");
                }
                Wish::Move(text) => match self.game.play(&text) {
                    Ok(()) => return Ok(true),
                    Err(error) => say!("  {error}"),
                },
            }
        }
    }

    /// Searches; Ctrl-C makes the engine answer with what it has.
    fn think(&self) -> anyhow::Result<Report> {
        let report = self.game.search(&self.request)?;
        STOP.store(false, Ordering::Relaxed);
        Ok(report)
    }
}

fn show(moves: &[String]) -> anyhow::Result<()> {
    let numbered: Vec<_> = (1..)
        .zip(moves)
        .map(|(number, mv)| format!("{number}. {mv}"))
        .collect();
    say!("  {}", numbered.join("   "));
    Ok(())
}

/// Reads one line from the keyboard. The end of the input means to quit.
fn wish(player: &str, moves: &[String]) -> anyhow::Result<Wish> {
    write!(io::stdout().lock(), "{player}> ")?;
    io::stdout().flush()?;
    let mut line = String::new();
    IDLE.store(true, Ordering::Relaxed);
    let read = io::stdin().lock().read_line(&mut line);
    IDLE.store(false, Ordering::Relaxed);
    if read? == 0 {
        say!();
        return Ok(Wish::Quit);
    }
    let text = line.trim();
    if !io::stdin().is_terminal() {
        say!("{text}");
    }
    Ok(match text {
        "" | "help" | "?" => Wish::Help,
        "hint" | "h" => Wish::Hint,
        "undo" | "u" => Wish::Undo,
        "moves" | "m" => Wish::Moves,
        "position" | "p" => Wish::Position,
        "quit" | "q" | "exit" => Wish::Quit,
        _ if moves.iter().any(|mv| mv == text) => Wish::Move(text.to_owned()),
        _ => {
            let number: Option<usize> = text.parse().ok();
            let chosen = number.and_then(|number| moves.get(number.checked_sub(1)?));
            Wish::Move(chosen.map_or(text, String::as_str).to_owned())
        }
    })
}

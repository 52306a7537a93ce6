//! Lets an engine play backgammon over UBGI against the engine side of the crate `bkgm`, which plays random moves. That crate is the referee:
//! it says which moves are legal, and reads those that are answered. Any answer that it does not understand ends the run with an error.
//!
//! usage: ubgi-client GAMES SEED ENGINE [ARGUMENT...], such as: ubgi-client 10 1 target/release/starmax ubgi --depth 1

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use bkgm::codecs::gnuid;
use bkgm::dice::Dice;
use bkgm::ubgi::{UbgiEngine, run_ubgi_stdio};
use bkgm::{Game, GameState, Variant, VariantPosition, normalize_move_text};

/// What the opponent is started with.
const OPPONENT: &str = "random-player";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match &words[..] {
        [word, seed] if word == OPPONENT => {
            let seed = seed.parse().expect("a seed");
            let random = fastrand::Rng::with_seed(seed);
            run_ubgi_stdio(&mut RandomPlayer(random));
            Ok(())
        }
        [games, seed, engine @ ..] if !engine.is_empty() => run(games, seed, engine),
        _ => Err("usage: ubgi-client GAMES SEED ENGINE [ARGUMENT...]".to_owned()),
    };
    if let Err(error) = outcome {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

fn run(games: &str, seed: &str, command: &[String]) -> Result<(), String> {
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let (games, seed) = (number(games)?, number(seed)?);
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let opponent = [own.display().to_string(), OPPONENT.to_owned(), seed.to_string()];
    let mut opponent = Engine::start(&opponent, "go chequer")?;
    let mut dice = fastrand::Rng::with_seed(seed);
    // Each dialect gets a process that hears nothing of the other one.
    for (dialect, go) in [("0.2", "go chequer"), ("0.1", "go role chequer")] {
        let mut engine = Engine::start(command, go)?;
        let (mut decisions, mut points, mut passes) = (0, 0, 0);
        for number in 0..games {
            let played = play(&mut engine, &mut opponent, number % 2 == 0, &mut dice)?;
            decisions += played.decisions;
            passes += played.passes;
            points += played.points;
        }
        engine.send("quit")?;
        let status = engine.child.wait().map_err(|error| error.to_string())?;
        if !status.success() {
            return Err(format!("the engine ended with {status}"));
        }
        println!(
            "dialect {dialect}: {games} games, {decisions} moves of the engine, all legal, {passes} of them passes; {points:+} points"
        );
    }
    Ok(())
}

#[derive(Default)]
struct Played {
    /// Of the engine that is tested.
    decisions: u32,
    passes: u32,
    points: i32,
}

fn play(
    engine: &mut Engine,
    opponent: &mut Engine,
    engine_begins: bool,
    random: &mut fastrand::Rng,
) -> Result<Played, String> {
    engine.new_game()?;
    opponent.new_game()?;
    let mut game = Game::new(Variant::Backgammon);
    let mut is_engine = engine_begins;
    let mut played = Played::default();
    loop {
        let dice = Dice::new(random.usize(1..=6), random.usize(1..=6));
        let mover = if is_engine { &mut *engine } else { &mut *opponent };
        let text = mover.choose(game.position(), dice)?;
        let next = referee(&game, dice, &text)
            .map_err(|problem| format!("{problem}, at {} with {dice}", gnuid::encode(game.position())))?;
        if is_engine {
            played.decisions += 1;
            played.passes += u32::from(text == "pass");
        }
        game.set_position(next)?;
        // The position is now seen by the other player.
        is_engine = !is_engine;
        if let GameState::GameOver(result) = game.game_state() {
            let value = result.value() as i32;
            played.points = if is_engine { value } else { -value };
            return Ok(played);
        }
    }
}

/// The position after a move, if `bkgm` can read it and has it among the legal ones.
fn referee(game: &Game, dice: Dice, text: &str) -> Result<VariantPosition, String> {
    let legal = game.legal_positions(&dice);
    let numbers = |text: &str| text.split(['/', ' ']).any(|place| ["0", "25"].contains(&place));
    if numbers(text) {
        return Err(format!("bar and off have names, not numbers: {text}"));
    }
    if text == "pass" {
        return match legal[..] {
            [only] => Ok(only),
            _ => Err("a pass where there are moves".to_owned()),
        };
    }
    let clean = normalize_move_text(text).ok_or_else(|| format!("no move: {text}"))?;
    let next = game.position().apply_move(dice, &clean);
    let next = next.ok_or_else(|| format!("a move that cannot be played: {text}"))?;
    if legal.contains(&next) {
        Ok(next)
    } else {
        Err(format!("a move that is not legal: {text}"))
    }
}

/// An engine in a process of its own.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// How it is asked for a move.
    go: &'static str,
}

impl Engine {
    fn start(command: &[String], go: &'static str) -> Result<Self, String> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", command[0]))?;
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut engine = Self { child, input, output, go };
        engine.send("ubgi")?;
        engine.wait_for("ubgiok")?;
        engine.send("isready")?;
        engine.wait_for("readyok")?;
        Ok(engine)
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.send("newgame")?;
        self.send("isready")?;
        self.wait_for("readyok").map(|_| ())
    }

    fn choose(&mut self, position: VariantPosition, dice: Dice) -> Result<String, String> {
        let (one, other) = match dice {
            Dice::Double(die) => (die, die),
            Dice::Mixed(dice) => (dice.big(), dice.small()),
        };
        self.send(&format!("position gnubgid {}", gnuid::encode(position)))?;
        self.send(&format!("dice {one} {other}"))?;
        self.send(self.go)?;
        self.wait_for("bestmove")
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| format!("{line}: {error}"))
    }

    /// What stands behind a word, in the first line that begins with it.
    fn wait_for(&mut self, word: &str) -> Result<String, String> {
        loop {
            let mut line = String::new();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err(format!("the engine has gone before {word}")),
                Err(error) => return Err(error.to_string()),
                Ok(_) => {}
            }
            let line = line.trim();
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            if first == word {
                return Ok(rest.to_owned());
            }
            if first == "error" || first.starts_with("best") {
                return Err(format!("{line:?} instead of {word}"));
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The opponent: any legal move.
struct RandomPlayer(fastrand::Rng);

impl UbgiEngine for RandomPlayer {
    fn id_name(&self) -> &'static str {
        "random player"
    }

    fn id_version(&self) -> &'static str {
        "0"
    }

    fn choose_move(&mut self, game: &Game, dice: Dice) -> Result<String, String> {
        let legal = game.legal_positions(&dice);
        let next = legal[self.0.usize(0..legal.len())];
        let text = game.position().encode_move(next, dice)?;
        Ok(if text.is_empty() { "pass".to_owned() } else { text })
    }
}

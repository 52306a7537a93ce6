mod keyboard;
mod record;
mod review;
mod score;
mod side;
mod strength;
mod words;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_catalog::{Event, Games, Match, Request, Turn};
use starmax_report::{Chance, MoveReport, Reading, Report};
use starmax_search::{Filter, Keep};

use crate::args::{DiceFrom, PlayArgs};
use crate::interrupt::{self, STOP};
use crate::{Conclusion, note_unused};
use review::Review;
use score::Score;
use side::Side;
use words::{choose, highlighted, listed, shortened};

pub(crate) use strength::Strength;

const HELP: &str = "\
Type a move or its number, or one of these:
  hint       the best moves; hint 9: nine       level      the engine's strength
  undo       take your last move back           level 5    depth 9; 1 to 9 are depths 1 to 17
  redo       take an undo back                  level depth=7, level 2s, level 2ply
  moves      list the moves                     swap       change sides
  report     what moves lost; report all        new        start again with other dice
  position   the position as text               quit       leave
An empty line plays the only move there is.";

/// The moves that a hint shows unless told otherwise.
const HINTED: usize = 5;

/// The best moves that a search which is not exact has to search to the end, whatever they seem to be worth.
fn hinted(wanted: usize) -> Filter {
    let keep = |others| Keep {
        others,
        margin: f64::INFINITY,
    };
    let others = wanted.saturating_sub(1);
    Filter::new(vec![keep(others.saturating_add(HINTED)), keep(others)])
}

/// The moves are listed at every turn if they take no more lines than this.
const MOST_LINES: usize = 3;

pub(crate) fn run(args: &PlayArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let game = games.open(&args.position.game)?;
    note_unused(&*game, args.position.root());
    let game = game.play(args.position.root())?;
    let about = game.about();
    let mut sitting = Sitting {
        side: Side::parse(&args.side, about.players)?,
        players: about.players,
        strength: args.strength(&about),
        seed: args.seed.unwrap_or_else(seed_of_the_moment),
        score: Score::new(about.players.len()),
        review: Review::default(),
        is_colourful: is_colourful(),
        file: None,
        game,
        args,
    };
    sitting.check_engine()?;
    if let Some(file) = &args.load {
        sitting.read_file(file)?;
    }
    sitting.welcome()?;
    if sitting.side != Side::Nobody {
        say!("Type a move, its number, or help.");
    }
    sitting.play()?;
    Ok(Conclusion::Done)
}

fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::from(now.subsec_micros())
}

fn is_colourful() -> bool {
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_unwanted
}

/// A game on the table, with its players around it.
struct Sitting<'a> {
    game: Box<dyn Match + 'a>,
    players: &'static [&'static str],
    args: &'a PlayArgs,
    side: Side,
    strength: Strength,
    seed: u64,
    /// Of the games before this one.
    score: Score,
    review: Review,
    is_colourful: bool,
    /// The file that the game was read from or written to.
    file: Option<PathBuf>,
}

/// What follows what the person typed.
enum Reaction {
    /// The person is asked again.
    Stay,
    /// The game goes on.
    GoOn,
    /// The person has had enough.
    Quit,
}

impl Sitting<'_> {
    /// Plays until the person has had enough, or the game is over and nobody is there to go on.
    fn play(&mut self) -> anyhow::Result<()> {
        loop {
            let goes_on = match self.game.turn() {
                Turn::Chance if self.args.dice == DiceFrom::Ask => {
                    let prompt = self.game.announce_outcome();
                    self.ask(&prompt)?
                }
                Turn::Chance => {
                    self.roll()?;
                    true
                }
                Turn::Player(player) if self.side.plays(player) => {
                    self.show_board()?;
                    self.offer_moves()?;
                    self.ask(self.players[player])?
                }
                Turn::Player(_) => self.let_engine_move()?,
                Turn::Over(payoffs) => {
                    self.show_end(&payoffs)?;
                    if self.side == Side::Nobody {
                        return Ok(());
                    }
                    self.report("")?;
                    self.ask("undo, new or quit")?
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// The dice depend on the seed and on how often chance has chosen, so that nobody can undo bad luck.
    fn roll(&mut self) -> anyhow::Result<()> {
        let is_outcome = |event: &Event| matches!(event, Event::Outcome(_));
        let earlier = self.game.events().into_iter().filter(is_outcome).count();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for _ in 0..earlier {
            rng.next_u64();
        }
        say!("  {}", self.game.roll(&mut rng));
        Ok(())
    }

    /// Moves for the engine. Says whether the game goes on: Ctrl-C ends a game that nobody else plays.
    fn let_engine_move(&mut self) -> anyhow::Result<bool> {
        let moves = self.game.moves();
        if let [only] = &moves[..] {
            self.announce(only, "")?;
            self.game.play(only)?;
            self.tell_change()?;
            return Ok(true);
        }
        let report = self.search(self.strength, &self.args.engine.request())?;
        let is_interrupted = STOP.swap(false, Ordering::Relaxed);
        if is_interrupted && self.side == Side::Nobody {
            self.summarise()?;
            return Ok(false);
        }
        let best = report.best.as_ref().unwrap_or(&moves[0]);
        let judgement = (report.value).map_or(String::new(), |value| {
            format!(" ({})", self.judgement(value, &report).join(", "))
        });
        self.announce(best, &judgement)?;
        self.game.play(best)?;
        self.tell_change()?;
        Ok(true)
    }

    /// Says what the engine is about to do.
    fn announce(&self, mv: &str, judgement: &str) -> anyhow::Result<()> {
        if let Some(told) = self.game.tell_move(mv) {
            say!("  {told}{judgement}");
        }
        Ok(())
    }

    /// Says what the last step brought about, if that is worth a sentence.
    fn tell_change(&self) -> anyhow::Result<()> {
        if let Some(told) = self.game.tell_change() {
            say!("  {told}");
        }
        Ok(())
    }

    /// Lets the person act. Says whether the game goes on.
    fn ask(&mut self, prompt: &str) -> anyhow::Result<bool> {
        loop {
            let reaction = if let Some(line) = keyboard::read_line(prompt)? {
                self.obey(&line)?
            } else {
                say!();
                self.quit()?
            };
            match reaction {
                Reaction::Stay => {}
                Reaction::GoOn => return Ok(true),
                Reaction::Quit => return Ok(false),
            }
        }
    }

    /// Does what was typed.
    fn obey(&mut self, line: &str) -> anyhow::Result<Reaction> {
        let moves = self.game.moves();
        let chosen = match &moves[..] {
            [only] if line.is_empty() => Some(only),
            _ => choose(line, &moves),
        };
        if let Some(mv) = chosen {
            self.game.play(mv)?;
            self.tell_change()?;
            return Ok(Reaction::GoOn);
        }
        let (command, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command.to_ascii_lowercase().as_str(), argument.trim()) {
            ("quit" | "q" | "exit", "") => return self.quit(),
            ("undo" | "u", "") => return self.undo(),
            ("redo" | "r", "") => return self.redo(),
            ("swap" | "s", "") => return self.swap(),
            ("new" | "n", "") => return self.start_again(),
            ("hint" | "h", argument) => self.hint(&moves, argument)?,
            ("report", argument @ ("" | "all")) => self.report(argument)?,
            ("level" | "l", argument) => self.change_level(argument)?,
            ("moves" | "m", "") => self.show_moves()?,
            ("position" | "p", "") => self.show_position()?,
            ("resign", way) if !self.game.table().resignations.is_empty() => {
                return self.resign(way);
            }
            ("save", file) if self.game.table().record.is_some() => self.save(file)?,
            ("load", file) if self.game.table().record.is_some() => return self.load(file),
            ("" | "help" | "?", "") => say!("{HELP}{}", self.more_help()),
            _ => return self.act(line, &moves),
        }
        Ok(Reaction::Stay)
    }

    /// Plays a move, or takes a roll, that is written in some other way than in the list.
    fn act(&mut self, line: &str, moves: &[String]) -> anyhow::Result<Reaction> {
        if self.game.turn() == Turn::Chance {
            return match self.game.take_outcome(line) {
                Ok(()) => Ok(Reaction::GoOn),
                Err(error) => {
                    say!("  {error}, or help");
                    Ok(Reaction::Stay)
                }
            };
        }
        if self.game.play(line).is_ok() {
            self.tell_change()?;
            return Ok(Reaction::GoOn);
        }
        let objection = self.game.object_to_move(line);
        let objection = objection.unwrap_or_else(|| words::not_understood(line, moves));
        say!("  {objection}");
        Ok(Reaction::Stay)
    }

    fn quit(&self) -> anyhow::Result<Reaction> {
        // A player who leaves a finished game has seen the summary.
        if !self.is_over() {
            self.summarise()?;
        }
        Ok(Reaction::Quit)
    }

    /// Goes back to what the person did last: a move, or a roll that was typed.
    fn undo(&mut self) -> anyhow::Result<Reaction> {
        let (side, dice) = (self.side, self.args.dice);
        let is_asked = |turn: &Turn| match *turn {
            Turn::Player(player) => side.plays(player),
            Turn::Chance => dice == DiceFrom::Ask,
            Turn::Over(_) => false,
        };
        if self.game.undo(&is_asked) {
            return Ok(Reaction::GoOn);
        }
        say!("  there is nothing to take back");
        Ok(Reaction::Stay)
    }

    fn redo(&mut self) -> anyhow::Result<Reaction> {
        if self.game.redo() {
            return Ok(Reaction::GoOn);
        }
        say!("  there is no undo to take back");
        Ok(Reaction::Stay)
    }

    fn swap(&mut self) -> anyhow::Result<Reaction> {
        self.side = self.side.swapped(self.players.len());
        say!("  {}", self.side.describe(self.players));
        Ok(if self.is_over() {
            Reaction::Stay
        } else {
            Reaction::GoOn
        })
    }

    fn start_again(&mut self) -> anyhow::Result<Reaction> {
        self.score = self.score_so_far();
        self.game.restart();
        self.seed = self.seed.wrapping_add(1);
        say!();
        self.welcome()?;
        Ok(Reaction::GoOn)
    }

    fn change_level(&mut self, argument: &str) -> anyhow::Result<()> {
        match argument.parse() {
            Ok(strength) => self.strength = strength,
            Err(_) if argument.is_empty() => {}
            Err(error) => {
                say!("  found \"{}\", {error}", shortened(argument));
                return Ok(());
            }
        }
        say!("  {}", self.strength);
        Ok(())
    }

    /// Ranks the moves, each with the number that plays it. A weak engine gives good advice all the same.
    fn hint(&self, moves: &[String], argument: &str) -> anyhow::Result<()> {
        if moves.is_empty() {
            return self.say_that_nobody_moves();
        }
        let wanted = match argument.parse() {
            Ok(wanted) if wanted > 0 => wanted,
            _ if argument.is_empty() => HINTED,
            _ => {
                let found = shortened(argument);
                say!("  found \"{found}\", expected how many moves, such as hint 9");
                return Ok(());
            }
        };
        let request = self.args.engine.request();
        let strength = (self.strength).advising(&self.game.about(), &request.options);
        let request = Request {
            chances: true,
            ..request
        };
        let request = strength.limit(&request).with(|options| {
            if options.algorithm().is_exact() {
                options.top = Some(wanted);
            } else {
                options.filter.get_or_insert_with(|| hinted(wanted));
            }
        });
        let report = self.search(strength, &request)?;
        STOP.store(false, Ordering::Relaxed);
        let numbered = words::numbered(moves);
        let name = |text: &String| {
            let place = moves.iter().position(|mv| mv == text);
            place.map_or(text, |place| &numbered[place]).clone()
        };
        let shown = || report.moves.iter().take(wanted);
        let hints = shown().map(|mv| {
            [
                name(&mv.text),
                self.worth(mv, &report),
                words::behind(mv, report.value),
                Chance::columns(mv.chances.as_deref().unwrap_or_default()),
            ]
        });
        let chances = shown().find_map(|mv| mv.chances.as_deref());
        let nothing = String::new;
        let heads =
            chances.map(|chances| [nothing(), nothing(), nothing(), Chance::headings(chances)]);
        let rows: Vec<_> = heads.into_iter().chain(hints).collect();
        for line in words::in_columns(&rows) {
            say!("  {line}");
        }
        Ok(())
    }

    /// What a move is worth, as far as it is known.
    fn worth(&self, mv: &MoveReport, report: &Report) -> String {
        let judgement = self.judgement(mv.value, report).join("  ");
        if mv.depth == report.depth {
            judgement
        } else {
            format!("about {judgement} (depth {})", mv.depth)
        }
    }

    /// There are no moves to list or to rank.
    fn say_that_nobody_moves(&self) -> anyhow::Result<()> {
        if self.is_over() {
            say!("  the game is over");
        } else {
            say!("  the roll comes first");
        }
        Ok(())
    }

    /// A value as a number and, where there are winners, in words.
    fn judgement(&self, value: f64, report: &Report) -> Vec<String> {
        let is_chance = report.unit == Some(Reading::MATCH_WINNING_CHANCE);
        let (number, value) = if is_chance {
            (format!("{:.2}%", 100.0 * value), 2.0 * value - 1.0)
        } else {
            (format!("{value:+.4}"), value)
        };
        let words = self.game.judge(value).map(str::to_owned);
        [number].into_iter().chain(words).collect()
    }

    /// Searches the position; Ctrl-C makes the engine answer with what it has.
    fn search(&self, strength: Strength, request: &Request<'_>) -> anyhow::Result<Report> {
        Ok(self.game.search(&strength.limit(request))?)
    }

    /// Settings that the engine cannot use are told before the game starts.
    fn check_engine(&self) -> anyhow::Result<()> {
        let request = self.args.engine.request();
        let request = request.with(|options| options.depth = Some(1));
        self.game.search(&request)?;
        Ok(())
    }

    fn is_over(&self) -> bool {
        matches!(self.game.turn(), Turn::Over(_))
    }

    /// The score with this game, if it is over.
    fn score_so_far(&self) -> Score {
        match self.game.turn() {
            Turn::Over(payoffs) => self.score.after(&payoffs, self.game.has_winners()),
            Turn::Chance | Turn::Player(_) => self.score.clone(),
        }
    }

    fn welcome(&self) -> anyhow::Result<()> {
        let game = &self.args.position.game;
        let dice = match self.args.dice {
            DiceFrom::Seed => format!("seed {}", self.seed),
            DiceFrom::Ask => "your dice".to_owned(),
        };
        let sides = self.side.describe(self.players);
        say!("{game}, {dice}. {sides} ({}).", self.strength);
        Ok(())
    }

    /// The end of a game: the board, who won, the score of several games, and what was played.
    fn show_end(&self, payoffs: &[f64]) -> anyhow::Result<()> {
        self.show_board()?;
        let win = self.game.describe_win();
        let result = if self.game.has_winners() {
            words::result(self.players, self.side, payoffs, win.as_deref())
        } else {
            words::payoffs(self.players, payoffs)
        };
        say!("{result}");
        let score = self.score_so_far();
        if score.games() > 1 {
            say!("{}", score.text(self.players));
        }
        self.summarise()
    }

    fn show_board(&self) -> anyhow::Result<()> {
        let board = self.game.board(self.side.only());
        let board = if self.is_colourful {
            highlighted(&board)
        } else {
            board
        };
        say!("\n{board}");
        Ok(())
    }

    /// Lists the moves, unless they would bury the board.
    fn offer_moves(&self) -> anyhow::Result<()> {
        let moves = self.game.moves();
        let list = listed(&moves);
        if list.lines().count() > MOST_LINES {
            say!(
                "  {} moves are possible; type moves to list them",
                moves.len()
            );
        } else {
            say!("{list}");
        }
        Ok(())
    }

    fn show_moves(&self) -> anyhow::Result<()> {
        match &self.game.moves()[..] {
            [] => self.say_that_nobody_moves()?,
            moves => say!("{}", listed(moves)),
        }
        Ok(())
    }

    fn show_position(&self) -> anyhow::Result<()> {
        let (game, position) = (&self.args.position.game, self.game.position());
        say!("  starmax search {game} {position}");
        Ok(())
    }

    /// What was played, and how to meet the same dice again.
    fn summarise(&self) -> anyhow::Result<()> {
        let events = self.game.events();
        let is_move = |event: &&Event| matches!(event, Event::Move(_));
        let count = events.iter().filter(is_move).count();
        let plural = if count == 1 { "" } else { "s" };
        let record: String = (events.iter())
            .map(|event| match event {
                Event::Move(text) => format!(" {text}"),
                Event::Outcome(text) => format!(" ({text})"),
                Event::Resignation(way) => format!(" resign {way}"),
            })
            .collect();
        let colon = if record.is_empty() { "" } else { ":" };
        say!("{count} move{plural}{colon}{record}");
        let start = &self.args.position;
        let position = (start.position.iter()).map(|position| format!(" {position}"));
        let roll = start.roll.iter().map(|roll| format!(" --roll {roll}"));
        let has_rolls = events
            .iter()
            .any(|event| matches!(event, Event::Outcome(_)));
        let (again, dice) = match self.args.dice {
            DiceFrom::Ask => ("Again", " --dice ask".to_owned()),
            DiceFrom::Seed if has_rolls => {
                ("The same dice again", format!(" --seed {}", self.seed))
            }
            DiceFrom::Seed => ("Again", format!(" --seed {}", self.seed)),
        };
        let analysis = (self.args.analysis_depth)
            .map_or(String::new(), |depth| format!(" --analysis-depth {depth}"));
        say!(
            "{again}: starmax play {}{}{dice} --side {}{}{}{analysis}",
            start.game,
            position.chain(roll).collect::<String>(),
            self.side.written(self.players),
            self.strength.written(),
            self.args.engine.written(),
        );
        Ok(())
    }
}

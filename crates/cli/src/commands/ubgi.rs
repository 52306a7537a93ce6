//! Decisions for programs that speak UBGI, the Universal Backgammon Interface: lines on standard input and output.

mod answer;
mod command;
mod complaint;
mod context;
mod dialect;
mod dialect_v01;
mod dialect_v02;
mod engine;
mod rollout;
mod session;
mod settings;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use self::answer::Answer;
use self::complaint::{Complaint, Kind};
use self::context::Question;
use self::dialect::Dialect;
use self::engine::Engine;
use self::session::{Session, Step};
use self::settings::Plan;
use crate::Conclusion;
use crate::lines::{Line, next_line};
use crate::options::{self, OptionArgs};

#[derive(Args, Debug)]
#[command(
    mut_arg("algorithm", |algorithm| algorithm.help("The algorithm for moves of checkers, as in `starmax search`; the cube is always searched exactly [default: static-reply]")),
    mut_arg("depth", |depth| depth.help("Levels to search, an odd number for whole plies [default: 5]")),
)]
pub(crate) struct UbgiArgs {
    /// Speak only this dialect [default: the one that the other side speaks].
    #[arg(long, value_enum)]
    dialect: Option<Dialect>,
    #[command(flatten)]
    engine: OptionArgs<options::Play>,
}

/// A line is not longer than this.
const LONGEST: usize = 4096;

/// Lines that may wait while a search goes on.
const MOST_WAITING: usize = 1000;

/// After the end of the input, searches may go on for so long.
const LAST_WISHES: Duration = Duration::from_mins(1);

/// What happens.
enum Event {
    Line(String),
    TooLong,
    /// There will be no more lines.
    End,
    Done(Box<Engine>, anyhow::Result<Answer>),
}

pub(crate) fn run(args: &UbgiArgs) -> anyhow::Result<Conclusion> {
    let (events, inbox) = mpsc::sync_channel(MOST_WAITING);
    let lines = events.clone();
    thread::Builder::new().spawn(move || listen(&mut io::stdin().lock(), &lines))?;
    let mut conversation = Conversation {
        session: Session::new(args.dialect, &args.engine.options),
        engine: Some(Box::new(Engine::new()?)),
        stop: Arc::default(),
        waiting: VecDeque::new(),
        events,
        ending: None,
        out: io::stdout(),
    };
    conversation.hold(&inbox)?;
    Ok(Conclusion::Done)
}

/// Passes on what comes in. What cannot be read any more is the end.
fn listen(input: &mut impl BufRead, events: &SyncSender<Event>) {
    while let Ok(Some(line)) = next_line(input, LONGEST) {
        let event = match line {
            Line::TooLong => Event::TooLong,
            Line::Whole(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let text = text.trim_matches(|sign: char| sign == '\0' || sign.is_whitespace());
                if text.is_empty() {
                    continue;
                }
                Event::Line(text.to_owned())
            }
        };
        if events.send(event).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

struct Conversation<W> {
    session: Session,
    /// Away while it searches.
    engine: Option<Box<Engine>>,
    /// Set to stop the search.
    stop: Arc<AtomicBool>,
    /// Lines that came during a search.
    waiting: VecDeque<String>,
    /// Where a search reports to.
    events: SyncSender<Event>,
    /// When searches are stopped because the input has ended.
    ending: Option<Instant>,
    out: W,
}

impl<W: Write> Conversation<W> {
    /// Answers until the other side quits, or until its input has ended and all is answered.
    fn hold(&mut self, inbox: &Receiver<Event>) -> anyhow::Result<()> {
        loop {
            while self.engine.is_some() {
                match self.waiting.pop_front() {
                    Some(line) if self.heed(&line)? => return Ok(()),
                    Some(_) => {}
                    None if self.ending.is_some() => return Ok(()),
                    None => break,
                }
            }
            let event = match self.ending {
                None => inbox.recv()?,
                Some(ending) => match inbox.recv_timeout(ending - Instant::now().min(ending)) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => {
                        self.stop.store(true, Ordering::Relaxed);
                        self.waiting.clear();
                        inbox.recv()?
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                },
            };
            match event {
                Event::Line(line) if self.engine.is_some() || Session::is_urgent(&line) => {
                    if self.heed(&line)? {
                        return Ok(());
                    }
                }
                Event::Line(line) if self.waiting.len() < MOST_WAITING => {
                    self.waiting.push_back(line);
                }
                Event::Line(_) => {
                    let detail = format!("more than {MOST_WAITING} lines wait for the search");
                    self.complain(&Complaint::new(Kind::Busy, detail))?;
                }
                Event::TooLong => {
                    let detail = format!("a line of more than {LONGEST} bytes");
                    self.complain(&Complaint::new(Kind::Syntax, detail))?;
                }
                Event::End => self.ending = Some(Instant::now() + LAST_WISHES),
                Event::Done(engine, answer) => {
                    self.engine = Some(engine);
                    match answer {
                        Ok(answer) => self.say(&self.session.tell(&answer))?,
                        Err(error) => {
                            self.complain(&Complaint::new(Kind::Failed, format!("{error:#}")))?;
                        }
                    }
                }
            }
        }
    }

    /// Does what a line says; whether it ends the conversation.
    fn heed(&mut self, line: &str) -> io::Result<bool> {
        match self.session.hear(line) {
            Step::Say(lines) => self.say(&lines)?,
            Step::GetReady(plan) => match self.engine.as_ref().map(|engine| engine.check(&plan)) {
                None | Some(Ok(())) => self.say(&["readyok".to_owned()])?,
                Some(Err(error)) => {
                    self.complain(&Complaint::new(Kind::Failed, format!("isready {error:#}")))?;
                }
            },
            Step::Search(question, plan) => self.search(question, plan)?,
            Step::Stop => self.stop.store(true, Ordering::Relaxed),
            Step::Quit => return Ok(true),
        }
        Ok(false)
    }

    /// Searches on the side, so that lines are still heard.
    fn search(&mut self, question: Question, plan: Plan) -> io::Result<()> {
        let mut engine = self.engine.take().expect("one search at a time");
        self.stop = Arc::default();
        let (stop, events) = (Arc::clone(&self.stop), self.events.clone());
        thread::Builder::new().spawn(move || {
            let searched =
                catch_unwind(AssertUnwindSafe(|| engine.answer(&question, &plan, &stop)));
            let answer = searched.unwrap_or_else(|_| Err(anyhow::anyhow!("the search has failed")));
            // Nobody listens any more after `quit`.
            let _ = events.send(Event::Done(engine, answer));
        })?;
        Ok(())
    }

    fn complain(&mut self, complaint: &Complaint) -> io::Result<()> {
        let line = self.session.complain(complaint);
        self.say(&[line])
    }

    fn say(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()
    }
}

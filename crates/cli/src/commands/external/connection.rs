//! One client: its lines, and the answers to them.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread;

use super::decide::{Decider, Reply};
use super::log;
use super::requests::{Request, Requests};

/// Lines that may wait for their answers; GNU Backgammon asks one thing at a time.
const MOST_WAITING: usize = 100;

/// Answers line after line until the other side has gone, or asks what cannot be answered. The other side may go at any time: a thread
/// always reads, and a search for nobody is stopped.
pub(super) fn serve(stream: &TcpStream, decider: &Decider, number: u64) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    // An answer is one short line, and the other side waits for it.
    stream.set_nodelay(true)?;
    let is_gone = &AtomicBool::new(false);
    let (asked, waiting) = mpsc::sync_channel(MOST_WAITING);
    thread::scope(|scope| {
        let reader = thread::Builder::new().spawn_scoped(scope, move || {
            let read = read(stream, &asked);
            is_gone.store(true, Ordering::Relaxed);
            read
        })?;
        let answered = answer_all(stream, &waiting, decider, is_gone, number);
        // Nothing is left for the reader to wait for.
        let was_gone = is_gone.load(Ordering::Relaxed);
        let _ = stream.shutdown(Shutdown::Both);
        let read = reader.join().unwrap_or(Ok(()));
        match answered {
            // Whatever cannot be sent to a client that has gone is of no interest to anybody.
            Ok(()) | Err(_) if was_gone => read,
            answered => answered,
        }
    })
}

/// Reads lines until there are no more.
fn read(stream: &TcpStream, asked: &SyncSender<Request>) -> io::Result<()> {
    let mut requests = Requests::new(stream);
    while let Some(request) = requests.next()? {
        match asked.try_send(request) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                // A client that sends this much may not read answers either; then the other thread is stuck in sending one.
                let _ = stream.shutdown(Shutdown::Both);
                let problem = format!("closed: more than {MOST_WAITING} lines wait for an answer");
                return Err(io::Error::other(problem));
            }
            Err(TrySendError::Disconnected(_)) => break,
        }
    }
    Ok(())
}

fn answer_all(
    stream: &TcpStream,
    waiting: &Receiver<Request>,
    decider: &Decider,
    is_gone: &AtomicBool,
    number: u64,
) -> io::Result<()> {
    for request in waiting {
        if is_gone.load(Ordering::Relaxed) {
            break;
        }
        let reply = match request {
            Request::Line(line) => decider.reply(&line, is_gone),
            Request::TooLong => Reply::Error("the line is too long".to_owned()),
        };
        match reply {
            Reply::Answer(text) => send(stream, &text)?,
            Reply::Error(error) => {
                log(&format!("connection {number}: {error}"));
                send(stream, &format!("error: {error}"))?;
            }
            Reply::HangUp(reason) => {
                log(&format!("connection {number} closed: {reason}"));
                break;
            }
            Reply::Nothing => break,
        }
    }
    Ok(())
}

/// Sends a line in one piece.
pub(super) fn send(mut stream: &TcpStream, line: &str) -> io::Result<()> {
    stream.write_all(format!("{line}\n").as_bytes())
}

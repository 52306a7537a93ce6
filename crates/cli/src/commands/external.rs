//! Decisions for GNU Backgammon, which plays its games and asks a program elsewhere what one of the players does.

mod decide;
mod requests;

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use crate::args::EngineArgs;
use crate::interrupt::STOP;
use crate::{Outcome, interrupt};
use decide::{Decider, Reply};
use requests::{Request, Requests};

#[derive(Args, Debug)]
pub(crate) struct ExternalArgs {
    /// Where GNU Backgammon finds this player: `set player 0 external localhost:PORT`. With 0 any free port is taken, and shown.
    #[arg(long, short, default_value_t = 1234)]
    port: u16,
    /// The address to listen at. Only this machine can reach the usual one.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    #[command(flatten)]
    engine: EngineArgs,
}

/// How often somebody who waits for a connection looks whether it is time to end.
const PATIENCE: Duration = Duration::from_millis(20);

pub(crate) fn run(args: &ExternalArgs) -> anyhow::Result<Outcome> {
    interrupt::listen()?;
    let decider = Arc::new(Decider::new(args.engine.clone())?);
    let (host, port) = (args.host, args.port);
    let listener = TcpListener::bind((host, port))
        .with_context(|| format!("cannot listen at {host}, port {port}"))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    say!(
        "listening at {host}, port {port}; in GNU Backgammon: set player 0 external localhost:{port}"
    );
    for number in 1.. {
        let Some(stream) = next_connection(&listener) else {
            break;
        };
        let decider = Arc::clone(&decider);
        let serving = thread::Builder::new().spawn(move || {
            if let Err(error) = serve(&stream, &decider, number) {
                log(&format!("connection {number}: {error}"));
            }
        });
        if let Err(error) = serving {
            log(&format!(
                "connection {number} closed: no thread for it, {error}"
            ));
        }
    }
    Ok(Outcome::Done)
}

/// Waits for a connection; `None` after Ctrl-C.
fn next_connection(listener: &TcpListener) -> Option<TcpStream> {
    while !STOP.load(Ordering::Relaxed) {
        match listener.accept() {
            Ok((stream, _)) => return Some(stream),
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PATIENCE),
            // Whoever wanted to connect has gone, or nobody more can be served just now.
            Err(error) => {
                log(&format!("a connection failed: {error}"));
                thread::sleep(PATIENCE);
            }
        }
    }
    None
}

/// Answers line after line until the other side has gone, or asks what cannot be answered.
fn serve(stream: &TcpStream, decider: &Decider, number: u64) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    // An answer is one short line, and somebody waits for it.
    stream.set_nodelay(true)?;
    let mut requests = Requests::new(stream);
    while let Some(request) = requests.next()? {
        let reply = match request {
            Request::Line(line) => decider.reply(&line),
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
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Sends a line in one piece.
fn send(mut stream: &TcpStream, line: &str) -> io::Result<()> {
    stream.write_all(format!("{line}\n").as_bytes())
}

/// Whoever does not listen to complaints is served all the same.
fn log(complaint: &str) {
    let _ = writeln!(io::stderr(), "{complaint}");
}

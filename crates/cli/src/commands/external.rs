//! Decisions for GNU Backgammon, which plays its games and asks a program elsewhere what one of the players does.

mod connection;
mod decide;
mod formats;
mod places;
mod requests;

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use crate::options::{self, OptionArgs};
use crate::{Conclusion, interrupt};
use decide::Decider;
use formats::MoneyRules;
use places::Places;

#[derive(Args, Debug)]
#[command(
    mut_arg("algorithm", |algorithm| algorithm.help("The algorithm, as in `starmax search` [default: static-reply to depth 5, which is level 2ply; starmax beside an option that says how far or how else to search]")),
    mut_arg("depth", |depth| depth.help("Levels to search [default: 5 by static-reply, else 3]")),
)]
pub(crate) struct ExternalArgs {
    /// Where GNU Backgammon finds this player: `set player 0 external localhost:PORT`. With 0 any free port is taken, and shown.
    #[arg(long, short, default_value_t = 1234)]
    port: u16,
    /// The address to listen at. Only this machine can reach the usual one.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Connections at a time; one more is told so and closed.
    #[arg(long, default_value = "64", allow_negative_numbers = true)]
    connections: NonZeroU16,
    /// Memory of the tables of all searches together in MiB; a search for which there is none left waits until another one has ended [default:
    /// 1024, or one table if that is larger].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576), allow_negative_numbers = true)]
    tables_mb: Option<u32>,
    /// Judge positions as if there were no cube, for sessions with `set cube use off`. Starmax never doubles then.
    #[arg(long, conflicts_with_all = ["jacoby", "beavers"])]
    no_cube: bool,
    /// Games for money are played with the Jacoby rule: gammons count only after a double. GNU Backgammon does not say so; its own default is that
    /// they are.
    #[arg(long)]
    jacoby: bool,
    /// Who takes a double in a game for money may beaver: double at once and keep the cube.
    #[arg(long)]
    beavers: bool,
    #[command(flatten)]
    engine: OptionArgs<options::Play>,
}

/// How often a thread that waits looks whether it is time to end.
const PATIENCE: Duration = Duration::from_millis(20);

/// Memory of all tables together in MiB, unless told otherwise.
const TABLES_MEBIBYTES: usize = 1024;

pub(crate) fn run(args: &ExternalArgs) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let money = (!args.no_cube).then_some(MoneyRules {
        jacoby: args.jacoby,
        beavers: args.beavers,
    });
    let decider = Arc::new(Decider::new(args.engine.clone(), tables(args)?, money)?);
    let (host, port) = (args.host, args.port);
    let listener = TcpListener::bind((host, port))
        .with_context(|| format!("cannot listen at {host}, port {port}"))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    interrupt::heed();
    say!(
        "listening at {host}, port {port}; in GNU Backgammon: set player 0 external localhost:{port}"
    );
    let most = usize::from(args.connections.get());
    let places = Arc::new(Places::new(most));
    let (mut is_failing, mut is_full) = (false, false);
    let mut number = 0_u64;
    while let Some(stream) = next_connection(&listener, &mut is_failing) {
        number += 1;
        let Some(place) = places.try_take(1) else {
            let reason = format!("there are {most} connections already");
            if !is_full {
                log(&format!("connection {number} closed: {reason}"));
            }
            is_full = true;
            refuse(&stream, &reason);
            continue;
        };
        is_full = false;
        let decider = Arc::clone(&decider);
        let serving = thread::Builder::new().spawn(move || {
            if let Err(error) = connection::serve(&stream, &decider, number) {
                log(&format!("connection {number}: {error}"));
            }
            drop(place);
        });
        if let Err(error) = serving {
            log(&format!(
                "connection {number} closed: no thread for it, {error}"
            ));
        }
    }
    Ok(Conclusion::Done)
}

/// The memory of all tables together, in MiB.
fn tables(args: &ExternalArgs) -> anyhow::Result<usize> {
    let one = args.engine.playing_request().table_size();
    let all = match args.tables_mb {
        Some(mebibytes) => mebibytes as usize,
        None => TABLES_MEBIBYTES.max(one),
    };
    anyhow::ensure!(
        one <= all,
        "found --tables-mb {all}, expected at least {one}, the size of one table"
    );
    Ok(all)
}

/// Waits for a connection; `None` after Ctrl-C. That the system has none to give is said once, and again when it has.
fn next_connection(listener: &TcpListener, is_failing: &mut bool) -> Option<TcpStream> {
    while !interrupt::is_stopped() {
        let accepted = listener.accept();
        let problem = match &accepted {
            Err(error) if !is_passing(error.kind()) => Some(error),
            _ => None,
        };
        match problem {
            Some(error) if !*is_failing => log(&format!("no connection for now: {error}")),
            None if *is_failing => log("connections again"),
            _ => {}
        }
        *is_failing = problem.is_some();
        match accepted {
            Ok((stream, _)) => return Some(stream),
            Err(_) => thread::sleep(PATIENCE),
        }
    }
    None
}

/// Whether there is only nobody to connect, or nobody any more.
fn is_passing(error: ErrorKind) -> bool {
    matches!(
        error,
        ErrorKind::WouldBlock | ErrorKind::Interrupted | ErrorKind::ConnectionAborted
    )
}

/// Tells a client why it is not served.
fn refuse(stream: &TcpStream, reason: &str) {
    // Nobody waits for a client that does not listen.
    let _ = stream
        .set_nonblocking(true)
        .and_then(|()| connection::send(stream, &format!("error: {reason}")));
}

/// Complaints that nobody reads are no reason to stop.
fn log(complaint: &str) {
    let _ = writeln!(io::stderr(), "{complaint}");
}

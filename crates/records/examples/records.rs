//! Reads files of matches and writes them: `records mat|sgf|data FILE...`, where `data` shows what was read. `bench/gnubg-records` uses it.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::{env, fs};

use starmax_records::{read, write_mat, write_sgf};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let kind = words.next().ok_or("expected mat, sgf or data, and files")?;
    for file in words {
        let reading =
            read(&fs::read(&file)?, Some(&file)).map_err(|error| format!("{file}: {error}"))?;
        for problem in &reading.problems {
            println!("; problem: {problem}");
        }
        match kind.as_str() {
            "mat" => print!("{}", write_mat(&reading.record)?),
            "sgf" => print!("{}", write_sgf(&reading.record)?),
            "data" => {
                println!(
                    "{:?}",
                    (
                        &reading.record.players,
                        reading.record.length,
                        &reading.record.rules,
                        &reading.record.info
                    )
                );
                for game in &reading.record.games {
                    println!("{:?}", (game.score_before, game.crawford, game.result));
                    for entry in &game.actions {
                        println!("  {:?} {:?}", entry.player, entry.action);
                    }
                }
            }
            other => return Err(format!("found {other}, expected mat, sgf or data").into()),
        }
    }
    Ok(())
}

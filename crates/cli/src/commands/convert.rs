use std::path::PathBuf;

use clap::Args;
use starmax_records::{MatchRecord, Problem, write_mat, write_sgf};

use super::analyse::read_match;
use crate::Conclusion;
use crate::outputs::write_file;

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// The match: .mat, .sgf of GNU Backgammon or .txt of XG; or - to read it from standard input.
    from: PathBuf,
    /// The new file, .mat or .sgf.
    to: PathBuf,
}

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<Conclusion> {
    let ending = args.to.extension().and_then(|ending| ending.to_str());
    let write: fn(&MatchRecord) -> Result<String, Problem> = match ending {
        Some("mat") => write_mat,
        Some("sgf") => write_sgf,
        _ => anyhow::bail!(
            "found \"{}\", expected a new file that ends with .mat or .sgf",
            args.to.display()
        ),
    };
    let reading = read_match(&args.from)?;
    for problem in &reading.problems {
        eprintln!("warning: {problem}");
    }
    let text = write(&reading.record)?;
    write_file(&args.to, |out| out.write_all(text.as_bytes()))?;
    Ok(if reading.problems.is_empty() {
        Conclusion::Done
    } else {
        Conclusion::SomeFailed
    })
}

use std::path::PathBuf;

use clap::Args;
use starmax_files::journal::Shards;

use crate::Conclusion;
use crate::long_job::warn_of;

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// The file to write: the one that --out of a single machine would have written.
    out: PathBuf,
    /// The files that --out of all shards has written.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &MergeArgs) -> anyhow::Result<Conclusion> {
    let shards = Shards::read(&args.files)?;
    warn_of(&shards.damaged);
    shards.write(&args.out)?;
    say!(
        "{}: {} pieces of {} files{}",
        args.out.display(),
        shards.pieces(),
        args.files.len(),
        match shards.repeated {
            0 => String::new(),
            repeated => format!(", {repeated} of them found again"),
        }
    );
    Ok(Conclusion::Done)
}

use starmax_catalog::Games;

use crate::args::ShowArgs;
use crate::outputs::{is_standard, write_file};
use crate::{Conclusion, batch};

pub(crate) fn run(args: &ShowArgs, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    let game = games.open(&args.position.game)?;
    if args.position.is_batch() {
        if args.svg.is_some() {
            anyhow::bail!("--svg shows one position, and - asks for many: name one position");
        }
        let draw = |line: &str| game.draw(args.position.root_of(line));
        return batch::run(false, |_| None, draw);
    }
    let root = args.position.root();
    if let Some(file) = &args.svg {
        let svg = game.picture(root, args.mv.as_deref(), args.theme.into())?;
        if is_standard(file) {
            say!("{}", svg.trim_end());
            return Ok(Conclusion::Done);
        }
        write_file(file, |out| out.write_all(svg.as_bytes()))?;
    }
    say!("{}", game.draw(root)?);
    Ok(Conclusion::Done)
}

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use starmax_catalog::{CubeJudge, CubeSetup, Owner, Request, parse_chances};

use crate::options::{self, OptionArgs};
use crate::{Conclusion, batch, interrupt};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(crate) struct CubeArgs {
    /// The position before the roll: an XGID or a GNUBGID with cube and score, or a position ID with the options below;
    /// or - to read one per line, perhaps followed by chances.
    position: String,
    /// The points that win the match [default: for money].
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..))]
    length: Option<u16>,
    /// The score, that of the player on roll first.
    #[arg(long, value_name = "ME-OPPONENT", value_parser = parse_score, requires = "length")]
    score: Option<[u16; 2]>,
    /// What the cube shows [default: 1].
    #[arg(long, value_name = "VALUE")]
    cube: Option<u32>,
    /// Whose the cube is; me is the player on roll [default: none, in the middle].
    #[arg(long, value_enum)]
    owner: Option<OwnerName>,
    /// This is the Crawford game.
    #[arg(long, requires = "length")]
    crawford: bool,
    /// For money: gammons count only after a double.
    #[arg(long, conflicts_with = "length")]
    jacoby: bool,
    /// For money: who takes may double at once and keep the cube.
    #[arg(long, conflicts_with = "length")]
    beavers: bool,
    /// Judge by these chances of the player on roll without the cube: to win, to win a gammon or more, to win a backgammon, to lose a gammon or more,
    /// to lose a backgammon.
    #[arg(long, value_name = "W,WG,WBG,LG,LBG", allow_hyphen_values = true)]
    chances: Option<String>,
    /// Do not search: judge the position as it is.
    #[arg(long = "static", conflicts_with_all = ["chances", "depth"])]
    is_static: bool,
    /// Take scores from another match equity table: CSV, or XML as GNU Backgammon has it.
    #[arg(long, value_name = "FILE")]
    met: Option<PathBuf>,
    /// Say what stands behind the decision: take and cash points, gammon prices, efficiency of the cube.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    engine: OptionArgs<options::Search>,
    /// Print JSON, one line per position.
    #[arg(long)]
    json: bool,
}

/// Whose the cube is.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum OwnerName {
    /// The player on roll.
    Me,
    /// The opponent.
    Opponent,
    /// Nobody.
    None,
}

impl From<OwnerName> for Owner {
    fn from(name: OwnerName) -> Self {
        match name {
            OwnerName::Me => Self::Me,
            OwnerName::Opponent => Self::Opponent,
            OwnerName::None => Self::Nobody,
        }
    }
}

fn parse_score(text: &str) -> Result<[u16; 2], String> {
    let score = text
        .split_once('-')
        .and_then(|(mine, his)| Some([mine.trim().parse().ok()?, his.trim().parse().ok()?]));
    score.ok_or_else(|| "expected two numbers with a dash between them, such as 3-5".to_owned())
}

pub(crate) fn run(args: &CubeArgs) -> anyhow::Result<Conclusion> {
    interrupt::listen()?;
    let judge = CubeJudge {
        explains: args.explain,
        ..CubeJudge::from_files(None, args.met.as_deref())?
    };
    let setup = CubeSetup {
        length: args.length,
        score: args.score,
        cube: args.cube,
        owner: args.owner.map(Owner::from),
        crawford: args.crawford,
        jacoby: args.jacoby,
        beavers: args.beavers,
    };
    let request = args.engine.request();
    if args.position == "-" {
        return batch::run_side_by_side(
            args.json,
            args.engine.threads(),
            |_| None,
            |line, threads| {
                let request = request.with(|options| options.threads = Some(threads));
                let (position, chances) = match line.split_once(char::is_whitespace) {
                    Some((position, chances)) => (position, Some(chances.trim())),
                    None => (line, args.chances.as_deref()),
                };
                let text = args.answer(&judge, &setup, (position, chances), &request)?;
                Ok::<_, anyhow::Error>(if args.json { text } else { text + "\n" })
            },
        );
    }
    let question = (args.position.as_str(), args.chances.as_deref());
    let text = args.answer(&judge, &setup, question, &request)?;
    say!("{}", text.trim_end());
    Ok(Conclusion::Done)
}

impl CubeArgs {
    fn answer(
        &self,
        judge: &CubeJudge,
        setup: &CubeSetup,
        (position, chances): (&str, Option<&str>),
        request: &Request<'_>,
    ) -> anyhow::Result<String> {
        let question = judge.question(position, setup)?;
        let chances = chances.map(parse_chances).transpose()?;
        let request = (!self.is_static).then_some(request);
        let report = judge.decide(&question, chances, request)?;
        Ok(if self.json {
            serde_json::to_string(&report)?
        } else {
            report.text()
        })
    }
}

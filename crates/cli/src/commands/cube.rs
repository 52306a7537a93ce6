use clap::{Args, ValueEnum};
use starmax_arena::Crew;
use starmax_catalog::{CubeJudge, CubeSetup, Owner, Request, parse_chances};
use starmax_report::CubeReport;
use starmax_search::{Options, Place, SearchOption, options_at};

use crate::commands::rollout::{self, TrialArgs};
use crate::interrupt::STOP;
use crate::long_job::Book;
use crate::options::{self, OptionArgs};
use crate::{Conclusion, batch, interrupt};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
#[command(
    mut_arg("trials", |trials| trials.requires("rollout")),
    mut_arg("truncate", |truncate| truncate.requires("rollout")),
    mut_arg("stop_at", |stop_at| stop_at.requires("rollout")),
    // All equities are wanted, not only the best.
    mut_arg("stop_below", |stop_below| stop_below.requires("rollout").default_value("inf")),
    mut_arg("with_luck", |with_luck| with_luck.requires("rollout")),
    mut_arg("seed", |seed| seed.requires("rollout")),
    mut_arg("out", |out| out.requires("rollout")),
    mut_arg("shard", |shard| shard.requires("rollout")),
)]
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
    /// Roll the position out: play it on, again and again, without a double and after each answer to a double. --depth and --level then say how players
    /// search before they move, and 1 is the usual depth.
    #[arg(long, conflicts_with_all = ["chances", "is_static"])]
    rollout: bool,
    #[command(flatten)]
    trials: TrialArgs,
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
    let options = &args.engine.options;
    if args.rollout {
        check_rollout(options)?;
    }
    let judge = CubeJudge {
        explains: args.explain,
        ..CubeJudge::of(options)?
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
    let crew = Crew {
        threads: args.engine.threads(),
        stop: &STOP,
    };
    if args.position == "-" && args.rollout {
        args.trials.check_batch()?;
        return batch::run(
            args.json,
            |_| None,
            |line| {
                let text = args.roll_out_line(&judge, &setup, line, &crew)?;
                Ok::<_, anyhow::Error>(if args.json { text } else { text + "\n" })
            },
        );
    }
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
    if options.met.is_some() && !judge.question(&args.position, &setup)?.is_match() {
        anyhow::bail!(
            "--met is for matches, and {} is a game for money",
            args.position
        );
    }
    if args.rollout {
        let question = judge.question(&args.position, &setup)?;
        let game = question.open()?;
        let mut rollout = judge.rollout(&question, &*game, args.trials.options(options), &STOP)?;
        args.trials
            .play_and_show(&mut rollout, &crew, args.json, |rollout| {
                args.written(&judge.estimate(&question, rollout)?)
            })?;
        return Ok(Conclusion::Done);
    }
    let question = (args.position.as_str(), args.chances.as_deref());
    let text = args.answer(&judge, &setup, question, &request)?;
    say!("{}", text.trim_end());
    Ok(Conclusion::Done)
}

/// Options of searches that players of trials have no use for are an error.
fn check_rollout(options: &Options) -> anyhow::Result<()> {
    let set = options_at(Place::Search).filter(|option| option.written(options).is_some());
    let is_usable =
        |option: &SearchOption| option.is_at(Place::Rollout) || option.name == "threads";
    match set.into_iter().find(|option| !is_usable(option)) {
        Some(option) => anyhow::bail!(
            "the option \"{}\" cannot be used with --rollout: players search as --depth or --level says",
            option.name
        ),
        None => Ok(()),
    }
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
        self.written(&judge.decide(&question, chances, request)?)
    }

    /// Rolls out one position of many.
    fn roll_out_line(
        &self,
        judge: &CubeJudge,
        setup: &CubeSetup,
        line: &str,
        crew: &Crew<'_>,
    ) -> anyhow::Result<String> {
        if let Some((_, chances)) = line.split_once(char::is_whitespace) {
            anyhow::bail!(
                "found \"{}\", expected no chances: a rollout finds its own",
                chances.trim()
            );
        }
        let question = judge.question(line, setup)?;
        let game = question.open()?;
        let mut options = self.trials.options(&self.engine.options);
        options.met = options.met.filter(|_| question.is_match());
        let mut rollout = judge.rollout(&question, &*game, options, &STOP)?;
        interrupt::heed();
        rollout::play(&mut rollout, crew, &mut Book::none())?;
        self.written(&judge.estimate(&question, &rollout)?)
    }

    fn written(&self, report: &CubeReport) -> anyhow::Result<String> {
        Ok(if self.json {
            serde_json::to_string(report)?
        } else {
            report.text()
        })
    }
}

//! Answers to questions, by searching.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use starmax_catalog::{
    BackgammonRegistration, CubeJudge, CubeQuestion, CubeSetup, CubefulRegistration, Opened,
    Registration, ReportError, Request, State,
};
use starmax_core::{Notation, Rules};
use starmax_games::{
    Backgammon, BackgammonMove, BackgammonState, CubefulBackgammon, CubefulMove, Format, MatchState,
};
use starmax_report::{CubeReport, Report};
use starmax_search::{Algorithm, Options};

use super::answer::{Answer, CubeAction, Decision, Facts, Played};
use super::command::Role;
use super::context::Question;
use super::rollout;
use super::settings::{Plan, plies_of};

/// Who plays. What it has opened and read is kept for the next question.
pub(super) struct Engine {
    without_cube: Opened<BackgammonRegistration>,
    with_cube: Option<(Format, Opened<CubefulRegistration>)>,
    /// Who judges the cube, and the options that named this one.
    cube: (Options, CubeJudge),
}

/// Searches of one cube decision, which share its time.
const SEARCHES: u32 = 5;

/// The deepest search of a cube decision that only time limits.
const DEEPEST: u32 = 998;

impl Engine {
    pub(super) fn new() -> anyhow::Result<Self> {
        Ok(Self {
            without_cube: Opened::new("")?,
            with_cube: None,
            cube: (Options::default(), CubeJudge::default()),
        })
    }

    /// Whether it can search like this: options that fit to each other, a net that can be read.
    pub(super) fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let request = Request::from(Options {
            depth: Some(1),
            met: None,
            ..plan.options.clone()
        });
        if plan.options.met.is_some() {
            CubeJudge::of(&judge_of(&plan.options))?;
        }
        let start = self.without_cube.game().initial();
        self.without_cube.search_at(&start, &request)?;
        Ok(())
    }

    /// What to do, as far as it is known when the flag is set.
    pub(super) fn answer(
        &mut self,
        question: &Question,
        plan: &Plan,
        stop: &AtomicBool,
    ) -> anyhow::Result<Answer> {
        let begun = Instant::now();
        if question.role == Role::Chequer {
            let (played, facts) = self.play(question, plan, stop)?;
            return Ok(Answer {
                facts: facts.into_iter().collect(),
                decision: Decision::Move(played),
            });
        }
        let is_turn = question.role == Role::Turn;
        // A turn has two decisions, which share its time.
        let share = |plan: &Plan, parts: u32| Plan {
            time: plan.time.map(|time| time / parts),
            nodes: plan.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
            ..plan.clone()
        };
        let cube_plan = share(plan, if is_turn { 2 } else { 1 });
        let report = self.decide_cube(question, &cube_plan, stop)?;
        let action = action(&report, question.around.offer.is_some());
        let cube_facts = cube_facts(&report, action, begun.elapsed());
        if !is_turn {
            return Ok(Answer {
                facts: vec![cube_facts],
                decision: Decision::Cube(action),
            });
        }
        let mut after = *question;
        if action == CubeAction::Double {
            let doubler = question.board.player();
            after.around.cube = after.around.cube.doubled_by(doubler);
        }
        let (played, facts) = self.play(&after, &share(plan, 2), stop)?;
        Ok(Answer {
            facts: [cube_facts].into_iter().chain(facts).collect(),
            decision: Decision::Turn(action, played),
        })
    }

    /// The best move of checkers.
    fn play(
        &mut self,
        question: &Question,
        plan: &Plan,
        stop: &AtomicBool,
    ) -> anyhow::Result<(Played, Option<Facts>)> {
        // Match equities are for matches.
        let is_match = question.has_cube && question.around.length > 0;
        let plan = &Plan {
            options: Options {
                met: plan.options.met.clone().filter(|_| is_match),
                ..plan.options.clone()
            },
            ..plan.clone()
        };
        let game = Backgammon::default();
        let roll = question.roll.expect("asked with dice only");
        let state = game.resolve(&question.board, roll);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if let [only] = moves[..] {
            return Ok((played(&state, only), None));
        }
        if !question.has_cube {
            let (best, facts) = choose(&self.without_cube, &state, plan, stop)?;
            let mv = game.parse_move(&state, &best)?;
            return Ok((played(&state, mv), Some(facts)));
        }
        let opened = self.with_cube(Format::of(&question.around))?;
        let game: &CubefulBackgammon = opened.game();
        let around = MatchState {
            offer: None,
            ..question.around
        };
        let cubeful = game.position(state, &around).map_err(anyhow::Error::msg)?;
        let (best, facts) = choose(opened, &cubeful, plan, stop)?;
        match game.parse_move(&cubeful, &best)? {
            CubefulMove::Checkers(mv) => Ok((played(&state, mv), Some(facts))),
            _ => anyhow::bail!("a move of checkers was expected"),
        }
    }

    /// The game with the cube in this format.
    fn with_cube(&mut self, format: Format) -> anyhow::Result<&Opened<CubefulRegistration>> {
        let opened = match self.with_cube.take() {
            Some((known, opened)) if known == format => opened,
            _ => Opened::new(&format.to_string())?,
        };
        Ok(&self.with_cube.insert((format, opened)).1)
    }

    /// The equities of the cube, judged at once and then searched deeper and deeper.
    fn decide_cube(
        &mut self,
        question: &Question,
        plan: &Plan,
        stop: &AtomicBool,
    ) -> anyhow::Result<CubeReport> {
        let begun = Instant::now();
        let (judge, asked) = self.cube_question(question, plan)?;
        if let Some(trials) = plan.trials
            && let Some(report) = rollout::cube(judge, &asked, plan, trials, stop)?
        {
            return Ok(report);
        }
        let mut report = judge.decide(&asked, None, None)?;
        let deepest = plan.depth.map_or(DEEPEST, |depth| depth - 1);
        for depth in (2..=deepest).step_by(2) {
            let rest = plan.time.map(|time| time.saturating_sub(begun.elapsed()));
            if stop.load(Ordering::Relaxed) || rest == Some(Duration::ZERO) {
                break;
            }
            let request = Request {
                stop: Some(stop),
                ..Request::from(Options {
                    depth: Some(depth),
                    time: rest.map(|rest| rest / SEARCHES),
                    nodes: (plan.nodes).map(|nodes| (nodes / u64::from(SEARCHES)).max(1)),
                    ..cube_options(&plan.options)
                })
            };
            match judge.decide(&asked, None, Some(&request)) {
                Ok(deeper) => report = deeper,
                Err(ReportError::Interrupted) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(report)
    }

    /// Who judges the cube, and what is asked of it.
    pub(super) fn cube_question(
        &mut self,
        question: &Question,
        plan: &Plan,
    ) -> anyhow::Result<(&CubeJudge, CubeQuestion)> {
        let (known, judge) = &mut self.cube;
        let wanted = judge_of(&plan.options);
        if *known != wanted {
            *judge = CubeJudge::of(&wanted)?;
            *known = wanted;
        }
        let around = MatchState {
            offer: None,
            ..question.around
        };
        let text = Backgammon::default().write_xgid(&question.board, &around);
        let asked = judge.question(&text, &CubeSetup::default())?;
        Ok((judge, asked))
    }
}

/// Only what says who judges.
fn judge_of(options: &Options) -> Options {
    Options {
        evaluator: options.evaluator.clone(),
        met: options.met.clone(),
        ..Options::default()
    }
}

/// The options of a search for the equities of the cube, which have to be exact. The evaluator and the match equities are known to the judge.
fn cube_options(options: &Options) -> Options {
    let options = Options {
        evaluator: None,
        met: None,
        ..options.clone()
    };
    if options.algorithm().is_exact() {
        return options;
    }
    Options {
        algorithm: Some(Algorithm::default()),
        threads: options.threads,
        noise: options.noise,
        noise_seed: options.noise_seed,
        ..Options::default()
    }
}

/// The best move, by a rollout if one is wanted, and what is known about it.
fn choose<R: Registration>(
    opened: &Opened<R>,
    state: &State<R>,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<(String, Facts), ReportError> {
    if let Some(trials) = plan.trials
        && let Some(found) = rollout::chequer(opened, state, plan, trials, stop)?
    {
        return Ok(found);
    }
    let report = best(opened, state, plan, stop)?;
    let facts = facts(&report);
    Ok((report.best.unwrap_or_default(), facts))
}

/// Searches a state. If the flag is set before anything is found, what looks best at once is taken.
fn best<R: Registration>(
    opened: &Opened<R>,
    state: &State<R>,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<Report, ReportError> {
    let options = &plan.options;
    let first = Request::from(Options {
        depth: Some(1),
        table_mebibytes: options.algorithm().is_exact().then_some(0),
        reuse_deeper: false,
        ..options.clone()
    });
    let first = opened.search_at(state, &first)?;
    if plan.depth == Some(1) || stop.load(Ordering::Relaxed) {
        return Ok(first);
    }
    let request = Request {
        stop: Some(stop),
        ..Request::from(Options {
            depth: plan.depth,
            time: plan.time,
            nodes: plan.nodes,
            // Only the best move is played.
            top: options.algorithm().is_exact().then_some(1),
            ..options.clone()
        })
    };
    let report = opened.search_at(state, &request)?;
    let is_better = report.depth > 1 && report.best.is_some();
    Ok(if is_better { report } else { first })
}

fn facts(report: &Report) -> Facts {
    let is_match = report.unit == Some(starmax_report::Reading::MATCH_WINNING_CHANCE);
    Facts {
        role: Role::Chequer,
        plies: plies_of(report.depth),
        time: Duration::from_secs_f64(report.stats.seconds),
        nodes: Some(report.stats.nodes),
        trials: None,
        equity: report.equity.or(report.value),
        match_chance: report.value.filter(|_| is_match),
        chances: None,
        cube: None,
        line: report.line.clone(),
    }
}

fn cube_facts(report: &CubeReport, action: CubeAction, time: Duration) -> Facts {
    let take = report.double_take;
    let double = take.map_or(report.double_pass, |take| take.min(report.double_pass));
    let equity = match action {
        CubeAction::NoDouble => report.no_double,
        CubeAction::Double => double,
        // Seen by the one who answers.
        CubeAction::Take => -take.unwrap_or(report.double_pass),
        CubeAction::Beaver => -report.double_beaver.unwrap_or(report.double_pass),
        CubeAction::Pass => -report.double_pass,
    };
    let [win, gammon, backgammon, ..] = report.chances;
    Facts {
        role: Role::Cube,
        plies: match report.estimate {
            Some(_) => plies_of(report.depth),
            None => report.depth / 2 + 1,
        },
        time,
        nodes: None,
        trials: report.estimate.as_ref().map(|estimate| estimate.trials),
        equity: Some(equity),
        match_chance: None,
        chances: Some([win, gammon, backgammon]),
        cube: Some((report.no_double, take, report.double_pass)),
        line: Vec::new(),
    }
}

/// What the equities say: to the player on roll, or to the one who was doubled.
fn action(report: &CubeReport, is_doubled: bool) -> CubeAction {
    let Some(take) = report.double_take else {
        return CubeAction::NoDouble;
    };
    let pass = report.double_pass;
    let taken = report.double_beaver.map_or(take, |beaver| beaver.min(take));
    if is_doubled {
        return if taken > pass {
            CubeAction::Pass
        } else if taken < take {
            CubeAction::Beaver
        } else {
            CubeAction::Take
        };
    }
    if taken.min(pass) > report.no_double {
        CubeAction::Double
    } else {
        CubeAction::NoDouble
    }
}

/// A move, step by step.
fn played(state: &BackgammonState, mv: BackgammonMove) -> Played {
    const BAR: usize = 25;
    let place = |place: usize| match place {
        BAR => "bar".to_owned(),
        0 => "off".to_owned(),
        point => point.to_string(),
    };
    // From behind, so that nothing is borne off before it may be.
    let mut hops: Vec<_> = mv.hops().collect();
    hops.sort_by(|one, other| other.cmp(one));
    let steps: Vec<String> = (hops.into_iter())
        .map(|(from, to)| format!("{}/{}", place(from), place(to)))
        .collect();
    let game = Backgammon::default();
    let after = game.play(state, mv);
    let id = game.write_gnubgid(&after, &MatchState::default());
    let id = id.trim_start_matches("GNUBGID=");
    Played {
        steps: if mv.is_pass() {
            "pass".to_owned()
        } else {
            steps.join(" ")
        },
        position: id.split(':').next().unwrap_or_default().to_owned(),
    }
}

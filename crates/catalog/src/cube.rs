//! Cube decisions of backgammon: no double, double and take, double and pass.

mod estimate;
mod exchange;
mod setup;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use starmax_core::{Notation, Rules};
use starmax_games::{
    Backgammon, CubefulBackgammon, CubefulMove, CubefulState, Format, MatchState, Phase,
};
use starmax_judges::backgammon::{
    BackgammonNet, Chances, CubeValues, CubefulNet, Explanation, MatchEquities, efficiency,
};
use starmax_report::{CubeEstimate, CubeExplanation, CubeReport, MatchWinningChances};
use starmax_search::{Level, Options, Search, Searcher, Table};

use crate::games::{BackgammonJudge, cubeful_net, name_of, read_backgammon_net, read_equities};
use crate::judge::evaluator_name;
use crate::registry::Registration;
use crate::{BackgammonRegistration, CubefulRegistration, Opened, ReportError, Request};

pub use setup::{CubeSetup, Owner, parse_chances};

/// Judges cube decisions.
///
/// ```
/// use starmax_catalog::{CubeJudge, CubeSetup, Request};
///
/// let judge = CubeJudge::default();
/// let position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
/// let question = judge.question(position, &CubeSetup::default())?;
/// let report = judge.decide(&question, None, Some(&Request::default()))?;
/// assert_eq!(report.decision, "no double, take");
/// # Ok::<(), starmax_catalog::ReportError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CubeJudge {
    /// Who judges positions without the cube.
    pub net: BackgammonNet,
    /// What scores of matches are worth.
    pub equities: Arc<MatchEquities>,
    /// Whether reports explain themselves.
    pub explains: bool,
}

impl Default for CubeJudge {
    fn default() -> Self {
        Self {
            net: BackgammonNet::shipped().clone(),
            equities: Arc::new(MatchEquities::usual().clone()),
            explains: false,
        }
    }
}

/// A position before the roll, with its cube and score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeQuestion {
    game: CubefulBackgammon,
    state: CubefulState,
}

impl CubeQuestion {
    /// A state before the roll.
    pub(crate) const fn new(game: CubefulBackgammon, state: CubefulState) -> Self {
        Self { game, state }
    }

    /// Whether it is about a match.
    #[must_use]
    pub fn is_match(&self) -> bool {
        matches!(self.game.format(), Format::Match { .. })
    }
}

/// How far cube decisions are searched unless told otherwise: two rolls and the moves after them.
const USUAL_DEPTH: u32 = 4;

impl CubeJudge {
    /// A judge with a net and a table of match equities from files, where they are given.
    ///
    /// # Errors
    /// When a file cannot be read or is something else.
    pub fn from_files(net: Option<&Path>, equities: Option<&Path>) -> Result<Self, ReportError> {
        let usual = Self::default();
        Ok(Self {
            net: net
                .map(read_backgammon_net)
                .transpose()?
                .unwrap_or(usual.net),
            equities: match equities {
                Some(file) => Arc::new(read_equities(file)?),
                None => usual.equities,
            },
            explains: false,
        })
    }

    /// A judge with the evaluator and the match equities that options of a search name.
    ///
    /// # Errors
    /// When it is none that knows the cube, or a file cannot be used.
    pub fn of(options: &Options) -> Result<Self, ReportError> {
        let name = evaluator_name(&CubefulRegistration::ABOUT, options.evaluator.as_deref())?;
        let net = name.strip_prefix("net:").map(Path::new);
        Self::from_files(net, options.met.as_deref().map(Path::new))
    }

    /// Reads a position, with what is said about the match.
    ///
    /// # Errors
    /// When it cannot be read, is not before a roll, or has a cube or a score that cannot be.
    pub fn question(&self, text: &str, setup: &CubeSetup) -> Result<CubeQuestion, ReportError> {
        let (board, around) = setup.position(text)?;
        let around = MatchState {
            offer: None,
            ..around
        };
        let game = CubefulBackgammon::new(Format::of(&around));
        let state = game.position(board, &around);
        let state = state.map_err(|expected| starmax_core::ParseError::new(text, expected))?;
        if let Phase::MayDouble | Phase::Rolling = state.phase() {
            return Ok(CubeQuestion { game, state });
        }
        Err(ReportError::Over(text.to_owned()))
    }

    /// Answers a question: from these chances, if they are given; as the request searches, if there is one; else from the net's
    /// chances alone.
    ///
    /// # Errors
    /// When the table of match equities is too short, the request makes no sense, or the search is stopped.
    pub fn decide(
        &self,
        question: &CubeQuestion,
        chances: Option<Chances>,
        request: Option<&Request<'_>>,
    ) -> Result<CubeReport, ReportError> {
        let judge = self.cubeful(question)?;
        let are_given = chances.is_some();
        let request = request.filter(|_| !are_given).map(before_roll);
        let request = request.filter(|request| request.options.depth != Some(0));
        let board = question.state.board();
        let chances = match &request {
            Some(request) => chances_by_search(&self.net, question, request)?,
            None => chances.unwrap_or_else(|| self.net.chances(board)),
        };
        let values = match &request {
            Some(request) => cube_values(question, &judge, Some(request), &mut searcher(request)?)?,
            None => judged(question, &judge, &chances),
        };
        let depth = request.and_then(|request| request.options.depth);
        Ok(self.report(
            question,
            &judge,
            Found {
                values,
                chances,
                are_given,
                depth: depth.unwrap_or(0),
                estimate: None,
            },
        ))
    }

    /// Who judges the game of a question with the cube.
    fn cubeful(&self, question: &CubeQuestion) -> Result<CubefulNet, ReportError> {
        let format = question.game.format();
        cubeful_net(self.net.clone(), format, Arc::clone(&self.equities))
    }

    fn report(&self, question: &CubeQuestion, judge: &CubefulNet, found: Found) -> CubeReport {
        let CubeQuestion { game, state } = question;
        let Found {
            values, chances, ..
        } = &found;
        let format = game.format();
        let (board, cube, stakes) = (state.board(), state.cube(), judge.stakes(state));
        let (player, efficiency) = (board.player(), efficiency(board));
        let may_double = values.why_no_double.is_none();
        let equity = |value: f64| player.sees(stakes.to_equity(player.sees(value), cube));
        let chance = |value: f64| f64::midpoint(1.0, value);
        let takes = (may_double || found.are_given).then_some(values.double_take);
        let explanation = self
            .explains
            .then(|| explained(stakes.explain(chances, player, cube, efficiency)));
        CubeReport {
            game: name_of(format),
            position: game.write_state(state),
            player: CubefulRegistration::ABOUT.name_of(player),
            depth: found.depth,
            no_double: equity(values.no_double),
            can_double: may_double,
            double_take: takes.map(equity),
            double_beaver: values.double_beaver.filter(|_| may_double).map(equity),
            double_pass: equity(values.double_pass),
            decision: values.verdict().to_string(),
            unit: match format {
                Format::Money { .. } => "points",
                Format::Match { .. } => "emg",
            },
            chances: chances.to_array().map(f64::from),
            market_losers: (may_double && !found.are_given)
                .then(|| exchange::market_losers(*game, judge, state)),
            match_winning_chances: match format {
                Format::Money { .. } => None,
                Format::Match { .. } => Some(MatchWinningChances {
                    no_double: chance(values.no_double),
                    double_take: takes.map(chance),
                    double_pass: chance(values.double_pass),
                }),
            },
            explanation,
            estimate: found.estimate,
        }
    }
}

/// What was found out about a question.
struct Found {
    /// Seen by the player on roll, as the game counts.
    values: CubeValues,
    chances: Chances,
    /// Whether the chances came with the question.
    are_given: bool,
    depth: u32,
    estimate: Option<CubeEstimate>,
}

/// What the values are if these are the chances.
fn judged(question: &CubeQuestion, judge: &CubefulNet, chances: &Chances) -> CubeValues {
    let state = &question.state;
    let board = state.board();
    let stakes = judge.stakes(state);
    stakes.decide(chances, board.player(), state.cube(), efficiency(board))
}

/// The values that searches find after each action, or what the net judges if there is no request.
pub(crate) fn cube_values(
    question: &CubeQuestion,
    judge: &CubefulNet,
    request: Option<&Request<'_>>,
    searcher: &mut Searcher<CubefulBackgammon>,
) -> Result<CubeValues, ReportError> {
    let CubeQuestion { game, state } = question;
    let board = state.board();
    let player = board.player();
    let judged = judged(question, judge, &judge.net().chances(board));
    let Some(request) = request else {
        return Ok(judged);
    };
    let mut value = |moves: &[CubefulMove]| {
        let state = moves
            .iter()
            .fold(*state, |state, &mv| game.play(&state, mv));
        let settings = request.settings(&CubefulRegistration::ABOUT);
        let mut search = Search::new(game, judge).settings(settings);
        if let Some(stop) = request.stop {
            search = search.stop_when(stop);
        }
        let threads = request.options.threads.unwrap_or(NonZeroUsize::MIN);
        request.begin();
        let result = search.run_by(searcher, threads, &state);
        searcher.forget();
        let is_whole = result.interrupted.is_none() && result.bounds.is_exact();
        is_whole
            .then(|| player.sees(result.value))
            .ok_or(ReportError::Interrupted)
    };
    if judged.why_no_double.is_some() {
        return Ok(CubeValues {
            no_double: value(&[])?,
            ..judged
        });
    }
    let beaver = judged.double_beaver.is_some();
    let beaver = beaver.then(|| value(&[CubefulMove::Double, CubefulMove::Beaver]));
    Ok(CubeValues {
        no_double: value(&[CubefulMove::Roll])?,
        double_take: value(&[CubefulMove::Double, CubefulMove::Take])?,
        double_beaver: beaver.transpose()?,
        ..judged
    })
}

/// A search that begins with a roll.
fn before_roll<'a>(request: &Request<'a>) -> Request<'a> {
    request.with(|options| {
        let level = options.level.map(Level::depth_before_roll);
        options.depth = options.depth.or(level).or(Some(USUAL_DEPTH));
    })
}

fn searcher(request: &Request<'_>) -> Result<Searcher<CubefulBackgammon>, ReportError> {
    let mebibytes = request.table_size();
    let table = (mebibytes > 0).then(|| Table::try_with_mebibytes(mebibytes));
    let table = table
        .transpose()
        .map_err(|_| ReportError::NoMemory(mebibytes))?;
    Ok(Searcher::new(table))
}

/// The chances without the cube, as a search finds them.
fn chances_by_search(
    net: &BackgammonNet,
    question: &CubeQuestion,
    request: &Request<'_>,
) -> Result<Chances, ReportError> {
    let board = question.state.board();
    let request = Request {
        chances: true,
        ..request.clone()
    };
    let report = Opened::<BackgammonRegistration>::judged_by(
        Backgammon::default(),
        BackgammonJudge::File(net.clone()),
    )
    .search_at(board, &request)?;
    let rates = report.chances.ok_or(ReportError::Interrupted)?;
    let mut numbers = [0.0; Chances::COUNT];
    for (number, chance) in numbers.iter_mut().zip(&rates) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "chances are not that exact"
        )]
        let rate = chance.rate as f32;
        *number = rate;
    }
    Ok(Chances::from_array(numbers))
}

fn explained(explanation: Explanation) -> CubeExplanation {
    let Explanation {
        efficiency,
        opponent_takes,
        gammon_values,
        mean_win,
        mean_loss,
        ..
    } = explanation;
    let between = opponent_takes.blend(efficiency);
    let take_point = [opponent_takes.dead, opponent_takes.live, between];
    CubeExplanation {
        efficiency,
        gammon_values,
        take_point,
        cash_point: take_point.map(|point| 1.0 - point),
        mean_win_and_loss: [mean_win, mean_loss],
    }
}

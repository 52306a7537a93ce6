//! A judged match as a page.

use starmax_games::Backgammon;

use super::{STYLE, item};
use crate::draw::figures::escaped;
use crate::{
    AnalysedDecision, AnalysisReport, Axis, Board, Chart, Choice, Point, Scale, Series, Source,
    Ticks,
};

const MATCH_STYLE: &str = include_str!("match.css");

/// A judged match as one HTML page that needs nothing else: what each player lost, the chance to win over time, the blunders with their boards, and every
/// decision.
#[must_use]
pub fn match_page(report: &AnalysisReport) -> String {
    let title = escaped(&report.title());
    let level = escaped(&report.level);
    let unfinished = if report.finished {
        ""
    } else {
        "; not finished: this is what was judged so far"
    };
    let problems: String = (report.problems.iter())
        .map(|problem| item(&format!("left out: {problem}")))
        .collect();
    let (summary, chart) = (summary(report), chance_chart(report).to_svg());
    let blunders: String = (report.blunders().iter())
        .map(|decision| blunder(report, decision))
        .collect();
    let count = report.blunders().len();
    let games: String = (1..=report.games.len())
        .map(|number| game(report, number))
        .collect();
    let least = report.blunder;
    format!(
        r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>
{STYLE}{MATCH_STYLE}</style>
</head>
<body>
<nav aria-label="Contents">
<ol>
<li><a href="#summary">Summary</a></li>
<li><a href="#blunders">Blunders</a></li>
<li><a href="#decisions">All decisions</a></li>
</ol>
</nav>
<main>
<h1>{title}</h1>
<p>Judged at {level}{unfinished}. The error rate is the equity lost per decision, in thousandths. What the net thinks is an opinion, not a proof.</p>
<ul class="remarks">
{problems}</ul>
<section id="summary">
<h2>Summary</h2>
{summary}<figure>
{chart}</figure>
</section>
<section id="blunders">
<h2>{count} blunders</h2>
<p>Decisions that lost {least:.3} or more, the worst first. Arrows show the best move.</p>
<div class="boards">
{blunders}</div>
</section>
<section id="decisions">
<h2>All decisions</h2>
{games}</section>
</main>
</body>
</html>
"##
    )
}

fn summary(report: &AnalysisReport) -> String {
    let row = |(number, [name, one, two]): (usize, &[String; 3])| {
        let cell = if number == 0 { "th" } else { "td" };
        format!(
            "<tr><th scope=\"row\">{}</th><{cell}>{}</{cell}><{cell}>{}</{cell}></tr>\n",
            escaped(name),
            escaped(one),
            escaped(two)
        )
    };
    let rows: String = report.rows().iter().enumerate().map(row).collect();
    format!("<div class=\"wide\"><table class=\"summary\">\n{rows}</table></div>\n")
}

/// The chance of the first player to win, decision by decision.
fn chance_chart(report: &AnalysisReport) -> Chart {
    let name = &report.players[0].name;
    let what = if report.length == 0 { "game" } else { "match" };
    #[expect(
        clippy::cast_precision_loss,
        reason = "no match has that many decisions"
    )]
    let points = (report.decisions.iter().enumerate())
        .map(|(number, decision)| Point {
            x: (number + 1) as f64,
            y: 100.0 * decision.win_chance,
            error: None,
        })
        .collect();
    Chart {
        name: "win-chance".to_owned(),
        title: format!("{name}'s chance to win the {what}"),
        x: Axis {
            label: "decision".to_owned(),
            scale: Scale::Linear,
            ticks: Ticks::Automatic,
        },
        y: Axis {
            label: "percent".to_owned(),
            scale: Scale::Linear,
            ticks: Ticks::At([0.0, 25.0, 50.0, 75.0, 100.0].into()),
        },
        series: vec![Series {
            name: name.clone(),
            source: Source::Measured,
            points,
        }],
    }
}

fn blunder(report: &AnalysisReport, decision: &AnalysedDecision) -> String {
    let names = report.players.each_ref().map(|player| player.name.as_str());
    let caption = format!(
        "Played {}, lost {:.3}. Best: {}",
        decision.played, decision.lost, decision.best
    );
    let game = Backgammon::default();
    let picture = game
        .parse_with_match(&decision.position)
        .map(|(state, around)| {
            let mv = match decision.choice {
                Choice::Move => {
                    starmax_core::Notation::parse_move(&game, &state, &decision.best).ok()
                }
                _ => None,
            };
            let board = Board {
                around,
                names,
                mv,
                caption: &caption,
                ..Board::new(&state)
            };
            board.svg()
        })
        .unwrap_or_default();
    let ranked: String = (decision.ranked.iter())
        .map(|(text, equity)| item(&format!("{text} {equity:+.3}")))
        .collect();
    format!(
        "<article id=\"{id}\">\n<figure>\n{picture}</figure>\n<p>{text}</p>\n<ol>\n{ranked}</ol>\n<p><code>{position}</code></p>\n</article>\n",
        id = id(decision),
        text = escaped(&report.described(decision)),
        position = escaped(&decision.position),
    )
}

fn id(decision: &AnalysedDecision) -> String {
    format!(
        "game-{}-{}-{}",
        decision.game,
        decision.action,
        decision.choice.name()
    )
}

fn game(report: &AnalysisReport, number: usize) -> String {
    let about = &report.games[number - 1];
    let [one, two] = about.score;
    let crawford = if about.crawford {
        ", Crawford game"
    } else {
        ""
    };
    let won = about.winner.map_or(String::new(), |winner| {
        let plural = if about.points == 1 { "" } else { "s" };
        format!(
            "; {} wins {} point{plural}",
            report.players[winner].name, about.points
        )
    });
    let rows: String = (report.decisions.iter())
        .filter(|decision| decision.game == number)
        .map(|decision| row(report, decision))
        .collect();
    format!(
        "<details>\n<summary>Game {number}, {one}-{two}{crawford}{}</summary>\n<div class=\"wide\"><table>\n<thead><tr><th>action</th><th>player</th><th>roll</th><th class=\"text\">played</th><th class=\"text\">best</th><th>lost</th><th>luck</th><th>chance</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n</details>\n",
        escaped(&won)
    )
}

fn row(report: &AnalysisReport, decision: &AnalysedDecision) -> String {
    let is_blunder = decision.lost >= report.blunder;
    let lost = match decision.lost {
        lost if is_blunder => format!("<a href=\"#{}\">{lost:.3}</a>", id(decision)),
        lost if lost > 0.0 => format!("{lost:.3}"),
        _ => String::new(),
    };
    let best = if decision.lost > 0.0 {
        decision.best.as_str()
    } else {
        ""
    };
    format!(
        "<tr{}><td>{}</td><td>{}</td><td>{}</td><td class=\"text\">{}</td><td class=\"text\">{}</td><td>{lost}</td><td>{}</td><td>{:.1}%</td></tr>\n",
        if is_blunder { " class=\"differs\"" } else { "" },
        decision.action,
        escaped(&report.players[decision.player].name),
        decision.roll.as_deref().unwrap_or(""),
        escaped(&decision.played),
        escaped(best),
        decision
            .luck
            .map_or(String::new(), |luck| format!("{luck:+.3}")),
        100.0 * decision.win_chance,
    )
}

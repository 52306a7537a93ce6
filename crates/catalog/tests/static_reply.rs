//! The search that is not exact, by name: what a report says of it, and what it cannot be asked.

use starmax_catalog::{ReportError, Request, RootText, TreeOptions, open_game, solve_tree};
use starmax_games::Tree;
use starmax_report::Report;
use starmax_search::Options;

const ROOT: RootText<'_> = RootText {
    position: Some("4HPwATDgc/ABMA"),
    roll: Some("31"),
};

fn request() -> Request<'static> {
    "static-reply:depth=3".parse::<Options>().unwrap().into()
}

fn search(request: &Request<'_>) -> Result<Report, ReportError> {
    open_game("backgammon").unwrap().search(ROOT, request)
}

fn filtered(filter: &str) -> Report {
    let filter = Some(filter.parse().unwrap());
    search(&request().with(|options| options.filter = filter)).unwrap()
}

#[test]
fn dropped_moves_come_last_the_shallow_value_deciding() {
    let report = filtered("3:1");
    assert_eq!(report.moves.len(), 16);
    let (kept, dropped) = report.moves.split_at(4);
    assert_eq!(report.best.as_ref(), Some(&kept[0].text));
    assert!(kept.iter().all(|mv| mv.depth == 3));
    assert!(dropped.iter().all(|mv| mv.depth == 1));
    for moves in [kept, dropped] {
        assert!(moves.is_sorted_by_key(|mv| -mv.value));
        assert!(moves.iter().all(|mv| !mv.exact && mv.bounds.is_none()));
    }
}

#[test]
fn a_report_says_that_nothing_is_exact() {
    let report = filtered("3:1");
    assert_eq!(report.options.get("filter"), Some("3:1"));
    let text = report.text();
    for part in [
        "static-reply, depth 3, filter 3:1, judged by net\n",
        " (depth 1), dropped\n",
        " at depth 3, along the replies that look best: not exact\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let exact = search(&Request::default().with(|options| options.depth = Some(1)));
    assert_eq!(exact.unwrap().options.get("filter"), None);
}

#[test]
fn all_moves_means_no_filter() {
    let report = search(&request().with(|options| options.top = Some(usize::MAX)));
    let report = report.unwrap();
    assert!(report.moves.iter().all(|mv| mv.depth == 3));
    assert_eq!(report.options.get("filter"), Some("none"));
    let exact = search(&Request::from(Options {
        top: Some(usize::MAX),
        depth: Some(3),
        ..Options::default()
    }));
    let values = |report: &Report| -> Vec<_> {
        let moves = report.moves.iter();
        moves.map(|mv| (mv.text.clone(), mv.value)).collect()
    };
    let exact = exact.unwrap();
    assert_eq!(values(&report), values(&exact), "depth 3 is one reply");
}

#[test]
fn settings_without_use_are_errors() {
    let refusal = |player: &str| {
        let mut options: Options = player.parse().unwrap();
        if player == "static-reply" {
            options.top = Some(3);
        }
        search(&options.into()).err().unwrap().to_string()
    };
    for (player, message) in [
        (
            "star2:filter=none",
            "\"filter\" cannot be used with star2, which leaves no move out; it is for static-reply",
        ),
        (
            "static-reply:order=static",
            "\"order\" cannot be used with static-reply, which judges all moves at once; it is for alphabeta, star1, star2, star2.5, \
             star2-tt and starmax",
        ),
        (
            "static-reply:probes=2",
            "\"probes\" cannot be used with static-reply, which does not probe; it is for star2, star2.5, star2-tt and starmax",
        ),
        (
            "static-reply:table-mb=16",
            "\"table-mb\" cannot be used with static-reply, which has no table; it is for minimax, alphabeta, expectimax, star1, \
             star2, star2.5, star2-tt and starmax",
        ),
        (
            "static-reply",
            "\"top\" cannot be used with static-reply, which has no exact values; it is for minimax, alphabeta, expectimax, star1, \
             star2, star2.5, star2-tt and starmax",
        ),
    ] {
        assert_eq!(refusal(player), format!("the option {message}"));
    }
    let no_table = request().with(|options| options.table_mebibytes = Some(0));
    assert!(search(&no_table).is_ok());
}

#[test]
fn a_player_can_follow_only_the_best_replies() {
    let game = open_game("backgammon").unwrap();
    let check = |player: &str| game.check_player(&player.parse().unwrap());
    assert!(check("static-reply:depth=5").is_ok());
    assert!(check("static-reply:depth=5,filter=8:0.16/none,noise=0.015").is_ok());
    assert!(check("starmax:filter=8:0.16").is_err());
    assert!(check("static-reply:table-mb=1").is_err());
}

#[test]
fn a_tree_without_static_values_cannot_be_solved_so() {
    let tree: Tree = "max[1 2]".parse().unwrap();
    let options = TreeOptions::from("static-reply".parse::<Options>().unwrap());
    assert_eq!(
        solve_tree(&tree, &options).unwrap_err().to_string(),
        "static-reply cannot solve a tree, in which only leaves have values, expected one of minimax, alphabeta, \
         expectimax, star1, star2, star2.5, star2-tt, starmax"
    );
}

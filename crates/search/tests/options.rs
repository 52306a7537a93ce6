//! Every option of the table: it can be read and written, and is used or refused.

use starmax_core::{Constant, Evaluator, Hashable, Notation};
use starmax_games::{Dice, Pairs, Pig, PigLead, Tree};
use starmax_search::{
    Algorithm, GameKind, OPTIONS, OptionError, Options, Place, Scheme, Search, SearchOption, Table,
    TableUse, options_at,
};

const PLACES: [Place; 6] = [
    Place::Search,
    Place::Play,
    Place::Tree,
    Place::Player,
    Place::SelfPlay,
    Place::Rollout,
];

/// Values that an option can have, and some that it cannot.
fn values(name: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match name {
        "algorithm" => (&["star2", "starmax"], &["", "stra2", "Star2"]),
        "depth" => (&["1", "1000"], &["", "0", "1001", "-1", "3.5", "deep"]),
        "time" => (
            &["5s", "500ms", "2m", "1h", "1.5s", "0.0000015s", "7", "0s"],
            &["", "ms", "-1s", "5 parsecs", "1e400", "nan"],
        ),
        "nodes" => (&["1", "18446744073709551615"], &["", "0", "-1", "1e6"]),
        "without" => (
            &["killers", "killers,history"],
            &["", "speed", "killers,", "killers,speed"],
        ),
        "probes" => (&["0", "2", "65535"], &["", "-1", "65536"]),
        "level" => (
            &["0ply", "2ply", "3ply-full"],
            &["", "2", "0ply-full", "4ply"],
        ),
        "order" => (&["none", "random", "static", "quick"], &["", "best"]),
        "probe" => (&["order", "quality"], &["", "best"]),
        "evaluator" => (&["tanh", "net:some.net"], &[""]),
        "net" => (&["some.net"], &[""]),
        "met" => (&["some.csv"], &[""]),
        "noise" => (&["0", "0.015"], &["", "-0.1", "nan", "inf"]),
        "noise-seed" => (&["0", "7"], &["", "-1"]),
        "filter" => (
            &["none", "8:0.16", "8:0.16,2:0.04", "3:1,none,1:0.5"],
            &["", "8", "8:0.16,", "8:nan", "-1:0.1"],
        ),
        "table-mb" => (&["0", "65536"], &["", "-1", "65537"]),
        "window" => (&["-2,2", "0.5,0.5"], &["", "1", "2,1", "nan,1"]),
        "threads" => (&["1", "1024"], &["", "0", "1025"]),
        "top" => (&["1", "9"], &["", "0", "-1"]),
        "ties" => (&["first", "random"], &["", "best"]),
        "probe-by-quality" | "reuse-deeper" | "all" => (&[""], &[]),
        _ => panic!("{name} needs values here"),
    }
}

fn read(option: &SearchOption, text: &str) -> Result<Options, OptionError> {
    let mut options = Options::default();
    option.read(&mut options, text, option.places[0])?;
    Ok(options)
}

#[test]
fn every_option_is_read_written_and_read_again_to_the_same() {
    for option in &OPTIONS {
        let (good, bad) = values(option.name);
        for text in good {
            let options = read(option, text).unwrap();
            assert_ne!(options, Options::default(), "{option:?} {text}");
            let mut again = Options::default();
            for other in &OPTIONS {
                if let Some(written) = other.written(&options) {
                    assert_eq!(other.value.is_none(), written.is_empty(), "{other:?}");
                    let read = other.read(&mut again, &written, other.places[0]);
                    assert_eq!(read, Ok(()), "{other:?} {written}");
                }
            }
            assert_eq!(again, options, "{option:?} {text}");
        }
        for text in bad {
            let error = read(option, text).unwrap_err().to_string();
            let expected = option.expected(option.places[0]);
            assert!(error.ends_with(&format!("expected {expected}")), "{error}");
            assert!(!expected.is_empty() && !expected.contains('{'), "{error}");
        }
    }
}

#[test]
fn a_player_is_read_written_and_read_again_to_the_same() {
    for option in options_at(Place::Player).filter(|option| option.requires.is_none()) {
        for value in values(option.name).0 {
            let separator = if option.name == "filter" { "/" } else { "+" };
            let value = value.replace(',', separator);
            let setting = match option.value {
                Some(_) => format!("{}={value}", option.name),
                None => option.name.to_owned(),
            };
            let player: Options = format!("star2:{setting}").parse().unwrap();
            assert_ne!(player, "star2".parse().unwrap(), "{setting}");
            assert_eq!(player.to_string().parse(), Ok(player));
        }
    }
}

#[test]
fn names_are_unique_and_help_is_complete() {
    for (number, option) in OPTIONS.iter().enumerate() {
        let others = &OPTIONS[..number];
        assert!(!others.iter().any(|other| other.name == option.name));
        let named = (option.conflicts.iter()).chain(option.requires.as_ref());
        for name in named {
            assert!(OPTIONS.iter().any(|other| other.name == *name), "{name}");
        }
        assert!(!option.places.is_empty(), "{option:?}");
        for place in PLACES.into_iter().filter(|&place| option.is_at(place)) {
            let help = option.help(place);
            assert!(help.len() > 10 && !help.contains('{'), "{help}");
        }
    }
}

fn algorithms() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().chain(Algorithm::INEXACT)
}

/// A value that is not the usual one, for a search in which it makes a difference.
fn unusual(name: &str) -> Option<&'static str> {
    Some(match name {
        "depth" | "probes" => "3",
        "nodes" => "20",
        "without" => "killers,history,table-move,deepening,successor-probing",
        "order" => "random",
        "probe" => "quality",
        "filter" => "0:0",
        "table-mb" => "1",
        "reuse-deeper" | "all" => "",
        "top" => "2",
        "window" => "0.4,0.5",
        // What the clock says is not for a test; the others are for those who judge, play or share the work.
        _ => return None,
    })
}

/// All that a search shows but for the time.
fn search<G: Hashable + Notation<State: Sync> + Sync>(
    (game, evaluator): (&G, &(impl Evaluator<G> + Sync)),
    position: &str,
    depth: u32,
    options: &Options,
) -> String {
    let settings = options.settings(depth);
    let size = options.table_size(1);
    let table = (size > 0).then(|| Table::with_mebibytes(size));
    let memory = (table.as_ref()).map(|table| TableUse::new(table, &settings));
    let search = Search::new(game, evaluator).settings(settings);
    let result = search
        .memory(memory)
        .run(&game.parse_state(position).unwrap());
    let moves: Vec<_> = (result.moves.iter())
        .map(|mv| (mv.bounds, mv.estimate))
        .collect();
    format!("{:?} {:?} {moves:?}", result.bounds, result.stats)
}

/// What searches of a few positions show.
fn trace(options: &Options) -> String {
    let (pig, dice) = (Pig::new(20), Dice::new(5, 4));
    [
        search((&pig, &PigLead), "max:12-7+5", 8, options),
        search((&dice, &Pairs), "xo2o/o4/x4/1x3/x4:o4", 5, options),
        search((&dice, &Pairs), "oxox1/1o1o1/ox2o/xxx2/5:x5", 5, options),
        search((&dice, &Pairs), "5/2x2/2o2/1x3/5:o3", 5, options),
    ]
    .concat()
}

#[test]
fn every_option_is_used_or_refused_by_every_algorithm() {
    let mut ignored = Vec::new();
    for option in &OPTIONS {
        let Some(value) = unusual(option.name) else {
            continue;
        };
        for algorithm in algorithms().filter(|algorithm| algorithm.handles_chance()) {
            let mut plain = Options {
                algorithm: Some(algorithm),
                ..Options::default()
            };
            if option.name == "probe" {
                // The usual order puts good moves first as well.
                plain.order = algorithm.is_probing().then_some(Scheme::None);
            }
            let has_table = option.name == "table-mb" && algorithm.wants_table();
            let value = if has_table { "0" } else { value };
            let mut options = plain.clone();
            let read = option.read(&mut options, value, option.places[0]);
            assert_eq!(read, Ok(()), "{option:?}");
            match options.check("dice", GameKind::WithChance) {
                Ok(()) if trace(&options) != trace(&plain) => {}
                Ok(()) => ignored.push(format!("{} {algorithm}", option.name)),
                Err(error) => {
                    let error = error.to_string();
                    let name = option.name;
                    let start = format!("the option \"{name}\" cannot be used with {algorithm}");
                    assert!(error.starts_with(&start), "{error}");
                }
            }
        }
    }
    assert_eq!(
        ignored,
        ["top expectimax", "all expectimax"],
        "all is exact"
    );
}

fn refusal(player: &str, kind: GameKind) -> Option<String> {
    let options: Options = player.parse().unwrap();
    let refused = options.check("the game", kind).err();
    refused.map(|error| error.to_string())
}

#[test]
fn what_would_be_ignored_is_refused() {
    let with_chance = |player| refusal(player, GameKind::WithChance);
    for (player, reason) in [
        ("expectimax:probes=3", "does not probe"),
        (
            "star1:probes=2",
            "does not probe; it is for star2, star2.5, star2-tt and starmax",
        ),
        ("star1:probe=quality", "does not probe"),
        (
            "expectimax:order=static",
            "visits every node, whatever the order",
        ),
        ("static-reply:order=static", "judges all moves at once"),
        (
            "star2:filter=none",
            "leaves no move out; it is for static-reply",
        ),
        (
            "star2:without=history",
            "has none of these parts; it is for star2-tt and starmax",
        ),
        (
            "star2-tt:without=batches",
            "has no batches; it is for starmax",
        ),
        ("static-reply:table-mb=1", "has no table"),
        ("static-reply:reuse-deeper", "has no table"),
        (
            "star1:reuse-deeper",
            "has no table without table-mb; it is for star2-tt and starmax",
        ),
        (
            "starmax:reuse-deeper,table-mb=0",
            "has no table with table-mb 0",
        ),
    ] {
        let error = with_chance(player).unwrap();
        assert!(error.contains(&format!("which {reason}")), "{error}");
    }
    for player in [
        "star2:probes=0",
        "star1:table-mb=1,reuse-deeper",
        "star2-tt:without=killers+history",
        "static-reply:filter=none,table-mb=0",
        "expectimax:table-mb=1,depth=3,time=1s,nodes=7,noise=0.1,ties=random",
    ] {
        assert_eq!(with_chance(player), None, "{player}");
    }
    assert_eq!(
        refusal("starmax:probes=2", GameKind::WithoutChance).unwrap(),
        "the option \"probes\" cannot be used with the game, which has no chance"
    );
    let several = Options {
        top: Some(3),
        depth: Some(3),
        ..Options::default()
    };
    assert_eq!(several.check("trio", GameKind::SeveralPlayers), Ok(()));
    let noisy = Options {
        noise: Some(0.1),
        ..several
    };
    assert_eq!(
        noisy
            .check("trio", GameKind::SeveralPlayers)
            .unwrap_err()
            .to_string(),
        "the option \"noise\" cannot be used with trio, which is searched by max^n"
    );
}

#[test]
fn without_probes_star2_is_star1() {
    let trace = |player: &str| trace(&player.parse().unwrap());
    let star1 = trace("star1");
    assert_ne!(trace("star2"), star1);
    assert_eq!(trace("star2:probes=0"), star1);
    assert_eq!(trace("star2.5:probes=0"), star1);
    let tree: Tree = "max[ch(.5:min[2 4] .5:min[7 4]) ch(.5:min[6 0] .5:min[5 -2])]"
        .parse()
        .unwrap();
    let nodes = |player: &str| {
        let settings = player.parse::<Options>().unwrap().settings(3);
        let search = Search::new(&tree, &Constant(0.0)).settings(settings);
        search.run(&tree.root()).stats
    };
    assert_eq!(nodes("star2:probes=0"), nodes("star1"));
}

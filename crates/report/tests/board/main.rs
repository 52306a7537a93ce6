//! Boards as pictures.

mod markup;
mod samples;

use starmax_core::{Notation, Player, Rules};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, MatchState, Offer, Roll};
use starmax_report::{Board, Theme};

use markup::{assert_well_formed, attribute, drawn_checkers, groups};
use samples::SAMPLES;

/// Keeps what the tests draw where people can look at it.
fn keep(file: &str, content: &str) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("boards");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(file), content).unwrap();
}

#[test]
fn samples_are_well_formed_in_every_theme() {
    for sample in &SAMPLES {
        let read = sample.read();
        for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
            let board = Board {
                theme,
                ..read.board()
            };
            let svg = board.svg();
            assert_well_formed(&svg);
            keep(
                &format!("{}-{theme:?}.svg", sample.name).to_lowercase(),
                &svg,
            );
        }
    }
}

fn assert_shows(svg: &str, state: &BackgammonState) {
    let expected = [Player::Max, Player::Min].map(|player| state.checkers(player).counts());
    assert_eq!(drawn_checkers(svg), expected);
}

#[test]
fn every_checker_of_a_long_game_is_drawn() {
    let game = Backgammon::default();
    let rolls: Vec<Roll> = Roll::all().collect();
    let mut state = game.initial();
    for turn in 0..400_usize {
        assert_shows(&Board::new(&state).svg(), &state);
        if state.winner().is_some() {
            state = game.initial();
        }
        state = game.resolve(&state, rolls[turn * 8 % rolls.len()]);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mv = moves[turn * 7919 % moves.len()];
        let after = game.play(&state, mv);
        let viewer = if turn.is_multiple_of(3) {
            Player::Max
        } else {
            Player::Min
        };
        let board = Board {
            viewer,
            mv: Some(mv),
            ..Board::new(&state)
        };
        assert_moves(&board.svg(), &state, mv, &after);
        state = after;
    }
}

/// Whether the arrows are the hops of a move, and hits are where the other player has more checkers on the bar afterwards.
fn assert_moves(svg: &str, before: &BackgammonState, mv: BackgammonMove, after: &BackgammonState) {
    let number = |group, name| attribute(group, name).unwrap().parse::<usize>().unwrap();
    let arrows = groups(svg, "data-from");
    let mut drawn: Vec<_> = (arrows.iter())
        .map(|group| (number(group, "data-from"), number(group, "data-to")))
        .collect();
    let mut hops: Vec<_> = mv.hops().collect();
    drawn.sort_unstable();
    hops.sort_unstable();
    assert_eq!(drawn, hops);
    let marked = arrows
        .iter()
        .filter(|group| attribute(group, "data-hits").is_some());
    let other = before.player().opponent();
    let [on_bar, earlier] = [after, before].map(|state| state.checkers(other).count(25));
    assert_eq!(marked.count(), usize::from(on_bar - earlier));
    assert_eq!(
        svg.matches("<circle class=\"hit\"").count(),
        usize::from(on_bar - earlier)
    );
}

#[test]
fn the_cube_is_where_it_belongs() {
    let cube = |position: &str| {
        let (state, around) = Backgammon::default().parse_with_match(position).unwrap();
        let svg = Board {
            around,
            ..Board::new(&state)
        }
        .svg();
        let found = groups(&svg, "data-cube");
        let [cube] = found[..] else {
            panic!("{} cubes", found.len())
        };
        let face = cube
            .split("</text>")
            .next()
            .unwrap()
            .rsplit('>')
            .next()
            .unwrap();
        let height: f64 = attribute(cube, "y").unwrap().parse().unwrap();
        let place = attribute(cube, "data-cube-place").unwrap().to_owned();
        (
            attribute(cube, "data-cube").unwrap().to_owned(),
            place,
            face.to_owned(),
            height,
        )
    };
    let start = "XGID=-b----E-C---eE---c-e----B-";
    let (value, place, face, middle) = cube(&format!("{start}:0:0:1:00:0:0:0:0:10"));
    assert_eq!((&*value, &*place, &*face), ("1", "middle", "64"));
    let (value, place, face, height) = cube(&format!("{start}:2:1:1:00:0:0:0:0:10"));
    assert_eq!((&*value, &*place, &*face), ("4", "max", "4"));
    assert!(height > middle);
    let (.., place, _, height) = cube(&format!("{start}:2:-1:1:00:0:0:0:0:10"));
    assert_eq!(place, "min");
    assert!(height < middle);
    let (value, place, face, _) = cube(&format!("{start}:2:1:1:D:0:0:0:0:10"));
    assert_eq!((&*value, &*place, &*face), ("8", "offered", "8"));
    let (.., face, _) = cube(&format!("{start}:0:0:1:00:6:2:1:7:10"));
    assert_eq!(face, "Cr");
    let (.., face, _) = cube(&format!("{start}:15:1:1:00:0:0:0:0:15"));
    assert_eq!(face, "32768");
}

#[test]
fn a_board_is_told_in_words() {
    let read = |name| {
        SAMPLES
            .iter()
            .find(|sample| sample.name == name)
            .unwrap()
            .read()
    };
    let told = |name| {
        let svg = read(name).board().svg();
        let (_, words) = svg.split_once("<desc>").unwrap();
        words.split("</desc>").next().unwrap().to_owned()
    };
    assert_eq!(
        told("hits"),
        "X plays 41: bar/21* 24/23. X has the light checkers, 186 pips: 1 on the bar, 2 on point 24, 5 on point 13, 3 on point 8, \
         4 on point 6. O has the dark checkers, 160 pips: 1 on point 24, 1 on point 22, 4 on point 13, 1 on point 10, \
         3 on point 8, 4 on point 6, 1 on point 4. The cube is in the middle and stands at 1. Match to 5 points, X 2, O 3. \
         Points are counted from the side of each player."
    );
    assert!(told("double").starts_with("X doubles to 2, O to answer. "));
    assert!(told("cube-4").contains("X owns the cube, which stands at 4."));
    assert!(
        told("crawford")
            .contains("The cube is not used. Match to 7 points, Crawford game, X 6, O 2.")
    );
    assert!(told("borne-off").contains("2 on point 1, 9 borne off."));
    assert!(told("won").starts_with("O wins. "));
}

#[test]
fn resignations_and_wins_have_headlines() {
    let headline = |position: &str| {
        let (state, around) = Backgammon::default().parse_with_match(position).unwrap();
        let svg = Board {
            around,
            ..Board::new(&state)
        }
        .svg();
        let (_, title) = svg.split_once("<title>Backgammon: ").unwrap();
        title.split("</title>").next().unwrap().to_owned()
    };
    let game = Backgammon::default();
    let state = game.initial();
    let around = MatchState {
        offer: Some(Offer::Resignation {
            by: Player::Min,
            points: 2,
        }),
        ..MatchState::default()
    };
    assert_eq!(
        headline(&game.write_gnubgid(&state, &around)),
        "O offers to resign a gammon"
    );
    assert_eq!(
        headline("XGID=-BCA--------------------I-:0:0:-1:00:0:0:0:0:10"),
        "O wins a backgammon"
    );
}

#[test]
fn names_and_captions_are_text() {
    let state = Backgammon::default().initial();
    let board = Board {
        names: [
            "<b>&\"Ann\"",
            "A name that is much too long to stand in one line beside its score and pips",
        ],
        caption: "Ann < Bob & a caption so long that it takes two lines: she should double, because he has to play safe twice.\u{7}",
        around: MatchState {
            score: [3, 1],
            length: 5,
            ..MatchState::default()
        },
        ..Board::new(&state)
    };
    let svg = board.svg();
    assert_well_formed(&svg);
    assert!(svg.contains("&lt;b&gt;&amp;&quot;Ann&quot; to roll</title>"));
    assert!(svg.contains(">Ann &lt; Bob &amp; a caption so"));
    assert_eq!(svg.matches("class=\"caption\"").count(), 2);
    assert!(
        svg.contains("A name that is much too long to stand in\u{2026}</text>"),
        "{svg}"
    );
    keep("names-auto.svg", &svg);
}

#[test]
fn the_viewer_sits_at_the_bottom() {
    let game = Backgammon::default();
    let state = game.parse_state("4HPwATDgc/ABMA-31").unwrap();
    let height_of_max_on_6 = |viewer| {
        let svg = Board {
            viewer,
            ..Board::new(&state)
        }
        .svg();
        let found = groups(&svg, "data-checkers");
        let is_it = |group: &&&str| {
            attribute(group, "data-player") == Some("max")
                && attribute(group, "data-place") == Some("6")
        };
        let group = *found.iter().find(is_it).unwrap();
        attribute(group, "cy").unwrap().parse::<f64>().unwrap()
    };
    assert!(height_of_max_on_6(Player::Max) > height_of_max_on_6(Player::Min));
}

/// The picture in the README, written anew with `UPDATE_PICTURES=1`.
#[test]
fn the_board_in_the_readme_is_up_to_date() {
    let opening = SAMPLES.iter().find(|sample| sample.name == "opening");
    let drawn = opening.unwrap().read().board().svg();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/board.svg");
    if std::env::var("UPDATE_PICTURES").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        drawn == kept,
        "docs/board.svg is old; UPDATE_PICTURES=1 draws it anew"
    );
}

#[test]
fn an_opening_move_looks_like_this() {
    insta::assert_snapshot!(SAMPLES[1].read().board().svg());
}

#[test]
fn a_hit_from_the_bar_looks_like_this_in_the_dark() {
    let sample = SAMPLES.iter().find(|sample| sample.name == "hits").unwrap();
    let read = sample.read();
    let board = Board {
        theme: Theme::Dark,
        ..read.board()
    };
    insta::assert_snapshot!(board.svg());
}

#[test]
fn a_redouble_looks_like_this_to_the_one_who_answers() {
    let sample = SAMPLES
        .iter()
        .find(|sample| sample.name == "redouble")
        .unwrap();
    let read = sample.read();
    let board = Board {
        viewer: Player::Max,
        theme: Theme::Light,
        names: ["Ann", "Bob"],
        caption: "Bob is far ahead in the race. Should Ann take?",
        ..read.board()
    };
    insta::assert_snapshot!(board.svg());
}

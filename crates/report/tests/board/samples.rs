//! Positions that show everything there is to draw.

use starmax_core::Notation;
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, MatchState};
use starmax_report::Board;

/// A position with what surrounds it, and perhaps a move.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) position: &'static str,
    pub(crate) mv: Option<&'static str>,
}

const fn sample(name: &'static str, position: &'static str) -> Sample {
    Sample {
        name,
        position,
        mv: None,
    }
}

const fn moved(name: &'static str, position: &'static str, mv: &'static str) -> Sample {
    Sample {
        name,
        position,
        mv: Some(mv),
    }
}

pub(crate) const SAMPLES: [Sample; 14] = [
    sample("start", "start"),
    moved(
        "opening",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "8/5 6/5",
    ),
    sample(
        "tall-stacks",
        "XGID=---BBBI-------------aiaab-:1:1:1:65:2:3:0:7:10",
    ),
    sample("bar", "XGID=bB-BBBB---a--aB---bbcb--bC:0:0:1:52:0:0:3:0:10"),
    sample(
        "borne-off",
        "XGID=-BCA---------------acb----:2:-1:-1:00:5:8:0:11:10",
    ),
    sample(
        "won",
        "XGID=-BCA----------------------:0:0:-1:00:0:0:0:0:10",
    ),
    sample(
        "cube-4",
        "XGID=-a-B--E-B-a-dCB--b-bcb-A--:2:1:1:64:3:1:0:9:10",
    ),
    sample(
        "double",
        "XGID=-a-B--E-B-a-dCB--b-bcb-A--:0:0:1:D:0:0:1:0:10",
    ),
    sample(
        "redouble",
        "XGID=-a-B--E-B-a-dCB--b-bcb-A--:4:-1:-1:D:3:11:0:25:10",
    ),
    sample(
        "crawford",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:1:7:10",
    ),
    moved(
        "hits",
        "XGID=-a-a--D-C---dE-a-c-d-a--BA:0:0:1:41:2:3:0:5:10",
        "bar/21* 24/23",
    ),
    moved(
        "four-hops",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:0:10",
        "24/18(2) 13/7(2)",
    ),
    moved(
        "on-and-on",
        "XGID=-b---aE-C---eE---b-e----B-:0:0:-1:33:0:0:0:0:10",
        "24/15 13/10",
    ),
    moved(
        "bearing-off",
        "XGID=-BBBBCB------------bbbbcb-:6:1:1:66:0:0:0:0:10",
        "6/off(2) 5/off(2)",
    ),
];

pub(crate) struct Read {
    pub(crate) state: BackgammonState,
    pub(crate) around: MatchState,
    pub(crate) mv: Option<BackgammonMove>,
}

impl Sample {
    pub(crate) fn read(&self) -> Read {
        let game = Backgammon::default();
        let (state, around) = game.parse_with_match(self.position).expect(self.name);
        let mv = self
            .mv
            .map(|text| game.parse_move(&state, text).expect(self.name));
        Read { state, around, mv }
    }
}

impl Read {
    pub(crate) fn board(&self) -> Board<'_> {
        Board {
            around: self.around,
            mv: self.mv,
            ..Board::new(&self.state)
        }
    }
}

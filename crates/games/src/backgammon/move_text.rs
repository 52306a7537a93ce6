//! Moves as players write them.

use starmax_core::ParseError;

use super::checkers::{BAR, OFF};
use super::objection::objection;
use super::{BackgammonMove, BackgammonState};

/// One checker on its way: where it starts, and where it lands, with whether it hits there.
struct Journey {
    from: usize,
    landings: Vec<(usize, bool)>,
    /// Checkers that do the same.
    count: usize,
}

impl Journey {
    fn end(&self) -> usize {
        self.landings.last().map_or(self.from, |&(place, _)| place)
    }

    fn is_like(&self, other: &Self) -> bool {
        let places = |journey: &Self| {
            journey
                .landings
                .iter()
                .map(|&(place, _)| place)
                .collect::<Vec<_>>()
        };
        self.from == other.from && places(self) == places(other)
    }

    /// Stops are written only where something is hit.
    fn text(&self) -> String {
        let mut text = place_name(self.from);
        for (number, &(place, hit)) in (1..).zip(&self.landings) {
            if hit || number == self.landings.len() {
                text += &format!("/{}{}", place_name(place), if hit { "*" } else { "" });
            }
        }
        if self.count > 1 {
            text += &format!("({})", self.count);
        }
        text
    }
}

pub(super) fn place_name(place: usize) -> String {
    match place {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

/// Whether the opponent has a lone checker where the player to move lands.
pub(super) fn is_blot(state: &BackgammonState, place: usize) -> bool {
    place != OFF && state.checkers(state.player.opponent()).count(BAR - place) == 1
}

const PASS: &str = "pass";

/// Writes a move: hops of one checker together, the highest places first.
pub(super) fn write(state: &BackgammonState, mv: BackgammonMove) -> String {
    if mv.is_pass() {
        return PASS.to_owned();
    }
    let mut journeys: Vec<Journey> = Vec::new();
    for journey in journeys_of(state, mv) {
        match journeys
            .iter_mut()
            .find(|earlier| earlier.is_like(&journey))
        {
            Some(earlier) => earlier.count += 1,
            None => journeys.push(journey),
        }
    }
    let texts: Vec<String> = journeys.iter().map(Journey::text).collect();
    texts.join(" ")
}

/// What each checker does that is moved.
fn journeys_of(state: &BackgammonState, mv: BackgammonMove) -> Vec<Journey> {
    let mut hops: Vec<_> = mv.hops().collect();
    hops.sort_by(|one, two| two.cmp(one));
    let mut journeys: Vec<Journey> = Vec::new();
    for (from, to) in hops {
        let is_hit_before = journeys
            .iter()
            .flat_map(|journey| &journey.landings)
            .any(|&(place, _)| place == to);
        let landing = (to, is_blot(state, to) && !is_hit_before);
        match journeys.iter_mut().find(|journey| journey.end() == from) {
            Some(journey) => journey.landings.push(landing),
            None => journeys.push(Journey {
                from,
                landings: vec![landing],
                count: 1,
            }),
        }
    }
    journeys
}

/// One way in a text, such as `24/18*/15` or `8/4(2)`: where checkers start, and the places that are named, each with whether it has a star.
pub(super) struct Way {
    pub(super) start: usize,
    pub(super) landings: Vec<(usize, bool)>,
    /// Checkers that go this way.
    pub(super) count: usize,
}

impl Way {
    fn parse(word: &str) -> Option<Self> {
        let (way, count) = match word.strip_suffix(')') {
            Some(word) => word
                .split_once('(')
                .and_then(|(way, count)| Some((way, count.parse().ok()?)))?,
            None => (word, 1),
        };
        let mut names = way.split('/');
        let start = place_named(names.next()?)?;
        let landing = |name: &str| {
            let place = name.trim_end_matches('*');
            Some((place_named(place)?, place != name))
        };
        let landings = names.map(landing).collect::<Option<Vec<_>>>()?;
        let is_way = !landings.is_empty() && (1..=4).contains(&count);
        is_way.then_some(Self {
            start,
            landings,
            count,
        })
    }

    pub(super) fn end(&self) -> usize {
        self.landings.last().map_or(self.start, |&(place, _)| place)
    }

    /// From each named place to the next one.
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, usize)> {
        let landings = self.landings.iter().map(|&(place, _)| place);
        let starts = std::iter::once(self.start).chain(landings.clone());
        starts.zip(landings)
    }
}

/// The ways in a text, separated by spaces or commas.
pub(super) fn read(text: &str) -> Option<Vec<Way>> {
    let is_gap = |sign: char| sign.is_whitespace() || sign == ',';
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    let ways = words.map(Way::parse).collect::<Option<Vec<_>>>()?;
    (!ways.is_empty()).then_some(ways)
}

/// By how much each place changes.
pub(super) fn changes(ways: &[Way]) -> [i32; 26] {
    let ends = ways
        .iter()
        .flat_map(|way| std::iter::repeat_n((way.start, way.end()), way.count));
    changes_by(ends)
}

fn changes_by(hops: impl Iterator<Item = (usize, usize)>) -> [i32; 26] {
    let mut changes = [0; 26];
    for (from, to) in hops {
        changes[from] -= 1;
        changes[to] += 1;
    }
    changes
}

pub(super) fn is_pass(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case(PASS)
}

/// The legal move that is written so.
pub(super) fn parse(
    state: &BackgammonState,
    legal: &[BackgammonMove],
    text: &str,
) -> Result<BackgammonMove, ParseError> {
    if let [only] = legal
        && only.is_pass()
        && (text.trim().is_empty() || is_pass(text))
    {
        return Ok(*only);
    }
    let meant = read(text).map_or(Vec::new(), |ways| meant_by(state, legal, &ways));
    if let [mv] = meant[..] {
        return Ok(mv);
    }
    let expected = match objection(state, legal, text) {
        Some(objection) => format!("a legal move: {objection}"),
        None => examples(state, legal),
    };
    Err(ParseError::new(text, expected))
}

/// The legal moves that can be meant: one if there is no doubt.
pub(super) fn meant_by(
    state: &BackgammonState,
    legal: &[BackgammonMove],
    ways: &[Way],
) -> Vec<BackgammonMove> {
    let is_backward = |(from, to)| to >= from;
    if ways.iter().flat_map(Way::parts).any(is_backward) {
        return Vec::new();
    }
    let places = |is_wanted: fn(bool) -> bool| {
        let landings = ways.iter().flat_map(|way| &way.landings);
        let wanted = landings.filter(|&&(_, hits)| is_wanted(hits));
        wanted.fold(0_u32, |places, &(place, _)| places | 1 << place)
    };
    let (named, starred) = (places(|_| true), places(|hits| hits));
    let hits_of = |mv: BackgammonMove| {
        mv.hops()
            .filter(|&(_, to)| is_blot(state, to))
            .fold(0, |hits, (_, to)| hits | 1 << to)
    };
    let wanted = changes(ways);
    let candidates: Vec<(BackgammonMove, u32)> = (legal.iter())
        .filter(|mv| changes_by(mv.hops()) == wanted)
        .map(|&mv| (mv, hits_of(mv)))
        .filter(|&(_, hits)| starred & !hits == 0)
        .collect();
    if let [(only, _)] = candidates[..] {
        return vec![only];
    }
    // Several ways lead to the same places and differ in what they hit: the one that hits most of what is named, and nothing else.
    let (hitting, others): (Vec<_>, Vec<_>) =
        (candidates.iter()).partition(|(_, hits)| hits & !named == 0);
    let most = hitting.iter().map(|(_, hits)| hits.count_ones()).max();
    let best = (hitting.iter()).filter(|(_, hits)| Some(hits.count_ones()) == most);
    let best: Vec<_> = best.map(|&(mv, _)| mv).collect();
    if best.is_empty() {
        others.into_iter().map(|(mv, _)| mv).collect()
    } else {
        best
    }
}

fn place_named(name: &str) -> Option<usize> {
    if name.eq_ignore_ascii_case("bar") {
        return Some(BAR);
    }
    if name.eq_ignore_ascii_case("off") {
        return Some(OFF);
    }
    name.parse().ok().filter(|&place| place <= BAR)
}

/// Some of the legal moves.
fn examples(state: &BackgammonState, legal: &[BackgammonMove]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = legal
        .iter()
        .take(SHOWN)
        .map(|&mv| write(state, mv))
        .collect();
    match (legal.len(), legal.len().saturating_sub(SHOWN)) {
        (0, _) => "nothing: a move is not possible here".to_owned(),
        (_, 0) => format!("a legal move, one of {}", shown.join(", ")),
        (_, others) => format!(
            "a legal move such as {}, or one of {others} others",
            shown.join(", ")
        ),
    }
}

//! Moves as players write them.

use starmax_core::ParseError;

use super::state::{BAR, OFF};
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

fn place_name(place: usize) -> String {
    match place {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

/// Whether the opponent has a lone checker where the player to move lands.
fn is_blot(state: &BackgammonState, place: usize) -> bool {
    place != OFF && state.places(state.player.opponent())[BAR - place] == 1
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

/// What a text says about a move: by how much each place changes, where checkers land and where they hit.
#[derive(Default)]
struct Wanted {
    changes: [i32; 26],
    landings: u32,
    hits: u32,
}

/// The legal move that is written so.
pub(super) fn parse(
    state: &BackgammonState,
    legal: &[BackgammonMove],
    text: &str,
) -> Result<BackgammonMove, ParseError> {
    let error = || ParseError::new(text, expected(state, legal));
    let exact = |mv: &&BackgammonMove| write(state, **mv).eq_ignore_ascii_case(text.trim());
    if let Some(&mv) = legal.iter().find(exact) {
        return Ok(mv);
    }
    let wanted = read(text).ok_or_else(error)?;
    let hits_of = |mv: BackgammonMove| {
        mv.hops()
            .filter(|&(_, to)| is_blot(state, to))
            .fold(0, |hits, (_, to)| hits | 1 << to)
    };
    let candidates: Vec<(BackgammonMove, u32)> = (legal.iter())
        .filter(|mv| changes(**mv) == wanted.changes)
        .map(|&mv| (mv, hits_of(mv)))
        .filter(|&(_, hits)| wanted.hits & !hits == 0)
        .collect();
    if let [(only, _)] = candidates[..] {
        return Ok(only);
    }
    // Several ways lead to the same places and differ in what they hit: the one that hits most of what is named, and nothing else.
    let named: Vec<_> = candidates
        .iter()
        .filter(|(_, hits)| hits & !wanted.landings == 0)
        .collect();
    let most = named.iter().map(|(_, hits)| hits.count_ones()).max();
    let mut best = named
        .into_iter()
        .filter(|(_, hits)| Some(hits.count_ones()) == most);
    match (best.next(), best.next()) {
        (Some(&(mv, _)), None) => Ok(mv),
        _ => Err(error()),
    }
}

fn changes(mv: BackgammonMove) -> [i32; 26] {
    let mut changes = [0; 26];
    for (from, to) in mv.hops() {
        changes[from] -= 1;
        changes[to] += 1;
    }
    changes
}

fn read(text: &str) -> Option<Wanted> {
    let mut wanted = Wanted::default();
    let is_gap = |sign: char| sign.is_whitespace() || sign == ',';
    for word in text.split(is_gap).filter(|word| !word.is_empty()) {
        let (way, count) = match word.strip_suffix(')') {
            Some(word) => word
                .split_once('(')
                .and_then(|(way, count)| Some((way, count.parse().ok()?)))?,
            None => (word, 1),
        };
        if !(1..=4).contains(&count) {
            return None;
        }
        let mut places = way.split('/');
        let mut last = place_named(places.next()?)?;
        wanted.changes[last] -= count;
        let start = last;
        for place in places {
            let name = place.trim_end_matches('*');
            last = place_named(name)?;
            wanted.landings |= 1 << last;
            wanted.hits |= u32::from(name != place) << last;
        }
        if last >= start {
            return None;
        }
        wanted.changes[last] += count;
    }
    (wanted.landings != 0).then_some(wanted)
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

fn expected(state: &BackgammonState, legal: &[BackgammonMove]) -> String {
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

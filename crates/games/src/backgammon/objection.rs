//! Why a move that was typed is not legal.

use super::checkers::{BAR, OFF};
use super::move_text::{self, Way, changes, is_blot, meant_by, place_name, read};
use super::moves::{is_possible_hop, landing};
use super::{BackgammonMove, BackgammonState, Checkers, Roll};

/// A hop from a place by a die.
type DieHop = (usize, u8);

/// What is wrong with a text that is no legal move, as far as it can be known; `None` when the text does not read like a move.
pub(super) fn objection(
    state: &BackgammonState,
    legal: &[BackgammonMove],
    text: &str,
) -> Option<String> {
    let roll = state.roll?;
    let can_move = legal.iter().any(|mv| !mv.is_pass());
    if move_text::is_pass(text) && can_move {
        return Some(format!("{roll} can be played, so it must be"));
    }
    let ways = read(text)?;
    if !can_move {
        return Some(format!("no checker can be moved with {roll}: type pass"));
    }
    let typed = Typed {
        state,
        legal,
        roll,
        mine: state.checkers(state.player),
        ways,
    };
    typed.objection()
}

/// A move as it was typed, and where.
struct Typed<'a> {
    state: &'a BackgammonState,
    legal: &'a [BackgammonMove],
    roll: Roll,
    mine: Checkers,
    ways: Vec<Way>,
}

impl Typed<'_> {
    fn objection(&self) -> Option<String> {
        let geometry = self
            .goes_backward()
            .or_else(|| self.lacks_a_checker())
            .or_else(|| self.forgets_the_bar())
            .or_else(|| self.needs_other_dice())
            .or_else(|| self.hits_nothing());
        if geometry.is_some() {
            return geometry;
        }
        let played = self.by_dice();
        match played.iter().find(|hops| self.can_be_played(hops)) {
            Some(hops) => self.is_in_doubt().or_else(|| self.is_too_little(hops)),
            None => self
                .lands_on_a_block()
                .or_else(|| self.bears_off_too_early())
                .or_else(|| self.passes_a_block(&played))
                .or_else(|| self.leaves_checkers_behind()),
        }
    }

    fn goes_backward(&self) -> Option<String> {
        let mut parts = self.ways.iter().flat_map(Way::parts);
        let (from, to) = parts.find(|(from, to)| to >= from)?;
        let part = part_text(from, to);
        Some(format!(
            "{part} goes the wrong way, from high to low points"
        ))
    }

    fn lacks_a_checker(&self) -> Option<String> {
        let changes = changes(&self.ways);
        let count = |place| i32::from(self.mine.count(place));
        let place = (1..=BAR).rfind(|&place| count(place) + changes[place] < 0)?;
        let there = match place {
            BAR => "the bar".to_owned(),
            point => format!("point {point}"),
        };
        Some(match count(place) {
            0 => format!("you have no checker on {there}"),
            1 => format!("you have only one checker on {there}"),
            some => format!("you have only {some} checkers on {there}"),
        })
    }

    fn forgets_the_bar(&self) -> Option<String> {
        let entering = self.ways.iter().filter(|way| way.start == BAR);
        let entering: usize = entering.map(|way| way.count).sum();
        let moves_others = self.ways.iter().any(|way| way.start != BAR);
        let has_left = usize::from(self.mine.count(BAR)) > entering;
        (moves_others && has_left).then(|| "checkers on the bar must come in first".to_owned())
    }

    fn needs_other_dice(&self) -> Option<String> {
        let dice = dice(self.roll);
        for (from, to) in self.ways.iter().flat_map(Way::parts) {
            if ways_by_dice(&[(from, to)], &dice).is_empty() {
                let part = part_text(from, to);
                return Some(format!(
                    "{part} takes {}, and {} gives {}",
                    from - to,
                    self.roll,
                    sums(self.roll)
                ));
            }
        }
        self.by_dice().is_empty().then(|| {
            let often = if self.roll.is_double() {
                "is played four times at most"
            } else {
                "is played once each"
            };
            format!("{} {often}, and this takes more", self.roll)
        })
    }

    fn hits_nothing(&self) -> Option<String> {
        let mut landings = self.ways.iter().flat_map(|way| &way.landings);
        let &(place, _) = landings.find(|&&(place, hits)| hits && !is_blot(self.state, place))?;
        let name = place_name(place);
        Some(format!("there is no lone checker to hit on {name}"))
    }

    /// Every way to play what was typed by the dice, allowed or not.
    fn by_dice(&self) -> Vec<Vec<DieHop>> {
        let parts: Vec<_> = (self.ways.iter())
            .flat_map(|way| std::iter::repeat_n(way, way.count).flat_map(Way::parts))
            .collect();
        ways_by_dice(&parts, &dice(self.roll))
    }

    /// Whether the hops are allowed in some order.
    fn can_be_played(&self, hops: &[DieHop]) -> bool {
        fn go_on(state: &BackgammonState, mine: Checkers, hops: &[DieHop]) -> bool {
            hops.is_empty()
                || (0..hops.len()).any(|first| {
                    let (from, die) = hops[first];
                    let others = [&hops[..first], &hops[first + 1..]].concat();
                    mine.count(from) > 0
                        && is_possible_hop(state, mine, from, die)
                        && go_on(state, mine.moved(from, landing(from, die)), &others)
                })
        }
        go_on(self.state, self.mine, hops)
    }

    fn is_in_doubt(&self) -> Option<String> {
        let meant = meant_by(self.state, self.legal, &self.ways);
        let texts: Vec<_> = (meant.iter())
            .map(|&mv| move_text::write(self.state, mv))
            .collect();
        (texts.len() > 1).then(|| format!("it can be {}", texts.join(" or ")))
    }

    fn is_too_little(&self, hops: &[DieHop]) -> Option<String> {
        let possible = self.legal.first()?.hops().count();
        let (roll, played) = (self.roll, hops.len());
        if played == possible && played == 1 {
            let die = roll.high();
            return Some(format!(
                "only one die can be played, and it must be the larger one, {die}"
            ));
        }
        if played >= possible {
            return None;
        }
        if roll.is_double() {
            let die = roll.high();
            return Some(format!(
                "{die} can be played {possible} times, this is only {played}"
            ));
        }
        let &[(_, die)] = hops else {
            return None;
        };
        let left = roll.high() + roll.low() - die;
        Some(format!(
            "both dice can be played, so both must be: {left} is left"
        ))
    }

    fn is_blocked(&self, place: usize) -> bool {
        let his = self.state.checkers(self.state.player.opponent());
        place != OFF && his.count(BAR - place) > 1
    }

    fn lands_on_a_block(&self) -> Option<String> {
        let mut landings = self.ways.iter().flat_map(|way| &way.landings);
        let (place, _) = landings.find(|&&(place, _)| self.is_blocked(place))?;
        Some(format!("point {place} is blocked"))
    }

    fn bears_off_too_early(&self) -> Option<String> {
        const OUTSIDE: std::ops::RangeInclusive<usize> = 7..=BAR;
        let changes = changes(&self.ways);
        let stays_outside = |place: usize| i32::from(self.mine.count(place)) + changes[place] > 0;
        let is_early = changes[OFF] > 0 && OUTSIDE.into_iter().any(stays_outside);
        is_early.then(|| "no checker is borne off before all are at home".to_owned())
    }

    fn passes_a_block(&self, played: &[Vec<DieHop>]) -> Option<String> {
        let landings = |hops: &Vec<DieHop>| {
            let landings = hops.iter().map(|&(from, die)| landing(from, die));
            landings.collect::<Vec<_>>()
        };
        let mut blocks: Vec<_> = (played.iter().flat_map(landings))
            .filter(|&place| self.is_blocked(place))
            .collect();
        blocks.sort_unstable();
        blocks.dedup();
        let points: Vec<_> = blocks.iter().rev().map(ToString::to_string).collect();
        (!points.is_empty()).then(|| format!("the way is blocked on {}", points.join(" and ")))
    }

    fn leaves_checkers_behind(&self) -> Option<String> {
        let has_farther = |way: &&Way| self.mine.occupied() >> (way.start + 1) != 0;
        let mut ways = self.ways.iter().filter(|way| way.end() == OFF);
        let name = place_name(ways.find(has_farther)?.start);
        Some(format!(
            "{name}/off needs a {name} while there are checkers farther back"
        ))
    }
}

fn part_text(from: usize, to: usize) -> String {
    format!("{}/{}", place_name(from), place_name(to))
}

fn dice(roll: Roll) -> Vec<u8> {
    if roll.is_double() {
        vec![roll.high(); 4]
    } else {
        vec![roll.high(), roll.low()]
    }
}

/// How far a roll takes one checker, in words.
fn sums(roll: Roll) -> String {
    let (high, low) = (roll.high(), roll.low());
    if roll.is_double() {
        format!("{high}, {}, {} or {}", 2 * high, 3 * high, 4 * high)
    } else {
        format!("{low}, {high} or {}", high + low)
    }
}

/// Every way to go these parts by different dice of these, as far as distances tell.
fn ways_by_dice(parts: &[(usize, usize)], dice: &[u8]) -> Vec<Vec<DieHop>> {
    let Some((&(from, to), later)) = parts.split_first() else {
        return vec![Vec::new()];
    };
    let mut ways = Vec::new();
    for (number, &die) in dice.iter().enumerate() {
        let stop = landing(from, die);
        if dice[..number].contains(&die) || stop < to {
            continue;
        }
        let rest = [&dice[..number], &dice[number + 1..]].concat();
        let left = if stop == to {
            later.to_vec()
        } else {
            [&[(stop, to)], later].concat()
        };
        for mut way in ways_by_dice(&left, &rest) {
            way.insert(0, (from, die));
            ways.push(way);
        }
    }
    ways
}

use starmax_judges::backgammon::{Chances, NetInputs, Places};

use super::sample::Sample;

/// How far a target looks at later positions of the game, from 0 to 1.
const LAMBDA: f32 = 0.7;

/// What a game teaches.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    pub(super) samples: Vec<Sample>,
    /// Positions that a player could choose between.
    pub(super) choices: Vec<[Sample; 2]>,
    /// How far the net was from its own look ahead, squared, summed over `contacts` positions with contact.
    pub(super) squared_error: f64,
    pub(super) contacts: u64,
}

impl Lesson {
    pub(super) fn add(&mut self, other: Self) {
        self.samples.extend(other.samples);
        self.choices.extend(other.choices);
        self.squared_error += other.squared_error;
        self.contacts += other.contacts;
    }
}

/// A position before a roll.
pub(super) struct Moment {
    pub(super) places: [Places; 2],
    /// What the net says.
    pub(super) says: [f32; Chances::COUNT],
    /// What it says later.
    pub(super) ahead: Ahead,
    /// Another position that the opponent could have moved to, and what the net says of it one move later.
    pub(super) other: Option<Sample>,
    /// Whether the move that followed says nothing about the position.
    pub(super) is_random: bool,
}

/// What a look ahead finds: the chances of the player on roll one move later, and how they change another move later.
#[derive(Clone, Copy)]
pub(super) struct Ahead {
    pub(super) later: [f32; Chances::COUNT],
    pub(super) behind: Option<[f32; Chances::COUNT]>,
}

impl Ahead {
    /// The chances at the end of the look ahead.
    pub(super) fn target(&self) -> [f32; Chances::COUNT] {
        match self.behind {
            Some(behind) => std::array::from_fn(|chance| self.later[chance] + behind[chance]),
            None => self.later,
        }
    }
}

/// The targets of the moments of a game, from the last one back to the first.
pub(super) fn lesson(moments: &[Moment]) -> Lesson {
    let mut lesson = Lesson::default();
    // How much the net was wrong about the next position, and what of that its look ahead did not show, seen by the player who moves there.
    let (mut wrong, mut unseen) = ([0.0; Chances::COUNT], [0.0; Chances::COUNT]);
    for moment in moments.iter().rev() {
        let Ahead { later, behind } = moment.ahead;
        let lambda = if moment.is_random { 0.0 } else { LAMBDA };
        let followed = |wrong| seen_from_before(wrong).map(|wrong| lambda * wrong);
        let more = followed(if behind.is_some() { unseen } else { wrong });
        let seen = moment.ahead.target();
        let target = std::array::from_fn(|chance| (seen[chance] + more[chance]).clamp(0.0, 1.0));
        unseen = followed(wrong);
        wrong = std::array::from_fn(|chance| {
            (later[chance] + unseen[chance]).clamp(0.0, 1.0) - moment.says[chance]
        });
        lesson.samples.push(Sample::new(&moment.places, target));
        if let Some(other) = moment.other {
            let this = Sample::new(&moment.places, seen);
            lesson.choices.push([this, other]);
        }
        let [mine, his] = &moment.places;
        if !NetInputs::of(mine, his).is_race() {
            let equity = |chances| Chances::from_array(chances).equity();
            lesson.squared_error += f64::from(equity(later) - equity(moment.says)).powi(2);
            lesson.contacts += 1;
        }
    }
    lesson
}

/// A change of the chances, seen by the player who moved before.
fn seen_from_before(change: [f32; Chances::COUNT]) -> [f32; Chances::COUNT] {
    let [
        win,
        win_gammon,
        win_backgammon,
        lose_gammon,
        lose_backgammon,
    ] = change;
    [
        -win,
        lose_gammon,
        lose_backgammon,
        win_gammon,
        win_backgammon,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: [Places; 2] = {
        let mut places = [0; 26];
        places[6] = 15;
        [places; 2]
    };

    /// A position that the net gives even chances, and what a look ahead says of them.
    fn moment(later: f32, behind: Option<f32>) -> Moment {
        let win = |win| [win, 0.0, 0.0, 0.0, 0.0];
        Moment {
            places: PLACES,
            says: win(0.5),
            ahead: Ahead {
                later: win(later),
                behind: behind.map(win),
            },
            other: None,
            is_random: false,
        }
    }

    fn target_of_first(moments: &[Moment]) -> f32 {
        lesson(moments).samples.last().unwrap().targets()[0]
    }

    #[test]
    fn a_target_counts_what_was_wrong_later_less_and_less() {
        let moments = [moment(0.52, None), moment(0.53, None), moment(0.54, None)];
        let expected = 0.52 - LAMBDA * 0.03 + LAMBDA * LAMBDA * 0.04;
        assert!((target_of_first(&moments) - expected).abs() < 1e-4);
    }

    #[test]
    fn what_is_behind_some_rolls_stands_for_the_next_position() {
        let moments = [
            moment(0.52, Some(-0.01)),
            moment(0.53, Some(0.2)),
            moment(0.54, Some(0.3)),
        ];
        let expected = 0.52 - 0.01 + LAMBDA * LAMBDA * 0.04;
        assert!((target_of_first(&moments) - expected).abs() < 1e-4);
    }

    #[test]
    fn nothing_is_learned_from_what_follows_a_random_move() {
        let mut moments = [moment(0.52, None), moment(0.53, None)];
        moments[0].is_random = true;
        assert!((target_of_first(&moments) - 0.52).abs() < 1e-4);
    }
}

use rand::{Rng, RngExt};
use starmax_core::{Node, Rules};

/// The states of one game at random, from the initial one to the end or until `max_steps` steps are made.
///
/// Players choose every move equally often, chance as the game says.
pub fn random_walk<G: Rules>(game: &G, rng: &mut impl Rng, max_steps: usize) -> Vec<G::State> {
    let mut states = vec![game.initial()];
    for _ in 0..max_steps {
        let state = &states[states.len() - 1];
        let next = match game.node(state) {
            Node::Decision(_) => {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                game.play(state, moves[rng.random_range(0..moves.len())])
            }
            Node::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(state, &mut outcomes);
                let number =
                    random_outcome(rng, outcomes.iter().map(|&(_, probability)| probability));
                game.resolve(state, outcomes[number].0)
            }
            Node::Terminal(_) => break,
        };
        states.push(next);
    }
    states
}

/// The number of an outcome, drawn with these probabilities.
pub(crate) fn random_outcome(
    rng: &mut impl Rng,
    probabilities: impl ExactSizeIterator<Item = f64>,
) -> usize {
    let last = probabilities.len() - 1;
    let mut left: f64 = rng.random();
    for (number, probability) in probabilities.enumerate() {
        left -= probability;
        if left < 0.0 {
            return number;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use starmax_games::{Pig, TicTacToe};

    use super::*;

    #[test]
    fn a_walk_leads_from_the_start_to_the_end() {
        let game = TicTacToe;
        for seed in 0..100 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let states = random_walk(&game, &mut rng, usize::MAX);
            let (end, before) = states.split_last().unwrap();
            assert!(matches!(game.node(end), Node::Terminal(_)));
            assert!(
                before
                    .iter()
                    .all(|state| matches!(game.node(state), Node::Decision(_)))
            );
            assert_eq!(states[0], game.initial());
        }
    }

    #[test]
    fn a_walk_stops_after_its_steps() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        assert_eq!(random_walk(&Pig::default(), &mut rng, 3).len(), 4);
        assert_eq!(random_walk(&Pig::default(), &mut rng, 0).len(), 1);
    }

    #[test]
    fn outcomes_come_as_often_as_they_are_likely() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[random_outcome(&mut rng, [0.5, 0.2, 0.3].into_iter())] += 1;
        }
        for (count, expected) in counts.into_iter().zip([5000_i32, 2000, 3000]) {
            assert!((count - expected).abs() < 200, "{counts:?}");
        }
    }
}

//! Numbers for the positions of one player's last checkers.

/// How many checkers a player has on the points 1 to 6, point 1 first. All others have been borne off.
pub type Home = [u8; 6];

/// `RANKS[k][n]` is the binomial coefficient of `n + k` over `k + 1`.
static RANKS: [[u16; 17]; 6] = {
    let mut ranks = [[0; 17]; 6];
    let mut n = 1;
    while n < 17 {
        ranks[0][n] = ranks[0][n - 1] + 1;
        let mut k = 1;
        while k < 6 {
            ranks[k][n] = ranks[k][n - 1] + ranks[k - 1][n];
            k += 1;
        }
        n += 1;
    }
    ranks
};

/// How many positions there are of at most this many checkers, up to 15. They have the numbers below this.
pub(in crate::backgammon) const fn positions(checkers: usize) -> usize {
    RANKS[5][checkers + 1] as usize
}

/// The number of a position in the combinatorial number system.
///
/// Each of the points 6 to 1 adds a term that grows with the checkers there and behind. Moving a checker makes some of these
/// counts smaller and none larger, so every turn leads to a smaller number. Fewer checkers have smaller numbers.
///
/// # Panics
/// When there are more than 16 checkers.
#[inline]
pub(super) fn index(home: Home) -> usize {
    let mut here_or_behind = 0;
    let terms = home.iter().rev().zip(&RANKS).map(|(&count, ranks)| {
        here_or_behind += usize::from(count);
        usize::from(ranks[here_or_behind])
    });
    terms.sum()
}

/// The position that has this number.
pub(in crate::backgammon) fn home_at(index: usize) -> Home {
    let mut home = Home::default();
    let mut rest = index;
    for (point, ranks) in RANKS.iter().rev().enumerate() {
        let here_or_behind = ranks.partition_point(|&rank| usize::from(rank) <= rest) - 1;
        rest -= usize::from(ranks[here_or_behind]);
        home[point] = u8::try_from(here_or_behind).expect("a player has 15 checkers");
        if point > 0 {
            home[point - 1] -= home[point];
        }
    }
    home
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_own_number() {
        for number in 0..positions(15) {
            let home = home_at(number);
            assert!(home.iter().sum::<u8>() <= 15);
            assert_eq!(index(home), number);
        }
    }

    #[test]
    fn there_are_as_many_positions_as_combinations() {
        assert_eq!(positions(0), 1);
        assert_eq!(positions(1), 7);
        assert_eq!(positions(6), 924);
        assert_eq!(positions(15), 54_264);
    }

    #[test]
    fn fewer_checkers_have_smaller_numbers() {
        let checkers = |number| home_at(number).iter().sum::<u8>();
        assert!((0..positions(15)).map(checkers).is_sorted());
        assert_eq!(checkers(positions(6) - 1), 6);
        assert_eq!(checkers(positions(6)), 7);
    }
}

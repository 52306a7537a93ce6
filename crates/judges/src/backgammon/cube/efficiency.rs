use starmax_games::BackgammonState;

/// How much of a live cube's worth the player gets who rolls next, from 0 (the cube is dead) to 1 (it can be turned at the very best moment).
///
/// With contact 0.68. In a bearoff (all checkers of both players are home, as in the tables of [`Bearoff`](crate::backgammon::Bearoff)) 0.6. In
/// other races it grows with the pips of the player on roll, from 0.6 to 0.7: long races change slowly. The figures are GNU Backgammon's.
///
/// ```
/// use starmax_core::Notation;
/// use starmax_games::Backgammon;
/// use starmax_judges::backgammon::efficiency;
///
/// let of = |position| Backgammon::default().parse_state(position).map(|state| efficiency(&state));
/// assert_eq!(of("start")?, 0.68);
/// assert_eq!(of("XGID=-BBBBBB--B-----b-bbbbbb---:0:0:1:00:0:0:0:0:10")?, 0.625);
/// assert_eq!(of("gwAAMAQAAAAAAA")?, 0.6);
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[inline]
#[must_use]
pub fn efficiency(state: &BackgammonState) -> f64 {
    const CONTACT: f64 = 0.68;
    const BEAROFF: f64 = 0.6;
    const BEYOND_HOME: usize = 7;
    if state.is_contact() {
        return CONTACT;
    }
    let [mine, his] = state.mine_and_his();
    if mine.count_from(BEYOND_HOME) + his.count_from(BEYOND_HOME) == 0 {
        return BEAROFF;
    }
    (0.55 + 0.00125 * f64::from(mine.pips())).clamp(0.6, 0.7)
}

use starmax_core::{Game, Notation};
use starmax_games::Backgammon;

/// 1,255 decisions from games that GNU Backgammon played against itself: position ID, roll, number of legal moves, and a digest of
/// the sorted lines `move position` that GNU Backgammon lists, the opponent being on roll in the position.
const DECISIONS: &str = include_str!("decisions.txt");

#[test]
fn gnu_backgammon_lists_the_same_moves() {
    let game = Backgammon::default();
    let mut count = 0;
    for decision in DECISIONS.lines() {
        let [position, roll, moves, digest] = decision.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{decision}");
        };
        let lines = legal_moves(&game, &format!("{position}-{roll}"));
        let ours = format!("{} {:016x}", lines.len(), fnv(&lines.concat()));
        assert_eq!(
            ours,
            format!("{moves} {digest}"),
            "{position} {roll}:\n{}",
            lines.concat()
        );
        count += 1;
    }
    assert_eq!(count, 1255);
}

fn legal_moves(game: &Backgammon, position: &str) -> Vec<String> {
    let state = game.parse_state(position).unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let write = |mv| {
        let after = game.play(&state, mv);
        format!(
            "{} {}\n",
            game.write_move(&state, mv),
            game.write_position(&after)
        )
    };
    let mut lines: Vec<String> = moves.into_iter().map(write).collect();
    lines.sort();
    lines
}

/// FNV-1a.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

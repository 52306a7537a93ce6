use starmax_records::{MatchRecord, read, write_mat, write_sgf};

/// Files of matches: what is read follows the rules and comes back, or the error says why.
///
/// # Panics
/// When something is wrong.
pub fn records(data: &[u8]) {
    let reading = match read(data, None) {
        Ok(reading) => reading,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    for problem in &reading.problems {
        assert!(problem.line > 0 && !problem.message.is_empty(), "{problem}");
    }
    let record = &reading.record;
    let decisions = record.replay().inspect(|decision| {
        assert!(decision.is_ok(), "{decision:?}");
    });
    let actions: usize = record.games.iter().map(|game| game.actions.len()).sum();
    assert_eq!(decisions.count(), actions);
    let mat = write_mat(record).expect("a match that follows the rules");
    let sgf = write_sgf(record).expect("a match that follows the rules");
    let [of_mat, of_sgf] =
        [mat, sgf].map(|text| read(text.as_bytes(), None).map(|read| read.record));
    // Names can be anything, and a game that was cut short has lost its end.
    if reading.problems.is_empty() {
        assert_eq!(of_sgf.as_ref().map(|read| &read.games), Ok(&record.games));
        if is_plain(record) {
            assert_eq!(of_sgf.as_ref(), Ok(record));
            assert_eq!(of_mat.map(|read| actions_of(&read)), Ok(actions_of(record)));
        }
    }
}

fn is_plain(record: &MatchRecord) -> bool {
    let words = record.info.iter().flat_map(|(name, value)| [name, value]);
    let is_plain = |text: &String| {
        let is_plain = |sign: char| sign.is_ascii_alphanumeric() || " .-+".contains(sign);
        text.chars().all(is_plain) && text.trim() == text && !text.is_empty()
    };
    !record.games.is_empty() && record.players.iter().chain(words).all(is_plain)
}

fn actions_of(record: &MatchRecord) -> Vec<Vec<starmax_records::Entry>> {
    (record.games.iter())
        .map(|game| game.actions.clone())
        .collect()
}

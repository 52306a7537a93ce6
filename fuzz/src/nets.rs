use std::str::from_utf8;
use std::sync::LazyLock;

use starmax_backgammon::{BackgammonNet, Kernel, NetFile, NetWeights, SealedFile};
use starmax_core::{Evaluator, Game, Notation};
use starmax_games::{Backgammon, BackgammonState, Dice, DiceNet};

/// A net of Dice as a file.
///
/// # Panics
/// When something is wrong.
pub fn dice_net(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let Ok(file) = starmax_games::NetFile::parse(text) else {
        return;
    };
    let again = starmax_games::NetFile::parse(&file.write()).expect("what was written can be read");
    assert_eq!(again, file);
    let (game, net) = (Dice::default(), DiceNet::new(&file.weights));
    let value = net.evaluate(&game, &game.initial());
    assert!(net.range(&game).contains(value), "{value}");
}

/// A file with a title and a checksum: any bytes, and a file that is made of them.
///
/// # Panics
/// When something is wrong.
pub fn sealed_file(data: &[u8]) {
    let title = data
        .split(|&byte| byte == b'\n')
        .next()
        .and_then(|line| from_utf8(line).ok());
    drop(SealedFile::parse(title.unwrap_or("title"), data));
    let line = |number: usize| -> String {
        let text = data.chunks(20).nth(number).unwrap_or_default();
        let text = text.iter().map(|&byte| char::from(byte));
        text.filter(|letter| !letter.is_whitespace()).collect()
    };
    let file = SealedFile {
        title: line(0),
        about: vec![
            (format!("a{}", line(1)), line(2)),
            (format!("b{}", line(3)), line(4)),
        ],
        bytes: data.to_vec(),
    };
    assert_eq!(
        SealedFile::parse(&file.title, &file.write()).as_ref(),
        Ok(&file)
    );
}

/// A net of backgammon with some of its bytes changed, and what all kernels make of it.
///
/// The bytes are taken eight by eight: a place, and what to write there and how often.
///
/// # Panics
/// When something is wrong.
pub fn backgammon_net(data: &[u8]) {
    static ZERO: LazyLock<SealedFile> = LazyLock::new(|| {
        let file = NetFile::new("command".into(), "progress".into(), &NetWeights::zero()).write();
        let title = file
            .split(|&byte| byte == b'\n')
            .next()
            .and_then(|line| from_utf8(line).ok());
        SealedFile::parse(title.expect("a title"), &file).expect("what was written can be read")
    });
    let mut file = ZERO.clone();
    let (changes, rest) = data.as_chunks::<8>();
    for &[high, middle, low, times, bytes @ ..] in changes.iter().take(64) {
        let place = u32::from_be_bytes([0, high, middle, low]) as usize % file.bytes.len();
        let there = file.bytes[place..].iter_mut();
        for (byte, &new) in there.zip(bytes.iter().cycle()).take(4 << (times % 20)) {
            *byte = new;
        }
    }
    file.bytes.extend(rest);
    let bytes = file.write();
    let Ok(net) = NetFile::parse(&bytes) else {
        return;
    };
    assert_eq!(net.write(), bytes, "what was read is written again");
    static STATES: LazyLock<Vec<BackgammonState>> = LazyLock::new(|| {
        let game = Backgammon::default();
        let positions = [
            "start",
            "4HPwATDgc/ABMA-min",
            "sGfwgQPgc/ABMA",
            "33YGAADMZgcAAA",
            "AAAAAAAAAAAAAA",
            "2G4DAAb7jQMAAA",
        ];
        positions
            .iter()
            .filter_map(|position| game.parse_state(position).ok())
            .collect()
    });
    let mut judged = Kernel::available().into_iter().map(|kernel| {
        let net = BackgammonNet::new(net.clone()).with_kernel(kernel);
        let mut chances = Vec::new();
        net.chances_of_all(&STATES, &mut chances);
        (kernel, chances)
    });
    let (_, expected) = judged.next_back().expect("the portable kernel");
    for (kernel, chances) in judged {
        assert_eq!(chances, expected, "{kernel}");
    }
}

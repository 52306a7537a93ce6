use std::str::from_utf8;
use std::sync::LazyLock;

use starmax_core::{Evaluator, Notation, Rules};
use starmax_files::SealedFile;
use starmax_games::{Backgammon, BackgammonState, Dice};
use starmax_judges::backgammon::{BackgammonNet, Kernel, NetFile, NetWeights};
use starmax_judges::dice::{self, DiceNet};

/// A net of Dice as a file.
///
/// # Panics
/// When something is wrong.
pub fn dice_net(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let file = match dice::NetFile::parse(text) {
        // Without a checksum, as mutations leave it, the rest is read with the right one.
        Err(dice::NetError::NoSum(sum)) => {
            let open = text.trim_end().trim_end_matches('}');
            dice::NetFile::parse(&format!("{open}}},\"sum\":\"{sum}\"}}"))
        }
        file => file,
    };
    let Ok(file) = file else { return };
    let again = dice::NetFile::parse(&file.write()).expect("what was written can be read");
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
/// The bytes are taken eight by eight: a place, how often to write there, and what. Those that are left over go to the end of the net.
///
/// # Panics
/// When something is wrong.
pub fn backgammon_net(data: &[u8]) {
    static ZERO: LazyLock<SealedFile> = LazyLock::new(|| {
        let file = NetFile::new("command".into(), "progress".into(), &NetWeights::zero()).write();
        let title = file.split(|&byte| byte == b'\n').next();
        let title = title.and_then(|line| from_utf8(line).ok());
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
    if let Ok(net) = NetFile::parse(&bytes) {
        assert_eq!(net.write(), bytes, "what was read is written again");
        compare_kernels(&net);
    }
}

fn compare_kernels(net: &NetFile) {
    /// More than four with the same player on roll, some without contact, one at the bar.
    const POSITIONS: [&str; 8] = [
        "start",
        "4HPwATDgc/ABMA-min",
        "sGfwATDgc/ABMA",
        "sGfwATDgc/ABMA-min",
        "hmfwASLgM/iAIQ",
        "gwAAMAQAAAAAAA",
        "XGID=-b---BD-B---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        "XGID=bJ-----------------k----BA:0:0:-1:00:0:0:0:0:10",
    ];
    static STATES: LazyLock<[BackgammonState; POSITIONS.len()]> = LazyLock::new(|| {
        let game = Backgammon::default();
        POSITIONS.map(|position| game.parse_state(position).expect("a position"))
    });
    let chances = |kernel| {
        let mut all = Vec::new();
        let net = BackgammonNet::new(net.clone()).with_kernel(kernel);
        net.chances_of_all(&*STATES, &mut all);
        all
    };
    let expected = chances(Kernel::PORTABLE);
    for kernel in Kernel::available() {
        assert_eq!(chances(kernel), expected, "{kernel}");
    }
}

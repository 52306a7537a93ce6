use starmax_games::BackgammonState;
use starmax_judges::backgammon::Places;
use starmax_judges::backgammon::{Chances, NetInputs};

/// A position, seen by the player on roll, and what the net should say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    /// At each place the own checkers in the lower half of the byte, the opponent's in the upper half.
    checkers: [u8; 26],
    targets: [u16; Chances::COUNT],
}

impl Sample {
    pub(super) const BYTES: usize = 26 + 2 * Chances::COUNT;

    const ONE: f32 = u16::MAX as f32;

    pub(super) fn new([mine, his]: &[Places; 2], targets: [f32; Chances::COUNT]) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast of floats saturates, as targets outside of 0 to 1 should"
        )]
        let targets = targets.map(|target| (target * Self::ONE).round() as u16);
        Self {
            checkers: std::array::from_fn(|place| mine[place] | his[place] << 4),
            targets,
        }
    }

    #[inline]
    pub(super) fn inputs(&self) -> NetInputs {
        let mine = self.checkers.map(|both| both & 15);
        let his = self.checkers.map(|both| both >> 4);
        NetInputs::of(&mine, &his)
    }

    /// The position with Max on roll.
    pub(super) fn state(&self) -> Option<BackgammonState> {
        BackgammonState::from_places(self.inputs().places()).ok()
    }

    #[inline]
    pub(super) fn targets(&self) -> [f32; Chances::COUNT] {
        self.targets.map(|target| f32::from(target) / Self::ONE)
    }

    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..26].copy_from_slice(&self.checkers);
        for (bytes, target) in bytes[26..].chunks_exact_mut(2).zip(self.targets) {
            bytes.copy_from_slice(&target.to_le_bytes());
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let (checkers, targets) = bytes.split_at(26);
        Self {
            checkers: checkers.try_into().expect("26 places"),
            targets: std::array::from_fn(|target| {
                u16::from_le_bytes([targets[2 * target], targets[2 * target + 1]])
            }),
        }
    }
}

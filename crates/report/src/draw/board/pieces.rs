//! What lies on the board: checkers, dice and the cube.

use starmax_core::Player;
use starmax_games::{MatchState, Offer};

use super::Board;
use super::geometry::{
    At, BAR, LEFT_TRAY, MIDDLE, OFF, RADIUS, RIGHT_TRAY, SLAB, STACK, TRAY, class, height,
    rolling_place, seat, slab,
};
use crate::draw::pen::{anchored, block, disc};

/// How large dice and the cube are.
const DIE: f64 = 31.0;
const CUBE: f64 = 34.0;

impl Board<'_> {
    /// The checkers of both players, a group for each place that has some.
    pub(super) fn checkers(&self) -> String {
        let mut svg = String::new();
        for player in [Player::Max, Player::Min] {
            let counts = self.state.checkers(player).counts();
            for (place, count) in counts.into_iter().enumerate() {
                if count > 0 {
                    svg += &self.stack(player, place, count);
                }
            }
        }
        svg
    }

    fn stack(&self, player: Player, place: usize, count: u8) -> String {
        let is_viewer = player == self.viewer;
        let name = match place {
            OFF => "off".to_owned(),
            BAR => "bar".to_owned(),
            point => point.to_string(),
        };
        let checkers = if place == OFF {
            borne_off(player, is_viewer, count)
        } else {
            let drawn = 0..count.min(STACK);
            let mut svg: String = drawn
                .map(|below| checker(player, seat(is_viewer, place, below)))
                .collect();
            if count > STACK {
                let (x, y) = seat(is_viewer, place, STACK - 1);
                let text = count.to_string();
                svg += &disc(class(player), (x, y), RADIUS);
                svg += &anchored(
                    &format!("count {}", class(player)),
                    "middle",
                    (x, y + 5.7),
                    &text,
                );
            }
            svg
        };
        format!(
            "<g data-player=\"{}\" data-place=\"{name}\" data-checkers=\"{count}\">\n{checkers}</g>\n",
            class(player)
        )
    }

    /// The dice of the player on roll, before whom they lie.
    pub(super) fn dice(&self) -> String {
        let Some(roll) = self.state.roll() else {
            return String::new();
        };
        let player = self.state.player();
        let (x, y) = rolling_place(player == self.viewer);
        let apart = DIE / 2.0 + 6.0;
        let dice =
            die(player, (x - apart, y), roll.high()) + &die(player, (x + apart, y), roll.low());
        format!(
            "<g data-player=\"{}\" data-roll=\"{roll}\">\n{dice}</g>\n",
            class(player)
        )
    }

    /// The cube: in the middle, before its owner, or before the player who doubles, with what it is offered at.
    pub(super) fn cube(&self) -> String {
        let MatchState {
            cube,
            offer,
            is_crawford,
            ..
        } = self.around;
        let x = LEFT_TRAY + TRAY / 2.0;
        let is_offered = offer == Some(Offer::Double);
        let value = if is_offered {
            cube.value() * 2
        } else {
            cube.value()
        };
        let (place, middle) = match cube.owner {
            _ if is_offered => ("offered", rolling_place(self.state.player() == self.viewer)),
            None => ("middle", (x, MIDDLE)),
            Some(owner) => {
                let y = height(owner != self.viewer, 6.0 + CUBE / 2.0);
                (class(owner), (x, y))
            }
        };
        // A cube that was not turned yet lies with its 64 up.
        let face = match value {
            _ if is_crawford => "Cr".to_owned(),
            1 => "64".to_owned(),
            value => value.to_string(),
        };
        let (size, drop) = match face.len() {
            ..=2 => ("", 6.4),
            3 => (" three", 5.4),
            4 => (" four", 4.3),
            _ => (" five", 3.6),
        };
        let resting = if is_crawford {
            " class=\"resting\""
        } else {
            ""
        };
        let (left, top) = (middle.0 - CUBE / 2.0, middle.1 - CUBE / 2.0);
        let body = block("cube", (left, top), (CUBE, CUBE), 6.0);
        let face = anchored(
            &format!("face{size}"),
            "middle",
            (middle.0, middle.1 + drop),
            &face,
        );
        format!(
            "<g{resting} data-cube=\"{value}\" data-cube-place=\"{place}\">\n{body}{face}</g>\n"
        )
    }
}

pub(super) fn checker(player: Player, middle: At) -> String {
    let class = class(player);
    disc(class, middle, RADIUS) + &disc(&format!("groove {class}"), middle, RADIUS * 0.66)
}

/// Checkers that stand on their edges, and how many they are.
fn borne_off(player: Player, is_viewer: bool, count: u8) -> String {
    let width = TRAY - 8.0;
    let mut svg: String = (0..count)
        .map(|below| block(class(player), slab(is_viewer, below), (width, SLAB), 2.5))
        .collect();
    let (_, last) = slab(is_viewer, count - 1);
    let foot = if is_viewer {
        last - 6.0
    } else {
        last + SLAB + 16.0
    };
    svg += &anchored(
        "off",
        "middle",
        (RIGHT_TRAY + TRAY / 2.0, foot),
        &count.to_string(),
    );
    svg
}

fn die(player: Player, (x, y): At, number: u8) -> String {
    let class = class(player);
    let spot = format!("spot {class}");
    let step = DIE * 0.27;
    let spots = spots(number).iter();
    let spots =
        spots.map(|(right, down)| disc(&spot, (x + right * step, y + down * step), DIE * 0.095));
    block(class, (x - DIE / 2.0, y - DIE / 2.0), (DIE, DIE), 6.0) + &spots.collect::<String>()
}

/// Where a die has its spots, in steps from its middle.
const fn spots(number: u8) -> &'static [At] {
    match number {
        1 => &[(0.0, 0.0)],
        2 => &[(1.0, -1.0), (-1.0, 1.0)],
        3 => &[(1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (0.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        _ => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (-1.0, 0.0),
            (1.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
    }
}

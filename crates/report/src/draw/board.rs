//! Boards of backgammon as pictures.

mod arrows;
mod colours;
mod geometry;
mod pieces;
mod surface;
mod words;

use starmax_core::Player;
use starmax_games::{BackgammonMove, BackgammonState, MatchState};

use super::figures::escaped;
use super::pen::{anchored, at, block, disc, shortened, text_line, text_width, wrapped};
use geometry::{FRAME, MARGIN, WIDTH, class};

// Sizes of letters as they are measured: larger than they are written, because some fonts are wide, and bold letters wider.
const TITLE: f64 = 18.0 * 1.2;
const NAME: f64 = 16.0 * 1.2;
const SCORE: f64 = 15.0 * 1.2;
const SMALL: f64 = 14.0 * 1.1;
const CAPTION: f64 = 15.0 * 1.1;
const TITLE_LINE: f64 = 23.0;
/// Room for a line with a player above or below the board.
const STRIP: f64 = 34.0;
const CAPTION_LINE: f64 = 20.0;

/// A position of backgammon as a picture: the board as one player sees it, whose home is at the bottom right, with everything that surrounds it.
///
/// Max has the light checkers. A cube that was not turned yet shows 64, as on a real board, and `Cr` in the Crawford game.
///
/// ```
/// use starmax_core::Notation;
/// use starmax_games::Backgammon;
/// use starmax_report::{Board, Theme};
///
/// let game = Backgammon::default();
/// let (state, around) = game.parse_with_match("XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:4:2:0:9:10")?;
/// let picture = Board {
///     around,
///     names: ["Ann", "Bob"],
///     mv: Some(game.parse_move(&state, "8/5 6/5")?),
///     theme: Theme::Light,
///     ..Board::new(&state)
/// };
/// let svg = picture.svg();
/// assert!(svg.contains("Ann plays 31: 8/5 6/5"));
/// assert!(svg.contains("data-cube=\"2\" data-cube-place=\"min\""));
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The position.
    pub state: &'a BackgammonState,
    /// The cube, the score, and what waits for an answer.
    pub around: MatchState,
    /// Who looks at the board, and numbers its points.
    pub viewer: Player,
    /// What the players are called, Max first.
    pub names: [&'a str; 2],
    /// A move of the player on roll, drawn as arrows.
    pub mv: Option<BackgammonMove>,
    /// What stands below the board.
    pub caption: &'a str,
    /// Its colours.
    pub theme: Theme,
}

/// Colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light or dark as the reader likes it, and light on paper.
    #[default]
    Auto,
    /// Dark on light paper.
    Light,
    /// Light on dark paper.
    Dark,
}

impl<'a> Board<'a> {
    /// The position as the player on roll sees it, in a money game with the cube in the middle.
    #[must_use]
    pub fn new(state: &'a BackgammonState) -> Self {
        Self {
            state,
            around: MatchState::default(),
            viewer: state.player(),
            names: ["X", "O"],
            mv: None,
            caption: "",
            theme: Theme::Auto,
        }
    }

    /// The picture, which stands alone or in a page.
    ///
    /// What lies on the board has data attributes: `data-checkers` with `data-player` (max or min) and `data-place` (a point as the owner numbers it,
    /// bar or off), `data-roll`, `data-cube` with `data-cube-place` (middle, max, min or offered), and `data-from` and `data-to` of arrows.
    #[must_use]
    pub fn svg(&self) -> String {
        let inner = WIDTH - 2.0 * MARGIN;
        let mut top = MARGIN;
        let mut head = String::new();
        for line in wrapped(&self.headline(), inner, TITLE) {
            head += &text_line("title", MARGIN, top + 15.0, &line);
            top += TITLE_LINE;
        }
        head += &text_line("subtitle", MARGIN, top + 13.0, &self.setting());
        top += 24.0;
        let [above, below] = [self.viewer.opponent(), self.viewer];
        let board_top = top + STRIP;
        let bottom = board_top + FRAME;
        let mut foot = bottom + STRIP;
        let mut caption = String::new();
        for line in wrapped(self.caption, inner, CAPTION) {
            caption += &text_line("caption", MARGIN, foot + 16.0, &line);
            foot += CAPTION_LINE;
        }
        let height = foot + MARGIN * 0.6;
        [
            &self.opening(height),
            head.as_str(),
            &self.strip(above, board_top - STRIP / 2.0),
            &format!("<g transform=\"translate(0 {})\">\n", at(board_top)),
            &surface::surface(),
            &self.checkers(),
            &self.dice(),
            &self.cube(),
            &self.arrows(),
            "</g>\n",
            &self.strip(below, bottom + STRIP / 2.0),
            &caption,
            "</svg>\n",
        ]
        .concat()
    }

    /// The beginning of the picture, with its paper.
    fn opening(&self, height: f64) -> String {
        let paper = block("paper", (0.5, 0.5), (WIDTH - 1.0, height - 1.0), 8.0);
        let (theme, style, height) = (self.theme.class(), self.theme.style(), at(height));
        let (title, description) = (escaped(&self.headline()), escaped(&self.description()));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="board {theme}" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">
<title>Backgammon: {title}</title>
<desc>{description}</desc>
<style>
{style}</style>
{paper}"#
        )
    }

    /// A line about a player: the colour, the score if there is one, the name, and what is left to do.
    fn strip(&self, player: Player, middle: f64) -> String {
        const CHIP: f64 = 22.0;
        let foot = middle + 5.5;
        let checkers = self.state.checkers(player);
        let mut left = format!("{} pips", checkers.pips());
        let mut x = MARGIN + 26.0;
        let mut svg = disc(class(player), (MARGIN + 9.0, middle), 8.5);
        if self.has_score() {
            let points = self.around.score[usize::from(player)];
            let text = points.to_string();
            let width = (text_width(&text, SCORE) + 12.0).max(CHIP + 4.0);
            svg += &block("chip", (x, middle - CHIP / 2.0), (width, CHIP), 5.0);
            svg += &anchored("score", "middle", (x + width / 2.0, foot), &text);
            x += width + 9.0;
            if let Some(away @ 1..) = self.around.length.checked_sub(points) {
                left = format!("{away} away, {left}");
            }
        }
        let end = WIDTH - MARGIN - text_width(&left, SMALL);
        let name = shortened(self.name(player), end - x - 12.0, NAME);
        svg += &text_line("name", x, foot, &name);
        svg + &anchored("left", "end", (WIDTH - MARGIN, foot), &left)
    }
}

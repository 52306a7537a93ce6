//! Colours by day and by night.

use super::Theme;

/// One rule in each line, with the names of colours.
const RULES: &str = include_str!("style.css");

/// A name, the colour on light paper and the one on dark paper.
const COLOURS: [(&str, &str, &str); 24] = [
    ("ink", "#1f2937", "#e5e7eb"),
    ("muted", "#4b5563", "#a8b0bd"),
    ("paper", "#fdfdfb", "#16191f"),
    ("line", "#e5e7eb", "#2d333d"),
    ("wood", "#6d5442", "#3d352f"),
    ("seam", "#584334", "#2a2522"),
    ("engraved", "#f3e9db", "#cfc6ba"),
    ("field", "#f1eadd", "#262422"),
    ("pale", "#d8c4a3", "#4d453d"),
    ("deep", "#a9805c", "#76583f"),
    ("max", "#fffdf7", "#efe8da"),
    ("max-rim", "#4a4038", "#0f0e0d"),
    ("max-groove", "#d9cfbe", "#cdc2ae"),
    ("max-ink", "#2a2522", "#1d1a18"),
    ("min", "#2f3743", "#33507c"),
    ("min-rim", "#14181e", "#0d1117"),
    ("min-groove", "#505b6b", "#5776a6"),
    ("min-ink", "#f8fafc", "#f1f5f9"),
    ("cube", "#ffffff", "#f1ece2"),
    ("cube-rim", "#4a4038", "#0f0e0d"),
    ("cube-ink", "#1f2937", "#1d1a18"),
    ("halo", "#fdfdfb", "#16191f"),
    ("arrow", "#047857", "#34d399"),
    ("hit", "#dc2626", "#f87171"),
];

impl Theme {
    /// The name in the style sheet, where boards of different themes can stand on one page.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The style sheet. Before each colour by its name stands the colour itself, for programs that do not know custom properties.
    pub(super) fn style(self) -> String {
        let definitions = |pick: fn(&(&str, &str, &str)) -> String| {
            let all: Vec<String> = COLOURS.iter().map(pick).collect();
            format!(".board.{} {{ {} }}\n", self.class(), all.join(" "))
        };
        let light = definitions(|(name, light, _)| format!("--{name}: {light};"));
        let dark = definitions(|(name, _, dark)| format!("--{name}: {dark};"));
        let definitions = match self {
            Self::Light => light,
            Self::Dark => dark,
            // Paper stays light.
            Self::Auto => {
                format!("{light}@media screen and (prefers-color-scheme: dark) {{\n  {dark}}}\n")
            }
        };
        definitions
            + &RULES
                .lines()
                .map(|rule| self.with_plain_colours(rule))
                .collect::<String>()
    }

    fn with_plain_colours(self, rule: &str) -> String {
        let Some((selector, declarations)) = rule.trim_end_matches(" }").split_once(" { ") else {
            return String::new();
        };
        let mut text = format!("{selector} {{");
        for declaration in declarations.split_inclusive(';').map(str::trim) {
            if let Some(plain) = self.plain(declaration) {
                text += &format!(" {plain}");
            }
            text += &format!(" {declaration}");
        }
        text + " }\n"
    }

    /// A declaration with the colour in the place of its name, if it has one.
    fn plain(self, declaration: &str) -> Option<String> {
        let (_, name) = declaration.split_once("var(--")?;
        let (name, _) = name.split_once(')')?;
        let (_, light, dark) = COLOURS.iter().find(|(known, ..)| *known == name)?;
        let colour = if self == Self::Dark { dark } else { light };
        Some(declaration.replace(&format!("var(--{name})"), colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_defined_and_used() {
        let used = |name: &str| RULES.contains(&format!("var(--{name})"));
        for (name, ..) in COLOURS {
            assert!(used(name), "{name}");
        }
        for declaration in RULES.split(';').filter(|text| text.contains("var(--")) {
            assert!(Theme::Auto.plain(declaration).is_some(), "{declaration}");
        }
    }

    #[test]
    fn rules_are_kept_and_colours_come_first() {
        let style = Theme::Dark.style();
        assert!(style.contains(
            ".board .halo { fill: none; stroke: #16191f; stroke: var(--halo); stroke-width: 7;"
        ));
        let kept = style.lines().filter(|line| line.starts_with(".board "));
        assert_eq!(kept.count(), RULES.lines().count());
    }
}

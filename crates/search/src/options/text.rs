//! Options as players and as parts of a command line.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use starmax_core::ParseError;

use super::{Level, OPTIONS, OptionError, Options, Place, SearchOption};
use crate::Algorithm;

/// The options that can be given at a place.
pub fn options_at(place: Place) -> impl Iterator<Item = &'static SearchOption> {
    OPTIONS.iter().filter(move |option| option.is_at(place))
}

impl Options {
    /// What is set, as on the command line: each option with a space before it.
    #[must_use]
    pub fn command_line(&self) -> String {
        self.set()
            .map(|(option, value)| match option.value {
                Some(_) => format!(" --{} {value}", option.name),
                None => format!(" --{}", option.name),
            })
            .collect()
    }

    /// The names and values of what is set and belongs into the heading of a result.
    #[must_use]
    pub fn heading(&self) -> Vec<(&'static str, String)> {
        self.set()
            .filter(|(option, _)| option.is_in_heading)
            .map(|(option, value)| (option.name, value))
            .collect()
    }

    /// What is set, in the order of the table.
    pub(super) fn set(&self) -> impl Iterator<Item = (&'static SearchOption, String)> {
        OPTIONS
            .iter()
            .filter_map(|option| Some((option, option.written(self)?)))
    }

    /// Options by their names, such as the keyword arguments of another language; a flag has no value.
    ///
    /// ```
    /// use starmax_search::{Options, Place};
    ///
    /// let options = Options::named(Place::Search, [("depth", Some("5")), ("all", None)])?;
    /// assert_eq!(options.command_line(), " --depth 5 --all");
    /// let error = Options::named(Place::Tree, [("depth", Some("5"))]).unwrap_err();
    /// assert!(error.to_string().starts_with(r#"found "depth", expected one of algorithm, time, nodes"#));
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// When an option is not one of that place, its value is not as expected, or two of them exclude each other.
    pub fn named<'a>(
        place: Place,
        settings: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Result<Self, ParseError> {
        let mut options = Self::default();
        let mut seen = Vec::new();
        for (name, value) in settings {
            let found = match value {
                Some(value) => format!("{name}={value}"),
                None => name.to_owned(),
            };
            let option = options_at(place).find(|option| option.name == name);
            let option = option.ok_or_else(|| unknown_name(name, place))?;
            if option.value.is_none() && value.is_some() {
                return Err(ParseError::new(found, format!("{name} without a value")));
            }
            // A flag that has to have a value is read as one that is empty, which none can be.
            (option.read(&mut options, value.unwrap_or_default(), place))
                .map_err(|_| bad_value(&found, option, place))?;
            see(&mut seen, option, &found)?;
        }
        check_needs(&seen, |option| option.name.to_owned())?;
        Ok(options)
    }

    /// Reads the settings of a player after its algorithm: `depth=5,order=static`.
    fn read_settings(&mut self, settings: &str) -> Result<(), ParseError> {
        let mut seen: Vec<&SearchOption> = Vec::new();
        for part in settings.split(',').filter(|_| !settings.trim().is_empty()) {
            let part = part.trim();
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim(), Some(value.trim())),
                None => (part, None),
            };
            let option = options_at(Place::Player)
                .find(|option| option.name == key && (option.value.is_some() == value.is_some()))
                .ok_or_else(|| unknown_key(part))?;
            see(&mut seen, option, settings)?;
            (option.read(self, value.unwrap_or_default(), Place::Player))
                .map_err(|_| bad_value(part, option, Place::Player))?;
        }
        check_needs(&seen, |_| settings.to_owned())
    }
}

/// Takes note of an option, unless it was given before or excludes one that was.
fn see(
    seen: &mut Vec<&'static SearchOption>,
    option: &'static SearchOption,
    text: &str,
) -> Result<(), ParseError> {
    let key = option.name;
    for earlier in &*seen {
        if earlier.name == key {
            return Err(ParseError::new(text, format!("{key} only once")));
        }
        if earlier.conflicts.contains(&key) || option.conflicts.contains(&earlier.name) {
            let expected = format!("either {} or {key}", earlier.name);
            return Err(ParseError::new(text, expected));
        }
    }
    seen.push(option);
    Ok(())
}

/// Whether every option has the one that it needs beside it.
fn check_needs(
    seen: &[&SearchOption],
    text: impl Fn(&SearchOption) -> String,
) -> Result<(), ParseError> {
    for option in seen {
        if let Some(needed) = option.requires
            && !seen.iter().any(|other| other.name == needed)
        {
            let expected = format!("{needed} beside {}", option.name);
            return Err(ParseError::new(text(option), expected));
        }
    }
    Ok(())
}

fn unknown_name(name: &str, place: Place) -> ParseError {
    let known: Vec<_> = options_at(place)
        .filter(|option| !option.is_hidden)
        .map(|option| option.name)
        .collect();
    ParseError::new(name, format!("one of {}", known.join(", ")))
}

fn unknown_key(part: &str) -> ParseError {
    let (keys, flags): (Vec<_>, Vec<_>) =
        options_at(Place::Player).partition(|option| option.value.is_some());
    let names = |options: Vec<&SearchOption>| -> String {
        let names: Vec<_> = options.iter().map(|option| option.name).collect();
        names.join(", ")
    };
    let (keys, flags) = (names(keys), names(flags));
    ParseError::new(
        part,
        format!("settings written key=value, with the key one of {keys}; or {flags}"),
    )
}

fn bad_value(part: &str, option: &SearchOption, place: Place) -> ParseError {
    let expected = option.expected(place);
    ParseError::new(part, format!("{} to be {expected}", option.name))
}

/// As a player of a tournament: the algorithm or a level, a colon, and settings with commas in between.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "{level}")?,
            None => write!(f, "{}", self.algorithm())?,
        }
        let settings =
            (self.set()).filter(|(option, _)| !["algorithm", "level"].contains(&option.name));
        for (number, (option, value)) in settings.enumerate() {
            f.write_str(if number == 0 { ":" } else { "," })?;
            f.write_str(option.name)?;
            if option.value.is_some() {
                let separator = option.list.unwrap_or(',').to_string();
                write!(f, "={}", value.replace(',', &separator))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Options {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut options = Self::default();
        if let Ok(level) = name.trim().parse::<Level>() {
            options.level = Some(level);
        } else {
            let algorithm = name.trim().parse::<Algorithm>().map_err(|_| {
                let names = Algorithm::names();
                let levels = Level::names().join(", ");
                ParseError::new(
                    name,
                    format!("an algorithm or a level, one of {names}, {levels}"),
                )
            })?;
            options.algorithm = Some(algorithm);
        }
        options.read_settings(settings)?;
        if options.level.is_some() && options.depth.is_some() {
            return Err(ParseError::new(text, "either a level or a depth"));
        }
        Ok(options)
    }
}

impl OptionError {
    /// What is wrong with a text, for a reader who sees that text: only part of it is repeated.
    #[must_use]
    pub fn about(&self, text: &str) -> String {
        match self {
            Self::Value { found, expected } if found == text => format!("expected {expected}"),
            _ => self.to_string(),
        }
    }
}

/// Reads a time such as `5s`, `500ms`, `2m` or `1h`; a number alone means seconds. `None` if it is none.
#[must_use]
pub fn parse_time(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|unit: char| unit.is_ascii_alphabetic());
    let seconds = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(digits.parse::<f64>().ok()? * seconds).ok()
}

/// A time that can be read again.
pub(super) fn write_time(time: Duration) -> String {
    if time < Duration::from_secs(1) && time.subsec_nanos().is_multiple_of(1_000_000) {
        format!("{}ms", time.as_millis())
    } else {
        format!("{}s", time.as_secs_f64())
    }
}

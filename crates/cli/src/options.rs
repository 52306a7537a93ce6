//! The command line of the options of a search, made from their table.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroUsize;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use starmax_catalog::Request;
use starmax_search::{GameKind, Level, Options, Place, SearchOption, options_at};

use crate::args::processors;
use crate::interrupt::{HEEDED, STOP};

/// The options that a command takes.
pub(crate) struct OptionArgs<P> {
    pub(crate) options: Options,
    place: PhantomData<P>,
}

/// A command that takes options.
pub(crate) trait At {
    const PLACE: Place;
}

macro_rules! places {
    ($($place:ident)*) => {$(
        #[doc = concat!("See [`Place::", stringify!($place), "`].")]
        pub(crate) struct $place;

        impl At for $place {
            const PLACE: Place = Place::$place;
        }
    )*};
}

places! { Search Play Tree SelfPlay Rollout }

impl<P> Clone for OptionArgs<P> {
    fn clone(&self) -> Self {
        Self {
            options: self.options.clone(),
            place: PhantomData,
        }
    }
}

impl<P> fmt::Debug for OptionArgs<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.options.fmt(f)
    }
}

impl<P> OptionArgs<P> {
    /// A search with these options that Ctrl-C stops.
    pub(crate) fn request(&self) -> Request<'static> {
        Request {
            options: Options {
                threads: Some(self.threads()),
                ..self.options.clone()
            },
            stop: Some(&STOP),
            begun: Some(&HEEDED),
            ..Request::default()
        }
    }

    /// The same, at the level at which backgammon is usually played where nothing says how to search.
    pub(crate) fn playing_request(&self) -> Request<'static> {
        let options = &self.options;
        let is_limited = options.depth().is_some() || options.time.is_some();
        let is_open = !is_limited && options.nodes.is_none() && fits(options, Level::USUAL);
        self.request().with(|options| {
            options.level = options.level.or(is_open.then_some(Level::USUAL));
        })
    }

    /// The threads to search with.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.options.threads.unwrap_or_else(processors)
    }

    /// What is not as usual, as on the command line, but for the limits.
    pub(crate) fn written(&self) -> String {
        let unlimited = Options {
            algorithm: (self.options.algorithm).or(self.options.level.map(Level::algorithm)),
            level: None,
            depth: None,
            nodes: None,
            time: None,
            ..self.options.clone()
        };
        unlimited.command_line()
    }
}

/// Whether a search at this level can use the options, and they ask for no other algorithm.
pub(crate) fn fits(options: &Options, level: Level) -> bool {
    let at_level = Options {
        level: Some(level),
        depth: None,
        ..options.clone()
    };
    options.algorithm.is_none() && at_level.check("", GameKind::WithChance).is_ok()
}

impl<P: At> Args for OptionArgs<P> {
    fn augment_args(command: Command) -> Command {
        options_at(P::PLACE).fold(command, |command, option| {
            command.arg(argument(option, P::PLACE))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<P: At> FromArgMatches for OptionArgs<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut args = Self {
            options: Options::default(),
            place: PhantomData,
        };
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for option in options_at(P::PLACE) {
            let text = match option.value {
                Some(_) => matches.get_one::<String>(option.name).cloned(),
                None => matches.get_flag(option.name).then(String::new),
            };
            if let Some(text) = text {
                let read = option.read(&mut self.options, &text, P::PLACE);
                read.expect("what was checked before can be read");
            }
        }
        Ok(())
    }
}

fn argument(option: &'static SearchOption, place: Place) -> Arg {
    let is_here = |name: &&&str| options_at(place).any(|other| other.name == **name);
    let mut argument = Arg::new(option.name)
        .long(option.name)
        .help(option.help(place).trim_end_matches('.').to_owned())
        .hide(option.is_hidden)
        .conflicts_with_all(option.conflicts.iter().filter(is_here).copied());
    if let Some(short) = option.short {
        argument = argument.short(short);
    }
    if let Some(needed) = option.requires {
        argument = argument.requires(needed);
    }
    let Some(value) = option.value else {
        return argument.action(ArgAction::SetTrue);
    };
    // Names do not begin with a hyphen; a number that does is better refused as a number than as an unknown option.
    let is_name = !(option.names)(place).is_empty() || matches!(option.name, "evaluator" | "net");
    argument
        .value_name(value)
        .allow_hyphen_values(!is_name)
        .value_parser(move |text: &str| {
            let read = option.read(&mut Options::default(), text, place);
            let read = read.map(|()| text.to_owned());
            read.map_err(|error| error.about(text))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads words as a command that takes options.
    fn read<P: At>(words: &str) -> Result<Options, Error> {
        let command = OptionArgs::<P>::augment_args(Command::new("starmax"));
        let words = std::iter::once("starmax").chain(words.split_whitespace());
        let matches = command.try_get_matches_from(words)?;
        Ok(OptionArgs::<P>::from_arg_matches(&matches)?.options)
    }

    #[test]
    fn a_player_and_a_command_line_with_the_same_options_agree() {
        for player in [
            "starmax",
            "starmax:depth=5,without=killers+history,reuse-deeper",
            "star2.5:time=500ms,nodes=100000,probes=0,order=static,probe=quality",
            "static-reply:filter=8:0.16/none,evaluator=net:some.net,noise=0.015,noise-seed=7",
            "star2-tt:table-mb=2,depth=7",
            "2ply",
            "2ply-full:time=5s",
        ] {
            let options: Options = player.parse().unwrap();
            let line = options.command_line();
            assert_eq!(read::<Search>(&line).unwrap(), options, "{line}");
            if options.level.is_none() {
                assert_eq!(read::<Play>(&line).unwrap(), options, "{line}");
            }
        }
    }

    #[test]
    fn old_habits_are_kept() {
        let old = read::<Search>("--probe-by-quality --net some.net").unwrap();
        let new = read::<Search>("--probe quality --evaluator net:some.net").unwrap();
        assert_eq!(old, new);
        for excluded in [
            "--probe order --probe-by-quality",
            "--net a --evaluator b",
            "--top 3 --all",
            "--all --filter none",
            "--noise-seed 1",
            "--level 2ply --depth 3",
            "--algorithm star2 --level 2ply",
            "--level 2",
        ] {
            assert!(read::<Search>(excluded).is_err(), "{excluded}");
        }
    }

    #[test]
    fn a_tree_is_not_offered_what_cannot_solve_it() {
        let names = |place| {
            let option = options_at(place).find(|option| option.name == "algorithm");
            (option.unwrap().names)(place)
        };
        assert!(names(Place::Search).contains(&"static-reply"));
        assert!(!names(Place::Tree).contains(&"static-reply"));
        let error = read::<Tree>("-a static-reply").unwrap_err().to_string();
        assert!(error.contains("expected minimax, alphabeta,"), "{error}");
    }
}

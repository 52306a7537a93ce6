//! Games that are given up, kept in files, and gone on with.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::Context;
use starmax_catalog::Turn;

use super::side::Side;
use super::words::shortened;
use super::{Reaction, Sitting};
use crate::interrupt::STOP;

impl Sitting<'_> {
    /// What can be done besides what is possible in every game.
    pub(super) fn more_help(&self) -> String {
        let table = self.game.table();
        let mut lines = vec![String::new()];
        if !table.help.is_empty() {
            lines.push(table.help.to_owned());
        }
        if let [first, ..] = table.resignations {
            let ways = table.resignations.join(", ");
            lines.push(format!(
                "  resign     give up: resign {ways}; without a word, {first}"
            ));
        }
        if let Some(kind) = table.record {
            lines.push(format!("  save FILE  keep it all in a {kind} file"));
            lines.push("  load FILE  go on with what is in such a file".to_owned());
        }
        lines.join("\n")
    }

    /// Gives up, if the other side agrees.
    pub(super) fn resign(&mut self, argument: &str) -> anyhow::Result<Reaction> {
        let ways = self.game.table().resignations;
        let way = match argument.to_ascii_lowercase().as_str() {
            "" => Some(0),
            word => ways.iter().position(|way| *way == word),
        };
        let (Some(way), Turn::Player(player)) = (way, self.game.turn()) else {
            match way {
                None => say!(
                    "  found \"{}\", expected resign with one of {}",
                    shortened(argument),
                    ways.join(", ")
                ),
                Some(_) => self.say_that_nobody_moves()?,
            }
            return Ok(Reaction::Stay);
        };
        let request = self.strength.limit(&self.args.engine.request());
        let opponent = (self.side != Side::Everybody).then_some(&request);
        let is_accepted = self.game.resign(player, way, opponent);
        STOP.store(false, Ordering::Relaxed);
        if !is_accepted? {
            say!("  the engine does not accept: it expects more from playing on");
            return Ok(Reaction::Stay);
        }
        say!("  {} resigns: {}", self.players[player], ways[way]);
        self.tell_change()?;
        Ok(Reaction::GoOn)
    }

    /// Keeps the game in a file. One that was there before this sitting stays as it is.
    pub(super) fn save(&mut self, argument: &str) -> anyhow::Result<()> {
        let file = Path::new(argument);
        if argument.is_empty() {
            say!(
                "  expected a file, such as save game{}",
                self.game.table().record.unwrap_or_default()
            );
            return Ok(());
        }
        if file.exists() && self.file.as_deref() != Some(file) {
            say!("  {} exists already; choose another name", file.display());
            return Ok(());
        }
        let names = self.names();
        match self.game.write_record([&names[0], &names[1]]) {
            Err(error) => say!("  cannot save: {error}"),
            Ok(text) => {
                if let Err(error) = fs::write(file, text) {
                    say!("  cannot write {}: {error}", file.display());
                } else {
                    say!("  saved in {}", file.display());
                    self.file = Some(file.to_owned());
                }
            }
        }
        Ok(())
    }

    /// Goes on with a file instead of this game, if it can be read.
    pub(super) fn load(&mut self, argument: &str) -> anyhow::Result<Reaction> {
        if argument.is_empty() {
            say!(
                "  expected a file, such as load game{}",
                self.game.table().record.unwrap_or_default()
            );
            return Ok(Reaction::Stay);
        }
        match self.read_file(Path::new(argument)) {
            Ok(()) => {
                say!("  loaded {argument}");
                Ok(Reaction::GoOn)
            }
            Err(error) => {
                say!("  {error:#}");
                Ok(Reaction::Stay)
            }
        }
    }

    pub(super) fn read_file(&mut self, file: &Path) -> anyhow::Result<()> {
        let about = || format!("cannot read {}", file.display());
        let bytes = fs::read(file).with_context(about)?;
        self.game.read_record(&bytes).with_context(about)?;
        self.file = Some(file.to_owned());
        Ok(())
    }

    /// What the players are called in files.
    fn names(&self) -> Vec<String> {
        let name = |player: usize| match self.side {
            Side::One(one) if one == player => "You".to_owned(),
            Side::One(_) => "Starmax".to_owned(),
            Side::Everybody | Side::Nobody => self.players[player].to_owned(),
        };
        (0..2).map(name).collect()
    }
}

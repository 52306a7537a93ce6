//! A conversation: what is said to each line, and what is to be searched.

use starmax_search::Options;

use super::answer::Answer;
use super::command::{Command, Go, Limits, read};
use super::complaint::{Complaint, Kind};
use super::context::{Context, Question};
use super::dialect::{Dialect, Spoken};
use super::dialect_v02::{ENGINE, GAME, GAME_KEYS};
use super::settings::{Plan, Setting, Values};
use super::{dialect_v01, dialect_v02};

/// What a line leads to.
#[derive(Debug)]
pub(super) enum Step {
    /// These lines, perhaps none.
    Say(Vec<String>),
    /// To make sure that the engine can search like this; then `readyok`.
    GetReady(Plan),
    /// To search, and to say what was found.
    Search(Question, Plan),
    Stop,
    Quit,
}

pub(super) struct Session {
    spoken: Spoken,
    context: Context,
    values: Values,
}

impl Session {
    /// A session of the only dialect, or of the one that is heard.
    pub(super) fn new(only: Option<Dialect>, options: &Options) -> Self {
        Self {
            spoken: only.map_or(Spoken::Heard(None), Spoken::Only),
            context: Context::default(),
            values: Values::new(options),
        }
    }

    /// Whether a line has to be heeded while a search goes on: it stops the search, or asks whether somebody is there.
    pub(super) fn is_urgent(line: &str) -> bool {
        matches!(line, "stop" | "quit" | "isready")
    }

    /// Does what a line says.
    pub(super) fn hear(&mut self, line: &str) -> Step {
        let heard = read(line);
        if let Some(dialect) = heard.dialect
            && !self.spoken.hear(dialect)
        {
            let word = line.split_whitespace().next().unwrap_or_default();
            let complaint = Complaint::new(Kind::Unknown, format!("{word} in this dialect"));
            return Step::Say(vec![self.complain(&complaint)]);
        }
        let done = heard.command.and_then(|command| self.obey(command));
        done.unwrap_or_else(|complaint| Step::Say(vec![self.complain(&complaint)]))
    }

    /// A complaint in the dialect that is spoken.
    pub(super) fn complain(&self, complaint: &Complaint) -> String {
        complaint.line(self.spoken.answers_in())
    }

    /// An answer in the dialect that is spoken.
    pub(super) fn tell(&self, answer: &Answer) -> Vec<String> {
        answer.lines(self.spoken.answers_in(), self.values.wants_move_id())
    }

    fn obey(&mut self, command: Command) -> Result<Step, Complaint> {
        match command {
            Command::Ubgi => return Ok(Step::Say(self.introduction())),
            Command::IsReady => return Ok(Step::GetReady(self.values.plan(Limits::default()))),
            Command::Stop => return Ok(Step::Stop),
            Command::Quit => return Ok(Step::Quit),
            Command::Keys => return Ok(Step::Say(self.keys())),
            Command::Get(key) => return Ok(Step::Say(vec![self.value(&key)?])),
            Command::Go(Go { role, limits }) => {
                let question = self.context.question(role, self.values.eval_mode())?;
                return Ok(Step::Search(question, self.values.plan(limits)));
            }
            Command::NewGame => self.context.begin_game(),
            Command::Position(position) => self.context.set_position(&position)?,
            Command::Dice(dice) => self.context.set_roll(dice),
            Command::SetMatch(setting) => self.context.set_match(setting),
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
        }
        Ok(Step::Say(Vec::new()))
    }

    /// Who this is, and what can be set, in both dialects unless it is known which one is spoken.
    fn introduction(&self) -> Vec<String> {
        let mut lines = vec![
            concat!("id name Starmax ", env!("CARGO_PKG_VERSION")).to_owned(),
            "id author the authors of Starmax".to_owned(),
            concat!("id version ", env!("CARGO_PKG_VERSION")).to_owned(),
        ];
        if self.spoken.may_be(Dialect::V02) {
            lines.push("proto 0.2".to_owned());
            lines.extend(self.keys());
        }
        if self.spoken.may_be(Dialect::V01) {
            let settings = self.values.settings(Dialect::V01);
            lines.extend(settings.map(|setting| dialect_v01::option_line(setting, &self.values)));
        }
        lines.push("ubgiok".to_owned());
        lines
    }

    fn keys(&self) -> Vec<String> {
        let of_game =
            GAME_KEYS.map(|(name, kind, usual)| format!("key {GAME}{name} {kind} {usual}"));
        let of_engine = (self.values.settings(Dialect::V02))
            .map(|setting| dialect_v02::key_line(setting, &self.values));
        of_game.into_iter().chain(of_engine).collect()
    }

    fn value(&self, key: &str) -> Result<String, Complaint> {
        let value = match key.strip_prefix(GAME) {
            Some(name) => self.context.get(name),
            None => (self.setting(key).ok()).map(|setting| self.values.get(&setting)),
        };
        let value = value.ok_or_else(|| unsupported(key))?;
        Ok(format!("value {key} {value}"))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Complaint> {
        if name.strip_prefix(GAME) == Some("variant") {
            return match value {
                "backgammon" => Ok(()),
                _ => Err(Complaint::value(value, "backgammon")),
            };
        }
        let setting = self.setting(name)?;
        self.values.set(&setting, value)
    }

    /// What a dialect calls by this name.
    fn setting(&self, name: &str) -> Result<Setting, Complaint> {
        let dialect = self.spoken.answers_in();
        let is_meant = |setting: &&Setting| match dialect {
            Dialect::V01 => dialect_v01::name_of(setting) == name,
            Dialect::V02 => name.strip_prefix(ENGINE) == Some(setting.name),
        };
        let found = self.values.settings(dialect).find(is_meant).cloned();
        found.ok_or_else(|| unsupported(name))
    }
}

fn unsupported(name: &str) -> Complaint {
    Complaint::new(Kind::Unsupported, format!("option {name}"))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::commands::ubgi::engine::Engine;

    /// Hears any lines, and answers what is asked in them as quickly as it can.
    fn conversation(bytes: &[u8]) {
        let mut session = Session::new(None, &Options::default());
        let mut engine = Engine::new().expect("backgammon");
        for line in String::from_utf8_lossy(bytes).lines() {
            match session.hear(line) {
                Step::Say(lines) => assert!(lines.iter().all(|line| !line.contains('\n'))),
                Step::Search(question, mut plan) => {
                    plan.depth = Some(1);
                    plan.trials = plan.trials.map(|trials| trials.min(2));
                    plan.trial_depth = 1;
                    plan.options.threads = Some(NonZeroUsize::MIN);
                    match engine.answer(&question, &plan, &AtomicBool::new(false)) {
                        Ok(answer) => {
                            let lines = session.tell(&answer);
                            let best = lines.iter().filter(|line| line.starts_with("best"));
                            assert!((1..=2).contains(&best.count()), "{lines:?}");
                        }
                        Err(error) => assert!(!error.to_string().is_empty()),
                    }
                }
                Step::GetReady(_) | Step::Stop | Step::Quit => {}
            }
        }
    }

    #[test]
    fn any_conversation_is_survived() {
        starmax_fuzz::survives("ubgi", conversation, 300);
    }

    #[test]
    fn the_dialect_is_that_of_the_last_command_that_has_one() {
        let mut session = Session::new(None, &Options::default());
        let mut said = |line: &str| match session.hear(line) {
            Step::Say(lines) => lines.join("\n"),
            step => panic!("{step:?}"),
        };
        let both = said("ubgi");
        assert!(both.contains("\nproto 0.2\n") && both.contains("\noption name Ply "));
        assert_eq!(said("dance"), "error bad_command dance");
        assert_eq!(said("setturn p1"), "");
        assert_eq!(said("dance"), "error unknown_command dance");
        assert!(!said("ubgi").contains("\nkey "));
        assert_eq!(said("get game.turn"), "value game.turn p1");
        assert_eq!(said("dance"), "error bad_command dance");
        assert!(!said("ubgi").contains("\noption "));
    }

    #[test]
    fn every_key_has_a_value_that_can_be_set_again() {
        let mut session = Session::new(None, &Options::default());
        let mut said = |line: &str| match session.hear(line) {
            Step::Say(lines) => lines,
            step => panic!("{step:?}"),
        };
        for line in said("keys") {
            let words: Vec<&str> = line.split(' ').collect();
            let (key, usual) = (words[1], words[words.len() - 1]);
            let value = said(&format!("get {key}"));
            assert_eq!(value, [format!("value {key} {usual}")]);
            assert!(said(&format!("set {key} {usual}")).is_empty(), "{line}");
        }
    }

    #[test]
    fn what_cannot_be_read_changes_nothing() {
        let mut session = Session::new(None, &Options::default());
        let asked = |session: &mut Session| match session.hear("go") {
            Step::Search(question, _) => question.board,
            step => panic!("{step:?}"),
        };
        session.hear("position gnubgid sGfwATDgc/ABMA");
        session.hear("dice 3 1");
        let before = asked(&mut session);
        session.hear("position xgid XGID=-Ba---E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
        session.hear("dice 7 7");
        assert_eq!(asked(&mut session), before);
    }
}

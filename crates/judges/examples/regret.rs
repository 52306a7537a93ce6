//! How much the net gives away on decisions that somebody else has judged: `regret DECISIONS.jsonl [NET]`.
//!
//! Each line has a `position` (the player on roll), a `roll`, a `class`, and `moves` with the `position` they lead to and its `equity` for
//! the mover. Prints the mean over decisions of the best equity less that of the move the net chooses, times 1000.
#![expect(clippy::print_stdout, reason = "a program")]

use std::collections::BTreeMap;
use std::error::Error;

use serde_json::Value;
use starmax_core::Notation;
use starmax_games::Backgammon;
use starmax_judges::backgammon::{BackgammonNet, NetFile};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "expected a file of decisions and a net";
    let decisions = std::fs::read_to_string(arguments.next().ok_or(usage)?)?;
    let net = std::fs::read(arguments.next().ok_or(usage)?)?;
    let net = BackgammonNet::new(NetFile::parse(&net)?);
    let mut regrets: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in decisions.lines() {
        let decision: Value = serde_json::from_str(line)?;
        let class = decision["class"].as_str().ok_or("no class")?;
        let regret = regret(&net, &decision)?;
        for name in [class, "all"] {
            regrets.entry(name.to_owned()).or_default().push(regret);
        }
    }
    for (class, regrets) in regrets {
        let mean = 1000.0 * regrets.iter().sum::<f64>() / regrets.len() as f64;
        println!("{class:8} {:>5} decisions, regret {mean:.2}", regrets.len());
    }
    Ok(())
}

fn regret(net: &BackgammonNet, decision: &Value) -> Result<f64, Box<dyn Error>> {
    let game = Backgammon::default();
    let (mut chosen, mut best) = ((f32::NEG_INFINITY, 0.0), f64::NEG_INFINITY);
    for mv in decision["moves"].as_array().ok_or("no moves")? {
        let state = game.parse_state(mv["position"].as_str().ok_or("no position")?)?;
        let judged = mv["equity"].as_f64().ok_or("no equity")?;
        let value = match state.winner() {
            Some(_) => 3.0,
            None => -net.chances(&state).equity(),
        };
        best = best.max(judged);
        if value > chosen.0 {
            chosen = (value, judged);
        }
    }
    Ok(best - chosen.1)
}

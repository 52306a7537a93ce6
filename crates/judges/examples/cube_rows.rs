//! How the cube is judged beside recorded decisions of GNU Backgammon: `cube_rows ROWS.jsonl`.
//!
//! Each line has a `position` (the player on roll), `match`, `score` (the roller's first), `crawford`, `cube`, `owner`, `class`, five `chances`, and
//! in `ply0` the equities that were made of them. Prints the differences of our equities from the same chances, by class, and how often the verdicts agree
//! where no decision is close.
#![expect(clippy::print_stdout, reason = "a program")]

use std::collections::BTreeMap;
use std::error::Error;

use serde_json::Value;
use starmax_core::{Notation, Player};
use starmax_games::{Backgammon, Crawford, Cube};
use starmax_judges::backgammon::{Chances, MatchEquities, NoDouble, Stakes, Verdict, efficiency};

/// Decisions in which two equities are nearer than this may go either way.
const CLOSE: f64 = 0.02;

#[derive(Default)]
struct Tally {
    rows: usize,
    sums: [f64; 3],
    largest: [f64; 3],
    clear: usize,
    agreed: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file of rows")?;
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let class = row["class"].as_str().ok_or("no class")?;
        let kind = if row["match"] == 0 { "money" } else { "match" };
        let (differences, agrees) = compare(&row)?;
        for name in [format!("{kind} {class}"), format!("{kind} all")] {
            let tally = tallies.entry(name).or_default();
            tally.rows += 1;
            for (number, difference) in differences.into_iter().enumerate() {
                tally.sums[number] += difference;
                tally.largest[number] = tally.largest[number].max(difference);
            }
            if let Some(agrees) = agrees {
                tally.clear += 1;
                tally.agreed += usize::from(agrees);
            }
        }
    }
    println!("differences: mean (largest) of no double; double, take; double, pass");
    for (name, tally) in tallies {
        let numbers: Vec<String> = (tally.sums.iter().zip(tally.largest))
            .map(|(sum, largest)| format!("{:.6} ({largest:.6})", sum / tally.rows as f64))
            .collect();
        println!(
            "{name:24} {:4} rows  {}  verdicts {}/{}",
            tally.rows,
            numbers.join("  "),
            tally.agreed,
            tally.clear
        );
    }
    Ok(())
}

/// The differences of three equities, and whether the verdict is the same if it is clear.
fn compare(row: &Value) -> Result<([f64; 3], Option<bool>), Box<dyn Error>> {
    let state =
        Backgammon::default().parse_state(row["position"].as_str().ok_or("no position")?)?;
    let numbers: Vec<f32> = serde_json::from_value(row["chances"].clone())?;
    let chances = Chances::from_array(numbers.as_slice().try_into()?);
    let value: u32 = serde_json::from_value(row["cube"].clone())?;
    let cube = Cube {
        turned: u8::try_from(value.ilog2())?,
        owner: match row["owner"].as_str() {
            None => None,
            Some("roller") => Some(Player::Max),
            Some(_) => Some(Player::Min),
        },
        ..Cube::default()
    };
    let stakes = stakes(row)?;
    let ours = stakes.decide(&chances, Player::Max, cube, efficiency(&state));
    let theirs = &row["ply0"];
    let equity = |name: &str| theirs[name].as_f64().ok_or("no equity");
    let [no_double, take, pass] = [
        equity("no_double")?,
        equity("double_take")?,
        equity("double_pass")?,
    ];
    let differences = [
        (ours.no_double, no_double),
        (ours.double_take, take),
        (ours.double_pass, pass),
    ]
    .map(|(our, their)| (stakes.to_equity(our, cube) - their).abs());
    let is_clear = (take - pass).abs() >= CLOSE && (no_double - take.min(pass)).abs() >= CLOSE;
    let decision = theirs["decision"].as_str().ok_or("no decision")?;
    let agrees = is_clear.then(|| agree(ours.verdict(), decision));
    Ok((differences, agrees))
}

fn agree(ours: Verdict, theirs: &str) -> bool {
    match ours {
        Verdict::MayNotDouble(NoDouble::NotOwner) => theirs == "Unknown cube decision",
        Verdict::MayNotDouble(_) => theirs.contains("dead cube"),
        Verdict::Decision { .. } => ours.to_string() == theirs.to_lowercase(),
    }
}

fn stakes(row: &Value) -> Result<Stakes, Box<dyn Error>> {
    let length: u16 = serde_json::from_value(row["match"].clone())?;
    if length == 0 {
        return Ok(Stakes::money(false));
    }
    let score: [u16; 2] = serde_json::from_value(row["score"].clone())?;
    let away = score.map(|points| length - points);
    let when = if row["crawford"] == true {
        Crawford::Now
    } else if away.contains(&1) {
        Crawford::After
    } else {
        Crawford::Before
    };
    Ok(Stakes::at_score(MatchEquities::usual(), away, when)?)
}

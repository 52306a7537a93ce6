use serde_json::json;
use starmax_catalog::{About, Games};

use crate::Conclusion;

pub(crate) fn run(json: bool, games: &Games<'_>) -> anyhow::Result<Conclusion> {
    for game in games.iter() {
        let about = game.about();
        if json {
            say!("{}", as_json(&about));
        } else {
            say!("{}", as_text(&about));
        }
    }
    Ok(Conclusion::Done)
}

fn as_json(about: &About) -> serde_json::Value {
    let named = |list: &[(&str, &str)]| -> Vec<_> {
        (list.iter())
            .map(|(name, meaning)| json!({ "name": name, "about": meaning }))
            .collect()
    };
    json!({
        "game": about.name,
        "about": about.summary,
        "parameters": named(about.parameters),
        "notation": about.notation,
        "evaluators": named(about.evaluators),
        "depth": about.depth,
    })
}

fn as_text(about: &About) -> String {
    let mut text = format!("{}\n  {}\n", about.name, about.summary);
    for (name, meaning) in about.parameters {
        text += &format!("  parameter  {name}: {meaning}\n");
    }
    text += &format!("  position   {}\n", about.notation);
    for (name, meaning) in about.evaluators {
        text += &format!("  evaluator  {name}: {meaning}\n");
    }
    text + &format!("  depth      {} unless told otherwise\n", about.depth)
}

//! Positions of trees: the child numbers on the way from the root, as `root`, `0` or `0.2.1`.

use starmax_core::ParseError;

/// The position that is reached by these child numbers.
pub(crate) fn write<Number: ToString>(numbers: impl IntoIterator<Item = Number>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    if numbers.is_empty() {
        "root".to_owned()
    } else {
        numbers.join(".")
    }
}

/// The state at a position. `root.0.2`, as errors name it, is the same as `0.2`.
pub(crate) fn follow<State: Copy>(
    position: &str,
    root: State,
    children: impl Fn(State) -> Vec<State>,
) -> Result<State, ParseError> {
    let path = position.trim();
    if path == "root" {
        return Ok(root);
    }
    let mut state = root;
    for number in path.strip_prefix("root.").unwrap_or(path).split('.') {
        let children = children(state);
        let child = number.parse().ok().and_then(|n: usize| children.get(n));
        state = *child.ok_or_else(|| ParseError::new(number, expected(children.len())))?;
    }
    Ok(state)
}

fn expected(children: usize) -> String {
    match children.checked_sub(1) {
        None => "the path to end before, at a leaf".to_owned(),
        Some(last) => format!("root or child numbers such as 0.2.1, here one from 0 to {last}"),
    }
}

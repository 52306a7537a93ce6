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
///
/// `count` says how many children a state has, `child` leads to one of them.
pub(crate) fn follow<State: Copy>(
    position: &str,
    root: State,
    count: impl Fn(State) -> u32,
    child: impl Fn(State, u32) -> State,
) -> Result<State, ParseError> {
    let path = position.trim();
    if path == "root" {
        return Ok(root);
    }
    let mut state = root;
    for number in path.strip_prefix("root.").unwrap_or(path).split('.') {
        let count = count(state);
        state = match number.parse() {
            Ok(number) if number < count => child(state, number),
            _ if count == 0 => {
                return Err(ParseError::new(number, "the path to end before, at a leaf"));
            }
            _ => {
                let largest = count - 1;
                return Err(ParseError::new(
                    number,
                    format!("root or a path such as 0.2.1, here a number from 0 to {largest}"),
                ));
            }
        };
    }
    Ok(state)
}

"""Plain Expectimax in Python, to compare with."""


def expectimax(game, state, depth):
    """The value of a state, seen by Max."""
    node = game.node(state)
    if not isinstance(node, str):
        return float(node)
    if depth == 0:
        return game.evaluate(state)
    if node == "chance":
        return sum(p * expectimax(game, game.resolve(state, outcome), depth - 1) for outcome, p in game.outcomes(state))
    values = [expectimax(game, game.play(state, move), depth - 1) for move in game.moves(state)]
    return max(values) if node == "max" else min(values)

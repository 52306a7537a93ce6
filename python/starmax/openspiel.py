"""Games of OpenSpiel, searched by Starmax: rules from there, search from here.

>>> import pyspiel, starmax.openspiel
>>> state = pyspiel.load_game("pig(players=2,winscore=20)").new_initial_state()
>>> result = starmax.openspiel.search(state, depth=5)
>>> state.action_to_string(0, result.best), result.depth
('roll', 5)

Any game will do that is played by one player after the other, with perfect information and with explicit chance or none. Two players whose payoffs
sum to a constant, or one player, are searched for the first player's payoff; all others by max^n.

**Depth.** As in OpenSpiel's ``expectiminimax`` chance nodes cost no depth: ``depth`` counts decisions. ``count_chance=True`` counts them too, as Starmax
does elsewhere.

**Tables.** A state of OpenSpiel has no hash of its content, and ``(player, str(state))`` is not always the whole state, so a table knows states by
their histories, which is never wrong. ``key="state"`` takes player and text; :func:`find_conflicts` looks for states that it would confuse. ``key`` may be
a function too, and ``None`` means no table.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Union

from . import _native
from ._options import settings
from ._own import Parts, result
from ._records import Result

try:
    import pyspiel
except ImportError:
    raise ImportError("starmax.openspiel needs OpenSpiel: pip install open_spiel") from None

__all__ = ["Bot", "Conflict", "find_conflicts", "search", "state_key"]

Key = Union[Literal["history", "state"], Callable[[Any], Any], None]


def state_key(state: Any) -> tuple[int, str]:
    """Whose turn it is and the text of a state: the whole state in many games, but not in all."""
    return (state.current_player(), str(state))


def search(
    state: Any,
    depth: int,
    *,
    value_function: Callable[[Any], Any] | None = None,
    key: Key = "history",
    count_chance: bool = False,
    **options: Any,
) -> Result:
    """Searches a state of OpenSpiel; all algorithms and options of :func:`starmax.search` work. ``best`` is an action.

    ``value_function`` judges unfinished games for player 0 (or gives a payoff for each player, where there are more); without it they are worth 0.
    Values in the result are seen by the player whose turn it is, at a chance node by player 0.

    >>> import pyspiel
    >>> from starmax.openspiel import search
    >>> search(pyspiel.load_game("tic_tac_toe").new_initial_state(), depth=9).value
    0.0
    """
    asked = _parts(state.get_game(), value_function, key, count_chance)
    words: dict[str, Any] = {"depth": depth, **options}
    if key is None and not asked["players"]:
        words.setdefault("table_mb", 0)
    return result(_native.search(asked, state, settings(words)))


def _parts(game: Any, value_function: Callable[[Any], Any] | None, key: Key, count_chance: bool) -> Parts:
    kind = game.get_type()
    _need(kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL, kind, "not played by one player after the other")
    _need(
        kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION,
        kind,
        "a game of imperfect information",
    )
    _need(
        kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        kind,
        "one whose chances are not known: only samples of them are",
    )
    if not (key is None or key in ("history", "state") or callable(key)):
        raise ValueError(f'found the key {key!r}, expected "history", "state", a function or None')
    has_one_value = game.num_players() == 1 or (
        game.num_players() == 2
        and kind.utility in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM)
    )
    return {
        "name": str(game),
        "expand": None,
        "node": None,
        "moves": None,
        "outcomes": None,
        "play": None,
        "resolve": None,
        "key": state_key if key == "state" else key if callable(key) else None,
        "utility": (game.min_utility(), game.max_utility()),
        "evaluate": value_function,
        "evaluate_all": None,
        "describe": lambda state: state.history_str() or "start",
        "players": 0 if has_one_value else game.num_players(),
        "spiel": True,
        "free_chance": not count_chance and has_one_value,
    }


def _need(holds: bool, kind: Any, what: str) -> None:
    if not holds:
        raise ValueError(f"{kind.short_name} cannot be searched: it is {what}")


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A player for OpenSpiel's tournaments, which chooses the best action that a search finds.

    >>> import pyspiel, random
    >>> from starmax.openspiel import Bot
    >>> game = pyspiel.load_game("tic_tac_toe")
    >>> bots = [Bot(depth=9), pyspiel.make_uniform_random_bot(1, 7)]
    >>> pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)[0] >= 0
    True
    """

    def __init__(self, depth: int, **options: Any) -> None:
        pyspiel.Bot.__init__(self)
        self._depth = depth
        self._options = options

    def step(self, state: Any) -> int:
        """The best action."""
        best: int = search(state, self._depth, **self._options).best
        return best

    def restart(self) -> None:
        """Nothing is kept from game to game."""

    def restart_at(self, state: Any) -> None:
        """Nothing is kept from state to state."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """What others do is in the state."""

    def provides_policy(self) -> bool:
        """It has no probabilities."""
        return False


@dataclass(frozen=True)
class Conflict:
    """Two states with the same key that are not the same."""

    key: Any
    #: The actions that lead to the one and to the other.
    histories: tuple[list[int], list[int]]
    #: What tells them apart: these actions, played in both, and what differs then.
    actions: list[int]
    difference: str


def find_conflicts(
    game: Any,
    key: Callable[[Any], Any] = state_key,
    *,
    games: int = 200,
    seed: int = 1,
    most: int = 1,
    steps: int = 300,
) -> list[Conflict]:
    """Looks for states that a key confuses. Random games are played; where two different ways lead to the same key, the same random actions
    are played on from both, until something differs. That nothing is found proves nothing.

    >>> import pyspiel
    >>> from starmax.openspiel import find_conflicts
    >>> find_conflicts(pyspiel.load_game("tic_tac_toe"), games=50)
    []
    >>> conflict, = find_conflicts(pyspiel.load_game("pig(horizon=20)"))
    >>> conflict.difference
    'the game is over in one of them'
    """
    choose = random.Random(seed)
    game = pyspiel.load_game(game) if isinstance(game, str) else game
    met: dict[Any, Any] = {}
    conflicts: list[Conflict] = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            known = met.setdefault(key(state), state.clone())
            if known.history() != state.history():
                found = _difference(known.clone(), state.clone(), choose, steps)
                if found is not None:
                    histories = (known.history(), state.history())
                    conflicts.append(Conflict(key(state), histories, *found))
                    if len(conflicts) >= most:
                        return conflicts
            state.apply_action(choose.choice(state.legal_actions()))
    return conflicts


def _difference(one: Any, other: Any, choose: random.Random, steps: int) -> tuple[list[int], str] | None:
    actions: list[int] = []
    gained = [now - before for now, before in zip(one.returns(), other.returns())]
    for _ in range(steps):
        difference = _different(one, other, gained)
        if difference is not None:
            return actions, difference
        if one.is_terminal():
            return None
        actions.append(choose.choice(one.legal_actions()))
        one.apply_action(actions[-1])
        other.apply_action(actions[-1])
    return None


def _different(one: Any, other: Any, gained: list[float]) -> str | None:
    if one.is_terminal() != other.is_terminal():
        return "the game is over in one of them"
    if any(abs(gain) > 1e-12 for gain in gained) or (one.is_terminal() and one.returns() != other.returns()):
        return f"the players have {one.returns()} and {other.returns()}"
    if one.is_terminal():
        return None
    if one.current_player() != other.current_player():
        return f"it is the turn of player {one.current_player()} and of player {other.current_player()}"
    if one.is_chance_node() and one.chance_outcomes() != other.chance_outcomes():
        return "chance brings other outcomes"
    if one.legal_actions() != other.legal_actions():
        return f"the actions are {one.legal_actions()} and {other.legal_actions()}"
    return None

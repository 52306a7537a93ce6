"""Games that are written in Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Literal, Protocol, TypedDict, TypeVar, Union, runtime_checkable

from . import _native
from ._options import settings
from ._records import Result

State = TypeVar("State")

#: What happens at a state: who decides, chance, or the value of a game that is over.
Node = Union[Literal["max", "min", "chance"], float]
#: What tells a state from all others.
Key = Union[bytes, str, int, float, None, tuple["Key", ...]]

MAX: Literal["max"] = "max"
MIN: Literal["min"] = "min"
CHANCE: Literal["chance"] = "chance"


@runtime_checkable
class Game(Protocol[State]):
    """What a game has to say. Only what is here is needed; :data:`OPTIONAL` lists what may be added.

    States may be anything; they are never changed by a search. Moves must be hashable.
    """

    #: The least and the greatest value that a game can have, seen by Max.
    utility: tuple[float, float]

    def initial(self) -> State:
        """Where play begins."""
        ...

    def node(self, state: State) -> Node:
        """``"max"`` or ``"min"`` for who decides, ``"chance"``, or the value for Max of a game that is over."""
        ...

    def moves(self, state: State) -> Iterable[Hashable]:
        """At a decision: every legal move once, always in the same order."""
        ...

    def play(self, state: State, move: Any) -> State:
        """The state after a move."""
        ...


#: What a game may say besides: outcomes and their results where there is chance, all of a state at once, and more.
OPTIONAL = {
    "outcomes": "outcomes(state): at a chance node, every outcome once with its probability",
    "resolve": "resolve(state, outcome): the state after an outcome; without it play is asked",
    "expand": 'expand(state): the node with all steps, ("max", [(move, state), ...]) or ("chance", [(outcome, probability, state), ...]), '
    "or the value of a game that is over; instead of node, moves, outcomes, play and resolve",
    "key": "key(state): bytes, str, int, float, None or a tuple of those that says everything the future depends on; without it there is no table",
    "evaluate": "evaluate(state): the static value of a game that is not over, seen by Max",
    "evaluate_all": "evaluate_all(states): the static values of many states at once",
    "players": "players: how many players there are, if each has a payoff of their own (max^n); then node gives a number of a player from 0, or "
    "a payoff for each",
    "text": "text(state): the state in one line, for messages",
    "name": "name: what the game is called",
}


class GameError(ValueError):
    """A game does not keep its contract."""


class Parts(TypedDict):
    """A game as the engine asks it."""

    name: str
    expand: Callable[..., Any] | None
    node: Callable[..., Any] | None
    moves: Callable[..., Any] | None
    outcomes: Callable[..., Any] | None
    play: Callable[..., Any] | None
    resolve: Callable[..., Any] | None
    key: Callable[..., Any] | None
    utility: tuple[float, float]
    evaluate: Callable[..., Any] | None
    evaluate_all: Callable[..., Any] | None
    describe: Callable[..., Any]
    players: int
    spiel: bool
    free_chance: bool


def describe(state: object) -> str:
    """A state in one line; the address of an object says nothing.

    >>> class Point:
    ...     def __init__(self): self.x = 1
    >>> describe(Point()), describe((1, 2))
    ('Point(x=1)', '(1, 2)')
    """
    if type(state).__repr__ is not object.__repr__:
        return repr(state)
    slots = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    fields = {**{name: getattr(state, name, None) for name in slots}, **getattr(state, "__dict__", {})}
    return f"{type(state).__name__}({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def parts(game: Any, evaluator: Callable[..., Any] | None, evaluate_all: Callable[..., Any] | None) -> Parts:
    """The parts of a game, with what judges unfinished games."""
    utility = getattr(game, "utility", None)
    if callable(utility):
        utility = utility()
    if utility is None:
        if not getattr(game, "players", 0):
            raise TypeError("the game has no utility, the least and the greatest value that it can have")
        utility = (0.0, 0.0)
    try:
        lower, upper = (float(end) for end in utility)
    except (TypeError, ValueError):
        raise TypeError(f"found the utility {utility!r}, expected two numbers, the lower one first") from None

    def part(name: str) -> Callable[..., Any] | None:
        found = getattr(game, name, None)
        if found is not None and not callable(found):
            raise TypeError(f"{name} of the game is {found!r}, expected a method: {OPTIONAL.get(name, name)}")
        return found

    judges = (evaluator, evaluate_all)
    if judges == (None, None):
        judges = (part("evaluate"), part("evaluate_all"))
    return {
        "name": str(getattr(game, "name", type(game).__name__)),
        "expand": part("expand"),
        "node": part("node"),
        "moves": part("moves"),
        "outcomes": part("outcomes"),
        "play": part("play"),
        "resolve": part("resolve") or part("play"),
        "key": part("key"),
        "utility": (lower, upper),
        "evaluate": judges[0],
        "evaluate_all": judges[1],
        "describe": part("text") or describe,
        "players": int(getattr(game, "players", 0)),
        "spiel": False,
        "free_chance": False,
    }


#: Stands for a state that was not given.
_START: Any = object()


def result(found: tuple[str, str, Any, list[Any]]) -> Result:
    """What the engine found, with moves as the game gave them."""
    report, text, best, objects = found
    return Result(json.loads(report), text, None, best, objects)


def search(
    game: Any,
    state: Any = _START,
    *,
    evaluator: Callable[[Any], Any] | None = None,
    evaluate_all: Callable[[Sequence[Any]], Any] | None = None,
    **options: Any,
) -> Result:
    """Searches a game that is written in Python, from a state or from where it begins. All algorithms and options are those of the command line.

    ``evaluator`` judges a state that is not over, seen by Max; ``evaluate_all`` many of them at once. Without either, the game's own are asked,
    and without those an unfinished game is worth 0. What a method of the game raises stops the search and is raised here.

    >>> import starmax
    >>> class Gamble:
    ...     "Take 1, or flip a coin for 3."
    ...     utility = (0, 3)
    ...     def initial(self): return "choose"
    ...     def node(self, state): return {"choose": "max", "flip": "chance"}.get(state, state)
    ...     def moves(self, state): return ["sure", "gamble"]
    ...     def play(self, state, move): return 1 if move == "sure" else "flip"
    ...     def outcomes(self, state): return [("heads", 0.5), ("tails", 0.5)]
    ...     def resolve(self, state, coin): return 3 if coin == "heads" else 0
    >>> result = starmax.search(Gamble(), depth=2)
    >>> result.best, result.value
    ('gamble', 1.5)
    """
    asked = parts(game, evaluator, evaluate_all)
    root = game.initial() if state is _START else state
    return result(_native.search(asked, root, settings(options)))


def check(game: Any, state: Any = _START) -> None:
    """Checks on many random walks that a game keeps its contract: moves and outcomes are unique, at least one, and always the same;
    probabilities are positive and sum to 1; values are inside the utility; equal keys belong to equal states; and games end.

    >>> import starmax
    >>> class Lies:
    ...     utility = (0, 1)
    ...     def initial(self): return "toss"
    ...     def node(self, state): return "chance" if state == "toss" else 1
    ...     def moves(self, state): return []
    ...     def outcomes(self, state): return [("heads", 0.5), ("tails", 0.6)]
    ...     def play(self, state, move): return move
    >>> starmax.check(Lies())
    Traceback (most recent call last):
    ValueError: at 'toss': the probabilities sum to 1.1

    Raises:
        GameError: says how the contract is broken, and at which state. Wrong answers that no search can use are a ``ValueError``, here and there.
    """
    asked = parts(game, None, None)
    root = game.initial() if state is _START else state
    defect = _native.check(asked, root)
    if defect is not None:
        raise GameError(defect)


class Graph:
    """A game that was walked through once (:func:`enumerate`): searches of it need no Python, and run on all processors."""

    def __init__(self, native: _native.Graph) -> None:
        self._native = native

    def __len__(self) -> int:
        """How many states there are."""
        return len(self._native)

    def __repr__(self) -> str:
        return f"<starmax.Graph of {len(self)} states and {self._native.steps_in_all} steps>"

    def search(self, state: Any = _START, **options: Any) -> Result:
        """Searches from a state that was met, or from where the walk began."""
        words = settings(options)
        if state is _START:
            return result(self._native.search(words))
        return result(self._native.search_from(state, words))


def enumerate(
    game: Any,
    state: Any = _START,
    *,
    limit: int = 10_000_000,
    evaluator: Callable[[Any], Any] | None = None,
    evaluate_all: Callable[[Sequence[Any]], Any] | None = None,
) -> Graph:
    """Walks through a game once and hands it to the engine, so that searches of it run at native speed.

    With a ``key`` each state is met once; without, once for every way to it. ``limit`` is for games that are too large.

    >>> import starmax
    >>> class Countdown:
    ...     "Who takes the last of 10 matches wins; chance takes one now and then."
    ...     utility = (-1, 1)
    ...     def initial(self): return (10, "max")
    ...     def node(self, state):
    ...         left, turn = state
    ...         return turn if left > 0 else (-1 if turn == "max" else 1)
    ...     def moves(self, state): return range(1, 1 + min(3, state[0]))
    ...     def play(self, state, taken): return (state[0] - taken, "min" if state[1] == "max" else "max")
    ...     def key(self, state): return state
    >>> graph = starmax.enumerate(Countdown())
    >>> graph, graph.search(depth=10).best
    (<starmax.Graph of 20 states and 48 steps>, 2)
    """
    asked = parts(game, evaluator, evaluate_all)
    root = game.initial() if state is _START else state
    return Graph(_native.enumerate(asked, root, limit))

"""What comes back: the JSON of the command line, with attributes, a readable text and tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


class Record(Mapping[str, Any]):
    """A mapping whose keys are attributes too. What JSON leaves out is ``None`` if the class names it.

    >>> record = Record({"game": "pig", "stats": {"nodes": 7}, "moves": [{"move": "roll"}]})
    >>> record.stats.nodes, record["game"], record.moves[0].move
    (7, 'pig', 'roll')
    >>> record.to_dict()
    {'game': 'pig', 'stats': {'nodes': 7}, 'moves': [{'move': 'roll'}]}
    """

    __slots__ = ("_data",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = dict(data)

    def __getattr__(self, name: str) -> Any:
        try:
            return _wrapped(self._data[name])
        except KeyError:
            if any(name in getattr(kind, "__annotations__", {}) for kind in type(self).__mro__):
                return None
            known = ", ".join(self._data)
            raise AttributeError(f'found "{name}", expected one of {known}') from None

    def __getitem__(self, key: str) -> Any:
        return _wrapped(self._data[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._data!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data,))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain dictionaries and lists: what ``--json`` prints."""
        return dict(self._data)

    def to_json(self) -> str:
        """The same as a line of JSON."""
        return json.dumps(self._data, ensure_ascii=False, separators=(",", ":"))


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list):
        return [_wrapped(each) for each in value]
    return value


def frame(rows: list[dict[str, Any]]) -> pandas.DataFrame:
    """Rows as a DataFrame; chances become columns, and bounds two of them."""
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame() needs pandas: pip install pandas") from None
    return pandas.DataFrame([_flat(row) for row in rows])


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name == "chances" and isinstance(value, list):
            flat.update({each["ending"]: each["rate"] for each in value if isinstance(each, dict)})
        elif name in ("bounds", "interval", "wilson", "by_pairs", "points_interval") and isinstance(value, list):
            ends = ("lower", "upper") if name in ("bounds", "interval") else (f"{name}_lower", f"{name}_upper")
            flat.update(zip(ends, value))
        elif name in ("players", "numbers") and isinstance(value, list):
            flat.update({f"{name.removesuffix('s')}_{place}": each for place, each in enumerate(value, 1)})
        elif isinstance(value, dict):
            flat.update({f"{name}_{key}" if key in row else key: each for key, each in value.items()})
        else:
            flat[name] = value
    return flat


def table(rows: list[dict[str, Any]], names: list[str]) -> str:
    """Rows as a table of HTML, those columns that some row has."""
    used = [name for name in names if any(row.get(name) is not None for row in rows)]
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in used)
    lines = ("".join(f"<td>{escape(_cell(row.get(name)))}</td>" for name in used) for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:+.6f}"
    return str(value)


class MoveReport(Record):
    """A move of a position that was searched."""

    move: Any
    value: float
    equity: float | None
    #: Whether the value is exact; else it is what the move seems to be worth.
    exact: bool
    depth: int
    bounds: list[float] | None
    chances: list[Record] | None
    position: str


class Result(Record):
    """What a search found. Values are seen by :attr:`player`, whose turn it is.

    >>> import starmax
    >>> result = starmax.game("pig").search("max:12-7+5", depth=9)
    >>> result.best, round(result.value, 6), result.exact
    ('roll', 0.781597, True)
    >>> [(move.move, move.exact) for move in result.moves]
    [('roll', True), ('hold', False)]
    >>> print(result)
    pig  max:12-7+5
    starmax, depth 9, judged by lead
    ...
    """

    __slots__ = ("_text", "_board", "_best", "_objects")

    game: str
    position: str
    roll: str | None
    player: str
    algorithm: str
    evaluator: str
    depth: int
    value: float | None
    equity: float | None
    exact: bool
    bounds: list[float] | None
    best: Any
    chances: list[Record] | None
    line: list[str]
    payoffs: list[float] | None
    interrupted: Record | None
    stats: Record

    def __init__(
        self,
        data: Mapping[str, Any],
        text: str = "",
        board: str | None = None,
        best: Any = None,
        objects: list[Any] | None = None,
    ) -> None:
        super().__init__(data)
        self._text = text
        self._board = board
        self._best = best
        self._objects = objects

    def __getattr__(self, name: str) -> Any:
        if name == "best" and self._objects is not None:
            return self._best
        return super().__getattr__(name)

    @property
    def moves(self) -> list[MoveReport]:
        """The moves, the best ones first. In a game of your own each ``move`` is the object that your game gave."""
        rows = self._data["moves"]
        if self._objects is None:
            return [MoveReport(row) for row in rows]
        return [MoveReport({**row, "move": mv}) for row, mv in zip(rows, self._objects)]

    def to_frame(self) -> pandas.DataFrame:
        """The moves as a DataFrame of pandas, a row for each."""
        return frame([move.to_dict() for move in self.moves])

    def __str__(self) -> str:
        return self._text.rstrip()

    def __repr__(self) -> str:
        return self._text.rstrip() or super().__repr__()

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data, self._text, self._board, self._best, self._objects))

    def _repr_html_(self) -> str:
        rows = [_flat(row) for row in self._data["moves"]]
        columns = ["move", "value", "equity", "exact", "depth", *_endings(self._data["moves"])]
        head = self._text.split("\n\n", 1)[0]
        best = f"<p><b>{escape(str(self._data.get('best') or ''))}</b></p>" if not rows else ""
        return f"<pre>{escape(head)}</pre>{self._board or ''}{table(rows, columns)}{best}"


def _endings(rows: list[dict[str, Any]]) -> list[str]:
    return [each["ending"] for row in rows[:1] for each in row.get("chances") or []]


class Rollout(Record):
    """What a rollout found: values with their standard errors."""

    game: str
    position: str
    player: str
    value: float | None
    standard_error: float | None
    interval: list[float] | None
    best: str | None
    margin: Record | None
    moves: list[Record]
    others: list[Record]
    finished: bool
    stats: Record

    def to_frame(self) -> pandas.DataFrame:
        """The moves as a DataFrame of pandas, a row for each."""
        return frame(self._data["moves"])

    def _repr_html_(self) -> str:
        names = ["move", "value", "standard_error", "trials", "stopped"]
        return table([_flat(row) for row in self._data["moves"]], names)


class Cube(Record):
    """A cube decision of backgammon: the three equities and the verdict."""

    game: str
    position: str
    player: str
    no_double: float
    double_take: float | None
    double_pass: float | None
    decision: str
    unit: str
    chances: list[float]
    market_losers: float | None


class Analysis(Record):
    """A match of backgammon, judged decision by decision."""

    length: int
    level: str
    finished: bool
    problems: list[str]
    players: list[Record]
    games: list[Record]
    decisions: list[Record]

    def to_frame(self) -> pandas.DataFrame:
        """The decisions as a DataFrame of pandas, a row for each."""
        return frame(self._data["decisions"])


class Rows(list[Record]):
    """Rows of results, such as the pairings of a tournament."""

    def to_dict(self) -> list[dict[str, Any]]:
        """Everything as plain dictionaries and lists: what ``--json`` prints, a line each."""
        return [row.to_dict() for row in self]

    def to_frame(self) -> pandas.DataFrame:
        """A DataFrame of pandas with all of them."""
        return frame(self.to_dict())

    def _repr_html_(self) -> str:
        rows = [_flat(row) for row in self.to_dict()]
        return table(rows, list(dict.fromkeys(name for row in rows for name in row)))


class Game(Record):
    """A game that was played to its end."""

    position: str
    players: list[str]
    names: list[str]
    seed: int
    steps: list[Record]
    payoffs: list[float]

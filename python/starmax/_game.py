"""Games by name, and the long jobs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._options import settings
from ._records import Analysis, Cube, Game as PlayedGame, Record, Result, Rollout, Rows

if TYPE_CHECKING:
    import numpy.typing as npt


def game(name: str) -> NamedGame:
    """A game as it is named on the command line, with its parameters: ``"pig"``, ``"pig:goal=30"``, ``"backgammon:match=7"``.

    >>> import starmax
    >>> backgammon = starmax.game("backgammon")
    >>> backgammon.search(roll="31", depth=1).best
    '8/5 6/5'
    >>> starmax.game("chess")
    Traceback (most recent call last):
    ValueError: unknown game "chess", expected one of tic-tac-toe, pig, dice, backgammon, ballard, trio
    """
    return NamedGame(name)


def games() -> list[Record]:
    """The games that can be opened by name, with their parameters, notation and evaluators.

    >>> import starmax
    >>> [each.game for each in starmax.games()][:2]
    ['tic-tac-toe', 'pig']
    """
    return [Record(each) for each in json.loads(_native.games())]


class NamedGame:
    """A game by name, with its parameters set. :func:`starmax.game` opens one.

    Positions, rolls, moves and options are written as on the command line: ``--table-mb 16`` is ``table_mb=16``, and ``--all`` is ``all=True``.
    Searches use all processors (``threads``), other threads of Python run meanwhile, and Ctrl-C ends the wait.
    """

    def __init__(self, name: str) -> None:
        self._native = _native.NativeGame(name)
        self.name = name

    def __repr__(self) -> str:
        return f'starmax.game("{self.name}")'

    def __reduce__(self) -> tuple[Any, ...]:
        return (NamedGame, (self.name,))

    def search(self, position: str | None = None, *, roll: str | None = None, **options: Any) -> Result:
        """Searches a position, the start if none is given, as ``starmax search`` does.

        Options are ``depth``, ``level``, ``time`` (seconds, ``"500ms"`` or a ``timedelta``), ``nodes``, ``algorithm``, ``evaluator``,
        ``threads``, ``top``, ``all``, ``table_mb`` and whatever else ``starmax search --help`` lists.

        >>> import starmax
        >>> result = starmax.game("dice:5x5,k=4").search(depth=5, algorithm="star2-tt", all=True)
        >>> result.algorithm, result.depth, len(result.to_dict()["line"])
        ('star2-tt', 5, 5)
        >>> starmax.game("pig").search(dept=3)
        Traceback (most recent call last):
        ValueError: found "dept", expected one of algorithm, depth, level, time, nodes, without, probes, ...
        """
        report, text = self._native.search(position, roll, settings(options))
        return Result(json.loads(report), text, self._board(position, roll))

    def search_many(
        self, positions: Iterable[str | tuple[str, str]], *, roll: str | None = None, **options: Any
    ) -> list[Result]:
        """Searches positions side by side, one per thread; a pair is a position and its roll.

        >>> import starmax
        >>> pig = starmax.game("pig")
        >>> [result.best for result in pig.search_many(["max:12-7+5", "max:7-12+9"], depth=7)]
        ['roll', 'roll']
        """
        roots: list[tuple[str | None, str | None]] = [
            (each, roll) if isinstance(each, str) else (each[0], each[1]) for each in positions
        ]
        found = self._native.search_many(roots, settings(options))
        return [
            Result(json.loads(report), text, self._board(*root)) for (report, text), root in zip(found, roots)
        ]

    def watch(self, position: str | None = None, *, roll: str | None = None, **options: Any) -> Watched:
        """Searches with one thread, and remembers the visits of the last iteration: a picture in notebooks.

        >>> import starmax
        >>> watched = starmax.game("pig").watch("max:12-7+5", depth=3)
        >>> watched.visits[0]["purpose"], watched.svg.startswith("<svg")
        ('search', True)
        """
        return Watched(*self._native.watch(position, roll, settings(options)))

    def evaluate(
        self, positions: Sequence[str] | npt.NDArray[Any], **options: Any
    ) -> npt.NDArray[np.float64]:
        """Static values of positions, each seen by the player whose turn it is there; of a game that is over, what it brought.

        Positions are texts, or rows of whole numbers from :meth:`array`. All processors work on them (``threads``). Options are ``evaluator``,
        ``noise`` and ``noise_seed``.

        >>> import starmax
        >>> starmax.game("pig").evaluate(["max:12-7+5", "min:12-7+5"])
        array([ 0.375, -0.125])
        """
        words = settings(options)
        if isinstance(positions, np.ndarray) and positions.dtype.kind not in "UOST":
            rows = self._rows(positions)
            return np.frombuffer(self._native.evaluate_rows(rows.tobytes(), words), dtype=np.float64)
        texts = [str(each) for each in positions]
        return np.frombuffer(self._native.evaluate(texts, words), dtype=np.float64)

    def _rows(self, positions: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
        length = self._native.row_length
        if length == 0:
            raise ValueError(f"positions of {self.name} are texts: there are no rows of numbers for them")
        if positions.ndim != 2 or positions.shape[1] != length:
            raise ValueError(f"found an array of shape {positions.shape}, expected (n, {length})")
        rows = np.ascontiguousarray(positions, dtype=np.int8)
        if rows.dtype != positions.dtype and not np.array_equal(rows, positions):
            raise ValueError("found numbers that are no small whole numbers, expected numbers of checkers")
        return rows

    def array(self, positions: Sequence[str]) -> npt.NDArray[np.int8]:
        """Positions as an array of whole numbers, a row for each, for :meth:`evaluate`.

        In backgammon a row has 26 numbers, seen by the player on roll: the opponent's bar, points 1 to 24, the own bar; own checkers count
        above 0, the opponent's below.

        >>> import starmax
        >>> starmax.game("backgammon").array(["start"])[0, [1, 6, 24]]
        array([-2,  5,  2], dtype=int8)
        """
        texts = [str(each) for each in positions]
        rows = np.frombuffer(self._native.rows(texts), dtype=np.int8)
        return rows.reshape(len(texts), self._native.row_length).copy()

    def moves(self, position: str | None = None, *, roll: str | None = None) -> list[Record]:
        """The legal moves of a position, and where they lead.

        >>> import starmax
        >>> [move.move for move in starmax.game("pig").moves("max:12-7+5")]
        ['roll', 'hold']
        """
        return [Record(each) for each in json.loads(self._native.moves(position, roll))]

    def positions(
        self,
        count: int,
        *,
        seed: int = 1,
        from_: str = "random",
        depth: int | None = None,
        contact: bool = False,
        **options: Any,
    ) -> list[str]:
        """Positions for experiments, random ones, or with ``from_="self-play"`` from games of an engine against itself.

        >>> import starmax
        >>> starmax.game("pig").positions(2, seed=7) == starmax.game("pig").positions(2, seed=7)
        True
        """
        if from_ not in ("random", "self-play"):
            raise ValueError(f'found "{from_}", expected random or self-play')
        words = settings(options)
        if from_ == "self-play":
            return self._native.self_play_positions(count, seed, (depth or 3, contact), words)
        if words or depth is not None or contact:
            raise ValueError('evaluator, noise, depth and contact are for from_="self-play"')
        return self._native.positions(count, seed)

    def perft(self, position: str | None = None, *, roll: str | None = None, depth: int) -> list[Record]:
        """Counts the nodes at each distance from a position.

        >>> import starmax
        >>> starmax.game("tic-tac-toe").perft(depth=3)[3].nodes
        504
        """
        return [Record(each) for each in json.loads(self._native.perft(position, roll, depth))]

    def draw(self, position: str | None = None, *, roll: str | None = None) -> str:
        """A position as text to look at.

        >>> import starmax
        >>> print(starmax.game("tic-tac-toe").draw("xx.oo...."))
          a b c
        1 x x .
        2 o o .
        3 . . .
        """
        return self._native.draw(position, roll)

    def picture(self, position: str | None = None, *, roll: str | None = None, move: str | None = None) -> str:
        """A position as SVG, with arrows if a move is given, where there are pictures of the game."""
        svg = self._native.picture(position, roll, move)
        if svg is None:
            raise ValueError(f"there are no pictures of {self.name}")
        return svg

    def _board(self, position: str | None, roll: str | None) -> str | None:
        try:
            return self._native.picture(position, roll, None)
        except ValueError:
            return None

    def play_out(
        self,
        position: str | None = None,
        *,
        roll: str | None = None,
        players: str | Sequence[str] = "random",
        seed: int = 1,
    ) -> PlayedGame:
        """Plays a game to its end. Players are named as in tournaments; a single one plays all sides.

        >>> import starmax
        >>> played = starmax.game("pig:goal=20").play_out(players=["star2:depth=3", "random"], seed=4)
        >>> played.steps[0].move, played.payoffs
        ('roll', [1.0, -1.0])
        """
        names = [players] * self._player_count if isinstance(players, str) else list(players)
        return PlayedGame(json.loads(self._native.play_out(position, roll, names, seed)))

    @property
    def _player_count(self) -> int:
        return self._native.player_count

    def rollout(self, position: str | None = None, *, roll: str | None = None, **options: Any) -> Rollout:
        """Plays a position on, again and again, as ``starmax rollout`` does: ``trials``, ``truncate``, ``depth``, ``seed``, ``moves``,
        ``out`` and so on.

        >>> import starmax
        >>> starmax.game("pig:goal=20").rollout(trials=36).best
        'roll'
        """
        operands = [self.name] if position is None else [self.name, position]
        words = settings({"roll": roll, **options})
        return Rollout(json.loads(_native.call("rollout", operands, words)))

    def tournament(self, *players: str, **options: Any) -> Rows:
        """Lets players play against each other: see :func:`starmax.tournament`."""
        return tournament(self.name, *players, **options)


class Watched:
    """A search with every visit of its last iteration."""

    def __init__(self, report: str, svg: str, dot: str, trace: str) -> None:
        self.result = Result(json.loads(report))
        self.svg = svg
        self.dot = dot
        lines = [json.loads(line) for line in trace.splitlines()]
        #: What was searched, and how.
        self.heading: dict[str, Any] = lines[0]
        #: The visits in order: node, window, bounds, and why the node was left.
        self.visits: list[dict[str, Any]] = [line for line in lines[1:] if "purpose" in line]

    def _repr_svg_(self) -> str:
        return self.svg


def tournament(game: str, *players: str, **options: Any) -> Rows:
    """Lets players play against each other, as ``starmax tournament`` does: ``games``, ``seed``, ``stop_when_sure``, ``out``, ``threads``.

    >>> import starmax
    >>> pairings = starmax.tournament("pig:goal=20", "star2:depth=3", "random", games=20)
    >>> pairings[0].wins > pairings[0].losses
    True
    """
    return _lines("tournament", [game], {"player": list(players), **options})


def cube(position: str, **options: Any) -> Cube:
    """A cube decision of backgammon, as ``starmax cube`` gives it: double, take?

    >>> import starmax
    >>> starmax.cube("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", static=True).decision
    'no double, take'
    """
    return Cube(json.loads(_native.call("cube", [position], settings(options))))


def analyse(file: Any, **options: Any) -> Analysis:
    """Judges every decision of a match of backgammon in a file, as ``starmax analyse`` does: ``level``, ``blunder``, ``out`` and so on."""
    return Analysis(json.loads(_native.call("analyse", [str(file)], settings(options))))


def reproduce(*tables: str, **options: Any) -> Rows:
    """Measures published tables again, as ``starmax reproduce`` does: a row for each cell. ``out`` is the folder of measurements."""
    return _lines("reproduce", list(tables), options)


def _lines(command: str, operands: list[str], options: dict[str, Any]) -> Rows:
    printed = _native.call(command, operands, settings(options))
    return Rows(Record(json.loads(line)) for line in printed.splitlines())

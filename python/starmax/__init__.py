"""Starmax searches games of chance: the best decision, exact to the depth you ask for.

>>> import starmax
>>> result = starmax.game("backgammon").search(roll="31")
>>> result.best, round(result.value, 6)
('8/5 6/5', 0.167316)

:func:`game` opens a game by name, :func:`search` searches a game that you wrote in Python, :class:`Tree` shows what is cut, and
:mod:`starmax.openspiel` searches games of OpenSpiel.
"""

from __future__ import annotations

from ._game import NamedGame, Watched, analyse, cube, game, games, reproduce, tournament
from ._native import __version__
from ._own import CHANCE, MAX, MIN, Game, GameError, Graph, check, enumerate, search
from ._records import Analysis, Cube, MoveReport, Record, Result, Rollout, Rows
from ._tree import Trace, Tree

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "Analysis",
    "Cube",
    "Game",
    "GameError",
    "Graph",
    "MoveReport",
    "NamedGame",
    "Record",
    "Result",
    "Rollout",
    "Rows",
    "Trace",
    "Tree",
    "Watched",
    "__version__",
    "analyse",
    "check",
    "cube",
    "enumerate",
    "game",
    "games",
    "reproduce",
    "search",
    "tournament",
]

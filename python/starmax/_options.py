"""Keyword arguments of Python as options of the command line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import timedelta

Setting = tuple[str, "str | None"]

#: Options that may be given several times, where others have a list of values with commas in between.
REPEATED = {"player", "move"}


def settings(options: Mapping[str, object]) -> list[Setting]:
    """The options as they stand on the command line: ``table_mb=16`` is ``--table-mb 16``, ``all=True`` is ``--all``.

    >>> settings({"table_mb": 16, "all": True, "roll": None, "without": ["killers", "history"]})
    [('table-mb', '16'), ('all', None), ('without', 'killers,history')]
    """
    found: list[Setting] = []
    for key, value in options.items():
        name = key.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            found.append((name, None))
        elif isinstance(value, (list, tuple)) and name in REPEATED:
            found.extend((name, written(each)) for each in value)
        else:
            found.append((name, written(value)))
    return found


def written(value: object) -> str:
    """A value as it is typed.

    >>> written((-2, 2.5)), written(timedelta(milliseconds=1500)), written(1_000_000)
    ('-2,2.5', '1.5s', '1000000')
    """
    if isinstance(value, timedelta):
        return f"{value.total_seconds():.9g}s"
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return ",".join(written(each) for each in value)
    return str(value)

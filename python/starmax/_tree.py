"""Explicit trees, and what a search does with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import _native
from ._options import Setting, settings
from ._records import Record


class Tree:
    """A tree from JSON, or from lists: a number is a leaf, a dictionary is a node as in JSON, and lists are ``max`` and ``min`` in turn.

    >>> import starmax
    >>> starmax.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).search("alphabeta").value
    3.0
    >>> lottery = starmax.Tree({"max": [1, {"chance": [[0.5, 3], [0.5, 0]]}]})
    >>> lottery.search().best
    1
    """

    def __init__(self, tree: Any, *, bounds: tuple[float, float] | None = None) -> None:
        text = tree if isinstance(tree, str) else json.dumps(_node(tree, "max", "min"))
        if bounds is not None:
            text = json.dumps({"bounds": list(bounds), "root": json.loads(text)})
        self._text = text
        self._native = _native.NativeTree(text)

    @classmethod
    def read(cls, file: Any) -> Tree:
        """A tree from a file of JSON."""
        with open(file, encoding="utf-8") as text:
            return cls(text.read())

    def search(self, algorithm: str = "starmax", **options: Any) -> Trace:
        """Searches the tree: ``window``, ``probes``, ``table_mb``, ``time``, ``nodes``.

        >>> import starmax
        >>> chance = [[1 / 3, [-5, -3]], [1 / 3, [-10, -8]], [1 / 3, [0, 4]]]
        >>> trace = starmax.Tree({"chance": [[p, {"min": leaves}] for p, leaves in chance]}).search("star2", window=(1, 4))
        >>> trace.bounds, len(trace.visits)
        ([-10.0, 1.0], 3)
        >>> trace.visits[1]
        Record({'node': '0', 'purpose': 'probe', 'window': [...], 'bounds': [-10.0, -5.0], 'exit': 'probed'})
        """
        return Trace(self._native, settings({"algorithm": algorithm, **options}))

    def __repr__(self) -> str:
        return f"starmax.Tree({self._text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Tree, (self._text,))

    def _repr_svg_(self) -> str:
        """The whole tree, as plain Expectimax sees it."""
        return Trace(self._native, settings({"algorithm": "expectimax"})).svg()


def _node(node: Any, kind: str, other: str) -> Any:
    if isinstance(node, (list, tuple)):
        return {kind: [_node(child, other, kind) for child in node]}
    if isinstance(node, dict):
        inner = dict(node)
        for name, after in (("max", "min"), ("min", "max")):
            if isinstance(inner.get(name), (list, tuple)):
                inner[name] = [_node(child, after, name) for child in inner[name]]
        if isinstance(inner.get("chance"), (list, tuple)):
            inner["chance"] = [
                [each[0], _node(each[1], "max", "min")]
                if isinstance(each, (list, tuple)) and len(each) == 2
                else each
                for each in inner["chance"]
            ]
        if "root" in inner:
            inner["root"] = _node(inner["root"], kind, other)
        return inner
    return node


class Trace(Record):
    """What a search of a tree found, and every visit in order: window, what was proven, and why the node was left.

    In a notebook it is a picture. :meth:`step` shows the tree after some visits only, :meth:`slider` lets you step through it.
    """

    __slots__ = ("_native", "_settings")

    algorithm: str
    value: float | None
    bounds: list[float]
    #: The place of the best child of the root.
    best: int | None
    visits: list[Record]
    stats: Record

    def __init__(self, native: _native.NativeTree, words: list[Setting]) -> None:
        super().__init__(json.loads(native.json(words)))
        self._native = native
        self._settings = words

    def __str__(self) -> str:
        return self._native.text(self._settings).rstrip()

    def __repr__(self) -> str:
        return str(self)

    def svg(self) -> str:
        """The tree as a picture: what was visited, with which windows, and what was cut."""
        return self._native.svg(self._settings, None)

    def dot(self) -> str:
        """The same for Graphviz."""
        return self._native.dot(self._settings)

    def step(self, visits: int) -> str:
        """The picture after this many visits.

        >>> import starmax
        >>> trace = starmax.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).search("alphabeta")
        >>> trace.step(2) != trace.step(len(trace.visits)) == trace.svg()
        True
        """
        return self._native.svg(self._settings, visits)

    def slider(self) -> Any:
        """A slider over the visits, in a notebook with ipywidgets."""
        return _slider(len(self._data["visits"]), self.step)

    def _repr_svg_(self) -> str:
        return self.svg()


def _slider(count: int, picture: Callable[[int], str]) -> Any:
    try:
        import ipywidgets
    except ImportError:
        raise ImportError("slider() needs ipywidgets: pip install ipywidgets") from None
    slider = ipywidgets.IntSlider(value=count, min=0, max=count, description="visits")
    shown = ipywidgets.HTML(picture(count))
    slider.observe(lambda change: setattr(shown, "value", picture(change["new"])), names="value")
    return ipywidgets.VBox([slider, shown])

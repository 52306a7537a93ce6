"""Backgammon decisions that somebody has judged, and what a player gives away on them, for the scripts beside this file."""

import collections
import json
import math
import sys


def read(path: str, sample: int | None) -> list[dict]:
    """The decisions of a file, or about `sample` of them."""
    try:
        with open(path, encoding="utf-8") as file:
            decisions = [json.loads(line) for line in file]
    except OSError as error:
        sys.exit(f"cannot read {path}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"{path}: {error}, expected a decision as JSON in each line")
    return decisions[:: max(1, len(decisions) // sample)] if sample else decisions


def regret(decision: dict, reached: str) -> float:
    """The best equity less that of the move which leads to the position, times 1000."""
    equities = {checkers(move["position"]): move["equity"] for move in decision["moves"]}
    return 1000 * (max(equities.values()) - equities[checkers(reached)])


def checkers(position: str) -> str:
    """The checkers alone: the 14 characters of the position ID."""
    return position[:14]


def show(decisions: list[dict], reached: list[str], seconds: list[float]) -> None:
    """Prints mean regrets by class with their standard errors, and the time per decision."""
    groups = collections.defaultdict(list)
    for decision, position in zip(decisions, reached, strict=True):
        for name in (decision["class"], "all"):
            groups[name].append(regret(decision, position))
    for name, values in sorted(groups.items()):
        mean = sum(values) / len(values)
        spread = math.sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
        print(f"{name:8} {len(values):5} decisions, regret {mean:.2f} +- {spread:.2f}")
    of_class = collections.defaultdict(list)
    for decision, time in zip(decisions, seconds, strict=True):
        for name in (decision["class"], "all"):
            of_class[name].append(time)
    for name, times in sorted(of_class.items()):
        print(f"{name:8} seconds per decision: mean {sum(times) / len(times):.4f}, longest {max(times):.4f}", flush=True)

"""Backgammon decisions that somebody has judged, and what a player gives away on them, for the scripts beside this file."""

import argparse
import base64
import collections
import json
import math
import sys
from collections.abc import Callable

JUDGES = ("equity", "equity_b")
MEAN = "mean"
# All decisions, and the classes that each belongs to one of.
WHOLE = ("all", "contact", "crashed", "race")
TABLE = str.maketrans({"-": "+", "_": "/"})


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


def regret(decision: dict, reached: str) -> dict[str, float]:
    """What each judge finds that the move gives away which leads to the position, times 1000, and their mean.

    A move that the second judge did not look at is judged by the first one alone.
    """
    found = {}
    for judge in JUDGES:
        equities = {checkers(move["position"]): move[judge] for move in decision["moves"] if judge in move}
        if checkers(reached) in equities:
            found[judge] = 1000 * (max(equities.values()) - equities[checkers(reached)])
    if "equity" not in found:
        sys.exit(f"found a move to {reached}, expected one of those from {decision['position']} with {decision['roll']}")
    if "equity_b" not in found:
        found["equity_b"] = found["equity"]
        return found | {MEAN: found["equity"]}
    return found | {MEAN: mean_regret(decision, reached)}


def mean_regret(decision: dict, reached: str) -> float:
    """The regret by the mean of both judges, times 1000."""
    moves = [move for move in decision["moves"] if all(judge in move for judge in JUDGES)]
    means = {checkers(move["position"]): sum(move[judge] for judge in JUDGES) / 2 for move in moves}
    return 1000 * (max(means.values()) - means[checkers(reached)])


def checkers(position: str) -> str:
    """The checkers alone: the 14 characters of the position ID."""
    return position[:14]


def places(position: str) -> tuple[list[int], list[int]]:
    """The checkers of the player on roll and of the opponent, from each one's first point to the bar."""
    data = base64.b64decode(checkers(position).translate(TABLE) + "==")
    bits = (byte >> bit & 1 for byte in data for bit in range(8))
    sides = []
    for _ in range(2):
        side = []
        for _ in range(25):
            count = 0
            while next(bits):
                count += 1
            side.append(count)
        sides.append(side)
    # The opponent comes first.
    return sides[1], sides[0]


def position_id(mine: list[int], his: list[int]) -> str:
    """The position ID of such checkers, those of the player on roll first."""
    bits = "".join("1" * count + "0" for side in (his, mine) for count in side).ljust(80, "0")
    data = bytes(int(bits[start : start + 8][::-1], 2) for start in range(0, 80, 8))
    return base64.b64encode(data).decode().rstrip("=")


def groups(decision: dict) -> list[str]:
    """The kinds of positions that a decision belongs to."""
    mine, his = places(decision["position"])
    blots = sum(count == 1 for count in mine[:24])
    found = {
        "player on the bar": mine[24] > 0,
        "opponent on the bar": his[24] > 0,
        "player with four or more back": sum(mine[18:]) >= 4,
        "opponent with four or more back": sum(his[18:]) >= 4,
        "doubles": decision["roll"][0] == decision["roll"][1],
        "five or more blots": blots >= 5,
        "race, at most ten checkers": decision["class"] == "race" and max(sum(mine), sum(his)) <= 10,
        "race, longer": decision["class"] == "race" and max(sum(mine), sum(his)) > 10,
    }
    return ["all", decision["class"], *(name for name, is_in in found.items() if is_in)]


def by_group(decisions: list[dict]) -> dict[str, list[int]]:
    """The places of the decisions of each kind, those of all and of the classes first."""
    found = collections.defaultdict(list)
    for number, decision in enumerate(decisions):
        for name in groups(decision):
            found[name].append(number)
    return dict(sorted(found.items(), key=lambda item: (item[0] != WHOLE[0], item[0] not in WHOLE, item[0])))


def estimate(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values)) / len(values)


def show(decisions: list[dict], reached: list[str], seconds: list[float], other: list[str] | None = None) -> None:
    """Prints mean regrets by group with their standard errors, and the time per decision.

    With the positions that another player reached also by how much more this one gives away, in pairs.
    """
    of_group = by_group(decisions)
    regrets = [regret(decision, position) for decision, position in zip(decisions, reached, strict=True)]
    others = other and [regret(decision, position) for decision, position in zip(decisions, other, strict=True)]
    head = "".join(f"{name:>16}" for name in ("by equity", "by equity_b", "by their mean"))
    print(f"{'regret':32}{'decisions':>10}{head}{'more than other' if others else '':>18}")
    for name, numbers in of_group.items():
        row = f"{name:32}{len(numbers):>10}"
        for judge in (*JUDGES, MEAN):
            mean, error = estimate([regrets[number][judge] for number in numbers])
            row += f"{mean:>9.2f} +-{error:5.2f}"
        if others:
            mean, error = estimate([regrets[number][MEAN] - others[number][MEAN] for number in numbers])
            row += f"{mean:>+11.2f} +-{error:5.2f}"
        print(row)
    for name in WHOLE:
        times = [seconds[number] for number in of_group.get(name, [])]
        if times:
            print(f"{name:8} seconds per decision: mean {sum(times) / len(times):.4f}, longest {max(times):.4f}", flush=True)


def write(path: str, decisions: list[dict], reached: list[str]) -> None:
    """Writes down what was chosen, one decision per line."""
    with open(path, "w", encoding="utf-8") as file:
        for decision, position in zip(decisions, reached, strict=True):
            chosen = {"position": decision["position"], "roll": decision["roll"], "reached": checkers(position)}
            file.write(json.dumps(chosen) + "\n")


def read_choices(path: str, decisions: list[dict]) -> list[str]:
    """What was written down about each of the decisions."""
    chosen = {(line["position"], line["roll"]): line["reached"] for line in read(path, None)}
    try:
        return [chosen[decision["position"], decision["roll"]] for decision in decisions]
    except KeyError as error:
        sys.exit(f"{path}: found no move for {error}")


def measure_peer(
    description: str, name: str, plies: list[int], choices: Callable[[list[dict], int], list[tuple[str, float]]]
) -> None:
    """Prints what another program gives away with each number of plies; `choices` gives the positions that it reaches and the seconds it takes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decisions")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--plies", type=int, nargs="+", default=plies, choices=range(5))
    parser.add_argument("--choices")
    parser.add_argument("--other")
    args = parser.parse_args()
    decisions = read(args.decisions, args.sample)
    others = read_choices(args.other, decisions) if args.other else None
    for plies in args.plies:
        print(f"{name} {plies}-ply")
        reached, seconds = zip(*choices(decisions, plies))
        show(decisions, reached, seconds, others)
        if args.choices:
            write(args.choices, decisions, reached)

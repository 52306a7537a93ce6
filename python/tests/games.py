"""Games that the tests write in Python."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


class Pig:
    """Pig in Python: the first with 20 points wins."""

    name = "pig in Python"
    utility = (-1, 1)

    def __init__(self, goal: int = 20) -> None:
        self.goal = goal

    # A state: points of Max, points of Min, points of this turn, whose turn, whether the die is in the air.
    def initial(self):
        return (0, 0, 0, "max", False)

    def node(self, state):
        mine, his, _, turn, rolls = state
        if mine >= self.goal:
            return 1
        if his >= self.goal:
            return -1
        return "chance" if rolls else turn

    def moves(self, state):
        mine, his, turn_total, turn, _ = state
        if turn_total == 0:
            return ["roll"]
        # Who has enough holds, so that there is an end of states.
        return ["hold"] if turn_total + (mine if turn == "max" else his) >= self.goal else ["roll", "hold"]

    def play(self, state, move):
        mine, his, turn_total, turn, _ = state
        if move == "roll":
            return (mine, his, turn_total, turn, True)
        if turn == "max":
            return (mine + turn_total, his, 0, "min", False)
        return (mine, his + turn_total, 0, "max", False)

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def resolve(self, state, face):
        mine, his, turn_total, turn, _ = state
        if face == 1:
            return (mine, his, 0, "min" if turn == "max" else "max", False)
        return (mine, his, turn_total + face, turn, False)

    def key(self, state):
        return state

    def evaluate(self, state):
        mine, his, turn_total, turn, _ = state
        lead = mine - his + (turn_total if turn == "max" else -turn_total)
        return max(-1.0, min(1.0, lead / self.goal))

    def evaluate_all(self, states):
        return [self.evaluate(state) for state in states]


class PigExpanded:
    """The same game, told by ``expand`` alone."""

    utility = (-1, 1)

    def __init__(self, goal: int = 20) -> None:
        self._pig = Pig(goal)
        self.evaluate = self._pig.evaluate

    def initial(self):
        return self._pig.initial()

    def expand(self, state):
        pig = self._pig
        node = pig.node(state)
        if node == "chance":
            return node, [(face, p, pig.resolve(state, face)) for face, p in pig.outcomes(state)]
        if isinstance(node, str):
            return node, [(move, pig.play(state, move)) for move in pig.moves(state)]
        return node


class EinStein:
    """EinStein wuerfelt nicht on 5x5: six stones each, a die says which may move. Max moves to the right and down and begins."""

    utility = (-1, 1)
    TOP = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0))

    def initial(self):
        mine = tuple(5 * row + column for row, column in self.TOP)
        his = tuple(24 - place for place in mine)
        return (mine, his, 0, 0)

    # A state: places of Max's stones (-1: taken), of Min's, whose turn, the die (0: not thrown).
    def node(self, state):
        mine, his, turn, die = state
        if mine.count(-1) == 6 or 0 in his:
            return -1
        if his.count(-1) == 6 or 24 in mine:
            return 1
        return ("max", "min")[turn] if die else "chance"

    def outcomes(self, state):
        return _DIE

    def resolve(self, state, die):
        return (state[0], state[1], state[2], die)

    def moves(self, state):
        mine, his, turn, die = state
        return list(_moves((mine, his)[turn], die, turn))

    def play(self, state, move):
        stone, to = move
        stones = [list(state[0]), list(state[1])]
        for each in stones:
            for number, place in enumerate(each):
                if place == to:
                    each[number] = -1
        stones[state[2]][stone] = to
        return (tuple(stones[0]), tuple(stones[1]), 1 - state[2], 0)

    def key(self, state):
        return bytes(place + 1 for place in (*state[0], *state[1], state[2], state[3]))

    def evaluate(self, state):
        mine, his, _, _ = state
        reach = [max(place // 5, place % 5) for place in mine if place >= 0]
        his_reach = [max(4 - place // 5, 4 - place % 5) for place in his if place >= 0]
        nearest = min((4 - place // 5 if place // 5 < place % 5 else 4 - place % 5) for place in mine if place >= 0)
        his_nearest = min((place // 5 if place // 5 > place % 5 else place % 5) for place in his if place >= 0)
        return max(-0.99, min(0.99, (his_nearest - nearest) / 5 + (len(reach) - len(his_reach)) / 20))


_DIE = [(die, 1 / 6) for die in range(1, 7)]


@lru_cache(maxsize=None)
def _moves(stones, die, turn) -> tuple[Any, ...]:
    there = [number for number in range(6) if stones[number] >= 0]
    if stones[die - 1] >= 0:
        movable = [die - 1]
    else:
        below = [number for number in there if number < die - 1]
        above = [number for number in there if number > die - 1]
        movable = ([below[-1]] if below else []) + ([above[0]] if above else [])
    step = 1 if turn == 0 else -1
    found = []
    for stone in movable:
        row, column = divmod(stones[stone], 5)
        for down, right in ((step, 0), (0, step), (step, step)):
            if 0 <= row + down < 5 and 0 <= column + right < 5:
                found.append((stone, 5 * (row + down) + column + right))
    return tuple(found)


class Trio:
    """Three players take one or two of some matches; who takes the last loses 2, the others win 1."""

    players = 3

    def initial(self):
        return (7, 0)

    def node(self, state):
        left, turn = state
        if left > 0:
            return turn
        return tuple(-2.0 if player == (turn - 1) % 3 else 1.0 for player in range(3))

    def moves(self, state):
        return range(1, 1 + min(2, state[0]))

    def play(self, state, taken):
        return (state[0] - taken, (state[1] + 1) % 3)

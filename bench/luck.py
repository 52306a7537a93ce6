"""How lucky the dice of a game of backgammon were, for `gnubg-match`.

The luck of a roll is the value of the best move with it, less the mean of that over all rolls; both are found by our own search. On average it is
zero whatever the search thinks of the positions, so points less luck have the mean of points, and spread much less.
"""

import base64
import json
import re
import subprocess
import sys
import threading

TURN = re.compile(r";([WB])\[(\d\d)((?:[a-z]{2})*)\]")
OFF, BAR = -1, 24
START = {5: 5, 7: 3, 12: 5, 23: 2}  # checkers on the points of their player, the first one is 0


def turns(sgf: str) -> list[tuple[int, str, str]]:
    """Who rolled what in which position: player 0 or 1 of GNU Backgammon, the position ID before the roll, and the roll."""
    boards = [[START.get(point, 0) for point in range(25)] for _ in range(2)]
    found = []
    for name, roll, moved in TURN.findall(sgf):
        player = "WB".index(name)
        mine, his = boards[player], boards[1 - player]
        found.append((player, position_id(mine, his), roll))
        for start, end in zip(moved[::2], moved[1::2]):
            move(mine, his, place(player, start), place(player, end))
    return found


def place(player: int, letter: str) -> int:
    """A letter of the file as a place of the player."""
    if letter in "yz":
        return BAR if letter == "y" else OFF
    point = ord(letter) - ord("a")
    return 23 - point if player else point


def move(mine: list[int], his: list[int], start: int, end: int) -> None:
    mine[start] -= 1
    if mine[start] < 0:
        raise ValueError(f"a game moves a checker from place {start}, where none is")
    if end != OFF:
        mine[end] += 1
        if his[23 - end] == 1:
            his[23 - end] = 0
            his[BAR] += 1


def position_id(mine: list[int], his: list[int]) -> str:
    """The position before the roll of the player with the first checkers."""
    bits = "".join("1" * count + "0" for side in (his, mine) for count in side)
    number = int(bits[::-1], 2)
    return base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")


class Luck:
    """Two searches that wait for questions: one for positions with a roll, one for those before it."""

    def __init__(self, program: str, depth: int):
        self.searches = [Search(program, depth), Search(program, depth + 1)]
        self.lock = threading.Lock()

    def of_game(self, sgf: str, side: int) -> float:
        """The luck of the player on that side, less that of the other."""
        sum_of_luck = 0.0
        with self.lock:
            for number, (player, position, roll) in enumerate(turns(sgf)):
                rolled, before = self.searches
                value = rolled.value(f"{position} {roll}")
                # Either player may begin, and then has the advantage: the mean over both is zero.
                mean = before.value(position) if number else 0.0
                sum_of_luck += (value - mean) * (1 if player == side else -1)
        return sum_of_luck


class Search:
    def __init__(self, program: str, depth: int):
        command = [program, "search", "backgammon", "-", "--json", "--depth", str(depth), "--threads", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def value(self, job: str) -> float:
        """The value of a position for its player."""
        self.process.stdin.write(job + "\n")
        answer = self.process.stdout.readline()
        if not answer or "value" not in (parsed := json.loads(answer)):
            sys.exit(f"starmax does not know the value of {job}: {answer.strip()}")
        return parsed["value"] if parsed["player"] == "X" else -parsed["value"]

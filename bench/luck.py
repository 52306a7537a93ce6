"""How lucky the dice of a match of backgammon were, for `gnubg-match`.

The luck of a roll is the value of the best move with it, less the mean of that over all rolls; both are found by our own search. On average it is
zero whatever the search thinks of the positions, so a result less luck has the mean of the result, and spreads much less. Values are points, or
the chance to win the match. With the cube they are those with the cube where it is when the dice are rolled: what players do with it is no luck.
"""

import dataclasses
import functools
import json
import re
import subprocess
import sys
import threading

NODE = re.compile(r";([WB])\[(\d\d(?:[a-z]{2})*|double|take|drop|resign)\]")
INFO = re.compile(r"MI\[length:(\d+)\]\[game:\d+\]\[ws:(\d+)\]\[bs:(\d+)\]")
RESULT = re.compile(r"RE\[([WB])\+(\d+)R?\]")
RULES = re.compile(r"RU\[([^\]]*)\]")
OFF, BAR = -1, 24
START = {5: 5, 7: 3, 12: 5, 23: 2}  # checkers on the points of their player, the first one is 0
ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, high)]  # that games can begin with


@dataclasses.dataclass(frozen=True)
class Format:
    """What is played: single games without the cube, games for money with it, or matches."""

    cube: bool = False
    jacoby: bool = False
    length: int = 0

    @property
    def game(self) -> str:
        """Its name on the command line of Starmax."""
        if self.length:
            return f"backgammon:match={self.length}"
        return f"backgammon:money{',jacoby' if self.jacoby else ''}" if self.cube else "backgammon"


@dataclasses.dataclass(frozen=True)
class Game:
    """A game as GNU Backgammon has saved it. White is its player 0, black player 1."""

    text: str
    score: tuple[int, int]
    crawford: bool
    winner: int
    points: int


def games(sgf: str) -> list[Game]:
    """The games of a file; the last one too if it has no end, which is an error."""
    found = []
    for text in re.split(r"(?m)^\(", sgf)[1:]:
        info, result, rules = INFO.search(text), RESULT.search(text), RULES.search(text)
        if not info or not result:
            raise ValueError("a game that was saved has no end")
        crawford = bool(rules) and "CrawfordGame" in rules[1].split(":")
        found.append(Game(text, (int(info[2]), int(info[3])), crawford, "WB".index(result[1]), int(result[2])))
    return found


@dataclasses.dataclass
class Table:
    """A game in progress; players are 0 and 1."""

    form: Format
    game: Game
    cube: int = 1
    owner: int | None = None
    boards: list[list[int]] = dataclasses.field(
        default_factory=lambda: [[START.get(point, 0) for point in range(25)] for _ in range(2)]
    )

    def position(self, player: int, roll: str = "00") -> str:
        """An XGID in which this player is X and on roll."""
        mine, his = self.boards[player], self.boards[1 - player]
        places = [letter(his[BAR], "a")]
        places += [letter(mine[point], "A") if mine[point] else letter(his[23 - point], "a") for point in range(24)]
        places += [letter(mine[BAR], "A")]
        owner = 0 if self.owner is None else 1 if self.owner == player else -1
        score = (self.game.score[player], self.game.score[1 - player]) if self.form.length else (0, 0)
        rules = int(self.game.crawford if self.form.length else self.form.jacoby)
        turned = self.cube.bit_length() - 1
        fields = [turned, owner, 1, roll, *score, rules, self.form.length, 10]
        return f"XGID={''.join(places)}:" + ":".join(map(str, fields))

    def before_roll(self, player: int) -> str:
        """The position of a player who does not double."""
        may_double = (
            self.form.cube
            and self.owner != 1 - player
            and not self.game.crawford
            and (not self.form.length or self.game.score[player] + self.cube < self.form.length)
        )
        return self.position(player) + (":roll" if may_double else "")

    def turn_cube(self, player: int, action: str) -> None:
        """A double that is taken; one that is dropped ends the game."""
        if action == "take":
            self.cube, self.owner = 2 * self.cube, player

    def move(self, player: int, moved: str) -> None:
        mine, his = self.boards[player], self.boards[1 - player]
        for start, end in zip(moved[::2], moved[1::2]):
            start, end = place(player, start), place(player, end)
            mine[start] -= 1
            if mine[start] < 0:
                raise ValueError(f"a game moves a checker from place {start}, where none is")
            if end != OFF:
                mine[end] += 1
                if his[23 - end] == 1:
                    his[23 - end] = 0
                    his[BAR] += 1


def letter(count: int, first: str) -> str:
    return chr(ord(first) + count - 1) if count else "-"


def place(player: int, letter: str) -> int:
    """A letter of the file as a place of the player."""
    if letter in "yz":
        return BAR if letter == "y" else OFF
    point = ord(letter) - ord("a")
    return 23 - point if player else point


class Luck:
    """Two searches that wait for questions: one for positions with a roll, one for those before it."""

    def __init__(self, program: str, depth: int, form: Format):
        self.form = form
        self.rolled, self.before = (Search(program, form.game, depth + more) for more in (0, 1))
        self.lock = threading.Lock()
        self.opening = functools.cache(self.mean_of_openings)

    def of_match(self, sgf: str, side: int) -> float:
        """The luck of the player on that side, less that of the other, in all games of a file."""
        with self.lock:
            return sum(self.of_game(game, side) for game in games(sgf))

    def of_game(self, game: Game, side: int) -> float:
        table = Table(self.form, game)
        sum_of_luck, has_begun = 0.0, False
        for name, action in NODE.findall(game.text):
            player = "WB".index(name)
            if not action[0].isdigit():
                table.turn_cube(player, action)
                continue
            sign = 1 if player == side else -1
            value = sign * self.rolled.value(table.position(player, action[:2]))
            if has_begun:
                mean = sign * self.before.value(table.before_roll(player))
            else:
                mean = self.opening(game.score[side], game.score[1 - side], game.crawford)
            sum_of_luck += value - mean
            table.move(player, action[2:])
            has_begun = True
        return sum_of_luck

    def mean_of_openings(self, mine: int, his: int, crawford: bool) -> float:
        """What a game is worth before anybody knows who begins. Where the score does not matter that is nothing."""
        if not self.form.length:
            return 0.0
        table = Table(self.form, Game("", (mine, his), crawford, 0, 0))
        values = [self.rolled.value(table.position(player, roll)) * (1 - 2 * player) for roll in ROLLS for player in (0, 1)]
        return sum(values) / len(values)


class Search:
    def __init__(self, program: str, game: str, depth: int):
        # A chance to win is seen from the other side as one less that chance; what it exceeds a half by, as its negative.
        self.zero = 0.5 if "match=" in game else 0.0
        command = [program, "search", game, "-", "--json", "--depth", str(depth), "--threads", "1", "--top", "1"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )

    def value(self, position: str) -> float:
        """The value of a position for X, who is on roll."""
        self.process.stdin.write(position + "\n")
        answer = self.process.stdout.readline()
        if not answer or "value" not in (parsed := json.loads(answer)) or parsed["player"] != "X":
            sys.exit(f"starmax does not know the value of {position}: {answer.strip()}")
        return parsed["value"] - self.zero

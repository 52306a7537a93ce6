"""GNU Backgammon in text mode, for the scripts beside this file."""

import os
import pathlib
import shutil
import subprocess
import sys

DEBIANS_GAMES = "/usr/games/gnubg"

# A decision early in the game: a position ID and a roll.
START = "4HPwATDgc/ABMA 31"


def find() -> str:
    """The program: the one that GNUBG names, one on the path, or Debian's, which is installed if it is not there."""
    for name in (os.environ.get("GNUBG"), "gnubg", DEBIANS_GAMES):
        found = name and shutil.which(name)
        if found:
            return found
    install()
    return DEBIANS_GAMES


def install() -> None:
    commands = [["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", "gnubg"]]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    prefix = [] if is_root else ["sudo"]
    print("gnubg is not here: installing Debian's", file=sys.stderr)
    for command in commands:
        try:
            subprocess.run(prefix + command, stdout=subprocess.DEVNULL, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"cannot install gnubg: {error}; install it by hand, or let GNUBG name the program")
    if not pathlib.Path(DEBIANS_GAMES).exists():
        sys.exit(f"the package gnubg is installed, but there is no {DEBIANS_GAMES}: let GNUBG name the program")


def command(*options: str) -> list[str]:
    """The command line: text mode, no welcome, no settings of the user."""
    return [find(), "-t", "-q", "-r", *options]


def script(lines: list[str]) -> str:
    """What is typed: the lines, and the answer to whether a game is to be left."""
    return "\n".join([*lines, "quit", "y", ""])


def setup_of_decisions(plies: int) -> list[str]:
    """Commands after which it chooses moves without the cube, with its usual move filters and pruning nets, on one thread."""
    return [
        "set threads 1",
        "set automatic game off",
        "set automatic roll off",
        "set display off",
        "set player 0 human",
        "set player 1 human",
        f"set evaluation chequerplay evaluation plies {plies}",
        "set evaluation chequerplay evaluation cubeful off",
        "set cube use off",
        "set jacoby off",
        "new session",
    ]

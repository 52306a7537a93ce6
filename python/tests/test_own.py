"""Games that are written in Python."""

import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import games
import numpy
import pytest
from reference import expectimax

import starmax

ALGORITHMS = ["expectimax", "star1", "star2", "star2.5", "star2-tt", "starmax"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("game", [games.Pig(), games.EinStein()])
def test_every_algorithm_finds_what_plain_expectimax_finds(game, algorithm):
    for depth in (1, 2, 4):
        found = starmax.search(game, depth=depth, algorithm=algorithm)
        assert found.value == pytest.approx(expectimax(game, game.initial(), depth), rel=0, abs=1e-12)
        assert found.depth == depth


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_algorithms_without_chance_refuse_it_and_search_the_rest(algorithm):
    with pytest.raises(ValueError, match=f"{algorithm} cannot search EinStein: the game has chance"):
        starmax.search(games.EinStein(), depth=3, algorithm=algorithm)

    class Nim:
        utility = (-1, 1)
        initial = staticmethod(lambda: (9, "max"))
        node = staticmethod(lambda state: state[1] if state[0] else (1 if state[1] == "min" else -1))
        moves = staticmethod(lambda state: range(1, 1 + min(3, state[0])))
        play = staticmethod(lambda state, taken: (state[0] - taken, "min" if state[1] == "max" else "max"))

    found = starmax.search(Nim(), depth=9, algorithm=algorithm)
    assert (found.best, found.value) == (1, 1.0)


def test_a_game_told_by_expand_is_the_same_game():
    for algorithm in ALGORITHMS:
        one = starmax.search(games.Pig(), depth=6, algorithm=algorithm, table_mb=0)
        other = starmax.search(games.PigExpanded(), depth=6, algorithm=algorithm, table_mb=0)
        assert (one.value, one.best, one.stats.nodes) == (other.value, other.best, other.stats.nodes)


def test_the_state_may_be_given_and_moves_come_back_as_they_were():
    state = games.EinStein().resolve(games.EinStein().initial(), 3)
    found = starmax.search(games.EinStein(), state, depth=3)
    assert found.best in games.EinStein().moves(state)
    assert {move.move for move in found.moves} == set(games.EinStein().moves(state))
    assert found.moves[0].move == found.best
    assert pickle.loads(pickle.dumps(found)).best == found.best


def test_a_batch_evaluator_gives_the_same():
    pig = games.Pig()
    one = starmax.search(pig, depth=6, evaluator=pig.evaluate)
    many = starmax.search(pig, depth=6, evaluate_all=lambda states: numpy.array([pig.evaluate(s) for s in states]))
    assert (one.value, one.best) == (many.value, many.best)


def test_several_players_go_to_max_n():
    found = starmax.search(games.Trio(), depth=8)
    assert found.algorithm == "max^n"
    assert found.payoffs == [1.0, 1.0, -2.0] or sum(found.payoffs) == 0
    with pytest.raises(ValueError, match="searched by max"):
        starmax.search(games.Trio(), depth=8, algorithm="star2")


def test_an_enumerated_game_finds_the_same():
    pig = games.Pig(10)
    graph = starmax.enumerate(pig)
    for algorithm in ALGORITHMS:
        for depth in (3, 6):
            one = starmax.search(pig, depth=depth, algorithm=algorithm)
            other = graph.search(depth=depth, algorithm=algorithm)
            assert (one.value, one.best, one.line) == (other.value, other.best, other.line)
    state = (3, 4, 2, "min", False)
    assert graph.search(state, depth=5).value == starmax.search(pig, state, depth=5).value
    with pytest.raises(ValueError, match="was not met"):
        graph.search((99, 99, 99, "max", False))
    with pytest.raises(ValueError, match="more than 10 states"):
        starmax.enumerate(pig, limit=10)


def test_keys_that_python_hashes_alike_are_told_apart():
    assert hash(-1) == hash(-2)

    class Minus:
        utility = (-5, 5)
        initial = staticmethod(lambda: 0)
        node = staticmethod(lambda state: "chance" if state == 0 else "max" if state > -10 else float(state + 12))
        outcomes = staticmethod(lambda state: [(-1, 0.5), (-2, 0.5)])
        moves = staticmethod(lambda state: ["on"])
        play = staticmethod(lambda state, move: state - 9 if move == "on" else move)
        key = staticmethod(lambda state: state)

    for algorithm in ("star2-tt", "starmax"):
        assert starmax.search(Minus(), depth=4, algorithm=algorithm).value == 1.5


class Broken(games.Pig):
    """Pig with one method that does something else."""

    def __init__(self, **methods):
        super().__init__()
        for name, method in methods.items():
            setattr(self, name, method)


class Own(Exception):
    """Nobody else raises it."""


@pytest.mark.parametrize("method", ["node", "moves", "outcomes", "play", "resolve", "key", "evaluate"])
@pytest.mark.parametrize("algorithm", ALGORITHMS + ["static-reply"])
def test_what_a_method_raises_is_raised_as_it_was(method, algorithm):
    usual = getattr(games.Pig(), method)
    for after in (0, 1, 30):
        calls = 0

        def raising(*args):
            nonlocal calls
            calls += 1
            if calls > after:
                raise raised
            return usual(*args)

        raised = Own("as it was")
        with pytest.raises(Own) as caught:
            starmax.search(Broken(**{method: raising}), depth=5, algorithm=algorithm, table_mb=1 if method == "key" and algorithm != "static-reply" else None)
            if calls <= after or method == "key":
                raise raised
        assert caught.value is raised


@pytest.mark.parametrize(
    ("methods", "error", "message"),
    [
        ({"outcomes": lambda state: [(1, 0.5), (2, 0.6)]}, ValueError, r"probabilities sum to 1\.1"),
        ({"outcomes": lambda state: [(1, 1.5), (2, -0.5)]}, ValueError, r"1 has the probability 1\.5"),
        ({"outcomes": lambda state: [(1, float("nan"))]}, ValueError, r"1 has the probability NaN"),
        ({"outcomes": lambda state: []}, ValueError, "nothing to choose from"),
        ({"outcomes": lambda state: 7}, TypeError, "not iterable"),
        ({"moves": lambda state: []}, ValueError, "nothing to choose from"),
        ({"moves": lambda state: [[]]}, TypeError, "unhashable"),
        ({"node": lambda state: "maximum"}, ValueError, "found the node 'maximum', expected"),
        ({"node": lambda state: None}, ValueError, "found the node None, expected"),
        ({"node": lambda state: float("nan")}, ValueError, "the value NaN is outside the utility"),
        ({"node": lambda state: 7}, ValueError, "the value 7 is outside the utility"),
        ({"evaluate": lambda state: 7}, ValueError, "the static value 7 is outside the utility"),
        ({"evaluate": lambda state: "good"}, ValueError, "gives 'good', expected a number"),
        ({"evaluate": lambda state: float("nan")}, ValueError, "the static value NaN is outside"),
        ({"key": lambda state: [1]}, TypeError, "the key is of type list, expected bytes"),
        ({"utility": (1, -1)}, ValueError, "found the utility"),
        ({"utility": (0, float("inf"))}, ValueError, "found the utility"),
        ({"utility": "high"}, TypeError, "found the utility"),
        ({"node": 3}, TypeError, "node of the game is 3"),
    ],
)
def test_a_game_that_is_wrong_raises(methods, error, message):
    with pytest.raises(error, match=message):
        found = starmax.search(Broken(**methods), depth=4, table_mb=1)
        pytest.fail(str(found))


def test_batches_of_another_length_raise():
    with pytest.raises(ValueError, match="gives 0 values for"):
        starmax.search(games.Pig(), depth=4, evaluate_all=lambda states: [])


def test_a_finished_game_cannot_be_searched():
    with pytest.raises(ValueError, match="the game is over at"):
        starmax.search(games.Pig(), (20, 0, 0, "max", False), depth=2)


def test_the_kit_passes_good_games():
    starmax.check(games.Pig(10))
    starmax.check(games.EinStein())
    starmax.check(games.PigExpanded(10))
    starmax.check(games.Trio())


def test_the_kit_finds_what_is_wrong():
    answers = iter(range(10**9))
    for methods, message in [
        ({"key": lambda state: state[:3]}, "have the same hash"),
        ({"key": lambda state: (state, next(answers))}, "has two hashes|and taken again to"),
        ({"moves": lambda state: ["roll", "roll"]}, "'roll' is possible more than once|possible more than once"),
        ({"moves": lambda state: ["roll", "hold", next(answers)]}, "answers differently|more than once"),
        ({"play": lambda state, move: state}, "has not ended"),
    ]:
        with pytest.raises(ValueError, match=message):
            starmax.check(Broken(**methods))


ENDLESS = """
    import sys, time, starmax
    sys.path.insert(0, {folder!r})
    import games

    class Endless(games.Pig):
        def evaluate(self, state):
            print("go", flush=True)
            while True:
                pass

    searches = {{
        "python": lambda: starmax.search(games.EinStein(), depth=30, algorithm="expectimax"),
        "endless": lambda: starmax.search(Endless(), depth=3),
        "native": lambda: starmax.game("backgammon").search(roll="31", depth=30),
        "rollout": lambda: starmax.game("backgammon").rollout(roll="31", trials=100000, truncate=1),
        "graph": lambda: starmax.enumerate(games.Pig(60)).search(depth=900, algorithm="expectimax", table_mb=0),
        "walk": lambda: starmax.enumerate(games.EinStein()),
    }}
    print("go", flush=True)
    try:
        searches[sys.argv[1]]()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.parametrize("search", ["python", "endless", "native", "rollout", "graph", "walk"])
def test_ctrl_c_is_heard_at_once(search):
    import pathlib

    program = textwrap.dedent(ENDLESS.format(folder=str(pathlib.Path(__file__).parent)))
    with subprocess.Popen([sys.executable, "-c", program, search], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "go\n"
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        begun = time.perf_counter()
        while process.stdout.readline() != "interrupted\n":
            assert process.poll() is None
        took = time.perf_counter() - begun
    assert took < 1.0, f"{took:.3f} s"
    print(f"{search}: {1000 * took:.0f} ms")


def test_other_threads_run_meanwhile():
    ticks = 0
    is_done = False

    def tick():
        nonlocal ticks
        while not is_done:
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    starmax.game("backgammon").search(roll="31", depth=3)
    starmax.search(games.EinStein(), depth=4, algorithm="star2")
    is_done = True
    ticker.join()
    assert ticks > 5

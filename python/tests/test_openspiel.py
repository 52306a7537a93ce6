"""Games of OpenSpiel."""

import random

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

import starmax
import starmax.openspiel
from starmax.openspiel import Bot, find_conflicts, search, state_key

#: Games of two players (or one), how deep they are compared, and how many steps are played before.
TWO_PLAYERS = [
    ("backgammon", 1, 60),
    ("einstein_wurfelt_nicht", 2, 20),
    ("pig(players=2,winscore=20,horizon=100)", 4, 30),
    ("tic_tac_toe", 4, 6),
    ("connect_four", 3, 20),
    ("breakthrough(rows=5,columns=4)", 2, 10),
    ("catch", 4, 8),
    ("2048", 1, 60),
]


MOST_ACTIONS = 100


def positions(name, count, longest, seed=1):
    """States from random games, at which somebody decides or chance moves."""
    choose = random.Random(seed)
    game = pyspiel.load_game(name)
    found = []
    while len(found) < count:
        state = game.new_initial_state()
        for _ in range(choose.randrange(longest + 1)):
            if state.is_terminal():
                break
            state.apply_action(choose.choice(state.legal_actions()))
        # Some games begin with one of hundreds of arrangements.
        if not state.is_terminal() and len(state.legal_actions()) <= MOST_ACTIONS:
            found.append(state)
    return found


def einstein():
    """A state after the stones were put down and the die was thrown."""
    state = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert not state.is_chance_node()
    return state


def judge(state):
    """Something different for each state, inside every game's utility."""
    text = str(state)
    return (sum(map(ord, text)) * 2654435761 % 1000) / 1000 - 0.5 if not state.is_terminal() else 0.0


def value_of(found, state):
    """Values in results are seen by the player whose turn it is."""
    return -found.value if state.current_player() == 1 else found.value


@pytest.mark.parametrize(("name", "depth", "longest"), TWO_PLAYERS)
def test_values_are_those_of_expectiminimax(name, depth, longest):
    lowest = pyspiel.load_game(name).min_utility()
    offset = max(0.0, lowest + 0.5)
    for state in positions(name, 6, longest):
        value, _ = minimax.expectiminimax(state, depth, lambda state: judge(state) + offset, 0)
        for algorithm in ("expectimax", "star2", "starmax"):
            found = search(state, depth, value_function=lambda state: judge(state) + offset, algorithm=algorithm)
            assert value_of(found, state) == pytest.approx(value, rel=0, abs=1e-12), (name, state.history())


def test_chance_may_count():
    state = pyspiel.load_game("pig(players=2,winscore=20)").new_initial_state()
    both = search(state, 4, count_chance=True, value_function=judge)
    assert both.depth == 4
    assert both.stats.nodes < search(state, 4, value_function=judge).stats.nodes


def test_keys_may_be_chosen():
    state = einstein()
    found = [search(state, 2, key=key, algorithm="star2-tt") for key in ("history", "state", state_key, None)]
    assert len({each.value for each in found}) == 1
    assert found[1].stats.table_hits > 0
    with pytest.raises(ValueError, match="found the key 'text', expected"):
        search(state, 2, key="text")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("kuhn_poker", "a game of imperfect information"),
        ("matrix_rps", "not played by one player after the other"),
        ("goofspiel(players=2)", "not played by one player after the other|imperfect"),
    ],
)
def test_games_of_other_kinds_are_refused(name, message):
    with pytest.raises(ValueError, match=message):
        search(pyspiel.load_game(name).new_initial_state(), 2)


def test_several_players_go_to_max_n():
    state = pyspiel.load_game("pig(players=3,winscore=10)").new_initial_state()
    found = search(state, 5)
    assert found.algorithm == "max^n" and len(found.payoffs) == 3


def test_what_a_value_function_raises_is_raised():
    state = pyspiel.load_game("pig").new_initial_state()
    with pytest.raises(ZeroDivisionError):
        search(state, 3, value_function=lambda state: 1 / 0)
    with pytest.raises(ValueError, match="the static value 7 is outside the utility"):
        search(state, 3, value_function=lambda state: 7)
    with pytest.raises(ValueError, match='found "dept", expected one of'):
        search(state, 3, dept=3)


def test_a_bot_plays():
    game = pyspiel.load_game("einstein_wurfelt_nicht")
    won = 0
    for number in range(20):
        bots = [pyspiel.make_uniform_random_bot(player, number) for player in range(2)]
        bots[number % 2] = Bot(depth=2, value_function=lambda state: 0.0)
        won += pyspiel.evaluate_bots(game.new_initial_state(), bots, number)[number % 2] > 0
    assert won > 10


def test_the_checker_finds_conflicts():
    assert find_conflicts("tic_tac_toe", games=30) == []
    conflict = find_conflicts("pig(horizon=20)")[0]
    one, other = conflict.histories
    assert len(one) != len(other) or one != other
    assert find_conflicts("tic_tac_toe", key=lambda state: state.current_player(), games=30)

"""Games by name."""

import json
import pickle
import subprocess
import sys

import numpy as np
import pytest

import starmax


def command(*words):
    done = subprocess.run([sys.executable, "-m", "starmax", *words], capture_output=True, text=True)
    return done.stdout, done.stderr.removeprefix("error: ").strip(), done.returncode


def without_time(report):
    report = json.loads(json.dumps(report))
    report["stats"].pop("seconds")
    return report


@pytest.mark.parametrize(
    ("game", "position", "roll", "options"),
    [
        ("backgammon", None, "31", {"depth": 1}),
        ("backgammon:match=7", None, "52", {"level": "0ply"}),
        ("pig", "max:12-7+5", None, {"depth": 9}),
        ("dice:5x5,k=4", None, None, {"depth": 3, "algorithm": "star2-tt", "all": True, "table_mb": 1}),
        ("trio", None, None, {"depth": 5}),
    ],
)
def test_a_search_gives_what_the_command_prints(game, position, roll, options):
    words = [word for word in [game, position] if word]
    words += ["--roll", roll] if roll else []
    for name, value in {**options, "threads": 1}.items():
        words += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
    printed, _, code = command("search", *words, "--json")
    assert code == 0
    found = starmax.game(game).search(position, roll=roll, threads=1, **options)
    assert without_time(found.to_dict()) == without_time(json.loads(printed))


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("pig", {"dept": 3}, 'found "dept", expected one of algorithm, depth, level, time'),
        ("pig", {"depth": 0}, 'found "depth=0", expected depth to be a whole number from 1 to 1000'),
        ("pig", {"depth": float("nan")}, "expected depth to be a whole number"),
        ("pig", {"depth": object()}, "expected depth to be a whole number"),
        ("pig", {"time": "soon"}, "expected time to be a time such as 5s"),
        ("pig", {"top": 2, "all": True}, "expected either top or all"),
        ("pig", {"all": 3}, "expected all without a value"),
        ("pig", {"depth": True}, "expected depth to be a whole number"),
        ("pig", {"noise_seed": 3}, "expected noise beside noise-seed"),
        ("pig", {"algorithm": "alphabeta"}, "the game has chance"),
        ("pig", {"algorithm": "star3"}, "expected algorithm to be minimax, alphabeta,"),
        ("pig", {"evaluator": "mood"}, 'unknown evaluator "mood" of pig, expected one of lead, even'),
        ("tic-tac-toe", {"level": "2ply"}, "which has no chance"),
        ("backgammon", {"evaluator": "net:/no/such/file"}, "/no/such/file cannot be used"),
    ],
)
def test_a_bad_option_is_named(game, options, message):
    with pytest.raises(ValueError) as caught:
        starmax.game(game).search(**options)
    assert message in str(caught.value)


def test_a_bad_position_or_roll_is_named_as_on_the_command_line():
    for words in (["backgammon", "nowhere"], ["backgammon", "start", "--roll", "77"], ["pig", "max:1"]):
        _, error, code = command("search", *words)
        assert code == 2
        with pytest.raises(ValueError) as caught:
            starmax.game(words[0]).search(words[1], roll=(words[3:] or [None])[0])
        assert error.removesuffix(" (see `starmax games`)") == str(caught.value)
    with pytest.raises(TypeError):
        starmax.game("pig").search(7)
    with pytest.raises(ValueError, match="unknown game"):
        starmax.game("")


def test_a_result_can_be_read_shown_and_kept():
    found = starmax.game("backgammon").search(roll="31", depth=1)
    assert found.stats.nodes == found["stats"]["nodes"]
    assert found.chances[0].ending == "win"
    assert str(found).startswith("backgammon  4HPwATDgc/ABMA  roll 31\nstarmax, depth 1, judged by net")
    html = found._repr_html_()
    assert "<svg" in html and "<table>" in html and "8/5 6/5" in html
    table = found.to_frame()
    assert list(table.columns)[:3] == ["move", "value", "exact"]
    assert {"win", "lower", "upper"} <= set(table.columns)
    assert len(table) == len(found.moves) == 16
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()
    with pytest.raises(AttributeError, match='found "bset", expected one of'):
        found.bset
    assert found.interrupted is None


def test_many_positions_are_searched_as_one_by_one():
    game = starmax.game("backgammon")
    positions = [(position, "61") for position in game.positions(5, seed=3)]
    positions = [(position.split("-")[0], roll) for position, roll in positions]
    many = game.search_many(positions, depth=1)
    assert [found.best for found in many] == [game.search(p, roll=r, depth=1).best for p, r in positions]
    with pytest.raises(ValueError, match="^position 1: found"):
        game.search_many(["start", "nowhere"], depth=1)


def test_values_of_arrays_are_those_of_texts_and_of_searches():
    game = starmax.game("backgammon")
    texts = [text.split("-")[0] for text in game.positions(300, seed=5)]
    rows = game.array(texts)
    assert rows.shape == (300, 26) and rows.dtype == np.int8
    values = game.evaluate(texts)
    assert np.array_equal(values, game.evaluate(rows))
    assert np.array_equal(values, game.evaluate(rows, threads=1))
    assert np.array_equal(values, game.evaluate(np.array(texts)))
    assert np.array_equal(values, game.evaluate(rows.astype(np.int64)))
    assert values.dtype == np.float64 and np.all(np.abs(values) <= 3)
    values[0] = 0.0
    pips = game.evaluate(rows[:3], evaluator="pips")
    assert len(pips) == 3
    assert len(game.evaluate(rows[:0])) == 0


def test_arrays_that_are_no_positions_are_named():
    game = starmax.game("backgammon")
    row = game.array(["start"])
    for wrong, message in [
        (row[:, :25], r"found an array of shape \(1, 25\), expected \(n, 26\)"),
        (row[0], r"found an array of shape \(26,\)"),
        (row * 3, "position 0: found .* expected at most 15 checkers of each player"),
        (np.full((2, 26), np.nan), "no small whole numbers"),
        (row + 0.5, "no small whole numbers"),
        (row.astype(int) * 1000, "no small whole numbers|position 0"),
        (row * 0, "position 0: .* only one player can have finished"),
        (-np.roll(row, 0) * 0 + np.eye(1, 26, dtype=np.int8), "position 0: .* the opponent's bar"),
    ]:
        with pytest.raises(ValueError, match=message), np.errstate(invalid="ignore"):
            game.evaluate(wrong)
    with pytest.raises(ValueError, match="there are no rows of numbers"):
        starmax.game("pig").evaluate(np.zeros((1, 3), dtype=np.int8))
    with pytest.raises(ValueError, match="position 1: found \"x\""):
        starmax.game("pig").evaluate(["start", "x"])
    with pytest.raises(ValueError, match='found "depth", expected one of evaluator, noise, noise-seed'):
        game.evaluate(row, depth=3)


def test_long_jobs_give_what_the_command_prints(tmp_path):
    jobs = [
        (["tournament", "pig:goal=20", "--player", "random", "--player", "star1:depth=1", "--games", "10"],
         lambda: starmax.game("pig:goal=20").tournament("random", "star1:depth=1", games=10).to_dict()),
        (["cube", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:7:10", "--level", "1ply"],
         lambda: [starmax.cube("-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:7:10", level="1ply").to_dict()]),
        (["analyse", "examples/matches/short.mat", "--level", "0ply"],
         lambda: [starmax.analyse("examples/matches/short.mat", level="0ply").to_dict()]),
        (["rollout", "pig:goal=20", "--trials", "36"],
         lambda: [starmax.game("pig:goal=20").rollout(trials=36).to_dict()]),
        (["reproduce", "ballard-1", "--out", str(tmp_path / "one")],
         lambda: starmax.reproduce("ballard-1", out=tmp_path / "two").to_dict()),
    ]
    for words, call in jobs:
        printed, _, code = command(*words, "--json")
        assert code in (0, 2)
        expected, found = [json.loads(line) for line in printed.splitlines()], call()
        for report in expected + found:
            report.get("stats", {}).pop("seconds", None)
        assert found == expected, words


def test_bad_options_of_long_jobs_are_named():
    for call, message in [
        (lambda: starmax.tournament("pig", "random", "random", gmaes=3), 'found "gmaes", expected one of player, games,'),
        (lambda: starmax.tournament("pig", "random"), "a tournament takes two players at least, found 1"),
        (lambda: starmax.tournament("pig", "random", "stra2"), "expected a player: random, or one of"),
        (lambda: starmax.game("pig").rollout(trials=0), "invalid value '0' for '--trials <TRIALS>'"),
        (lambda: starmax.cube("-"), "expected no standard input"),
        (lambda: starmax.cube("nowhere"), "expected a position ID"),
        (lambda: starmax.analyse("/no/such/file.mat"), "cannot read /no/such/file.mat"),
        (lambda: starmax.reproduce("no-such-table"), "no-such-table"),
    ]:
        with pytest.raises(ValueError) as caught:
            call()
        assert message in str(caught.value)


def test_games_are_played_to_their_end():
    for name in ("backgammon", "dice:5x5,k=4", "tic-tac-toe", "pig:goal=30"):
        game = starmax.game(name)
        played = game.play_out(players="random", seed=3)
        assert played.to_dict() == game.play_out(players="random", seed=3).to_dict()
        assert played.payoffs[0] in (-3, -2, -1, 0, 1, 2, 3)
    assert len(starmax.game("trio").play_out(players="random").payoffs) == 3
    with pytest.raises(ValueError, match="expected 2 players"):
        starmax.game("pig").play_out(players=["random"])


def test_the_command_is_in_the_package():
    assert command("--version")[0] == f"starmax {starmax.__version__}\n"
    _, error, code = command("search", "chess")
    assert (error.split(",")[0], code) == ('unknown game "chess"', 2)
    assert command("moves", "tic-tac-toe", "xx.oo....")[2] == 0


def test_trees_are_searched_and_drawn():
    tree = starmax.Tree.read("examples/trees/hauk-figure-5.json")
    trace = tree.search("star2", window=(-2, 2))
    assert [visit.node for visit in trace.visits if visit.exit == "leaf"] == ["0.0", "1.0", "2.0", "3.0", "4.0"]
    printed, _, _ = command("tree", "examples/trees/hauk-figure-5.json", "--algorithm", "star2", "--window=-2,2", "--json")
    assert without_time(trace.to_dict()) == without_time(json.loads(printed))
    assert trace._repr_svg_().startswith("<svg") and tree._repr_svg_().startswith("<svg")
    assert trace.dot().startswith("digraph")
    steps = [trace.step(visits) for visits in range(len(trace.visits) + 1)]
    assert len(set(steps)) == len(steps)
    slider, shown = trace.slider().children
    slider.value = 3
    assert shown.value == steps[3]
    for wrong, message in [
        ({"max": []}, "no children|empty|expected"),
        ({"chance": [[0.5, 1], [0.6, 2]]}, "sum to"),
        ([float("nan")], "expected|number"),
        ("{", "expected|EOF"),
        ("1 2", "trailing|expected"),
    ]:
        with pytest.raises(ValueError, match=message):
            starmax.Tree(wrong)
    with pytest.raises(ValueError, match='found "depth", expected one of algorithm'):
        tree.search("star2", depth=3)
    with pytest.raises(ValueError, match="cannot handle the chance nodes"):
        tree.search("alphabeta")

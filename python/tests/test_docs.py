"""Examples and types."""

import doctest
import importlib
import pathlib
import subprocess
import sys

import pytest

import starmax

ROOT = pathlib.Path(__file__).parents[2]
MODULES = ["starmax", "starmax._game", "starmax._options", "starmax._own", "starmax._records", "starmax._tree"]


@pytest.mark.parametrize("module", [*MODULES, "starmax.openspiel"])
def test_examples_of_docstrings_are_true(module):
    if module == "starmax.openspiel":
        pytest.importorskip("pyspiel")
    found = doctest.testmod(
        importlib.import_module(module), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert found.failed == 0


def test_examples_of_the_documentation_are_true():
    found = doctest.testfile(
        str(ROOT / "docs/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert found.attempted > 5 and found.failed == 0


def test_everything_that_is_exported_has_a_docstring():
    for name in starmax.__all__:
        assert name.isupper() or name == "__version__" or getattr(starmax, name).__doc__, name


def test_types_are_right():
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("notebook", sorted(path.name for path in (ROOT / "examples/notebooks").glob("*.ipynb")))
def test_notebooks_run(notebook):
    nbclient = pytest.importorskip("nbclient")
    import nbformat

    if notebook.startswith("3"):
        pytest.importorskip("pyspiel")
    read = nbformat.read(ROOT / "examples/notebooks" / notebook, as_version=4)
    nbclient.NotebookClient(read, timeout=600, resources={"metadata": {"path": ROOT / "examples/notebooks"}}).execute()

"""Programs in Python that others wrote, for the scripts beside this file."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent


def need(package: str, module: str) -> None:
    """Starts the script again with a Python that has the module, unless this one does: that of target/PACKAGE, made on first use."""
    if importlib.util.find_spec(module):
        return
    folder = ROOT / "target" / package
    python = folder / "bin" / "python"
    if sys.executable == str(python):
        sys.exit(f"the package {package} is installed, but has no {module}")
    if not python.exists():
        print(f"installing {package} ...", file=sys.stderr)
        venv.create(folder, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=True)
    os.execv(python, [python, *sys.argv])

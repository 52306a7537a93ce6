"""Doctests of what needs packages that are not there are left out."""

import importlib.util

collect_ignore = []
collect_ignore_glob = []
if importlib.util.find_spec("pyspiel") is None:
    collect_ignore.append("test_openspiel.py")

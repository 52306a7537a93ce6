"""The command ``starmax``, and ``python -m starmax``."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Does what the arguments of the program say."""
    # The command has its own way with Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _native.main(["starmax", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

"""``python -m mazegame``: the same as the command ``mazegame``."""

from __future__ import annotations

import sys

from mazegame.cli import main

if __name__ == "__main__":
    sys.exit(main())

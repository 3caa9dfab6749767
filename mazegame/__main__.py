"""``python -m mazegame``: the same as the command ``mazegame``."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from mazegame.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(main())

"""Party: friends race in the same maze over a network; the server judges every step.

Here: what it takes besides the game. ``server.py`` and ``client.py`` import it, nothing else does.
"""

from __future__ import annotations

from importlib.util import find_spec


def missing(*, browsers: bool = False) -> str:
    """Return what to install for a party, in a sentence; empty if it is there."""
    wanted = ["aiohttp", "msgspec", "segno", *(["textual_serve"] if browsers else [])]
    absent = [name.replace("_", "-") for name in wanted if find_spec(name) is None]
    who = "browsers take" if browsers else "a party takes"
    return f"{who} {' and '.join(absent)}: pip install 'mazegame[party]'" if absent else ""

"""Party: friends race in the same maze over a network; the server judges every step.

Here: what it takes besides the game. ``server.py`` and ``client.py`` import it, nothing else does.
"""

from __future__ import annotations

from importlib.util import find_spec


def missing() -> str:
    """Return what to install for a party, in a sentence; empty if it is there."""
    if all(map(find_spec, ("aiohttp", "segno"))):
        return ""
    return "a party takes aiohttp and segno: pip install 'mazegame[party]' brings them"

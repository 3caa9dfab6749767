"""Opening: what a host plans for a room, and the addresses of rooms.

It needs none of the libraries of parties: ``missing`` says which ones are not there.
"""

from __future__ import annotations

import contextlib
import socket
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import pairwise
from typing import Final

from mazegame.engine import Recipe, draw_seed

PORT: Final = 4747
"""The port of a room unless another one is named."""

MOST_CELLS: Final = 1 << 20
"""Most cells of a maze."""

HERE: Final = "127.0.0.1"
"""The address of a room that this machine alone reaches."""


class ProtocolError(ValueError):
    """What a party does not take, a message or a name; the error's own text is for the sender."""


@dataclass(frozen=True)
class Opening:
    """A room to open."""

    recipe: Recipe
    """The maze of the first round; the others have seeds of their own."""
    fog: bool = False
    reveal: bool = False
    """Whether the walls are covered until the start; else they are seen during the countdown."""
    rounds: int = 3
    points: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    """By place; each later arrival has the last number."""
    port: int = PORT
    """0 for any free one."""
    lan: bool = False
    """Whether other machines reach it."""
    browsers: bool = False
    """Whether it serves the game to browsers."""
    public: str = ""
    """The host or the URL of a proxy in front of it; empty for none."""

    def maze(self, number: int) -> Recipe:
        """Return the maze of a round, counted from 1."""
        return self.recipe if number == 1 else replace(self.recipe, seed=draw_seed())

    @property
    def about(self) -> str:
        """Design and size, in words."""
        recipe = self.recipe
        return f"{recipe.algorithm} {recipe.cols}x{recipe.rows}{', fog' if self.fog else ''}"


def missing() -> str:
    """Return what to install for a party, in a sentence; empty if it is there."""
    wanted = "aiohttp", "msgspec", "precis_i18n", "segno", "textual_serve"
    absent = ", ".join(name.replace("_", "-") for name in wanted if find_spec(name) is None)
    return f"a party takes {absent}: pip install 'mazegame[party]'" if absent else ""


def refusal(recipe: Recipe) -> str:
    """Return why a maze is none for a party; empty if it is one."""
    cells = recipe.cols * recipe.rows
    return f"a party's maze has {MOST_CELLS:,} cells at most, not {cells:,}" * (cells > MOST_CELLS)


def lan_address() -> str:
    """Return the address of this machine for others near by; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))
        return str(probe.getsockname()[0])
    return HERE


def page_of(address: str) -> str:
    """Return the URL of a room's page for ``HOST[:PORT]``, or for the URL of a proxy."""
    if address.startswith(("http://", "https://")):
        return address.partition("?")[0].rstrip("/")
    return f"http://{address}{'' if ':' in address.rpartition(']')[2] else f':{PORT}'}"


def word_of(address: str) -> str:
    """Return the room word in a URL, as the QR code has it; empty for none."""
    return address.partition("?room=")[2]


def invitation(text: str) -> tuple[str, str]:
    """Return the address and the room word in what a host sends: the command, a link, an address.

    The word is empty where the text has none.
    """
    words = text.split()
    after = dict(pairwise(words))
    address = after.get("join") or after.get("watch") or text.strip()
    return address, after.get("--room") or word_of(address)

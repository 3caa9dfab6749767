"""``Opening``, the settings of a room to open, and helpers for addresses of rooms.

This module needs none of the libraries for parties; ``missing`` reports which are not installed.
"""

from __future__ import annotations

import contextlib
import socket
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import pairwise
from typing import Final

from mazegame.engine import Recipe, RecipeError, draw_seed

PORT: Final = 4747
"""The default port of a room."""

MOST_CELLS: Final = 1 << 20
"""Most cells of a party's maze."""

SAMPLE_SEED: Final = "a-sample-of-a-party"
"""The seed of the maze that a lobby shows; none is drawn so."""

HERE: Final = "127.0.0.1"
"""The address of a room that only this machine can reach."""


class ProtocolError(ValueError):
    """A message or a name is invalid; the error's text is for its sender."""


@dataclass(frozen=True)
class Opening:
    """The settings of a room to open."""

    recipe: Recipe
    """The maze of the first round; later rounds have other seeds."""
    fog: bool = False
    reveal: bool = False
    """Whether the walls are covered until the start; else they are visible in the countdown."""
    rounds: int = 3
    points: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    """Points by place; later arrivals get the last number."""
    port: int = PORT
    """0 for any free port."""
    lan: bool = False
    """Whether other machines can reach it."""
    browsers: bool = False
    """Whether it serves the game to browsers."""
    public: str = ""
    """The host or the URL of a proxy in front of it; empty for none."""

    def maze(self, number: int) -> Recipe:
        """Return the maze of a round, counted from 1."""
        return self.recipe if number == 1 else replace(self.recipe, seed=draw_seed())

    @property
    def about(self) -> str:
        """Algorithm, size and options in words: ``kruskal 9x7 braid=40, fog``."""
        recipe = self.recipe
        options = (f"{key}={value}" for key, value in recipe.options)
        words = " ".join([recipe.algorithm, f"{recipe.cols}x{recipe.rows}", *options])
        return f"{words}{', fog' if self.fog else ''}"


def design_of(about: str) -> Recipe | None:
    """Return a maze as ``Opening.about`` describes it, which no round has; None if it is none."""
    design, _, options = about.removesuffix(", fog").replace(" ", ":", 1).partition(" ")
    given = f":{options.replace(' ', ',')}" if options else ""
    try:
        return Recipe.parse(f"{design}{given}:{SAMPLE_SEED}")
    except RecipeError:
        return None


def missing() -> str:
    """Return a sentence on libraries to install for a party; empty if all are installed."""
    wanted = "aiohttp", "msgspec", "precis_i18n", "segno", "textual_serve"
    absent = ", ".join(name.replace("_", "-") for name in wanted if find_spec(name) is None)
    return f"a party takes {absent}: pip install 'mazegame[party]'" if absent else ""


def refusal(recipe: Recipe) -> str:
    """Return a sentence on why a party cannot have a maze; empty if it can."""
    cells = recipe.cols * recipe.rows
    return f"a party's maze has {MOST_CELLS:,} cells at most, not {cells:,}" * (cells > MOST_CELLS)


def lan_address() -> str:
    """Return this machine's address in its local network; it sends nothing."""
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
    words, room = text.replace("--room=", "--room ").split(), ""
    if "--room" in words:
        at = words.index("--room")
        room = "".join(words[at + 1 : at + 2])
        del words[at : at + 2]
    after = dict(pairwise(words))
    address = after.get("join") or after.get("watch") or " ".join(words)
    return address, room or word_of(address)

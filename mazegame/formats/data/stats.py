"""The statistics of a maze as text: plain lines, or JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mazegame.engine import Texture

VERSION = 1
"""The version of the JSON object of ``as_json``."""


def as_json(texture: Texture, name: Mapping[str, str]) -> str:
    """Return all statistics as one JSON object on one line; shares are from 0 to 1.

    Args:
        texture: The statistics.
        name: The maze's name, under the key ``game_id`` or ``name``.
    """
    return json.dumps({"version": VERSION, **name, **texture.as_dict()}) + "\n"


def as_lines(texture: Texture) -> str:
    """Return the statistics as text, one a line."""
    return "".join(f"{name:<18} {value}\n" for name, value in _lines(texture))


def _lines(t: Texture) -> Iterator[tuple[str, str]]:
    yield "difficulty", f"{t.difficulty:.1f}"
    yield "cells", f"{t.cells:,}"
    yield "dead ends", _percent(t.dead_end_share)
    yield "corridors", f"{_percent(t.corridor_share)} ({_percent(t.straight_share)} straight)"
    yield "junctions", f"{_percent(t.junction_share)}, crossings {_percent(t.crossing_share)}"
    lean = f"{_lean(t.bias)}, {t.mean_straight_length:.1f} long on average"
    yield "straights", f"{lean}, at most {t.longest_straight}"
    yield "shortest path", f"{t.dist_min:,} ({_percent(t.path_share)} of the cells)"
    yield "longest way", f"{t.diameter:,} ({_percent(t.diameter_share)} of the cells)"
    yield "wrong exits", f"{t.wrong_exits:,} on the shortest path"
    yield "wrong branches", f"{_percent(t.wrong_branch_share)} of the cells"
    steps = "not known: there are loops" if t.expected_steps is None else f"{t.expected_steps:,}"
    yield "steps by chance", steps


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _lean(bias: float) -> str:
    """Return a phrase on how many of the straights are vertical."""
    return f"{_percent((1 + bias) / 2)} vertical"

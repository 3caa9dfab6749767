"""The keys that walk: which key belongs to which action of ``WalkActions``, and those of a duel."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding

_MOVES: Final = (
    ("N", "up", "up,w,k,8", "shift+up,W,K"),
    ("E", "right", "right,d,l,6", "shift+right,D,L"),
    ("S", "down", "down,s,j,2", "shift+down,S,J"),
    ("W", "left", "left,a,h,4", "shift+left,A,H"),
)
"""Directions, their names, the keys that walk a cell, and the keys that glide."""


def walk_keys(screen: str) -> list[Binding]:
    """Return the keys that walk, with ids of a screen."""
    return [
        *(
            Binding(keys, f"move('{side}')", f"walk {name}", show=False, id=f"{screen}.move-{side}")
            for side, name, keys, _ in _MOVES
        ),
        *(
            Binding(keys, f"glide('{side}')", f"run {name}", show=False, id=f"{screen}.run-{side}")
            for side, name, _, keys in _MOVES
        ),
        *(
            Binding(f"ctrl+{name}", f"go_on('{side}')", f"travel {name}", show=False,
                    id=f"{screen}.travel-{side}", tooltip=f"go {name}, and on to the next choice")
            for side, name, _, _ in _MOVES
        ),
        Binding("space", "go_on", "go on", show=False, id=f"{screen}.go-on",
                tooltip="go on while only one way leads on"),
        Binding("x", "to_unexplored", "explore", show=False, id=f"{screen}.explore",
                tooltip="go to the next junction, or back to one that leads on"),
        Binding("full_stop", "mark", "mark", show=False, id=f"{screen}.mark",
                tooltip="drop a mark here, or take it up"),
        Binding("enter", "walk_there", "walk to the cursor", show=False, id=f"{screen}.walk-there"),
        Binding("i", "hint", "hint", id=f"{screen}.hint"),
        Binding("u", "undo", "back to the junction", id=f"{screen}.undo",
                tooltip="walk back to the junction"),
        Binding("backspace", "step_back", "walk back one cell", show=False, id=f"{screen}.back"),
    ]  # fmt: skip


_HANDS: Final = (
    ("left", {"N": ("w", "W"), "W": ("a", "A"), "S": ("s", "S"), "E": ("d", "D")}),
    ("right", {side: (name, f"shift+{name}") for side, name, _, _ in _MOVES}),
)
"""The players of a duel, and for each direction the key that runs and the one that walks a cell."""


def duel_keys() -> list[Binding]:
    """Return the keys of both players of a duel: a press runs to the next choice."""
    names = {side: name for side, name, _, _ in _MOVES}
    return [
        Binding(key, f"{action}({number}, '{side}')", f"{hand} {word} {names[side]}", show=False,
                id=f"duel.{hand}-{word}-{side}")
        for at, (action, word) in enumerate((("glide", "run"), ("move", "walk")))
        for number, (hand, keys) in enumerate(_HANDS)
        for side, key in ((side, pair[at]) for side, pair in keys.items())
    ]  # fmt: skip

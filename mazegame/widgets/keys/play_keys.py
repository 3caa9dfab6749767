"""The keys that walk, and the order of key hints in each state of a match.

The order changes only while the player stands still, so a step costs nothing for it: neither time
nor bytes for the terminal.
"""

from __future__ import annotations

from typing import Final

from textual.binding import Binding

from mazegame.game.participant import Moment, Participant, Place

REST_SECONDS: Final = 0.2
"""Seconds without a step after which the key hints change."""

_FIRST: Final = {
    (Place.START, True): ("move", "glide", "hint", "pause", "help"),
    (Place.CORRIDOR, True): ("glide", "move", "hint", "undo", "pause", "help"),
    (Place.JUNCTION, True): ("move", "glide", "hint", "undo", "pause", "help"),
    (Place.EXPLORED_JUNCTION, True): ("undo", "move", "hint", "pause", "help"),
    (Place.DEAD_END, True): ("undo", "step_back", "hint", "pause", "help"),
    (Place.START, False): ("overview", "look", "next", "pause", "help"),
    (Place.CORRIDOR, False): ("to_unexplored", "undo", "overview", "hint", "pause"),
    (Place.JUNCTION, False): ("to_unexplored", "mark", "undo", "hint", "overview", "pause"),
    (Place.EXPLORED_JUNCTION, False): ("to_unexplored", "undo", "hint", "overview", "pause"),
    (Place.DEAD_END, False): ("undo", "to_unexplored", "hint", "overview", "pause"),
}
"""The first actions, by the kind of cell and whether the player is a beginner."""

_FORM: Final = "play back surprise reset keep forget app.focus_next draw_seed".split()

FORM_KEYS: Final = {
    True: (*_FORM, "help"),
    False: (*_FORM, "saves", "settings", "help"),
}
"""The first actions of the form, by whether the player is a beginner.

Those that edit a design are active only while one is edited.
"""

RESULT_KEYS: Final = {
    "won": ("next", "dismiss('ghost')", "replay", "copy", "dismiss('again')", "dismiss('menu')"),
    "lost": ("dismiss('again')", "next", "exits", "replay", "dismiss('menu')"),
    "detours": ("next", "exits", "dismiss('practice 0')", "dismiss('again')", "dismiss('menu')"),
}
"""The first actions of a result: without a detour, after a lost race, after wrong turns."""


MOVES: Final = (
    ("N", "up", "up,w,k,8", "shift+up,W,K"),
    ("E", "right", "right,d,l,6", "shift+right,D,L"),
    ("S", "down", "down,s,j,2", "shift+down,S,J"),
    ("W", "left", "left,a,h,4", "shift+left,A,H"),
)
"""Directions, their names, the keys that walk a cell, and the keys that glide."""


def walk_keys(screen: str) -> list[Binding]:
    """Return the bindings that walk; ``screen`` is the first part of their ids."""
    return [
        *(
            Binding(keys, f"move('{side}')", f"walk {name}", show=False, id=f"{screen}.move-{side}")
            for side, name, keys, _ in MOVES
        ),
        *(
            Binding(keys, f"glide('{side}')", f"run {name}", show=False, id=f"{screen}.run-{side}")
            for side, name, _, keys in MOVES
        ),
        Binding("space", "name_key('to_unexplored', 'explores')", "", show=False),
        Binding("x", "to_unexplored", "explore", show=False, id=f"{screen}.explore",
                tooltip="explore: run to a new way"),
        Binding("full_stop", "mark", "mark", show=False, id=f"{screen}.mark",
                tooltip="mark or unmark this cell"),
        Binding("enter", "walk_there", "walk to the cursor", show=False, id=f"{screen}.walk-there",
                tooltip="walk to the cursor, while you look around"),
        Binding("i", "hint", "hint", id=f"{screen}.hint"),
        Binding("u", "undo", "back to the junction", id=f"{screen}.undo",
                tooltip="walk back to the junction"),
        Binding("backspace", "step_back", "walk back one cell", show=False, id=f"{screen}.back"),
    ]  # fmt: skip


def keys_for(moment: Moment) -> tuple[str, ...]:
    """Return the actions whose keys come first in a moment, for ``KeyLine.put_first``."""
    keys = list(_FIRST[moment.place, moment.beginner])
    if moment.practice:
        _insert(keys, 2, "restart")
    if moment.race:  # the rivals walk on while the player thinks
        _insert(keys, 2, "pause")
    if moment.fog and moment.place is not Place.START:  # what was seen is all that one knows
        _insert(keys, 2, "mark")
        _insert(keys, 3, "overview")
    return tuple(keys)


def _insert(keys: list[str], at: int, action: str) -> None:
    """Put an action at a place in a list, and remove it from any later one."""
    if action not in keys[:at]:
        if action in keys:
            keys.remove(action)
        keys.insert(at, action)


def is_still(participant: Participant) -> bool:
    """Return whether the last step was ``REST_SECONDS`` ago and the run goes on."""
    run = participant.run
    moved = run.times[-1] / 1000 if run.steps else -REST_SECONDS
    return participant.session.seconds - moved >= REST_SECONDS and not run.finished

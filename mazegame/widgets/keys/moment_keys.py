"""Moment keys: which keys the play screen names first, by the moment of the match.

The order changes only while the player stands still, so a step costs nothing for it: neither time
nor bytes for the terminal.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.game.seat import BEGINNER_RUNS, Moment, Place, moment_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.game.seat import Seat

REST_SECONDS: Final = 0.2
"""Seconds that the player stands in a cell before its keys are shown."""

_FIRST: Final = {
    (Place.START, True): ("move", "glide", "hint", "pause", "help"),
    (Place.CORRIDOR, True): ("glide", "move", "hint", "undo", "pause", "help"),
    (Place.JUNCTION, True): ("move", "glide", "hint", "undo", "pause", "help"),
    (Place.EXPLORED_JUNCTION, True): ("undo", "move", "hint", "pause", "help"),
    (Place.DEAD_END, True): ("undo", "step_back", "hint", "pause", "help"),
    (Place.START, False): ("overview", "look", "next", "pause", "help"),
    (Place.CORRIDOR, False): ("go_on", "to_unexplored", "undo", "overview", "hint", "pause"),
    (Place.JUNCTION, False): ("to_unexplored", "mark", "undo", "hint", "overview", "pause"),
    (Place.EXPLORED_JUNCTION, False): ("to_unexplored", "undo", "hint", "overview", "pause"),
    (Place.DEAD_END, False): ("undo", "to_unexplored", "hint", "overview", "pause"),
}
"""The first actions by place, and whether the player is a beginner."""

_FORM: Final = "play back surprise reset keep forget app.focus_next draw_seed".split()

FORM_KEYS: Final = {
    True: (*_FORM, "help", "app.quit"),
    False: (*_FORM, "saves", "settings", "help"),
}
"""The first actions of the form, by whether the player is a beginner. Those that edit a design are
active only meanwhile."""

RESULT_KEYS: Final = {
    "won": ("next", "dismiss('ghost')", "replay", "copy", "dismiss('again')", "dismiss('menu')"),
    "lost": ("dismiss('again')", "next", "exits", "replay", "dismiss('menu')"),
    "detours": ("next", "exits", "dismiss('practice')", "dismiss('again')", "dismiss('menu')"),
}
"""The first actions of a result: without a detour, after a lost race, after wrong turns."""


def keys_for(moment: Moment) -> tuple[str, ...]:
    """Return the actions whose keys come first in a moment, as ``KeyLine.put_first`` takes them."""
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


class MomentKeys:
    """Calls functions with the actions whose keys come first, whenever these change."""

    def __init__(self, *show: Callable[[tuple[str, ...]], None]) -> None:
        self._show = show
        self._moment: Moment | None = None

    def begin(self, seat: Seat, *, practice: bool, finished_runs: int) -> None:
        """Show the keys of the present moment at once."""
        self._change(moment_of(seat, practice=practice, finished_runs=finished_runs))

    def note_runs(self, finished_runs: int) -> None:
        """Show the keys for a player with some finished runs."""
        if self._moment is not None:
            self._change(replace(self._moment, beginner=finished_runs < BEGINNER_RUNS))

    def tick(self, seat: Seat, *, practice: bool, finished_runs: int) -> None:
        """Show the keys of the present moment if the player stands still."""
        run = seat.run
        since = run.times[-1] / 1000 if run.steps else 0.0
        if seat.session.seconds - since >= REST_SECONDS and not run.finished:
            self._change(moment_of(seat, practice=practice, finished_runs=finished_runs))

    def _change(self, moment: Moment) -> None:
        if moment != self._moment:
            self._moment = moment
            for show in self._show:
                show(keys_for(moment))

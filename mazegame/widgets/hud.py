"""The head-up display: the numbers of a run where the eye already is; with a rival, the race."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from rich.cells import cell_len

from mazegame.widgets.canvas import Canvas

if TYPE_CHECKING:
    from rich.style import Style

    from mazegame.game.run import Run
    from mazegame.game.runner import Rival
    from mazegame.widgets.canvas import Codes, Numbers


def lines_beside_maze(*, race: bool) -> int:
    """Lines of the play screen that are not the maze: numbers, the rival's line, keys."""
    return 4 if race else 3


GAP: Final = 3
"""Columns between two numbers, where there is room."""

ROOMY: Final = 60
"""From so many columns on there is room for words."""

NAME: Final = 7
"""Columns for the name before a bar."""


class Part(IntEnum):
    """What a piece of a line is, so that it gets its colour."""

    UNIT = 0
    NUMBER = 1
    WARMER = 2
    COLDER = 3
    WARNING = 4
    PLAYER = 5
    RUNNER = 6
    REST = 7
    """The part of a bar that is still to go."""


Pieces = list[tuple[str, Part]]


class Hud(Canvas):
    """Shows a run's numbers. Its height is a level's: a new number repaints, never lays out."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"hud--{part.name.lower()}" for part in Part}
    """One for each part."""

    DEFAULT_CSS = """
    Hud {
        height: 2;
        color: $text-muted;
        &.-race { height: 3; }
        .hud--unit { color: $text-muted; }
        .hud--number { color: $foreground; text-style: bold; }
        .hud--warmer { color: $success; }
        .hud--colder { color: $maze-runner; }
        .hud--warning { color: $warning; }
        .hud--player { color: $maze-player; text-style: bold; }
        .hud--runner { color: $maze-runner; text-style: bold; }
        .hud--rest { color: $maze-rock; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self._rival: Rival | None = None
        self._compass = True

    def show(self, run: Run | None, rival: Rival | None = None, *, compass: bool = True) -> None:
        """Show a run, and whom it is a race with; again whenever the numbers changed.

        Args:
            run: The run; None for nothing.
            rival: The runner or ghost; None for nobody.
            compass: Whether to tell how far B is: the numbers, the bars, warmer and colder.
        """
        self._run, self._rival, self._compass = run, rival, compass
        self.set_class(rival is not None, "-race")
        self.repaint_regions([self.size.region])

    def characters(self, y: int, x: int, width: int) -> tuple[Codes, Numbers]:
        """Draw a stretch of one line."""
        whole = self.size.width
        codes = np.full(whole, ord(" "), np.uint32)
        numbers = np.zeros(whole, np.uint16)
        at = 1
        for text, part in self.pieces(y, whole - 2):
            if text.isascii():
                plain = text[: whole - 1 - at].encode("utf-32-le")
                end = at + len(plain) // 4
                codes[at:end], numbers[at:end] = np.frombuffer(plain, np.uint32), part
                at = end
                continue
            for character in text:
                columns = cell_len(character)
                if columns and at + columns < whole:
                    codes[at] = ord(character)
                    codes[at + 1 : at + columns] = 0
                    numbers[at : at + columns] = part
                    at += columns
        return codes[x : x + width], numbers[x : x + width]

    def look(self, number: int) -> Style:
        """The colours of a part."""
        return self.get_component_rich_style(f"hud--{Part(number).name.lower()}")

    def pieces(self, y: int, width: int) -> Pieces:
        """The pieces of a line, from left to right."""
        if self._run is None:
            return []
        if y == 0:
            return _identity(self._run, width, compass=self._compass)
        if y == 1:
            return _progress(self._run, width, race=self._rival is not None, compass=self._compass)
        if self._rival is not None:
            return _race(self._run, self._rival, width, compass=self._compass)
        return []


def clock_text(seconds: float) -> str:
    """Write a duration as m:ss, or h:mm:ss from an hour on."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02d}:{rest % 60:02d}"
    return f"{rest // 60}:{rest % 60:02d}"


def _identity(run: Run, width: int, *, compass: bool) -> Pieces:
    """The first line: which level, how long, how many steps. The game ID gives way first."""
    level = run.level
    items = [
        _number(f"{run.steps:,}", "step" if run.steps == 1 else "steps"),
        _number(clock_text(run.stopwatch.seconds), ""),
    ]
    if run.trend and compass and width >= ROOMY:
        warmer = ("warmer", Part.WARMER) if run.trend < 0 else ("colder", Part.COLDER)
        items.insert(0, [warmer])
    numbers = _row(items, width)
    room = max(width - _length(numbers) - GAP, 0)
    return _apart([(_cut(str(level.recipe or level.name), room), Part.NUMBER)], numbers, width)


def _progress(run: Run, width: int, *, race: bool, compass: bool) -> Pieces:
    """The second line: how far B is, as a bar and as numbers."""
    dist_min, remaining = run.level.dist_min, run.remaining
    hints = _number(run.hints, "hint" if run.hints == 1 else "hints")
    shown: list[Pieces] = [[("path shown", Part.WARNING)]] if run.assisted else []
    name = "you".ljust(NAME) if race else ""
    if not compass:
        right = _row([*shown, _number(f"{dist_min:,}", "shortest"), hints], width)
        return _apart([(name, Part.UNIT)], right, width)
    most = len(f"{dist_min:,}")
    right = _row(
        [
            _number(f"{remaining:,}".rjust(most), "to go"),
            *shown,
            _number(f"{dist_min:,}", "shortest"),
            _number(f"{run.detour:,}", "detour"),
            hints,
        ],
        width,
    )
    bar = _bar_width(run, width - len(name))
    if not bar or len(name) + bar + GAP + _length(right) > width:
        return right
    left = [(name, Part.UNIT), *_bar(_share_done(remaining, dist_min), bar, Part.PLAYER)]
    return _apart(left, right, width)


def _race(run: Run, rival: Rival, width: int, *, compass: bool) -> Pieces:
    """The rival's line: its bar below the player's, how far it has to go, and who leads.

    Without the compass it tells the rival's own way alone, never the player's distance.
    """
    left = rival.left(run.stopwatch.seconds)
    lead = left - run.remaining
    if left == 0:
        word = [(f"the {rival.name} is there", Part.RUNNER)]
    elif not compass:
        word = []
    elif lead:
        leader = "you lead by" if lead > 0 else "you are behind by"
        word = [
            (f"{leader} ", Part.UNIT),
            (f"{abs(lead):,}", Part.PLAYER if lead > 0 else Part.RUNNER),
        ]
    else:
        word = [("level", Part.UNIT)]
    most = len(f"{run.level.dist_min:,}")
    right = _row([_number(f"{left:,}".rjust(most), "to go"), word], width)
    name = (_cut(rival.name, NAME - 1).ljust(NAME), Part.UNIT)
    bar = _bar_width(run, width - NAME)
    if not bar or NAME + bar + GAP + _length(right) > width:
        return [name, *right]
    share = _share_done(left, run.level.dist_min)
    return [name, *_bar(share, bar, Part.RUNNER), (" " * GAP, Part.UNIT), *right]


def _share_done(left: int, dist_min: int) -> float:
    return max(0.0, 1 - left / dist_min) if dist_min else 1.0


def _bar_width(run: Run, width: int) -> int:
    """How long a bar is; that does not depend on the digits beside it, so that nothing jitters.

    0 where there is no room for one.
    """
    most = len(f"{run.level.dist_min:,}")
    words = len(" to go shortest detour 99 hints") + 3 * most + 4 * GAP
    bar = min(width - words, 40)
    return bar if bar >= 10 else 0


def _number(value: object, unit: str) -> Pieces:
    number = (str(value), Part.NUMBER)
    return [number, (f" {unit}", Part.UNIT)] if unit else [number]


def _bar(share: float, width: int, part: Part) -> Pieces:
    """A bar of a length that does not depend on colour: heavy for done, light for the rest."""
    full, half = divmod(round(share * width * 2), 2)
    done = "━" * full + "╸" * half
    return [(done, part), ("─" * (width - len(done)), Part.REST)]


def _length(pieces: Pieces) -> int:
    return sum(cell_len(text) for text, _ in pieces)


def _cut(text: str, width: int) -> str:
    """Cut a text to so many columns, with an ellipsis where something is missing."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + "…" if width > 0 else ""


def _apart(left: Pieces, right: Pieces, width: int) -> Pieces:
    """One at the left end of a line, the other at its right end."""
    return [*left, (" " * (width - _length(left) - _length(right)), Part.UNIT), *right]


def _row(items: list[Pieces], width: int) -> Pieces:
    """Items side by side, the most important first; what has no room is left out."""
    items = [item for item in items if item]
    while items:
        for gap in (GAP, GAP - 1):
            row = [piece for item in items for piece in ((" " * gap, Part.UNIT), *item)][1:]
            if _length(row) <= width:
                return row
        items = items[:-1]
    return []

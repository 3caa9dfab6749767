"""A canvas: a widget made of single characters, which can paint the changed ones at once.

What lives here: from characters and style numbers to lines for Textual, and the short way to the
terminal. What does not: what the characters are (the subclasses know).

Textual paints a changed region of a widget by sending each of its lines from the widget's left
edge on, a few messages later. Here a change is compared with what was painted last, and only the
characters that differ are sent, in the very call that changed them. That is done where nothing can
lie over the widget; everywhere else, and whenever Textual itself repaints, its own way is taken.
Both ways draw the present state, so whichever comes last is right.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from mazegame.textual_internals import (
    color_system_of,
    driver_of,
    forget_lines,
    holds_frames,
    paints_later,
    visible_widgets,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray
    from rich.style import Style
    from textual.app import App
    from textual.geometry import Region

    Codes = NDArray[np.uint32]
    Numbers = NDArray[np.uint16]

NEAR: Final = 4
"""Most columns between changed characters that are sent together: a jump costs more bytes."""

SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
"""Between these a terminal that knows them holds its picture still."""


_frames: Final[list[list[str]]] = []
"""The frame that is put together now, if any. Only the thread that paints touches it."""


@contextmanager
def one_frame(app: App[Any]) -> Iterator[list[str]]:
    """Send all that is painted within this block in one write: the writing thread wakes once."""
    if _frames:
        yield _frames[-1]
        return
    _frames.append([])
    try:
        yield _frames[-1]
    finally:
        pieces = _frames.pop()
        driver = driver_of(app)
        if pieces and driver is not None:
            if holds_frames(app):
                pieces = [SYNC_START, *pieces, SYNC_END]
            driver.write("".join(pieces))
            driver.flush()


class Canvas(Widget, can_focus=False):
    """A widget of characters, each with a style number. It has no border and no padding.

    Subclasses say what stands where (``characters``), how a number looks (``look``), and call
    ``repaint_regions`` or ``repaint_all`` when something changed.
    """

    ALLOW_SELECT = False

    def __init__(
        self,
        *,
        name: str | None = None,
        id: str | None = None,  # noqa: A002  Textual's name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._looks: dict[int, tuple[Style, str, str]] = {}
        self._generation = 0
        self._painted_codes: Codes = np.zeros((0, 0), np.uint32)
        self._painted_numbers: Numbers = np.zeros((0, 0), np.uint16)
        self._painted_in: list[int] = []

    # What subclasses say

    def characters(self, y: int, x: int, width: int) -> tuple[Codes, Numbers]:
        """The characters x to x + width of line y of the widget.

        Returns:
            uint32 (width,) code points, each one column wide, or 0 behind one that is two columns
            wide; and uint16 (width,) style numbers.
        """
        raise NotImplementedError

    def look(self, number: int) -> Style:
        """The style that a number stands for."""
        raise NotImplementedError

    def blend(self, codes: Codes, numbers: Numbers) -> Numbers:
        """Other style numbers that look the same, in fewer runs: a space shows no ink."""
        del codes
        return numbers

    # Textual's way

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        width, height = self.size
        codes, numbers = self.characters(y, 0, width)
        if self._painted_codes.shape != (height, width):
            self._painted_codes = np.zeros((height, width), np.uint32)
            self._painted_numbers = np.zeros((height, width), np.uint16)
            self._painted_in = [-1] * height
        if y < height:
            # Textual asks for whole lines and may send a part of them: what it sent is not known.
            self._painted_in[y] = -1
        return Strip(
            [Segment(text, self._look(number)[0]) for text, number in self._runs(codes, numbers)],
            width,
        )

    def notify_style_update(self) -> None:
        """Forget the colours: the theme may have changed."""
        super().notify_style_update()
        self._looks.clear()

    def _look(self, number: int) -> tuple[Style, str, str]:
        """A style, and the escape sequences before and after text in it."""
        known = self._looks.get(number)
        if known is None:
            style = self.look(number)
            strip = Strip([Segment("\0", style)], 1)
            for line_filter in self.get_line_filters():
                strip = strip.apply_filter(line_filter, self.background_colors[1])
            (segment,) = strip
            before, _, after = Strip.render_style(
                segment.style or style,
                "\0",
                color_system=color_system_of(self.app),
            ).partition("\0")
            known = self._looks[number] = (style, before, after)
        return known

    def _runs(self, codes: Codes, numbers: Numbers) -> Iterator[tuple[str, int]]:
        """Cut characters where their style changes."""
        numbers = self.blend(codes, numbers)
        cuts = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(codes)]
        text = codes.tobytes().decode("utf-32-le")
        for start, end in pairwise(cuts):
            yield text[start:end].replace("\0", ""), int(numbers[start])

    # The short way

    def repaint_all(self) -> None:
        """Repaint the widget: everything may look different now."""
        self._generation += 1
        self._paint([self.size.region])

    def repaint_regions(self, regions: Iterable[Region]) -> None:
        """Repaint what looks different in some regions of the widget."""
        window = self.size.region
        inside = [region.intersection(window) for region in regions]
        if inside := [region for region in inside if region]:
            self._paint(inside)

    def _paint(self, regions: list[Region]) -> None:
        place = self._place()
        if place is None:
            self.refresh(*regions)
            return
        forget_lines(self, regions)
        spans: dict[int, tuple[int, int]] = {}
        for x, y, width, height in regions:
            for line in range(y, y + height):
                start, end = spans.get(line, (x, x + width))
                spans[line] = (min(start, x), max(end, x + width))
        pieces = [
            piece
            for line, (start, end) in sorted(spans.items())
            for piece in self._changes(line, start, end, place)
        ]
        with one_frame(self.app) as frame:
            frame.extend(pieces)

    def _place(self) -> Region | None:
        """Where on the terminal the widget can be painted at once; None where it cannot.

        It cannot while anything lies over it or its place is about to change.
        """
        app, screen = self.app, self.screen
        if (
            app.is_headless
            or app.is_inline
            or driver_of(app) is None
            or app.screen is not screen
            or paints_later(screen)
            or self.opacity != 1
        ):
            return None
        widgets = visible_widgets(screen)
        place, clip = widgets.get(self, (None, None))
        if place is None or clip is None or not clip.contains_region(place):
            return None
        if self._painted_codes.shape != (place.height, place.width):
            return None  # not painted yet, or never in this size
        for widget, (region, _) in widgets.items():  # those in front come first
            if widget is self:
                return place
            if region.overlaps(place):
                return None
        return None

    def _changes(self, y: int, start: int, end: int, place: Region) -> Iterator[str]:
        """What to send so that a stretch of a line looks as it should."""
        if self._painted_in[y] != self._generation:
            start, end = 0, place.width
        codes, numbers = self.characters(y, start, end - start)
        old_codes, old_numbers = self._painted_codes[y], self._painted_numbers[y]
        if self._painted_in[y] != self._generation:
            stretches = [(0, len(codes))]
            self._painted_in[y] = self._generation
        else:
            differs = (codes != old_codes[start:end]) | (numbers != old_numbers[start:end])
            stretches = _stretches(np.flatnonzero(differs).tolist(), codes)
        old_codes[start:end], old_numbers[start:end] = codes, numbers
        for first, last in stretches:
            yield f"\x1b[{place.y + y + 1};{place.x + start + first + 1}H"
            for text, number in self._runs(codes[first:last], numbers[first:last]):
                _, before, after = self._look(number)
                yield before + text + after


def _stretches(changed: list[int], codes: Codes) -> list[tuple[int, int]]:
    """Join changed places that are near to each other; never cut a wide character in two."""
    stretches: list[tuple[int, int]] = []
    for at in changed:
        start, end = at, at + 1
        while start and not codes[start]:
            start -= 1
        while end < len(codes) and not codes[end]:
            end += 1
        if stretches and start - stretches[-1][1] <= NEAR:
            stretches[-1] = (stretches[-1][0], end)
        else:
            stretches.append((start, end))
    return stretches

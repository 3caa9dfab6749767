"""A canvas: a widget of single characters that sends changed ones to the terminal at once.

It turns characters and style numbers into Textual's lines; subclasses provide the characters.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np
from rich.console import COLOR_SYSTEMS
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from mazegame.terminal import textual_internals
from mazegame.terminal.textual_internals import driver_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray
    from textual.app import App
    from textual.geometry import Size
    from textual.timer import Timer, TimerCallback

    Places = Mapping[Widget, tuple[Region, Region]]
    Codes = NDArray[np.uint32]
    Mask = NDArray[np.bool_]
    Numbers = NDArray[np.uint16]

ONE_BLOCK: Final = 4096
"""Most characters, those between the regions included, that are drawn in one block."""

AHEAD: Final = 16
"""Lines drawn together where Textual asks for them one by one."""

NEAR: Final = 4
"""Most unchanged columns sent between changed ones, since a jump costs more bytes."""

SYNC_START: Final = "\x1b[?2026h"
"""Starts a synchronized update: a terminal that knows it shows the whole update at once."""

SYNC_END: Final = "\x1b[?2026l"
"""Ends a synchronized update."""

RESET: Final = "\x1b[0m"
"""Ends every style."""


class TerminalWrite:
    """Output for the terminal in one write, without repeating unchanged styles."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._style = RESET

    def move(self, x: int, y: int) -> None:
        """Move to a column and a line of the terminal."""
        self._pieces.append(f"\x1b[{y + 1};{x + 1}H")

    def write(self, text: str, style: str) -> None:
        """Append text in a style, given as an escape sequence that resets all others."""
        if style != self._style:
            self._pieces.append(style)
            self._style = style
        self._pieces.append(text)

    def finish(self) -> str:
        if self._style != RESET:
            self._pieces.append(RESET)
        return "".join(self._pieces)


_frames: Final[list[TerminalWrite]] = []
"""The frame that is being assembled, if any. Only the painting thread uses it."""


@contextmanager
def one_frame(app: App[Any]) -> Iterator[TerminalWrite]:
    """Send everything painted within this block in one write, so the writer thread wakes once."""
    if _frames:
        yield _frames[-1]
        return
    _frames.append(TerminalWrite())
    try:
        yield _frames[-1]
    finally:
        text = _frames.pop().finish()
        driver = driver_of(app)
        if text and driver is not None:
            if textual_internals.holds_frames(app):
                text = SYNC_START + text + SYNC_END
            driver.write(text)
            driver.flush()


def runs(codes: Codes, numbers: Numbers, ground: int) -> Iterator[tuple[str, int]]:
    """Cut characters where their style changes.

    Spaces on the widget's own ground get the style of the ink before them, at the beginning that
    of the ink behind them, where that is on it as well.

    Args:
        codes: uint32 (n,) code points, 0 behind a wide one.
        numbers: uint16 (n,) style numbers.
        ground: The bits of them that tell what is behind a character.
    """
    # Up to 200 characters this is faster than NumPy, for a step ten times.
    text = codes.tobytes().decode("utf-32-le")
    styles = numbers.tolist()
    start, now, bare = 0, -1, True  # -1: only bare spaces so far
    for at, number in enumerate(styles):
        if number == now:
            continue
        joins = not number & ground
        if joins and bare and text[at] == " ":
            continue
        if now >= 0 or (at and not joins):
            yield text[start:at].replace("\0", ""), now if now >= 0 else styles[0]
            start = at
        now, bare = number, joins
    yield text[start:].replace("\0", ""), now if now >= 0 else styles[0]


PLAIN: Final = Style()


class Canvas(Widget, can_focus=False):
    """A widget of characters, each with a style number. It has no border and no padding.

    Subclasses implement ``block``, and ``look`` for the style of a number. They
    call ``repaint_regions`` or ``repaint_all`` when something changed.

    Textual paints a changed region by sending each of its lines from the widget's left edge on, a
    few messages later. A canvas compares a change with its last painting and sends the characters
    that differ at once, except for those under other widgets. Textual draws where the widget is not
    wholly on the screen, and whenever it repaints by itself. Both draw the present state, so
    whichever comes last is right.
    """

    ALLOW_SELECT = False

    GROUND: ClassVar[int] = 0xFFFF
    """The bits of a style number that tell what is behind a character.

    Where none is set it is the widget's own ground: a space is painted in the style of what stands
    beside it then, in fewer runs.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name for it
        super().__init__(id=id)
        self._looks: dict[int, tuple[Style, str]] = {}
        self._variables: dict[str, str] = {}
        self._ahead: tuple[int, Codes, Numbers] | None = None
        self._generation = 0
        self._painted_codes: Codes = np.zeros((0, 0), np.uint32)
        self._painted_numbers: Numbers = np.zeros((0, 0), np.uint16)
        self._painted_in: list[int] = []
        self._places: Places | None = None
        self._region: Region | None = None
        self._covered: Mask | None = None

    @property
    def size(self) -> Size:
        """The size of the widget, which has no border."""
        return self.outer_size

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, **options: Any
    ) -> Timer:
        """Call back after some seconds, even if the timer's task runs late."""
        return textual_internals.however_late(super().set_timer(delay, callback, **options))

    # For subclasses

    def block(self, region: Region) -> tuple[Codes, Numbers]:
        """Return the characters of a region of the widget.

        Returns:
            uint32 (height, width) code points, each one column wide, or 0 behind one that is two
            columns wide; and uint16 (height, width) style numbers.
        """
        raise NotImplementedError

    def look(self, number: int) -> Style:
        """Return the style of a style number."""
        raise NotImplementedError

    # Drawing for Textual

    def render_lines(self, crop: Region) -> list[Strip]:
        try:
            return super().render_lines(crop)
        finally:
            self._ahead = None

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if self._painted_codes.shape != (height, width):
            self._painted_codes = np.zeros((height, width), np.uint32)
            self._painted_numbers = np.zeros((height, width), np.uint16)
            self._painted_in = [-1] * height
        if not (0 <= y < height and width):
            return Strip.blank(width)
        # Textual asks for whole lines and may send only a part, so the screen's content is unknown.
        self._painted_in[y] = -1
        if self._ahead is None or not 0 <= y - self._ahead[0] < len(self._ahead[1]):
            self._ahead = y, *self.block(Region(0, y, width, min(AHEAD, height - y)))
        first, codes, numbers = self._ahead
        line = runs(codes[y - first], numbers[y - first], self.GROUND)
        return Strip([Segment(text, self._look(number)[0]) for text, number in line], width)

    def notify_style_update(self) -> None:
        """Drop the cached colours, since the theme may have changed."""
        super().notify_style_update()
        self._looks.clear()
        variables = self.app.theme_variables
        if variables is not self._variables:
            self._variables = variables
            self.refresh()

    def themed(self, colour: str, text_style: Style = PLAIN, *, on: str | None = None) -> Style:
        """Return the widget's style with a colour of the theme, such as ``maze-wall``, on another.

        Component classes would do the same, but Textual computes the styles of all of them whenever
        it computes those of the widget: forty for a maze, four times while a screen opens.
        """
        variables = self.app.theme_variables
        return self.coloured(variables[colour], text_style, on=on and variables[on])

    def coloured(self, colour: str, text_style: Style = PLAIN, *, on: str | None = None) -> Style:
        """Return the widget's style with a colour, such as ``#ff9e64``, on another."""
        own, behind = self.rich_style, self.background_colors[1]
        if on is not None:
            behind += Color.parse(on)
        front = behind + Color.parse(colour)
        ground = own.bgcolor if on is None else behind.rich_color
        return own + text_style + Style.from_color(front.rich_color, ground)

    def _look(self, number: int) -> tuple[Style, str]:
        """Return a style, and the escape sequence that sets it."""
        known = self._looks.get(number)
        if known is None:
            style = self.look(number)
            strip = Strip([Segment("\0", style)], 1)
            for line_filter in self.get_line_filters():
                strip = strip.apply_filter(line_filter, self.background_colors[1])
            (segment,) = strip
            sequence, _, _ = Strip.render_style(
                segment.style or style,
                "\0",
                color_system=COLOR_SYSTEMS[self.app.console.color_system or "truecolor"],
            ).partition("\0")
            known = self._looks[number] = (style, sequence.replace("\x1b[", "\x1b[0;", 1) or RESET)
        return known

    # Drawing at once

    def repaint_all(self) -> None:
        self._generation += 1
        self._paint([self.size.region])

    def repaint_regions(self, regions: Iterable[Region]) -> None:
        """Repaint the characters that differ in some regions of the widget."""
        window = self.size.region
        inside = [region.intersection(window) for region in regions]
        if inside := [region for region in inside if region]:
            self._paint(inside)

    def _paint(self, regions: list[Region]) -> None:
        place = self._place()
        if place is None:
            self.refresh(*regions)
            return
        textual_internals.forget_lines(self, regions)
        changes = [change for region in _joined(regions) for change in self._changes(region)]
        with one_frame(self.app) as frame:
            for x, y, codes, numbers in changes:
                frame.move(place.x + x, place.y + y)
                for text, number in runs(codes, numbers, self.GROUND):
                    frame.write(text, self._look(number)[1])

    def _place(self) -> Region | None:
        """Return the widget's region on the terminal, or None if it cannot be painted at once.

        It cannot while it is not whole on the screen or its place is about to change.
        """
        app, screen = self.app, self.screen
        if (
            app.is_headless
            or app.is_inline
            or driver_of(app) is None
            or app.screen is not screen
            or textual_internals.paints_later(screen)
        ):
            return None
        widgets = textual_internals.visible_widgets(screen)
        if self._places is not widgets:  # Textual makes others when anything was moved
            self._places = widgets
            self._region, self._covered = self._region_among(widgets)
        place = self._region
        if place is None or self._painted_codes.shape != (place.height, place.width):
            return None  # or not painted yet, or never in this size
        return place

    def _region_among(self, widgets: Places) -> tuple[Region | None, Mask | None]:
        """Return the widget's region among some widgets, and which characters others lie over.

        The region is None where the widget is not whole and opaque; the mask, bool (height, width),
        is None if nothing lies over it.
        """
        place, clip = widgets.get(self, (None, None))
        if place is None or clip is None or not clip.contains_region(place) or self.opacity != 1:
            return None, None
        covered: Mask | None = None
        for widget, (region, seen) in widgets.items():  # those in front come first
            if widget is self:
                break
            if part := region.intersection(seen).intersection(place):
                if covered is None:
                    covered = np.zeros((place.height, place.width), np.bool_)
                x, y = part.x - place.x, part.y - place.y
                covered[y : y + part.height, x : x + part.width] = True
        return place, covered

    def _changes(self, region: Region) -> Iterator[tuple[int, int, Codes, Numbers]]:
        """Yield the outdated parts of a region: column, line, code points and style numbers."""
        lines = range(region.y, region.bottom)
        unknown = [line for line in lines if self._painted_in[line] != self._generation]
        if unknown:  # these are sent as a whole
            region = Region(0, region.y, self._painted_codes.shape[1], region.height)
        codes, numbers = self.block(region)
        there = slice(region.y, region.bottom), slice(region.x, region.right)
        old_codes, old_numbers = self._painted_codes[there], self._painted_numbers[there]
        differs = (codes != old_codes) | (numbers != old_numbers)
        for line in unknown:
            self._painted_in[line] = self._generation
            differs[line - region.y] = True
        old_codes[:], old_numbers[:] = codes, numbers
        covered = None
        if self._covered is not None:
            covered = _whole_characters(self._covered[there], codes)
            differs &= ~covered
        for line, first, last in _stretches(differs, codes, covered):
            part = slice(first, last)
            yield region.x + first, region.y + line, codes[line, part], numbers[line, part]


def _joined(regions: Iterable[Region]) -> list[Region]:
    """Join regions near each other, since each block has a fixed cost."""
    blocks: list[Region] = []
    for region in regions:
        for at, block in enumerate(blocks):
            union = block.union(region)
            if union.area <= max(ONE_BLOCK, block.area):
                blocks[at] = union
                break
        else:
            blocks.append(region)
    return blocks


def _whole_characters(columns: Mask, codes: Codes) -> Mask:
    """Return some columns with the other half of each wide character that they have a half of."""
    whole, second = columns.copy(), codes[:, 1:] == 0
    whole[:, :-1] |= columns[:, 1:] & second
    whole[:, 1:] |= columns[:, :-1] & second
    return whole


def _stretches(differs: Mask, codes: Codes, covered: Mask | None) -> Iterator[tuple[int, int, int]]:
    """Yield the line, the first column and the one behind the last of each change.

    Changes close to each other are joined, unless a covered character is between them; a wide
    character is never cut in two.
    """
    lines, columns = np.nonzero(differs)
    if not len(lines):
        return
    ends = (lines[1:] != lines[:-1]) | (columns[1:] - columns[:-1] > NEAR + 1)
    if covered is not None:
        passed = covered.cumsum(axis=1)[lines, columns]
        ends |= passed[1:] != passed[:-1]
    cuts = [0, *(np.flatnonzero(ends) + 1).tolist(), len(lines)]
    for start, end in pairwise(cuts):
        line, first, last = int(lines[start]), int(columns[start]), int(columns[end - 1]) + 1
        while first and not codes[line, first]:
            first -= 1
        while last < codes.shape[1] and not codes[line, last]:
            last += 1
        yield line, first, last

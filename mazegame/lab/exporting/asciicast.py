"""Asciinema casts: a film as terminal output, for asciinema.

The format is asciicast v2: a JSON line with the size of the terminal, then a line for each piece of
output and its time.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from mazegame.drawing import ZOOMS, Ink
from mazegame.drawing.palette import parse_rgb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mazegame.drawing import Drawing, Palette, Scene
    from mazegame.lab.exporting.film import Film

    _Row: TypeAlias = tuple[NDArray[np.uint32], NDArray[np.uint16]]

WIDE: Final = 160
"""Most columns of a drawing, unless even the smallest one is wider."""

_GAP: Final = 3
_CLEAR: Final = "\x1b[2J\x1b[H\x1b[?25l"
_FILLS: Final = range(Ink.BAND, max(Ink) + 1)
"""The inks that fill cells."""


def write(film: Film, palette: Palette) -> Iterator[bytes]:
    """Yield a cast in pieces."""
    scenes = [show.scene for show in film.shows]
    drawing = _drawing(scenes)
    sizes = [drawing.size(*reversed(scene.shape)) for scene in scenes]
    width = sum(wide for wide, _ in sizes) + _GAP * (len(sizes) - 1)
    height = max(high for _, high in sizes)
    width = max(width, 60)
    header = {
        "version": 2,
        "width": width,
        "height": height + 2,
        "title": film.title or film.shows[0].title,
        "env": {"TERM": "xterm-256color"},
    }
    yield (json.dumps(header) + "\n").encode()
    painter = _Painter(palette)
    before: list[_Row] = []
    for frame in film.frames():
        rows = [
            _text_row("   ".join(film.captions()), width),
            *(_row(drawing, scenes, sizes, y) for y in range(height)),
            _text_row("   ".join(show.sentence for show in film.shows), width),
        ]
        pieces = [
            painter.difference(number, row, before[number] if before else None)
            for number, row in enumerate(rows)
        ]
        before = rows
        text = (_CLEAR if frame.number == 0 else "") + "".join(pieces)
        if text:
            yield (json.dumps([round(frame.begins, 4), "o", text]) + "\n").encode()
    yield (json.dumps([round(film.whole_seconds, 4), "o", "\x1b[?25h"]) + "\n").encode()


def _row(drawing: Drawing, scenes: list[Scene], sizes: list[tuple[int, int]], y: int) -> _Row:
    """Return one line of all scenes side by side: glyphs, and inks above grounds."""
    parts: list[_Row] = []
    for scene, (wide, high) in zip(scenes, sizes, strict=True):
        if parts:
            parts.append(_blank(_GAP))
        if y >= high:
            parts.append(_blank(wide))
            continue
        line = drawing.line(scene, y, 0, wide)
        parts.append(
            (line.glyphs, (line.ink.astype(np.uint16) << 8 | line.ground).astype(np.uint16))
        )
    return (
        np.concatenate([glyphs for glyphs, _ in parts]),
        np.concatenate([inks for _, inks in parts]),
    )


def _blank(width: int) -> _Row:
    return np.full(width, ord(" "), np.uint32), np.zeros(width, np.uint16)


def _text_row(text: str, width: int) -> _Row:
    """Return a line of plain text."""
    padded = text[:width].ljust(width)
    return np.frombuffer(padded.encode("utf-32-le"), np.uint32), np.zeros(width, np.uint16)


def _drawing(scenes: list[Scene]) -> Drawing:
    """Return the roomiest drawing in which all scenes side by side fit ``WIDE`` columns."""
    for drawing in ZOOMS:
        wide = sum(drawing.size(*reversed(scene.shape))[0] + _GAP for scene in scenes) - _GAP
        if wide <= WIDE:
            return drawing
    return ZOOMS[-1]


class _Painter:
    """Turns glyphs and inks into text with escape sequences."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._styles: dict[tuple[int, int], str] = {}

    def difference(self, number: int, row: _Row, before: _Row | None) -> str:
        """Return the output that updates a line, from its first change to its last."""
        glyphs, inks = row
        first, last = 0, len(glyphs)
        if before is not None:
            changed = np.flatnonzero((glyphs != before[0]) | (inks != before[1]))
            if not changed.size:
                return ""
            first, last = int(changed[0]), int(changed[-1]) + 1
        text = glyphs[first:last].tobytes().decode("utf-32-le")
        part = inks[first:last]
        cuts = [0, *(np.flatnonzero(np.diff(part)) + 1).tolist(), len(part)]
        pieces = [
            self._style(int(part[begin]) >> 8, int(part[begin]) & 255) + text[begin:end]
            for begin, end in pairwise(cuts)
        ]
        return f"\x1b[{number + 1};{first + 1}H" + "".join(pieces)

    def _style(self, ink: int, ground: int) -> str:
        known = self._styles.get((ink, ground))
        if known is None:
            palette = self._palette
            front = parse_rgb(palette.foreground) if ink == Ink.FLOOR else palette.rgb(ink)
            if ink == ground and ink in (Ink.START, Ink.GOAL):
                front = parse_rgb(palette.on_end)
            elif ink == ground and ink in _FILLS:
                front = (0, 0, 0)
            known = f"\x1b[0;38;2;{_rgb(front)}"
            if ground != Ink.FLOOR:
                known += f";48;2;{_rgb(palette.rgb(ground))}"
            known += "m"
            self._styles[ink, ground] = known
        return known


def _rgb(colour: tuple[int, int, int]) -> str:
    return ";".join(map(str, colour))

"""A screen as text, for snapshot tests, and its storage by syrupy.

A picture has two parts. First come the lines of the screen, without the spaces at their ends. Then
comes the style of every character: runs of ``style:columns`` for each line, and a table of styles.
The name of a style is derived from the style, so that it is the same in every picture, and a change
in one line of a screen changes one line of its picture.
"""

import zlib
from itertools import groupby
from typing import Any

from rich.segment import Segment
from rich.style import Style
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual._context import visible_screen_stack
from textual.app import App

DIGITS = "bcdfghjkmnpqrstvwxz0123456789"


class PictureExtension(SingleFileSnapshotExtension):
    """Stores each picture as a text file of its own."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    @classmethod
    def get_snapshot_name(cls, **options: Any) -> str:
        """Return the name of a picture, one for the quick test and the long one that take it."""
        name = super().get_snapshot_name(**options)
        return name.replace("test_small_screen[", "test_screen[dark-")


def painted(app: App[Any]) -> list[list[Segment]]:
    """Return the segments that the app would paint now, with the screens behind a dialog."""
    visible_screen_stack.set(app._background_screens)  # as the app does before it paints
    return [list(strip) for strip in app.screen._compositor.render_strips()]


def picture_of(app: App[Any]) -> str:
    """Return the screen of an app as text: its lines, then their styles."""
    names: dict[str, str] = {}
    lines: list[str] = []
    runs: list[str] = []
    for strip in painted(app):
        lines.append("".join(segment.text for segment in strip).rstrip(" "))
        runs.append(
            " ".join(
                f"{name}:{sum(segment.cell_length for segment in segments)}"
                for name, segments in groupby(
                    strip, lambda segment: _name(_spell(segment.style), names)
                )
            )
        )
    size = f"{app.size.width}x{app.size.height}"
    return "\n".join(
        [
            size,
            "=" * app.size.width,
            *lines,
            "=" * app.size.width,
            *(f"{number} {spans}" for number, spans in _numbered(runs)),
            "",
            *(f"{name} {style}" for name, style in sorted((n, s) for s, n in names.items())),
            "",
        ]
    )


def _numbered(runs: list[str]) -> list[tuple[str, str]]:
    """Put the numbers of the lines before their spans; equal lines in a row share one entry."""
    found = []
    number = 1
    for spans, equal in groupby(runs):
        last = number + len(list(equal)) - 1
        found.append((f"{number}" if last == number else f"{number}-{last}", spans))
        number = last + 1
    return found


def _spell(style: Style | None) -> str:
    """Write a style in Rich's words: attributes, colour, background."""
    return str(style) if style else "none"


def _name(style: str, names: dict[str, str]) -> str:
    """Return a style's short name, which depends only on the style."""
    if style not in names:
        rest, name = zlib.crc32(style.encode()), ""
        while len(name) < 2 or name in names.values():
            rest, digit = divmod(rest, len(DIGITS))
            name += DIGITS[digit]
        names[style] = name
    return names[style]

"""Which drawings this terminal can show."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from mazegame.ascii import is_unicode
from mazegame.drawing import ASCII_ZOOMS, COLOURLESS_ZOOMS, ZOOMS, Overview

if TYPE_CHECKING:
    from textual.app import App

    from mazegame.drawing import Drawing


def zooms_for(app: App[Any]) -> tuple[Drawing, ...]:
    """The drawings to zoom between: plain ASCII where the output is not Unicode."""
    if not is_unicode(sys.__stderr__):  # Textual paints there
        return ASCII_ZOOMS
    return COLOURLESS_ZOOMS if app.no_color else ZOOMS


def overview_for(cols: int, rows: int, width: int, height: int) -> Overview:
    """The map of a maze that fits so many characters."""
    braille = is_unicode(sys.__stderr__)
    return Overview.fitting(cols, rows, width, height, braille=braille)

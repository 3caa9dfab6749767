"""Paths that the player types into a field."""

from __future__ import annotations

import contextlib
import os

from mazegame.formats.source import STDIN


def typed_path(text: str) -> str:
    """Return the path of a typed text: expand ``~``, drop quotes around it.

    A ``-`` is a file of that name, since standard input is the keyboard.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    with contextlib.suppress(ValueError):  # no name of a user can be so
        text = os.path.expanduser(text)  # noqa: PTH111  Path's fails where there is no home
    return os.path.join(os.curdir, text) if text == STDIN else text  # noqa: PTH118  Path drops "./"

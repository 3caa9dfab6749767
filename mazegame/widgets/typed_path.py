"""Paths that somebody typed into a field."""

from __future__ import annotations

import os

from mazegame.formats.source import STDIN


def typed_path(text: str) -> str:
    """Return the path that somebody typed: ``~`` is the home folder, quotes around it are dropped.

    A ``-`` is a file of that name; standard input is the keyboard here.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    path = os.path.expanduser(text)  # noqa: PTH111  Path's fails where there is no home
    return os.path.join(os.curdir, path) if path == STDIN else path  # noqa: PTH118  Path drops "./"

"""Read and write the file of the New game form: its last design and size, and custom designs."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import TYPE_CHECKING, Any, Final

from mazegame.config import MAX_DESIGNS, FormState
from mazegame.game.setup.own_design import OwnDesign
from mazegame.store import checked
from mazegame.store.places import read_file, replace_aside, write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from mazegame.game.setup.own_design import Options

MAX_FILE_BYTES: Final = 1 << 16
"""Largest file, in bytes."""


def read_form(path: Path) -> FormState:
    """Read the state of the form; the default if the file cannot be read."""
    try:
        return _form_of(json.loads(read_file(path, MAX_FILE_BYTES)))
    except (OSError, RecursionError, ValueError):
        return FormState()


def write_form(path: Path, form: FormState) -> None:
    """Write the state of the form; OSError if it cannot be written."""
    plain = {**vars(form), "designs": [astuple(one) for one in form.designs]}
    text = json.dumps(plain, ensure_ascii=False) + "\n"
    try:
        _form_of(json.loads(read_file(path, MAX_FILE_BYTES)))
    except FileNotFoundError:
        write_whole(path, text)
    except (RecursionError, ValueError):  # there may be designs in it that somebody can read
        replace_aside(path.resolve(), text)
    else:
        write_whole(path, text)


def _form_of(content: Any) -> FormState:
    """Return the form's state from a parsed file; ValueError if a value is invalid."""
    if not isinstance(content, dict):
        raise ValueError("no object")  # noqa: TRY004  the value of a file
    size = content.get("size")
    designs = checked.items(content.get("designs", []), MAX_DESIGNS)
    return FormState(
        _word(content.get("algorithm")),
        _options_of(content.get("options")),
        None if size is None else _size_of(size),
        tuple(
            OwnDesign(_word(name), _word(algorithm), _options_of(options))
            for name, algorithm, options in (checked.items(one, 3) for one in designs)
        ),
    )


def _size_of(content: Any) -> tuple[int, int]:
    cols, rows = (checked.integer(side, 1, 1 << 24) for side in checked.items(content, 2))
    return cols, rows


def _options_of(content: Any) -> Options:
    pairs = (checked.items(one, 2) for one in checked.items(content, 100))
    return tuple((_word(name), _word(value)) for name, value in pairs)


def _word(value: Any) -> str:
    if not value:
        raise ValueError("no word")
    return checked.text(value, 1000)

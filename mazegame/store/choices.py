"""Choices: what the player decided before, so that it need not be decided again.

The New game screen begins with what it was left with, and nobody is asked a second time whether to
go on with a run.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from mazegame.store.places import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from mazegame.store.settings import Settings

MAX_FILE_BYTES = 1 << 16
"""The largest file that is read, in bytes."""


@dataclass(frozen=True)
class Choices:
    """The form, but for the seed."""

    algorithm: str
    size: str
    """COLSxROWS, or the name of a preset."""
    options: tuple[tuple[str, str], ...] = ()
    pace: float | None = None
    """The runner's, in cells a second; None for nobody."""
    rules: int = 0
    """Which of the form's rules, by their place."""
    start: int = 0
    """Which of its ways to start a race."""


def choices_of(settings: Settings) -> Choices:
    """The form as the settings want it to begin."""
    return Choices(
        "recursive-backtracker",
        "fit this terminal",
        pace=settings.pace,
        rules=settings.fog + 2 * (not settings.compass),
        start=int(settings.countdown == "321"),
    )


def read_choices(path: Path) -> Choices | None:
    """Read the last choices; None if there are none, or none that can be read."""
    try:
        with path.open("rb") as file:
            content = json.loads(file.read(MAX_FILE_BYTES))
        pace = content["pace"]
        return Choices(
            str(content["algorithm"]),
            str(content["size"]),
            tuple((str(name), str(value)) for name, value in content["options"]),
            None if pace is None else float(pace),
            int(content.get("rules", 0)),
            int(content.get("start", 0)),
        )
    except (OSError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return None


def write_choices(path: Path, choices: Choices) -> None:
    """Write the choices.

    Raises:
        OSError: If they cannot be written.
    """
    write_whole(path, json.dumps(asdict(choices)) + "\n")


def read_declined(path: Path) -> frozenset[str]:
    """Read the names of the runs that the player declined to go on with; none if none is read."""
    try:
        with path.open("rb") as file:
            return frozenset(file.read(MAX_FILE_BYTES).decode("utf-8", "replace").split())
    except OSError:
        return frozenset()


def write_declined(path: Path, uids: Iterable[str]) -> None:
    """Write the names of the runs that the player declined to go on with, one a line.

    Raises:
        OSError: If they cannot be written.
    """
    write_whole(path, "".join(f"{uid}\n" for uid in sorted(uids)))

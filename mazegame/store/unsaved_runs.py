"""Export finished runs that the score book could not take, to a folder that the player chooses.

The player is asked on the plain terminal after the game has closed, so that quitting never waits
for a dialog.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mazegame.formats.errors import reason_of
from mazegame.formats.replay import replay_name, write_replay
from mazegame.game.words import counted
from mazegame.store.places import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mazegame.store.records import FinishedRun

FOLDER: Final = "mazegame-runs"
"""The default folder, within the working directory."""

QUESTION: Final = f"Folder for the replays? [Enter: ./{FOLDER}, n: do not save]"
"""The prompt for a folder."""

_UID_PREFIX: Final = 8
"""Characters of a run's unique ID in the name of its replay."""


def offer_export(
    runs: Sequence[FinishedRun], output: Callable[[str], None], *, interactive: bool = True
) -> None:
    """Print that finished runs are not kept; if ``interactive``, ask for a folder for them."""
    if not runs:
        return
    output(f"{counted(len(runs), 'finished run')} could not be written to the scores.")
    left = list(runs)
    with contextlib.suppress(KeyboardInterrupt, OSError, ValueError):  # Ctrl+C, or input is closed
        can_ask = interactive and sys.stdin is not None and sys.stdin.isatty()
        while can_ask and left and (folder := _ask_folder(output)):
            _export(left, folder, output)
    if len(left) == len(runs):
        output("No replay was saved.")
    elif left:
        output(f"{counted(len(left), 'replay')} not saved.")


def _ask_folder(output: Callable[[str], None]) -> str | None:
    """Return the folder that the player types; None for none."""
    while True:
        output(QUESTION)
        try:
            line = sys.stdin.readline()
        except UnicodeError:
            output("That is not a readable name of a folder.")
            continue
        answer = line.strip() or (FOLDER if line else "n")
        return None if answer.lower() in {"n", "no"} else answer


def _export(left: list[FinishedRun], folder: str, output: Callable[[str], None]) -> None:
    """Write runs into a folder, and remove each that is written from ``left``."""
    try:
        where = Path(os.path.expanduser(folder))  # noqa: PTH111  Path's fails where there is no home
        while left:
            run = left[0]
            keys = [rival.key for rival in run.rivals]
            if not keys and run.ghost is not None:
                keys = ["ghost"]
            text = write_replay(run.record, run.heading.maze, keys, run.ghost)
            name = replay_name(run.heading.uid[:_UID_PREFIX], run.heading.maze or run.record.level)
            write_whole(where / name, text)
            del left[0]
    except (OSError, ValueError) as error:
        output(f"They cannot be written there: {reason_of(error)}.")
        return
    output(f"Written to {os.path.realpath(where)}: mazegame replay shows them.")

"""Export finished runs that the score book could not take, to a folder that the player chooses.

The question comes as plain lines after the game has ended: leaving the game waits for no dialog.
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

QUESTION: Final = f"Say a folder for the replays. Enter takes ./{FOLDER}, n writes none."
"""The prompt for a folder."""


def offer(
    runs: Sequence[FinishedRun], output: Callable[[str], None], *, interactive: bool = True
) -> None:
    """Print that finished runs are not kept; if ``interactive``, ask for a folder for them."""
    if not runs:
        return
    output(f"{counted(len(runs), 'finished run')} could not be written to the scores.")
    left = list(runs)
    with contextlib.suppress(KeyboardInterrupt, OSError, ValueError):  # there is no input
        while interactive and left and sys.stdin and sys.stdin.isatty():
            output(QUESTION)
            try:
                line = sys.stdin.readline()
            except UnicodeError:
                output("They cannot be written there: The answer is no text.")
                continue
            answer = line.strip() or (FOLDER if line else "n")
            if answer.lower() in {"n", "no"}:
                break
            _write(left, answer, output)
    if len(left) == len(runs):
        output("Nothing is written.")
    elif left:
        output(f"Not written: {counted(len(left), 'run')}.")


def _write(left: list[FinishedRun], folder: str, output: Callable[[str], None]) -> None:
    """Write runs into a folder, and remove each that is written from the list."""
    try:
        where = Path(os.path.expanduser(folder))  # noqa: PTH111  Path's fails where there is no home
        while left:
            run = left[0]
            keys = [rival.key for rival in run.rivals] or ["ghost"] * (run.ghost is not None)
            text = write_replay(run.record, run.heading.maze, keys, run.ghost)
            name = replay_name(run.heading.uid[:8], run.heading.maze or run.record.level)
            write_whole(where / name, text)
            del left[0]
    except (OSError, ValueError) as error:
        output(f"They cannot be written there: {reason_of(error)}.")
        return
    output(f"Written to {os.path.realpath(where)}: mazegame replay shows them.")

"""``mazegame scores``: the score book."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from mazegame.cli.output import printable, write
from mazegame.cli.refusals import Failed, Refused, quoted

if TYPE_CHECKING:
    import argparse

    from mazegame.store.scores import Scores

EXAMPLES: Final = """\
examples:
  mazegame scores
  mazegame scores --json
  mazegame scores --export 12 > walk.replay
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    parser.add_argument(
        "--export", metavar="RUN", help="print the replay of a run, by its number in the list"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the score book, or the replay of one of its runs."""
    from mazegame.store.places import NoPlace, places
    from mazegame.store.scores import Scores, ScoresProblem

    try:
        path = places().scores
        if not path.exists():
            if arguments.export is not None:
                raise Refused("there are no runs yet")
            from mazegame.store.report import as_json

            write([as_json(None) if arguments.json else "There are no runs yet.\n"])
            return 0
        scores = Scores(path)
        with contextlib.closing(scores):
            pieces = _from_book(scores, arguments)
    except (NoPlace, ScoresProblem) as problem:
        raise Failed(str(problem)) from problem
    write([printable(piece) for piece in pieces])
    return 0


def _from_book(scores: Scores, arguments: argparse.Namespace) -> list[str]:
    """What was asked of the score book."""
    if arguments.export is not None:
        from mazegame.formats.replay import write_replay

        if not (arguments.export.isascii() and arguments.export.isdecimal()):
            raise Refused(f"{quoted(arguments.export)} is no number of a run")
        try:
            line = scores.line(int(arguments.export))
            return [write_replay(scores.walk(int(arguments.export)), line.maze if line else "")]
        except OverflowError:
            raise Refused(f"{quoted(arguments.export)} is no number of a run") from None
    from mazegame.store.report import as_json, as_text

    return [as_json(scores)] if arguments.json else [as_text(scores)]

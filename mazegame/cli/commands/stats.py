"""``mazegame stats``: measure a maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.output import say, write
from mazegame.cli.progress import interruptible
from mazegame.cli.refusals import refusing
from mazegame.cli.targets import add_file_arguments, answer_each, find, game_ids

if TYPE_CHECKING:
    import argparse

    from mazegame.engine import Level, Recipe

EXAMPLES: Final = """\
examples:
  mazegame stats wilson:40x20:kite-7
  mazegame stats maze.txt --json
  mazegame stats - --json < game-ids.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "target",
        metavar="GAME_ID|FILE",
        help="a game ID, or a file with a maze (- is standard input: a maze, or game IDs, one a "
        "line); of several goals the nearest counts",
    )
    parser.add_argument("--json", action="store_true", help="print an object of JSON on one line")
    add_file_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the statistics of a maze."""
    from mazegame.engine import Level

    lines = game_ids(arguments.target, arguments)
    if lines is not None:

        def answer(recipe: Recipe) -> str:
            title = "" if arguments.json else f"{recipe}\n"
            return title + _measured(Level.of(recipe), as_json=arguments.json)

        return answer_each(lines, answer, as_json=arguments.json)
    with refusing():
        found = find(arguments)
        if not isinstance(found, Level) and ":" not in arguments.target:
            say(str(found))
        level = found if isinstance(found, Level) else Level.of(found, progress=interruptible)
        text = _measured(level, as_json=arguments.json)
    write([text])
    return 0


def _measured(level: Level, *, as_json: bool) -> str:
    """Return the statistics, as lines or as a JSON object."""
    from mazegame.engine import texture
    from mazegame.formats.data import stats

    row, col = level.cells_of_path()[-1].tolist()  # the nearest of several goals
    measured = texture(level.maze, level.start, (row, col), progress=interruptible)
    if not as_json:
        return stats.as_lines(measured)
    name = {"game_id": str(level.recipe)} if level.recipe else {"name": level.name}
    return stats.as_json(measured, name)

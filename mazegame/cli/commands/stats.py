"""``mazegame stats``: measure a maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.options import JSON, add_file_arguments, add_flags, add_maze_argument
from mazegame.cli.output import write
from mazegame.cli.refusals import refusing
from mazegame.cli.targets import answer_each, game_ids, is_file, make_level, read_file
from mazegame.cli.terminal import announce_compiling, interruptible

if TYPE_CHECKING:
    import argparse

    from mazegame.engine import Level, Maze

EXAMPLES: Final = """\
  mazegame stats wilson:40x20:kite-7
  mazegame stats maze.txt --json
  mazegame stats - --json < game-ids.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_maze_argument(parser, "; of several goals the nearest counts")
    add_flags(parser, JSON)
    add_file_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    announce_compiling()
    lines = game_ids(arguments)
    if lines is not None:

        def answer(level: Level) -> str:
            title = "" if arguments.json else f"{level.recipe}\n"
            return title + _measured(level, as_json=arguments.json)

        return answer_each(lines, answer, as_json=arguments.json)
    with refusing():
        found = read_file(arguments) if is_file(arguments.target) else make_level(arguments)
        text = _measured(found, as_json=arguments.json, file=arguments.target)
    write([text])
    return 0


def _measured(found: Level | Maze, *, as_json: bool, file: str = "") -> str:
    """Return the statistics, as lines or as a JSON object; without a path those of the cells."""
    from mazegame.engine import Level, texture
    from mazegame.engine.measures.measuring import cell_numbers
    from mazegame.formats.data import stats
    from mazegame.formats.files import name_of

    if isinstance(found, Level) and found.has_path:
        row, col = found.cells_of_path()[-1].tolist()  # the nearest of several goals
        measured = texture(found.maze, found.start, (row, col), progress=interruptible).as_dict()
    else:
        maze = found.maze if isinstance(found, Level) else found
        measured = cell_numbers(maze, progress=interruptible)
    if not as_json:
        return stats.as_lines(measured)
    recipe = found.recipe if isinstance(found, Level) else None
    name = {"game_id": str(recipe)} if recipe else {"name": name_of(file)}
    return stats.as_json(measured, name)

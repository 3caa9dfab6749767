"""``mazegame generate``: print a maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import lattice_mazes, options
from mazegame.cli.level_output import Output, add_format_arguments
from mazegame.cli.output import print_stderr
from mazegame.cli.refusals import CliError, quoted, refusing, whole_number
from mazegame.cli.targets import make_recipe, masked
from mazegame.cli.terminal import announce_compiling, interruptible

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from mazegame.engine import Level, Recipe

EXAMPLES: Final = """\
  mazegame generate
  mazegame generate recursive-backtracker -s 30x15 --seed hello
  mazegame generate kruskal -D braid=50 -D ends=farthest -f ascii
  mazegame generate wilson -D weights=40-10 -D mask=heart -s 31x21
  mazegame generate river-delta -s 40x20
  mazegame generate wilson:40x20:kite-7 --path -o maze.svg
  mazegame generate prim -n 20 -o sheet-{n}.pdf
  mazegame generate eller -s 100000x100000 -o wall.png
  mazegame generate wilson:20x12 --cells hexagonal --path -o hexagons.svg
  mazegame generate prim:6x9 --cells polar --heat -o rings.png
  mazegame generate wilson:12x6:kite-7 -f grid -o maze.txt; mazegame play maze.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    default = options.DEFAULT_ALGORITHM
    about = f"what mazegame algorithms lists, or a whole game ID (default: {default})"
    metavar = "ALGORITHM|PRESET|GAME_ID"
    parser.add_argument("target", nargs="?", metavar=metavar, default=default, help=about)
    options.add_size_argument(parser)
    options.add_seed_argument(parser)
    options.add_option_argument(parser)
    about = (
        "other cells than square ones: hexagonal, triangular, polar (COLS cells in the inner of "
        "ROWS rings), storeys.N, torus or cylinder; with svg, png, unicode or ascii"
    )
    parser.add_argument("--cells", metavar="SHAPE", help=about)
    parser.add_argument("--mask", metavar="FILE", help=options.MASK_HELP)
    about = (
        "the number of mazes; with --seed KITE the seeds are KITE-1, KITE-2, ...; {n} in the name "
        "of the output file stands for the number of each"
    )
    parser.add_argument("-n", "--count", metavar="COUNT", default="1", help=about)
    options.add_flags(parser, {"--json": "print each maze as an object of JSON: --format json"})
    add_format_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    announce_compiling()
    if arguments.json:
        if arguments.format not in {None, "json"}:
            raise CliError(f"--json is --format json, not {arguments.format}")
        arguments.format = "json"
    count = _count(arguments)
    with refusing():
        output = Output(arguments)
    if lattice_mazes.are_wanted(arguments):
        with refusing():
            lattice_mazes.write_all(arguments, count, output)
        return 0
    file, name = output.file, output.form.name
    if count == 1 or "{n}" in (file or ""):
        for number, recipe in _recipes(count, arguments):
            output.file = file and file.replace("{n}", str(number))
            _write_one(recipe, output, arguments)
    elif output.form.text:
        output.put(_all_of(count, output, arguments))
    else:
        raise CliError(f"a file of {name} holds one maze: write -o maze-{{n}}.{name}")
    return 0


def _count(arguments: argparse.Namespace) -> int:
    count = whole_number(arguments.count, 1, 999_999_999)
    if count is None:
        raise CliError(f"the count {quoted(arguments.count)} is not 1 to 999999999")
    if count > 1 and arguments.target.count(":") > 1:
        raise CliError("a game ID is one maze: leave out --count")
    return count


def _recipes(count: int, arguments: argparse.Namespace) -> Iterator[tuple[int, Recipe]]:
    """Yield (number, recipe) for each maze; several mazes have different seeds."""
    for number in range(1, count + 1):
        seed = arguments.seed
        if count > 1 and seed is not None:
            seed = f"{seed}-{number}"
        with refusing():
            recipe = make_recipe(arguments.target, arguments.size, seed, arguments.options)
        yield number, recipe


def _write_one(recipe: Recipe, output: Output, arguments: argparse.Namespace) -> None:
    """Print a maze, and its game ID on standard error."""
    with refusing():  # it can be written before the game ID is shown
        beside, writing = "", None
        if arguments.mask is None:
            writing = output.stream(recipe)
        else:
            beside = f" inside {quoted(arguments.mask)}, which no game ID can hold"
        if writing is None:
            recipe, level = _level(recipe, arguments)
            writing = output.deliver(level)
    print_stderr(f"{recipe}{beside}")
    writing()


def _level(recipe: Recipe, arguments: argparse.Namespace) -> tuple[Recipe, Level]:
    """Return the recipe, in the size of the mask if there is one, and its level."""
    from mazegame.engine import Level

    if arguments.mask is None:
        return recipe, Level.of(recipe, progress=interruptible)
    sized = arguments.size is not None or ":" in arguments.target
    return masked(recipe, arguments.mask, sized=sized)


def _all_of(count: int, output: Output, arguments: argparse.Namespace) -> Iterator[bytes]:
    """Yield the text of several mazes, with an empty line between drawings."""
    for number, recipe in _recipes(count, arguments):
        with refusing():
            sized, level = _level(recipe, arguments)
            pieces = output.pieces_of(level)
        print_stderr(str(sized))
        if number > 1 and output.form.name != "json":
            yield b"\n"
        yield from pieces

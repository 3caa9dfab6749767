"""``mazegame lab``: watch how a maze is carved and searched, or write it to a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.options import MASK_HELP, add_file_arguments, add_flags
from mazegame.cli.output import save, write
from mazegame.cli.refusals import CliError, quoted, refusing
from mazegame.cli.targets import find, masked, with_mask

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from mazegame.drawing import Palette
    from mazegame.engine import Event, Level, Recipe
    from mazegame.lab.subject import Subject

EXAMPLES: Final = """\
  mazegame lab
  mazegame lab wilson
  mazegame lab kruskal:40x20:kite-7
  mazegame lab wilson:40x20:kite-7 --search bfs --search dfs
  mazegame lab maze.txt --search a-star
  mazegame lab wilson:30x15:kite-7 --export wilson.gif
  mazegame lab wilson:30x15:kite-7 --steps > wilson.jsonl
  mazegame lab wilson:40x40 --mask shape.png --export shape.gif
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "what to watch (default: the algorithm played last, in a size that fits)"
    mazes = "GAME_ID|ALGORITHM|PRESET|FILE"
    parser.add_argument("target", nargs="?", metavar=mazes, help=about)
    about = "watch a search of it; given twice, two of them side by side"
    parser.add_argument("--search", action="append", default=[], metavar="METHOD", help=about)
    about = f"{MASK_HELP}; with --search, --export or --steps"
    parser.add_argument("--mask", metavar="FILE", help=about)
    group = parser.add_argument_group("to show others")
    about = "write a moving picture instead: .gif or .svg"
    group.add_argument("--export", metavar="FILE", help=about)
    about = "how long the picture moves (default: 12)"
    group.add_argument("--seconds", type=float, metavar="SECONDS", help=about)
    about = "the picture's colours: maze-dark, maze-light, maze-colour-blind or maze-mono"
    group.add_argument("--theme", metavar="THEME", help=about)
    add_flags(group, {"--steps": "print every step as a line of JSON instead"})
    add_file_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from mazegame.lab.subject import CarvingOf

    with refusing():
        subjects, recipe = wanted(arguments)
    if _is_written(arguments):
        if recipe is not None:
            subjects = [CarvingOf(recipe)]
        elif not subjects:
            raise CliError("what shall be written down? Name a game ID, an algorithm or a preset")
        return _write_down(arguments, subjects)
    for given, flag in ((arguments.seconds, "--seconds"), (arguments.theme, "--theme")):
        if given is not None:
            raise CliError(f"{flag} is for pictures: --export FILE writes one")
    if arguments.target == "-":
        terminal.reopen_terminal()
    from mazegame.screens import factory

    return terminal.play(lambda: factory.lab(tuple(subjects), recipe))


def _is_written(arguments: argparse.Namespace) -> bool:
    return arguments.export is not None or arguments.steps


def _write_down(arguments: argparse.Namespace, subjects: list[Subject]) -> int:
    from mazegame.lab.exporting import exporter_of
    from mazegame.lab.exporting.film import SECONDS, Film

    if arguments.export is not None and arguments.steps:
        raise CliError("--steps prints, --export writes a file: choose one")
    terminal.announce_compiling()
    with refusing():
        exporter = None if arguments.export is None else exporter_of(arguments.export)
        palette = _palette(arguments.theme)
        with terminal.showing("recording") as progress:
            shows = [subject.make(progress) for subject in subjects]
        if exporter is None:
            if len(shows) > 1:
                raise CliError("--steps prints one search: leave out the other")
            write(json_lines(shows[0].log))
            return 0
        seconds = SECONDS if arguments.seconds is None else arguments.seconds
        film = Film(shows, seconds, subjects[0].name)
        pieces = exporter(film, palette)
    with refusing():
        save(arguments.export, pieces)
    return 0


def json_lines(events: Iterable[Event]) -> Iterator[str]:
    """Yield a line for each event: its number from 1, kind and cell, and side and other if any.

    Cells are ``[row, column]``, counted from 0 at the top left.
    """
    for step, event in enumerate(events, start=1):
        line = {"step": step, "kind": event.kind.name.lower(), "cell": event.cell}
        if event.side is not None:
            line["side"] = event.side.name
        if event.other is not None:
            line["other"] = event.other
        yield json.dumps(line) + "\n"


def _palette(theme: str | None) -> Palette:
    from mazegame.drawing import PALETTES

    if theme is not None and theme not in PALETTES:
        raise CliError(f"there is no theme {quoted(theme)}: {', '.join(PALETTES)}")
    return PALETTES[theme] if theme else next(iter(PALETTES.values()))


def wanted(arguments: argparse.Namespace) -> tuple[list[Subject], Recipe | None]:
    """Return the subjects to watch; none if their size depends on the terminal.

    In that case there is the recipe to resize, None for the default.
    """
    from mazegame.engine import METHODS, Recipe
    from mazegame.lab.subject import CarvingOf, SearchOf

    methods: list[str] = arguments.search
    for method in methods:
        if method not in METHODS:
            raise CliError(f"there is no search {quoted(method)}: {', '.join(METHODS)}")
    if len(methods) > 2:
        raise CliError("at most two searches can be watched side by side")
    if arguments.target is None:
        if methods or arguments.mask is not None:
            raise CliError(
                "--search and --mask need a maze: a game ID, an algorithm, a preset or a file"
            )
        return [], None
    found: Recipe | Level = find(arguments, needs_path=False)
    sized = ":" in arguments.target
    if arguments.mask is not None:
        if not (methods or _is_written(arguments)):
            raise CliError(
                "the lab's screen carves by recipes, and none holds the mask in a file: add "
                "--export, --steps or --search"
            )
        if not methods:
            return [CarvingOf(*with_mask(found, arguments.mask, sized=sized))], None
        _, found = masked(found, arguments.mask, sized=sized)
    if methods:
        return [SearchOf(found, method) for method in methods], None
    if not isinstance(found, Recipe):
        if found.recipe is None:
            return [SearchOf(found, "bfs")], None
        found = found.recipe
    return ([CarvingOf(found)], None) if sized else ([], found)

"""Writing levels: the format's arguments, standard output and files."""

from __future__ import annotations

import sys
from itertools import chain
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from mazegame.cli import terminal
from mazegame.cli.options import FormatNames, add_flags, format_name, pixels
from mazegame.cli.output import printable, save, say, write, write_bytes
from mazegame.cli.refusals import CliError, cut, quoted
from mazegame.formats.registry import DEFAULT, FORMATS, Format, format_of, written

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Level, Maze, Recipe
    from mazegame.formats.picture import Picture

_STREAMED_SIDE = 600
"""Fewest cells along a side of a picture with two pixels per cell, as a stream has."""

_OPTIONS = ("path", "heat", "doors", "title", "cell", "wall", "width", "theme", "paper")


def add_format_arguments(parser: argparse.ArgumentParser, *, path: bool = True) -> None:
    """Add the arguments for writing a level, ``--path`` only if ``path``."""
    group = parser.add_argument_group("how it is written")
    forms: dict[str, Any] = {"type": format_name, "choices": FormatNames(written)}
    default = f"by the ending of the output file's name, else {DEFAULT}"
    about = f"{', '.join(written())} (default: {default})"
    group.add_argument("-f", "--format", metavar="FORMAT", help=about, **forms)
    about = "write to a file, as a whole or not at all (- is standard output)"
    group.add_argument("-o", "--output", metavar="FILE", help=about)
    if path:
        add_flags(group, {"--path": "draw a shortest path from A to B"})
    flags = {
        "--heat": "show how far every cell is from B, by colours or digits",
        "--doors": "open the boundary where A and B touch it",
        "--title": "write the game ID above the maze",
    }
    add_flags(group, flags)
    for name, about in (
        ("--cell", "from a cell to the next, in pictures"),
        ("--wall", "across a wall, in pictures"),
        ("--width", "across the picture at most, not --cell"),
    ):
        group.add_argument(name, type=pixels(), metavar="PIXELS", help=about)
    about = "the colours of pictures: paper, maze-light, maze-dark, maze-colour-blind, maze-mono"
    group.add_argument("--theme", metavar="NAME", help=about)
    group.add_argument("--paper", choices=("a4", "letter"), help="the size of a page (default: a4)")


def chosen_format(arguments: argparse.Namespace) -> Format:
    """Return the requested format, by its name or by the file name's suffix."""
    if arguments.format is not None:
        return FORMATS[arguments.format]
    if arguments.output in {None, "-"}:
        return FORMATS[DEFAULT]
    found = format_of(arguments.output)
    if found is None:
        why = f"the ending of {quoted(arguments.output)} names no format"
        if "=" in arguments.output:
            meant = f"did you mean the option -D {cut(arguments.output)}?"
            raise CliError(f"-o names the output file, and {why}: {meant}")
        endings = ", ".join(suffix for f in FORMATS.values() for suffix in f.suffixes)
        raise CliError(f"{why}: name one with --format, or end the name with {endings}")
    return found


def deliver(level: Level | Maze | Picture, arguments: argparse.Namespace) -> Callable[[], None]:
    """Check everything; return what writes a level, a maze alone or a finished picture."""
    form = chosen_format(arguments)
    pieces = pieces_of(level, form, arguments)
    checked = chain([next(pieces)], pieces)

    def writing() -> None:
        put(form, checked, arguments.output)
        maze: Any = getattr(level, "maze", level)
        wide, room = 4 * maze.cols + 1, get_terminal_size().columns
        shown = form.name == DEFAULT and arguments.output in {None, "-"}
        if shown and wide > room and terminal.is_terminal(sys.stdout):  # which breaks the lines
            fits = "half" if wide < 2 * room else "braille" if maze.cols < room else ""
            asked = options(form, arguments).keys()
            works = fits and asked <= FORMATS[fits].takes and printable("▀⠿") == "▀⠿"
            what = f"--format {fits} fits" if works else "-o maze.svg draws a picture"
            say(f"{wide:,} columns, and the terminal has {room:,}: {what}")

    return writing


def stream(recipe: Recipe, arguments: argparse.Namespace) -> Callable[[], None] | None:
    """Return what writes a maze row by row, in memory that does not grow with its height.

    The file is the one that ``deliver`` writes, byte for byte. None if the maze is small, or if the
    format or an option needs the whole maze at once.
    """
    form = chosen_format(arguments)
    asked = options(form, arguments)
    if asked or max(recipe.cols, recipe.rows) < _STREAMED_SIDE or not form.streams:
        return None
    from mazegame.engine.generation import stream_bands
    from mazegame.formats.picture import Rows

    bands = stream_bands(recipe)
    if bands is None:
        return None
    require_writable(form, arguments.output)

    def writing() -> None:
        cols, rows = recipe.cols, recipe.rows
        with terminal.showing(f"writing {cols}x{rows}") as progress:
            watched = _watched(bands, rows, progress)
            whole = Rows(cols, rows, watched, (0, 0), ((rows - 1, cols - 1),), str(recipe))
            put(form, form.load().write_rows(whole), arguments.output)

    return writing


def _watched(
    bands: Iterator[NDArray[np.uint8]], rows: int, progress: Callable[[float], None]
) -> Iterator[NDArray[np.uint8]]:
    done = 0
    for band in bands:
        yield band
        done += len(band)
        progress(done / rows)


def put(form: Format, pieces: Iterable[bytes], output: str | None) -> None:
    """Write the bytes of a format to a file, or to standard output."""
    if output not in {None, "-"}:
        save(str(output), pieces)
    elif form.text:
        write(piece.decode() for piece in pieces)
    else:
        write_bytes(pieces)


def require_writable(form: Format, output: str | None) -> None:
    """Refuse to write binary data to a terminal."""
    if output in {None, "-"} and not form.text and terminal.is_terminal(sys.stdout):
        raise CliError(f"{form.name} is no text for a terminal: name a file with --output")


def options(form: Format, arguments: argparse.Namespace) -> dict[str, Any]:
    """Check that a format supports the requested layers and options, and return them."""
    given = {name: getattr(arguments, name, None) for name in _OPTIONS}
    asked = {name: value for name, value in given.items() if value not in {None, False}}
    if "cell" in asked and "width" in asked:
        raise CliError("--cell and --width both say how large the picture is: name one")
    for name in asked:
        if name not in form.takes:
            others = ", ".join(written(name)) or "no format"
            raise CliError(f"the format {form.name} takes no --{name}: {others}")
    return asked


def pieces_of(
    level: Level | Maze | Picture, form: Format, arguments: argparse.Namespace
) -> Iterator[bytes]:
    """Yield a level, a maze alone or a finished picture, in a format, as the arguments request."""
    from dataclasses import replace

    from mazegame.formats.picture import Picture, cell_of_width

    asked = options(form, arguments)
    require_writable(form, arguments.output)
    if form.name == "unicode" and arguments.output in {None, "-"}:
        from mazegame.formats.text.plain import UNICODE

        glyphs = UNICODE.posts + UNICODE.path + UNICODE.marks
        if printable(glyphs) != glyphs:  # standard output lacks box-drawing characters
            form = FORMATS["ascii"]
    if isinstance(level, Picture):
        asked.pop("path", None)
        if (width := asked.pop("width", None)) is not None:
            asked["cell"] = cell_of_width(width, level.maze.cols, arguments.wall)
        return form.load().write(replace(level, **asked))
    return form.load().write(Picture.of(level, **asked))

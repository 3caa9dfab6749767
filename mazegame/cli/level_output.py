"""``Output``: writes levels to standard output or a file, by the command's arguments."""

from __future__ import annotations

import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

from mazegame.capabilities import in_ascii_locale, terminal_size
from mazegame.cli import terminal
from mazegame.cli.options import FormatNames, add_flags, format_name, pixels
from mazegame.cli.output import print_stderr, printable, save, write, write_bytes
from mazegame.cli.refusals import CliError, cut, quoted
from mazegame.formats.registry import DEFAULT, FORMATS, Format, format_of, writable_formats

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Level, Maze, Recipe
    from mazegame.engine.graphs import LatticeLevel
    from mazegame.formats.picture import Picture

_STREAMED_SIDE = 600
"""Fewest cells along a side of a picture with two pixels per cell, as streams have."""

_OPTIONS = ("path", "heat", "doors", "title", "cell", "wall", "width", "theme", "tree", "paper")


def add_format_arguments(parser: argparse.ArgumentParser, *, path: bool = True) -> None:
    """Add the arguments for writing a level; ``--path`` only if ``path``."""
    group = parser.add_argument_group("how it is written")
    forms: dict[str, Any] = {"type": format_name, "choices": FormatNames(writable_formats)}
    default = f"by the ending of the output file's name, else {DEFAULT}"
    about = f"{', '.join(writable_formats())} (default: {default})"
    group.add_argument("-f", "--format", metavar="FORMAT", help=about, **forms)
    about = "write to a file, as a whole or not at all (- is standard output)"
    group.add_argument("-o", "--output", metavar="FILE", help=about)
    if path:
        add_flags(group, {"--path": "draw a shortest path from A to B"})
    flags = {
        "--heat": "show how far every cell is from B, by colours or digits",
        "--doors": "open the boundary at A and B",
        "--title": "write the game ID above the maze",
        "--tree": "draw the maze as a tree beside it, from A down (svg)",
    }
    add_flags(group, flags)
    about = "open these sides of A and B, such as W-E (implies --doors)"
    group.add_argument("--door-sides", dest="doors", metavar="SIDES", help=about)
    for name, about in (
        ("--cell", "from a cell to the next, in pictures"),
        ("--wall", "across a wall, in pictures"),
        ("--width", "across the picture at most, not --cell"),
    ):
        group.add_argument(name, type=pixels(), metavar="PIXELS", help=about)
    about = "the colours of pictures: paper, maze-light, maze-dark, maze-colour-blind, maze-mono"
    group.add_argument("--theme", metavar="NAME", help=about)
    group.add_argument("--paper", choices=("a4", "letter"), help="the size of a page (default: a4)")


class Output:
    """The destination, format and layers of an output; checks the arguments."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.file: str | None = None if arguments.output == "-" else arguments.output
        """The path of the file; None for standard output."""
        self.form = self._format(arguments.format)
        given = {name: getattr(arguments, name, None) for name in _OPTIONS}
        self._given_options = {
            name: value for name, value in given.items() if value not in {None, False}
        }
        if "cell" in self._given_options and "width" in self._given_options:
            raise CliError("--cell and --width both say how large the picture is: name one")
        for name in self._given_options:
            if name not in self.form.takes:
                others = ", ".join(writable_formats(name)) or "no format"
                raise CliError(f"the format {self.form.name} takes no --{name}: {others}")

    def _format(self, name: str | None) -> Format:
        """Return the format with a name, or by the file's suffix."""
        if name is not None:
            return FORMATS[name]
        if self.file is None:
            return FORMATS[DEFAULT]
        found = format_of(self.file)
        if found is None:
            why = f"the ending of {quoted(self.file)} names no format"
            if "=" in self.file:
                meant = f"did you mean the option -D {cut(self.file)}?"
                raise CliError(f"-o names the output file, and {why}: {meant}")
            endings = ", ".join(suffix for f in FORMATS.values() for suffix in f.suffixes)
            raise CliError(f"{why}: name one with --format, or end the name with {endings}")
        return found

    def require_writable(self) -> None:
        """Raise CliError for binary data on a terminal."""
        if self.file is None and not self.form.text and terminal.is_terminal(sys.stdout):
            raise CliError(f"{self.form.name} is no text for a terminal: name a file with --output")

    def deliver(self, level: Level | Maze | Picture | LatticeLevel) -> Callable[[], None]:
        """Check all arguments; return a function that writes a level, a maze or a picture."""
        pieces = self.pieces_of(level)
        checked = chain([next(pieces)], pieces)

        def writing() -> None:
            self.put(checked)
            maze: Any = getattr(level, "maze", level)
            lattice = getattr(maze, "lattice", None)
            maze = lattice or maze
            wide, room = 4 * maze.cols + 1, terminal_size()[0]
            shown = self.form.name == DEFAULT and self.file is None
            if shown and wide > room and terminal.is_terminal(sys.stdout):  # which breaks the lines
                fits = "half" if wide < 2 * room else "braille" if maze.cols < room else ""
                takes_all = fits and self._given_options.keys() <= FORMATS[fits].takes
                works = takes_all and lattice is None and printable("▀⠿") == "▀⠿"
                what = f"--format {fits} fits" if works else "-o maze.svg draws a picture"
                print_stderr(f"{wide:,} columns, and the terminal has {room:,}: {what}")

        return writing

    def stream(self, recipe: Recipe) -> Callable[[], None] | None:
        """Return a function that writes a maze row by row, in constant memory.

        The file is the one that ``deliver`` writes, byte for byte. None if the maze is small, or if
        the format or an option needs the whole maze at once.
        """
        small = max(recipe.cols, recipe.rows) < _STREAMED_SIDE
        if self._given_options or small or not self.form.streams:
            return None
        from mazegame.engine.generation import stream_bands
        from mazegame.formats.picture import Rows

        bands = stream_bands(recipe)
        if bands is None:
            return None
        self.require_writable()

        def writing() -> None:
            cols, rows = recipe.cols, recipe.rows
            with terminal.showing(f"writing {cols}x{rows}") as progress:
                watched = _watched(bands, rows, progress)
                whole = Rows(cols, rows, watched, (0, 0), ((rows - 1, cols - 1),), str(recipe))
                self.put(self.form.load().write_rows(whole))

        return writing

    def put(self, pieces: Iterable[bytes]) -> None:
        """Write the bytes of the format."""
        if self.file is not None:
            save(self.file, pieces)
        elif self.form.text:
            write(piece.decode() for piece in pieces)
        else:
            write_bytes(pieces)

    def pieces_of(self, level: Level | Maze | Picture | LatticeLevel) -> Iterator[bytes]:
        """Yield the bytes of a level, a maze alone or a finished picture."""
        from dataclasses import replace

        from mazegame.engine import Level, Maze
        from mazegame.formats.picture import Picture, cell_of_width

        self.require_writable()
        form, asked = self.form, dict(self._given_options)
        if form.name == "unicode" and self.file is None:
            from mazegame.formats.text.plain import UNICODE

            glyphs = UNICODE.posts + UNICODE.path + UNICODE.marks + "╱╲↕"
            shown = terminal.is_terminal(sys.stdout) and in_ascii_locale()
            if shown or printable(glyphs) != glyphs:  # there are no box-drawing characters
                form = FORMATS["ascii"]
        if not isinstance(level, Level | Maze | Picture):
            from mazegame.formats.lattice_picture import LatticePicture, check_layers, write

            check_layers(form.name, asked)
            return write(LatticePicture.of(level, **asked), form.name)
        if isinstance(level, Picture):
            asked.pop("path", None)
            if (width := asked.pop("width", None)) is not None:
                asked["cell"] = cell_of_width(width, level.maze.cols, asked.get("wall"))
            return form.load().write(replace(level, **asked))
        return form.load().write(Picture.of(level, **asked))


def _watched(
    bands: Iterator[NDArray[np.uint8]], rows: int, progress: Callable[[float], None]
) -> Iterator[NDArray[np.uint8]]:
    done = 0
    for band in bands:
        yield band
        done += len(band)
        progress(done / rows)
